/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-history-page-parts.h"

#include <math.h>

#include "cyan-execution-report.h"
#include "cyan-history-cell.h"
#include "cyan-history-parts.h"
#include "cyan-history-words.h"
#include "cyan-i18n.h"
#include "cyan-similarity-reader.h"
#include "cyan-store.h"
#include "cyan-text.h"
#include "cyan-units.h"
#include "cyan-widgets.h"

/* Runs that are listed. */
#define MAX_RUNS 40
/* Likewise, commits. */
#define MAX_COMMITS 100

struct _CyanHistoryDetails
{
  GtkWidget parent_instance;

  GtkWidget *scroller; /* owned as a child */
  GtkBox *box;         /* all that is shown */
  GtkBox *cell_box;    /* of that, what comes from the store */
  GtkBox *report_box;  /* likewise, what happened in the runs */

  CyanHistory *history;      /* owned */
  CyanHistoryStore *store;   /* owned */
  GCancellable *cancellable; /* of the cell that is being read, or NULL */
  guint line, column;        /* of the cell in cell_box or on its way there */
  gboolean reports;          /* of the runs there is a report, or on its way, too */
  GCancellable *reporting;   /* while it is on its way, or NULL */
};

G_DEFINE_FINAL_TYPE (CyanHistoryDetails, cyan_history_details, GTK_TYPE_WIDGET)

/* ---- the commit ---- */

static GtkWidget *
copy_button_new (void)
{
  GtkWidget *button = cyan_icon_button_new ("cyan-edit-copy-symbolic", _ ("Copy the commit"));

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "page.copy-commit");
  return button;
}

static void
append_commit (CyanHistoryDetails *self, guint column)
{
  const CyanEvolutionColumn *about = &self->history->evolution->columns[column];
  g_autofree char *name = cyan_history_column_name (self->history, column);
  g_autofree char *day = cyan_history_column_day (self->history, column);
  g_autofree char *author =
      about->author != NULL ? cyan_text_for_label (about->author, CYAN_HISTORY_NAME_CHARS) : NULL;
  g_autofree char *oid = cyan_text_for_label (about->oid, CYAN_HISTORY_NAME_CHARS);
  GtkWidget *row = cyan_row_new (6, NULL), *label;

  cyan_parts_append_label (self->box, name, "title-3");
  if (about->subject != NULL)
    {
      g_autofree char *subject = cyan_text_for_label (about->subject, CYAN_HISTORY_SUBJECT_CHARS);

      cyan_parts_append_label (self->box, subject, NULL);
    }
  if (author != NULL || day != NULL)
    {
      g_autofree char *both =
          g_strconcat (author != NULL ? author : "", author != NULL && day != NULL ? ", " : "",
                       day != NULL ? day : "", NULL);

      cyan_parts_append_label (self->box, both, "dim-label");
    }
  label = cyan_parts_append_label (GTK_BOX (row), oid, "monospace");
  gtk_label_set_wrap (GTK_LABEL (label), FALSE);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (row), copy_button_new ());
  gtk_box_append (self->box, row);
}

/* ---- what changed ---- */

/* Where rows are shown, the runs they are of are reported, too. */
static gboolean
wants_report (CyanHistoryDetails *self)
{
  CyanHistoryView view = self->history->view;

  return view == CYAN_HISTORY_VIEW_SIMILARITY || view == CYAN_HISTORY_VIEW_REVISIONS;
}

static void
append_step (CyanHistoryDetails *self,
             const CyanEvolutionSeries *series,
             const CyanStep *step,
             gboolean opens)
{
  int direction = cyan_evolution_step_direction (series, step);
  g_autofree char *ratio = cyan_change_to_text (1, step->size.ratio);
  g_autofree char *interval = cyan_history_interval_text (series->steps, step);
  g_autofree char *where = cyan_history_where_text (self->history, step);
  /* Translators: a change like "+30 %". */
  g_autofree char *title = g_strdup_printf (direction > 0   ? _ ("Worse: %s")
                                            : direction < 0 ? _ ("Better: %s")
                                                            : _ ("Step: %s"),
                                            ratio);

  cyan_parts_set_direction (cyan_parts_append_label (self->box, title, "title-4"), direction);
  cyan_parts_append_label (self->box, interval, "caption");
  cyan_parts_append_label (self->box, where, "caption");
  if (opens)
    cyan_parts_append_button (self->box, _ ("_Open the Blueprint"), "page.compare", TRUE);
}

/* The selected revision against another one. */
static void
append_comparison (CyanHistoryDetails *self, guint before, guint after, gboolean suggested)
{
  guint line = self->history->line;
  const CyanEvolutionSeries *series = cyan_history_series (self->history, line, after);
  double ratio = cyan_history_median (series, after) / cyan_history_median (series, before);
  g_autofree char *from = cyan_history_column_name (self->history, before);
  g_autofree char *to = cyan_history_column_name (self->history, after);
  g_autofree char *change = cyan_change_to_text (1, ratio);
  /* Translators: two revisions and the change between them, like "+30 %". */
  g_autofree char *text = g_strdup_printf (_ ("%s → %s: %s"), from, to, change);

  cyan_parts_append_label (self->box, text, NULL);
  cyan_parts_append_button (self->box, _ ("_Compare"), "page.compare", suggested);
}

static void
on_commits (CyanHistoryDetails *self, GParamSpec *property, GtkExpander *expander)
{
  gboolean expanded = gtk_expander_get_expanded (expander);

  if (expanded == self->history->commits)
    return;
  /* The expander shows it already.  All new details would take the focus from it. */
  g_signal_handlers_block_matched (self->history, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, self);
  g_object_set (self->history, "commits", expanded, NULL);
  g_signal_handlers_unblock_matched (self->history, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, self);
}

/* The commits after @before up to @after, behind an arrow. */
static void
append_commits (CyanHistoryDetails *self, guint before, guint after)
{
  guint n = after - before;
  g_autofree char *title = g_strdup_printf (ngettext ("%'u commit", "%'u commits", n), n);
  GtkWidget *expander = gtk_expander_new (title);
  GtkBox *list = GTK_BOX (cyan_column_new (4, NULL));

  for (guint i = 0; i < MIN (n, MAX_COMMITS); i++)
    {
      const CyanEvolutionColumn *column = &self->history->evolution->columns[after - i];
      g_autofree char *name = cyan_history_column_name (self->history, after - i);
      g_autofree char *subject =
          column->subject != NULL
              ? cyan_text_for_label (column->subject, CYAN_HISTORY_SUBJECT_CHARS)
              : NULL;
      g_autofree char *text =
          g_strconcat (name, subject != NULL ? "  " : "", subject != NULL ? subject : "", NULL);

      cyan_parts_append_label (list, text, "caption");
    }
  cyan_parts_append_rest (list, n, MAX_COMMITS);
  gtk_expander_set_child (GTK_EXPANDER (expander), GTK_WIDGET (list));
  gtk_expander_set_expanded (GTK_EXPANDER (expander), self->history->commits);
  cyan_connect (expander, "notify::expanded", on_commits, self);
  gtk_box_append (self->box, expander);
}

static void
append_change (CyanHistoryDetails *self, guint line, guint column)
{
  const CyanEvolutionSeries *series = cyan_history_series (self->history, line, column);
  const CyanStep *step = cyan_history_step (self->history, line, column);
  guint sides[2] = { 0, 0 }, of_step[2];
  gboolean has_sides = cyan_history_sides (self->history, &sides[0], &sides[1]);
  gboolean is_step = step != NULL && cyan_evolution_sides (series, column, &of_step[0], &of_step[1])
                     && has_sides && of_step[0] == sides[0] && of_step[1] == sides[1];

  if (step != NULL)
    append_step (self, series, step, is_step);
  if (has_sides && !is_step)
    append_comparison (self, sides[0], sides[1], self->history->second != CYAN_HISTORY_NONE);
  if (has_sides && self->history->view != CYAN_HISTORY_VIEW_SIMILARITY)
    gtk_widget_set_tooltip_text (
        cyan_parts_append_button (self->box, _ ("_Similarity"), "page.view::similarity", FALSE),
        _ ("The functions that are unlike those of the base, over all runs"));
  if (has_sides && sides[1] - sides[0] > 1)
    {
      cyan_parts_append_button (self->box, _ ("_Find the Revision…"), "page.bisect", FALSE);
      append_commits (self, sides[0], sides[1]);
    }
  if (self->history->second == CYAN_HISTORY_NONE && !wants_report (self))
    cyan_parts_append_label (
        self->box, _ ("Ctrl+click a second revision, or press Shift+Left, to compare two."),
        "dim-label");
  if (!has_sides && self->history->second != CYAN_HISTORY_NONE)
    cyan_parts_append_label (
        self->box,
        _ ("These two cannot be compared: one was not measured, or the benchmark was "
           "defined in another way."),
        "dim-label");
}

/* ---- values ---- */

static void
append_runs (CyanHistoryDetails *self, const CyanEvolutionSeries *series, guint column)
{
  guint first = series->begin[column], n = series->begin[column + 1] - first;

  cyan_parts_append_heading (self->box, _ ("Runs"));
  for (guint i = 0; i < MIN (n, MAX_RUNS); i++)
    {
      g_autofree char *value = cyan_value_to_text (series->values[first + i], series->unit);

      cyan_parts_append_label (self->box, value, "numeric");
    }
  cyan_parts_append_rest (self->box, n, MAX_RUNS);
}

static void
append_values (CyanHistoryDetails *self, guint line, guint column)
{
  const CyanEvolutionSeries *series = cyan_history_series (self->history, line, column);
  g_autofree char *value = cyan_history_value_text (self->history, line, column);
  g_autofree char *name =
      cyan_text_for_label (cyan_history_line_name (self->history, line), CYAN_HISTORY_NAME_CHARS);

  cyan_parts_append_heading (self->box, name);
  cyan_parts_append_label (self->box, value, NULL);
  if (series == NULL)
    return;
  for (guint i = 0; series->steps != NULL && i < series->steps->n_levels; i++)
    {
      const CyanLevel *level = &series->steps->levels[i];

      if (column >= level->begin && column < level->end && isfinite (level->level))
        {
          g_autofree char *at = cyan_value_to_text (level->level, series->unit);
          g_autofree char *low = cyan_value_to_text (level->low, series->unit);
          g_autofree char *high = cyan_value_to_text (level->high, series->unit);
          /* Translators: three values with their units. */
          g_autofree char *text = g_str_equal (low, high)
                                      ? g_strdup_printf (_ ("Level %s"), at)
                                      : g_strdup_printf (_ ("Level %s, %s to %s"), at, low, high);

          cyan_parts_append_label (self->box, text, "caption");
        }
    }
  if (!wants_report (self))
    append_runs (self, series, column);
}

static void
append_marks (CyanHistoryDetails *self, guint line, guint column)
{
  const CyanEvolution *evolution = self->history->evolution;

  for (guint i = 0; i < evolution->n_marks; i++)
    {
      const CyanEvolutionMark *mark = &evolution->marks[i];

      if (mark->column == column && cyan_evolution_mark_is_of (evolution, mark, line))
        {
          g_autofree char *text = cyan_text_for_label (mark->text, CYAN_HISTORY_SUBJECT_CHARS);

          cyan_parts_append_heading (self->box, mark->kind == CYAN_MARK_NOTE ? _ ("Note")
                                                : mark->kind == CYAN_MARK_RISK
                                                    ? _ ("Prediction")
                                                    : _ ("Changed here"));
          cyan_parts_append_label (self->box, text, NULL);
        }
    }
}

/* ---- from the store ---- */

static void
show_cell (CyanHistoryDetails *self, const CyanHistoryCell *cell)
{
  GtkBox *box = self->cell_box;

  for (guint i = 0; i < cell->failures->len; i++)
    {
      const CyanHistoryFailure *failure = g_ptr_array_index (cell->failures, i);
      g_autofree char *title = NULL;

      /* Failed runs are in the report. */
      if (self->reports && !failure->is_build)
        continue;
      if (failure->is_build)
        /* Translators: "Build: failed" or "Build: stopped at the time limit" */
        title = g_strdup_printf (_ ("Build: %s"), cyan_history_status_word (failure->status));
      else if (failure->exit_code != 0 && failure->exit_code != CYAN_STORE_UNKNOWN)
        /* Translators: "Run: failed, exit code 1" */
        title =
            g_strdup_printf (_ ("Run: %s, exit code %d"),
                             cyan_history_status_word (failure->status), (int) failure->exit_code);
      else
        /* Translators: "Run: left no profile" */
        title = g_strdup_printf (_ ("Run: %s"), cyan_history_status_word (failure->status));
      cyan_parts_append_heading (box, title);
      if (failure->log != NULL && *failure->log != '\0')
        cyan_parts_append_log (box, failure->log);
    }
  if (cell->facts->len > 0)
    cyan_parts_append_heading (box, _ ("Environment"));
  for (guint i = 0; i < cell->facts->len; i++)
    cyan_parts_append_label (box, g_ptr_array_index (cell->facts, i), "caption");
}

static void
on_cell (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  CyanHistoryCell *cell = cyan_task_finish (result, &error);
  CyanHistoryDetails *self = data;

  /* One that was stopped may be gone. */
  if (!g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    {
      g_clear_object (&self->cancellable);
      cyan_widget_clear (self->cell_box);
      if (cell != NULL)
        show_cell (self, cell);
      else
        cyan_parts_append_label (self->cell_box, error->message, "error");
    }
  cyan_job_free (cell);
}

static void
on_report (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanSpectrumOverview) overview = cyan_task_finish (result, &error);
  CyanHistoryDetails *self = data;

  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  g_clear_object (&self->reporting);
  if (overview == NULL)
    cyan_parts_append_label (self->report_box, error->message, "error");
  else if (overview->n_revisions > 0)
    cyan_execution_report_append (self->report_box, overview,
                                  &overview->revisions[overview->n_revisions - 1]);
}

static void
read_cell (CyanHistoryDetails *self, guint line, guint column)
{
  CyanTaskCaller caller = { .data = self };

  if (self->line == line && self->column == column && self->reports == wants_report (self))
    return;
  self->line = line;
  self->column = column;
  self->reports = wants_report (self);
  cyan_task_stop (&self->reporting);
  cyan_task_stop (&self->cancellable);
  cyan_widget_clear (self->report_box);
  cyan_widget_clear (self->cell_box);
  if (cyan_history_series (self->history, line, column) == NULL)
    return;
  if (self->reports)
    {
      caller.done = on_report;
      caller.cancellable = cyan_task_begin (&self->reporting);
      cyan_spectrum_overview_read_async (self->store, self->history, line, column, &caller);
    }
  caller.done = on_cell;
  caller.cancellable = cyan_task_begin (&self->cancellable);
  cyan_history_read_cell_async (self->store, self->history, line, column, &caller);
}

/* ---- the state ---- */

static void
on_changed (CyanHistoryDetails *self)
{
  guint line = self->history != NULL ? self->history->line : CYAN_HISTORY_NONE;
  guint column = self->history != NULL ? self->history->column : CYAN_HISTORY_NONE;

  cyan_widget_clear (self->box);
  if (line == CYAN_HISTORY_NONE || column == CYAN_HISTORY_NONE)
    {
      cyan_widget_clear (self->report_box);
      cyan_widget_clear (self->cell_box);
      return;
    }
  append_commit (self, column);
  append_change (self, line, column);
  append_values (self, line, column);
  append_marks (self, line, column);
  read_cell (self, line, column);
}

void
cyan_history_details_set_history (CyanHistoryDetails *self,
                                  CyanHistory *history,
                                  CyanHistoryStore *store)
{
  if (!cyan_follow (&self->history, history, self, "changed", G_CALLBACK (on_changed), NULL))
    return;
  cyan_task_stop (&self->cancellable);
  cyan_task_stop (&self->reporting);
  g_clear_pointer (&self->store, cyan_history_store_unref);
  self->store = store != NULL ? cyan_history_store_ref (store) : NULL;
  self->line = self->column = CYAN_HISTORY_NONE;
  on_changed (self);
}

/* ---- object ---- */

static void
cyan_history_details_class_init (CyanHistoryDetailsClass *class)
{
  cyan_children_own (class, G_CALLBACK (cyan_history_details_set_history));
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
}

static void
cyan_history_details_init (CyanHistoryDetails *self)
{
  GtkWidget *all;

  self->box = GTK_BOX (cyan_column_new (4, NULL));
  self->cell_box = GTK_BOX (cyan_column_new (4, NULL));
  self->report_box = GTK_BOX (cyan_column_new (4, NULL));
  self->line = self->column = CYAN_HISTORY_NONE;
  all = cyan_column_new (4, self->box, self->report_box, self->cell_box, NULL);
  cyan_widget_set_margins (all, 12, 12);
  self->scroller = cyan_scroller_new (all, TRUE);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}
