/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds which removed and which added node of a gap stand for each other.
 *
 * A gap is a path of unmatched nodes from a pair up to the next.  A removed and an added node that
 * have nearly the same pairs below them could be a function and the one that took its place.  If a
 * gap has several of them, those go together whose names do so most often in the whole program,
 * then those that are equally deep.  Two that rarely go together are a wrapper and an inlined
 * function that happen to meet.
 */
#include "cyan-edits-private.h"

/* Three of four pairs below the one must be below the other. */
#define HAS_MOST_PAIRS(inner, outer) ((guint64) (inner) *4 >= (guint64) (outer) *3)

typedef struct
{
  const CyanCompared *compared;
  const guint32 *n_below;
  CyanPairTable votes; /* by label before and label after: the contexts that speak for them */
  CyanPairTable n;     /* by side and label: the contexts with pairs below them */
  guint32 *above[2];   /* by side, by node: the unmatched nodes of this side above it in its gap */
  CyanNode *best;      /* by node: the best of the other side, or CYAN_NODE_NONE */
} Search;

static void
count_contexts (Search *self)
{
  const CyanCompared *compared = self->compared;

  for (CyanNode i = 1; i < compared->n_nodes; i++)
    if (self->n_below[i] > 0)
      {
        guint side = cyan_compared_side (compared, i);

        cyan_pair_table_at (&self->n, side, cyan_compared_label (compared, side, i))->n++;
      }
}

static void
count_above (Search *self)
{
  const CyanCompared *compared = self->compared;

  for (guint side = 0; side < 2; side++)
    self->above[side] = g_new0 (guint32, compared->n_nodes);
  for (CyanNode i = 1; i < compared->n_nodes; i++)
    {
      CyanNode up = compared->tree->parent[i];

      if (cyan_compared_is_pair (compared, up))
        continue;
      for (guint side = 0; side < 2; side++)
        self->above[side][i] = self->above[side][up] + (side == cyan_compared_side (compared, up));
    }
}

/* The labels of two nodes, one of each side, by side. */
static void
get_labels (const Search *self, CyanNode a, CyanNode b, CyanStr label[2])
{
  guint side = cyan_compared_side (self->compared, a);

  label[side] = cyan_compared_label (self->compared, side, a);
  label[1 - side] = cyan_compared_label (self->compared, 1 - side, b);
}

static guint32
votes_of (const Search *self, CyanNode a, CyanNode b)
{
  CyanStr label[2];

  get_labels (self, a, b, label);
  return cyan_pair_table_n (&self->votes, label[0], label[1]);
}

/* How much deeper one of two nodes is in its own side's part of the gap. */
static guint32
depth_between (const Search *self, CyanNode a, CyanNode b)
{
  guint side = cyan_compared_side (self->compared, a);
  guint32 x = self->above[side][a], y = self->above[1 - side][b];

  return MAX (x, y) - MIN (x, y);
}

/* Whether @b is better for @node than @than; both are of the other side. */
static gboolean
is_better (const Search *self, CyanNode node, CyanNode b, CyanNode than)
{
  guint side = 1 - cyan_compared_side (self->compared, node);
  guint32 votes[2], depth[2];

  if (than == CYAN_NODE_NONE)
    return TRUE;
  votes[0] = votes_of (self, node, b);
  votes[1] = votes_of (self, node, than);
  if (votes[0] != votes[1])
    return votes[0] > votes[1];
  depth[0] = depth_between (self, node, b);
  depth[1] = depth_between (self, node, than);
  if (depth[0] != depth[1])
    return depth[0] < depth[1];
  return self->above[side][b] < self->above[side][than];
}

static void
vote (Search *self, CyanNode lower, CyanNode upper)
{
  CyanStr label[2];

  get_labels (self, lower, upper, label);
  if (label[0] != label[1])
    cyan_pair_table_at (&self->votes, label[0], label[1])->n++;
}

/* Takes all votes from those that a person refuses, and from those that only meet by chance: each
 * of the two stands somewhere else in most contexts. */
static void
drop_rare (Search *self)
{
  g_autoptr (GHashTable) refused = cyan_edits_claims (self->compared, FALSE);

  for (guint i = 1; i < self->votes.entries->len; i++)
    {
      CyanPairEntry *entry = &g_array_index (self->votes.entries, CyanPairEntry, i);
      guint32 n[] = { cyan_pair_table_n (&self->n, 0, entry->a),
                      cyan_pair_table_n (&self->n, 1, entry->b) };

      if ((guint64) entry->n * 2 < MIN (n[0], n[1])
          || cyan_edits_is_claimed (self->compared, refused, (CyanStr) entry->a,
                                    (CyanStr) entry->b))
        entry->n = 0;
    }
}

static void
propose (Search *self, CyanNode lower, CyanNode upper)
{
  if (votes_of (self, lower, upper) == 0)
    return;
  if (is_better (self, lower, upper, self->best[lower]))
    self->best[lower] = upper;
  if (is_better (self, upper, lower, self->best[upper]))
    self->best[upper] = lower;
}

/* Calls @function for each two nodes that could stand for each other. */
static void
for_each_candidate (Search *self, void (*function) (Search *self, CyanNode lower, CyanNode upper))
{
  const CyanCompared *compared = self->compared;

  for (CyanNode i = 1; i < compared->n_nodes; i++)
    {
      CyanNode up = compared->tree->parent[i];

      if (self->n_below[i] == 0)
        continue;
      for (guint k = 0; k < CYAN_EDITS_NEAR; k++, up = compared->tree->parent[up])
        {
          if (cyan_compared_is_pair (compared, up)
              || !HAS_MOST_PAIRS (self->n_below[i], self->n_below[up]))
            break;
          if (cyan_compared_side (compared, i) != cyan_compared_side (compared, up))
            function (self, i, up);
        }
    }
}

CyanNode *
cyan_edits_find_replaced (const CyanCompared *self, const guint32 *n_below)
{
  Search search = { .compared = self, .n_below = n_below };
  CyanNode *partner;

  cyan_pair_table_init (&search.votes);
  cyan_pair_table_init (&search.n);
  count_contexts (&search);
  count_above (&search);
  search.best = g_new (CyanNode, self->n_nodes);
  for (CyanNode i = 0; i < self->n_nodes; i++)
    search.best[i] = CYAN_NODE_NONE;
  for_each_candidate (&search, vote);
  drop_rare (&search);
  for_each_candidate (&search, propose);
  for (guint side = 0; side < 2; side++)
    g_free (search.above[side]);
  partner = g_new (CyanNode, self->n_nodes);
  for (CyanNode i = 0; i < self->n_nodes; i++)
    {
      CyanNode other = search.best[i];

      partner[i] = other != CYAN_NODE_NONE && search.best[other] == i ? other : CYAN_NODE_NONE;
    }
  cyan_pair_table_clear (&search.votes);
  cyan_pair_table_clear (&search.n);
  g_free (search.best);
  return partner;
}
