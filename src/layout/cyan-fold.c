/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Links: which rows of nodes are folded into one box.
 *
 * A row is known from below: record->chain counts the nodes from a record down that can fold
 * together.  Whether a record is the first of its row is known from above.  So folding first walks
 * the dirty records upwards and then downwards.  A record whose fold changes becomes dirty, and
 * with it the few below it that depend on it.
 */
#include "cyan-layout-private.h"

#include "cyan-change.h"

/* The part of its change that a node passes on to one callee. */
#define PASSED_ON 0.95
/* The largest part of its change that a node with one shown callee has elsewhere. */
#define ELSEWHERE 0.25

static gboolean
is_modified (const CyanLayout *self, const guint8 *changes, CyanNode node)
{
  return changes != NULL
         && changes[self->comparison->compared.pairs->of_node[node]] == CYAN_CHANGE_MODIFIED;
}

static CyanKept
why_kept (const CyanLayout *self, CyanNode node)
{
  return (CyanKept) GPOINTER_TO_UINT (g_hash_table_lookup (self->kept, GUINT_TO_POINTER (node)));
}

/* A renamed node is a matched one with another name. */
static CyanStatus
kind_of (const CyanLayout *self, CyanSlot slot)
{
  CyanStatus status =
      cyan_comparison_status (self->comparison, cyan_layout_record (self, slot)->node);

  return status == CYAN_STATUS_RENAMED ? CYAN_STATUS_MATCHED : status;
}

double
cyan_layout_change_of (const CyanLayout *self, CyanNode node)
{
  const CyanComparison *comparison = self->comparison;

  return cyan_compared_delta_part (&comparison->compared, (double) comparison->slower_delta[node]
                                                              + comparison->faster_delta[node]);
}

/* The largest change of a shown child. */
static double
largest_below (const CyanLayout *self, const CyanRecord *record)
{
  double largest = 0;

  for (CyanSlot s = record->first; s != CYAN_SLOT_NONE; s = cyan_layout_record (self, s)->next)
    largest = MAX (largest, cyan_layout_change_of (self, cyan_layout_record (self, s)->node));
  return largest;
}

/* Whether a node in both runs only passes a change on. */
static gboolean
passes_on (const CyanLayout *self, CyanSlot slot)
{
  const CyanRecord *record = cyan_layout_record (self, slot);
  double change = cyan_layout_change_of (self, record->node);

  return !self->comparison->compared.single && kind_of (self, slot) == CYAN_STATUS_MATCHED
         && change > self->comparison->threshold
         && largest_below (self, record) >= PASSED_ON * change;
}

/* Whether a node with one shown child leads to what that shows. */
static gboolean
leads_on (const CyanLayout *self, CyanSlot slot)
{
  const CyanRecord *record = cyan_layout_record (self, slot);
  double change;

  if (record->n_children != 1
      || cyan_comparison_self_change (self->comparison, record->node) > self->fold_threshold)
    return FALSE;
  if (self->comparison->compared.single)
    return TRUE;
  change = cyan_layout_change_of (self, record->node);
  return change - largest_below (self, record) <= MAX (self->fold_threshold, ELSEWHERE * change);
}

/* Where what came or went begins. */
static gboolean
is_first_of_kind (const CyanLayout *self, CyanSlot slot)
{
  CyanStatus kind = kind_of (self, slot);
  CyanSlot parent = cyan_layout_record (self, slot)->parent;

  return kind != CYAN_STATUS_MATCHED && !self->comparison->compared.single
         && (parent == CYAN_SLOT_NONE || kind_of (self, parent) != kind);
}

/* Whether @slot can be in a link, if it was not unfolded. */
static gboolean
may_fold (const CyanLayout *self, CyanSlot slot)
{
  const CyanRecord *record = cyan_layout_record (self, slot);

  if (!self->folds || record->first == CYAN_SLOT_NONE
      || why_kept (self, record->node) == CYAN_KEPT_GOAL
      || is_modified (self, self->changes, record->node) || is_first_of_kind (self, slot))
    return FALSE;
  if (slot == self->top && record->node != cyan_comparison_top (self->comparison))
    return FALSE;
  return passes_on (self, slot) || (slot != self->top && leads_on (self, slot));
}

static gboolean
can_fold (const CyanLayout *self, CyanSlot slot)
{
  return may_fold (self, slot)
         && why_kept (self, cyan_layout_record (self, slot)->node) == CYAN_KEPT_NOT;
}

/* How many nodes from @slot on fold at least. */
static guint
least_row (const CyanLayout *self, CyanSlot slot)
{
  return passes_on (self, slot) ? 1 : CYAN_FOLD_MIN;
}

/* Whether the only child of a foldable @slot goes on with its row. */
static gboolean
goes_on (const CyanLayout *self, CyanSlot slot)
{
  const CyanRecord *record = cyan_layout_record (self, slot);

  return record->n_children == 1 && cyan_layout_record (self, record->first)->chain > 0
         && kind_of (self, slot) == kind_of (self, record->first);
}

static void
count_row (CyanLayout *self, CyanSlot slot)
{
  CyanRecord *record = cyan_layout_record (self, slot);

  record->chain = 0;
  record->row_end = record->node;
  if (!can_fold (self, slot))
    return;
  record->chain = 1;
  if (goes_on (self, slot))
    {
      record->chain += cyan_layout_record (self, record->first)->chain;
      record->row_end = cyan_layout_record (self, record->first)->row_end;
    }
}

/* Counts the rows of all dirty records, those below first. */
static void
count_rows (CyanLayout *self)
{
  CyanSlot at = self->top;
  CyanSlot child = cyan_layout_record (self, at)->first;

  for (;;)
    {
      while (child != CYAN_SLOT_NONE && !cyan_layout_record (self, child)->dirty)
        child = cyan_layout_record (self, child)->next;
      if (child != CYAN_SLOT_NONE)
        {
          at = child;
          child = cyan_layout_record (self, at)->first;
          continue;
        }
      count_row (self, at);
      if (at == self->top)
        return;
      child = cyan_layout_record (self, at)->next;
      at = cyan_layout_record (self, at)->parent;
    }
}

static void
set_fold (CyanLayout *self, CyanSlot slot, CyanFold fold)
{
  CyanRecord *record = cyan_layout_record (self, slot);

  /* The label of a link tells how many nodes it stands for. */
  if (record->fold == fold && !(fold == CYAN_FOLD_LINK && record->dirty))
    return;
  record->fold = (guint8) fold;
  cyan_layout_size (self, record);
  record->dirty = TRUE;
}

/* Of the first node of a row, or of a box. */
static void
fold_first (CyanLayout *self, CyanSlot slot)
{
  guint chain = cyan_layout_record (self, slot)->chain;

  set_fold (self, slot,
            chain > 0 && chain >= least_row (self, slot) ? CYAN_FOLD_LINK : CYAN_FOLD_BOX);
}

/* Sets the folds of the children of @slot, which has its own. */
static void
fold_children (CyanLayout *self, CyanSlot slot)
{
  const CyanRecord *record = cyan_layout_record (self, slot);

  if (record->chain > 1)
    {
      set_fold (self, record->first,
                record->fold == CYAN_FOLD_BOX ? CYAN_FOLD_BOX : CYAN_FOLD_MEMBER);
      return;
    }
  for (CyanSlot s = record->first; s != CYAN_SLOT_NONE; s = cyan_layout_record (self, s)->next)
    fold_first (self, s);
}

void
cyan_layout_fold_rows (CyanLayout *self)
{
  CyanSlot at = self->top;

  if (!self->folds || !self->refolds)
    return;
  self->refolds = FALSE;
  count_rows (self);
  fold_first (self, self->top);
  for (;;)
    {
      CyanSlot next = CYAN_SLOT_NONE;

      if (cyan_layout_record (self, at)->dirty)
        {
          fold_children (self, at);
          next = cyan_layout_record (self, at)->first;
        }
      while (next == CYAN_SLOT_NONE && at != self->top)
        {
          next = cyan_layout_record (self, at)->next;
          at = next == CYAN_SLOT_NONE ? cyan_layout_record (self, at)->parent : at;
        }
      if (next == CYAN_SLOT_NONE)
        return;
      at = next;
    }
}

CyanSlot
cyan_layout_head (const CyanLayout *self, CyanSlot slot)
{
  while (cyan_layout_record (self, slot)->fold == CYAN_FOLD_MEMBER)
    slot = cyan_layout_record (self, slot)->parent;
  return slot;
}

CyanNode
cyan_layout_drawn_as (CyanLayout *self, CyanNode node)
{
  CyanSlot slot = cyan_layout_slot (self, node);

  if (slot == CYAN_SLOT_NONE)
    return node;
  cyan_layout_fold_rows (self);
  return cyan_layout_record (self, cyan_layout_head (self, slot))->node;
}

guint
cyan_layout_row_length (CyanLayout *self, CyanNode node)
{
  CyanSlot slot = cyan_layout_slot (self, cyan_layout_drawn_as (self, node));

  if (slot == CYAN_SLOT_NONE || cyan_layout_record (self, slot)->fold == CYAN_FOLD_BOX)
    return 0;
  return cyan_layout_record (self, slot)->chain;
}

GArray *
cyan_layout_row_of (CyanLayout *self, CyanNode node)
{
  GArray *nodes = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  guint n = cyan_layout_row_length (self, node);
  CyanSlot slot;

  if (n == 0)
    {
      g_array_append_val (nodes, node);
      return nodes;
    }
  slot = cyan_layout_head (self, cyan_layout_slot (self, node));
  for (; n > 0; n--)
    {
      g_array_append_val (nodes, cyan_layout_record (self, slot)->node);
      slot = cyan_layout_record (self, slot)->first;
    }
  return nodes;
}

gboolean
cyan_layout_folds (const CyanLayout *self)
{
  return self->folds;
}

/* Marks all records, whose folds may have changed. */
static void
refold_all (CyanLayout *self)
{
  self->refolds = TRUE;
  for (guint i = 0; i < self->n_records; i++)
    cyan_layout_record (self, i)->dirty = cyan_layout_record (self, i)->node != CYAN_NODE_NONE;
}

/* All folds are found anew. */
static void
fold_anew (CyanLayout *self)
{
  for (guint i = 0; i < self->n_records; i++)
    {
      CyanRecord *record = cyan_layout_record (self, i);

      if (record->node == CYAN_NODE_NONE || record->fold == CYAN_FOLD_BOX)
        continue;
      record->fold = CYAN_FOLD_BOX;
      cyan_layout_size (self, record);
    }
  refold_all (self);
}

void
cyan_layout_set_folds (CyanLayout *self, gboolean folds)
{
  if (self->folds == folds)
    return;
  self->folds = folds;
  fold_anew (self);
}

void
cyan_layout_fold_below (CyanLayout *self, double threshold)
{
  if (self->fold_threshold == threshold)
    return;
  self->fold_threshold = threshold;
  fold_anew (self);
}

gboolean
cyan_layout_unfold (CyanLayout *self, CyanNode node)
{
  CyanSlot slot = cyan_layout_slot (self, node);
  g_autoptr (GArray) row = NULL;

  cyan_layout_fold_rows (self);
  if (slot == CYAN_SLOT_NONE || cyan_layout_record (self, slot)->fold == CYAN_FOLD_BOX)
    return FALSE;
  row = cyan_layout_row_of (self, node);
  for (guint i = 0; i < row->len; i++)
    cyan_layout_keep (self, g_array_index (row, CyanNode, i));
  return TRUE;
}

/* Whether the row of @slot, which may fold, could go on with @child. */
static gboolean
is_same_row (const CyanLayout *self, CyanSlot slot, CyanSlot child)
{
  return cyan_layout_record (self, slot)->n_children == 1 && may_fold (self, child)
         && kind_of (self, slot) == kind_of (self, child);
}

/* The first record of the row around @slot that could be a link, and its length; 0: none. */
static guint
find_row (const CyanLayout *self, CyanSlot slot, CyanSlot *first)
{
  guint n = 1;
  CyanSlot up;

  *first = slot;
  if (slot == CYAN_SLOT_NONE || !may_fold (self, slot))
    return 0;
  while ((up = cyan_layout_record (self, *first)->parent) != CYAN_SLOT_NONE && may_fold (self, up)
         && is_same_row (self, up, *first))
    *first = up;
  for (CyanSlot down = *first; is_same_row (self, down, cyan_layout_record (self, down)->first);
       down = cyan_layout_record (self, down)->first)
    n++;
  return n >= least_row (self, *first) ? n : 0;
}

gboolean
cyan_layout_can_fold (CyanLayout *self, CyanNode node)
{
  CyanSlot first;

  return cyan_layout_row_length (self, node) == 0
         && find_row (self, cyan_layout_slot (self, node), &first) > 0;
}

void
cyan_layout_fold (CyanLayout *self, CyanNode node)
{
  CyanSlot at;

  for (guint n = find_row (self, cyan_layout_slot (self, node), &at); n > 0; n--)
    {
      g_hash_table_remove (self->kept, GUINT_TO_POINTER (cyan_layout_record (self, at)->node));
      cyan_layout_mark (self, at);
      at = cyan_layout_record (self, at)->first;
    }
}

void
cyan_layout_keep_because (CyanLayout *self, CyanNode node, CyanKept why)
{
  CyanSlot slot = cyan_layout_slot (self, node);

  g_assert (node < self->comparison->compared.n_nodes);
  if (why <= why_kept (self, node))
    return;
  g_hash_table_insert (self->kept, GUINT_TO_POINTER (node), GUINT_TO_POINTER (why));
  if (slot != CYAN_SLOT_NONE)
    cyan_layout_mark (self, slot);
}

void
cyan_layout_keep (CyanLayout *self, CyanNode node)
{
  cyan_layout_keep_because (self, node, CYAN_KEPT_UNFOLDED);
}

gboolean
cyan_layout_keep_modified (CyanLayout *self, const guint8 *changes)
{
  g_autofree guint8 *before = self->changes;
  gboolean differs = FALSE;

  cyan_layout_fold_rows (self);
  self->changes = changes != NULL ? g_memdup2 (changes, self->comparison->compared.pairs->n) : NULL;
  for (guint i = 0; i < self->n_records && !differs; i++)
    {
      CyanNode node = cyan_layout_record (self, i)->node;

      differs = node != CYAN_NODE_NONE
                && is_modified (self, before, node) != is_modified (self, changes, node)
                && (cyan_layout_record (self, i)->fold != CYAN_FOLD_BOX || may_fold (self, i));
    }
  if (differs)
    refold_all (self);
  return differs;
}
