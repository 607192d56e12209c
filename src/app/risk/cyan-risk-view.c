/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-risk-view.h"

#include "cyan-history-parts.h"
#include "cyan-history-reading.h"
#include "cyan-history-scroll.h"
#include "cyan-i18n.h"
#include "cyan-prediction-read.h"
#include "cyan-risk-reader.h"
#include "cyan-risk-why.h"
#include "cyan-risk-words.h"

struct _CyanRiskView
{
  GtkWidget parent_instance;

  /* template children, borrowed */
  GtkWidget *box;
  GtkDropDown *model_list;
  GtkSpinButton *threshold; /* in percent */
  GtkSpinButton *score;     /* PerfScope's */
  GtkWidget *score_label;
  CyanHistoryReading *reading;
  GtkLabel *heading;
  GtkLabel *notes;
  GtkColumnView *table;
  GtkBox *why;
  GtkBox *scores;

  GtkStringList *oids; /* of the listed revisions, newest first */
  GtkSingleSelection *selection;

  CyanHistory *history;       /* owned */
  CyanHistoryStore *store;    /* owned */
  guint metric, machine;      /* that are shown, or on their way; or CYAN_HISTORY_NONE */
  CyanPrediction *prediction; /* owned; NULL before it is there */
  guint *rows;                /* owned: its columns by row */
  gboolean is_following;      /* the rows or the selection are being set */
};

G_DEFINE_FINAL_TYPE (CyanRiskView, cyan_risk_view, GTK_TYPE_WIDGET)

/* ---- why ---- */

/* The column of the history with the revision @oid, or CYAN_HISTORY_NONE. */
static guint
find_column (CyanRiskView *self, const char *oid)
{
  const CyanEvolution *evolution = cyan_history_evolution (self->history);

  for (guint i = 0; i < evolution->n_columns; i++)
    if (g_str_equal (evolution->columns[i].oid, oid))
      return i;
  return CYAN_HISTORY_NONE;
}

/* Selects the line of the benchmark that the revision is judged by. */
static void
select_benchmark (CyanRiskView *self, guint revision)
{
  const char *name =
      self->prediction->benchmarks[cyan_prediction_benchmark (self->prediction, revision)];
  const GArray *lines = cyan_history_lines (self->history);

  for (guint i = 0; i < lines->len; i++)
    {
      guint line = g_array_index (lines, guint, i);

      if (g_str_equal (cyan_history_line_name (self->history, line), name))
        cyan_history_select_line (self->history, line);
    }
}

static gboolean
has_runs (CyanRiskView *self, guint column)
{
  guint line = cyan_history_selected_line (self->history);
  const CyanEvolutionSeries *series =
      column != CYAN_HISTORY_NONE ? cyan_history_series (self->history, line, column) : NULL;

  return series != NULL && series->begin[column + 1] > series->begin[column];
}

/* The column of the parent, if it and the revision can be compared. */
static guint
parent_of (CyanRiskView *self, guint revision)
{
  const CyanEvolutionColumn *columns = self->prediction->columns;
  guint column = find_column (self, columns[revision].oid);
  guint parent = find_column (self, columns[revision - 1].oid);

  return has_runs (self, column) && has_runs (self, parent) ? parent : CYAN_HISTORY_NONE;
}

static void
show_why (CyanRiskView *self)
{
  guint position = gtk_single_selection_get_selected (self->selection);
  guint revision;

  cyan_parts_clear (self->why);
  if (self->prediction == NULL || position == GTK_INVALID_LIST_POSITION)
    return;
  revision = self->rows[position];
  cyan_risk_append_why (self->why, self->prediction, revision, parent_of (self, revision));
}

static void
on_selected (CyanRiskView *self)
{
  guint position = gtk_single_selection_get_selected (self->selection);

  if (self->is_following || self->history == NULL || position == GTK_INVALID_LIST_POSITION)
    return;
  self->is_following = TRUE;
  select_benchmark (self, self->rows[position]);
  cyan_history_select (self->history,
                       find_column (self, gtk_string_list_get_string (self->oids, position)));
  self->is_following = FALSE;
  show_why (self);
}

static void
on_activate (CyanRiskView *self, guint position)
{
  guint parent = parent_of (self, self->rows[position]);

  on_selected (self);
  if (parent != CYAN_HISTORY_NONE)
    gtk_widget_activate_action (GTK_WIDGET (self), "history.compare-with", "u", parent);
}

/* Selects the row of the history's revision, if it has one. */
static void
follow (CyanRiskView *self)
{
  guint column = cyan_history_column (self->history);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->oids));

  for (guint i = 0; column != CYAN_HISTORY_NONE && i < n; i++)
    if (find_column (self, gtk_string_list_get_string (self->oids, i)) == column
        && gtk_single_selection_get_selected (self->selection) != i)
      {
        self->is_following = TRUE;
        gtk_single_selection_set_selected (self->selection, i);
        self->is_following = FALSE;
        cyan_history_scroll_to (self->table, i);
        show_why (self);
      }
}

/* ---- cells ---- */

/* What the factory of a column needs. */
typedef struct
{
  CyanRiskView *view;
  CyanRiskColumn column;
} Maker;

static gboolean
is_number (CyanRiskColumn column)
{
  return column == CYAN_RISK_COLUMN_PREDICTED || column == CYAN_RISK_COLUMN_MEASURED;
}

static void
on_setup (Maker *maker, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), is_number (maker->column) ? 1 : 0);
  if (is_number (maker->column))
    gtk_widget_add_css_class (label, "numeric");
  if (maker->column == CYAN_RISK_COLUMN_SUBJECT)
    {
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_label_set_width_chars (GTK_LABEL (label), 12);
    }
  gtk_list_item_set_child (item, label);
}

static void
on_bind (Maker *maker, GtkListItem *item)
{
  const CyanPrediction *prediction = maker->view->prediction;
  guint revision = maker->view->rows[gtk_list_item_get_position (item)];
  g_autofree char *text = cyan_risk_text (prediction, revision, maker->column);
  GtkWidget *label = gtk_list_item_get_child (item);
  gboolean is_missed = !cyan_prediction_is_selected (prediction, revision);

  gtk_label_set_text (GTK_LABEL (label), text);
  gtk_widget_set_tooltip_text (label, maker->column == CYAN_RISK_COLUMN_SUBJECT ? text : NULL);
  if (maker->column == CYAN_RISK_COLUMN_NAME)
    {
      g_autofree char *spoken = cyan_risk_spoken (prediction, revision);

      gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                      -1);
    }
  if (maker->column == CYAN_RISK_COLUMN_VERDICT && is_missed)
    gtk_widget_add_css_class (label, "cyan-slower");
  else
    gtk_widget_remove_css_class (label, "cyan-slower");
}

static void
add_column (CyanRiskView *self, CyanRiskColumn number)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkColumnViewColumn *column;
  Maker *maker = g_new (Maker, 1);

  *maker = (Maker){ self, number };
  g_signal_connect_data (factory, "setup", G_CALLBACK (on_setup), maker,
                         (GClosureNotify) (GCallback) g_free, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (factory, "bind", G_CALLBACK (on_bind), maker);
  column = gtk_column_view_column_new (_ (cyan_risk_titles[number]), factory);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_expand (column, number == CYAN_RISK_COLUMN_SUBJECT);
  gtk_column_view_append_column (self->table, column);
  g_object_unref (column);
}

/* ---- rows ---- */

static void
drop_rows (CyanRiskView *self)
{
  cyan_history_keep_focus (self->table);
  self->is_following = TRUE;
  gtk_string_list_splice (self->oids, 0, g_list_model_get_n_items (G_LIST_MODEL (self->oids)),
                          NULL);
  self->is_following = FALSE;
}

static void
drop_prediction (CyanRiskView *self)
{
  drop_rows (self);
  cyan_parts_clear (self->why);
  cyan_parts_clear (self->scores);
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
  drop_rows (self);
  g_free (self->rows);
  self->rows = g_new (guint, prediction->n_columns);
  for (guint i = prediction->n_columns; i-- > 1;)
    if (cyan_risk_is_listed (prediction, i))
      {
        self->rows[oids->len] = i;
        g_ptr_array_add (oids, prediction->columns[i].oid);
      }
  g_ptr_array_add (oids, NULL);
  self->is_following = TRUE;
  gtk_string_list_splice (self->oids, 0, 0, (const char *const *) oids->pdata);
  self->is_following = FALSE;
  heading = cyan_risk_heading (prediction);
  notes = cyan_risk_notes (prediction);
  gtk_label_set_text (self->heading, heading);
  gtk_label_set_text (self->notes, notes != NULL ? notes : "");
  gtk_widget_set_visible (GTK_WIDGET (self->notes), notes != NULL);
  cyan_parts_clear (self->scores);
  cyan_risk_append_scores (self->scores, prediction);
  cyan_history_reading_show_content (self->reading);
  follow (self);
  on_selected (self);
  show_why (self);
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
  g_autoptr (CyanPrediction) prediction = cyan_risk_read_finish (result, &error);
  CyanRiskView *self = data;

  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  cyan_history_reading_end (self->reading);
  if (prediction == NULL)
    {
      cyan_history_reading_fail (self->reading, _ ("Cannot Predict These Revisions"),
                                 error->message, _ ("Predict _Again"));
      return;
    }
  self->prediction = g_steal_pointer (&prediction);
  show_rows (self);
}

gboolean
cyan_risk_view_cancel (CyanRiskView *self)
{
  g_return_val_if_fail (CYAN_IS_RISK_VIEW (self), FALSE);

  if (!cyan_history_reading_end (self->reading))
    return FALSE;
  cyan_history_reading_fail (self->reading, _ ("Stopped"),
                             _ ("The sources of all revisions have to be read."),
                             _ ("Predict _Again"));
  return TRUE;
}

static void
refresh (CyanRiskView *self)
{
  guint metric, machine;
  GCancellable *cancellable;

  if (self->history == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self))
      || cyan_history_selected_line (self->history) == CYAN_HISTORY_NONE)
    return;
  metric = cyan_history_metric (self->history);
  machine = cyan_history_machine (self->history);
  if (self->metric == metric && self->machine == machine)
    return;
  self->metric = metric;
  self->machine = machine;
  cyan_history_reading_end (self->reading);
  drop_prediction (self);
  cancellable = cyan_history_reading_begin (self->reading);
  cyan_risk_read_async (self->store, self->history, cancellable, cyan_history_reading_progress,
                        self->reading, on_read, self);
}

static void
on_again (CyanRiskView *self)
{
  self->metric = CYAN_HISTORY_NONE;
  refresh (self);
}

static void
on_changed (CyanRiskView *self)
{
  refresh (self);
  if (!self->is_following)
    follow (self);
}

void
cyan_risk_view_set_history (CyanRiskView *self, CyanHistory *history, CyanHistoryStore *store)
{
  g_return_if_fail (CYAN_IS_RISK_VIEW (self));

  if (self->history == history)
    return;
  cyan_history_reading_end (self->reading);
  drop_prediction (self);
  self->metric = CYAN_HISTORY_NONE;
  if (self->history != NULL)
    g_signal_handlers_disconnect_by_data (self->history, self);
  g_set_object (&self->history, history);
  g_clear_pointer (&self->store, cyan_history_store_unref);
  self->store = store != NULL ? cyan_history_store_ref (store) : NULL;
  if (history == NULL)
    return;
  g_signal_connect_swapped (history, "changed", G_CALLBACK (on_changed), self);
  refresh (self);
}

/* ---- object ---- */

static void
cyan_risk_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (cyan_risk_view_parent_class)->map (widget);
  refresh (CYAN_RISK_VIEW (widget));
}

static gboolean
cyan_risk_view_grab_focus (GtkWidget *widget)
{
  CyanRiskView *self = CYAN_RISK_VIEW (widget);

  return cyan_history_focus_rows (self->table)
         || gtk_widget_child_focus (GTK_WIDGET (self->reading), GTK_DIR_TAB_FORWARD);
}

static void
cyan_risk_view_dispose (GObject *object)
{
  CyanRiskView *self = CYAN_RISK_VIEW (object);

  if (self->box != NULL)
    cyan_risk_view_set_history (self, NULL, NULL);
  g_clear_pointer (&self->rows, g_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), CYAN_TYPE_RISK_VIEW);
  G_OBJECT_CLASS (cyan_risk_view_parent_class)->dispose (object);
}

static void
cyan_risk_view_class_init (CyanRiskViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = cyan_risk_view_dispose;
  widget_class->map = cyan_risk_view_map;
  widget_class->grab_focus = cyan_risk_view_grab_focus;
  g_type_ensure (CYAN_TYPE_HISTORY_READING);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/cyanotype/Cyanotype/ui/risk.ui");
  gtk_widget_class_bind_template_child (widget_class, CyanRiskView, box);
  gtk_widget_class_bind_template_child (widget_class, CyanRiskView, model_list);
  gtk_widget_class_bind_template_child (widget_class, CyanRiskView, threshold);
  gtk_widget_class_bind_template_child (widget_class, CyanRiskView, score);
  gtk_widget_class_bind_template_child (widget_class, CyanRiskView, score_label);
  gtk_widget_class_bind_template_child (widget_class, CyanRiskView, reading);
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

static void
cyan_risk_view_init (CyanRiskView *self)
{
  g_autoptr (GtkSelectionModel) model = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->metric = CYAN_HISTORY_NONE;
  self->oids = gtk_string_list_new (NULL);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (self->oids));
  model = GTK_SELECTION_MODEL (self->selection);
  gtk_column_view_set_model (self->table, model);
  for (guint i = 0; i < CYAN_RISK_N_COLUMNS; i++)
    add_column (self, (CyanRiskColumn) i);
  fill_models (self);
  on_choice (self);
  g_signal_connect_swapped (self->model_list, "notify::selected", G_CALLBACK (on_choice), self);
  g_signal_connect_swapped (self->threshold, "value-changed", G_CALLBACK (on_choice), self);
  g_signal_connect_swapped (self->score, "value-changed", G_CALLBACK (on_choice), self);
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (on_selected), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->table, "activate", G_CALLBACK (on_activate), self);
  g_signal_connect_swapped (self->reading, "cancel", G_CALLBACK (cyan_risk_view_cancel), self);
  g_signal_connect_swapped (self->reading, "answer", G_CALLBACK (on_again), self);
}
