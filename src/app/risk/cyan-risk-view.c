/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-risk-view.h"

#include "cyan-answers.h"
#include "cyan-history-parts.h"
#include "cyan-history-store.h"
#include "cyan-i18n.h"
#include "cyan-prediction-read.h"
#include "cyan-row-table.h"
#include "cyan-risk-words.h"
#include "cyan-sentences.h"
#include "cyan-widgets.h"

/* ---- why, and how well the models did ---- */

/* Functions, and calls of each, that are shown. */
#define MAX_FUNCTIONS 20
#define MAX_CALLS     20

/* The names of the models for people, by CyanRiskModel; marked by N_(). */
static const char *const model_titles[] = { N_ ("LITO"), N_ ("PerfScope"), N_ ("A call was added"),
                                            N_ ("A function was modified"),
                                            N_ ("PerfScope or expensive function") };
G_STATIC_ASSERT (G_N_ELEMENTS (model_titles) == CYAN_N_RISK_MODELS);

static void
append_function (GtkBox *box,
                 const CyanPredictedBenchmark *benchmark,
                 const CyanPredictedFunction *function)
{
  g_autofree char *text = cyan_risk_function_text (benchmark, function);
  GtkWidget *label = cyan_parts_append_label (box, text, NULL);

  gtk_widget_set_margin_top (label, 6);
  cyan_parts_set_direction (label, function->cost > 0 ? 1 : function->cost < 0 ? -1 : 0);
  for (guint i = 0; i < MIN (function->n_calls, MAX_CALLS); i++)
    {
      g_autofree char *call = cyan_risk_call_text (benchmark, &function->calls[i]);

      label = cyan_parts_append_label (box, call, "caption");
      gtk_widget_set_margin_start (label, 18);
    }
  cyan_parts_append_rest (box, function->n_calls, MAX_CALLS);
}

/* Appends the functions and calls behind the prediction of @revision, and a button that compares
 * the selected revision of the history with its parent, the column @parent; CYAN_HISTORY_NONE:
 * there are no runs of both. */
static void
append_why (GtkBox *box, const CyanPrediction *prediction, guint revision, guint parent)
{
  const CyanPredictedRevision *about = &prediction->revisions[revision];
  guint number = cyan_prediction_benchmark (prediction, revision);
  const CyanPredictedBenchmark *benchmark = &about->benchmarks[number];
  g_autofree char *name = cyan_risk_text (prediction, revision, CYAN_RISK_COLUMN_NAME);
  /* Translators: the name of a revision */
  g_autofree char *heading = g_strdup_printf (_ ("Why %s"), name);
  g_autofree char *why = cyan_risk_why (prediction, revision);

  cyan_parts_append_heading (box, heading);
  cyan_parts_append_label (box, why, NULL);
  for (guint i = 0; i < MIN (benchmark->n_functions, MAX_FUNCTIONS); i++)
    append_function (box, benchmark, &benchmark->functions[i]);
  if (parent != CYAN_HISTORY_NONE)
    {
      g_autofree char *action = g_strdup_printf ("page.compare-with(uint32 %u)", parent);

      cyan_parts_append_button (box, _ ("_Compare With Its Parent"), action, FALSE);
    }
  else
    cyan_parts_append_label (box, _ ("It and its parent were not both measured."), "dim-label");
}

static void
attach (GtkGrid *grid, guint row, guint column, const char *text, gboolean is_bold)
{
  const char *classes = row == 0 ? "dim-label" : column > 0 ? "numeric" : NULL;
  GtkWidget *label = cyan_cell_new (grid, text, classes, column, row);

  if (is_bold)
    {
      g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

      pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
      gtk_label_set_attributes (GTK_LABEL (label), attributes);
    }
}

static void
attach_score (GtkGrid *grid, const CyanPrediction *prediction, guint model)
{
  const CyanRiskScore *score = &prediction->scores[model];
  const double shares[] = { score->precision, score->recall, score->reduction, score->f1 };
  gboolean is_chosen = model == prediction->model;
  g_autofree char *selected = g_strdup_printf ("%'u", score->n_selected);
  g_autofree char *found = g_strdup_printf ("%'u", score->n_found);

  attach (grid, model + 1, 0, _ (model_titles[model]), is_chosen);
  attach (grid, model + 1, 1, selected, is_chosen);
  attach (grid, model + 1, 2, found, is_chosen);
  for (guint i = 0; i < G_N_ELEMENTS (shares); i++)
    {
      g_autofree char *share = cyan_risk_share_text (shares[i]);

      attach (grid, model + 1, 3 + i, share, is_chosen);
    }
}

/* Appends a table of all models against the truth. */
static void
append_scores (GtkBox *box, const CyanPrediction *prediction)
{
  static const char *const titles[] = { N_ ("Model"),     N_ ("Selected"), N_ ("Found"),
                                        N_ ("Precision"), N_ ("Recall"),   N_ ("Reduction"),
                                        N_ ("F1") };
  const CyanRiskScore *first = &prediction->scores[0];
  g_autofree char *about = NULL;
  GtkGrid *grid;

  cyan_parts_append_heading (box, _ ("How Well the Models Predict"));
  if (!prediction->has_truth)
    {
      cyan_parts_append_label (box, _ ("No revision was measured together with its parent."), NULL);
      return;
    }
  about = g_strdup_printf (ngettext ("%'u revision is measured; slower: %'u",
                                     "%'u revisions are measured; slower: %'u", first->n),
                           first->n, first->n_regressions);
  cyan_parts_append_label (box, about, NULL);
  grid = GTK_GRID (gtk_grid_new ());
  gtk_grid_set_column_spacing (grid, 18);
  gtk_grid_set_row_spacing (grid, 4);
  gtk_widget_set_margin_top (GTK_WIDGET (grid), 6);
  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    attach (grid, 0, i, _ (titles[i]), FALSE);
  for (guint i = 0; i < CYAN_N_RISK_MODELS; i++)
    attach_score (grid, prediction, i);
  gtk_box_append (box, GTK_WIDGET (grid));
}

/* ---- the thread ---- */

/* The input of the thread; all is owned. */
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
  GtkLabel *notes;
  CyanRowTable *table; /* newest first */
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
  guint revision = self->rows[cyan_row_table_selected (self->table)];

  cyan_widget_clear (self->why);
  append_why (self->why, self->prediction, revision, parent_of (self, revision));
}

/* ---- rows ---- */

static void
fill_cell (GtkWidget *widget, guint row, guint column, CyanRowCell *cell)
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
  cyan_history_select (history,
                       cyan_history_find_column (history, cyan_row_table_key (self->table, row)));
  self->is_selecting = FALSE;
  show_why (self);
}

static void
on_activated (CyanRiskView *self, guint row)
{
  guint parent = parent_of (self, self->rows[row]);

  on_selected (self, row);
  if (parent != CYAN_HISTORY_NONE)
    gtk_widget_activate_action (GTK_WIDGET (self), "page.compare-with", "u", parent);
}

static void
changed (CyanHistoryPane *pane)
{
  CyanRiskView *self = CYAN_RISK_VIEW (pane);

  if (!self->is_selecting
      && cyan_row_table_follow (self->table, cyan_history_pane_get_history (pane)))
    show_why (self);
}

static void
drop (CyanHistoryPane *pane)
{
  CyanRiskView *self = CYAN_RISK_VIEW (pane);

  cyan_row_table_clear (self->table);
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
  g_autoptr (GPtrArray) notes = NULL;
  g_autofree char *lines = NULL;

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
  cyan_row_table_set (self->table, (const char *const *) oids->pdata);
  notes = cyan_prediction_notes (prediction, FALSE);
  g_ptr_array_add (notes, NULL);
  lines = g_strjoinv ("\n", (char **) notes->pdata);
  cyan_history_pane_set_answer (CYAN_HISTORY_PANE (self), cyan_prediction_answer (prediction));
  gtk_label_set_text (self->notes, lines);
  cyan_widget_clear (self->scores);
  append_scores (self->scores, prediction);
  cyan_history_loading_show_content (cyan_history_pane_get_loading (CYAN_HISTORY_PANE (self)));
  cyan_row_table_follow (self->table, history_of (self));
  if (oids->len > 1)
    on_selected (self, cyan_row_table_selected (self->table));
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
  CyanHistoryPaneClass *pane_class = CYAN_HISTORY_PANE_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = cyan_risk_view_finalize;
  pane_class->drop = drop;
  pane_class->get_subject = get_subject;
  pane_class->read = read_prediction;
  pane_class->changed = changed;
  pane_class->again = N_ ("Predict _Again");
  pane_class->stopped = N_ ("The sources of all revisions have to be read.");
  g_type_ensure (CYAN_TYPE_ROW_TABLE);
  cyan_history_pane_class_set_template (pane_class, "risk.ui");
  cyan_children_bind (class, CYAN_CHILD (CyanRiskView, model_list),
                      CYAN_CHILD (CyanRiskView, threshold), CYAN_CHILD (CyanRiskView, score),
                      CYAN_CHILD (CyanRiskView, score_label), CYAN_CHILD (CyanRiskView, notes),
                      CYAN_CHILD (CyanRiskView, table), CYAN_CHILD (CyanRiskView, why),
                      CYAN_CHILD (CyanRiskView, scores), NULL);
}

static void
fill_models (CyanRiskView *self)
{
  const CyanPredictionOptions usual = CYAN_PREDICTION_OPTIONS_INIT;
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  for (guint i = 0; i < CYAN_N_RISK_MODELS; i++)
    gtk_string_list_append (names, _ (model_titles[i]));
  gtk_drop_down_set_model (self->model_list, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (self->model_list, usual.model);
}

static CyanRowColumnKind
kind_of (CyanRiskColumn column)
{
  return column == CYAN_RISK_COLUMN_SUBJECT ? CYAN_ROW_COLUMN_LONG_TEXT
         : column == CYAN_RISK_COLUMN_PREDICTED || column == CYAN_RISK_COLUMN_MEASURED
             ? CYAN_ROW_COLUMN_NUMBER
             : CYAN_ROW_COLUMN_TEXT;
}

static void
cyan_risk_view_init (CyanRiskView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = 0; i < CYAN_RISK_N_COLUMNS; i++)
    cyan_row_table_append_column (self->table, _ (cyan_risk_titles[i]),
                                  kind_of ((CyanRiskColumn) i), fill_cell, GTK_WIDGET (self));
  fill_models (self);
  on_choice (self);
  cyan_connect (self->model_list, "notify::selected", on_choice, self);
  cyan_connect (self->threshold, "value-changed", on_choice, self);
  cyan_connect (self->score, "value-changed", on_choice, self);
  cyan_connect (self->table, "selected", on_selected, self);
  cyan_connect (self->table, "activated", on_activated, self);
}
