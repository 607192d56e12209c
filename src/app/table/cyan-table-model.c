/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The open rows as a list for GTK.
 *
 * Opening a row sorts its children at once.  Sorting all, and opening many, makes all rows anew in
 * a thread, from a copy of what is open; whatever is opened meanwhile starts that again.
 */
#include "cyan-table-private.h"

#include "cyan-task.h"
#include "cyan-widgets.h"

struct _CyanTableModel
{
  GObject parent_instance;

  CyanTableValues *values; /* owned; NULL before the first rows */
  CyanOutline *outline;    /* owned; of values */
  GtkBitset *selected;     /* owned; positions */

  CyanTableValues *coming; /* owned; the values of rows that are being made, or NULL */
  CyanOutline *sketch;     /* owned; what is to be open in them */
  CyanColumn column;
  gboolean descending;
  GCancellable *cancellable; /* of the thread, or NULL */
};

static void list_model_init (GListModelInterface *interface);
static void selection_model_init (GtkSelectionModelInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (CyanTableModel,
                               cyan_table_model,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init)
                                   G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL,
                                                          selection_model_init))

/* ---- rows as GTK sees them ---- */

static GType
get_item_type (GListModel *model)
{
  return G_TYPE_OBJECT;
}

static guint
get_n_items (GListModel *model)
{
  CyanTableModel *self = CYAN_TABLE_MODEL (model);

  return self->outline != NULL ? cyan_outline_n_rows (self->outline) : 0;
}

static gpointer
get_item (GListModel *model, guint position)
{
  return position < get_n_items (model) ? g_object_new (G_TYPE_OBJECT, NULL) : NULL;
}

static void
list_model_init (GListModelInterface *interface)
{
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
}

static gboolean
is_selected (GtkSelectionModel *model, guint position)
{
  return gtk_bitset_contains (CYAN_TABLE_MODEL (model)->selected, position);
}

static GtkBitset *
get_selection_in_range (GtkSelectionModel *model, guint position, guint n_items)
{
  return gtk_bitset_ref (CYAN_TABLE_MODEL (model)->selected);
}

/* Selects what @selected has; takes it. */
static void
replace_selected (CyanTableModel *self, GtkBitset *selected)
{
  g_autoptr (GtkBitset) changed = gtk_bitset_copy (selected);

  gtk_bitset_union (changed, self->selected);
  gtk_bitset_unref (self->selected);
  self->selected = selected;
  if (!gtk_bitset_is_empty (changed))
    gtk_selection_model_selection_changed (
        GTK_SELECTION_MODEL (self), gtk_bitset_get_minimum (changed),
        gtk_bitset_get_maximum (changed) - gtk_bitset_get_minimum (changed) + 1);
}

static gboolean
select_range (GtkSelectionModel *model, guint position, guint n_items, gboolean unselect_rest)
{
  CyanTableModel *self = CYAN_TABLE_MODEL (model);
  GtkBitset *selected = unselect_rest ? gtk_bitset_new_empty () : gtk_bitset_copy (self->selected);

  gtk_bitset_add_range (selected, position, n_items);
  replace_selected (self, selected);
  return TRUE;
}

static gboolean
select_item (GtkSelectionModel *model, guint position, gboolean unselect_rest)
{
  select_range (model, position, 1, unselect_rest);
  g_signal_emit_by_name (model, "picked", position);
  return TRUE;
}

static gboolean
unselect_item (GtkSelectionModel *model, guint position)
{
  CyanTableModel *self = CYAN_TABLE_MODEL (model);
  GtkBitset *selected = gtk_bitset_copy (self->selected);

  gtk_bitset_remove (selected, position);
  replace_selected (self, selected);
  return TRUE;
}

static gboolean
select_all (GtkSelectionModel *model)
{
  return select_range (model, 0, get_n_items (G_LIST_MODEL (model)), TRUE);
}

static void
selection_model_init (GtkSelectionModelInterface *interface)
{
  interface->is_selected = is_selected;
  interface->get_selection_in_range = get_selection_in_range;
  interface->select_item = select_item;
  interface->unselect_item = unselect_item;
  interface->select_range = select_range;
  interface->select_all = select_all;
}

/* ---- making rows ---- */

/* A job of the thread, which makes the rows of the outline. */
typedef struct
{
  CyanTableValues *values; /* owned */
  CyanOutline *outline;    /* owned */
  CyanColumn column;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  cyan_outline_free (job->outline);
  cyan_table_values_free (job->values);
  g_free (job);
}

static gboolean
job_run (Job *job, const CyanTick *tick, GError **error)
{
  if (!cyan_table_values_prepare (job->values, job->column, tick, error))
    return FALSE;
  cyan_outline_make_rows (job->outline);
  return TRUE;
}

static gpointer
make_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  Job *job = data;
  Job *made;

  if (!job_run (job, tick, error))
    return NULL;
  made = g_new (Job, 1);
  *made = *job;
  job->values = NULL;
  job->outline = NULL;
  return made;
}

static void
drop_sketch (CyanTableModel *self)
{
  g_clear_pointer (&self->sketch, cyan_outline_free);
  g_clear_pointer (&self->coming, cyan_table_values_free);
}

/* Replaces rows and values by others, which this takes.  Whatever shows a row asks by its position,
 * so GTK has to hear only of how many rows there are: it would make its widgets anew. */
static void
replace_rows (CyanTableModel *self, CyanOutline *outline, CyanTableValues *values)
{
  guint n_before = get_n_items (G_LIST_MODEL (self)), n;

  cyan_table_model_select (self, CYAN_OUTLINE_NONE);
  cyan_outline_free (self->outline);
  cyan_table_values_free (self->values);
  self->outline = outline;
  self->values = values;
  n = get_n_items (G_LIST_MODEL (self));
  if (n != n_before)
    g_list_model_items_changed (G_LIST_MODEL (self), MIN (n, n_before),
                                n_before - MIN (n, n_before), n - MIN (n, n_before));
}

/* Shows what a job made, and frees the rest of it. */
static void
take_rows (CyanTableModel *self, Job *job)
{
  drop_sketch (self);
  replace_rows (self, g_steal_pointer (&job->outline), g_steal_pointer (&job->values));
  job_free (job);
  g_signal_emit_by_name (self, "made");
}

static void
on_made (GObject *source, GAsyncResult *result, gpointer data)
{
  CyanTableModel *self = CYAN_TABLE_MODEL (source);
  Job *job = cyan_task_finish (result, NULL);

  if (job == NULL)
    return;
  if (self->cancellable != g_task_get_cancellable (G_TASK (result)))
    {
      job_free (job);
      return;
    }
  g_clear_object (&self->cancellable);
  take_rows (self, job);
}

static void
cancel (CyanTableModel *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

/* Whether there are rows, or will be. */
static gboolean
has_rows (CyanTableModel *self)
{
  return self->values != NULL || self->coming != NULL;
}

/* The outline of the next rows, at first a copy of the current one. */
static CyanOutline *
sketch (CyanTableModel *self)
{
  if (self->sketch == NULL)
    {
      self->coming = cyan_table_values_copy (self->values);
      self->sketch = cyan_outline_copy (self->outline, self->coming);
    }
  return self->sketch;
}

/* Begins to make the rows that sketch() says. */
static void
make_rows (CyanTableModel *self)
{
  Job *job = g_new (Job, 1);

  cancel (self);
  job->values = cyan_table_values_copy (self->coming);
  job->outline = cyan_outline_copy (self->sketch, job->values);
  job->column = self->column;
  cyan_outline_set_order (job->outline, self->column, self->descending);
  if (job->values->mode == CYAN_TABLE_CALLERS)
    {
      /* Its items are found when they are opened, so no other thread may do that. */
      job_run (job, NULL, NULL);
      take_rows (self, job);
      return;
    }
  self->cancellable = g_cancellable_new ();
  cyan_task_run (cyan_task_new_quiet (self, self->cancellable, on_made, NULL), make_in_thread, job,
                 job_free, job_free);
}

void
cyan_table_model_set_values (CyanTableModel *self, CyanTableValues *values)
{
  cancel (self);
  drop_sketch (self);
  if (values == NULL)
    {
      replace_rows (self, NULL, NULL);
      return;
    }
  self->coming = values;
  self->sketch = cyan_outline_new (&cyan_table_items, values);
  if (values->mode != CYAN_TABLE_FUNCTIONS)
    cyan_outline_mark (
        self->sketch,
        values->mode == CYAN_TABLE_TREE ? cyan_comparison_top (values->comparison) : 0, TRUE);
  make_rows (self);
}

void
cyan_table_model_set_basis (CyanTableModel *self, CyanBasis basis)
{
  if (!has_rows (self))
    return;
  sketch (self);
  self->coming->basis = basis;
  make_rows (self);
}

static void
replace_known (CyanTableValues *values, CyanSourceSnapshot *known)
{
  if (values == NULL)
    return;
  cyan_source_snapshot_unref (values->known);
  values->known = cyan_source_snapshot_ref (known);
}

void
cyan_table_model_set_known (CyanTableModel *self, CyanSourceSnapshot *known)
{
  replace_known (self->values, known);
  replace_known (self->coming, known);
}

void
cyan_table_model_set_filter (CyanTableModel *self, CyanFiltered *filtered, const CyanLayout *shown)
{
  const CyanCompared *compared;

  if (!has_rows (self))
    return;
  sketch (self);
  cyan_table_values_set_filter (self->coming, filtered);
  compared = &self->coming->comparison->compared;
  for (CyanNode i = 1; self->coming->mode == CYAN_TABLE_TREE && i < compared->n_nodes; i++)
    if (cyan_layout_is_shown (shown, i) && compared->tree->parent[i] != CYAN_NODE_ROOT)
      cyan_outline_mark (self->sketch, compared->tree->parent[i], TRUE);
  make_rows (self);
}

void
cyan_table_model_set_order (CyanTableModel *self, CyanColumn column, gboolean descending)
{
  if (self->column == column && self->descending == descending)
    return;
  self->column = column;
  self->descending = descending;
  if (!has_rows (self))
    return;
  sketch (self);
  make_rows (self);
}

const CyanTableValues *
cyan_table_model_values (CyanTableModel *self)
{
  return self->values;
}

const CyanOutline *
cyan_table_model_outline (CyanTableModel *self)
{
  return self->outline;
}

/* ---- opening ---- */

/* The selection after @removed rows at @position gave way to @added ones. */
static void
shift_selected (CyanTableModel *self, guint position, guint removed, guint added)
{
  gtk_bitset_splice (self->selected, position, removed, added);
  g_list_model_items_changed (G_LIST_MODEL (self), position, removed, added);
  g_signal_emit_by_name (self, "opened");
}

/* Rows that are being made have what is opened and closed meanwhile. */
static void
note (CyanTableModel *self, guint32 item, gboolean open)
{
  if (self->sketch == NULL)
    return;
  cyan_outline_mark (self->sketch, item, open);
  make_rows (self);
}

gboolean
cyan_table_model_open (CyanTableModel *self, guint position)
{
  guint32 item = cyan_outline_row (self->outline, position)->item;
  guint added;

  g_return_val_if_fail (CYAN_IS_TABLE_MODEL (self), FALSE);

  added = cyan_outline_open (self->outline, position);
  if (added == 0)
    return FALSE;
  shift_selected (self, position + 1, 0, added);
  note (self, item, TRUE);
  return TRUE;
}

gboolean
cyan_table_model_close (CyanTableModel *self, guint position)
{
  guint32 item = cyan_outline_row (self->outline, position)->item;
  guint removed;

  g_return_val_if_fail (CYAN_IS_TABLE_MODEL (self), FALSE);

  if (!cyan_outline_is_open (self->outline, position))
    return FALSE;
  removed = cyan_outline_close (self->outline, position);
  shift_selected (self, position + 1, removed, 0);
  note (self, item, FALSE);
  return TRUE;
}

void
cyan_table_model_open_all (CyanTableModel *self, guint position)
{
  guint32 item;

  if (self->values->mode != CYAN_TABLE_TREE)
    {
      cyan_table_model_open (self, position);
      return;
    }
  item = cyan_outline_row (self->outline, position)->item;
  cyan_outline_mark_range (sketch (self), item, self->values->comparison->compared.tree->end[item]);
  make_rows (self);
}

void
cyan_table_model_reveal (CyanTableModel *self, CyanNode node)
{
  const CyanNode *parent;
  CyanNode top;

  if (!has_rows (self)
      || (self->coming != NULL ? self->coming : self->values)->mode != CYAN_TABLE_TREE)
    return;
  sketch (self);
  parent = self->coming->comparison->compared.tree->parent;
  top = cyan_comparison_top (self->coming->comparison);
  while (node != top && node != CYAN_NODE_ROOT)
    cyan_outline_mark (self->sketch, node = parent[node], TRUE);
  make_rows (self);
}

void
cyan_table_model_select (CyanTableModel *self, guint position)
{
  GtkBitset *selected = gtk_bitset_new_empty ();

  if (position != CYAN_OUTLINE_NONE)
    gtk_bitset_add (selected, position);
  replace_selected (self, selected);
}

/* ---- object ---- */

static void
cyan_table_model_dispose (GObject *object)
{
  CyanTableModel *self = CYAN_TABLE_MODEL (object);

  cancel (self);
  drop_sketch (self);
  g_clear_pointer (&self->outline, cyan_outline_free);
  g_clear_pointer (&self->values, cyan_table_values_free);
  G_OBJECT_CLASS (cyan_table_model_parent_class)->dispose (object);
}

static void
cyan_table_model_finalize (GObject *object)
{
  gtk_bitset_unref (CYAN_TABLE_MODEL (object)->selected);
  G_OBJECT_CLASS (cyan_table_model_parent_class)->finalize (object);
}

static void
cyan_table_model_class_init (CyanTableModelClass *class)
{
  G_OBJECT_CLASS (class)->dispose = cyan_table_model_dispose;
  G_OBJECT_CLASS (class)->finalize = cyan_table_model_finalize;
  cyan_signal_new (class, "made", 0);
  cyan_signal_new (class, "opened", 0);
  cyan_signal_new (class, "picked", 1, G_TYPE_UINT);
}

static void
cyan_table_model_init (CyanTableModel *self)
{
  self->selected = gtk_bitset_new_empty ();
  self->column = CYAN_N_COLUMNS;
}

CyanTableModel *
cyan_table_model_new (void)
{
  return g_object_new (CYAN_TYPE_TABLE_MODEL, NULL);
}
