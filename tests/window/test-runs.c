/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several runs per side: opening them, remembering them, and what they say about noise. */
#include "driver.h"
#include "tests.h"

#include <adwaita.h>
#include <string.h>

#define N_RUNS 3

/* Writes runs in which lex takes @lex and a few milliseconds more or less; all else is equal. */
static char **
write_runs (const char *name, guint lex)
{
  static const int scatter[N_RUNS] = { -1, 0, 2 };
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();

  for (guint i = 0; i < N_RUNS; i++)
    {
      g_autofree char *file = g_strdup_printf ("%s%u.cct", name, i + 1);
      g_autofree char *text = g_strdup_printf (
          "cct 1\nrecording\texact\nmetric\ttime\tns\nfunction\tmain\nfunction\tlex\n"
          "function\teval\n0\t1\t1\t%d\n1\t2\t10\t%d\n1\t3\t10\t%d\nend\t3\n",
          1000 + scatter[i], ((int) lex + scatter[i]) * 1000, 50000 + 900 * scatter[i]);
      g_autofree char *path = driver_write (file, text, -1);

      g_strv_builder_add (paths, path);
    }
  return g_strv_builder_end (paths);
}

static CyanWindow *
open_runs (void)
{
  g_auto (GStrv) before = write_runs ("a", 100);
  g_auto (GStrv) after = write_runs ("b", 150);

  return driver_runs (before, after);
}

static const char *
title_of (CyanWindow *window)
{
  return driver_title (window);
}

static GtkWidget *
welcome_button (CyanWindow *window, const char *text)
{
  return driver_find (GTK_WIDGET (window->welcome), GTK_TYPE_BUTTON, text);
}

/* All files dropped on a target are runs of that side; the list of recent comparisons keeps
 * them. */
TEST ("/window/runs/welcome")
{
  CyanWindow *window = driver_window ();
  g_auto (GStrv) before = write_runs ("a", 100);
  g_auto (GStrv) after = write_runs ("b", 150);

  g_assert_true (driver_drop (welcome_button (window, "Before"), 10, (const char *const *) before));
  driver_wait_drawn (window);
  g_assert_cmpstr (driver_page (window), ==, "welcome");
  g_assert_true (driver_shows (GTK_WIDGET (window->welcome), "a1.cct and 2 more"));
  g_assert_true (driver_drop (welcome_button (window, "After"), 10, (const char *const *) after));
  wait_until (window->comparison->session != NULL);
  g_assert_cmpstr (title_of (window), ==, "a1 (3 runs) → b1 (3 runs)");
  driver_close (window);

  window = driver_window ();
  wait_until (driver_shows (GTK_WIDGET (window->welcome), "a1.cct (3 runs) → b1.cct (3 runs)"));
  driver_wait_drawn (window);
  driver_press (driver_find (GTK_WIDGET (window->welcome), GTK_TYPE_LIST_BOX_ROW, "a1.cct"));
  wait_until (window->comparison->session != NULL);
  g_assert_cmpstr (title_of (window), ==, "a1 (3 runs) → b1 (3 runs)");
  driver_close (window);
}

WINDOW_TEST ("/window/runs/kept", open_runs ())
{
  g_autoptr (CyanSession) session = g_object_ref (window->comparison->session);

  g_assert_cmpstr (title_of (window), ==, "a1 (3 runs) → b1 (3 runs)");
  driver_key (window, "F5");
  wait_until (window->comparison->session != session);
  g_assert_cmpstr (title_of (window), ==, "a1 (3 runs) → b1 (3 runs)");
  driver_wait_drawn (window);
  driver_menu (window, "Swap Before and After");
  wait_until (g_str_equal (title_of (window), "b1 (3 runs) → a1 (3 runs)"));
  driver_wait_drawn (window);
  g_assert_cmpuint (cyan_session_comparison (window->comparison->session)->compared.side[0].n_runs,
                    ==, N_RUNS);
}

/* Several files dropped on a blueprint replace the side on which they are dropped. */
WINDOW_TEST ("/window/runs/drop-on-blueprint", open_runs ())
{
  g_auto (GStrv) other = write_runs ("c", 150);
  double width = gtk_widget_get_width (GTK_WIDGET (window));

  g_assert_true (driver_drop (GTK_WIDGET (window), width * 0.9, (const char *const *) other));
  wait_until (g_str_equal (title_of (window), "a1 (3 runs) → c1 (3 runs)"));
}

/* ---- the dialog ---- */

static guint
count_rows (GtkWidget *root, const char *text)
{
  g_autofree char *words = driver_words (root);
  guint n = 0;

  for (const char *p = words; (p = strstr (p, text)) != NULL; p++)
    n++;
  return n;
}

static GtkWidget *
row_button (GtkWidget *dialog, const char *row_text, const char *tooltip)
{
  GtkWidget *row = driver_find (dialog, ADW_TYPE_ACTION_ROW, row_text);
  GtkWidget *button = NULL;

  g_assert_nonnull (row);
  for (GtkWidget *w = row; w != NULL && button == NULL;)
    {
      GtkWidget *next = gtk_widget_get_first_child (w);

      if (GTK_IS_BUTTON (w) && gtk_widget_get_mapped (w)
          && g_strcmp0 (gtk_widget_get_tooltip_text (w), tooltip) == 0)
        button = w;
      while (next == NULL && w != row)
        {
          next = gtk_widget_get_next_sibling (w);
          w = gtk_widget_get_parent (w);
        }
      w = next;
    }
  g_assert_nonnull (button);
  return button;
}

static GtkWidget *
group_of (GtkWidget *dialog, const char *title)
{
  GtkWidget *group = driver_find (dialog, ADW_TYPE_PREFERENCES_GROUP, title);

  g_assert_nonnull (group);
  return group;
}

WINDOW_TEST ("/window/runs/dialog", open_runs ())
{
  g_auto (GStrv) more = write_runs ("c", 150);
  GtkWidget *dialog;

  driver_send_key ("ctrl+o");
  dialog = driver_open_dialog ();
  g_assert_cmpuint (count_rows (dialog, ".cct"), ==, 2 * N_RUNS);

  /* A file that is already in the list is not added again. */
  g_assert_true (driver_drop (group_of (dialog, "b1.cct"), 10, (const char *const *) more));
  g_assert_true (driver_drop (group_of (dialog, "b1.cct"), 10, (const char *const *) more));
  wait_until (count_rows (dialog, ".cct") == 3 * N_RUNS);
  driver_wait_drawn (window);
  driver_press (row_button (dialog, "a1.cct", "Remove"));
  wait_until (!driver_shows (dialog, "a1.cct"));
  driver_wait_drawn (window);
  driver_press (row_button (dialog, "a2.cct", "Move to after"));
  wait_until (driver_shows (group_of (dialog, "b1.cct"), "a2.cct"));
  g_assert_cmpuint (count_rows (group_of (dialog, "a3.cct"), ".cct"), ==, 1);
  driver_wait_drawn (window);
  driver_press (driver_find (dialog, GTK_TYPE_BUTTON, "Compare"));
  wait_until (g_str_equal (title_of (window), "a3 → b1 (7 runs)"));
}

/* Without runs on both sides there is nothing to compare. */
WINDOW_TEST ("/window/runs/dialog-empty", driver_window ())
{
  g_auto (GStrv) runs = write_runs ("a", 100);
  GtkWidget *dialog, *compare;

  driver_send_key ("ctrl+o");
  dialog = driver_open_dialog ();
  compare = driver_find (dialog, GTK_TYPE_BUTTON, "Compare");
  g_assert_false (gtk_widget_is_sensitive (compare));
  g_assert_cmpuint (count_rows (dialog, "Choose Files"), ==, 2);
  g_assert_true (driver_drop (group_of (dialog, "Before"), 10, (const char *const *) runs));
  wait_until (count_rows (dialog, "Choose Files") == 1);
  g_assert_false (gtk_widget_is_sensitive (compare));
  driver_wait_drawn (window);
  driver_press (row_button (dialog, "a2.cct", "Move to after"));
  wait_until (gtk_widget_is_sensitive (compare));
  driver_send_key ("Escape");
  wait_until (!gtk_widget_get_mapped (GTK_WIDGET (window)) || window->comparison->session == NULL);
}

/* The unit of values without one is chosen and remembered. */
TEST ("/window/runs/dialog-unit")
{
  CyanWindow *window = driver_window ();
  g_autofree char *first = driver_write ("unit-a.folded", "main;lex 900000000\nmain 1000\n", -1);
  g_autofree char *second = driver_write ("unit-b.folded", "main;lex 1900000000\nmain 1000\n", -1);
  g_autoptr (CyanRequest) request = cyan_request_new (first, second);
  GtkWidget *dialog;

  cyan_window_open (window, request);
  wait_until (window->comparison->session != NULL);
  driver_wait_drawn (window);
  wait_until (driver_shows (GTK_WIDGET (window->comparison->details), "1.90 G"));
  g_assert_false (driver_shows (GTK_WIDGET (window), "samples"));

  driver_send_key ("ctrl+o");
  dialog = driver_open_dialog ();
  adw_combo_row_set_selected (ADW_COMBO_ROW (driver_find (dialog, ADW_TYPE_COMBO_ROW, "Unit")), 1);
  driver_wait_drawn (window);
  driver_press (driver_find (dialog, GTK_TYPE_BUTTON, "Compare"));
  wait_until (window->comparison->session != NULL
              && driver_shows (GTK_WIDGET (window->comparison->details), "1.90 s"));
  g_assert_cmpstr (window->comparison->request->limits.unit, ==, "ns");
  driver_close (window);

  /* One click on the welcome page gives the same. */
  window = driver_window ();
  wait_until (driver_shows (GTK_WIDGET (window->welcome), "unit-a"));
  driver_wait_drawn (window);
  driver_press (driver_find (GTK_WIDGET (window->welcome), GTK_TYPE_LIST_BOX_ROW, "unit-a"));
  wait_until (window->comparison->session != NULL
              && driver_shows (GTK_WIDGET (window->comparison->details), "1.90 s"));
  driver_close (window);
}

/* Names are not interpreted as markup. */
TEST ("/window/runs/dialog-hostile")
{
  static const char text[] = "main;lex 5000\nmain 1\n";
  CyanWindow *window = driver_window ();
  g_autofree char *first = driver_write ("<i>&amp;%s.folded", text, -1);
  g_autofree char *second = driver_write ("\xff\xfe<b>.folded", text, -1);
  const char *const before[] = { first, NULL }, *const after[] = { second, NULL };
  GtkWidget *dialog;

  driver_send_key ("ctrl+o");
  dialog = driver_open_dialog ();
  g_assert_true (driver_drop (group_of (dialog, "Before"), 10, before));
  g_assert_true (driver_drop (group_of (dialog, "After"), 10, after));
  wait_until (driver_shows (dialog, "<i>&amp;%s.folded"));
  wait_until (driver_shows (dialog, "<b>.folded"));
  driver_wait_drawn (window);
  driver_press (driver_find (dialog, GTK_TYPE_BUTTON, "Compare"));
  wait_until (window->comparison->session != NULL);
  driver_wait_drawn (window);
  driver_close (window);
  /* The list of recent comparisons shows it, too. */
  window = driver_window ();
  wait_until (driver_shows (GTK_WIDGET (window->welcome), "<i>&amp;%s.folded → "));
  driver_close (window);
}

/* With more than two files the user must say which side they belong to. */
TEST ("/window/runs/open-many")
{
  g_auto (GStrv) runs = write_runs ("a", 100);
  GFile *files[N_RUNS];
  GtkWidget *dialog;
  gpointer watched;
  GList *windows;

  for (guint i = 0; i < N_RUNS; i++)
    files[i] = g_file_new_for_path (runs[i]);
  g_application_open (G_APPLICATION (driver_application ()), files, N_RUNS, "");
  dialog = driver_open_dialog ();
  wait_until (count_rows (dialog, ".cct") == N_RUNS);
  g_assert_cmpuint (count_rows (dialog, "Choose Files"), ==, 1);
  for (guint i = 0; i < N_RUNS; i++)
    g_object_unref (files[i]);
  watched = dialog;
  g_object_add_weak_pointer (G_OBJECT (dialog), &watched);
  gtk_window_close (GTK_WINDOW (dialog));
  wait_until (watched == NULL);
  windows = g_list_copy (gtk_application_get_windows (driver_application ()));
  for (GList *l = windows; l != NULL; l = l->next)
    if (CYAN_IS_WINDOW (l->data))
      driver_close (l->data);
  g_list_free (windows);
}

/* ---- noise ---- */

static void
assert_noise (CyanWindow *window, const char *name, const char *words)
{
  cyan_session_select (window->comparison->session, driver_node (window, name));
  driver_wait_drawn (window);
  if (!driver_shows (GTK_WIDGET (window->comparison->details), words))
    {
      g_autofree char *shown = driver_words (GTK_WIDGET (window->comparison->details));

      g_error ("\"%s\" is not in:\n%s", words, shown);
    }
}

WINDOW_TEST ("/window/runs/noise-of-runs", open_runs ())
{
  g_action_group_change_action_state (driver_actions (window), "basis",
                                      g_variant_new_string ("absolute"));
  assert_noise (window, "lex", "times as much, 95 % interval 1.");
  assert_noise (window, "lex", ": significant");
  assert_noise (window, "eval", "within noise");
  g_assert_cmpint (cyan_comparison_verdict (cyan_session_comparison (window->comparison->session),
                                            driver_node (window, "eval"), CYAN_BASIS_ABSOLUTE),
                   ==, CYAN_VERDICT_UNCHANGED);
  assert_noise (window, "eval", "no significant change");
}

TEST ("/window/runs/noise-of-one-run")
{
  g_auto (GStrv) before = write_runs ("a", 100);
  g_auto (GStrv) after = write_runs ("b", 150);
  char *first[] = { before[0], NULL }, *second[] = { after[0], NULL };
  CyanWindow *window = driver_runs (first, second);

  g_assert_cmpstr (title_of (window), ==, "a1 → b1");
  assert_noise (window, "lex", "one run a side: its noise is unknown");
  driver_close (window);
}
