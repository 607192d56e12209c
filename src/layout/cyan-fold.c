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

/* Own changes that fold to make a picture lower: at last, and at first if all are significant; in
 * parts of the run. */
#define MOST_FOLDED  0.1
#define LEAST_FOLDED 0.001

/* On a page that stays too high the largest box takes this part of its height, again and again,
 * down to the least one. */
#define BOX_STEP  0.7
#define LEAST_BOX 0.3

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

/* Whether @slot can be in a link, if it was not unfolded. */
static gboolean
may_fold (const CyanLayout *self, CyanSlot slot)
{
  const CyanRecord *record = cyan_layout_record (self, slot);

  return self->folds && slot != self->top && record->n_children == 1
         && why_kept (self, record->node) != CYAN_KEPT_GOAL
         && !is_modified (self, self->changes, record->node)
         && !(cyan_comparison_self_change (self->comparison, record->node) > self->fold_threshold);
}

static gboolean
can_fold (const CyanLayout *self, CyanSlot slot)
{
  return may_fold (self, slot)
         && why_kept (self, cyan_layout_record (self, slot)->node) == CYAN_KEPT_NOT;
}

/* A renamed node is a matched one with another name. */
static CyanStatus
kind_of (const CyanLayout *self, CyanSlot slot)
{
  CyanStatus status =
      cyan_comparison_status (self->comparison, cyan_layout_record (self, slot)->node);

  return status == CYAN_STATUS_RENAMED ? CYAN_STATUS_MATCHED : status;
}

/* Whether the only child of a foldable @slot goes on with its row. */
static gboolean
goes_on (const CyanLayout *self, CyanSlot slot)
{
  CyanSlot child = cyan_layout_record (self, slot)->first;

  return cyan_layout_record (self, child)->chain > 0
         && kind_of (self, slot) == kind_of (self, child);
}

static void
count_row (CyanLayout *self, CyanSlot slot)
{
  CyanRecord *record = cyan_layout_record (self, slot);

  record->chain = 0;
  if (can_fold (self, slot))
    record->chain =
        1 + (goes_on (self, slot) ? cyan_layout_record (self, record->first)->chain : 0);
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
    set_fold (self, s,
              cyan_layout_record (self, s)->chain >= CYAN_FOLD_MIN ? CYAN_FOLD_LINK
                                                                   : CYAN_FOLD_BOX);
}

void
cyan_layout_fold_rows (CyanLayout *self)
{
  CyanSlot at = self->top;

  if (!self->folds || !self->refolds)
    return;
  self->refolds = FALSE;
  count_rows (self);
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
  g_assert (cyan_layout_record (self, slot)->chain >= CYAN_FOLD_MIN);
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

/* Folds nodes whose own changes are at most @threshold.  Whether the picture is low enough. */
static gboolean
try_fit (CyanLayout *self, const CyanFit *fit, double threshold)
{
  CyanScale scale;
  CyanRect extents;

  self->fold_threshold = threshold;
  fold_anew (self);
  scale = cyan_layout_fitting_scale (self, fit);
  cyan_layout_set_scale (self, &scale);
  cyan_layout_extents (self, &extents);
  return extents.height <= fit->height;
}

void
cyan_layout_fold_to_fit (CyanLayout *self, const CyanFit *fit)
{
  double threshold = self->comparison->threshold, most = MAX (threshold, MOST_FOLDED);

  while (!try_fit (self, fit, threshold) && self->folds && threshold < most)
    threshold = MIN (most, MAX (2 * threshold, LEAST_FOLDED));
}

void
cyan_layout_fold_to_page (CyanLayout *self, const CyanFit *fit)
{
  CyanFit smaller = *fit;
  CyanRect extents;

  for (double part = 1; part >= LEAST_BOX; part *= BOX_STEP)
    {
      smaller.box_height = part * fit->box_height;
      cyan_layout_fold_to_fit (self, &smaller);
      cyan_layout_extents (self, &extents);
      if (extents.height <= fit->height)
        return;
    }
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

/* Ends at the first and the last record of the row around @slot that could be a link. */
static guint
find_row (const CyanLayout *self, CyanSlot slot, CyanSlot *first)
{
  guint n = 0;

  *first = slot;
  if (slot == CYAN_SLOT_NONE || !may_fold (self, slot))
    return 0;
  for (CyanSlot up = slot; may_fold (self, up) && kind_of (self, up) == kind_of (self, slot);
       up = cyan_layout_record (self, up)->parent)
    *first = up;
  for (CyanSlot down = *first;
       may_fold (self, down) && kind_of (self, down) == kind_of (self, slot);
       down = cyan_layout_record (self, down)->first)
    n++;
  return n;
}

gboolean
cyan_layout_can_fold (CyanLayout *self, CyanNode node)
{
  CyanSlot first;

  return cyan_layout_row_length (self, node) == 0
         && find_row (self, cyan_layout_slot (self, node), &first) >= CYAN_FOLD_MIN;
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
