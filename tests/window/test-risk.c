/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The history page's risk: what is listed, why, and the way from there to a blueprint. */
#include "driver-history.h"
#include "driver.h"
#include "tests.h"

#include <string.h>

#include "cyan-history-page-parts.h"
#include "cyan-prediction.h"
#include "cyan-risk-view.h"
#include "measured.h"

static gboolean
has_risk (CyanWindow *window, const char *text)
{
  return driver_shows (GTK_WIDGET (window->history->risk), text);
}

static GtkWidget *
find_risk (CyanWindow *window, GType type, const char *text)
{
  return driver_find (GTK_WIDGET (window->history->risk), type, text);
}

/* The history that comes with the program, with its repository. */
static CyanWindow *
open_demo (void)
{
  CyanWindow *window = driver_window ();

  driver_press (driver_row (GTK_WIDGET (window->welcome), "A History of 40 Revisions"));
  wait_until (driver_is_on (window, "history"));
  driver_wait_drawn (window);
  return window;
}

static CyanWindow *
open_risk (void)
{
  CyanWindow *window = open_demo ();

  driver_key (window, "k");
  wait_until (driver_history_answers (window, "of 39 revisions are risky by their sources"));
  g_assert_cmpint (driver_history (window)->view, ==, CYAN_HISTORY_VIEW_RISK);
  return window;
}

/* The subject of the selected commit. */
static const char *
subject (CyanWindow *window)
{
  guint column = driver_history (window)->column;

  return driver_history (window)->evolution->columns[column].subject;
}

static void
choose_model (CyanWindow *window, CyanRiskModel model)
{
  GtkWidget *models = driver_find (GTK_WIDGET (window->history->risk), GTK_TYPE_DROP_DOWN, NULL);

  gtk_drop_down_set_selected (GTK_DROP_DOWN (models), model);
}

WINDOW_TEST ("/window/risk/list", open_risk ())
{
  choose_model (window, CYAN_RISK_TOUCHED);
  /* The selected step is one of them. */
  g_assert_cmpstr (subject (window), ==, "index: the same ship in capitals is the same");
  wait_until (has_risk (window, "find_entry (index.c:"));

  driver_press (find_risk (window, GTK_TYPE_LABEL, "main: say what each phase takes"));
  wait_until (strcmp (subject (window), "main: say what each phase takes") == 0);
  wait_until (has_risk (window, "main (main.c:"));
  g_assert_true (has_risk (window, "+ run_phase: "));
  g_assert_true (has_risk (window, "\xe2\x88\x92 index_log: "));
  wait_until (driver_shows (GTK_WIDGET (window->history->details), "main: say what each"));

  driver_press_inside (find_risk (window, GTK_TYPE_BUTTON, "Compare With Its Parent"));
  wait_until (driver_is_on (window, "blueprint"));
  driver_wait_drawn (window);
  g_assert_cmpint ((int) driver_node (window, "run_phase"), !=, (int) CYAN_NODE_NONE);
  driver_key (window, "alt+Left");
  wait_until (driver_is_on (window, "history"));
  g_assert_true (has_risk (window, "main (main.c:"));
}

WINDOW_TEST ("/window/risk/models", open_risk ())
{
  GtkWidget *risk = GTK_WIDGET (window->history->risk);
  GtkWidget *threshold = driver_find (risk, GTK_TYPE_SPIN_BUTTON, NULL);

  g_assert_true (has_risk (window, "Reduction"));
  g_assert_true (has_risk (window, "PerfScope or expensive function"));
  g_assert_true (has_risk (window, "Risk score"));
  choose_model (window, CYAN_RISK_TOUCHED);
  wait_until (has_risk (window, "1 function"));
  g_assert_false (has_risk (window, "Risk score"));
  /* What is slower depends on the threshold. */
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (threshold), 20);
  wait_until (has_risk (window, "measured; slower: 0"));
  g_assert_true (driver_history_answers (window, "34 are measured: slower 0, found 0"));
}

/* Stopped, it can be begun again; and it says why it cannot be done. */
TEST ("/window/risk/problems")
{
  g_autofree char *path = driver_temporary_file ("risk.db");
  CyanWindow *window = open_demo ();

  cyan_history_set_view (driver_history (window), CYAN_HISTORY_VIEW_RISK);
  g_assert_true (cyan_history_pane_cancel (CYAN_HISTORY_PANE (window->history->risk)));
  g_assert_false (cyan_history_pane_cancel (CYAN_HISTORY_PANE (window->history->risk)));
  wait_until (has_risk (window, "Stopped"));
  driver_press (find_risk (window, GTK_TYPE_BUTTON, "Predict Again"));
  wait_until (driver_history_answers (window, "of 39 revisions are risky by their sources"));
  driver_close (window);

  window = driver_window ();
  measured_store (path);
  cyan_window_open_store (window, path);
  wait_until (driver_is_on (window, "history"));
  driver_wait_drawn (window);
  driver_key (window, "k");
  wait_until (has_risk (window, "Cannot Predict These Revisions"));
  driver_close (window);
}
