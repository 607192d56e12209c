/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The ring chart's parts.
 */
#pragma once

#include "cyan-rings.h"

struct _CyanRings
{
  CyanPartition *partition; /* owned */
  CyanFiltered *filtered;   /* owned; NULL: everything is shown */
  CyanNode top;
  double radius;
  CyanThickness thickness;
  gboolean folds;

  GArray *trunk;    /* of CyanNode, from the topmost one on */
  GArray *segments; /* of CyanRingSegment */
  guint n_rings;
  guint first[CYAN_RINGS_MAX + 2]; /* by ring: its first segment; and the end of the last ring */
};

static inline const CyanMergedTree *
cyan_rings_tree (const CyanRings *self)
{
  return cyan_partition_comparison (self->partition)->compared.tree;
}

static inline CyanRingSegment *
cyan_rings_at (const CyanRings *self, guint i)
{
  return &g_array_index (self->segments, CyanRingSegment, i);
}

static inline gboolean
cyan_ring_is_node (const CyanRingSegment *segment)
{
  return segment->n_more == 0 && segment->n_hidden == 0;
}

/* Finds the trunk, and makes all segments for as many rings as there is room for, or fewer if they
 * are empty. */
void cyan_rings_update (CyanRings *self);
