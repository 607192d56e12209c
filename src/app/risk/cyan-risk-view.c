/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-risk-view.h"

#include "cyan-history-parts.h"
#include "cyan-history-store.h"
#include "cyan-i18n.h"
#include "cyan-prediction-read.h"
#include "cyan-revision-table.h"
#include "cyan-risk-why.h"
#include "cyan-risk-words.h"
#include "cyan-widgets.h"

/* ---- the thread ---- */

/* What it predicts; all is owned. */
typedef struct
{
  CyanHistoryStore *store;
  char *project, *metric, *machine;
} Job;

static gpointer
predict_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  const Job *job = data;
  const CyanEvolutionQuery query = { .project = job->project,
                                     .metric = job->metric,
                                     .machine = job->machine };
  const CyanPredictionOptions options = CYAN_PREDICTION_OPTIONS_INIT;
  /* A store of its own, since this may take long and others want to read meanwhile. */
  g_autoptr (CyanStore) store = NULL;

  if (cyan_tick (tick, 0, N_ ("Reading the store"), error))
    store = cyan_store_open (cyan_history_store_location (job->store), CYAN_STORE_READ, error);
  return store != NULL ? cyan_prediction_new (store, &query, &options, tick, error) : NULL;
}

/* Of all benchmarks of @history that have its chosen metric on its chosen machine, from the sources
 * in the project's repository. */
static void
predict_async (CyanHistoryStore *store, CyanHistory *history, const CyanTaskCaller *caller)
{
  Job *job = cyan_job_new (Job);

  job->store = cyan_job_keep (job, cyan_history_store_ref (store), cyan_history_store_unref);
  job->project = cyan_job_dup (job, history->evolution->project);
  job->metric = cyan_job_dup (job, history->metrics->pdata[history->metric]);
  job->machine = cyan_job_dup (job, history->machines->pdata[history->machine]);
  cyan_task_run (cyan_task_new (caller), predict_in_thread, job, cyan_job_free,
                 (GDestroyNotify) cyan_prediction_free);
}

struct _CyanRiskView
{
  CyanHistoryPane parent_instance;

  /* template children, borrowed */
  GtkDropDown *model_list;
  GtkSpinButton *threshold; /* in percent */
  GtkSpinButton *score;     /* PerfScope's */
  GtkWidget *score_label;
  GtkLabel *heading;
  GtkLabel *notes;
  CyanRevisionTable *table; /* newest first */
  GtkBox *why;
  GtkBox *scores;

  CyanPrediction *prediction; /* owned; NULL before it is there */
  guint *rows;                /* owned: its columns by row */
  gboolean is_selecting;      /* the history follows the table */
};

G_DEFINE_FINAL_TYPE (CyanRiskView, cyan_risk_view, CYAN_TYPE_HISTORY_PANE)

static CyanHistory *
history_of (CyanRiskView *self)
{
  return cyan_history_pane_get_history (CYAN_HISTORY_PANE (self));
}

/* ---- why ---- */

static gboolean
has_runs (CyanHistory *history, guint column)
{
  guint line = history->line;
  const CyanEvolutionSeries *series =
      column != CYAN_HISTORY_NONE ? cyan_history_series (history, line, column) : NULL;

  return series != NULL && series->begin[column + 1] > series->begin[column];
}

/* The column of the parent, if it and the revision can be compared. */
static guint
parent_of (CyanRiskView *self, guint revision)
{
  const CyanEvolutionColumn *columns = self->prediction->columns;
  CyanHistory *history = history_of (self);
  guint column = cyan_history_find_column (history, columns[revision].oid);
  guint parent = cyan_history_find_column (history, columns[revision - 1].oid);

  return has_runs (history, column) && has_runs (history, parent) ? parent : CYAN_HISTORY_NONE;
}

static void
show_why (CyanRiskView *self)
{
  guint revision = self->rows[cyan_revision_table_selected (self->table)];

  cyan_widget_clear (self->why);
  cyan_risk_append_why (self->why, self->prediction, revision, parent_of (self, revision));
}

/* ---- rows ---- */

static void
fill_cell (GtkWidget *widget, guint row, guint column, CyanRevisionCell *cell)
{
  const CyanRiskView *self = CYAN_RISK_VIEW (widget);
  guint revision = self->rows[row];

  cell->text = cyan_risk_text (self->prediction, revision, (CyanRiskColumn) column);
  if (column == CYAN_RISK_COLUMN_NAME)
    cell->spoken = cyan_risk_spoken (self->prediction, revision);
  else if (column == CYAN_RISK_COLUMN_SUBJECT)
    cell->tooltip = g_strdup (cell->text);
  else if (column == CYAN_RISK_COLUMN_VERDICT
           && !cyan_prediction_is_selected (self->prediction, revision))
    cell->style = "cyan-slower";
}

/* Selects the revision, and the benchmark that it is judged by. */
static void
on_selected (CyanRiskView *self, guint row)
{
  CyanHistory *history = history_of (self);
  guint benchmark = cyan_prediction_benchmark (self->prediction, self->rows[row]);

  self->is_selecting = TRUE;
  cyan_history_select_benchmark (history, self->prediction->benchmarks[benchmark]);
  cyan_history_select (
      history, cyan_history_find_column (history, cyan_revision_table_oid (self->table, row)));
  self->is_selecting = FALSE;
  show_why (self);
}

static void
on_activated (CyanRiskView *self, guint row)
{
  guint parent = parent_of (self, self->rows[row]);

  on_selected (self, row);
  if (parent != CYAN_HISTORY_NONE)
    gtk_widget_activate_action (GTK_WIDGET (self), "history.compare-with", "u", parent);
}

static void
changed (CyanHistoryPane *pane)
{
  CyanRiskView *self = CYAN_RISK_VIEW (pane);

  if (!self->is_selecting
      && cyan_revision_table_follow (self->table, cyan_history_pane_get_history (pane)))
    show_why (self);
}

static void
drop (CyanHistoryPane *pane)
{
  CyanRiskView *self = CYAN_RISK_VIEW (pane);

  cyan_revision_table_clear (self->table);
  cyan_widget_clear (self->why);
  cyan_widget_clear (self->scores);
  g_clear_pointer (&self->prediction, cyan_prediction_free);
}

/* Lists what the chosen model selects by the chosen thresholds. */
static void
show_rows (CyanRiskView *self)
{
  CyanPrediction *prediction = self->prediction;
  g_autoptr (GPtrArray) oids = g_ptr_array_new ();
  g_autofree char *heading = NULL, *notes = NULL;

  prediction->model = (CyanRiskModel) gtk_drop_down_get_selected (self->model_list);
  prediction->threshold = gtk_spin_button_get_value (self->threshold) / 100;
  prediction->perfscope_threshold = gtk_spin_button_get_value (self->score);
  cyan_prediction_judge (prediction);
  g_free (self->rows);
  self->rows = g_new (guint, prediction->n_columns);
  for (guint i = prediction->n_columns; i-- > 1;)
    if (cyan_risk_is_listed (prediction, i))
      {
        self->rows[oids->len] = i;
        g_ptr_array_add (oids, prediction->columns[i].oid);
      }
  g_ptr_array_add (oids, NULL);
  cyan_revision_table_set (self->table, (const char *const *) oids->pdata);
  heading = cyan_risk_heading (prediction);
  notes = cyan_risk_notes (prediction);
  gtk_label_set_text (self->heading, heading);
  cyan_label_show (self->notes, notes);
  cyan_widget_clear (self->scores);
  cyan_risk_append_scores (self->scores, prediction);
  cyan_history_reading_show_content (cyan_history_pane_get_reading (CYAN_HISTORY_PANE (self)));
  cyan_revision_table_follow (self->table, history_of (self));
  if (oids->len > 1)
    on_selected (self, cyan_revision_table_selected (self->table));
  else
    cyan_widget_clear (self->why);
}

static void
on_choice (CyanRiskView *self)
{
  guint model = gtk_drop_down_get_selected (self->model_list);
  gboolean is_perfscope = model == CYAN_RISK_PERFSCOPE || model == CYAN_RISK_COMBINED;

  gtk_widget_set_visible (GTK_WIDGET (self->score), is_perfscope);
  gtk_widget_set_visible (self->score_label, is_perfscope);
  if (self->prediction != NULL)
    show_rows (self);
}

/* ---- predicting ---- */

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanPrediction) prediction = cyan_task_finish (result, &error);
  CyanRiskView *self = data;

  if (!cyan_history_pane_finish (data, result))
    return;
  if (prediction == NULL)
    {
      cyan_history_pane_fail (CYAN_HISTORY_PANE (self), _ ("Cannot Predict These Revisions"),
                              error->message, NULL, NULL);
      return;
    }
  self->prediction = g_steal_pointer (&prediction);
  show_rows (self);
}

static gboolean
get_subject (CyanHistory *history, CyanHistorySubject *subject)
{
  subject->indices[0] = history->metric;
  subject->indices[1] = history->machine;
  return TRUE;
}

static void
read_prediction (CyanHistoryPane *pane, const CyanHistorySubject *subject)
{
  CyanTaskCaller caller;

  drop (pane);
  caller = cyan_history_pane_begin (pane, on_read);
  predict_async (cyan_history_pane_get_store (pane), cyan_history_pane_get_history (pane), &caller);
}

/* ---- object ---- */

static void
cyan_risk_view_finalize (GObject *object)
{
  g_free (CYAN_RISK_VIEW (object)->rows);
  G_OBJECT_CLASS (cyan_risk_view_parent_class)->finalize (object);
}

static void
cyan_risk_view_class_init (CyanRiskViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  CyanHistoryPaneClass *pane_class = CYAN_HISTORY_PANE_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = cyan_risk_view_finalize;
  pane_class->drop = drop;
  pane_class->get_subject = get_subject;
  pane_class->read = read_prediction;
  pane_class->changed = changed;
  pane_class->again = N_ ("Predict _Again");
  pane_class->stopped = N_ ("The sources of all revisions have to be read.");
  g_type_ensure (CYAN_TYPE_REVISION_TABLE);
  cyan_history_pane_class_set_template (pane_class, "risk.ui");
  gtk_widget_class_bind_template_child (widget_class, CyanRiskView, model_list);
  gtk_widget_class_bind_template_child (widget_class, CyanRiskView, threshold);
  gtk_widget_class_bind_template_child (widget_class, CyanRiskView, score);
  gtk_widget_class_bind_template_child (widget_class, CyanRiskView, score_label);
  gtk_widget_class_bind_template_child (widget_class, CyanRiskView, heading);
  gtk_widget_class_bind_template_child (widget_class, CyanRiskView, notes);
  gtk_widget_class_bind_template_child (widget_class, CyanRiskView, table);
  gtk_widget_class_bind_template_child (widget_class, CyanRiskView, why);
  gtk_widget_class_bind_template_child (widget_class, CyanRiskView, scores);
}

static void
fill_models (CyanRiskView *self)
{
  const CyanPredictionOptions usual = CYAN_PREDICTION_OPTIONS_INIT;
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  for (guint i = 0; i < CYAN_N_RISK_MODELS; i++)
    gtk_string_list_append (names, _ (cyan_risk_model_titles[i]));
  gtk_drop_down_set_model (self->model_list, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (self->model_list, usual.model);
}

static CyanRevisionColumnKind
kind_of (CyanRiskColumn column)
{
  return column == CYAN_RISK_COLUMN_SUBJECT ? CYAN_REVISION_COLUMN_LONG_TEXT
         : column == CYAN_RISK_COLUMN_PREDICTED || column == CYAN_RISK_COLUMN_MEASURED
             ? CYAN_REVISION_COLUMN_NUMBER
             : CYAN_REVISION_COLUMN_TEXT;
}

static void
cyan_risk_view_init (CyanRiskView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < CYAN_RISK_N_COLUMNS; i++)
    cyan_revision_table_append_column (self->table, _ (cyan_risk_titles[i]),
                                       kind_of ((CyanRiskColumn) i), fill_cell, GTK_WIDGET (self));
  fill_models (self);
  on_choice (self);
  g_signal_connect_swapped (self->model_list, "notify::selected", G_CALLBACK (on_choice), self);
  g_signal_connect_swapped (self->threshold, "value-changed", G_CALLBACK (on_choice), self);
  g_signal_connect_swapped (self->score, "value-changed", G_CALLBACK (on_choice), self);
  g_signal_connect_swapped (self->table, "selected", G_CALLBACK (on_selected), self);
  g_signal_connect_swapped (self->table, "activated", G_CALLBACK (on_activated), self);
}
