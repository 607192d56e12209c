/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The delta hot path.
 *
 * It follows the largest mass, not the largest difference of totals, so that a subtree in which
 * one node got slower and another faster by as much still counts for what got slower; and it adds
 * nothing up along the path, so that a long path has no advantage over a short one.
 */
#include "cyan-comparison.h"

#include <math.h>

#include "cyan-noise.h"

static double
total_difference (const CyanComparison *self, CyanNode node)
{
  return fabs (cyan_comparison_height (
      self, node, self->same_unit ? CYAN_READING_ABSOLUTE : CYAN_READING_SHARE));
}

static double
larger_total (const CyanComparison *self, CyanNode node)
{
  return MAX (cyan_comparison_before_total (self, node), cyan_comparison_after_total (self, node));
}

/* Whether @node beats @best, which stands before it. */
static gboolean
is_hotter (const CyanComparison *self, const float *mass, CyanNode node, CyanNode best)
{
  double mine, its;

  if (best == CYAN_NODE_NONE || mass[node] != mass[best])
    return best == CYAN_NODE_NONE || mass[node] > mass[best];
  mine = total_difference (self, node);
  its = total_difference (self, best);
  if (mine != its)
    return mine > its;
  return larger_total (self, node) > larger_total (self, best);
}

static CyanNode
hottest_child (const CyanComparison *self, const float *mass, CyanNode node)
{
  CyanNode best = CYAN_NODE_NONE;

  for (CyanNode child = node + 1; child < self->tree->end[node]; child = self->tree->end[child])
    if (mass[child] > 0 && is_hotter (self, mass, child, best))
      best = child;
  return best;
}

CyanHotPath *
cyan_hot_path_new (const CyanComparison *comparison, CyanNode from, CyanDirection direction)
{
  const float *mass =
      direction == CYAN_DIRECTION_SLOWER ? comparison->slower_mass : comparison->faster_mass;
  CyanHotPath *self = g_new0 (CyanHotPath, 1);

  self->direction = direction;
  self->nodes = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  self->culprit = self->fork = CYAN_NODE_NONE;
  for (CyanNode node = from; node != CYAN_NODE_NONE;)
    {
      CyanNode next = hottest_child (comparison, mass, node);
      double gain = cyan_noise_gain (comparison, node, direction);

      g_array_append_val (self->nodes, node);
      if (self->culprit == CYAN_NODE_NONE && gain > 0
          && (next == CYAN_NODE_NONE || (float) gain >= mass[next]))
        self->culprit = node;
      if (self->fork == CYAN_NODE_NONE && next != CYAN_NODE_NONE && mass[next] < 0.5 * mass[node])
        self->fork = node;
      node = next;
    }
  return self;
}

void
cyan_hot_path_free (CyanHotPath *self)
{
  g_array_unref (self->nodes);
  g_free (self);
}
