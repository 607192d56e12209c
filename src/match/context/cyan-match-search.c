/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Matching by calling context: the search from the root down, then the renames that it found.
 *
 * From the top down, the children of two partners are paired by name.  For the rest, the candidates
 * that keep most weight are taken.  A pair never crosses an existing pair, and a skipped wrapper
 * stays skipped.  This keeps I3 and I4: a pair of a gap has at least one node at the top of the
 * gap.
 */
#include "cyan-match-context.h"

#include "cyan-i18n.h"

/* ---- gaps ---- */

#define MAX_OPENED 8 /* opened wrappers of a side that are searched again */

static void
pair_nodes (CyanMatchContext *self, CyanNode a, CyanNode b, CyanMatchState state)
{
  self->partner[0][a] = b;
  self->partner[1][b] = a;
  self->state[0][a] = self->state[1][b] = (guint8) state;
}

static void
unpair (CyanMatchContext *self, CyanNode a, CyanNode b)
{
  self->partner[0][a] = self->partner[1][b] = CYAN_NODE_NONE;
  self->state[0][a] = self->state[1][b] = CYAN_MATCH_FREE;
}

static inline guint
group_end (const CyanMatchSide *side, const CyanNode *nodes, guint n, guint start)
{
  guint32 name = side->name[nodes[start]];
  guint end = start + 1;

  while (end < n && side->name[nodes[end]] == name)
    end++;
  return end;
}

/* Copies the free nodes of a group to @out. */
static guint
take_free (const guint8 *state, const CyanNode *nodes, guint n, guint32 *out)
{
  guint n_out = 0;

  for (guint i = 0; i < n; i++)
    if (state[nodes[i]] == CYAN_MATCH_FREE)
      out[n_out++] = nodes[i];
  return n_out;
}

static void
pair_group (CyanMatchContext *self, const CyanNode *xs, guint n_xs, const CyanNode *ys, guint n_ys)
{
  CyanNode *free_xs, *free_ys;
  guint32 *partner;

  if (n_xs == 1 && n_ys == 1)
    {
      if (self->state[0][*xs] == CYAN_MATCH_FREE && self->state[1][*ys] == CYAN_MATCH_FREE)
        pair_nodes (self, *xs, *ys, CYAN_MATCH_PAIRED);
      return;
    }
  g_array_set_size (self->scratch, n_xs * 2 + n_ys);
  free_xs = (guint32 *) self->scratch->data;
  free_ys = free_xs + n_xs;
  partner = free_ys + n_ys;
  n_xs = take_free (self->state[0], xs, n_xs, free_xs);
  n_ys = take_free (self->state[1], ys, n_ys, free_ys);
  cyan_match_group (self->sides[0], free_xs, n_xs, self->sides[1], free_ys, n_ys, FALSE, partner);
  for (guint i = 0; i < n_xs; i++)
    if (partner[i] != G_MAXUINT32)
      pair_nodes (self, free_xs[i], free_ys[partner[i]], CYAN_MATCH_PAIRED);
}

static void
add_left (const CyanMatchContext *self, CyanMatchGap *gap, guint side, guint from, guint to)
{
  for (guint i = from; i < to; i++)
    if (!CYAN_MATCH_IS_TAKEN (self->state[side][gap->nodes[side][i]]))
      g_array_append_val (gap->left[side], gap->nodes[side][i]);
}

/* Pairs children by name and collects the rest. */
static void
pair_by_name (CyanMatchContext *self, CyanMatchGap *gap)
{
  const CyanNode *xs = gap->nodes[0];
  const CyanNode *ys = gap->nodes[1];
  guint i = 0, j = 0;

  for (guint k = 0; k < 2; k++)
    {
      g_array_set_size (gap->left[k], 0);
      g_array_set_size (gap->kept[k], 0);
    }
  while (i < gap->n[0] || j < gap->n[1])
    {
      guint32 name = i < gap->n[0] ? self->sides[0]->name[xs[i]] : G_MAXUINT32;
      guint32 other = j < gap->n[1] ? self->sides[1]->name[ys[j]] : G_MAXUINT32;
      guint i_end = name <= other ? group_end (self->sides[0], xs, gap->n[0], i) : i;
      guint j_end = other <= name ? group_end (self->sides[1], ys, gap->n[1], j) : j;

      if (name == other)
        pair_group (self, xs + i, i_end - i, ys + j, j_end - j);
      add_left (self, gap, 0, i, i_end);
      add_left (self, gap, 1, j, j_end);
      i = i_end;
      j = j_end;
    }
}

/* Of two that are as good, the one nearer to the start of both trees: what does not depend on which
 * side is which. */
static int
compare_candidates (gconstpointer a, gconstpointer b)
{
  const CyanMatchCandidate *x = a;
  const CyanMatchCandidate *y = b;
  guint64 x_sum = (guint64) x->node[0] + x->node[1], y_sum = (guint64) y->node[0] + y->node[1];
  CyanNode x_least = MIN (x->node[0], x->node[1]), y_least = MIN (y->node[0], y->node[1]);

  if (x->score != y->score)
    return x->score > y->score ? -1 : 1;
  if (x->gap != y->gap)
    return x->gap < y->gap ? -1 : 1;
  if (x_sum != y_sum)
    return x_sum < y_sum ? -1 : 1;
  if (x_least != y_least)
    return x_least < y_least ? -1 : 1;
  if (x->node[0] != y->node[0])
    return x->node[0] < y->node[0] ? -1 : 1;
  return (x->kind > y->kind) - (x->kind < y->kind);
}

/* Opens the wrappers above the inner node of @candidate.  FALSE if one of them is taken. */
static gboolean
open_wrappers (CyanMatchContext *self, const CyanMatchCandidate *candidate)
{
  guint side = candidate->kind == CYAN_MATCH_KIND_INSIDE_AFTER;
  const CyanNode *parent = self->sides[side]->parent;
  CyanNode stop = parent[candidate->top];

  for (CyanNode i = parent[candidate->node[side]]; i != stop; i = parent[i])
    if (CYAN_MATCH_IS_TAKEN (self->state[side][i]))
      return FALSE;
  for (CyanNode i = parent[candidate->node[side]]; i != stop; i = parent[i])
    self->state[side][i] = CYAN_MATCH_OPENED;
  return TRUE;
}

static void
take_candidates (CyanMatchContext *self, CyanMatchGap *gap)
{
  GArray *candidates = self->candidates;
  gboolean contested = FALSE;

  for (guint i = 0; i < candidates->len; i++)
    {
      const CyanMatchCandidate *candidate = &g_array_index (candidates, CyanMatchCandidate, i);

      if (candidate->kind != CYAN_MATCH_KIND_DIRECT)
        continue;
      unpair (self, candidate->node[0], candidate->node[1]);
      contested = TRUE;
    }
  g_array_sort (candidates, compare_candidates);
  for (guint i = 0; i < candidates->len; i++)
    {
      const CyanMatchCandidate *candidate = &g_array_index (candidates, CyanMatchCandidate, i);
      CyanNode a = candidate->node[0];
      CyanNode b = candidate->node[1];

      if (self->state[0][a] != CYAN_MATCH_FREE || self->state[1][b] != CYAN_MATCH_FREE)
        continue;
      if (candidate->top != CYAN_NODE_NONE && !open_wrappers (self, candidate))
        continue;
      if (candidate->kind == CYAN_MATCH_KIND_RENAMED)
        {
          guint64 names = (guint64) self->sides[0]->name[a] << 32 | self->sides[1]->name[b];

          g_array_append_val (self->renamed, names);
        }
      pair_nodes (self, a, b,
                  candidate->kind == CYAN_MATCH_KIND_REPLACED ? CYAN_MATCH_REPLACED
                                                              : CYAN_MATCH_PAIRED);
    }
  /* A node that lost its partner may pair with a free one of the same name. */
  if (contested)
    pair_by_name (self, gap);
}

static void
set_nodes (CyanMatchGap *gap, guint side)
{
  gap->nodes[side] = (const CyanNode *) gap->own[side]->data;
  gap->n[side] = gap->own[side]->len;
}

/* Matches the children of an opened wrapper with the free unmatched nodes of the other side. */
static void
enter_wrapper (CyanMatchContext *self,
               const CyanMatchGap *outer,
               CyanMatchGap *gap,
               guint side,
               CyanNode wrapper)
{
  const CyanNode *kids = cyan_match_kids (self->sides[side], wrapper);
  guint n_kids = cyan_match_n_kids (self->sides[side], wrapper);

  g_array_set_size (gap->own[0], 0);
  g_array_set_size (gap->own[1], 0);
  for (guint i = 0; i < n_kids; i++)
    if (!CYAN_MATCH_IS_TAKEN (self->state[side][kids[i]]))
      g_array_append_val (gap->own[side], kids[i]);
  if (gap->own[side]->len > 0)
    for (guint i = 0; i < outer->left[!side]->len; i++)
      {
        CyanNode node = g_array_index (outer->left[!side], CyanNode, i);

        if (self->state[!side][node] == CYAN_MATCH_FREE
            && !cyan_match_is_leaf (self->sides[!side], node))
          g_array_append_val (gap->own[!side], node);
      }
  self->sketch.work += n_kids + outer->left[!side]->len;
  set_nodes (gap, 0);
  set_nodes (gap, 1);
}

/* The first opened wrappers of a side, at most MAX_OPENED. */
static guint
take_opened (const CyanMatchContext *self, const CyanMatchGap *gap, guint side, CyanNode *opened)
{
  guint n = 0;

  for (guint i = 0; i < gap->left[side]->len && n < MAX_OPENED; i++)
    {
      CyanNode node = g_array_index (gap->left[side], CyanNode, i);

      if (self->state[side][node] == CYAN_MATCH_OPENED)
        opened[n++] = node;
    }
  return n;
}

/* Rounds nest at most CYAN_MATCH_ROUNDS deep.  A wrapper that a nested round opened is not searched
 * again from here: it is inside one wrapper, and pairs with other nodes would make the two overlap.
 */
static void
match_gap (CyanMatchContext *self, guint round)
{
  CyanMatchGap *gap = &self->gaps[round];
  CyanNode opened[2][MAX_OPENED];
  guint n_opened[2];

  pair_by_name (self, gap);
  if ((gap->left[0]->len == 0 || gap->n[1] == 0) && (gap->left[1]->len == 0 || gap->n[0] == 0))
    return;
  if (self->sketch.work >= self->sketch.budget)
    return;

  cyan_match_find_candidates (self, gap);
  take_candidates (self, gap);

  if (round + 1 == CYAN_MATCH_ROUNDS)
    return;
  for (guint side = 0; side < 2; side++)
    n_opened[side] = take_opened (self, gap, side, opened[side]);
  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < n_opened[side] && self->sketch.work < self->sketch.budget; i++)
      {
        CyanMatchGap *inner = &self->gaps[round + 1];

        enter_wrapper (self, gap, inner, side, opened[side][i]);
        if (inner->n[0] > 0 && inner->n[1] > 0)
          match_gap (self, round + 1);
      }
}

static void
match_children (CyanMatchContext *self, CyanNode a, CyanNode b)
{
  CyanMatchGap *gap = &self->gaps[0];

  gap->nodes[0] = cyan_match_kids (self->sides[0], a);
  gap->nodes[1] = cyan_match_kids (self->sides[1], b);
  gap->n[0] = cyan_match_n_kids (self->sides[0], a);
  gap->n[1] = cyan_match_n_kids (self->sides[1], b);
  if (gap->n[0] > 0 && gap->n[1] > 0)
    match_gap (self, 0);
}

/*
 * ---- renames ----
 *
 * A renamed leaf leaves no evidence, since it has no callees to compare.  But contexts of the
 * function with callees may have been paired as renamed.  If most of these pairs agree on the new
 * name, and the new name agrees with them, the leaves are paired too.
 */

/* By name of before that no longer occurs: its new name, or G_MAXUINT32. */
static guint32 *
count_votes (const CyanMatchContext *self, guint n_names)
{
  guint64 *votes = (guint64 *) self->renamed->data;
  guint n_votes = self->renamed->len;
  g_autofree guint32 *before_votes = g_new0 (guint32, n_names);
  g_autofree guint32 *after_votes = g_new0 (guint32, n_names);
  g_autofree guint32 *old_name = g_new (guint32, n_names);
  guint32 *new_name = g_new (guint32, n_names);

  for (guint i = 0; i < n_names; i++)
    old_name[i] = new_name[i] = G_MAXUINT32;
  cyan_match_sort (votes, n_votes);
  for (guint i = 0, end; i < n_votes; i = end)
    {
      guint32 before = (guint32) (votes[i] >> 32);
      guint32 after = (guint32) votes[i];

      for (end = i + 1; end < n_votes && votes[end] == votes[i];)
        end++;
      if (end - i > before_votes[before])
        {
          before_votes[before] = end - i;
          new_name[before] = after;
        }
      if (end - i > after_votes[after])
        {
          after_votes[after] = end - i;
          old_name[after] = before;
        }
    }
  for (guint i = 0; i < n_names; i++)
    if (new_name[i] != G_MAXUINT32 && old_name[new_name[i]] != i)
      new_name[i] = G_MAXUINT32;
  return new_name;
}

/* The first free child of @node with @name, or CYAN_NODE_NONE. */
static CyanNode
find_free (const CyanMatchContext *self, CyanNode node, guint32 name)
{
  const CyanMatchSide *after = self->sides[1];
  const CyanNode *kids = cyan_match_kids (after, node);
  guint low = 0, n = cyan_match_n_kids (after, node), high = n;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (after->name[kids[middle]] < name)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low < n && after->name[kids[low]] == name; low++)
    if (self->state[1][kids[low]] == CYAN_MATCH_FREE)
      return kids[low];
  return CYAN_NODE_NONE;
}

static void
pair_renamed (CyanMatchContext *self, CyanNode a, CyanNode b, const guint32 *new_name)
{
  const CyanNode *kids = cyan_match_kids (self->sides[0], a);
  guint n = cyan_match_n_kids (self->sides[0], a);

  for (guint i = 0; i < n; i++)
    {
      guint32 name = new_name[self->sides[0]->name[kids[i]]];
      CyanNode other;

      if (name == G_MAXUINT32 || self->state[0][kids[i]] != CYAN_MATCH_FREE)
        continue;
      other = find_free (self, b, name);
      if (other == CYAN_NODE_NONE)
        continue;
      pair_nodes (self, kids[i], other, CYAN_MATCH_FOLLOWED);
    }
}

static gboolean
follow_renames (CyanMatchContext *self, const CyanTick *tick, GError **error)
{
  const CyanMatchSide *before = self->sides[0];
  g_autofree guint32 *new_name = NULL;
  CyanNode fresh_end = 0; /* end of a subtree that was unmatched before this pass */

  if (self->renamed->len == 0)
    return TRUE;
  new_name = count_votes (self, self->names->n);
  for (CyanNode u = 0; u < before->n_nodes; u++)
    {
      CyanNode v = self->partner[0][u];

      if (u % CYAN_TICK_STRIDE == 0
          && !cyan_tick (tick, (double) u / before->n_nodes, N_ ("Matching"), error))
        return FALSE;
      if (v == CYAN_NODE_NONE)
        continue;
      if (self->state[0][u] == CYAN_MATCH_FOLLOWED)
        fresh_end = MAX (fresh_end, before->end[u]);
      if (u < fresh_end)
        match_children (self, u, v);
      pair_renamed (self, u, v, new_name);
    }
  return TRUE;
}

/* ---- the whole search ---- */

/* Limit of the search steps for each node. */
#define WORK_PER_NODE 64

/* In preorder of before, since all pairs found in the gap of a pair are below that pair. */
static gboolean
match_all (CyanMatchContext *self, const CyanTick *tick, GError **error)
{
  guint steps = 0;

  for (CyanNode u = 0; u < self->sides[0]->n_nodes;)
    {
      CyanNode v = self->partner[0][u];

      if (v == CYAN_NODE_NONE)
        {
          u = self->state[0][u] == CYAN_MATCH_OPENED ? u + 1 : self->sides[0]->end[u];
          continue;
        }
      match_children (self, u, v);
      u++;
      if (++steps % CYAN_TICK_STRIDE == 0
          && !cyan_tick (tick, (double) u / self->sides[0]->n_nodes, N_ ("Matching"), error))
        return FALSE;
    }
  return TRUE;
}

#define MAX_ROUNDS 3 /* of renames, since one is evidence for others */

typedef struct
{
  CyanMatchSide *const *sides;
  const guint32 *new_name;
} Rename;

static void
rename_side (gpointer data, guint side)
{
  const Rename *self = data;

  cyan_match_side_rename (self->sides[side], self->new_name);
}

/* Gives both sides one name for each renamed function. */
static void
unify_renamed (CyanMatchContext *self, CyanMatchSide *const sides[2])
{
  g_autofree guint32 *new_name = g_new (guint32, self->names->n);
  Rename rename = { sides, new_name };

  for (guint round = 0;
       round < MAX_ROUNDS
       && cyan_match_unify_renamed (self->names, self->sides, self->known, new_name) > 0;
       round++)
    {
      cyan_match_both_sides (rename_side, &rename, MIN (sides[0]->n_nodes, sides[1]->n_nodes));
      for (guint32 name = 0; name < self->names->n; name++)
        if (new_name[name] != name)
          {
            self->known[new_name[name]] = 3;
            self->known[name] = 0;
          }
    }
}

static void
context_init (CyanMatchContext *self)
{
  guint n_names = self->names->n;

  self->known = g_new0 (guint8, n_names);
  self->stamp = g_new0 (guint32, n_names);
  self->position = g_new (guint32, n_names);
  self->candidates = g_array_new (FALSE, FALSE, sizeof (CyanMatchCandidate));
  self->renamed = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->scratch = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint k = 0; k < 2; k++)
    {
      self->state[k] = g_new0 (guint8, self->sides[k]->n_nodes);
      for (CyanNode i = 0; i < self->sides[k]->n_nodes; i++)
        self->known[self->sides[k]->name[i]] |= (guint8) (1 << k);
      for (guint r = 0; r < CYAN_MATCH_ROUNDS; r++)
        {
          self->gaps[r].own[k] = g_array_new (FALSE, FALSE, sizeof (CyanNode));
          self->gaps[r].left[k] = g_array_new (FALSE, FALSE, sizeof (CyanNode));
          self->gaps[r].kept[k] = g_array_new (FALSE, FALSE, sizeof (double));
        }
    }
}

static void
context_clear (CyanMatchContext *self)
{
  for (guint k = 0; k < 2; k++)
    {
      g_free (self->state[k]);
      for (guint r = 0; r < CYAN_MATCH_ROUNDS; r++)
        {
          g_array_unref (self->gaps[r].own[k]);
          g_array_unref (self->gaps[r].left[k]);
          g_array_unref (self->gaps[r].kept[k]);
        }
    }
  g_array_unref (self->candidates);
  g_array_unref (self->renamed);
  g_array_unref (self->scratch);
  g_free (self->known);
  g_free (self->stamp);
  g_free (self->position);
  cyan_match_sketch_clear (&self->sketch);
}

gboolean
cyan_match_context (CyanMatchSearch *search, const CyanTick *tick, GError **error)
{
  CyanMatchContext self = { .names = search->names,
                            .sides = { search->sides[0], search->sides[1] },
                            .partner = { search->partner[0], search->partner[1] } };
  CyanTick searching = cyan_tick_slice (tick, 0.2, 0.9);
  CyanTick following = cyan_tick_slice (tick, 0.9, 1.0);
  gboolean ok;

  context_init (&self);
  unify_renamed (&self, search->sides);
  cyan_match_sketch_init (&self.sketch, search->sides[0], search->sides[1], search->total[0],
                          search->total[1], search->names->hash_of);
  self.sketch.budget =
      WORK_PER_NODE * ((guint64) search->sides[0]->n_nodes + search->sides[1]->n_nodes);
  pair_nodes (&self, CYAN_NODE_ROOT, CYAN_NODE_ROOT, CYAN_MATCH_PAIRED);
  ok = match_all (&self, &searching, error) && follow_renames (&self, &following, error);

  for (guint side = 0; side < 2; side++)
    {
      for (CyanNode i = 0; i < self.sides[side]->n_nodes; i++)
        if (self.state[side][i] == CYAN_MATCH_REPLACED)
          search->partner[side][i] = CYAN_NODE_NONE;
      search->per_total[side] = self.sketch.per_total[side];
    }
  search->work = self.sketch.work;
  search->bounded = self.sketch.work >= self.sketch.budget;
  context_clear (&self);
  return ok;
}
