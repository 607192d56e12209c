/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Builds, checks and prints the merged tree.
 *
 * During the build, a node is identified by its slot: the number of its node of before or, for an
 * added node, n_before plus the number of added nodes that precede it in after.
 */
#include "cyan-merged.h"

#include "cyan-assert.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-match-shared.h"

#define NONE CYAN_NODE_NONE

typedef struct
{
  const CyanProfile *before;
  const CyanProfile *after;
  const CyanMatching *matching;
  guint32 *before_pairs; /* by node: number of pairs before it in preorder; n_nodes + 1 entries */
  guint32 *after_pairs;
  guint32 *parent; /* by slot */
  guint32 *first;  /* by slot: its first child */
  guint32 *next;   /* by slot: its next sibling */
  guint n_added;
  CyanNode *added; /* by slot less n_before: its node of after */
} Build;

/* The number of added nodes that precede @node of after. */
static inline guint32
added_before (const Build *self, CyanNode node)
{
  return node - self->after_pairs[node];
}

static inline guint32
slot_of_added (const Build *self, CyanNode node)
{
  return self->matching->n_before + added_before (self, node);
}

static inline guint32
slot_of_after (const Build *self, CyanNode node)
{
  CyanNode partner = self->matching->before_of[node];

  return partner != NONE ? partner : slot_of_added (self, node);
}

/*
 * Sets the parents of the unmatched ancestors of a pair, on both sides, up to the next pair.
 *
 * By I4, those that have this pair below them enclose each other: the one with fewer pairs below it
 * is the inner one, and with equal pairs the added one is the inner.  A node that has a parent
 * already got it from another pair below it, as did all nodes above it.
 */
static void
place_above (Build *self, CyanNode a, CyanNode b)
{
  const CyanProfile *before = self->before;
  const CyanProfile *after = self->after;
  guint32 slot = a;
  CyanNode x = before->parent[a];
  CyanNode w = after->parent[b];

  for (;;)
    {
      gboolean x_free = self->matching->after_of[x] == NONE;
      gboolean w_free = self->matching->before_of[w] == NONE;
      guint32 up;

      if (x_free && w_free)
        {
          guint x_pairs = self->before_pairs[before->end[x]] - self->before_pairs[x];
          guint w_pairs = self->after_pairs[after->end[w]] - self->after_pairs[w];

          w_free = w_pairs <= x_pairs;
          x_free = !w_free;
        }
      if (w_free)
        {
          up = slot_of_added (self, w);
          w = after->parent[w];
        }
      else if (x_free)
        {
          up = x;
          x = before->parent[x];
        }
      else
        {
          self->parent[slot] = x;
          return;
        }
      self->parent[slot] = up;
      if (self->parent[up] != NONE)
        return;
      slot = up;
    }
}

static void
place_all (Build *self)
{
  const CyanMatching *matching = self->matching;

  for (CyanNode i = 1; i < matching->n_before; i++)
    {
      CyanNode parent = self->before->parent[i];
      CyanNode partner = matching->after_of[i];

      if (partner == NONE)
        {
          if (self->before_pairs[self->before->end[i]] == self->before_pairs[i])
            self->parent[i] = parent;
        }
      else if (matching->after_of[parent] == self->after->parent[partner])
        self->parent[i] = parent;
      else
        place_above (self, i, partner);
    }
  for (guint k = 0; k < self->n_added; k++)
    {
      CyanNode i = self->added[k];

      if (self->after_pairs[self->after->end[i]] == self->after_pairs[i])
        self->parent[matching->n_before + k] = slot_of_after (self, self->after->parent[i]);
    }
}

static gboolean
not_drawable (GError **error)
{
  return cyan_fail (error, CYAN_ERROR_INVALID, "the matching cannot be drawn as one tree");
}

static gboolean
prepend (Build *self, guint32 slot)
{
  guint32 parent = self->parent[slot];

  if (parent == NONE)
    return FALSE;
  self->next[slot] = self->first[parent];
  self->first[parent] = slot;
  return TRUE;
}

/* The left sibling of @node of after, or NONE. */
static CyanNode
left_sibling (const Build *self, CyanNode node)
{
  CyanNode parent = self->after->parent[node];
  CyanNode left = node - 1;

  if (left == parent)
    return NONE;
  while (self->after->parent[left] != parent)
    left = self->after->parent[left];
  return left;
}

/* The node of before that an added node follows.  If only the left sibling in after is below a
 * removed wrapper, it follows the wrapper.  @behind, by added node, is known for all earlier nodes.
 */
static CyanNode
stands_behind (const Build *self, CyanNode node, const CyanNode *behind)
{
  CyanNode sibling = left_sibling (self, node);
  guint32 above;

  if (sibling == NONE)
    return CYAN_NODE_ROOT;
  if (self->matching->before_of[sibling] != NONE)
    return self->matching->before_of[sibling];
  above = self->parent[slot_of_added (self, sibling)];
  if (above < self->matching->n_before && self->matching->after_of[above] == NONE
      && above != self->parent[slot_of_added (self, node)])
    return above;
  return behind[added_before (self, sibling)];
}

/*
 * Links siblings.  All slots are put in one sequence: the nodes of before in preorder, each
 * followed by the added nodes that belong after it.  These have it as left sibling in after, or
 * have a left sibling that belongs after it.  An added first child follows the root and precedes
 * all siblings.
 */
static gboolean
link_siblings (Build *self, GError **error)
{
  guint n_before = self->matching->n_before;
  g_autofree guint32 *last = g_new (guint32, n_before);      /* the last added node that follows a
                                                              * node */
  g_autofree guint32 *left = g_new (guint32, self->n_added); /* the added node to the left of
                                                              * another */
  g_autofree CyanNode *behind = g_new (CyanNode, self->n_added);

  for (CyanNode i = 0; i < n_before; i++)
    last[i] = NONE;
  for (guint k = 0; k < self->n_added; k++)
    {
      behind[k] = stands_behind (self, self->added[k], behind);
      left[k] = last[behind[k]];
      last[behind[k]] = k;
    }

  for (CyanNode i = n_before; i-- > 0;)
    {
      for (guint32 k = last[i]; k != NONE; k = left[k])
        if (!prepend (self, n_before + k))
          return not_drawable (error);
      if (i > 0 && !prepend (self, i))
        return not_drawable (error);
    }
  return TRUE;
}

static gboolean
number_nodes (const Build *self, CyanMergedTree *tree, const CyanTick *tick, GError **error)
{
  const CyanMatching *matching = self->matching;
  guint32 slot = CYAN_NODE_ROOT;
  CyanNode up = NONE; /* the merged number of the slot's parent */
  CyanNode n = 0;

  for (;;)
    {
      gboolean added = slot >= matching->n_before;

      if (n == tree->n_nodes)
        return not_drawable (error);
      tree->parent[n] = up;
      tree->before[n] = added ? NONE : slot;
      tree->after[n] = added ? self->added[slot - matching->n_before] : matching->after_of[slot];
      up = n++;
      if (n % CYAN_TICK_STRIDE == 0
          && !cyan_tick (tick, (double) n / tree->n_nodes, N_ ("Merging"), error))
        return FALSE;

      if (self->first[slot] != NONE)
        {
          slot = self->first[slot];
          continue;
        }
      for (;;)
        {
          tree->end[up] = n;
          up = tree->parent[up];
          if (up == NONE || self->next[slot] != NONE)
            break;
          slot = self->parent[slot];
        }
      if (up == NONE)
        break;
      slot = self->next[slot];
    }
  if (n != tree->n_nodes)
    return not_drawable (error);
  return TRUE;
}

/* Checks that the nodes of one side, without the others, are that side's tree. */
static gboolean
check_side (const CyanMergedTree *self,
            const CyanNode *nodes,
            const CyanProfile *profile,
            const char *side,
            GError **error)
{
  g_autofree CyanNode *nearest = g_new (CyanNode, self->n_nodes); /* nearest ancestor-or-self of
                                                                   * that side */
  g_autofree guint8 *seen = g_new0 (guint8, profile->n_nodes);
  guint n_seen = 0;

  for (CyanNode i = 0; i < self->n_nodes; i++)
    {
      CyanNode node = nodes[i];

      if (node == NONE)
        {
          nearest[i] = i == 0 ? NONE : nearest[self->parent[i]];
          continue;
        }
      if (node >= profile->n_nodes || seen[node])
        return cyan_fail (error, CYAN_ERROR_INVALID, "node %u of %s stands twice or is none", node,
                          side);
      if (i > 0 && nearest[self->parent[i]] != profile->parent[node])
        return cyan_fail (error, CYAN_ERROR_INVALID, "node %u of %s is not below its caller", node,
                          side);
      nearest[i] = node;
      seen[node] = 1;
      n_seen++;
    }
  if (n_seen != profile->n_nodes)
    return cyan_fail (error, CYAN_ERROR_INVALID, "%u nodes of %s are missing",
                      profile->n_nodes - n_seen, side);
  return TRUE;
}

typedef struct
{
  const CyanMergedTree *tree;
  const CyanProfile *profiles[2];
  GError *errors[2];
} Check;

static void
check_one (gpointer data, guint side)
{
  Check *check = data;

  check_side (check->tree, side == 0 ? check->tree->before : check->tree->after,
              check->profiles[side], side == 0 ? "before" : "after", &check->errors[side]);
}

static gboolean
check_sides (const CyanMergedTree *self,
             const CyanProfile *before,
             const CyanProfile *after,
             GError **error)
{
  Check check = { self, { before, after }, { NULL, NULL } };

  cyan_match_both_sides (check_one, &check, self->n_nodes);
  if (check.errors[0] == NULL && check.errors[1] == NULL)
    return TRUE;
  if (check.errors[0] != NULL)
    {
      g_propagate_error (error, check.errors[0]);
      g_clear_error (&check.errors[1]);
    }
  else
    g_propagate_error (error, check.errors[1]);
  return FALSE;
}

static void
list_added (Build *self)
{
  const CyanMatching *matching = self->matching;
  guint n = 0;

  self->n_added = added_before (self, matching->n_after);
  self->added = g_new (CyanNode, self->n_added);
  for (CyanNode i = 0; i < matching->n_after; i++)
    if (matching->before_of[i] == NONE)
      self->added[n++] = i;
}

CyanMergedTree *
cyan_merged_tree_new (const CyanProfile *before,
                      const CyanProfile *after,
                      const CyanMatching *matching,
                      const CyanTick *tick,
                      GError **error)
{
  g_autoptr (CyanMergedTree) tree = g_new0 (CyanMergedTree, 1);
  Build build = { before, after, matching };
  gsize n_slots;
  gboolean ok;

  g_assert (matching->n_before == before->n_nodes && matching->n_after == after->n_nodes);
  if (!cyan_tick (tick, 0.0, N_ ("Merging"), error))
    return NULL;

  build.before_pairs = cyan_match_count_pairs (matching->after_of, matching->n_before);
  build.after_pairs = cyan_match_count_pairs (matching->before_of, matching->n_after);
  list_added (&build);
  n_slots = (gsize) matching->n_before + build.n_added;
  build.parent = g_new (guint32, n_slots);
  build.first = g_new (guint32, n_slots);
  build.next = g_new (guint32, n_slots);
  for (gsize i = 0; i < n_slots; i++)
    build.parent[i] = build.first[i] = build.next[i] = NONE;

  place_all (&build);
  ok = link_siblings (&build, error);
  g_clear_pointer (&build.before_pairs, g_free);
  g_clear_pointer (&build.after_pairs, g_free);

  tree->n_nodes = (guint) n_slots;
  tree->parent = g_new (CyanNode, tree->n_nodes);
  tree->end = g_new (CyanNode, tree->n_nodes);
  tree->before = g_new (CyanNode, tree->n_nodes);
  tree->after = g_new (CyanNode, tree->n_nodes);
  ok = ok && number_nodes (&build, tree, tick, error);
  g_free (build.parent);
  g_free (build.first);
  g_free (build.next);
  g_free (build.added);
  if (!ok || !check_sides (tree, before, after, error))
    return NULL;
  g_assert (tree->n_nodes == before->n_nodes + after->n_nodes - matching->n_pairs);
  g_assert (tree->end[CYAN_NODE_ROOT] == tree->n_nodes);
  cyan_assert_valid (cyan_merged_tree_check, tree, before, after);
  return g_steal_pointer (&tree);
}

void
cyan_merged_tree_free (CyanMergedTree *self)
{
  if (self == NULL)
    return;
  g_free (self->parent);
  g_free (self->end);
  g_free (self->before);
  g_free (self->after);
  g_free (self);
}

gboolean
cyan_merged_tree_check (const CyanMergedTree *self,
                        const CyanProfile *before,
                        const CyanProfile *after,
                        GError **error)
{
  if (self->n_nodes == 0 || self->parent[0] != NONE || self->end[0] != self->n_nodes)
    return cyan_fail (error, CYAN_ERROR_INVALID, "the merged root is wrong");
  if (self->before[0] != CYAN_NODE_ROOT || self->after[0] != CYAN_NODE_ROOT)
    return cyan_fail (error, CYAN_ERROR_INVALID, "the merged root is not the pair of roots");
  for (CyanNode i = 1; i < self->n_nodes; i++)
    {
      CyanNode parent = self->parent[i];

      if (parent >= i || self->end[i] <= i || self->end[i] > self->end[parent])
        return cyan_fail (error, CYAN_ERROR_INVALID, "merged node %u is out of preorder", i);
      /* The next node is a child, or the next sibling of the node or of one of its ancestors. */
      if (i != parent + 1)
        {
          CyanNode left = i - 1;

          while (left != NONE && self->end[left] == i && self->parent[left] != parent)
            left = self->parent[left];
          if (left == NONE || self->end[left] != i)
            return cyan_fail (error, CYAN_ERROR_INVALID, "merged node %u has a gap", i);
        }
      if (self->before[i] == NONE && self->after[i] == NONE)
        return cyan_fail (error, CYAN_ERROR_INVALID, "merged node %u is on neither side", i);
    }
  return check_sides (self, before, after, error);
}
