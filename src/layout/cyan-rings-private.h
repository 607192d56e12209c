/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The ring chart's parts.
 */
#pragma once

#include "cyan-rings.h"

static inline const CyanMergedTree *
cyan_rings_tree (const CyanRings *self)
{
  return self->partition->comparison->compared.tree;
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
