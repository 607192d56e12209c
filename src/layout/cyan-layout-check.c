/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks the records of a layout. */
#include "cyan-layout-private.h"

#include "cyan-error.h"

/* Pixels by which rooms may overlap, since lengths are rounded. */
#define ROUNDING 0.01

static gboolean
fail (GError **error, const char *what, CyanNode node)
{
  return cyan_fail (error, CYAN_ERROR_INVALID, "layout: %s %u", what, node);
}

/* Whether the room of @right, a sibling, begins where that of @left ends, or further right. */
static gboolean
are_apart (const CyanRecord *left, const CyanRecord *right)
{
  return left->rx + (double) left->right <= right->rx - (double) right->left + ROUNDING;
}

static gboolean
check_children (const CyanLayout *self, CyanSlot slot, GError **error)
{
  const CyanRecord *record = cyan_layout_record (self, slot);
  const CyanNode *parent = self->comparison->compared.tree->parent;
  CyanSlot previous = CYAN_SLOT_NONE;
  guint n = 0;

  for (CyanSlot at = record->first; at != CYAN_SLOT_NONE; at = cyan_layout_record (self, at)->next)
    {
      const CyanRecord *child = cyan_layout_record (self, at);

      if (child->parent != slot || child->previous != previous)
        return fail (error, "siblings are not linked at node", child->node);
      if (parent[child->node] != record->node)
        return fail (error, "not below its caller: node", child->node);
      if (previous != CYAN_SLOT_NONE)
        {
          const CyanRecord *left = cyan_layout_record (self, previous);

          if (left->node >= child->node)
            return fail (error, "siblings are out of order at node", child->node);
          if (!record->dirty && !are_apart (left, child))
            return fail (error, "rooms overlap at node", child->node);
        }
      if (child->dirty && !record->dirty)
        return fail (error, "below a node that is not dirty: node", child->node);
      previous = at;
      n++;
    }
  if (record->last != previous || record->n_children != n)
    return fail (error, "a wrong number of shown children of node", record->node);
  return TRUE;
}

gboolean
cyan_layout_check (const CyanLayout *self, GError **error)
{
  guint n = 0;

  for (CyanSlot slot = 0; slot < self->n_records; slot++)
    {
      const CyanRecord *record = cyan_layout_record (self, slot);

      if (record->node == CYAN_NODE_NONE)
        continue;
      n++;
      if (record->node >= self->comparison->compared.n_nodes || self->slot_of[record->node] != slot)
        return fail (error, "another record than that of node", record->node);
      if ((record->parent == CYAN_SLOT_NONE) != (slot == self->top))
        return fail (error, "without a caller: node", record->node);
      if (!check_children (self, slot, error))
        return FALSE;
    }
  if (n != self->n_shown)
    return fail (error, "not as many records as shown nodes:", n);
  return TRUE;
}
