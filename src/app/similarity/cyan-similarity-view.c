/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-similarity-view.h"

#include "cyan-answers.h"
#include "cyan-error.h"
#include "cyan-history-words.h"
#include "cyan-i18n.h"
#include "cyan-similarity-reader.h"
#include "cyan-similarity-view-private.h"
#include "cyan-similarity-words.h"
#include "cyan-text.h"
#include "cyan-widgets.h"

struct _CyanSimilarityView
{
  CyanHistoryPane parent_instance;

  /* template children, borrowed */
  GtkDropDown *rank_list;
  GtkLabel *heading, *notes;
  GtkStack *rows_stack; /* "table" or "none" */
  CyanRowTable *table;

  CyanHistorySubject subject; /* a line, before and after, see get_subject(); of what is found */
  CyanSimilarityFound *found; /* owned; NULL before it is there */
  GArray *shown;              /* of guint: indices of its rows */
  gboolean changed_only, by_function, paper_rank;
  gboolean takes_one_run; /* somebody wants rows of one run, too */
};

G_DEFINE_FINAL_TYPE (CyanSimilarityView, cyan_similarity_view, CYAN_TYPE_HISTORY_PANE)

static CyanHistory *
history_of (CyanSimilarityView *self)
{
  return cyan_history_pane_get_history (CYAN_HISTORY_PANE (self));
}

static CyanHistoryLoading *
loading_of (CyanSimilarityView *self)
{
  return cyan_history_pane_get_loading (CYAN_HISTORY_PANE (self));
}

/* ---- problems ---- */

static void
go_to_chart (CyanHistoryPane *pane)
{
  cyan_history_set_view (cyan_history_pane_get_history (pane), CYAN_HISTORY_VIEW_CHART);
}

static void
fail (CyanSimilarityView *self, const char *title, const char *description)
{
  cyan_history_pane_fail (CYAN_HISTORY_PANE (self), title, description, _ ("Show the _Chart"),
                          go_to_chart);
}

/* Says why there is nothing to compare; FALSE if there is something. */
static gboolean
show_missing (CyanSimilarityView *self, guint line, guint column)
{
  static const char *const titles[] = { [CYAN_CELL_EMPTY] = N_ ("Not Measured"),
                                        [CYAN_CELL_FAILED] = N_ ("All Runs Failed"),
                                        [CYAN_CELL_FAILED_BUILD] = N_ ("The Build Failed") };
  CyanHistory *history = history_of (self);
  const CyanEvolutionSeries *series = cyan_history_series (history, line, column);
  guint cell = series != NULL ? series->cells[column] : CYAN_CELL_EMPTY;
  g_autofree char *name = cyan_history_column_name (history, column);
  /* Translators: the name of a revision */
  g_autofree char *text = g_strdup_printf (
      _ ("%s left no profile. If there is a log, its details have the end of it."), name);

  if (cell == CYAN_CELL_MEASURED)
    return FALSE;
  fail (self, _ (titles[cell]), text);
  return TRUE;
}

static void
show_error (CyanSimilarityView *self, const GError *error)
{
  const char *title =
      g_error_matches (error, CYAN_ERROR, CYAN_ERROR_UNSUPPORTED) ? _ ("No Profile Kept")
      : g_error_matches (error, CYAN_ERROR, CYAN_ERROR_MISMATCH)  ? _ ("Nothing to Compare With")
                                                                  : _ ("Cannot Compare These Runs");

  fail (self, title, error->message);
}

/* ---- rows ---- */

const CyanSimilarity *
cyan_similarity_view_row (GtkWidget *view, guint position, const CyanSimilarityRow **row)
{
  const CyanSimilarityView *self = CYAN_SIMILARITY_VIEW (view);

  *row = &self->found->similarity->rows[g_array_index (self->shown, guint, position)];
  return self->found->similarity;
}

/* The key of a row is its number among the stacks or among the functions. */
static void
fill_table (CyanSimilarityView *self, const CyanSimilarity *similarity)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) keys = NULL;

  g_array_set_size (self->shown, 0);
  for (guint i = 0; i < similarity->n_rows; i++)
    if (!self->changed_only || similarity->rows[i].changed)
      {
        g_autofree char *key =
            g_strdup_printf ("%d.%u", similarity->options.by, similarity->rows[i].number);

        g_array_append_val (self->shown, i);
        g_strv_builder_add (builder, key);
      }
  keys = g_strv_builder_end (builder);
  cyan_similarity_show_calls (self->table, similarity->has_calls);
  cyan_row_table_set (self->table, (const char *const *) keys);
  cyan_row_table_scroll (self->table);
}

static void
show_rows (CyanSimilarityView *self)
{
  const CyanSimilarity *similarity = self->found->similarity;
  g_autofree char *heading = cyan_similarity_heading (history_of (self), self->found);
  g_autofree char *notes = cyan_similarity_notes (self->found);
  gboolean none = self->changed_only ? similarity->n_changed == 0 : similarity->n_rows == 0;

  gtk_label_set_text (self->heading, heading);
  cyan_history_pane_set_answer (CYAN_HISTORY_PANE (self), cyan_similarity_answer (similarity));
  gtk_label_set_text (self->notes, notes);
  fill_table (self, similarity);
  gtk_stack_set_visible_child_name (self->rows_stack, none ? "none" : "table");
  cyan_history_loading_show_content (loading_of (self));
}

static void
take_one_run (CyanHistoryPane *pane)
{
  CyanSimilarityView *self = CYAN_SIMILARITY_VIEW (pane);

  self->takes_one_run = TRUE;
  show_rows (self);
}

static void
show_found (CyanSimilarityView *self)
{
  const CyanSimilarity *similarity = self->found->similarity;

  if (!self->takes_one_run && MIN (similarity->n_runs[0], similarity->n_runs[1]) < 2)
    cyan_history_pane_fail (
        CYAN_HISTORY_PANE (self), _ ("One Run Only"),
        _ ("A range needs several runs: noise may be all that one run shows.  Measure "
           "both revisions again."),
        _ ("Show the Rows _Anyway"), take_one_run);
  else
    show_rows (self);
}

static void
drop (CyanHistoryPane *pane)
{
  CyanSimilarityView *self = CYAN_SIMILARITY_VIEW (pane);

  cyan_row_table_clear (self->table);
  g_clear_pointer (&self->found, cyan_similarity_found_free);
}

static void
on_activated (CyanSimilarityView *self, guint position)
{
  const CyanSimilarityRow *row;
  const CyanSimilarity *similarity = cyan_similarity_view_row (GTK_WIDGET (self), position, &row);

  g_signal_emit_by_name (self, "open", self->found->request,
                         cyan_similarity_node (similarity, row));
}

/* ---- reading ---- */

static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanSimilarityFound) found = cyan_task_finish (result, &error);
  g_autoptr (CyanSimilarityFound) old = NULL;
  CyanSimilarityView *self = data;

  if (!cyan_history_pane_finish (data, result))
    return;
  if (found == NULL)
    {
      /* A row that goes would take the focus with it. */
      show_error (self, error);
      drop (data);
      return;
    }
  /* The table has rows of the old ones until it gets others. */
  old = g_steal_pointer (&self->found);
  self->found = g_steal_pointer (&found);
  show_found (self);
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
start_loading (CyanSimilarityView *self, const CyanSimilarityFound *old)
{
  CyanHistoryPane *pane = CYAN_HISTORY_PANE (self);
  const CyanTaskCaller caller = cyan_history_pane_begin (pane, on_found);
  const guint *indices = self->subject.indices;
  const CyanSimilarityWanted wanted = { indices[0], indices[1], indices[2], options_of (self) };

  cyan_similarity_read_async (cyan_history_pane_get_store (pane),
                              cyan_history_pane_get_history (pane), &wanted, old, &caller);
}

/* A line and two revisions; the first is CYAN_HISTORY_NONE if nobody chose it. */
static gboolean
get_subject (CyanHistory *history, CyanHistorySubject *subject)
{
  guint after = history->column, before = history->second;

  if (after == CYAN_HISTORY_NONE)
    return FALSE;
  if (before == CYAN_HISTORY_NONE && history->base != after)
    before = history->base;
  subject->indices[0] = history->line;
  subject->indices[1] = before == CYAN_HISTORY_NONE ? before : MIN (before, after);
  subject->indices[2] = before == CYAN_HISTORY_NONE ? after : MAX (before, after);
  return TRUE;
}

static void
read_runs (CyanHistoryPane *pane, const CyanHistorySubject *subject)
{
  CyanSimilarityView *self = CYAN_SIMILARITY_VIEW (pane);

  self->subject = *subject;
  if (show_missing (self, subject->indices[0], subject->indices[2]))
    drop (pane);
  else
    start_loading (self, NULL);
}

/* The same runs as other rows. */
static void
arrange (CyanSimilarityView *self)
{
  if (self->found != NULL && !cyan_history_loading_goes_on (loading_of (self)))
    start_loading (self, self->found);
  else
    cyan_history_pane_read_again (CYAN_HISTORY_PANE (self));
}

/* ---- choices ---- */

static void
on_rank (CyanSimilarityView *self)
{
  g_object_set (self, "paper-rank", gtk_drop_down_get_selected (self->rank_list) == 1, NULL);
}

/* ---- object ---- */

static void
on_flag (GObject *object, const char *name)
{
  CyanSimilarityView *self = CYAN_SIMILARITY_VIEW (object);

  gtk_drop_down_set_selected (self->rank_list, self->paper_rank);
  if (!g_str_equal (name, "changed-only"))
    arrange (self);
  else if (cyan_history_loading_shows_content (loading_of (self)))
    show_rows (self);
}

static void
cyan_similarity_view_finalize (GObject *object)
{
  g_array_unref (CYAN_SIMILARITY_VIEW (object)->shown);
  G_OBJECT_CLASS (cyan_similarity_view_parent_class)->finalize (object);
}

static void
cyan_similarity_view_class_init (CyanSimilarityViewClass *class)
{
  CyanHistoryPaneClass *pane_class = CYAN_HISTORY_PANE_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = cyan_similarity_view_finalize;
  pane_class->drop = drop;
  pane_class->get_subject = get_subject;
  pane_class->read = read_runs;
  pane_class->again = N_ ("Compare _Again");
  pane_class->stopped = "";
  cyan_flags_install (class, on_flag, CYAN_FLAG (CyanSimilarityView, "changed-only", changed_only),
                      CYAN_FLAG (CyanSimilarityView, "by-function", by_function),
                      CYAN_FLAG (CyanSimilarityView, "paper-rank", paper_rank), NULL);
  cyan_signal_new (class, "open", 2, G_TYPE_POINTER, G_TYPE_UINT);
  g_type_ensure (CYAN_TYPE_ROW_TABLE);
  cyan_history_pane_class_set_template (pane_class, "similarity.ui");
  cyan_children_bind (
      class, CYAN_CHILD (CyanSimilarityView, rank_list), CYAN_CHILD (CyanSimilarityView, heading),
      CYAN_CHILD (CyanSimilarityView, notes), CYAN_CHILD (CyanSimilarityView, rows_stack),
      CYAN_CHILD (CyanSimilarityView, table), NULL);
}

static void
cyan_similarity_view_init (CyanSimilarityView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->shown = g_array_new (FALSE, FALSE, sizeof (guint));
  cyan_similarity_append_columns (self->table, GTK_WIDGET (self));
  cyan_connect (self->rank_list, "notify::selected", on_rank, self);
  cyan_connect (self->table, "activated", on_activated, self);
}
