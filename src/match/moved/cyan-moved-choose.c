/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Chooses which removed and added nodes of one name are compared: all if there are few, else the
 * heaviest and those near each other.  And compares them: similarity and distance take bounded time
 * for subtrees of any size.
 */
#include "cyan-moved-private.h"

#include <math.h>

#define MAX_OF    256 /* nodes of a name and a side that are considered */
#define ALL_PAIRS 64  /* up to this number of pairs, all are compared, ... */
#define HEAVIEST  8   /* ... else those of the heaviest, in all and below each near caller, ... */
#define BAND      1   /* ... and there also nodes whose indices differ by at most this */

guint
cyan_moved_collect (CyanMoved *self, guint side, guint32 name, double least)
{
  GArray *open = self->open[side];
  guint n = 0;

  g_array_set_size (self->keys, 0);
  for (guint i = self->start[side][name]; i < self->start[side][name + 1]; i++)
    if (self->state[side][self->nodes[side][i]] == CYAN_MOVED_ABLE)
      {
        CyanNode node = self->nodes[side][i];
        union
        {
          float value;
          guint32 bits; /* for positive values, the bits have the same order */
        } weight = { (float) cyan_moved_weight (self, side, node) };
        guint64 key = (guint64) (G_MAXUINT32 - weight.bits) << 32 | node;

        n++;
        if (weight.value >= least)
          g_array_append_val (self->keys, key);
      }
  self->work += n;
  cyan_match_sort (CYAN_MATCH_KEYS (self->keys), self->keys->len);
  g_array_set_size (open, MIN (self->keys->len, MAX_OF));
  for (guint i = 0; i < open->len; i++)
    CYAN_MATCH_NODES (open)[i] = (CyanNode) CYAN_MATCH_KEYS (self->keys)[i];
  return n;
}

/* For each open node, fills around with the next callers that are in both trees and the index of
 * the node, sorted. */
static void
collect_around (CyanMoved *self, guint side)
{
  GArray *around = self->around[side];

  g_array_set_size (around, 0);
  for (guint i = 0; i < self->open[side]->len; i++)
    {
      CyanNode up = self->merged[side][CYAN_MATCH_NODES (self->open[side])[i]];

      for (guint k = 0; k < CYAN_MOVED_LEVELS && up != CYAN_NODE_ROOT; k++)
        {
          guint64 key;

          up = self->nearest[up];
          key = cyan_match_key (up, i);
          g_array_append_val (around, key);
        }
    }
  cyan_match_sort (CYAN_MATCH_KEYS (around), around->len);
}

/* Adds pairs of @xs and @ys, which are indices of open nodes sorted by weight: all pairs, or those
 * of the heaviest nodes and those whose indices differ by at most @band. */
static void
add_keys (CyanMoved *self, const guint64 *xs, guint n_xs, const guint64 *ys, guint n_ys, guint band)
{
  gboolean all = (guint64) n_xs * n_ys <= ALL_PAIRS;

  for (guint i = 0; i < n_xs; i++)
    {
      gboolean heavy = all || i < HEAVIEST;
      guint from = heavy ? 0 : i - band;
      guint to = all ? n_ys : MAX (heavy ? HEAVIEST : 0, band > 0 ? i + band + 1 : 0);

      for (guint j = from; j < MIN (to, n_ys); j++)
        {
          guint64 key = cyan_match_key (CYAN_MATCH_NODES (self->open[0])[(guint32) xs[i]],
                                        CYAN_MATCH_NODES (self->open[1])[(guint32) ys[j]]);

          g_array_append_val (self->keys, key);
        }
    }
}

void
cyan_moved_choose (CyanMoved *self)
{
  const guint64 *xs, *ys;
  guint64 all[MAX_OF];
  guint n_xs, n_ys;

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    all[i] = i;
  g_array_set_size (self->keys, 0);
  add_keys (self, all, self->open[0]->len, all, self->open[1]->len, 0);
  if ((guint64) self->open[0]->len * self->open[1]->len <= ALL_PAIRS)
    return;

  collect_around (self, 0);
  collect_around (self, 1);
  xs = CYAN_MATCH_KEYS (self->around[0]);
  ys = CYAN_MATCH_KEYS (self->around[1]);
  n_xs = self->around[0]->len;
  n_ys = self->around[1]->len;
  for (guint i = 0, j = 0; i < n_xs && j < n_ys;)
    {
      guint i_end, j_end;

      if (xs[i] >> 32 != ys[j] >> 32)
        {
          gboolean forward = xs[i] >> 32 < ys[j] >> 32;

          i += forward;
          j += !forward;
          continue;
        }
      i_end = cyan_match_keys_end (xs, n_xs, i);
      j_end = cyan_match_keys_end (ys, n_ys, j);
      add_keys (self, xs + i, i_end - i, ys + j, j_end - j, BAND);
      i = i_end;
      j = j_end;
    }
  g_array_set_size (self->keys,
                    cyan_match_sort_distinct (CYAN_MATCH_KEYS (self->keys), self->keys->len));
}

/* ---- similarity and distance ---- */

#define STEPS       64   /* pairs of nodes whose children are compared */
#define MANY_KIDS   1024 /* nodes with more are compared only at the top */
#define NODE_WEIGHT 0.05 /* weight of a node, in parts of the mean node */
#define MAX_SHARE   1e9  /* limit of a share: with negative values a part may exceed the whole */

double
cyan_moved_weight (const CyanMoved *self, guint side, CyanNode node)
{
  double run = self->metric[side]->total[CYAN_NODE_ROOT];
  double total = self->metric[side]->total[node];
  double size = self->profile[side]->end[node] - node;

  return (run > 0 && total > 0 && isfinite (run) ? MIN (total / run, MAX_SHARE) : 0)
         + size * NODE_WEIGHT / self->profile[side]->n_nodes;
}

/* The comparison of two subtrees.  Values are fractions of the total of the top. */
typedef struct
{
  CyanNode queue[STEPS][2];
  guint n_queue;
  double scale[2]; /* 0 if weights are unknown */
  guint n_common;  /* nodes with a partner */
  guint n_all[2];
  double common;  /* their self weight */
  double unknown; /* weight below partners that were not visited */
} Overlap;

static double
smaller_part (const Overlap *overlap, double x, double y)
{
  if (overlap->scale[0] <= 0 || overlap->scale[1] <= 0)
    return 0;
  return MAX (MIN (x / overlap->scale[0], y / overlap->scale[1]), 0);
}

static void
add_partners (const CyanMoved *self, Overlap *overlap, CyanNode x, CyanNode y)
{
  gboolean leaves =
      cyan_match_n_kids (&self->side[0], x) + cyan_match_n_kids (&self->side[1], y) == 0;

  overlap->n_common++;
  if (!leaves && overlap->n_queue == STEPS)
    {
      overlap->unknown +=
          smaller_part (overlap, self->metric[0]->total[x], self->metric[1]->total[y]);
      return;
    }
  overlap->common += smaller_part (overlap, self->metric[0]->self[x], self->metric[1]->self[y]);
  if (leaves)
    return;
  overlap->queue[overlap->n_queue][0] = x;
  overlap->queue[overlap->n_queue++][1] = y;
}

/* Pairs children of one name in order and compares each pair. */
static void
compare_kids (CyanMoved *self, Overlap *overlap, CyanNode x, CyanNode y)
{
  const CyanNode *xs = cyan_match_kids (&self->side[0], x);
  const CyanNode *ys = cyan_match_kids (&self->side[1], y);
  guint n_xs = cyan_match_n_kids (&self->side[0], x);
  guint n_ys = cyan_match_n_kids (&self->side[1], y);

  overlap->n_all[0] += n_xs;
  overlap->n_all[1] += n_ys;
  for (guint i = 0, j = 0; i < n_xs && j < n_ys; self->work++)
    {
      guint32 x_name = self->side[0].name[xs[i]];
      guint32 y_name = self->side[1].name[ys[j]];

      if (x_name < y_name || !cyan_moved_is_open (self, 0, xs[i]))
        i++;
      else if (y_name < x_name || !cyan_moved_is_open (self, 1, ys[j]))
        j++;
      else
        add_partners (self, overlap, xs[i++], ys[j++]);
    }
}

double
cyan_moved_similarity (CyanMoved *self, CyanNode removed, CyanNode added)
{
  Overlap overlap = { .n_all = { 1, 1 } };
  double nodes, weight;

  overlap.scale[0] = self->metric[0]->total[removed];
  overlap.scale[1] = self->metric[1]->total[added];
  add_partners (self, &overlap, removed, added);
  for (guint at = 0; at < overlap.n_queue; at++)
    {
      CyanNode x = overlap.queue[at][0], y = overlap.queue[at][1];
      guint n_kids = cyan_match_n_kids (&self->side[0], x) + cyan_match_n_kids (&self->side[1], y);

      self->work++;
      if (at == 0 || n_kids <= MANY_KIDS)
        compare_kids (self, &overlap, x, y);
      else
        overlap.unknown +=
            smaller_part (&overlap, self->metric[0]->total[x] - self->metric[0]->self[x],
                          self->metric[1]->total[y] - self->metric[1]->self[y]);
    }
  nodes = 2.0 * overlap.n_common / ((double) overlap.n_all[0] + overlap.n_all[1]);
  weight = overlap.unknown < 1 ? overlap.common / (1 - overlap.unknown) : 0;
  return MIN (MAX (nodes, weight), 1);
}

guint
cyan_moved_nearness (const CyanMoved *self, CyanNode removed, CyanNode added)
{
  CyanNode x = self->merged[0][removed];

  for (guint i = 0; i < CYAN_MOVED_LEVELS && x != CYAN_NODE_ROOT; i++)
    {
      CyanNode y = self->merged[1][added];

      x = self->nearest[x];
      for (guint j = 0; j < CYAN_MOVED_LEVELS && y != CYAN_NODE_ROOT; j++)
        {
          y = self->nearest[y];
          if (x == y)
            return 2 * CYAN_MOVED_LEVELS - 1 - i - j;
        }
    }
  return 0;
}
