/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The window in another language contains no English: neither in German and Spanish nor in a pseudo
 * language, in which each message is in ⟦⟧, so that texts that cannot be translated stand out.
 */
#include "driver.h"
#include "english.h"

#include "cyan-settings.h"
#include "git-fixture.h"
#include "tests.h"
#include "tree.h"

#include <errno.h>
#include <string.h>

/* Nodes of a profile above the smallest possible limit. */
#define N_MANY 1500

static English *english;

static void
check_widgets (gpointer root)
{
  driver_visit_texts (root, english_check, english);
}

static void
check_page (CyanSession *session, CyanBasis basis)
{
  driver_visit_page (cyan_session_comparison (session), basis, english_check, english);
}

static void
check_each_node (CyanWindow *window)
{
  for (CyanNode node = 1;
       node < cyan_session_comparison (window->comparison->session)->compared.n_nodes; node++)
    {
      cyan_session_select (window->comparison->session, node);
      driver_wait_drawn (window);
      check_widgets (window);
    }
}

static void
on_progress_text (GtkProgressBar *progress)
{
  const char *text = gtk_progress_bar_get_text (progress);

  if (text != NULL)
    english_check (text, "progress", english);
}

/* Opens a new window and checks its progress messages. */
static CyanWindow *
new_window (void)
{
  CyanWindow *window = driver_window ();

  g_signal_connect (window->progress, "notify::text", G_CALLBACK (on_progress_text), NULL);
  return window;
}

static void
wait_for_page (CyanWindow *window, const char *page)
{
  wait_until (window->loading == NULL);
  driver_wait_drawn (window);
  g_assert_cmpstr (driver_page (window), ==, page);
}

static CyanWindow *
new_pair (const char *before, const char *after)
{
  CyanWindow *window = new_window ();
  g_autofree char *a = driver_write ("qqa", before, -1);
  g_autofree char *b = driver_write ("qqb", after, -1);

  driver_start (window, a, b);
  wait_for_page (window, "blueprint");
  return window;
}

#define BEFORE "qqA;qqB 100\nqqA;qqC 300\nqqA;qqD 200\nqqA;qqE;qqF 40\n"
/* A negative count causes a warning. */
#define AFTER                                                                                      \
  "qqA;qqB 300\nqqA;qqC 100\nqqA;qqD 200\nqqA;qqG;qqH 90\nqqA;qqG -1\nqqA;qqB -2\nqqA;;qqB 4\n"

/* Two calls, and what is warned of: a counter and a sample, an end without a call, a negative
 * length. */
#define TRACE                                                                                      \
  "[{\"ph\":\"X\",\"name\":\"qqA\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":5},"                       \
  "{\"ph\":\"X\",\"name\":\"qqB\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":-2},"                       \
  "{\"ph\":\"C\",\"name\":\"qqC\",\"pid\":1,\"tid\":1,\"ts\":2},"                                  \
  "{\"ph\":\"P\",\"name\":\"qqD\",\"pid\":1,\"tid\":1,\"ts\":3},"                                  \
  "{\"ph\":\"E\",\"pid\":1,\"tid\":1,\"ts\":9}]"

/* ---- the report ---- */

typedef struct
{
  guint n_silent; /* open elements from the one on that has no text for people */
  GString *text;  /* of the paragraph */
} Page;

/* What stands inside of a sentence. */
static gboolean
is_inline (const char *name)
{
  return strcmp (name, "code") == 0 || strcmp (name, "strong") == 0 || strcmp (name, "a") == 0;
}

static void
check_paragraph (Page *page, const char *name)
{
  if (is_inline (name))
    return;
  english_check (page->text->str, name, english);
  g_string_truncate (page->text, 0);
}

static gboolean
is_silent (const char *name, const char **names, const char **values)
{
  if (strcmp (name, "style") == 0 || strcmp (name, "script") == 0)
    return TRUE;
  for (guint i = 0; names[i] != NULL; i++)
    if (strcmp (names[i], "class") == 0 && strcmp (values[i], "diff") == 0)
      return TRUE;
  return FALSE;
}

static void
on_element (GMarkupParseContext *context,
            const char *name,
            const char **names,
            const char **values,
            gpointer data,
            GError **error)
{
  Page *page = data;

  check_paragraph (page, name);
  if (page->n_silent > 0 || is_silent (name, names, values))
    page->n_silent++;
  for (guint i = 0; names[i] != NULL; i++)
    if (strcmp (names[i], "placeholder") == 0 || strcmp (names[i], "aria-label") == 0)
      english_check (values[i], name, english);
}

static void
on_element_end (GMarkupParseContext *context, const char *name, gpointer data, GError **error)
{
  Page *page = data;

  check_paragraph (page, name);
  if (page->n_silent > 0)
    page->n_silent--;
}

static void
on_page_text (
    GMarkupParseContext *context, const char *text, gsize length, gpointer data, GError **error)
{
  Page *page = data;

  if (page->n_silent == 0)
    g_string_append_len (page->text, text, (gssize) length);
}

static void
check_report (CyanWindow *window)
{
  static const GMarkupParser parser = { .start_element = on_element,
                                        .end_element = on_element_end,
                                        .text = on_page_text };
  g_autofree char *path = driver_temporary_file ("qq.html");
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) paragraph = g_string_new (NULL);
  Page page = { 0, paragraph };
  g_autoptr (GMarkupParseContext) context =
      g_markup_parse_context_new (&parser, G_MARKUP_TREAT_CDATA_AS_TEXT, &page, NULL);

  cyan_window_export_to (window, path, FALSE);
  wait_until (cyan_jobs_get (window->jobs, CYAN_JOB_EXPORT) == NULL);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_markup_parse_context_parse (context, text, -1, &error);
  g_assert_no_error (error);
}

/* ---- pages ---- */

static void
check_pair (void)
{
  CyanWindow *window = new_pair (BEFORE, AFTER);

  g_assert_true (gtk_widget_get_visible (driver_child (window, "trust_icon")));
  check_page (window->comparison->session, CYAN_BASIS_SHARE);
  check_page (window->comparison->session, CYAN_BASIS_ABSOLUTE);
  check_each_node (window);
  g_action_group_change_action_state (G_ACTION_GROUP (window), "palette",
                                      g_variant_new_string (cyan_palette_names[CYAN_PALETTE_SAFE]));
  g_action_group_change_action_state (driver_actions (window), "basis",
                                      g_variant_new_string ("absolute"));
  check_each_node (window);
  gtk_widget_activate_action (GTK_WIDGET (window->comparison->canvas), "canvas.menu", NULL);
  wait_until (driver_find (GTK_WIDGET (window->comparison->canvas), GTK_TYPE_POPOVER_MENU, NULL)
              != NULL);
  check_widgets (window);
  check_report (window);
  driver_close (window);
}

static void
check_other_profiles (void)
{
  CyanWindow *window = new_window ();
  g_autofree char *only = driver_write ("qqonly", BEFORE, -1);
  g_autofree char *trace = driver_write ("qqtrace", TRACE, -1);

  check_widgets (window);
  driver_start (window, only, NULL);
  wait_for_page (window, "blueprint");
  check_widgets (window);
  check_page (window->comparison->session, CYAN_BASIS_SHARE);
  check_report (window);
  driver_start (window, trace, NULL);
  wait_for_page (window, "blueprint");
  g_assert_cmpuint (cyan_session_comparison (window->comparison->session)->warnings->len, ==, 3);
  g_assert_true (gtk_widget_get_visible (driver_child (window, "trust_icon")));
  check_widgets (window);
  check_report (window);
  driver_close (window);

  window = new_pair (BEFORE, "qqX;qqY 1\nqqX;qqZ 2\n");
  g_assert_nonnull (cyan_session_comparison (window->comparison->session)->doubt);
  check_widgets (window);
  check_report (window);
  driver_close (window);
}

static void
check_runs (void)
{
  g_autofree char *first = driver_write ("qq1", "qqA;qqB 100\nqqA;qqC 300\n", -1);
  g_autofree char *second = driver_write ("qq2", "qqA;qqB 110\nqqA;qqC 290\n", -1);
  g_autofree char *third = driver_write ("qq3", "qqA;qqB 300\nqqA;qqC 100\n", -1);
  g_autofree char *fourth = driver_write ("qq4", "qqA;qqB 310\nqqA;qqC 110\n", -1);
  char *const before[] = { first, second, NULL }, *const after[] = { third, fourth, NULL };
  CyanWindow *window = driver_runs (before, after);

  check_page (window->comparison->session, CYAN_BASIS_SHARE);
  check_each_node (window);
  check_report (window);
  driver_close (window);
}

static void
check_errors (void)
{
  CyanWindow *window = new_window ();
  GSettings *settings = driver_settings ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *bad = driver_write ("qqbad", "qqA;qqB qq\n", -1);
  g_autofree char *many = NULL;

  driver_start (window, bad, bad);
  wait_for_page (window, "error");
  check_widgets (window);
  g_assert_false (gtk_widget_get_visible (window->error_page->limit_box));

  for (guint i = 0; i < N_MANY; i++)
    g_string_append_printf (text, "qqA;qqB%u 1\n", i);
  many = driver_write ("qqmany", text->str, (gssize) text->len);
  g_settings_set_uint (settings, "node-limit", 1000);
  driver_start (window, many, many);
  wait_for_page (window, "error");
  g_settings_reset (settings, "node-limit");
  check_widgets (window);
  g_assert_true (gtk_widget_get_visible (window->error_page->limit_box));
  driver_close (window);
}

/* ---- actions in a window ---- */

static void
check_search (void)
{
  CyanWindow *window = new_pair (BEFORE, AFTER);

  g_object_set (window->comparison->search_panel, "open", TRUE, NULL);
  gtk_editable_set_text (driver_child (window->comparison, "search_entry"), "qqnowhere");
  cyan_search_panel_step (window->comparison->search_panel, FALSE);
  wait_until (*gtk_label_get_text (driver_child (window->comparison, "search_status")) != '\0');
  check_widgets (window);
  gtk_editable_set_text (driver_child (window->comparison, "search_entry"), "qqC");
  cyan_search_panel_step (window->comparison->search_panel, FALSE);
  wait_until (!cyan_search_panel_is_searching (window->comparison->search_panel));
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (window->comparison->found_list)));
  g_assert_cmpstr (driver_selected (window), ==, "qqC");
  check_widgets (window);
  driver_close (window);
}

static void
check_export (void)
{
  CyanWindow *window = new_pair (BEFORE, AFTER);
  g_autofree char *path = driver_temporary_file ("qq.pdf");
  g_autofree char *nowhere = driver_temporary_file ("qq/qq.pdf");
  const char *const paths[] = { path, nowhere };

  english_hide (english, ".pdf");
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      cyan_window_export_to (window, paths[i], FALSE);
      g_assert_nonnull (strstr (gtk_label_get_text (window->progress_title), "qq.pdf"));
      check_widgets (window);
      wait_until (cyan_jobs_get (window->jobs, CYAN_JOB_EXPORT) == NULL);
      wait_until (driver_shows (GTK_WIDGET (window->toasts), "qq.pdf"));
      check_widgets (window);
    }
  driver_close (window);
}

/* ---- dialogs ---- */

static void
check_dialog (CyanWindow *window, const char *type)
{
  GtkWidget *dialog = driver_toplevel (type);
  gpointer watched = dialog;

  driver_wait_drawn (window);
  check_widgets (dialog);
  g_object_add_weak_pointer (G_OBJECT (dialog), &watched);
  gtk_window_close (GTK_WINDOW (dialog));
  wait_until (watched == NULL || !gtk_widget_get_mapped (dialog));
  driver_focus (GTK_WINDOW (window));
}

static void
check_dialogs (void)
{
  CyanWindow *window = new_window ();

  gtk_widget_activate_action (GTK_WIDGET (window), "win.open", NULL);
  check_dialog (window, "CyanOpenDialog");
  g_action_group_activate_action (G_ACTION_GROUP (driver_application ()), "preferences", NULL);
  check_dialog (window, "CyanPreferences");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-help-overlay", NULL);
  check_dialog (window, "GtkShortcutsWindow");
  g_action_group_activate_action (G_ACTION_GROUP (driver_application ()), "about", NULL);
  check_dialog (window, "AdwAboutWindow");
  driver_close (window);
}

/* Keys of dimensions are not translated. */
static void
check_slices (void)
{
  static const char *const keys[] = { "thread", "tid", "pid" };
  g_autoptr (GString) text = g_string_new ("{\"traceEvents\":[");
  CyanWindow *window = new_window ();
  g_autofree char *path = NULL;

  for (guint i = 0; i < 20; i++)
    g_string_append_printf (text,
                            "{\"name\":\"qqrun\",\"ph\":\"X\",\"ts\":%u,\"dur\":5,\"pid\":1,"
                            "\"tid\":%u}%s",
                            i * 10, i, i < 19 ? "," : "]}");
  path = driver_write ("qqslices.json", text->str, (gssize) text->len);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    english_hide (english, keys[i]);
  driver_start (window, path, NULL);
  wait_for_page (window, "blueprint");
  gtk_widget_activate_action (GTK_WIDGET (window), "page.slices", NULL);
  wait_until (
      gtk_widget_get_mapped (driver_child (driver_toplevel ("CyanSlicesDialog"), "slowest_box")));
  check_dialog (window, "CyanSlicesDialog");
  driver_close (window);
}

/* ---- sources ---- */

#define SOURCE                                                                                     \
  "int\nqqlex (int n)\n{\n  return n + %s;\n}\n\nint\nqqmain (void)\n{\n  return qqlex (1);\n}\n"  \
  "\nint\n%s (void)\n{\n  return 3;\n}\n"

static char *
commit_source (const char *repository, const char *step, const char *last)
{
  g_autofree char *text = g_strdup_printf (SOURCE, step, last);
  char *commit;

  tree_write (repository, "qq.c", text, -1);
  commit = git_commit_all (repository, "qq");
  english_hide (english, commit);
  for (guint digits = 12; digits >= 8; digits -= 4)
    {
      g_autofree char *prefix = g_strndup (commit, digits);

      english_hide (english, prefix);
    }
  return commit;
}

static void
check_sources (void)
{
  char *repository = git_new ();
  g_autofree char *base = g_path_get_basename (repository);
  g_autofree char *before = driver_write ("qqa", "qqmain;qqlex 40\nqqmain;qqold 5\n", -1);
  g_autofree char *after = driver_write ("qqb", "qqmain;qqlex 90\nqqmain;qqnew 5\n", -1);
  g_autofree char *first = NULL, *second = NULL, *third = NULL;
  g_autoptr (CyanRequest) request = cyan_settings_new_request (before, after);
  CyanWindow *window = new_window ();
  GtkWidget *pane = GTK_WIDGET (window->comparison->source_pane);

  english_hide (english, repository);
  english_hide (english, base);
  first = commit_source (repository, "1", "qqold");
  second = commit_source (repository, "2", "qqold");
  third = commit_source (repository, "3", "qqnew");
  request->sources[0] = g_strconcat (repository, "@", first, NULL);
  request->sources[1] = g_strconcat (repository, "@", third, NULL);
  cyan_window_open (window, request);
  wait_for_page (window, "blueprint");
  cyan_session_select (window->comparison->session, driver_node (window, "qqlex"));
  wait_until (cyan_comparison_model_change (cyan_session_model (window->comparison->session),
                                            driver_node (window, "qqlex"))
              == CYAN_CHANGE_MODIFIED);
  wait_until (driver_shows (pane, "return n + 3"));
  check_each_node (window);
  check_report (window);

  cyan_session_select (window->comparison->session, driver_node (window, "qqlex"));
  wait_until (driver_shows (pane, "return n + 3"));
  gtk_widget_activate_action (GTK_WIDGET (window), "page.commits", NULL);
  wait_until (driver_shows (pane, "Ada"));
  check_widgets (window);
  gtk_widget_activate_action (GTK_WIDGET (window), "page.older-commit", NULL);
  wait_until (!driver_shows (pane, "return n + 1"));
  check_widgets (window);
  gtk_widget_activate_action (GTK_WIDGET (window), "page.whole-change", NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "page.whole-file", NULL);
  wait_until (driver_shows (pane, "qqmain (void)"));
  check_widgets (window);
  cyan_session_select (window->comparison->session, driver_node (window, "qqmain"));
  driver_wait_drawn (window);
  check_widgets (window);

  /* The dialog knows the revisions. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.open", NULL);
  check_dialog (window, "CyanOpenDialog");

  /* Sources that do not exist. */
  cyan_request_set_sources (request, "/qq", "/qq");
  cyan_window_open (window, request);
  wait_for_page (window, "blueprint");
  cyan_session_select (window->comparison->session, driver_node (window, "qqmain"));
  driver_wait_drawn (window);
  check_widgets (window);
  driver_close (window);
  tree_free (repository);
}

static void
check_all (const char *language)
{
  g_autofree char *folder = driver_temporary_file ("");
  g_autoptr (English) self = english_new (language);

  english = self;
  english_hide (english, folder);
  english_hide (english, g_strerror (ENOENT));
  check_pair ();
  check_other_profiles ();
  check_runs ();
  check_errors ();
  check_search ();
  check_export ();
  check_dialogs ();
  check_sources ();
  check_slices ();
}

TEST ("/words/brackets")
{
  check_all ("qps");
}

TEST ("/words/german")
{
  check_all ("de");
}

TEST ("/words/spanish")
{
  check_all ("es");
}

TESTS ()
{
  /* Makes the texts for screen readers available. */
  g_setenv ("GTK_A11Y", "test", TRUE);
  git_fixture_start ();
  driver_init ();
}
