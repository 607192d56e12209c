/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The ring chart: what is asked of its segments.
 *
 * In a ring both angles and nodes ascend, so both are found by bisection.
 */
#include "cyan-rings-private.h"

#include <math.h>

const char *const cyan_thickness_names[] = { "area", "equal", NULL };

G_STATIC_ASSERT (G_N_ELEMENTS (cyan_thickness_names) == CYAN_THICKNESS_EQUAL + 2);

/* ---- object ---- */

CyanRings *
cyan_rings_new (CyanPartition *partition)
{
  CyanRings *self = g_new0 (CyanRings, 1);

  self->partition = cyan_partition_ref (partition);
  self->folds = TRUE;
  self->trunk = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  self->segments = g_array_new (FALSE, FALSE, sizeof (CyanRingSegment));
  self->top = partition->root;
  cyan_rings_update (self);
  return self;
}

void
cyan_rings_free (CyanRings *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->trunk);
  g_array_unref (self->segments);
  cyan_filtered_unref (self->filtered);
  cyan_partition_unref (self->partition);
  g_free (self);
}

void
cyan_rings_set_top (CyanRings *self, CyanNode node)
{
  g_assert (node < cyan_rings_tree (self)->n_nodes);
  /* The synthetic root may be above the root of the picture. */
  node = MAX (node, self->partition->root);
  if (node == self->top)
    return;
  self->top = node;
  cyan_rings_update (self);
}

void
cyan_rings_set_filter (CyanRings *self, CyanFiltered *filtered)
{
  g_assert (cyan_filtered_fits (filtered, self->partition->comparison));
  if (filtered == self->filtered)
    return;
  if (filtered != NULL)
    cyan_filtered_ref (filtered);
  cyan_filtered_unref (self->filtered);
  self->filtered = filtered;
  cyan_rings_update (self);
}

void
cyan_rings_set_radius (CyanRings *self, double radius)
{
  g_assert (isfinite (radius) && radius >= 0);
  if (radius == self->radius)
    return;
  self->radius = radius;
  cyan_rings_update (self);
}

void
cyan_rings_set_thickness (CyanRings *self, CyanThickness thickness)
{
  if (thickness == self->thickness)
    return;
  self->thickness = thickness;
  cyan_rings_update (self);
}

void
cyan_rings_set_folds (CyanRings *self, gboolean folds)
{
  if (folds == self->folds)
    return;
  self->folds = folds;
  cyan_rings_update (self);
}

CyanNode
cyan_rings_middle (const CyanRings *self)
{
  return cyan_rings_trunk (self, self->trunk->len - 1);
}

CyanNode
cyan_rings_trunk (const CyanRings *self, guint i)
{
  g_assert (i < self->trunk->len);
  return g_array_index (self->trunk, CyanNode, i);
}

const CyanRingSegment *
cyan_rings_segments (const CyanRings *self, guint *n_segments)
{
  *n_segments = self->segments->len;
  return (const CyanRingSegment *) (gconstpointer) self->segments->data;
}

/* ---- queries ---- */

const CyanRingSegment *
cyan_rings_hit (const CyanRings *self, double x, double y)
{
  double distance = hypot (x, y);
  /* From 12 o'clock on, clockwise. */
  double angle = atan2 (x, -y);
  const CyanRingSegment *segment;
  guint ring = 0, low, high;

  if (self->segments->len == 0 || !(distance < self->radius))
    return NULL;
  if (angle < 0)
    angle += 2 * G_PI;
  while (ring < self->n_rings && distance >= cyan_rings_radius_of (self, ring))
    ring++;
  /* Past the last segment that begins there or before. */
  for (low = self->first[ring], high = self->first[ring + 1]; low < high;)
    {
      guint middle = low + (high - low) / 2;

      if (cyan_rings_at (self, middle)->start <= angle)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == self->first[ring])
    return NULL;
  segment = cyan_rings_at (self, low - 1);
  return angle < segment->start + segment->extent ? segment : NULL;
}

/* The last node of the trunk at or above @node. */
static CyanNode
branch_of (const CyanRings *self, CyanNode node)
{
  guint low = 0, high = self->trunk->len;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;
      CyanNode there = cyan_rings_trunk (self, middle);

      if (there <= node && node < cyan_rings_tree (self)->end[there])
        low = middle;
      else
        high = middle;
    }
  return cyan_rings_trunk (self, low);
}

/* The index of the segment of @node itself; FALSE if there is none. */
static gboolean
find_segment (const CyanRings *self, CyanNode node, guint *index)
{
  CyanNode branch;
  guint ring, low, high;

  if (self->segments->len == 0 || node < self->top
      || node >= cyan_rings_tree (self)->end[self->top])
    return FALSE;
  branch = branch_of (self, node);
  ring = cyan_partition_row_of (self->partition, node)
         - cyan_partition_row_of (self->partition, branch);
  if (ring > self->n_rings)
    return FALSE;
  if (ring == 0)
    node = self->top;
  for (low = self->first[ring], high = self->first[ring + 1]; low < high;)
    {
      guint middle = low + (high - low) / 2;

      if (cyan_rings_at (self, middle)->node < node)
        low = middle + 1;
      else
        high = middle;
    }
  *index = low;
  return low < self->first[ring + 1] && cyan_rings_at (self, low)->node == node
         && cyan_ring_is_node (cyan_rings_at (self, low));
}

const CyanRingSegment *
cyan_rings_segment_of (const CyanRings *self, CyanNode node)
{
  guint index;

  return find_segment (self, node, &index) ? cyan_rings_at (self, index) : NULL;
}

/* ---- keys ---- */

CyanNode
cyan_rings_parent_of (const CyanRings *self, CyanNode node)
{
  const CyanRingSegment *parent;

  g_assert (node < cyan_rings_tree (self)->n_nodes);
  if (node <= self->partition->root)
    return CYAN_NODE_NONE;
  if (node == self->top)
    return cyan_rings_tree (self)->parent[node];
  parent = cyan_rings_segment_of (self, cyan_rings_tree (self)->parent[node]);
  return parent != NULL ? parent->node : CYAN_NODE_NONE;
}

CyanNode
cyan_rings_first_child_of (const CyanRings *self, CyanNode node)
{
  guint index, ring;

  if (!find_segment (self, node, &index))
    return CYAN_NODE_NONE;
  node = cyan_rings_at (self, index)->node;
  ring = cyan_rings_at (self, index)->ring + 1;
  if (ring > self->n_rings)
    return CYAN_NODE_NONE;
  for (guint i = self->first[ring]; i < self->first[ring + 1]; i++)
    {
      const CyanRingSegment *segment = cyan_rings_at (self, i);

      if (segment->node >= cyan_rings_tree (self)->end[node])
        break;
      if (segment->node > node && cyan_ring_is_node (segment))
        return segment->node;
    }
  return CYAN_NODE_NONE;
}

/* The node @step segments clockwise, or more where there is none. */
static CyanNode
beside (const CyanRings *self, CyanNode node, guint step)
{
  guint index, from, n;

  if (!find_segment (self, node, &index))
    return CYAN_NODE_NONE;
  from = self->first[cyan_rings_at (self, index)->ring];
  n = self->first[cyan_rings_at (self, index)->ring + 1] - from;
  for (guint i = step % n; i != 0; i = (i + step) % n)
    {
      const CyanRingSegment *segment = cyan_rings_at (self, from + (index - from + i) % n);

      if (cyan_ring_is_node (segment))
        return segment->node;
    }
  return CYAN_NODE_NONE;
}

CyanNode
cyan_rings_next_of (const CyanRings *self, CyanNode node)
{
  return beside (self, node, 1);
}

CyanNode
cyan_rings_previous_of (const CyanRings *self, CyanNode node)
{
  const CyanRingSegment *segment = cyan_rings_segment_of (self, node);

  if (segment == NULL)
    return CYAN_NODE_NONE;
  return beside (self, node, self->first[segment->ring + 1] - self->first[segment->ring] - 1);
}
