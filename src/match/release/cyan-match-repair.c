/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Takes back what cannot be drawn, one gap at a time.
 *
 * The pairs of a gap are those with the same nearest paired ancestors.  The unmatched nodes of the
 * two sides above them must be nested or disjoint (I4): if x of before and w of after have pairs in
 * common, one of them contains all pairs of the other.
 */
#include "cyan-match-release.h"

#include <string.h>

#define FEW_NODES 64   /* unmatched nodes of a gap on each side that are always compared */
#define MAX_NODES 512  /* the same, if there is time */
#define MAX_WORK  2048 /* comparisons in a gap with more than a few nodes, by node */
#define DIVIDED   16   /* times that the pairs of a gap may be divided */
#define KEEP      0.1  /* of the weight, or of the nodes, below a removed or added node */

/* Removes a pair with all pairs below it.  Returns their number. */
static guint
drop (CyanMatchRepair *self, CyanNode a)
{
  CyanMatchRun *run = self->run;
  guint n = 0;

  for (CyanNode i = a; i < self->functions[0].profile->end[a]; i++)
    if (run->partner[0][i] != CYAN_NODE_NONE)
      {
        run->partner[1][run->partner[0][i]] = CYAN_NODE_NONE;
        run->partner[0][i] = CYAN_NODE_NONE;
        n++;
      }
  return n;
}

/* Numbers the unmatched nodes above @node that have no number yet, from the top down. */
static void
number_above (CyanMatchRepair *self, guint side, CyanNode node)
{
  GArray *nodes = self->nodes[side];
  CyanNode top = self->owner[side], x = cyan_match_gap_parent (self, side, node);
  guint n = nodes->len, at;

  for (; x != top && self->number[side][x] == 0; x = cyan_match_gap_parent (self, side, x))
    g_array_append_val (nodes, x);
  at = n;
  for (guint end = nodes->len; at + 1 < end; at++, end--)
    {
      CyanNode other = g_array_index (nodes, CyanNode, at);

      g_array_index (nodes, CyanNode, at) = g_array_index (nodes, CyanNode, end - 1);
      g_array_index (nodes, CyanNode, end - 1) = other;
    }
  for (; n < nodes->len; n++)
    self->number[side][g_array_index (nodes, CyanNode, n)] = n + 1;
}

static void
number_nodes (CyanMatchRepair *self)
{
  for (guint i = 0; i < self->pairs->len; i++)
    for (guint side = 0; side < 2; side++)
      number_above (self, side, g_array_index (self->pairs, CyanMatchGapPair, i).node[side]);
}

static void
forget_nodes (CyanMatchRepair *self)
{
  for (guint side = 0; side < 2; side++)
    {
      for (guint i = 0; i < self->nodes[side]->len; i++)
        self->number[side][g_array_index (self->nodes[side], CyanNode, i)] = 0;
      g_array_set_size (self->nodes[side], 0);
    }
}

/* The sums of the pairs below the topmost unmatched nodes of a side, at the indices of those. */
static CyanMatchGapSum *
sum_below_tops (const CyanMatchRepair *self, guint side, const guint32 *top_of)
{
  const CyanNode *end[2] = { self->functions[0].profile->end, self->functions[1].profile->end };
  guint n = self->nodes[side]->len;
  CyanMatchGapSum *kept = g_new0 (CyanMatchGapSum, n + 1);

  for (guint i = 0; i < self->pairs->len; i++)
    {
      const CyanMatchGapPair *pair = &g_array_index (self->pairs, CyanMatchGapPair, i);
      guint32 number = self->number[side][cyan_match_gap_parent (self, side, pair->node[side])];
      CyanMatchGapSum *sum = number > 0 ? &kept[top_of[number - 1]] : &kept[n];

      sum->count +=
          MIN (end[0][pair->node[0]] - pair->node[0], end[1][pair->node[1]] - pair->node[1]);
      sum->weight += pair->weight;
    }
  return kept;
}

/* Drops the pairs below topmost unmatched nodes that keep next to nothing: such pairs are
 * coincidences. */
static void
drop_coincidences (CyanMatchRepair *self)
{
  for (guint side = 0; side < 2; side++)
    {
      const CyanNode *end = self->functions[side].profile->end;
      guint n = self->nodes[side]->len;
      g_autofree guint32 *top_of = cyan_match_gap_tops (self, side);
      g_autofree CyanMatchGapSum *kept = sum_below_tops (self, side, top_of);

      for (guint i = 0; i < self->pairs->len; i++)
        {
          CyanMatchGapPair *pair = &g_array_index (self->pairs, CyanMatchGapPair, i);
          guint32 number = self->number[side][cyan_match_gap_parent (self, side, pair->node[side])];
          guint32 top = number > 0 ? top_of[number - 1] : n;
          CyanNode x;

          if (number == 0)
            continue;
          x = g_array_index (self->nodes[side], CyanNode, top);
          if ((double) kept[top].weight
                  < KEEP * (double) cyan_match_run_weight (self->functions, self->run, side, x)
              && kept[top].count < KEEP * (end[x] - x))
            pair->is_dropped = TRUE;
        }
    }
}

static CyanMatchGapSum *
below_both (const CyanMatchRepair *self, guint i, guint j)
{
  return &self->both[(gsize) i * self->nodes[1]->len + j];
}

static void
new_sums (CyanMatchRepair *self)
{
  for (guint side = 0; side < 2; side++)
    self->below[side] = g_new0 (CyanMatchGapSum, self->nodes[side]->len);
  self->both = g_new0 (CyanMatchGapSum, (gsize) self->nodes[0]->len * self->nodes[1]->len);
}

static void
free_sums (CyanMatchRepair *self)
{
  g_free (self->below[0]);
  g_free (self->below[1]);
  g_free (self->both);
}

/* Adds @pair to the sums, or removes it. */
static void
account (CyanMatchRepair *self, const CyanMatchGapPair *pair, gboolean add)
{
  guint32 count = add ? 1 : (guint32) -1;
  guint64 weight = add ? pair->weight : -pair->weight;

  for (guint side = 0; side < 2; side++)
    for (CyanNode x = cyan_match_gap_parent (self, side, pair->node[side]);
         self->number[side][x] > 0; x = cyan_match_gap_parent (self, side, x))
      {
        CyanMatchGapSum *sum = &self->below[side][self->number[side][x] - 1];

        sum->count += count;
        sum->weight += weight;
      }
  for (CyanNode x = cyan_match_gap_parent (self, 0, pair->node[0]); self->number[0][x] > 0;
       x = cyan_match_gap_parent (self, 0, x))
    for (CyanNode w = cyan_match_gap_parent (self, 1, pair->node[1]); self->number[1][w] > 0;
         w = cyan_match_gap_parent (self, 1, w))
      {
        CyanMatchGapSum *sum = below_both (self, self->number[0][x] - 1, self->number[1][w] - 1);

        sum->count += count;
        sum->weight += weight;
      }
}

static gboolean
is_below (const CyanMatchRepair *self, guint side, CyanNode node, CyanNode x)
{
  const CyanNode *end = self->functions[side].profile->end;

  return node > x && node < end[x];
}

/* An overlap, and the lightest set of pairs whose removal ends it. */
typedef struct
{
  guint64 weight;
  CyanNode node[2];     /* x and w */
  gboolean is_below[2]; /* the set: below x or not, below w or not */
  gboolean is_found;
} Overlap;

/* Where the pairs of a set are: the last of the nodes that they are below, and its name. */
static guint64
place_of (const CyanMatchRepair *self, const Overlap *overlap)
{
  guint64 last = 0;

  for (guint side = 0; side < 2; side++)
    {
      const CyanMatchFunctions *functions = &self->functions[side];
      CyanNode node = overlap->node[side];
      guint64 place = (guint64) node << 32 | functions->name[functions->profile->function[node]];

      if (overlap->is_below[side])
        last = MAX (last, place);
    }
  return last;
}

/* Of sets that weigh the same, one is better by what does not depend on which side is which. */
static gboolean
is_better (const CyanMatchRepair *self, const Overlap *a, const Overlap *b)
{
  guint64 a_sum = (guint64) a->node[0] + a->node[1], b_sum = (guint64) b->node[0] + b->node[1];
  gboolean a_both = a->is_below[0] && a->is_below[1], b_both = b->is_below[0] && b->is_below[1];

  if (!b->is_found || a->weight != b->weight)
    return !b->is_found || a->weight < b->weight;
  if (a_sum != b_sum)
    return a_sum < b_sum;
  if (a_both != b_both)
    return a_both;
  return place_of (self, a) > place_of (self, b);
}

static void
offer (const CyanMatchRepair *self,
       Overlap *best,
       guint64 weight,
       CyanNode x,
       CyanNode w,
       gboolean below_x,
       gboolean below_w)
{
  const Overlap set = { weight, { x, w }, { below_x, below_w }, TRUE };

  if (is_better (self, &set, best))
    *best = set;
}

static Overlap
find_overlap (const CyanMatchRepair *self)
{
  Overlap best = { 0 };

  for (guint i = 0; i < self->nodes[0]->len; i++)
    for (guint j = 0; j < self->nodes[1]->len; j++)
      {
        const CyanMatchGapSum *both = below_both (self, i, j);
        const CyanMatchGapSum *of_x = &self->below[0][i], *of_w = &self->below[1][j];
        CyanNode x = g_array_index (self->nodes[0], CyanNode, i);
        CyanNode w = g_array_index (self->nodes[1], CyanNode, j);

        if (both->count == 0 || both->count == of_x->count || both->count == of_w->count)
          continue;
        offer (self, &best, both->weight, x, w, TRUE, TRUE);
        offer (self, &best, of_x->weight - both->weight, x, w, TRUE, FALSE);
        offer (self, &best, of_w->weight - both->weight, x, w, FALSE, TRUE);
      }
  return best;
}

/* Whether the nodes of the gap may be compared with each other once more. */
static gboolean
may_compare (CyanMatchRepair *self)
{
  guint64 n = self->nodes[0]->len, m = self->nodes[1]->len;

  if (MAX (n, m) <= FEW_NODES)
    return TRUE;
  if (MAX (n, m) > MAX_NODES || n * m > self->left)
    return FALSE;
  self->left -= n * m;
  return TRUE;
}

static void
drop_overlap (CyanMatchRepair *self, const Overlap *overlap)
{
  for (guint i = 0; i < self->pairs->len; i++)
    {
      CyanMatchGapPair *pair = &g_array_index (self->pairs, CyanMatchGapPair, i);

      if (pair->is_dropped
          || is_below (self, 0, pair->node[0], overlap->node[0]) != overlap->is_below[0]
          || is_below (self, 1, pair->node[1], overlap->node[1]) != overlap->is_below[1])
        continue;
      pair->is_dropped = TRUE;
      account (self, pair, FALSE);
    }
}

static void
drop_overlaps (CyanMatchRepair *self)
{
  guint n = self->nodes[0]->len, m = self->nodes[1]->len;

  if (n == 0 || m == 0)
    return;
  self->left = (guint64) MAX_WORK * (n + m);
  if (!may_compare (self))
    {
      cyan_match_gap_divide (self);
      return;
    }
  new_sums (self);
  for (guint i = 0; i < self->pairs->len; i++)
    if (!g_array_index (self->pairs, CyanMatchGapPair, i).is_dropped)
      account (self, &g_array_index (self->pairs, CyanMatchGapPair, i), TRUE);
  for (Overlap overlap = find_overlap (self); overlap.is_found; overlap = find_overlap (self))
    {
      drop_overlap (self, &overlap);
      if (!may_compare (self))
        {
          cyan_match_gap_divide (self);
          break;
        }
    }
  free_sums (self);
}

/* Repairs the pairs of the present job, which are not divided yet if @is_whole. */
static void
repair_job (CyanMatchRepair *self, gboolean is_whole)
{
  number_nodes (self);
  if (is_whole)
    drop_coincidences (self);
  drop_overlaps (self);
  forget_nodes (self);
  for (guint i = 0; i < self->pairs->len; i++)
    {
      const CyanMatchGapPair *pair = &g_array_index (self->pairs, CyanMatchGapPair, i);

      g_array_index (self->dropped, guint8, pair->index) |= pair->is_dropped != FALSE;
    }
}

/* Returns how many pairs were dropped. */
static guint
repair_gap (CyanMatchRepair *self)
{
  GArray *whole = self->pairs;
  guint n = 0;

  self->budget = DIVIDED * ((gint64) whole->len + MAX_NODES);
  g_array_set_size (self->dropped, 0);
  g_array_set_size (self->dropped, whole->len);
  repair_job (self, TRUE);
  while (self->jobs->len > 0)
    {
      CyanMatchGapJob job = g_array_index (self->jobs, CyanMatchGapJob, self->jobs->len - 1);

      g_array_set_size (self->jobs, self->jobs->len - 1);
      self->pairs = job.pairs;
      memcpy (self->owner, job.owner, sizeof self->owner);
      repair_job (self, FALSE);
      g_array_unref (job.pairs);
    }
  self->pairs = whole;
  for (guint i = 0; i < whole->len; i++)
    if (g_array_index (self->dropped, guint8, i))
      n += drop (self, g_array_index (whole, CyanMatchGapPair, i).node[0]);
  return n;
}

/* The pairs with unmatched nodes above them, by their nearest paired ancestor. */
static GArray *
list_gapped (const CyanMatchRepair *self)
{
  GArray *keys = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (CyanNode a = 1; a < self->functions[0].profile->n_nodes; a++)
    {
      CyanNode b = self->run->partner[0][a];
      guint64 key = cyan_match_key (self->above[0][a], a);

      if (b != CYAN_NODE_NONE
          && (cyan_match_gap_parent (self, 0, a) != self->above[0][a]
              || cyan_match_gap_parent (self, 1, b) != self->above[1][b]))
        g_array_append_val (keys, key);
    }
  cyan_match_sort (CYAN_MATCH_KEYS (keys), keys->len);
  return keys;
}

guint
cyan_match_repair (const CyanMatchFunctions *functions, CyanMatchRun *run)
{
  g_autofree CyanMatchRepair *self = g_new0 (CyanMatchRepair, 1);
  g_autoptr (GArray) keys = NULL;
  guint n = 0;

  self->functions = functions;
  self->run = run;
  self->pairs = g_array_new (FALSE, FALSE, sizeof (CyanMatchGapPair));
  self->dropped = g_array_new (FALSE, TRUE, sizeof (guint8));
  self->jobs = g_array_new (FALSE, FALSE, sizeof (CyanMatchGapJob));
  for (guint side = 0; side < 2; side++)
    {
      self->above[side] = cyan_match_paired_above (functions[side].profile, run->partner[side]);
      self->number[side] = g_new0 (guint32, functions[side].profile->n_nodes);
      self->nodes[side] = g_array_new (FALSE, FALSE, sizeof (CyanNode));
    }
  keys = list_gapped (self);
  for (guint i = 0, end; i < keys->len; i = end)
    {
      guint64 owner = g_array_index (keys, guint64, i) >> 32;

      g_array_set_size (self->pairs, 0);
      end = cyan_match_keys_end (CYAN_MATCH_KEYS (keys), keys->len, i);
      for (guint k = i; k < end; k++)
        {
          CyanNode a = (CyanNode) g_array_index (keys, guint64, k);
          CyanNode b = run->partner[0][a];
          CyanMatchGapPair pair = { { a, b }, 0, self->pairs->len, FALSE };

          if (b == CYAN_NODE_NONE)
            continue;
          pair.weight = cyan_match_pair_weight (functions, run, a, b);
          g_array_append_val (self->pairs, pair);
        }
      if (self->pairs->len == 0)
        continue;
      self->owner[0] = (CyanNode) owner;
      self->owner[1] = run->partner[0][owner];
      n += repair_gap (self);
    }
  for (guint side = 0; side < 2; side++)
    {
      g_free (self->above[side]);
      g_free (self->number[side]);
      g_array_unref (self->nodes[side]);
    }
  g_array_unref (self->pairs);
  g_array_unref (self->dropped);
  g_array_unref (self->jobs);
  return n;
}
