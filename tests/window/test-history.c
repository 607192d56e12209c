/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The history page: from a store to a step, from there to the blueprint, and back. */
#include "driver-history.h"
#include "driver.h"
#include "tests.h"

#include <string.h>

#include "cyan-history-page-parts.h"
#include "cyan-store.h"
#include "measured.h"

/* The line of a benchmark with the first metric. */
static guint
line_of (CyanWindow *window, const char *benchmark)
{
  const GArray *lines = driver_history (window)->shown;

  for (guint i = 0; i < lines->len; i++)
    if (strcmp (cyan_history_line_name (driver_history (window), g_array_index (lines, guint, i)),
                benchmark)
        == 0)
      return g_array_index (lines, guint, i);
  g_assert_not_reached ();
}

static GtkWidget *
chart_of (CyanWindow *window)
{
  return GTK_WIDGET (window->history->chart);
}

/* Where a revision of a benchmark is drawn. */
static void
place_of (CyanWindow *window, const char *benchmark, guint column, double *x, double *y)
{
  g_assert_true (
      cyan_history_chart_place (window->history->chart, line_of (window, benchmark), column, x, y));
}

WINDOW_TEST ("/window/history/opening", driver_open_store (measured_path ()))
{
  /* The largest step is what one sees first. */
  g_assert_cmpuint (driver_history (window)->line, ==, line_of (window, "xml"));
  g_assert_cmpuint (driver_history (window)->column, ==, MEASURED_SLOWER);
  wait_until (driver_history_details (window, "mix: 16 rounds in place of 12"));
  g_assert_true (driver_history_details (window, "Ada Example"));
  g_assert_true (driver_history_details (window, "Worse: +30.0"));
  g_assert_true (driver_history_details (window, "It is at this revision."));
  wait_until (driver_history_details (window, "compiler: gcc 12.2"));
  g_assert_true (driver_shows (GTK_WIDGET (window->history->list), "sort"));
  g_assert_true (driver_shows (GTK_WIDGET (window->history->list), "no step"));
  g_assert_cmpstr (driver_title (window), ==, "catalog");
}

static void
count_change (GActionGroup *actions, const char *name, gboolean enabled, guint *n_changes)
{
  ++*n_changes;
}

/* An action that stays as it is does not flicker when all are set again. */
WINDOW_TEST ("/window/history/steady-actions", driver_open_store (measured_path ()))
{
  guint n_changes = 0;
  gulong handler;

  cyan_window_update_actions (window);
  handler =
      g_signal_connect (window, "action-enabled-changed", G_CALLBACK (count_change), &n_changes);
  cyan_window_update_actions (window);
  g_signal_handler_disconnect (window, handler);
  g_assert_cmpuint (n_changes, ==, 0);
}

WINDOW_TEST ("/window/history/step", driver_open_store (measured_path ()))
{
  double x, y;

  driver_key (window, "z");
  wait_until (driver_history (window)->from_zero);
  place_of (window, "xml", MEASURED_FASTER, &x, &y);
  driver_double_click (chart_of (window), x, y);
  wait_until (driver_is_on (window, "blueprint"));
  driver_wait_drawn (window);
  g_assert_cmpuint (cyan_request_n_runs (window->comparison->request, 0), ==, MEASURED_RUNS);
  g_assert_cmpuint (cyan_request_n_runs (window->comparison->request, 1), ==, MEASURED_RUNS);
  g_assert_cmpstr (driver_selected (window), ==, "emit");
  /* Runs that are in no file cannot be kept in a session. */
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "save"));

  driver_key (window, "alt+Left");
  wait_until (driver_is_on (window, "history"));
  g_assert_cmpuint (driver_history (window)->column, ==, MEASURED_FASTER);
  g_assert_true (driver_history (window)->from_zero);
  driver_key (window, "alt+Right");
  wait_until (driver_is_on (window, "blueprint"));
  driver_wait_drawn (window);
  g_assert_cmpstr (driver_selected (window), ==, "emit");
  driver_key (window, "alt+h");
  wait_until (driver_is_on (window, "history"));
}

WINDOW_TEST ("/window/history/two-revisions", driver_open_store (measured_path ()))
{
  double x, y;

  place_of (window, "xml", 30, &x, &y);
  driver_click (chart_of (window), x, y, 1);
  wait_until (driver_history (window)->column == 30);
  driver_key (window, "shift+Left");
  wait_until (driver_history (window)->second == 29);
  /* Before is the ancestor, whatever was chosen first. */
  cyan_history_select_second (driver_history (window), 2);
  driver_wait_drawn (window);
  driver_press (driver_find (GTK_WIDGET (window->history->details), GTK_TYPE_BUTTON, "Compare"));
  wait_until (driver_is_on (window, "blueprint"));
  driver_wait_drawn (window);
  {
    g_autofree char *before = measured_oid (2);
    g_autofree char *after = measured_oid (30);

    g_assert_true (strncmp (cyan_session_before_name (window->comparison->session), before, 8)
                   == 0);
    g_assert_true (strncmp (cyan_session_after_name (window->comparison->session), after, 8) == 0);
  }
}

/* The commits between two revisions, and the menu of a revision. */
WINDOW_TEST ("/window/history/between", driver_open_store (measured_path ()))
{
  GtkWidget *item;
  double x, y;

  cyan_history_select (driver_history (window), 30);
  cyan_history_select_second (driver_history (window), 26);
  driver_wait_drawn (window);
  g_assert_true (driver_history_details (window, "4 commits"));
  g_assert_false (driver_history_details (window, "emit: write whole lines"));
  driver_key (window, "ctrl+h");
  wait_until (driver_history_details (window, "emit: write whole lines"));
  cyan_history_select (driver_history (window), 30);
  place_of (window, "xml", 2, &x, &y);
  driver_click (chart_of (window), x, y, 3);
  wait_until ((item = driver_find (chart_of (window), g_type_from_name ("GtkModelButton"),
                                   "Compare with the Selected Revision"))
              != NULL);
  driver_press (item);
  wait_until (driver_is_on (window, "blueprint"));
  driver_wait_drawn (window);
}

/* From right to left, arrows and clicks go where they point to. */
TEST ("/window/history/mirrored")
{
  CyanWindow *window;
  double x, y, first_x;

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  window = driver_open_store (measured_path ());
  place_of (window, "xml", 0, &first_x, &y);
  place_of (window, "xml", MEASURED_FASTER, &x, &y);
  g_assert_cmpfloat (x, <, first_x);
  driver_click (chart_of (window), x, y, 1);
  wait_until (driver_history (window)->column == MEASURED_FASTER);
  driver_key (window, "Left");
  wait_until (driver_history (window)->column == MEASURED_FASTER + 1);
  driver_key (window, "shift+Right");
  wait_until (driver_history (window)->second == MEASURED_FASTER);
  driver_close (window);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

WINDOW_TEST ("/window/history/keys", driver_open_store (measured_path ()))
{
  CyanHistory *history = driver_history (window);

  driver_key (window, "n");
  wait_until (history->column == MEASURED_FASTER);
  driver_key (window, "p");
  wait_until (history->column == MEASURED_SLOWER);
  driver_key (window, "Home");
  wait_until (history->column == 0);
  driver_key (window, "End");
  wait_until (history->column == MEASURED_REVISIONS - 1);
  driver_key (window, "b");
  wait_until (history->base == MEASURED_REVISIONS - 1);
  driver_key (window, "Left");
  wait_until (history->column == MEASURED_REVISIONS - 2);
  driver_key (window, "b");
  driver_key (window, "b");
  wait_until (history->base == CYAN_HISTORY_NONE);
  driver_key (window, "Down");
  wait_until (history->line == line_of (window, "sort"));
  driver_key (window, "h");
  wait_until (cyan_history_heat (history));
  driver_key (window, "Down");
  wait_until (history->line == line_of (window, "json"));
  driver_key (window, "c");
  wait_until (!cyan_history_heat (history));
  driver_key (window, "d");
  wait_until (history->by_date);
  /* With the one before. */
  driver_key (window, "Return");
  wait_until (driver_is_on (window, "blueprint"));
  driver_wait_drawn (window);
}

TEST ("/window/history/failures")
{
  CyanWindow *window = driver_open_store (measured_path ());
  CyanHistory *history = driver_history (window);

  cyan_history_select (history, MEASURED_BROKEN);
  wait_until (driver_history_details (window, "expected ';' before 'return'"));
  g_assert_true (driver_history_details (window, "the build failed"));
  cyan_history_select (history, MEASURED_TIMEOUT);
  wait_until (driver_history_details (window, "still reading after 60 s"));
  g_assert_true (driver_history_details (window, "3 runs, 1 failed"));
  cyan_history_select (history, MEASURED_GAP);
  wait_until (driver_history_details (window, "not measured"));
  cyan_history_select_line (history, line_of (window, "json"));
  cyan_history_select (history, MEASURED_CRASHED);
  wait_until (driver_history_details (window, "exit code 139"));
  /* There is nothing to compare. */
  g_assert_false (
      g_action_group_get_action_enabled (G_ACTION_GROUP (window->history->actions), "compare"));
  driver_close (window);
}

WINDOW_TEST ("/window/history/function", driver_open_store (measured_path ()))
{
  driver_key (window, "Return");
  wait_until (driver_is_on (window, "blueprint"));
  driver_wait_drawn (window);
  g_assert_cmpstr (driver_selected (window), ==, "mix");
  driver_click_node (window, driver_node (window, "mix"), 3);
  wait_until (driver_menu_item (window, "This Function over Revisions") != NULL);
  driver_press (driver_menu_item (window, "This Function over Revisions"));
  wait_until (driver_is_on (window, "history"));
  g_assert_cmpstr (driver_history (window)->function, ==, "mix");
  g_assert_true (driver_shows (GTK_WIDGET (window->history), "Own time of mix"));
  g_assert_cmpuint (driver_history (window)->column, ==, MEASURED_SLOWER);
  driver_key (window, "BackSpace");
  wait_until (driver_history (window)->function == NULL);
  g_assert_cmpuint (driver_history (window)->column, ==, MEASURED_SLOWER);
}

WINDOW_TEST ("/window/history/tooltip", driver_open_store (measured_path ()))
{
  double x, y;

  place_of (window, "xml", MEASURED_FASTER, &x, &y);
  g_assert_true (driver_shows (driver_hover (chart_of (window), x, y), "emit: write whole lines"));
}

TEST ("/window/history/export")
{
  static const char *const names[] = { "h.svg", "h.png", "h.pdf", "h.csv" };
  CyanWindow *window = driver_open_store (measured_path ());

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = driver_temporary_file (names[i]);

      cyan_window_export_to (window, path, TRUE);
      wait_until (cyan_jobs_get (window->jobs, CYAN_JOB_EXPORT) == NULL);
      g_assert_true (g_file_test (path, G_FILE_TEST_IS_REGULAR));
    }
  {
    g_autofree char *path = driver_temporary_file ("h.csv");
    g_autofree char *text = NULL;

    g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
    g_assert_nonnull (strstr (text, "xml"));
  }
  driver_close (window);
}

TEST ("/window/history/other-files")
{
  g_autofree char *empty = driver_temporary_file ("empty.db");
  g_autofree char *missing = driver_temporary_file ("missing.db");
  const char *const dropped[] = { measured_path (), NULL };
  CyanWindow *window = driver_window ();

  cyan_store_free (cyan_store_open (empty, CYAN_STORE_CREATE, NULL));
  cyan_window_open_store (window, empty);
  wait_until (driver_is_on (window, "history"));
  g_assert_true (driver_shows (GTK_WIDGET (window), "Nothing Measured Yet"));
  cyan_window_open_store (window, missing);
  wait_until (driver_is_on (window, "error"));
  g_assert_true (driver_shows (GTK_WIDGET (window), "Cannot Read This Store"));
  driver_close (window);

  window = driver_window ();
  g_assert_true (driver_drop (GTK_WIDGET (window), 10, dropped));
  wait_until (driver_is_on (window, "history"));
  g_assert_cmpuint (driver_history (window)->shown->len, ==, 3);
  driver_close (window);
}

/* A store of two projects shows the first, and the other one when it is chosen. */
TEST ("/window/history/projects")
{
  g_autofree char *path = driver_temporary_file ("projects.db");
  CyanWindow *window = driver_window ();
  CyanStore *store;
  gint64 id;

  measured_store (path);
  store = cyan_store_open (path, CYAN_STORE_WRITE, NULL);
  g_assert_true (cyan_store_put_project (store, "another", NULL, &id, NULL));
  cyan_store_free (store);
  cyan_window_open_store (window, path);
  wait_until (driver_is_on (window, "history"));
  g_assert_cmpstr (driver_title (window), ==, "another");
  g_assert_cmpuint (driver_history (window)->shown->len, ==, 0);
  gtk_drop_down_set_selected (window->history->project_list, 1);
  wait_until (driver_is_on (window, "history") && driver_history (window)->shown->len == 3);
  g_assert_cmpstr (driver_title (window), ==, "catalog");
  g_assert_cmpuint (gtk_drop_down_get_selected (window->history->project_list), ==, 1);
  driver_close (window);
}

/* The first line that `cyan` says of the same question. */
static char *
first_line (const char *const *arguments)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  g_autofree char *out = NULL;
  int status;

  g_ptr_array_add (all, (gpointer) g_getenv ("CYAN_BINARY"));
  for (guint i = 0; arguments[i] != NULL; i++)
    g_ptr_array_add (all, (gpointer) arguments[i]);
  g_ptr_array_add (all, NULL);
  g_assert_true (g_spawn_sync (NULL, (char **) all->pdata, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL,
                               NULL, &out, NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
  return g_strndup (out, strcspn (out, "\n"));
}

/* Whether that line is at the top of the page. */
static gboolean
answers (CyanWindow *window, const char *const *arguments)
{
  g_autofree char *line = first_line (arguments);

  return g_str_equal (gtk_label_get_text (window->history->answer), line);
}

/* At the top of each view stands what a report begins with. */
WINDOW_TEST ("/window/history/answers", driver_window ())
{
  const char *store;

  driver_press (driver_row (GTK_WIDGET (window->welcome), "A History of 40 Revisions"));
  wait_until (driver_is_on (window, "history"));
  driver_wait_drawn (window);
  store = cyan_history_store_location (cyan_history_page_get_store (window->history));
  g_assert_true (answers (window, (const char *[]){ "history", "evolution", store, NULL }));
  driver_key (window, "s");
  wait_until (driver_history_answers (window, "stacks"));
  g_assert_true (
      answers (window, (const char *[]){ "spectrum", "--store", store, "213d0332", NULL }));
  driver_key (window, "a");
  wait_until (driver_history_answers (window, "Rows changed at"));
  g_assert_true (
      answers (window, (const char *[]){ "spectrum", "--store", store, "--overview", NULL }));
  /* A revision in which all was slow is no change of the program. */
  g_assert_true (driver_shows (GTK_WIDGET (window->history->revisions), "outlier, 18 of 20"));
  driver_key (window, "k");
  wait_until (driver_history_answers (window, "are risky"));
  g_assert_true (answers (window, (const char *[]){ "risk", store, NULL }));
  g_assert_false (driver_shows (GTK_WIDGET (window->history->risk), "missed"));
}

/* One entry of the menu leads there, and Back from view to view and to where it was opened. */
WINDOW_TEST ("/window/history/way", driver_open_store (measured_path ()))
{
  driver_key (window, "a");
  wait_until (driver_history (window)->view == CYAN_HISTORY_VIEW_REVISIONS);
  driver_wait_drawn (window);
  driver_press (window->back_button);
  wait_until (driver_history (window)->view == CYAN_HISTORY_VIEW_CHART);
  driver_wait_drawn (window);
  driver_press (window->back_button);
  wait_until (driver_is_on (window, "welcome"));
  g_assert_cmpstr (driver_title (window), ==, "Cyanotype");
  driver_menu (window, "Many Revisions");
  wait_until (driver_is_on (window, "history"));
  g_assert_cmpstr (driver_title (window), ==, "catalog");
}

/* Where they cannot stand beside each other, panes stand below each other. */
WINDOW_TEST ("/window/history/narrow", driver_open_store (measured_path ()))
{
  GtkWidget *details = GTK_WIDGET (window->history->details);

  /* As a person drags it: with the first step the panes move. */
  gtk_window_set_default_size (GTK_WINDOW (window), 700, 780);
  wait_until (gtk_widget_get_width (GTK_WIDGET (window)) <= 700);
  driver_wait_drawn (window);
  gtk_window_set_default_size (GTK_WINDOW (window), 480, 780);
  wait_until (gtk_widget_get_width (GTK_WIDGET (window)) < 500
              && gtk_widget_get_width (details) == gtk_widget_get_width (chart_of (window)));
  driver_wait_drawn (window);
  g_assert_true (driver_shows (details, "Worse: +30.0"));
  gtk_window_set_default_size (GTK_WINDOW (window), 1200, 780);
  wait_until (gtk_widget_get_width (details) < gtk_widget_get_width (chart_of (window)) / 2);
}

/* A newcomer sees a step, and clicks into it. */
WINDOW_TEST ("/window/history/demo", driver_window ())
{
  guint step;
  double x, y;

  driver_press (driver_row (GTK_WIDGET (window->welcome), "A History of 40 Revisions"));
  wait_until (driver_is_on (window, "history"));
  driver_wait_drawn (window);
  step = driver_history (window)->column;
  g_assert_nonnull (
      cyan_history_step (driver_history (window), driver_history (window)->line, step));
  g_assert_true (cyan_history_chart_place (window->history->chart, driver_history (window)->line,
                                           step, &x, &y));
  driver_double_click (chart_of (window), x, y);
  wait_until (driver_is_on (window, "blueprint"));
  g_assert_cmpstr (driver_selected (window), ==, "find_entry");
  g_assert_true (
      cyan_source_table_has_sources (cyan_session_model (window->comparison->session)->sources));
}
