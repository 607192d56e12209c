/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Delta hot paths: of the largest mass, of the next ones, and the paper's read literally.
 *
 * The first follows the largest mass, not the largest difference of totals, so that a subtree in
 * which one node got slower and another faster by as much still counts for what got slower; and it
 * adds nothing up along the path, so that a long path has no advantage over a short one.
 */
#include "cyan-hot-path.h"

#include <math.h>

const char *const cyan_hot_path_names[] = { "mass", "slower", "faster", "delta", NULL };

static double
total_difference (const CyanComparison *self, CyanNode node)
{
  return fabs (cyan_comparison_height (
      self, node, self->compared.same_unit ? CYAN_BASIS_ABSOLUTE : CYAN_BASIS_SHARE));
}

static double
larger_total (const CyanComparison *self, CyanNode node)
{
  return MAX (cyan_compared_total (&self->compared, 0, node),
              cyan_compared_total (&self->compared, 1, node));
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

  for (CyanNode child = node + 1; child < self->compared.tree->end[node];
       child = self->compared.tree->end[child])
    if (mass[child] > 0 && is_hotter (self, mass, child, best))
      best = child;
  return best;
}

static CyanHotPath *
new_path (CyanDirection direction)
{
  CyanHotPath *self = g_new0 (CyanHotPath, 1);

  self->direction = direction;
  self->nodes = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  self->culprit = self->fork = CYAN_NODE_NONE;
  return self;
}

/* What a node has by itself, that is, without what its children have. */
static double
own_mass (const CyanComparison *self, const float *mass, CyanNode node, CyanDirection direction)
{
  double children = 0;

  for (CyanNode child = node + 1; child < self->compared.tree->end[node];
       child = self->compared.tree->end[child])
    children += mass[child];
  return MAX (cyan_noise_gain (&self->noise, &self->compared, node, direction),
              cyan_noise_total_gain (&self->noise, &self->compared, node, direction) - children);
}

static const float *
masses (const CyanComparison *comparison, CyanDirection direction)
{
  return direction == CYAN_DIRECTION_SLOWER ? comparison->slower_mass : comparison->faster_mass;
}

/* Appends @node to the path, and what is hottest below it; a culprit is looked for if there is none
 * yet. */
static void
follow_mass (CyanHotPath *self, const CyanComparison *comparison, CyanNode node)
{
  const float *mass = masses (comparison, self->direction);

  while (node != CYAN_NODE_NONE)
    {
      CyanNode next = hottest_child (comparison, mass, node);

      g_array_append_val (self->nodes, node);
      if (self->culprit == CYAN_NODE_NONE)
        {
          double own = own_mass (comparison, mass, node, self->direction);

          if (own > 0 && (next == CYAN_NODE_NONE || (float) own >= mass[next]))
            {
              self->culprit = node;
              self->mass = own;
            }
        }
      if (self->fork == CYAN_NODE_NONE && next != CYAN_NODE_NONE && mass[next] < 0.5 * mass[node])
        self->fork = node;
      node = next;
    }
}

static void
set_share (CyanHotPath *self, const CyanComparison *comparison)
{
  double whole = masses (comparison, self->direction)[CYAN_NODE_ROOT];

  self->share = whole > 0 ? MIN (self->mass / whole, 1) : 0;
}

CyanHotPath *
cyan_hot_path_new (const CyanComparison *comparison, CyanNode from, CyanDirection direction)
{
  CyanHotPath *self = new_path (direction);

  follow_mass (self, comparison, from);
  set_share (self, comparison);
  return self;
}

/* From @from down to @culprit and on along the largest mass. */
static CyanHotPath *
new_path_through (const CyanComparison *comparison,
                  CyanNode from,
                  CyanNode culprit,
                  double mass,
                  CyanDirection direction)
{
  const float *all = masses (comparison, direction);
  CyanHotPath *self = new_path (direction);
  g_autoptr (GArray) above = g_array_new (FALSE, FALSE, sizeof (CyanNode));

  self->culprit = culprit;
  self->mass = mass;
  for (CyanNode node = culprit; node != from;)
    {
      CyanNode parent = comparison->compared.tree->parent[node];

      g_array_append_val (above, parent);
      if (all[node] < 0.5 * all[parent])
        self->fork = parent;
      node = parent;
    }
  for (guint i = above->len; i-- > 0;)
    g_array_append_val (self->nodes, g_array_index (above, CyanNode, i));
  follow_mass (self, comparison, culprit);
  set_share (self, comparison);
  return self;
}

typedef struct
{
  CyanNode node;
  double mass;
} Culprit;

/* Keeps the @n with the most own mass, largest first; of equal ones those that stand first. */
static void
keep (GArray *culprits, guint n, CyanNode node, double mass)
{
  Culprit culprit = { node, mass };
  guint at = culprits->len;

  while (at > 0 && g_array_index (culprits, Culprit, at - 1).mass < mass)
    at--;
  if (at >= n)
    return;
  g_array_insert_val (culprits, at, culprit);
  if (culprits->len > n)
    g_array_set_size (culprits, n);
}

GPtrArray *
cyan_hot_paths_new (const CyanComparison *comparison,
                    CyanNode from,
                    CyanDirection direction,
                    guint n)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_hot_path_free);
  g_autoptr (GArray) culprits = g_array_new (FALSE, FALSE, sizeof (Culprit));
  const float *mass = masses (comparison, direction);
  CyanHotPath *hottest = cyan_hot_path_new (comparison, from, direction);

  g_ptr_array_add (paths, hottest);
  for (CyanNode node = from; n > 1 && node < comparison->compared.tree->end[from]; node++)
    if (mass[node] > 0 && node != hottest->culprit)
      {
        double own = own_mass (comparison, mass, node, direction);

        if (own > 0)
          keep (culprits, n - 1, node, own);
      }
  for (guint i = 0; i < culprits->len; i++)
    {
      const Culprit *culprit = &g_array_index (culprits, Culprit, i);

      g_ptr_array_add (
          paths, new_path_through (comparison, from, culprit->node, culprit->mass, direction));
    }
  return paths;
}

CyanHotPath *
cyan_hot_path_new_largest_delta (const CyanComparison *comparison, CyanNode from, CyanBasis reading)
{
  const CyanMergedTree *tree = comparison->compared.tree;
  CyanHotPath *self = new_path (cyan_comparison_direction (comparison));

  for (CyanNode node = from; node != CYAN_NODE_NONE;)
    {
      CyanNode best = CYAN_NODE_NONE;
      double most = 0;

      g_array_append_val (self->nodes, node);
      for (CyanNode child = node + 1; child < tree->end[node]; child = tree->end[child])
        {
          double height = fabs (cyan_comparison_height (comparison, child, reading));

          if (best == CYAN_NODE_NONE || height > most)
            {
              best = child;
              most = height;
            }
        }
      node = best;
    }
  return self;
}

CyanHotPath *
cyan_hot_path_new_kind (const CyanComparison *comparison,
                        CyanNode from,
                        CyanHotPathKind kind,
                        CyanBasis reading)
{
  switch (kind)
    {
    case CYAN_HOT_PATH_SLOWER:
      return cyan_hot_path_new (comparison, from, CYAN_DIRECTION_SLOWER);
    case CYAN_HOT_PATH_FASTER:
      return cyan_hot_path_new (comparison, from, CYAN_DIRECTION_FASTER);
    case CYAN_HOT_PATH_DELTA:
      return cyan_hot_path_new_largest_delta (comparison, from, reading);
    case CYAN_HOT_PATH_MASS:
    default:
      return cyan_hot_path_new (comparison, from, cyan_comparison_direction (comparison));
    }
}

void
cyan_hot_path_free (CyanHotPath *self)
{
  g_array_unref (self->nodes);
  g_free (self);
}
