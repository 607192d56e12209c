/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds nodes of a gap that may be partners though their paths differ.
 *
 * An unmatched node may be a wrapper that was inserted or removed, so the search looks for the
 * names of one side inside the unmatched nodes of the other.  To find renames, unmatched inner
 * nodes are compared with each other, and with children that are paired by name but have little in
 * common with their partner.
 */
#include "cyan-match-context.h"

#include <string.h>

#define MAX_GAP          16 /* wrappers skipped one below the other */
#define MAX_LEAF_GAP     4  /* the same if only the name supports the pair */
#define MAX_TWINS        8  /* children of one name that are tried */
#define MAX_INNER        16 /* unmatched nodes of a side that are compared to find renames */
#define MIN_SIMILARITY   0.15
#define MIN_RENAMED      0.30
#define MIN_REPLACED     0.30
#define RENAMED_WEIGHT   0.8 /* a pair with the same name counts more */
#define REPLACED_WEIGHT  0.7
#define MAX_EMPTIED      0.30 /* above this similarity, a direct pair lost nothing */
#define MOST_OF_RUN      0.5  /* of a total, below one root of each side: the same program */
#define ROOTS_SIMILARITY 0.01 /* similarity of such roots if nothing else is known */
#define INSIDE_PART      0.1  /* fraction of a weight that speaks against a replacement */
#define MARGIN           1.1  /* factor by which another position must be better */

/* The similarity of @node of @side and @other of the other side, 0...1. */
static double
similarity_of (CyanMatchContext *self, guint side, CyanNode node, CyanNode other)
{
  return side == 0 ? cyan_match_similarity (&self->sketch, node, other)
                   : cyan_match_similarity (&self->sketch, other, node);
}

static double
lighter (const CyanMatchContext *self, guint side, CyanNode node, CyanNode other)
{
  return MIN (cyan_match_weight (&self->sketch, side, node),
              cyan_match_weight (&self->sketch, !side, other));
}

/* Adds the pair of @node of @side and @other of the other side.  @candidate has all but the nodes
 * and the score. */
static void
add_candidate (CyanMatchContext *self,
               guint side,
               CyanNode node,
               CyanNode other,
               CyanMatchCandidate candidate,
               double weight)
{
  candidate.score = candidate.similarity * weight;
  candidate.node[side] = node;
  candidate.node[!side] = other;
  g_array_append_val (self->candidates, candidate);
}

/* The weight that the direct pair of a child keeps; computed once for each gap. */
static double
direct_weight (CyanMatchContext *self, CyanMatchGap *gap, guint side, guint at)
{
  CyanNode node = gap->nodes[side][at];
  double *kept;

  if (gap->kept[side]->len == 0)
    {
      g_array_set_size (gap->kept[side], gap->n[side]);
      for (guint i = 0; i < gap->n[side]; i++)
        g_array_index (gap->kept[side], double, i) = -1.0;
      self->sketch.work += gap->n[side];
    }
  kept = &g_array_index (gap->kept[side], double, at);
  if (*kept < 0.0)
    {
      CyanNode other = self->partner[side][node];

      *kept = similarity_of (self, side, node, other) * lighter (self, side, node, other);
    }
  return *kept;
}

/* A fast lower estimate of direct_weight(). */
static double
least_direct_weight (CyanMatchContext *self, guint side, CyanNode node)
{
  CyanNode other = self->partner[side][node];

  return cyan_match_similar_names (&self->sketch, side == 0 ? node : other,
                                   side == 0 ? other : node)
         * lighter (self, side, node, other);
}

/* Marks a pair by name as contested by another candidate. */
static void
contest (CyanMatchContext *self, guint side, CyanNode node, CyanNode other, double score)
{
  if (self->state[side][node] == CYAN_MATCH_CONTESTED)
    return;
  add_candidate (self, side, node, other,
                 (CyanMatchCandidate){
                     .top = CYAN_NODE_NONE, .kind = CYAN_MATCH_KIND_DIRECT, .similarity = 1.0 },
                 score);
  self->state[side][node] = self->state[!side][other] = CYAN_MATCH_CONTESTED;
}

/* Tries to pair @inner, a node inside an unmatched node of the other side, with the children of the
 * same name.  Returns whether it became a candidate. */
static gboolean
try_inside (CyanMatchContext *self,
            CyanMatchGap *gap,
            guint side,
            CyanNode inner,
            CyanNode top,
            guint n_skipped)
{
  const CyanMatchSide *mine = self->sides[side];
  guint32 name = self->sides[!side]->name[inner];
  guint at = self->position[name];
  guint end = MIN (gap->n[side], at + MAX_TWINS);
  CyanMatchKind kind = side == 0 ? CYAN_MATCH_KIND_INSIDE_AFTER : CYAN_MATCH_KIND_INSIDE_BEFORE;
  gboolean found = FALSE;

  for (; at < end && mine->name[gap->nodes[side][at]] == name; at++)
    {
      CyanNode node = gap->nodes[side][at];
      guint8 state = self->state[side][node];
      gboolean leaf =
          cyan_match_is_leaf (mine, node) || cyan_match_is_leaf (self->sides[!side], inner);
      double bound = lighter (self, side, node, inner);

      if (leaf && n_skipped > MAX_LEAF_GAP)
        continue;
      if (state == CYAN_MATCH_FREE)
        {
          double similarity = similarity_of (self, side, node, inner);

          if (!leaf && similarity < MIN_SIMILARITY)
            continue;
          add_candidate (self, side, node, inner,
                         (CyanMatchCandidate){ .top = top,
                                               .gap = (guint8) n_skipped,
                                               .kind = (guint8) kind,
                                               .similarity = MAX (similarity, MIN_SIMILARITY) },
                         bound);
          found = TRUE;
        }
      else if (state == CYAN_MATCH_PAIRED || state == CYAN_MATCH_CONTESTED)
        {
          double direct = direct_weight (self, gap, side, at) * MARGIN;
          double similarity;
          CyanNode other = self->partner[side][node];

          /* A place inside the own partner is always tried: it is used if the partner becomes a
           * wrapper. */
          if (bound <= direct && other != top)
            continue;
          similarity = similarity_of (self, side, node, inner);
          if (similarity < MIN_SIMILARITY || (similarity * bound <= direct && other != top))
            continue;
          add_candidate (self, side, node, inner,
                         (CyanMatchCandidate){ .top = top,
                                               .gap = (guint8) n_skipped,
                                               .kind = (guint8) kind,
                                               .similarity = similarity },
                         bound);
          contest (self, side, node, other, direct);
          found = TRUE;
        }
    }
  return found;
}

static inline gboolean
is_closed (const CyanMatchContext *self, guint side, CyanNode node)
{
  return cyan_match_names_is_closed (self->names, side, self->sides[side]->name[node]);
}

/* Searches an unmatched node of the other side for the names of the children of @side. */
static void
scan_leftover (CyanMatchContext *self, CyanMatchGap *gap, guint side, CyanNode top)
{
  const CyanMatchSide *other = self->sides[!side];
  const guint8 *state = self->state[!side];
  const CyanNode *end = other->end;
  CyanNode ends[MAX_GAP];
  guint level = 0;

  ends[0] = end[top];
  for (CyanNode i = top + 1; i < end[top];)
    {
      if (++self->sketch.work >= self->sketch.budget)
        return;
      while (i >= ends[level])
        level--;
      if (CYAN_MATCH_IS_TAKEN (state[i])
          || (state[i] == CYAN_MATCH_FREE && self->stamp[other->name[i]] == self->n_stamps
              && try_inside (self, gap, side, i, top, level + 1))
          || is_closed (self, !side, i) || (level + 1 == MAX_GAP && !cyan_match_is_leaf (other, i)))
        {
          i = end[i];
          continue;
        }
      if (!cyan_match_is_leaf (other, i))
        ends[++level] = end[i];
      i++;
    }
}

/* Notes where the children of each name of @side start. */
static void
stamp_children (CyanMatchContext *self, const CyanMatchGap *gap, guint side)
{
  self->n_stamps++;
  self->sketch.work += gap->n[side];
  for (guint i = gap->n[side]; i-- > 0;)
    {
      guint32 name = self->sides[side]->name[gap->nodes[side][i]];

      self->stamp[name] = self->n_stamps;
      self->position[name] = i;
    }
}

/* Chooses the heaviest of @n nodes that have children and are paired by name (or are not): at most
 * MAX_INNER, as indices. */
static guint
take_inner (const CyanMatchContext *self,
            guint side,
            gboolean paired,
            const CyanNode *nodes,
            guint n,
            guint *inner)
{
  double weights[MAX_INNER];
  guint n_inner = 0;

  for (guint i = 0; i < n; i++)
    {
      guint8 state = self->state[side][nodes[i]];
      double weight;
      guint at;

      if ((paired ? state != CYAN_MATCH_PAIRED && state != CYAN_MATCH_CONTESTED
                  : state != CYAN_MATCH_FREE)
          || cyan_match_is_leaf (self->sides[side], nodes[i]))
        continue;
      weight = cyan_match_weight (&self->sketch, side, nodes[i]);
      if (n_inner == MAX_INNER && weight <= weights[n_inner - 1])
        continue;
      at = n_inner < MAX_INNER ? n_inner++ : n_inner - 1;
      for (; at > 0 && weights[at - 1] < weight; at--)
        {
          weights[at] = weights[at - 1];
          inner[at] = inner[at - 1];
        }
      weights[at] = weight;
      inner[at] = i;
    }
  return n_inner;
}

/* The weight of the heaviest free unmatched node of @side. */
static double
heaviest_left (const CyanMatchContext *self, const CyanMatchGap *gap, guint side)
{
  double heaviest = 0.0;

  for (guint i = 0; i < gap->left[side]->len; i++)
    {
      CyanNode node = g_array_index (gap->left[side], CyanNode, i);

      if (self->state[side][node] == CYAN_MATCH_FREE)
        heaviest = MAX (heaviest, cyan_match_weight (&self->sketch, side, node));
    }
  return heaviest;
}

/* Searches for the children of @side inside the unmatched nodes of the other side, and inside
 * children that are paired by name but keep less than the weight of an unmatched node of @side: one
 * level of a recursion was removed. */
static void
find_wrappers (CyanMatchContext *self, CyanMatchGap *gap, guint side)
{
  const GArray *left = gap->left[!side];
  guint paired[MAX_INNER];
  guint n_paired = 0;
  gboolean stamped = FALSE;
  double heaviest;

  if (gap->n[side] == 0)
    return;
  for (guint i = 0; i < left->len; i++)
    {
      CyanNode top = g_array_index (left, CyanNode, i);

      if (cyan_match_is_leaf (self->sides[!side], top) || is_closed (self, !side, top))
        continue;
      if (!stamped)
        stamp_children (self, gap, side);
      stamped = TRUE;
      scan_leftover (self, gap, side, top);
    }

  heaviest = heaviest_left (self, gap, side);
  if (heaviest > 0.0)
    n_paired = take_inner (self, !side, TRUE, gap->nodes[!side], gap->n[!side], paired);
  for (guint i = 0; i < n_paired; i++)
    {
      CyanNode top = gap->nodes[!side][paired[i]];
      double bound = MIN (heaviest, cyan_match_weight (&self->sketch, !side, top));
      guint n_before = self->candidates->len;
      double direct;

      if (is_closed (self, !side, top) || bound <= least_direct_weight (self, !side, top) * MARGIN)
        continue;
      direct = direct_weight (self, gap, !side, paired[i]) * MARGIN;
      if (bound <= direct)
        continue;
      if (!stamped)
        stamp_children (self, gap, side);
      stamped = TRUE;
      scan_leftover (self, gap, side, top);
      if (self->candidates->len > n_before)
        contest (self, !side, top, self->partner[!side][top], direct);
    }
}

/* A person may say so of either of two functions with different names. */
static gboolean
may_not_replace (const CyanMatchContext *self, guint side, CyanNode node, CyanNode other)
{
  return is_closed (self, side, node) || is_closed (self, !side, other);
}

/* A function may have passed its callees to another function that is called beside it.  Tries
 * unmatched inner nodes of the other side as partners of children that are paired by name but keep
 * little weight. */
static void
find_handed_over (CyanMatchContext *self, CyanMatchGap *gap, guint side)
{
  const CyanNode *left = (const CyanNode *) gap->left[!side]->data;
  guint paired[MAX_INNER], inner[MAX_INNER];
  guint n_inner = take_inner (self, !side, FALSE, left, gap->left[!side]->len, inner);
  guint n_paired = 0;

  if (n_inner > 0)
    n_paired = take_inner (self, side, TRUE, gap->nodes[side], gap->n[side], paired);
  for (guint i = 0; i < n_paired; i++)
    for (guint j = 0; j < n_inner; j++)
      {
        CyanNode node = gap->nodes[side][paired[i]];
        CyanNode other = self->partner[side][node];
        CyanNode candidate = left[inner[j]];
        gboolean same_name = self->sides[side]->name[node] == self->sides[!side]->name[candidate];
        double bound = lighter (self, side, node, candidate) * (same_name ? 1.0 : REPLACED_WEIGHT);
        double direct, similarity;

        if ((!same_name && may_not_replace (self, side, node, candidate))
            || bound <= least_direct_weight (self, side, node) * MARGIN
            || bound <= direct_weight (self, gap, side, paired[i]) * MARGIN)
          continue;
        if (similarity_of (self, side, node, other) >= MAX_EMPTIED)
          continue;
        direct = direct_weight (self, gap, side, paired[i]) * MARGIN;
        similarity = similarity_of (self, side, node, candidate);
        if (similarity < MIN_REPLACED || similarity * bound <= direct)
          continue;
        add_candidate (
            self, side, node, candidate,
            (CyanMatchCandidate){
                .top = CYAN_NODE_NONE,
                .kind = (guint8) (same_name ? CYAN_MATCH_KIND_SAME_NAME : CYAN_MATCH_KIND_REPLACED),
                .similarity = similarity },
            bound);
        contest (self, side, node, other, direct);
      }
}

/* Calls of @node for each call of its nearest matched ancestor; 0 if unknown. */
static double
call_rate (const CyanMatchContext *self, guint side, CyanNode node)
{
  const CyanMatchSide *tree = self->sides[side];
  CyanNode up = tree->parent[node];
  guint64 calls = cyan_match_calls (tree, node), above;

  for (guint i = 0; i < MAX_GAP && self->state[side][up] != CYAN_MATCH_PAIRED; i++)
    up = tree->parent[up];
  if (self->state[side][up] != CYAN_MATCH_PAIRED)
    return 0;
  above = cyan_match_calls (tree, up);
  if (calls == CYAN_CALLS_UNKNOWN || above == CYAN_CALLS_UNKNOWN || above == 0)
    return 0;
  return (double) calls / (double) above;
}

/* Whether @x and @y are called about equally often in the same context.  TRUE if calls are
 * unknown. */
static gboolean
called_as_often (const CyanMatchContext *self, CyanNode x, CyanNode y)
{
  double before = call_rate (self, 0, x), after = call_rate (self, 1, y);

  return before == 0 || after == 0 || cyan_match_rates_agree (before, after);
}

/* For each of @xs and of @ys, computes the similarity of the best candidate that takes the node as
 * a wrapper of the other side's node, provided that it keeps enough of the weight. */
static void
weigh_inside (CyanMatchContext *self,
              const CyanNode *const left[2],
              const guint *xs,
              guint n_xs,
              const guint *ys,
              guint n_ys,
              double inside[MAX_INNER][MAX_INNER])
{
  memset (inside, 0, sizeof (double) * MAX_INNER * MAX_INNER);
  for (guint k = 0; k < self->candidates->len; k++)
    {
      const CyanMatchCandidate *candidate =
          &g_array_index (self->candidates, CyanMatchCandidate, k);
      CyanNode x = candidate->node[0], y = candidate->node[1];
      guint i = 0, j = 0;

      if (candidate->top == CYAN_NODE_NONE)
        continue;
      if (candidate->kind == CYAN_MATCH_KIND_INSIDE_BEFORE)
        x = candidate->top;
      else
        y = candidate->top;
      while (i < n_xs && left[0][xs[i]] != x)
        i++;
      while (j < n_ys && left[1][ys[j]] != y)
        j++;
      if (i < n_xs && j < n_ys && candidate->score >= INSIDE_PART * lighter (self, 0, x, y))
        inside[i][j] = MAX (inside[i][j], candidate->similarity);
    }
  self->sketch.work += self->candidates->len;
}

/* Whether @x and @y contain most of the weight of their profiles.  One recorder starts a stack with
 * the name of the command, another with a function of the loader. */
static gboolean
are_main_roots (const CyanMatchContext *self, CyanNode x, CyanNode y)
{
  return self->sides[0]->parent[x] == CYAN_NODE_ROOT && self->sides[1]->parent[y] == CYAN_NODE_ROOT
         && cyan_match_weight (&self->sketch, 0, x)
                > MOST_OF_RUN * cyan_match_weight (&self->sketch, 0, CYAN_NODE_ROOT)
         && cyan_match_weight (&self->sketch, 1, y)
                > MOST_OF_RUN * cyan_match_weight (&self->sketch, 1, CYAN_NODE_ROOT);
}

static void
find_renamed (CyanMatchContext *self, CyanMatchGap *gap)
{
  const CyanNode *ends[2] = { self->sides[0]->end, self->sides[1]->end };
  const CyanNode *left[2] = { (const CyanNode *) gap->left[0]->data,
                              (const CyanNode *) gap->left[1]->data };
  guint xs[MAX_INNER], ys[MAX_INNER];
  guint n_xs = take_inner (self, 0, FALSE, left[0], gap->left[0]->len, xs);
  guint n_ys = n_xs > 0 ? take_inner (self, 1, FALSE, left[1], gap->left[1]->len, ys) : 0;
  double inside[MAX_INNER][MAX_INNER];

  if (n_ys > 0)
    weigh_inside (self, left, xs, n_xs, ys, n_ys, inside);
  for (guint i = 0; i < n_xs; i++)
    for (guint j = 0; j < n_ys; j++)
      {
        CyanNode x = left[0][xs[i]], y = left[1][ys[j]];
        gboolean renamed = self->known[self->sides[0]->name[x]] == 1
                           && self->known[self->sides[1]->name[y]] == 2
                           && cyan_match_names_may_be_one (self->names, self->sides[0]->name[x],
                                                           self->sides[1]->name[y])
                           && called_as_often (self, x, y);
        double bound = lighter (self, 0, x, y);
        double similarity;

        if (!renamed && may_not_replace (self, 0, x, y))
          continue;
        if (!renamed && (ends[0][x] - x <= 2 || ends[1][y] - y <= 2 || inside[i][j] >= 1.0))
          continue;
        similarity = cyan_match_similarity (&self->sketch, x, y);
        if (renamed && similarity >= MIN_RENAMED)
          add_candidate (self, 0, x, y,
                         (CyanMatchCandidate){ .top = CYAN_NODE_NONE,
                                               .kind = CYAN_MATCH_KIND_RENAMED,
                                               .similarity = similarity },
                         bound * RENAMED_WEIGHT);
        else if (!renamed && similarity >= MIN_REPLACED && inside[i][j] < similarity)
          add_candidate (self, 0, x, y,
                         (CyanMatchCandidate){ .top = CYAN_NODE_NONE,
                                               .kind = CYAN_MATCH_KIND_REPLACED,
                                               .similarity = similarity },
                         bound * REPLACED_WEIGHT);
        else if (!renamed && inside[i][j] == 0.0 && are_main_roots (self, x, y))
          add_candidate (self, 0, x, y,
                         (CyanMatchCandidate){ .top = CYAN_NODE_NONE,
                                               .kind = CYAN_MATCH_KIND_REPLACED,
                                               .similarity = ROOTS_SIMILARITY },
                         bound * REPLACED_WEIGHT);
      }
}

void
cyan_match_find_candidates (CyanMatchContext *self, CyanMatchGap *gap)
{
  g_array_set_size (self->candidates, 0);
  find_wrappers (self, gap, 0);
  find_wrappers (self, gap, 1);
  find_renamed (self, gap);
  find_handed_over (self, gap, 0);
  find_handed_over (self, gap, 1);
}
