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
#include "cyan-i18n.h"
#include "cyan-suspects.h"
#include "cyan-units.h"

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
  self->culprit = self->fork = CYAN_NODE_NONE;
  self->n_contexts = 1;
  return self;
}

/* The delta of a node itself, without that of its children. */
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

/* Appends @node and the hottest nodes below it to the path, and finds the culprit if the path has
 * none yet. */
static void
follow_delta (CyanHotPath *self, const CyanComparison *comparison, CyanNode node)
{
  const float *delta = deltas (comparison, self->direction);

  while (node != CYAN_NODE_NONE)
    {
      CyanNode next = hottest_child (comparison, delta, node);

      g_array_append_val (self->nodes, node);
      if (self->culprit == CYAN_NODE_NONE)
        {
          double own = own_delta (comparison, delta, node, self->direction);

          if (own > 0 && (next == CYAN_NODE_NONE || (float) own >= delta[next]))
            {
              self->culprit = node;
              self->self_delta = own;
            }
        }
      if (self->fork == CYAN_NODE_NONE && next != CYAN_NODE_NONE && delta[next] < 0.5 * delta[node])
        self->fork = node;
      node = next;
    }
}

static void
set_share (CyanHotPath *self, const CyanComparison *comparison)
{
  double whole = deltas (comparison, self->direction)[CYAN_NODE_ROOT];

  self->share = whole > 0 ? MIN (self->self_delta / whole, 1) : 0;
}

/* Whether the path leads from @from to callees, and its culprit and its fork are on it. */
static gboolean
is_path (const CyanHotPath *self, const CyanComparison *comparison, CyanNode from)
{
  const CyanNode *parent = comparison->compared.tree->parent;
  gboolean has_culprit = self->culprit == CYAN_NODE_NONE, has_fork = self->fork == CYAN_NODE_NONE;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      CyanNode node = g_array_index (self->nodes, CyanNode, i);

      if (i == 0 ? node != from : parent[node] != g_array_index (self->nodes, CyanNode, i - 1))
        return FALSE;
      has_culprit |= node == self->culprit;
      has_fork |= node == self->fork;
    }
  return self->nodes->len > 0 && has_culprit && has_fork && !(self->share < 0 || self->share > 1);
}

CyanHotPath *
cyan_hot_path_new (const CyanComparison *comparison, CyanNode from, CyanDirection direction)
{
  CyanHotPath *self = new_path (direction);

  g_assert (from < comparison->compared.n_nodes);
  follow_delta (self, comparison, from);
  set_share (self, comparison);
  cyan_assert_slow (is_path (self, comparison, from));
  return self;
}

/* The path from @from through @culprit, and from there along the largest delta. */
static CyanHotPath *
new_path_through (const CyanComparison *comparison,
                  CyanNode from,
                  CyanNode culprit,
                  double delta,
                  CyanDirection direction)
{
  const float *all = deltas (comparison, direction);
  CyanHotPath *self = new_path (direction);
  g_autoptr (GArray) above = g_array_new (FALSE, FALSE, sizeof (CyanNode));

  g_assert (culprit >= from && culprit < comparison->compared.tree->end[from]);
  self->culprit = culprit;
  self->self_delta = delta;
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
  follow_delta (self, comparison, culprit);
  set_share (self, comparison);
  cyan_assert_slow (is_path (self, comparison, from));
  return self;
}

typedef struct
{
  CyanNode node;
  double delta;
} Culprit;

/* Adds a culprit to the @n with the largest deltas, sorted by delta; of equal ones the first stays.
 */
static void
keep (GArray *culprits, guint n, CyanNode node, double delta)
{
  Culprit culprit = { node, delta };
  guint at = culprits->len;

  while (at > 0 && g_array_index (culprits, Culprit, at - 1).delta < delta)
    at--;
  if (at >= n)
    return;
  g_array_insert_val (culprits, at, culprit);
  if (culprits->len > n)
    g_array_set_size (culprits, n);
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

GPtrArray *
cyan_hot_paths_new (const CyanComparison *comparison,
                    CyanNode from,
                    CyanDirection direction,
                    guint n)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_hot_path_free);
  g_autoptr (GArray) culprits = g_array_new (FALSE, FALSE, sizeof (Culprit));
  const float *delta = deltas (comparison, direction);
  CyanHotPath *hottest = cyan_hot_path_new (comparison, from, direction);

  g_assert (n > 0);
  g_ptr_array_add (paths, hottest);
  for (CyanNode node = from; n > 1 && node < comparison->compared.tree->end[from]; node++)
    if (delta[node] > 0 && node != hottest->culprit && !is_root (comparison, node))
      {
        double own = own_delta (comparison, delta, node, direction);

        if (own > 0)
          keep (culprits, n - 1, node, own);
      }
  for (guint i = 0; i < culprits->len; i++)
    {
      const Culprit *culprit = &g_array_index (culprits, Culprit, i);

      g_ptr_array_add (
          paths, new_path_through (comparison, from, culprit->node, culprit->delta, direction));
    }
  g_assert (paths->len <= n);
  return paths;
}

/* ---- of pictures ---- */

static guint
count_contexts (const CyanComparison *comparison, guint32 function)
{
  guint n = 0;

  for (CyanNode node = 0; node < comparison->compared.n_nodes; node++)
    if (cyan_compared_function (&comparison->compared, node) == function)
      n++;
  return n;
}

/* The path to the function that changed most over all its contexts, in its largest one; NULL if it
 * is not below @from or explains no more than @share. */
static CyanHotPath *
new_path_to_function (const CyanComparison *comparison,
                      CyanNode from,
                      CyanDirection direction,
                      double share)
{
  g_autoptr (GArray) suspects = cyan_suspects_new (comparison, direction, 1);
  const CyanSuspect *first;
  CyanHotPath *self;

  if (suspects->len == 0)
    return NULL;
  first = &g_array_index (suspects, CyanSuspect, 0);
  if (first->share <= share || first->node < from
      || first->node >= comparison->compared.tree->end[from])
    return NULL;
  self = new_path_through (comparison, from, first->node, first->change, direction);
  self->share = first->share;
  self->n_contexts = count_contexts (comparison, first->function);
  return self;
}

CyanHotPath *
cyan_hot_path_new_shown (const CyanComparison *comparison, CyanNode from, CyanDirection direction)
{
  CyanHotPath *hottest = cyan_hot_path_new (comparison, from, direction);
  CyanHotPath *better = NULL;

  if (!cyan_hot_path_blames (hottest) && !comparison->compared.single)
    better = new_path_to_function (comparison, from, direction, hottest->share);
  if (better == NULL)
    return hottest;
  cyan_hot_path_free (hottest);
  return better;
}

GPtrArray *
cyan_hot_paths_new_shown (const CyanComparison *comparison,
                          CyanNode from,
                          CyanDirection direction,
                          guint n)
{
  GPtrArray *paths = cyan_hot_paths_new (comparison, from, direction, n);
  CyanHotPath *first = cyan_hot_path_new_shown (comparison, from, direction);
  guint same = 0;

  /* Each culprit has one path. */
  while (same < paths->len
         && ((CyanHotPath *) g_ptr_array_index (paths, same))->culprit != first->culprit)
    same++;
  if (same == n)
    same--;
  if (same < paths->len)
    g_ptr_array_remove_index (paths, same);
  g_ptr_array_insert (paths, 0, first);
  g_assert (paths->len <= n);
  return paths;
}

char *
cyan_hot_path_own_text (const CyanHotPath *self, const CyanComparison *comparison)
{
  return cyan_comparison_delta_text (
      comparison, self->direction == CYAN_DIRECTION_SLOWER ? self->self_delta : -self->self_delta);
}

char *
cyan_hot_path_nobody_text (const CyanHotPath *self, const CyanComparison *comparison)
{
  g_autofree char *change = NULL;

  if (cyan_hot_path_blames (self))
    return NULL;
  if (self->culprit == CYAN_NODE_NONE)
    return g_strdup (self->direction == CYAN_DIRECTION_SLOWER ? _ ("no significant slowdown")
                                                              : _ ("no significant speedup"));
  change = cyan_hot_path_own_text (self, comparison);
  return g_strdup_printf (_ ("no function stands out, the largest own change is %s"), change);
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
                        CyanHotPathKind kind,
                        CyanBasis basis)
{
  switch (kind)
    {
    case CYAN_HOT_PATH_SLOWER:
      return cyan_hot_path_new_shown (comparison, from, CYAN_DIRECTION_SLOWER);
    case CYAN_HOT_PATH_FASTER:
      return cyan_hot_path_new_shown (comparison, from, CYAN_DIRECTION_FASTER);
    case CYAN_HOT_PATH_DELTA:
      return cyan_hot_path_new_largest_delta (comparison, from, basis);
    case CYAN_HOT_PATH_SELF_DELTA:
    default:
      return cyan_hot_path_new_shown (comparison, from, cyan_comparison_direction (comparison));
    }
}

void
cyan_hot_path_free (CyanHotPath *self)
{
  g_array_unref (self->nodes);
  g_free (self);
}
