/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Divides a gap with very many unmatched nodes, from the top down. */
#include "cyan-match-release.h"

guint32 *
cyan_match_gap_tops (const CyanMatchRepair *self, guint side)
{
  guint n = self->nodes[side]->len;
  guint32 *top_of = g_new (guint32, n + 1);

  for (guint i = 0; i < n; i++)
    {
      CyanNode x = g_array_index (self->nodes[side], CyanNode, i);
      CyanNode up = cyan_match_gap_parent (self, side, x);

      top_of[i] = up == self->owner[side] ? i : top_of[self->number[side][up] - 1];
    }
  return top_of;
}

/* Two topmost nodes with pairs below both; or one, and the pairs below no node of the other
 * side. */
typedef struct
{
  guint32 top[2]; /* index of a node, or NONE */
  guint64 weight;
} Tops;

#define NONE G_MAXUINT32

static Tops
tops_of (const CyanMatchRepair *self, const CyanMatchGapPair *pair, guint32 *const top_of[2])
{
  Tops tops = { { NONE, NONE }, pair->weight };

  for (guint side = 0; side < 2; side++)
    {
      guint32 number = self->number[side][cyan_match_gap_parent (self, side, pair->node[side])];

      if (number > 0)
        tops.top[side] = top_of[side][number - 1];
    }
  return tops;
}

static int
compare_tops (gconstpointer a, gconstpointer b)
{
  const Tops *x = a, *y = b;

  for (guint side = 0; side < 2; side++)
    if (x->top[side] != y->top[side])
      return x->top[side] < y->top[side] ? -1 : 1;
  return 0;
}

/* The best partner of each topmost node of a side, by its index; NONE: the pairs below no node of
 * the other side weigh more. */
static guint32 *
find_best (const CyanMatchRepair *self, guint side, const GArray *all)
{
  guint n = self->nodes[side]->len;
  guint32 *best = g_new (guint32, n + 1);
  g_autofree guint64 *weight = g_new0 (guint64, n + 1);
  g_autofree CyanNode *number = g_new0 (CyanNode, n + 1);

  for (guint i = 0; i < n; i++)
    best[i] = NONE;
  for (guint i = 0; i < all->len; i++)
    {
      const Tops *tops = &g_array_index (all, Tops, i);
      guint32 top = tops->top[side], other = tops->top[!side];
      CyanNode node =
          other != NONE ? g_array_index (self->nodes[!side], CyanNode, other) : CYAN_NODE_NONE;

      if (top == NONE || tops->weight < weight[top]
          || (tops->weight == weight[top] && weight[top] > 0 && node >= number[top]))
        continue;
      best[top] = other;
      weight[top] = tops->weight;
      number[top] = node;
    }
  return best;
}

static GArray *
sum_tops (const CyanMatchRepair *self, guint32 *const top_of[2])
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (Tops));
  guint n = 0;

  for (guint i = 0; i < self->pairs->len; i++)
    {
      const CyanMatchGapPair *pair = &g_array_index (self->pairs, CyanMatchGapPair, i);
      Tops tops = tops_of (self, pair, top_of);

      if (!pair->is_dropped)
        g_array_append_val (all, tops);
    }
  g_array_sort (all, compare_tops);
  for (guint i = 0; i < all->len; i++)
    {
      Tops *last = n > 0 ? &g_array_index (all, Tops, n - 1) : NULL;
      const Tops tops = g_array_index (all, Tops, i);

      if (last != NULL && compare_tops (last, &tops) == 0)
        last->weight += tops.weight;
      else
        g_array_index (all, Tops, n++) = tops;
    }
  g_array_set_size (all, n);
  return all;
}

/* The job of the pairs below two topmost nodes, by the index of that of before. */
static GArray *
job_of (CyanMatchRepair *self, guint32 *number, const Tops *tops)
{
  if (number[tops->top[0]] == 0)
    {
      CyanMatchGapJob job = { { g_array_index (self->nodes[0], CyanNode, tops->top[0]),
                                g_array_index (self->nodes[1], CyanNode, tops->top[1]) },
                              g_array_new (FALSE, FALSE, sizeof (CyanMatchGapPair)) };

      g_array_append_val (self->jobs, job);
      number[tops->top[0]] = self->jobs->len;
    }
  return g_array_index (self->jobs, CyanMatchGapJob, number[tops->top[0]] - 1).pairs;
}

static void
divide (CyanMatchRepair *self)
{
  g_autofree guint32 *before_top = cyan_match_gap_tops (self, 0);
  g_autofree guint32 *after_top = cyan_match_gap_tops (self, 1);
  guint32 *const top_of[2] = { before_top, after_top };
  g_autoptr (GArray) all = sum_tops (self, top_of);
  g_autofree guint32 *best_of_before = find_best (self, 0, all);
  g_autofree guint32 *best_of_after = find_best (self, 1, all);
  g_autofree guint32 *number = g_new0 (guint32, self->nodes[0]->len + 1);

  for (guint i = 0; i < self->pairs->len; i++)
    {
      CyanMatchGapPair *pair = &g_array_index (self->pairs, CyanMatchGapPair, i);
      Tops tops = tops_of (self, pair, top_of);
      guint32 x = tops.top[0], w = tops.top[1];

      if (pair->is_dropped || (x == NONE && w == NONE))
        continue;
      if ((x != NONE && best_of_before[x] != w) || (w != NONE && best_of_after[w] != x))
        pair->is_dropped = TRUE;
      else if (x != NONE && w != NONE)
        g_array_append_vals (job_of (self, number, &tops), pair, 1);
    }
}

/* Drops all pairs with unmatched nodes above them on both sides. */
static void
drop_doubtful (CyanMatchRepair *self)
{
  for (guint i = 0; i < self->pairs->len; i++)
    {
      CyanMatchGapPair *pair = &g_array_index (self->pairs, CyanMatchGapPair, i);

      pair->is_dropped |= self->number[0][cyan_match_gap_parent (self, 0, pair->node[0])] > 0
                          && self->number[1][cyan_match_gap_parent (self, 1, pair->node[1])] > 0;
    }
}

void
cyan_match_gap_divide (CyanMatchRepair *self)
{
  self->budget -= (gint64) self->pairs->len + self->nodes[0]->len + self->nodes[1]->len;
  if (self->budget > 0)
    divide (self);
  else
    drop_doubtful (self);
}
