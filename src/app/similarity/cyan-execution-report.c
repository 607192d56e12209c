/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-execution-report.h"

#include <math.h>
#include <string.h>

#include "cyan-history-parts.h"
#include "cyan-history-words.h"
#include "cyan-i18n.h"
#include "cyan-name-short.h"
#include "cyan-text.h"
#include "cyan-units.h"
#include "cyan-widgets.h"

/* Runs that are listed. */
#define MAX_RUNS 40

/* "1.23 ms  parse", with the stack as its tooltip. */
static void
append_contexts (
    GtkBox *box, const char *title, const CyanSpectrumContext *contexts, guint n, const char *unit)
{
  GtkGrid *grid;

  if (n == 0)
    return;
  grid = GTK_GRID (gtk_grid_new ());
  gtk_widget_set_margin_top (cyan_parts_append_label (box, title, "caption-heading"), 4);
  gtk_grid_set_column_spacing (grid, 12);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *value = cyan_value_to_text (contexts[i].value, unit);
      g_autofree char *name = cyan_name_short_text (contexts[i].name);
      g_autofree char *shown = cyan_text_for_label (name, CYAN_NAME_DRAWN_MAX);
      g_autofree char *names = g_strjoinv (" > ", contexts[i].stack);
      g_autofree char *stack = cyan_text_for_label (names, CYAN_NAME_DRAWN_MAX);
      GtkWidget *number = cyan_cell_new (grid, value, "caption numeric", 0, i);
      GtkWidget *function = cyan_cell_new (grid, shown, "caption", 1, i);

      gtk_label_set_xalign (GTK_LABEL (number), 1);
      gtk_label_set_xalign (GTK_LABEL (function), 0);
      gtk_label_set_ellipsize (GTK_LABEL (function), PANGO_ELLIPSIZE_MIDDLE);
      gtk_widget_set_tooltip_text (function, stack);
    }
  gtk_box_append (box, GTK_WIDGET (grid));
}

/* "exit code 0, 1.2 s" */
static char *
outcome_text (const CyanSpectrumRun *run)
{
  g_autofree char *seconds = isnan (run->seconds) ? NULL : cyan_value_to_text (run->seconds, "s");

  if (run->exit_code == CYAN_EVOLUTION_UNKNOWN)
    return seconds != NULL ? g_steal_pointer (&seconds) : g_strdup (_ ("exit code unknown"));
  if (seconds == NULL)
    return g_strdup_printf (_ ("exit code %d"), (int) run->exit_code);
  /* Translators: a number, and how long it took, "1.2 s" */
  return g_strdup_printf (_ ("exit code %d, %s"), (int) run->exit_code, seconds);
}

static void
append_run (GtkBox *box, const CyanSpectrumOverview *overview, const CyanSpectrumRun *run)
{
  gboolean ok = strcmp (run->status, "ok") == 0;
  g_autofree char *value =
      isnan (run->value) ? g_strdup (ok ? _ ("no value") : cyan_history_status_word (run->status))
                         : cyan_value_to_text (run->value, overview->unit);
  /* Translators: the number of a run, and its value or what became of it */
  g_autofree char *title = g_strdup_printf (_ ("Run %d: %s"), (int) run->number + 1, value);
  g_autofree char *outcome = outcome_text (run);
  GtkWidget *expander = gtk_expander_new (title);
  GtkBox *inside = GTK_BOX (cyan_column_new (4, NULL));

  gtk_widget_set_margin_start (GTK_WIDGET (inside), 12);
  gtk_widget_set_margin_bottom (GTK_WIDGET (inside), 8);
  cyan_parts_append_label (inside, outcome, "caption");
  append_contexts (inside, _ ("Largest by total"), run->by_total, run->n_by_total, overview->unit);
  append_contexts (inside, _ ("Largest by call"), run->by_call, run->n_by_call, overview->unit);
  if (run->log != NULL && *run->log != '\0')
    {
      g_autofree char *log = g_utf8_make_valid (run->log, -1);

      cyan_parts_append_log (inside, log);
    }
  gtk_expander_set_child (GTK_EXPANDER (expander), GTK_WIDGET (inside));
  /* A failed run is expanded at first. */
  gtk_expander_set_expanded (GTK_EXPANDER (expander), !ok);
  gtk_box_append (box, expander);
}

void
cyan_execution_report_append (GtkBox *box,
                              const CyanSpectrumOverview *overview,
                              const CyanSpectrumRevision *revision)
{
  if (revision->n_runs == 0)
    return;
  cyan_parts_append_heading (box, _ ("Runs"));
  for (guint i = 0; i < MIN (revision->n_runs, MAX_RUNS); i++)
    append_run (box, overview, &revision->runs[i]);
  cyan_parts_append_rest (box, revision->n_runs, MAX_RUNS);
}
