/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Links removed subtrees with added ones.
 *
 * Each one-sided node chooses at most one partner of the same name: the near ones first, then the
 * one with most weight in common.  Of these links the heaviest, which are also the topmost, are
 * made first, and nodes of equal path below them are linked too.  The remaining nodes are searched
 * again a few times, since a node may have moved to another place than its caller.
 *
 * If a name has many nodes, only the heaviest are considered: the heaviest of all, and the heaviest
 * among nodes near each other.
 */
#include "cyan-assert.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-moved-private.h"

#define SIMILAR     0.5
#define SIMILAR_FAR 0.8 /* needed if nothing but the name supports the link */
#define SMALL       3   /* nodes; smaller subtrees need a name that each side has alone once, ... */
#define NEAR        3   /* ... or once on each side this near; see cyan_moved_nearness() */
#define PASSES      4
#define HEAVY       (1.0 / 16) /* fraction of the total: the first pass skips lighter subtrees */

typedef struct
{
  CyanNode node[2];
  double score;
} Link;

typedef struct
{
  CyanMoved moved;
  guint n_names;
  guint8 *near[2]; /* by node: number of nodes of its name near it on the other side, at most 2 */
  GArray *pairs;   /* of Link: the links of one name */
  GArray *wanted;  /* of Link */
  GArray *moves;   /* of CyanMove */
  GArray *stack;   /* of guint64 */
  GArray *group[2];
  GArray *partner;
  guint64 ticked;
  double fraction;
  const CyanTick *tick;
} Finder;

#define LINKS(array) ((Link *) (void *) (array)->data)

static gboolean
poll (Finder *self, GError **error)
{
  if (self->moved.work - self->ticked < CYAN_TICK_STRIDE)
    return TRUE;
  self->ticked = self->moved.work;
  return cyan_tick (self->tick, self->fraction, N_ ("Looking for what was moved"), error);
}

/* The side that certainly is the only one with the merged node; 2 if there is none. */
static guint
side_of (const CyanMovesInput *self, CyanNode node)
{
  if (self->unseen[node])
    return 2;
  if (self->tree->after[node] == CYAN_NODE_NONE)
    return 0;
  return self->tree->before[node] == CYAN_NODE_NONE ? 1 : 2;
}

static CyanStr
label_of (const CyanMoved *self, guint side, CyanNode node)
{
  const CyanStr *label = self->input->label[side];
  guint32 function = self->profile[side]->function[node];

  return label != NULL ? label[function] : self->profile[side]->functions[function].name;
}

/* Finds the names that are one-sided on both sides.  FALSE if there are none.  Fills merged. */
static gboolean
find_names (CyanMoved *self, guint8 *sides_of)
{
  const CyanMergedTree *tree = self->input->tree;
  gboolean found = FALSE;

  for (CyanNode i = 0; i < tree->n_nodes; i++)
    {
      const CyanNode node[2] = { tree->before[i], tree->after[i] };
      guint side = side_of (self->input, i);

      for (guint k = 0; k < 2; k++)
        if (node[k] != CYAN_NODE_NONE)
          self->merged[k][node[k]] = i;
      if (side < 2)
        {
          guint8 *sides = &sides_of[label_of (self, side, node[side])];

          *sides |= 1 << side;
          found |= *sides == 3;
        }
    }
  return found;
}

/* Fills state and the index of nodes by name. */
static void
index_nodes (Finder *self, const guint8 *sides_of)
{
  CyanMoved *moved = &self->moved;
  const CyanMovesInput *input = moved->input;
  const CyanMergedTree *tree = input->tree;

  for (guint k = 0; k < 2; k++)
    {
      guint n = moved->profile[k]->n_nodes;
      guint32 *start = self->moved.start[k] = g_new0 (guint32, self->n_names + 2);
      guint n_able = 0;

      moved->state[k] = g_new0 (guint8, n);
      for (CyanNode i = 1; i < n; i++)
        if (side_of (input, moved->merged[k][i]) == k && sides_of[label_of (moved, k, i)] == 3)
          {
            moved->state[k][i] = CYAN_MOVED_ABLE;
            start[moved->side[k].name[i] + 2]++;
            n_able++;
          }
      for (guint i = 2; i < self->n_names + 2; i++)
        start[i] += start[i - 1];
      self->moved.nodes[k] = g_new (CyanNode, n_able);
      self->near[k] = g_new (guint8, n);
      for (CyanNode i = 1; i < n; i++)
        if (moved->state[k][i] != 0)
          self->moved.nodes[k][start[moved->side[k].name[i] + 1]++] = i;
    }

  moved->nearest = g_new0 (CyanNode, tree->n_nodes);
  for (CyanNode i = 1; i < tree->n_nodes; i++)
    {
      CyanNode up = tree->parent[i];
      gboolean both = tree->before[up] != CYAN_NODE_NONE && tree->after[up] != CYAN_NODE_NONE;

      moved->nearest[i] = both ? up : moved->nearest[up];
    }
}

/* By score, then by the two numbers in either order, so that exchanging the sides changes nothing.
 */
static int
compare_links (const void *a, const void *b)
{
  const Link *p = a, *q = b;
  CyanNode p_low = MIN (p->node[0], p->node[1]), p_high = MAX (p->node[0], p->node[1]);
  CyanNode q_low = MIN (q->node[0], q->node[1]), q_high = MAX (q->node[0], q->node[1]);

  if (p->score != q->score)
    return p->score > q->score ? -1 : 1;
  if (p_low != q_low)
    return p_low < q_low ? -1 : 1;
  if (p_high != q_high)
    return p_high < q_high ? -1 : 1;
  return (p->node[0] > q->node[0]) - (p->node[0] < q->node[0]);
}

static double
common_weight (const CyanMoved *self, CyanNode removed, CyanNode added)
{
  return MIN (cyan_moved_weight (self, 0, removed), cyan_moved_weight (self, 1, added));
}

static double
score_of (CyanMoved *self, CyanNode removed, CyanNode added)
{
  guint near = cyan_moved_nearness (self, removed, added);
  double similarity = cyan_moved_similarity (self, removed, added);
  gboolean same_caller = self->side[0].name[self->profile[0]->parent[removed]]
                         == self->side[1].name[self->profile[1]->parent[added]];

  if (similarity < (near > 0 ? SIMILAR : SIMILAR_FAR))
    return 0;
  return similarity * common_weight (self, removed, added) * (1u << 2 * near)
         * (same_caller ? 1.25 : 1);
}

static gboolean
is_small (const CyanMoved *self, CyanNode removed, CyanNode added)
{
  return MIN (self->profile[0]->end[removed] - removed, self->profile[1]->end[added] - added)
         < SMALL;
}

/* Counts the nodes near each open one among the pairs of keys. */
static void
count_near (Finder *self)
{
  for (guint k = 0; k < 2; k++)
    for (guint i = 0; i < self->moved.open[k]->len; i++)
      self->near[k][CYAN_MATCH_NODES (self->moved.open[k])[i]] = 0;
  for (guint i = 0; i < self->moved.keys->len; i++)
    {
      CyanNode removed = (CyanNode) (CYAN_MATCH_KEYS (self->moved.keys)[i] >> 32);
      CyanNode added = (CyanNode) CYAN_MATCH_KEYS (self->moved.keys)[i];

      if (cyan_moved_nearness (&self->moved, removed, added) < NEAR)
        continue;
      self->near[0][removed] = MIN (self->near[0][removed] + 1, 2);
      self->near[1][added] = MIN (self->near[1][added] + 1, 2);
    }
}

/* Adds the links of one name to wanted. */
static gboolean
want_name (Finder *self, guint32 name, double least, GError **error)
{
  CyanMoved *moved = &self->moved;
  gboolean unambiguous;

  unambiguous = cyan_moved_collect (moved, 0, name, least) == 1;
  unambiguous &= cyan_moved_collect (moved, 1, name, least) == 1;
  if (moved->open[0]->len == 0 || moved->open[1]->len == 0)
    return TRUE;
  cyan_moved_choose (moved);
  count_near (self);
  g_array_set_size (self->pairs, 0);
  for (guint i = 0; i < moved->keys->len; i++)
    {
      guint64 key = CYAN_MATCH_KEYS (moved->keys)[i];
      Link link = { { (CyanNode) (key >> 32), (CyanNode) key }, 0 };

      if (is_small (moved, link.node[0], link.node[1]) && !unambiguous
          && (least > 0 || self->near[0][link.node[0]] != 1 || self->near[1][link.node[1]] != 1
              || cyan_moved_nearness (moved, link.node[0], link.node[1]) < NEAR))
        continue;
      link.score = score_of (moved, link.node[0], link.node[1]);
      if (link.score > 0)
        g_array_append_val (self->pairs, link);
      if (!poll (self, error))
        return FALSE;
    }
  g_array_sort (self->pairs, compare_links);
  for (guint i = 0; i < self->pairs->len; i++)
    {
      Link link = LINKS (self->pairs)[i];

      if ((moved->state[0][link.node[0]] | moved->state[1][link.node[1]]) & CYAN_MOVED_WANTED)
        continue;
      for (guint k = 0; k < 2; k++)
        moved->state[k][link.node[k]] |= CYAN_MOVED_WANTED;
      link.score = common_weight (moved, link.node[0], link.node[1]);
      g_array_append_val (self->wanted, link);
    }
  return TRUE;
}

/* Collects the open children of one name from @at on.  Returns where the next name starts. */
static guint
take_kids (Finder *self, guint side, CyanNode parent, guint at)
{
  const CyanMatchSide *match = &self->moved.side[side];
  const CyanNode *kids = cyan_match_kids (match, parent);
  guint n = cyan_match_n_kids (match, parent);
  guint32 name = match->name[kids[at]];

  g_array_set_size (self->group[side], 0);
  for (; at < n && match->name[kids[at]] == name; at++)
    if (cyan_moved_is_open (&self->moved, side, kids[at]))
      g_array_append_val (self->group[side], kids[at]);
  return at;
}

/* Pushes the pairs of children of equal path. */
static void
push_kids (Finder *self, CyanNode x, CyanNode y)
{
  const CyanMatchSide *side = self->moved.side;
  const CyanNode *xs = cyan_match_kids (&side[0], x), *ys = cyan_match_kids (&side[1], y);
  guint n_xs = cyan_match_n_kids (&side[0], x), n_ys = cyan_match_n_kids (&side[1], y);

  for (guint i = 0, j = 0; i < n_xs && j < n_ys;)
    {
      guint32 x_name = side[0].name[xs[i]], y_name = side[1].name[ys[j]];

      self->moved.work++;
      if (x_name != y_name)
        {
          i += x_name < y_name;
          j += y_name < x_name;
          continue;
        }
      i = take_kids (self, 0, x, i);
      j = take_kids (self, 1, y, j);
      g_array_set_size (self->partner, self->group[0]->len);
      cyan_match_group (&side[0], CYAN_MATCH_NODES (self->group[0]), self->group[0]->len, &side[1],
                        CYAN_MATCH_NODES (self->group[1]), self->group[1]->len, FALSE,
                        CYAN_MATCH_NODES (self->partner));
      for (guint k = 0; k < self->group[0]->len; k++)
        {
          guint32 partner = g_array_index (self->partner, guint32, k);

          if (partner != G_MAXUINT32)
            {
              guint64 key = cyan_match_key (CYAN_MATCH_NODES (self->group[0])[k],
                                            CYAN_MATCH_NODES (self->group[1])[partner]);

              g_array_append_val (self->stack, key);
            }
        }
    }
}

/* Links two subtrees: the tops, and the nodes of equal path below them. */
static gboolean
link_subtrees (Finder *self, CyanNode removed, CyanNode added, GError **error)
{
  CyanMoved *moved = &self->moved;
  guint64 key = cyan_match_key (removed, added);

  g_array_set_size (self->stack, 0);
  g_array_append_val (self->stack, key);
  while (self->stack->len > 0)
    {
      CyanMove move;
      CyanNode x, y;

      key = CYAN_MATCH_KEYS (self->stack)[self->stack->len - 1];
      x = (CyanNode) (key >> 32);
      y = (CyanNode) key;
      g_array_set_size (self->stack, self->stack->len - 1);
      move.removed = moved->merged[0][x];
      move.added = moved->merged[1][y];
      move.top = TRUE;
      g_array_append_val (self->moves, move);
      moved->state[0][x] |= CYAN_MOVED_TAKEN;
      moved->state[1][y] |= CYAN_MOVED_TAKEN;
      push_kids (self, x, y);
      if (!poll (self, error))
        return FALSE;
    }
  return TRUE;
}

/* Links the chosen pairs, the heaviest first.  Sets @n_linked to the number of tops. */
static gboolean
run_pass (Finder *self, double least, guint *n_linked, GError **error)
{
  CyanMoved *moved = &self->moved;

  *n_linked = 0;
  g_array_set_size (self->wanted, 0);
  for (guint32 name = 0; name < self->n_names; name++)
    if (self->moved.start[0][name] < self->moved.start[0][name + 1]
        && !want_name (self, name, least, error))
      return FALSE;
  g_array_sort (self->wanted, compare_links);
  for (guint i = 0; i < self->wanted->len; i++)
    for (guint k = 0; k < 2; k++)
      moved->state[k][LINKS (self->wanted)[i].node[k]] &= ~CYAN_MOVED_WANTED;
  for (guint i = 0; i < self->wanted->len; i++)
    {
      Link link = LINKS (self->wanted)[i];

      if (moved->state[0][link.node[0]] != CYAN_MOVED_ABLE
          || moved->state[1][link.node[1]] != CYAN_MOVED_ABLE)
        continue;
      if (!link_subtrees (self, link.node[0], link.node[1], error))
        return FALSE;
      ++*n_linked;
    }
  return TRUE;
}

/* A node may have been linked before its caller was. */
static void
mark_tops (Finder *self)
{
  const CyanMergedTree *tree = self->moved.input->tree;
  const CyanProfile *const *profile = self->moved.profile;
  g_autofree CyanNode *partner = g_new0 (CyanNode, profile[0]->n_nodes);

  for (guint i = 0; i < self->moves->len; i++)
    {
      const CyanMove *move = &g_array_index (self->moves, CyanMove, i);

      partner[tree->before[move->removed]] = tree->after[move->added];
    }
  for (guint i = 0; i < self->moves->len; i++)
    {
      CyanMove *move = &g_array_index (self->moves, CyanMove, i);
      CyanNode caller = profile[1]->parent[tree->after[move->added]];

      move->top = caller == CYAN_NODE_ROOT
                  || partner[profile[0]->parent[tree->before[move->removed]]] != caller;
    }
}

/* The links sorted by removed node, or by added node. */
static CyanMove *
sort_moves (const Finder *self, gboolean by_added)
{
  guint n_nodes = self->moved.input->tree->n_nodes, n = 0;
  const CyanMove *moves = (const CyanMove *) (const void *) self->moves->data;
  CyanMove *sorted = g_new (CyanMove, self->moves->len);
  g_autofree guint32 *at = g_new0 (guint32, n_nodes);

  for (guint i = 0; i < self->moves->len; i++)
    at[by_added ? moves[i].added : moves[i].removed] = i + 1;
  for (CyanNode i = 0; i < n_nodes; i++)
    if (at[i] > 0)
      sorted[n++] = moves[at[i] - 1];
  g_assert (n == self->moves->len);
  return sorted;
}

static void
clear_finder (Finder *self)
{
  for (guint k = 0; k < 2; k++)
    {
      if (self->moved.start[k] != NULL)
        cyan_match_side_clear (&self->moved.side[k]);
      g_free (self->moved.merged[k]);
      g_free (self->moved.state[k]);
      g_free (self->moved.start[k]);
      g_free (self->moved.nodes[k]);
      g_free (self->near[k]);
      g_array_unref (self->moved.open[k]);
      g_array_unref (self->moved.around[k]);
      g_array_unref (self->group[k]);
    }
  g_free (self->moved.nearest);
  g_array_unref (self->moved.keys);
  g_array_unref (self->pairs);
  g_array_unref (self->wanted);
  g_array_unref (self->moves);
  g_array_unref (self->stack);
  g_array_unref (self->partner);
}

static gboolean
find_moves (Finder *self, CyanMoves *found, GError **error)
{
  CyanMoved *moved = &self->moved;
  const CyanStrings *strings = moved->profile[0]->strings;
  g_autofree guint8 *sides_of = g_new0 (guint8, cyan_strings_count (strings));
  g_autofree guint32 *ranks = NULL;
  guint n_linked = 1;

  if (!find_names (moved, sides_of))
    return TRUE;
  ranks = cyan_strings_ranks (strings);
  self->n_names = cyan_strings_count (strings);
  cyan_match_sides_init (moved->side, moved->profile[0], moved->profile[1], moved->input->label,
                         ranks);
  index_nodes (self, sides_of);
  for (guint pass = 0; pass < PASSES && (pass == 1 || n_linked > 0); pass++)
    {
      self->fraction = (double) pass / PASSES;
      if (!run_pass (self, pass == 0 ? HEAVY : 0, &n_linked, error))
        return FALSE;
    }
  if (self->moves->len > 0)
    {
      mark_tops (self);
      found->n = self->moves->len;
      found->by_removed = sort_moves (self, FALSE);
      found->by_added = sort_moves (self, TRUE);
    }
  return TRUE;
}

gboolean
cyan_moves_check (const CyanMoves *self, const CyanMergedTree *tree, GError **error)
{
  for (guint i = 0; i < self->n; i++)
    {
      const CyanMove *move = &self->by_removed[i];

      if (move->removed >= tree->n_nodes || move->added >= tree->n_nodes
          || tree->after[move->removed] != CYAN_NODE_NONE
          || tree->before[move->added] != CYAN_NODE_NONE)
        return cyan_fail (error, CYAN_ERROR_INVALID,
                          "move %u joins nodes that are not removed and added", i);
      if (i > 0
          && (move->removed <= self->by_removed[i - 1].removed
              || self->by_added[i].added <= self->by_added[i - 1].added))
        return cyan_fail (error, CYAN_ERROR_INVALID, "move %u is not in order", i);
      if (cyan_moves_to (self, move->removed) != move->added
          || cyan_moves_from (self, move->added) != move->removed)
        return cyan_fail (error, CYAN_ERROR_INVALID, "move %u does not lead both ways", i);
    }
  return TRUE;
}

CyanMoves *
cyan_moves_find (const CyanMovesInput *input, const CyanTick *tick, GError **error)
{
  g_assert (input->profile[0]->strings == input->profile[1]->strings);
  g_assert (input->metric[0] < input->profile[0]->n_metrics);
  g_assert (input->metric[1] < input->profile[1]->n_metrics);
  g_assert (input->tree->n_nodes < input->profile[0]->n_nodes + input->profile[1]->n_nodes);
  g_autoptr (CyanMoves) found = g_new0 (CyanMoves, 1);
  Finder self = { .moved = { .input = input }, .tick = tick };
  gboolean ok;

  if (!cyan_tick (tick, 0.0, N_ ("Looking for what was moved"), error))
    return NULL;
  for (guint k = 0; k < 2; k++)
    {
      self.moved.profile[k] = input->profile[k];
      self.moved.metric[k] = &input->profile[k]->metrics[input->metric[k]];
      self.moved.merged[k] = g_new (CyanNode, self.moved.profile[k]->n_nodes);
      self.moved.open[k] = g_array_new (FALSE, FALSE, sizeof (CyanNode));
      self.moved.around[k] = g_array_new (FALSE, FALSE, sizeof (guint64));
      self.group[k] = g_array_new (FALSE, FALSE, sizeof (CyanNode));
    }
  self.moved.keys = g_array_new (FALSE, FALSE, sizeof (guint64));
  self.pairs = g_array_new (FALSE, FALSE, sizeof (Link));
  self.wanted = g_array_new (FALSE, FALSE, sizeof (Link));
  self.moves = g_array_new (FALSE, FALSE, sizeof (CyanMove));
  self.stack = g_array_new (FALSE, FALSE, sizeof (guint64));
  self.partner = g_array_new (FALSE, FALSE, sizeof (guint32));
  ok = find_moves (&self, found, error);
  clear_finder (&self);
  if (!ok)
    return NULL;
  cyan_assert_valid (cyan_moves_check, found, input->tree);
  return g_steal_pointer (&found);
}

void
cyan_moves_free (CyanMoves *self)
{
  g_free (self->by_removed);
  g_free (self->by_added);
  g_free (self);
}

/* Finds the link of the removed or added @node. */
static const CyanMove *
find_move (const CyanMoves *self, CyanNode node, gboolean by_added)
{
  const CyanMove *moves = self == NULL ? NULL : by_added ? self->by_added : self->by_removed;
  guint low = 0, high = self != NULL ? self->n : 0;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      CyanNode at = by_added ? moves[middle].added : moves[middle].removed;

      if (at == node)
        return &moves[middle];
      if (at < node)
        low = middle + 1;
      else
        high = middle;
    }
  return NULL;
}

CyanNode
cyan_moves_to (const CyanMoves *self, CyanNode removed)
{
  const CyanMove *move = find_move (self, removed, FALSE);

  return move != NULL ? move->added : CYAN_NODE_NONE;
}

CyanNode
cyan_moves_from (const CyanMoves *self, CyanNode added)
{
  const CyanMove *move = find_move (self, added, TRUE);

  return move != NULL ? move->removed : CYAN_NODE_NONE;
}
