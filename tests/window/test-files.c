/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening files: by drop, one after the other, bad ones, slow ones, several at once. */
#include "driver.h"

#include "cyan-numbers.h"
#include "tests.h"

#include <adwaita.h>
#include <string.h>

/* Lines of a profile that loads slowly enough to be stopped. */
#define BIG_LINES 400000

#define BEFORE "main;parse;lex 40\nmain;parse 10\nmain;eval 50\n"
#define AFTER  "main;parse;lex 90\nmain;parse 10\nmain;eval 50\n"

static CyanWindow *
small_pair (void)
{
  CyanWindow *window = driver_window ();
  g_autofree char *before = driver_write ("small-a", BEFORE, -1);
  g_autofree char *after = driver_write ("small-b", AFTER, -1);

  driver_start (window, before, after);
  wait_until (window->comparison->session != NULL);
  driver_wait_drawn (window);
  return window;
}

/* A folded profile that takes seconds to load if MALLOC_PERTURB_ and the like slow it down. */
static const char *
big_file (void)
{
  static char *path = NULL;
  GString *text;

  if (path != NULL)
    return path;
  text = g_string_new (NULL);
  for (guint i = 0; i < BIG_LINES; i++)
    g_string_append_printf (text, "main;a%u;b%u;c%u;d%u;e%u 7\n", i % 7, i % 101, i % 1009,
                            i % 9973, i);
  path = driver_write ("big", text->str, (gssize) text->len);
  g_string_free (text, TRUE);
  return path;
}

/* ---- drop and the welcome page ---- */

/* Drops one file, or two. */
static gboolean
drop (GtkWidget *widget, double x, const char *first, const char *second)
{
  const char *const paths[] = { first, second, NULL };

  return driver_drop (widget, x, paths);
}

static GtkWidget *
welcome_button (CyanWindow *window, const char *text)
{
  return driver_find (GTK_WIDGET (window->welcome), GTK_TYPE_BUTTON, text);
}

TEST ("/window/files/welcome")
{
  CyanWindow *window = driver_window ();
  g_autofree char *before = driver_write ("v1.folded", BEFORE, -1);
  g_autofree char *after = driver_write ("v2.folded", AFTER, -1);

  g_assert_cmpstr (driver_page (window), ==, "welcome");
  g_assert_true (cyan_window_is_empty (window));
  g_assert_true (drop (welcome_button (window, "Before"), 10, before, NULL));
  driver_wait_drawn (window);
  g_assert_cmpstr (driver_page (window), ==, "welcome");
  g_assert_true (driver_shows (GTK_WIDGET (window->welcome), "v1.folded"));
  g_assert_true (drop (welcome_button (window, "After"), 10, after, NULL));
  wait_until (window->comparison->session != NULL);
  g_assert_cmpstr (driver_page (window), ==, "blueprint");
  g_assert_cmpstr (driver_title (window), ==, "v1 → v2");
  driver_close (window);

  /* The pair is remembered, and a click opens it again. */
  window = driver_window ();
  wait_until (driver_shows (GTK_WIDGET (window->welcome), "v1.folded → v2.folded"));
  driver_wait_drawn (window);
  driver_press (driver_find (GTK_WIDGET (window->welcome), GTK_TYPE_LIST_BOX_ROW, "v1.folded"));
  wait_until (window->comparison->session != NULL);
  driver_close (window);
}

WINDOW_TEST ("/window/files/drop-both", driver_window ())
{
  g_autofree char *before = driver_write ("v1.folded", BEFORE, -1);
  g_autofree char *after = driver_write ("v2.folded", AFTER, -1);

  /* Dropped beside the two targets, two files are before and after. */
  g_assert_true (drop (GTK_WIDGET (window), 10, before, after));
  wait_until (window->comparison->session != NULL);
  g_assert_cmpstr (driver_title (window), ==, "v1 → v2");
}

/* One file replaces the side on which it is dropped; two files are a new pair. */
WINDOW_TEST ("/window/files/drop-on-blueprint", small_pair ())
{
  g_autofree char *third = driver_write ("third", "main;other 7\n", -1);
  g_autofree char *fourth = driver_write ("fourth", "main;other 9\n", -1);
  double width = gtk_widget_get_width (GTK_WIDGET (window));

  g_assert_true (drop (GTK_WIDGET (window), width * 0.9, third, NULL));
  wait_until (g_str_equal (driver_title (window), "small-a → third"));
  g_assert_true (drop (GTK_WIDGET (window), width * 0.1, fourth, NULL));
  wait_until (g_str_equal (driver_title (window), "fourth → third"));
  g_assert_true (drop (GTK_WIDGET (window), width * 0.9, third, fourth));
  wait_until (g_str_equal (driver_title (window), "third → fourth"));
}

/* One file alone is a plain tree that waits for the other. */
WINDOW_TEST ("/window/files/one", driver_window ())
{
  g_autofree char *before = driver_write ("v1.folded", BEFORE, -1);
  g_autofree char *after = driver_write ("v2.folded", AFTER, -1);
  double width = gtk_widget_get_width (GTK_WIDGET (window));

  driver_start (window, before, NULL);
  wait_until (window->comparison->session != NULL);
  g_assert_cmpstr (driver_page (window), ==, "blueprint");
  g_assert_cmpstr (driver_title (window), ==, "v1");
  g_assert_nonnull (strstr (driver_subtitle (window), "the other profile"));
  g_assert_false (driver_shows (GTK_WIDGET (window->comparison->details), "Hot path"));
  for (CyanNode i = 0; i < cyan_session_comparison (window->comparison->session)->compared.n_nodes;
       i++)
    g_assert_cmpint (cyan_comparison_verdict (cyan_session_comparison (window->comparison->session),
                                              i, CYAN_BASIS_SHARE),
                     ==, CYAN_VERDICT_UNCHANGED);
  g_assert_true (drop (GTK_WIDGET (window), width * 0.9, after, NULL));
  wait_until (g_str_equal (driver_title (window), "v1 → v2"));
}

/* ---- bad files ---- */

/* Opens @bad as before, checks that the error names it, and goes back. */
static void
assert_refused (CyanWindow *window, const char *bad, const char *name)
{
  CyanSession *session = window->comparison->session;
  g_autofree char *good = driver_write ("good", AFTER, -1);
  GtkWidget *page = GTK_WIDGET (window->error_page);

  driver_start (window, bad, good);
  wait_until (g_str_equal (driver_page (window), "error"));
  driver_wait_drawn (window);
  if (!driver_shows (page, name))
    {
      g_autofree char *words = driver_words (page);

      g_error ("\"%s\" is not in:\n%s", name, words);
    }
  g_assert_true (window->comparison->session == session);
  driver_press (driver_find (page, GTK_TYPE_BUTTON, "Go Back"));
  wait_until (g_str_equal (driver_page (window), session != NULL ? "blueprint" : "welcome"));
}

TEST ("/window/files/bad")
{
  static const struct
  {
    const char *name;
    const char *content;
    gssize length;
  } files[] = {
    { "empty", "", 0 },
    { "letter.txt", "Dear reader,\nthis is not a profile.\n", -1 },
    { "no-count.folded", "main;parse\nmain;lex\n", -1 },
    { "broken.json", "{\"traceEvents\":[{\"ph\":\"B\",", -1 },
    { "cut.gz", "\x1f\x8b\x08\0\0\0\0\0", 8 },
    { "newer.cct", "cct 99\n", -1 },
    { "<b>&.folded", "main;lex\n", -1 },
  };
  g_autofree char *nowhere = driver_temporary_file ("nowhere.cct");
  g_autofree char *folder = driver_source_file ("data/demo");

  for (guint round = 0; round < 2; round++)
    {
      CyanWindow *window = round == 0 ? driver_window () : small_pair ();

      for (guint i = 0; i < G_N_ELEMENTS (files); i++)
        {
          g_autofree char *path = driver_write (files[i].name, files[i].content, files[i].length);

          assert_refused (window, path, files[i].name);
        }
      assert_refused (window, nowhere, "nowhere.cct");
      assert_refused (window, folder, "demo");
      if (round == 1)
        {
          /* The previous comparison still works. */
          g_assert_cmpstr (driver_title (window), ==, "small-a → small-b");
          driver_wait_drawn (window);
          driver_click_node (window, driver_node (window, "main"), 1);
          g_assert_cmpstr (driver_selected (window), ==, "main");
        }
      driver_close (window);
    }
}

/* Valid but odd files: there is an answer, and no warning of GTK. */
TEST ("/window/files/odd")
{
  static const struct
  {
    const char *before;
    const char *after;
  } pairs[] = {
    { BEFORE, BEFORE },                   /* the same */
    { "a;b 1\n", "c;d 1\n" },             /* nothing in common */
    { "a;b 90\na 1\n", "c 3\nd 7000\n" }, /* and several roots */
    { "main;lex 0\n", "main;lex 0\n" },   /* no time at all */
    { "main;lex 5\n", "main;lex 0\n" },   /* none on one side */
  };
  CyanWindow *window = driver_window ();

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autofree char *before = driver_write ("odd-a.folded", pairs[i].before, -1);
      g_autofree char *after = driver_write ("odd-b.folded", pairs[i].after, -1);
      CyanSession *old = window->comparison->session;

      driver_start (window, before, after);
      wait_until (window->loading == NULL);
      g_assert_cmpstr (driver_page (window), ==, "blueprint");
      g_assert_true (window->comparison->session != old);
      driver_wait_drawn (window);
      driver_key (window, "Home");
      driver_key (window, "a");
      driver_wait_drawn (window);
      g_assert_cmpuint (cyan_layout_n_shown (cyan_session_layout (window->comparison->session)), >,
                        0);
      g_assert_false (driver_shows (GTK_WIDGET (window), "nan"));
      g_assert_false (driver_shows (GTK_WIDGET (window), "inf "));
    }
  driver_close (window);
}

/* A warning about profiles that can hardly be compared stays until it is dismissed. */
WINDOW_TEST ("/window/files/doubt", small_pair ())
{
  GtkWidget *bar = GTK_WIDGET (window->comparison->doubt_bar);
  g_autofree char *before = driver_write ("one-program", "main;lex 100\nmain 1\n", -1);
  g_autofree char *after = driver_write ("another", "<b>;other 5000\n<b> 3\n", -1);
  CyanSession *old = window->comparison->session;

  g_assert_false (gtk_info_bar_get_revealed (window->comparison->doubt_bar));
  driver_start (window, before, after);
  wait_until (window->comparison->session != old);
  driver_wait_drawn (window);
  g_assert_true (driver_shows (bar, "These profiles are hardly comparable"));
  g_assert_true (gtk_widget_get_visible (driver_child (window, "trust_icon")));
  driver_press (driver_find (bar, GTK_TYPE_BUTTON, NULL));
  wait_until (!gtk_info_bar_get_revealed (window->comparison->doubt_bar));
  /* A new comparison shows it again. */
  driver_key (window, "F5");
  wait_until (gtk_info_bar_get_revealed (window->comparison->doubt_bar));
}

/* Names are not interpreted as markup, and long ones are cut. */
TEST ("/window/files/hostile-names")
{
  static const char *const names[] = { "<b>bold</b>&amp<span size='99999'>", "%s%n%s", "operator<<",
                                       ("\xe2\x80\xae"
                                        "txet"),
                                       "tab\there" };
  CyanWindow *window = driver_window ();
  g_autofree char *long_name = g_strnfill (100000, 'x');
  g_autoptr (GString) before = g_string_new (NULL), after = g_string_new (NULL);
  g_autofree char *before_path = NULL, *after_path = NULL;
  CyanComparison *comparison;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_string_append_printf (before, "main;%s 10\n", names[i]);
      g_string_append_printf (after, "main;%s 30\n", names[i]);
    }
  g_string_append_printf (before, "main;%s 10\n", long_name);
  g_string_append_printf (after, "main;%s 500\n", long_name);
  before_path = driver_write ("<i>a", before->str, -1);
  after_path = driver_write ("b&lt;", after->str, -1);
  driver_start (window, before_path, after_path);
  wait_until (window->loading == NULL);
  g_assert_cmpstr (driver_page (window), ==, "blueprint");
  comparison = cyan_session_comparison (window->comparison->session);
  driver_key (window, "Home");
  driver_key (window, "a");
  for (CyanNode i = 1; i < comparison->compared.n_nodes; i++)
    {
      g_autoptr (GtkWidget) tooltip = NULL;

      cyan_session_select (window->comparison->session, i);
      driver_wait_drawn (window);
      tooltip = g_object_ref_sink (cyan_numbers_tooltip_new (window->comparison->session, i));
      g_assert_true (GTK_IS_WIDGET (tooltip));
      if (strstr (cyan_comparison_name (comparison, i), "<b>") != NULL)
        g_assert_true (driver_shows (GTK_WIDGET (window->comparison->details),
                                     "<b>bold</b>&amp<span size='99999'>"));
    }
  g_assert_nonnull (strstr (driver_title (window), "<i>a"));
  g_assert_true (driver_shows (driver_title_box (window), "<i>a"));
  /* The window is not wider than the screen, whatever the names are. */
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window)), <=, 1400);
  /* Toasts and pages of errors, too. */
  cyan_window_toast (window, "<b>&</i>");
  driver_wait_drawn (window);
  g_assert_true (driver_shows (GTK_WIDGET (window->toasts), "<b>&</i>"));
  driver_close (window);
}

/* A newline in a name, which folded stacks cannot hold. */
TEST ("/window/files/newline")
{
  static const char text[] =
      "{\"traceEvents\":[{\"ph\":\"X\",\"ts\":0,\"dur\":10,\"pid\":1,\"tid\":1,"
      "\"name\":\"ma\\nin\"},{\"ph\":\"X\",\"ts\":1,\"dur\":%d,\"pid\":1,\"tid\":1,"
      "\"name\":\"<u>\\u001b[31mlex\"}]}";
  CyanWindow *window = driver_window ();
  g_autofree char *first = g_strdup_printf (text, 2);
  g_autofree char *second = g_strdup_printf (text, 8);
  g_autofree char *before = driver_write ("newline-a", first, -1);
  g_autofree char *after = driver_write ("newline-b", second, -1);

  driver_start (window, before, after);
  wait_until (window->loading == NULL);
  g_assert_cmpstr (driver_page (window), ==, "blueprint");
  driver_wait_drawn (window);
  wait_until (driver_shows (GTK_WIDGET (window->comparison->details), "<u>"));
  g_assert_false (driver_shows (GTK_WIDGET (window->comparison->details), "\x1b"));
  driver_key (window, "Home");
  driver_wait_drawn (window);
  g_assert_false (driver_shows (GTK_WIDGET (window->comparison->details), "ma\nin"));
  driver_close (window);
}

/* ---- slow files ---- */

static void
wait_until_loading (CyanWindow *window)
{
  wait_until (gtk_widget_get_mapped (window->progress_box));
  wait_until (gtk_progress_bar_get_fraction (window->progress) > 0);
  driver_wait_drawn (window);
}

/* Waits for threads that are still running; their results must be ignored. */
static void
let_threads_end (GCancellable *cancellable)
{
  wait_until (G_OBJECT (cancellable)->ref_count == 1);
}

WINDOW_TEST ("/window/files/cancel", small_pair ())
{
  CyanSession *session = window->comparison->session;
  g_autoptr (GCancellable) cancellable = NULL;

  driver_start (window, big_file (), big_file ());
  cancellable = g_object_ref (cyan_jobs_get (window->jobs, CYAN_JOB_LOAD));
  wait_until_loading (window);
  /* What was there stays, and can be used. */
  g_assert_cmpstr (driver_page (window), ==, "blueprint");
  g_assert_true (driver_shows (window->progress_box, "Loading"));
  driver_key (window, "Home");
  g_assert_cmpstr (driver_selected (window), ==, "main");
  driver_press (driver_find (window->progress_box, GTK_TYPE_BUTTON, "Cancel"));
  wait_until (g_str_equal (driver_page (window), "blueprint"));
  let_threads_end (cancellable);
  g_assert_true (window->comparison->session == session);
  g_assert_cmpstr (driver_page (window), ==, "blueprint");

  g_clear_object (&cancellable);
  driver_start (window, big_file (), big_file ());
  cancellable = g_object_ref (cyan_jobs_get (window->jobs, CYAN_JOB_LOAD));
  wait_until_loading (window);
  driver_key (window, "Escape");
  g_assert_cmpstr (driver_page (window), ==, "blueprint");
  let_threads_end (cancellable);
  g_assert_true (window->comparison->session == session);
}

TEST ("/window/files/close-while-loading")
{
  CyanWindow *window = driver_window ();
  g_autoptr (GCancellable) cancellable = NULL;

  driver_start (window, big_file (), big_file ());
  cancellable = g_object_ref (cyan_jobs_get (window->jobs, CYAN_JOB_LOAD));
  wait_until_loading (window);
  g_assert_cmpstr (driver_page (window), ==, "loading");
  gtk_window_close (GTK_WINDOW (window));
  let_threads_end (cancellable);
}

/* The newer request wins, whichever is ready first. */
WINDOW_TEST ("/window/files/overtaken", small_pair ())
{
  g_autofree char *before = driver_write ("newer-a", BEFORE, -1);
  g_autofree char *after = driver_write ("newer-b", AFTER, -1);
  g_autoptr (GCancellable) cancellable = NULL;

  driver_start (window, big_file (), big_file ());
  cancellable = g_object_ref (cyan_jobs_get (window->jobs, CYAN_JOB_LOAD));
  wait_until_loading (window);
  driver_start (window, before, after);
  wait_until (g_str_equal (driver_title (window), "newer-a → newer-b"));
  let_threads_end (cancellable);
  g_assert_cmpstr (driver_title (window), ==, "newer-a → newer-b");
  g_assert_cmpstr (driver_page (window), ==, "blueprint");
}

/* A quick load does not show the loading page. */
static void
on_page (GtkStack *stack, GParamSpec *spec, gboolean *loading)
{
  *loading |= g_strcmp0 (gtk_stack_get_visible_child_name (stack), "loading") == 0;
}

WINDOW_TEST ("/window/files/quick", driver_window ())
{
  g_autofree char *before = driver_write ("small-a", BEFORE, -1);
  g_autofree char *after = driver_write ("small-b", AFTER, -1);
  gboolean loading = FALSE;

  g_signal_connect (window->stack, "notify::visible-child-name", G_CALLBACK (on_page), &loading);
  driver_start (window, before, after);
  wait_until (window->comparison->session != NULL);
  g_assert_false (loading);
  g_signal_handlers_disconnect_by_func (window->stack, on_page, &loading);
}

/* ---- drops on other pages ---- */

/* One file waits on the welcome page for the other. */
WINDOW_TEST ("/window/files/drop-on-error", driver_window ())
{
  g_autofree char *good = driver_write ("v1.folded", BEFORE, -1);
  g_autofree char *bad = driver_write ("bad.folded", "no profile", -1);

  driver_start (window, bad, good);
  wait_until (g_str_equal (driver_page (window), "error"));
  g_assert_true (drop (GTK_WIDGET (window), 10, good, NULL));
  g_assert_cmpstr (driver_page (window), ==, "welcome");
  wait_until (driver_shows (GTK_WIDGET (window->welcome), "v1.folded"));
  g_assert_true (driver_shows (GTK_WIDGET (window->welcome), "Waiting for this one"));
}

/* From a history, too, and Escape leads back to it. */
WINDOW_TEST ("/window/files/drop-on-history", driver_window ())
{
  g_autofree char *good = driver_write ("v1.folded", BEFORE, -1);
  g_autofree char *other = driver_write ("v2.folded", AFTER, -1);

  driver_press_inside (driver_row (GTK_WIDGET (window->welcome), "A History of 40 Revisions"));
  wait_until (g_str_equal (driver_page (window), "history"));
  g_assert_true (drop (GTK_WIDGET (window), 10, good, NULL));
  wait_until (driver_shows (GTK_WIDGET (window->welcome), "Waiting for this one"));
  driver_key (window, "Escape");
  g_assert_cmpstr (driver_page (window), ==, "history");
  g_assert_true (drop (GTK_WIDGET (window), 10, good, other));
  wait_until (g_str_equal (driver_page (window), "blueprint"));
  g_assert_cmpstr (driver_title (window), ==, "v1 → v2");
}

/* Where there may be a store, it is looked for. */
WINDOW_TEST ("/window/files/drop-store-address", driver_window ())
{
  g_assert_true (drop (welcome_button (window, "Before"), 10, "http://127.0.0.1:9/store/", NULL));
  wait_until (g_str_equal (driver_page (window), "error"));
  wait_until (driver_shows (GTK_WIDGET (window->error_page), "Cannot Read This Store"));
}

/* ---- the welcome page ---- */

WINDOW_TEST ("/window/files/sample", driver_window ())
{
  driver_press (driver_row (GTK_WIDGET (window->welcome), "Sample Comparison"));
  wait_until (window->comparison->session != NULL);
  g_assert_nonnull (strstr (driver_subtitle (window), "6.15 ms → 10.6 ms, 73.0 % slower"));
  wait_until (driver_shows (GTK_WIDGET (window->comparison->source_pane),
                            "for (int i = index->n_entries - 1; i >= 0; i--)"));
}

/* The answer of then, without a look at the files. */
TEST ("/window/files/recent-answer")
{
  CyanWindow *window = small_pair ();
  g_autofree char *answer = g_strdup (driver_subtitle (window));
  GtkWidget *row;

  g_assert_nonnull (strstr (answer, " → "));
  driver_close (window);
  g_free (driver_write ("small-a", "nothing any more", -1));
  window = driver_window ();
  wait_until ((row = driver_row (GTK_WIDGET (window->welcome), "small-a → small-b")) != NULL);
  g_assert_true (driver_shows (row, answer));
  driver_press_inside (row);
  wait_until (g_str_equal (driver_page (window), "error"));
  driver_close (window);
}

/* Whatever is in the settings, the page opens; what is of use is listed, at most ten. */
TEST ("/window/files/recent-foreign")
{
  GSettings *settings = driver_settings ();
  GVariantBuilder recent;
  CyanWindow *window;
  guint n = 0;

  g_variant_builder_init (&recent, G_VARIANT_TYPE ("a(asasa{sv})"));
  g_variant_builder_add_parsed (&recent, "(@as [], @as [], @a{sv} {})");
  g_variant_builder_add_parsed (&recent, "(['https://a/b'], ['nothing'], @a{sv} {})");
  g_variant_builder_add_parsed (&recent, "(['file:///a'], ['file:///b'], {'answer': <7>, "
                                         "'title': <'t\\nu'>, 'other': <[1, 2]>})");
  for (guint i = 0; i < 20; i++)
    g_variant_builder_add_parsed (&recent,
                                  "(['file:///gone'], ['file:///away'], {'answer': <%s>, "
                                  "'title': <'<b>&amp;'>})",
                                  "<i>slower</i>\n\n%s");
  g_settings_set_value (settings, "recent-comparisons", g_variant_builder_end (&recent));
  window = driver_window ();
  wait_until (driver_row (GTK_WIDGET (window->welcome), "a → b") != NULL);
  g_assert_nonnull (driver_row (GTK_WIDGET (window->welcome), "<b>&amp;"));
  for (GtkWidget *row = gtk_widget_get_first_child (driver_child (window->welcome, "recent_list"));
       row != NULL; row = gtk_widget_get_next_sibling (row))
    n++;
  g_assert_cmpuint (n, ==, 10);
  g_settings_reset (settings, "recent-comparisons");
  driver_close (window);
}
