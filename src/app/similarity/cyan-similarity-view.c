/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-similarity-view.h"

#include "cyan-error.h"
#include "cyan-history-reading.h"
#include "cyan-history-words.h"
#include "cyan-i18n.h"
#include "cyan-similarity-reader.h"
#include "cyan-similarity-table.h"
#include "cyan-similarity-words.h"
#include "cyan-text.h"

/* What the rows are of. */
typedef struct
{
  guint line, before, after; /* before: CYAN_HISTORY_NONE if nobody chose it */
} Subject;

struct _CyanSimilarityView
{
  GtkWidget parent_instance;

  /* template children, borrowed */
  GtkWidget *box;
  GtkDropDown *line_list;
  GtkDropDown *rank_list;
  CyanHistoryReading *reading;
  GtkLabel *heading, *result, *notes;
  GtkStack *rows_stack; /* "table" or "none" */
  CyanSimilarityTable *table;
  GCallback on_problem; /* what its button does */

  CyanHistory *history;       /* owned */
  CyanHistoryStore *store;    /* owned */
  gboolean is_asked;          /* what the next two are of was asked for */
  Subject subject;            /* shown, or on its way */
  CyanSimilarityFound *found; /* owned; NULL before it is there */
  gboolean changed_only, by_function, paper_rank;
  gboolean takes_one_run; /* somebody wants rows of one run, too */
  gboolean is_following;  /* the lists are being set */
};

G_DEFINE_FINAL_TYPE (CyanSimilarityView, cyan_similarity_view, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_CHANGED_ONLY,
  PROP_BY_FUNCTION,
  PROP_PAPER_RANK,
  N_PROPS
};
static GParamSpec *properties[N_PROPS];

enum
{
  OPEN,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

static void refresh (CyanSimilarityView *self);

/* ---- problems ---- */

static void
show_problem (CyanSimilarityView *self,
              const char *title,
              const char *description,
              const char *button,
              GCallback on_button)
{
  self->on_problem = on_button;
  cyan_history_reading_fail (self->reading, title, description, button);
}

static void
on_problem_button (CyanSimilarityView *self)
{
  if (self->on_problem != NULL)
    ((void (*) (CyanSimilarityView *)) self->on_problem) (self);
}

static void
read_again (CyanSimilarityView *self)
{
  self->is_asked = FALSE;
  refresh (self);
}

static void
go_to_chart (CyanSimilarityView *self)
{
  cyan_history_set_view (self->history, CYAN_HISTORY_VIEW_CHART);
}

/* Says why there is nothing to compare; FALSE if there is something. */
static gboolean
show_missing (CyanSimilarityView *self, const Subject *subject)
{
  const CyanEvolutionSeries *series =
      cyan_history_series (self->history, subject->line, subject->after);
  g_autofree char *name = cyan_history_column_name (self->history, subject->after);
  g_autofree char *text = NULL;
  const char *title;

  if (series != NULL && series->cells[subject->after] == CYAN_CELL_MEASURED)
    return FALSE;
  if (series == NULL)
    {
      title = _ ("Not Measured");
      text = g_strdup_printf (_ ("%s has no run of this benchmark."), name);
    }
  else if (series->cells[subject->after] == CYAN_CELL_FAILED_BUILD)
    {
      title = _ ("The Build Failed");
      text = g_strdup_printf (_ ("%s was never run.  Its details have the end of the log."), name);
    }
  else
    {
      title = _ ("All Runs Failed");
      text =
          g_strdup_printf (_ ("%s left no profile.  Its details have the end of the log."), name);
    }
  show_problem (self, title, text, _ ("Show the _Chart"), G_CALLBACK (go_to_chart));
  return TRUE;
}

static void
show_error (CyanSimilarityView *self, const GError *error)
{
  const char *title =
      g_error_matches (error, CYAN_ERROR, CYAN_ERROR_UNSUPPORTED) ? _ ("No Profile Kept")
      : g_error_matches (error, CYAN_ERROR, CYAN_ERROR_MISMATCH)  ? _ ("Nothing to Compare With")
                                                                  : _ ("Cannot Compare These Runs");

  show_problem (self, title, error->message, _ ("Show the _Chart"), G_CALLBACK (go_to_chart));
}

/* ---- rows ---- */

static void
show_rows (CyanSimilarityView *self)
{
  const CyanSimilarity *similarity = self->found->similarity;
  g_autofree char *heading = cyan_similarity_heading (self->history, self->found);
  g_autofree char *result = cyan_similarity_result (similarity);
  g_autofree char *notes = cyan_similarity_notes (self->found);
  gboolean none = self->changed_only ? similarity->n_changed == 0 : similarity->n_rows == 0;

  gtk_label_set_text (self->heading, heading);
  gtk_label_set_text (self->result, result);
  gtk_label_set_text (self->notes, notes);
  gtk_widget_set_visible (GTK_WIDGET (self->notes), *notes != '\0');
  cyan_similarity_table_set (self->table, similarity, self->changed_only);
  gtk_stack_set_visible_child_name (self->rows_stack, none ? "none" : "table");
  cyan_history_reading_show_content (self->reading);
}

static void
take_one_run (CyanSimilarityView *self)
{
  self->takes_one_run = TRUE;
  show_rows (self);
}

static void
show_found (CyanSimilarityView *self)
{
  const CyanSimilarity *similarity = self->found->similarity;

  if (!self->takes_one_run && MIN (similarity->n_runs[0], similarity->n_runs[1]) < 2)
    show_problem (self, _ ("One Run Only"),
                  _ ("A range needs several runs: noise may be all that one run shows.  Measure "
                     "both revisions again."),
                  _ ("Show the Rows _Anyway"), G_CALLBACK (take_one_run));
  else
    show_rows (self);
}

static void
drop_found (CyanSimilarityView *self)
{
  cyan_similarity_table_set (self->table, NULL, FALSE);
  g_clear_pointer (&self->found, cyan_similarity_found_free);
}

static void
on_open (CyanSimilarityView *self, guint position)
{
  const CyanSimilarityRow *row =
      cyan_similarity_rows_at (cyan_similarity_table_rows (self->table), position);

  g_signal_emit (self, signals[OPEN], 0, self->found->request,
                 cyan_similarity_node (self->found->similarity, row));
}

/* ---- reading ---- */

static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanSimilarityFound) found = cyan_similarity_read_finish (result, &error);
  CyanSimilarityView *self = data;

  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  cyan_history_reading_end (self->reading);
  if (found == NULL)
    {
      /* A row that goes would take the focus with it. */
      show_error (self, error);
      drop_found (self);
      return;
    }
  /* The rows of the table are borrowed. */
  {
    CyanSimilarityFound *old = self->found;

    self->found = g_steal_pointer (&found);
    show_found (self);
    cyan_similarity_found_free (old);
  }
}

static CyanSimilarityOptions
options_of (CyanSimilarityView *self)
{
  CyanSimilarityOptions options = CYAN_SIMILARITY_OPTIONS_INIT;

  options.by = self->by_function ? CYAN_SIMILARITY_FUNCTION : CYAN_SIMILARITY_STACK;
  options.rank = self->paper_rank ? CYAN_SIMILARITY_RANK_PAPER : CYAN_SIMILARITY_RANK_TOTAL;
  return options;
}

/* Makes the rows of the subject; @old has its runs, or is NULL. */
static void
start_reading (CyanSimilarityView *self, const CyanSimilarityFound *old)
{
  CyanSimilarityOptions options = options_of (self);
  GCancellable *cancellable = cyan_history_reading_begin (self->reading);

  cyan_similarity_read_async (self->store, self->history, self->subject.line, self->subject.before,
                              self->subject.after, &options, old, cancellable,
                              cyan_history_reading_progress, self->reading, on_found, self);
}

gboolean
cyan_similarity_view_cancel (CyanSimilarityView *self)
{
  g_return_val_if_fail (CYAN_IS_SIMILARITY_VIEW (self), FALSE);

  if (!cyan_history_reading_end (self->reading))
    return FALSE;
  show_problem (self, _ ("Stopped"), "", _ ("Compare _Again"), G_CALLBACK (read_again));
  return TRUE;
}

/* ---- the state ---- */

/* What is selected now; FALSE if nothing is. */
static gboolean
find_subject (CyanSimilarityView *self, Subject *subject)
{
  guint other;

  subject->line = cyan_history_selected_line (self->history);
  subject->after = cyan_history_column (self->history);
  if (subject->line == CYAN_HISTORY_NONE || subject->after == CYAN_HISTORY_NONE)
    return FALSE;
  other = cyan_history_second (self->history);
  if (other == CYAN_HISTORY_NONE && cyan_history_base (self->history) != subject->after)
    other = cyan_history_base (self->history);
  subject->before = other;
  if (other != CYAN_HISTORY_NONE && other > subject->after)
    {
      subject->before = subject->after;
      subject->after = other;
    }
  return TRUE;
}

static gboolean
is_same (const Subject *a, const Subject *b)
{
  return a->line == b->line && a->before == b->before && a->after == b->after;
}

/* Reads what is selected, unless it is there or on its way. */
static void
refresh (CyanSimilarityView *self)
{
  Subject subject;

  if (self->history == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self))
      || !find_subject (self, &subject) || (self->is_asked && is_same (&subject, &self->subject)))
    return;
  self->is_asked = TRUE;
  self->subject = subject;
  cyan_history_reading_end (self->reading);
  if (show_missing (self, &subject))
    drop_found (self);
  else
    start_reading (self, NULL);
}

/* The same runs as other rows. */
static void
arrange (CyanSimilarityView *self)
{
  if (self->found != NULL && !cyan_history_reading_goes_on (self->reading))
    start_reading (self, self->found);
  else
    read_again (self);
}

static void
show_lines (CyanSimilarityView *self)
{
  const GArray *lines = cyan_history_lines (self->history);
  g_auto (GStrv) names = g_new0 (char *, lines->len + 1);
  g_autoptr (GtkStringList) model = NULL;

  for (guint i = 0; i < lines->len; i++)
    names[i] = cyan_text_for_label (
        cyan_history_line_name (self->history, g_array_index (lines, guint, i)),
        CYAN_HISTORY_NAME_CHARS);
  model = gtk_string_list_new ((const char *const *) names);
  self->is_following = TRUE;
  gtk_drop_down_set_model (self->line_list, G_LIST_MODEL (model));
  self->is_following = FALSE;
  gtk_widget_set_visible (GTK_WIDGET (self->line_list), lines->len > 1);
}

static void
on_changed (CyanSimilarityView *self)
{
  const GArray *lines = cyan_history_lines (self->history);

  self->is_following = TRUE;
  for (guint i = 0; i < lines->len; i++)
    if (g_array_index (lines, guint, i) == cyan_history_selected_line (self->history))
      gtk_drop_down_set_selected (self->line_list, i);
  self->is_following = FALSE;
  refresh (self);
}

static void
on_lines_changed (CyanSimilarityView *self)
{
  show_lines (self);
  on_changed (self);
}

static void
on_line (CyanSimilarityView *self)
{
  const GArray *lines = self->history != NULL ? cyan_history_lines (self->history) : NULL;
  guint selected = gtk_drop_down_get_selected (self->line_list);

  if (!self->is_following && lines != NULL && selected < lines->len)
    cyan_history_select_line (self->history, g_array_index (lines, guint, selected));
}

static void
on_rank (CyanSimilarityView *self)
{
  g_object_set (self, "paper-rank", gtk_drop_down_get_selected (self->rank_list) == 1, NULL);
}

void
cyan_similarity_view_set_history (CyanSimilarityView *self,
                                  CyanHistory *history,
                                  CyanHistoryStore *store)
{
  g_return_if_fail (CYAN_IS_SIMILARITY_VIEW (self));

  if (self->history == history)
    return;
  cyan_history_reading_end (self->reading);
  drop_found (self);
  self->is_asked = FALSE;
  if (self->history != NULL)
    g_signal_handlers_disconnect_by_data (self->history, self);
  g_set_object (&self->history, history);
  g_clear_pointer (&self->store, cyan_history_store_unref);
  self->store = store != NULL ? cyan_history_store_ref (store) : NULL;
  if (history == NULL)
    return;
  g_signal_connect_swapped (history, "lines-changed", G_CALLBACK (on_lines_changed), self);
  g_signal_connect_swapped (history, "changed", G_CALLBACK (on_changed), self);
  on_lines_changed (self);
}

void
cyan_similarity_view_set_palette (CyanSimilarityView *self, CyanPalette palette)
{
  g_return_if_fail (CYAN_IS_SIMILARITY_VIEW (self));

  cyan_similarity_table_set_palette (self->table, palette);
}

/* ---- object ---- */

static gboolean *
flag_of (CyanSimilarityView *self, guint property)
{
  return property == PROP_CHANGED_ONLY  ? &self->changed_only
         : property == PROP_BY_FUNCTION ? &self->by_function
                                        : &self->paper_rank;
}

static void
cyan_similarity_view_set_property (GObject *object,
                                   guint property,
                                   const GValue *value,
                                   GParamSpec *parameter)
{
  CyanSimilarityView *self = CYAN_SIMILARITY_VIEW (object);
  gboolean *flag = flag_of (self, property);

  if (*flag == g_value_get_boolean (value))
    return;
  *flag = g_value_get_boolean (value);
  if (property == PROP_PAPER_RANK)
    gtk_drop_down_set_selected (self->rank_list, *flag);
  g_object_notify_by_pspec (object, properties[property]);
  if (property != PROP_CHANGED_ONLY)
    arrange (self);
  else if (cyan_history_reading_shows_content (self->reading))
    show_rows (self);
}

static void
cyan_similarity_view_get_property (GObject *object,
                                   guint property,
                                   GValue *value,
                                   GParamSpec *parameter)
{
  g_value_set_boolean (value, *flag_of (CYAN_SIMILARITY_VIEW (object), property));
}

static void
cyan_similarity_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (cyan_similarity_view_parent_class)->map (widget);
  refresh (CYAN_SIMILARITY_VIEW (widget));
}

static gboolean
cyan_similarity_view_grab_focus (GtkWidget *widget)
{
  CyanSimilarityView *self = CYAN_SIMILARITY_VIEW (widget);

  return gtk_widget_grab_focus (GTK_WIDGET (self->table))
         || gtk_widget_child_focus (GTK_WIDGET (self->reading), GTK_DIR_TAB_FORWARD);
}

static void
cyan_similarity_view_dispose (GObject *object)
{
  CyanSimilarityView *self = CYAN_SIMILARITY_VIEW (object);

  if (self->box != NULL)
    cyan_similarity_view_set_history (self, NULL, NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), CYAN_TYPE_SIMILARITY_VIEW);
  G_OBJECT_CLASS (cyan_similarity_view_parent_class)->dispose (object);
}

static void
cyan_similarity_view_class_init (CyanSimilarityViewClass *class)
{
  static const char *const names[N_PROPS] = { [PROP_CHANGED_ONLY] = "changed-only",
                                              [PROP_BY_FUNCTION] = "by-function",
                                              [PROP_PAPER_RANK] = "paper-rank" };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->dispose = cyan_similarity_view_dispose;
  object_class->set_property = cyan_similarity_view_set_property;
  object_class->get_property = cyan_similarity_view_get_property;
  widget_class->map = cyan_similarity_view_map;
  widget_class->grab_focus = cyan_similarity_view_grab_focus;
  for (guint i = PROP_0 + 1; i < N_PROPS; i++)
    properties[i] =
        g_param_spec_boolean (names[i], NULL, NULL, FALSE,
                              G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[OPEN] = g_signal_new ("open", CYAN_TYPE_SIMILARITY_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 2, G_TYPE_POINTER, G_TYPE_UINT);
  g_type_ensure (CYAN_TYPE_HISTORY_READING);
  g_type_ensure (CYAN_TYPE_SIMILARITY_TABLE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/cyanotype/Cyanotype/ui/similarity.ui");
  gtk_widget_class_bind_template_child (widget_class, CyanSimilarityView, box);
  gtk_widget_class_bind_template_child (widget_class, CyanSimilarityView, line_list);
  gtk_widget_class_bind_template_child (widget_class, CyanSimilarityView, rank_list);
  gtk_widget_class_bind_template_child (widget_class, CyanSimilarityView, reading);
  gtk_widget_class_bind_template_child (widget_class, CyanSimilarityView, heading);
  gtk_widget_class_bind_template_child (widget_class, CyanSimilarityView, result);
  gtk_widget_class_bind_template_child (widget_class, CyanSimilarityView, notes);
  gtk_widget_class_bind_template_child (widget_class, CyanSimilarityView, rows_stack);
  gtk_widget_class_bind_template_child (widget_class, CyanSimilarityView, table);
}

static void
cyan_similarity_view_init (CyanSimilarityView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_swapped (self->line_list, "notify::selected", G_CALLBACK (on_line), self);
  g_signal_connect_swapped (self->rank_list, "notify::selected", G_CALLBACK (on_rank), self);
  g_signal_connect_swapped (self->table, "open", G_CALLBACK (on_open), self);
  g_signal_connect_swapped (self->reading, "cancel", G_CALLBACK (cyan_similarity_view_cancel),
                            self);
  g_signal_connect_swapped (self->reading, "answer", G_CALLBACK (on_problem_button), self);
}
