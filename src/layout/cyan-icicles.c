/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Icicles side by side. */
#include "cyan-icicles.h"

/* ---- object ---- */

CyanIcicles *
cyan_icicles_new (CyanPartition *partition)
{
  CyanIcicles *self = g_new0 (CyanIcicles, 1);

  self->n = 1;
  self->of[0] = cyan_icicle_new (partition, CYAN_ICICLE_BOTH);
  return self;
}

CyanIcicles *
cyan_icicles_new_of_sides (CyanPartition *before, CyanPartition *after)
{
  CyanIcicles *self;

  g_assert (before->comparison == after->comparison && before->basis == after->basis);
  if (before->comparison->compared.single)
    return cyan_icicles_new (after);
  g_assert (before->sizes == CYAN_SIZES_BEFORE && after->sizes == CYAN_SIZES_AFTER);
  self = g_new0 (CyanIcicles, 1);
  self->n = 2;
  self->of[0] = cyan_icicle_new (before, 0);
  self->of[1] = cyan_icicle_new (after, 1);
  return self;
}

void
cyan_icicles_free (CyanIcicles *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n; i++)
    cyan_icicle_free (self->of[i]);
  g_free (self);
}

void
cyan_icicles_set_top (CyanIcicles *self, CyanNode node)
{
  for (guint i = 0; i < self->n; i++)
    cyan_icicle_set_top (self->of[i], node);
}

void
cyan_icicles_set_filter (CyanIcicles *self, CyanFiltered *filtered)
{
  for (guint i = 0; i < self->n; i++)
    cyan_icicle_set_filter (self->of[i], filtered);
}

/* ---- the scale ---- */

static double
top_width (const CyanIcicle *icicle)
{
  return cyan_partition_width_of (icicle->partition, icicle->top);
}

double
cyan_icicles_shown (const CyanIcicles *self)
{
  double shown = 0;

  for (guint i = 0; i < self->n; i++)
    shown = MAX (shown, top_width (self->of[i]));
  return shown;
}

double
cyan_icicles_width (const CyanIcicles *self, guint i, double room)
{
  double shown = cyan_icicles_shown (self);

  g_assert (i < self->n && room >= 0);
  /* Where nothing has a width, the nodes above the top have all of it. */
  return shown > 0 ? room * (top_width (self->of[i]) / shown) : room;
}

guint
cyan_icicles_n_rows (const CyanIcicles *self, double room)
{
  guint n_rows = 0;

  for (guint i = 0; i < self->n; i++)
    n_rows = MAX (n_rows, cyan_icicle_n_rows (self->of[i], cyan_icicles_width (self, i, room)));
  return n_rows;
}

/* ---- keys ---- */

CyanNode
cyan_icicles_parent_of (const CyanIcicles *self, CyanNode node)
{
  return cyan_icicle_parent_of (self->of[0], node);
}

typedef CyanNode (*Neighbour) (const CyanIcicle *icicle, double width, CyanNode node);

/* The nearest of those that @neighbour finds, which come after @node, or before it.  The nodes of a
 * row ascend. */
static CyanNode
nearest (
    const CyanIcicles *self, Neighbour neighbour, double room, CyanNode node, gboolean is_before)
{
  CyanNode found = CYAN_NODE_NONE;

  for (guint i = 0; i < self->n; i++)
    {
      CyanNode other = neighbour (self->of[i], cyan_icicles_width (self, i, room), node);

      if (found == CYAN_NODE_NONE
          || (other != CYAN_NODE_NONE && (is_before ? other > found : other < found)))
        found = other;
    }
  return found;
}

CyanNode
cyan_icicles_first_child_of (const CyanIcicles *self, double room, CyanNode node)
{
  return nearest (self, cyan_icicle_first_child_of, room, node, FALSE);
}

CyanNode
cyan_icicles_next_of (const CyanIcicles *self, double room, CyanNode node)
{
  return nearest (self, cyan_icicle_next_of, room, node, FALSE);
}

CyanNode
cyan_icicles_previous_of (const CyanIcicles *self, double room, CyanNode node)
{
  return nearest (self, cyan_icicle_previous_of, room, node, TRUE);
}
