/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The similarity of a revision, and that of all: rows, switches, ways there and back. */
#include "driver-history.h"
#include "driver.h"
#include "tests.h"

#include <string.h>

#include "cyan-history-page-parts.h"
#include "measured.h"

static GtkWidget *
rows_of (CyanWindow *window)
{
  return GTK_WIDGET (window->history->similarity);
}

static gboolean
has_rows (CyanWindow *window, const char *text)
{
  return driver_shows (rows_of (window), text);
}

/* The button with that word somewhere on the page. */
static GtkWidget *
button_of (CyanWindow *window, const char *text)
{
  return driver_find (GTK_WIDGET (window->history), GTK_TYPE_BUTTON, text);
}

/* The rows of the step of xml. */
static CyanWindow *
open_rows (void)
{
  CyanWindow *window = driver_open_store (measured_path ());

  driver_key (window, "s");
  wait_until (has_rows (window, "mix"));
  driver_wait_drawn (window);
  return window;
}

WINDOW_TEST ("/window/similarity/rows", driver_open_store (measured_path ()))
{
  g_autofree char *base = measured_oid (MEASURED_SLOWER - 1);
  g_autofree char *named = g_strdup_printf ("against %.8s (4 runs)", base);

  /* The way of the pointer. */
  driver_press (driver_find (GTK_WIDGET (window->history->details), GTK_TYPE_BUTTON, "Similarity"));
  wait_until (has_rows (window, named));
  driver_wait_drawn (window);
  g_assert_true (has_rows (window, "own time a run"));
  /* There is no picture. */
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "export-view"));
  g_assert_true (has_rows (window, "the paper's rule"));
  g_assert_true (driver_history_answers (
      window, "1 of 9 stacks changed beyond the noise; the largest is mix: +"));
  g_assert_true (has_rows (window, "The profiles do not know how often functions were called"));
  g_assert_true (has_rows (window, "higher"));
  g_assert_true (has_rows (window, "main › read_input › read_block"));
  g_assert_true (has_rows (window, "compare_keys"));

  /* What mix does is outside of what it did. */
  g_assert_true (
      driver_shows (driver_hover (driver_find (rows_of (window), GTK_TYPE_LABEL, "mix"), 4, 4),
                    "called by main"));

  driver_press (button_of (window, "Changed Only"));
  wait_until (!has_rows (window, "compare_keys"));
  g_assert_true (has_rows (window, "mix"));
  driver_press (button_of (window, "By Function"));
  wait_until (has_rows (window, "mix") && !has_rows (window, "read_block"));
}

/* The first row is the culprit; it leads to its box, and Back to the row and to the chart. */
WINDOW_TEST ("/window/similarity/open", open_rows ())
{
  GtkWidget *row = driver_find (rows_of (window), GTK_TYPE_LABEL, "mix");

  driver_double_click (row, 4, 4);
  wait_until (driver_is_on (window, "blueprint"));
  driver_wait_drawn (window);
  g_assert_cmpstr (driver_selected (window), ==, "mix");
  g_assert_cmpuint (cyan_request_n_runs (window->comparison->request, 1), ==, MEASURED_RUNS);

  driver_key (window, "alt+Left");
  wait_until (driver_is_on (window, "history"));
  g_assert_cmpint (driver_history (window)->view, ==, CYAN_HISTORY_VIEW_SIMILARITY);
  driver_wait_drawn (window);
  driver_key (window, "Down");
  driver_key (window, "Return");
  wait_until (driver_is_on (window, "blueprint"));
  g_assert_cmpstr (driver_selected (window), !=, "mix");
  driver_key (window, "alt+Left");
  wait_until (driver_is_on (window, "history"));
  driver_wait_drawn (window);
  driver_key (window, "alt+Left");
  wait_until (driver_history (window)->view == CYAN_HISTORY_VIEW_CHART);
}

WINDOW_TEST ("/window/similarity/keys", open_rows ())
{
  CyanHistory *history = driver_history (window);
  gboolean is_paper;

  driver_key (window, "x");
  wait_until (!has_rows (window, "compare_keys"));
  /* Nothing but noise. */
  driver_key (window, "Right");
  wait_until (history->column == MEASURED_SLOWER + 1);
  wait_until (has_rows (window, "No Row Changed"));
  driver_press (button_of (window, "Show All Rows"));
  wait_until (has_rows (window, "compare_keys"));
  driver_key (window, "Left");
  wait_until (history->column == MEASURED_SLOWER);
  driver_key (window, "r");
  g_object_get (window->history->similarity, "paper-rank", &is_paper, NULL);
  g_assert_true (is_paper);
  wait_until (has_rows (window, "As in the Paper"));
  driver_key (window, "c");
  wait_until (history->view == CYAN_HISTORY_VIEW_CHART);

  /* A base that somebody chose. */
  cyan_history_select (history, 2);
  driver_key (window, "b");
  cyan_history_select (history, 30);
  driver_key (window, "s");
  {
    g_autofree char *base = measured_oid (2);
    g_autofree char *named = g_strdup_printf ("against %.8s", base);

    wait_until (has_rows (window, named));
  }
  wait_until (driver_history_answers (window, "2 of 9 stacks changed"));
}

/* From right to left, arrows lead where they point to. */
TEST ("/window/similarity/mirrored")
{
  CyanWindow *window;

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  window = open_rows ();
  driver_key (window, "Left");
  wait_until (driver_history (window)->column == MEASURED_SLOWER + 1);
  driver_key (window, "Right");
  wait_until (driver_history (window)->column == MEASURED_SLOWER);
  driver_close (window);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

WINDOW_TEST ("/window/similarity/revisions", driver_open_store (measured_path ()))
{
  CyanHistory *history = driver_history (window);
  GtkWidget *revisions = GTK_WIDGET (window->history->revisions);
  g_autofree char *oid = measured_oid (MEASURED_FASTER);
  g_autofree char *name = g_strndup (oid, 8);

  driver_press (button_of (window, "All Revisions"));
  wait_until (driver_history_answers (window, "Rows changed at 2 of "));
  driver_wait_drawn (window);
  g_assert_true (driver_shows (revisions, "1 of 9"));
  g_assert_true (driver_shows (revisions, "the build failed"));
  wait_until (driver_find (revisions, GTK_TYPE_BUTTON, name) != NULL);
  driver_press (driver_find (revisions, GTK_TYPE_BUTTON, name));
  wait_until (history->view == CYAN_HISTORY_VIEW_SIMILARITY);
  g_assert_cmpuint (history->column, ==, MEASURED_FASTER);
  wait_until (has_rows (window, "lower"));
  driver_key (window, "alt+Left");
  wait_until (history->view == CYAN_HISTORY_VIEW_REVISIONS);

  /* A click selects; the newest is on top. */
  driver_wait_drawn (window);
  driver_key (window, "Up");
  wait_until (history->column == MEASURED_FASTER + 1);
  driver_key (window, "alt+Left");
  wait_until (history->view == CYAN_HISTORY_VIEW_CHART);
}

/* Whether something that is shown in @view has the focus; with @is_row, a selected row. */
static gboolean
has_focus (CyanWindow *window, gpointer view, gboolean is_row)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));

  return focus != NULL && gtk_widget_get_mapped (focus)
         && gtk_widget_is_ancestor (focus, GTK_WIDGET (view))
         && (!is_row || (gtk_widget_get_state_flags (focus) & GTK_STATE_FLAG_SELECTED) != 0);
}

/* From view to view the keys go on at the row that is selected, and never to a hidden one. */
WINDOW_TEST ("/window/similarity/focus", driver_open_store (measured_path ()))
{
  CyanHistory *history = driver_history (window);
  CyanHistoryPage *page = window->history;

  cyan_history_select (history, 8);
  driver_key (window, "a");
  wait_until (has_focus (window, page->revisions, TRUE));
  driver_key (window, "Up");
  wait_until (history->column == 9);
  driver_key (window, "s");
  wait_until (has_focus (window, page->similarity, TRUE));
  driver_key (window, "Down");
  driver_key (window, "Right");
  wait_until (history->column == 10);
  driver_key (window, "alt+Left");
  wait_until (has_focus (window, page->revisions, TRUE));
  driver_key (window, "Down");
  wait_until (history->column == 9);

  /* Instead of rows there may be a reason. */
  driver_key (window, "k");
  wait_until (driver_shows (GTK_WIDGET (page->risk), "Cannot Predict These Revisions"));
  driver_key (window, "a");
  wait_until (has_focus (window, page->revisions, TRUE));
  driver_key (window, "k");
  wait_until (has_focus (window, page->risk, FALSE));
  cyan_history_select (history, 0);
  driver_key (window, "s");
  wait_until (has_rows (window, "Nothing to Compare With"));
  g_assert_true (has_focus (window, page->similarity, FALSE));
}

/* Beside the rows stands what happened in each run. */
WINDOW_TEST ("/window/similarity/report", open_rows ())
{
  GtkWidget *details = GTK_WIDGET (window->history->details);
  GtkWidget *run;

  wait_until (driver_history_details (window, "Run 4:"));
  driver_wait_drawn (window);
  run = driver_find (details, GTK_TYPE_EXPANDER, "Run 1:");
  driver_press (gtk_expander_get_label_widget (GTK_EXPANDER (run)));
  wait_until (driver_history_details (window, "exit code 0, 1"));
  g_assert_true (driver_history_details (window, "Largest by total"));
  g_assert_true (driver_shows (run, "mix"));

  cyan_history_select (driver_history (window), MEASURED_TIMEOUT);
  wait_until (driver_history_details (window, "Run 2: stopped at the time limit"));
  g_assert_true (driver_history_details (window, "still reading after 60 s"));
}

TEST ("/window/similarity/nothing")
{
  CyanWindow *window = open_rows ();
  CyanHistory *history = driver_history (window);

  cyan_history_select (history, MEASURED_BROKEN);
  wait_until (has_rows (window, "The Build Failed"));
  wait_until (driver_history_details (window, "expected ';' before 'return'"));
  cyan_history_select (history, MEASURED_GAP);
  wait_until (has_rows (window, "Not Measured"));
  cyan_history_select (history, 0);
  wait_until (has_rows (window, "Nothing to Compare With"));
  cyan_history_move_line (history, 2);
  cyan_history_select (history, MEASURED_CRASHED);
  wait_until (has_rows (window, "All Runs Failed"));
  driver_wait_drawn (window);
  driver_press (button_of (window, "Show the Chart"));
  wait_until (history->view == CYAN_HISTORY_VIEW_CHART);
  driver_close (window);
}

/* Runs `cyan history` with these arguments. */
static void
run_history (const char *const *arguments)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  int status;

  g_ptr_array_add (all, (gpointer) g_getenv ("CYAN_BINARY"));
  g_ptr_array_add (all, (gpointer) "history");
  for (guint i = 0; arguments[i] != NULL; i++)
    g_ptr_array_add (all, (gpointer) arguments[i]);
  g_ptr_array_add (all, NULL);
  g_assert_true (g_spawn_sync (NULL, (char **) all->pdata, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL,
                               NULL, NULL, NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
}

/* Adds one run of the revision with that number to a store. */
static void
add_one_run (const char *store, guint number)
{
  g_autofree char *text =
      g_strdup_printf ("main;parse %u\nmain;lex %u\n", 100 + 50 * number, 70 - 10 * number);
  g_autofree char *profile = driver_write ("one-run.folded", text, (gssize) strlen (text));
  g_autofree char *revision = g_strdup_printf ("--revision=%040u", number + 1);
  g_autofree char *parent = g_strdup_printf ("--parent=%040u", number);

  run_history ((const char *[]){ "add", store, profile, "--create", "--benchmark=b", revision,
                                 number > 0 ? parent : NULL, NULL });
}

TEST ("/window/similarity/pruned")
{
  g_autofree char *path = driver_temporary_file ("pruned-runs.db");
  g_autofree char *oid = measured_oid (22);
  g_autofree char *said = g_strdup_printf ("%.8s: the store has only the numbers", oid);
  CyanWindow *window;

  measured_store (path);
  run_history ((const char *[]){ "prune", path, "--keep=2", NULL });
  window = driver_open_store (path);
  cyan_history_select (driver_history (window), 22);
  driver_key (window, "s");
  wait_until (has_rows (window, "No Profile Kept"));
  g_assert_true (has_rows (window, said));
  g_assert_false (has_rows (window, oid));
  /* What is known of the runs is shown all the same. */
  wait_until (driver_history_details (window, "Run 4:"));
  driver_close (window);
}

TEST ("/window/similarity/one-run")
{
  g_autofree char *path = driver_temporary_file ("one-run.db");
  CyanWindow *window;

  add_one_run (path, 0);
  add_one_run (path, 1);
  window = driver_open_store (path);
  cyan_history_select (driver_history (window), 1);
  driver_key (window, "s");
  wait_until (has_rows (window, "One Run Only"));
  driver_wait_drawn (window);
  driver_press (button_of (window, "Show the Rows Anyway"));
  wait_until (has_rows (window, "parse"));
  g_assert_true (driver_history_answers (window, "Not tested, since a side has one run"));
  driver_close (window);
}

/* While others read the store, there is progress, and a way out. */
WINDOW_TEST ("/window/similarity/cancel", driver_open_store (measured_path ()))
{
  CyanHistoryStore *store = cyan_history_page_get_store (window->history);

  g_assert_nonnull (cyan_history_store_begin (store, NULL));
  driver_key (window, "s");
  wait_until (button_of (window, "Cancel") != NULL);
  driver_wait_drawn (window);
  driver_press (button_of (window, "Cancel"));
  wait_until (has_rows (window, "Stopped"));
  cyan_history_store_end (store);
  driver_wait_drawn (window);
  driver_press (button_of (window, "Compare Again"));
  wait_until (has_rows (window, "mix"));
}
