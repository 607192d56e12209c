/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds delta hot paths: the hottest, the next ones, and the paper's path, taken literally.
 *
 * The hottest path follows the largest sum of self deltas, not the largest difference of totals: if
 * one node of a subtree got slower and another faster by as much, the first still counts.  Nothing
 * is added up along the path, so that a long path has no advantage over a short one.
 */
#include "cyan-hot-path.h"

#include <math.h>

#include "cyan-assert.h"

const char *const cyan_hot_path_names[] = { "mass", "slower", "faster", "delta", NULL };

G_STATIC_ASSERT (G_N_ELEMENTS (cyan_hot_path_names) == CYAN_HOT_PATH_DELTA + 2);

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

/* Whether @node is hotter than @best, an earlier sibling or CYAN_NODE_NONE. */
static gboolean
is_hotter (const CyanComparison *self, const float *delta, CyanNode node, CyanNode best)
{
  double mine, its;

  if (best == CYAN_NODE_NONE || delta[node] != delta[best])
    return best == CYAN_NODE_NONE || delta[node] > delta[best];
  mine = total_difference (self, node);
  its = total_difference (self, best);
  if (mine != its)
    return mine > its;
  return larger_total (self, node) > larger_total (self, best);
}

static CyanNode
hottest_child (const CyanComparison *self, const float *delta, CyanNode node)
{
  CyanNode best = CYAN_NODE_NONE;

  for (CyanNode child = node + 1; child < self->compared.tree->end[node];
       child = self->compared.tree->end[child])
    if (delta[child] > 0 && is_hotter (self, delta, child, best))
      best = child;
  return best;
}

static CyanHotPath *
new_path (CyanDirection direction)
{
  CyanHotPath *self = g_new0 (CyanHotPath, 1);

  self->direction = direction;
  self->nodes = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  self->goal = self->fork = CYAN_NODE_NONE;
  return self;
}

/* The delta of a node itself, without that of its children; 0 or less if it has none. */
static double
own_delta (const CyanComparison *self, const float *delta, CyanNode node, CyanDirection direction)
{
  double children = 0;

  for (CyanNode child = node + 1; child < self->compared.tree->end[node];
       child = self->compared.tree->end[child])
    children += delta[child];
  return MAX (cyan_noise_gain (&self->noise, &self->compared, node, direction),
              cyan_noise_total_gain (&self->noise, &self->compared, node, direction) - children);
}

static const float *
deltas (const CyanComparison *comparison, CyanDirection direction)
{
  return direction == CYAN_DIRECTION_SLOWER ? comparison->slower_delta : comparison->faster_delta;
}

/* Appends @node and the hottest nodes below it to the path, and finds its goal if it has none
 * yet. */
static void
follow_delta (CyanHotPath *self, const CyanComparison *comparison, CyanNode node)
{
  const float *delta = deltas (comparison, self->direction);

  while (node != CYAN_NODE_NONE)
    {
      CyanNode next = hottest_child (comparison, delta, node);

      g_array_append_val (self->nodes, node);
      if (self->goal == CYAN_NODE_NONE)
        {
          double own = own_delta (comparison, delta, node, self->direction);

          if (own > 0 && (next == CYAN_NODE_NONE || (float) own >= delta[next]))
            self->goal = node;
        }
      if (self->fork == CYAN_NODE_NONE && next != CYAN_NODE_NONE && delta[next] < 0.5 * delta[node])
        self->fork = node;
      node = next;
    }
}

/* Whether the path leads from @from to callees, and its goal and its fork are on it. */
static gboolean
is_path (const CyanHotPath *self, const CyanComparison *comparison, CyanNode from)
{
  const CyanNode *parent = comparison->compared.tree->parent;
  gboolean has_goal = self->goal == CYAN_NODE_NONE, has_fork = self->fork == CYAN_NODE_NONE;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      CyanNode node = g_array_index (self->nodes, CyanNode, i);

      if (i == 0 ? node != from : parent[node] != g_array_index (self->nodes, CyanNode, i - 1))
        return FALSE;
      has_goal |= node == self->goal;
      has_fork |= node == self->fork;
    }
  return self->nodes->len > 0 && has_goal && has_fork;
}

CyanHotPath *
cyan_hot_path_new (const CyanComparison *comparison, CyanNode from, CyanDirection direction)
{
  CyanHotPath *self = new_path (direction);

  g_assert (from < comparison->compared.n_nodes);
  follow_delta (self, comparison, from);
  cyan_assert_slow (is_path (self, comparison, from));
  return self;
}

static CyanHotPath *
new_path_through (const CyanComparison *comparison,
                  CyanNode from,
                  CyanNode goal,
                  CyanDirection direction)
{
  const float *all = deltas (comparison, direction);
  CyanHotPath *self = new_path (direction);
  g_autoptr (GArray) above = g_array_new (FALSE, FALSE, sizeof (CyanNode));

  g_assert (goal >= from && goal < comparison->compared.tree->end[from]);
  self->goal = goal;
  for (CyanNode node = goal; node != from;)
    {
      CyanNode parent = comparison->compared.tree->parent[node];

      g_array_append_val (above, parent);
      if (all[node] < 0.5 * all[parent])
        self->fork = parent;
      node = parent;
    }
  for (guint i = above->len; i-- > 0;)
    g_array_append_val (self->nodes, g_array_index (above, CyanNode, i));
  follow_delta (self, comparison, goal);
  cyan_assert_slow (is_path (self, comparison, from));
  return self;
}

CyanHotPath *
cyan_hot_path_new_to_start (const CyanComparison *comparison,
                            CyanNode from,
                            CyanNode start,
                            CyanDirection direction)
{
  gboolean leads_there = start != CYAN_NODE_NONE && start >= from
                         && start < comparison->compared.tree->end[from]
                         && direction == cyan_comparison_direction (comparison);

  return leads_there ? new_path_through (comparison, from, start, direction)
                     : cyan_hot_path_new (comparison, from, direction);
}

typedef struct
{
  CyanNode node;
  double delta;
} Goal;

/* Adds a goal to the @n with the largest deltas, sorted by delta; of equal ones the first stays. */
static void
keep (GArray *goals, guint n, CyanNode node, double delta)
{
  Goal goal = { node, delta };
  guint at = goals->len;

  while (at > 0 && g_array_index (goals, Goal, at - 1).delta < delta)
    at--;
  if (at >= n)
    return;
  g_array_insert_val (goals, at, goal);
  if (goals->len > n)
    g_array_set_size (goals, n);
}

/* Whether @node is no function, but stands above all functions of a recording: there is nothing to
 * mend. */
static gboolean
is_root (const CyanComparison *comparison, CyanNode node)
{
  static const char *const names[] = { "(root)", "root", "all", "total", NULL };

  return node == CYAN_NODE_ROOT
         || (comparison->compared.tree->parent[node] == CYAN_NODE_ROOT
             && g_strv_contains (names, cyan_comparison_name (comparison, node)));
}

/* Adds the hot path itself unless @paths has it already, or it leads nowhere. */
static void
add_hottest (GPtrArray *paths, const CyanComparison *comparison, CyanNode from)
{
  const CyanHotPath *first = g_ptr_array_index (paths, 0);
  CyanHotPath *hottest = cyan_hot_path_new (comparison, from, first->direction);

  if (hottest->goal != CYAN_NODE_NONE && hottest->goal != first->goal)
    g_ptr_array_add (paths, hottest);
  else
    cyan_hot_path_free (hottest);
}

static gboolean
leads_to (const GPtrArray *paths, CyanNode goal)
{
  for (guint i = 0; i < paths->len; i++)
    if (((const CyanHotPath *) g_ptr_array_index (paths, i))->goal == goal)
      return TRUE;
  return FALSE;
}

GPtrArray *
cyan_hot_paths_new (const CyanComparison *comparison,
                    CyanNode from,
                    CyanNode start,
                    CyanDirection direction,
                    guint n)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_hot_path_free);
  g_autoptr (GArray) goals = g_array_new (FALSE, FALSE, sizeof (Goal));
  const float *delta = deltas (comparison, direction);

  g_assert (n > 0);
  g_ptr_array_add (paths, cyan_hot_path_new_to_start (comparison, from, start, direction));
  if (n > 1)
    add_hottest (paths, comparison, from);
  n -= paths->len;
  for (CyanNode node = from; n > 0 && node < comparison->compared.tree->end[from]; node++)
    if (delta[node] > 0 && !leads_to (paths, node) && !is_root (comparison, node))
      {
        double own = own_delta (comparison, delta, node, direction);

        if (own > 0)
          keep (goals, n, node, own);
      }
  for (guint i = 0; i < goals->len; i++)
    g_ptr_array_add (
        paths, new_path_through (comparison, from, g_array_index (goals, Goal, i).node, direction));
  return paths;
}

CyanHotPath *
cyan_hot_path_new_largest_delta (const CyanComparison *comparison, CyanNode from, CyanBasis basis)
{
  const CyanMergedTree *tree = comparison->compared.tree;
  CyanHotPath *self = new_path (cyan_comparison_direction (comparison));

  g_assert (from < comparison->compared.n_nodes);
  for (CyanNode node = from; node != CYAN_NODE_NONE;)
    {
      CyanNode best = CYAN_NODE_NONE;
      double most = 0;

      g_array_append_val (self->nodes, node);
      for (CyanNode child = node + 1; child < tree->end[node]; child = tree->end[child])
        {
          double height = fabs (cyan_comparison_height (comparison, child, basis));

          if (best == CYAN_NODE_NONE || height > most)
            {
              best = child;
              most = height;
            }
        }
      node = best;
    }
  cyan_assert_slow (is_path (self, comparison, from));
  return self;
}

CyanHotPath *
cyan_hot_path_new_kind (const CyanComparison *comparison,
                        CyanNode from,
                        CyanNode start,
                        CyanHotPathKind kind,
                        CyanBasis basis)
{
  switch (kind)
    {
    case CYAN_HOT_PATH_SLOWER:
      return cyan_hot_path_new_to_start (comparison, from, start, CYAN_DIRECTION_SLOWER);
    case CYAN_HOT_PATH_FASTER:
      return cyan_hot_path_new_to_start (comparison, from, start, CYAN_DIRECTION_FASTER);
    case CYAN_HOT_PATH_DELTA:
      return cyan_hot_path_new_largest_delta (comparison, from, basis);
    case CYAN_HOT_PATH_SELF_DELTA:
    default:
      return cyan_hot_path_new_to_start (comparison, from, start,
                                         cyan_comparison_direction (comparison));
    }
}

void
cyan_hot_path_free (CyanHotPath *self)
{
  g_array_unref (self->nodes);
  g_free (self);
}
