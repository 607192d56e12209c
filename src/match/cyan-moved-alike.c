/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The similarity and the distance of two subtrees.  Both take bounded time for any size. */
#include "cyan-moved-private.h"

#include <math.h>

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
} Alike;

static double
smaller_part (const Alike *alike, double x, double y)
{
  if (alike->scale[0] <= 0 || alike->scale[1] <= 0)
    return 0;
  return MAX (MIN (x / alike->scale[0], y / alike->scale[1]), 0);
}

static void
add_partners (const CyanMoved *self, Alike *alike, CyanNode x, CyanNode y)
{
  gboolean leaves =
      cyan_match_n_kids (&self->side[0], x) + cyan_match_n_kids (&self->side[1], y) == 0;

  alike->n_common++;
  if (!leaves && alike->n_queue == STEPS)
    {
      alike->unknown += smaller_part (alike, self->metric[0]->total[x], self->metric[1]->total[y]);
      return;
    }
  alike->common += smaller_part (alike, self->metric[0]->self[x], self->metric[1]->self[y]);
  if (leaves)
    return;
  alike->queue[alike->n_queue][0] = x;
  alike->queue[alike->n_queue++][1] = y;
}

/* Pairs children of one name in order and compares each pair. */
static void
compare_kids (CyanMoved *self, Alike *alike, CyanNode x, CyanNode y)
{
  const CyanNode *xs = cyan_match_kids (&self->side[0], x);
  const CyanNode *ys = cyan_match_kids (&self->side[1], y);
  guint n_xs = cyan_match_n_kids (&self->side[0], x);
  guint n_ys = cyan_match_n_kids (&self->side[1], y);

  alike->n_all[0] += n_xs;
  alike->n_all[1] += n_ys;
  for (guint i = 0, j = 0; i < n_xs && j < n_ys; self->work++)
    {
      guint32 x_name = self->side[0].name[xs[i]];
      guint32 y_name = self->side[1].name[ys[j]];

      if (x_name < y_name || !cyan_moved_is_open (self, 0, xs[i]))
        i++;
      else if (y_name < x_name || !cyan_moved_is_open (self, 1, ys[j]))
        j++;
      else
        add_partners (self, alike, xs[i++], ys[j++]);
    }
}

double
cyan_moved_alike (CyanMoved *self, CyanNode removed, CyanNode added)
{
  Alike alike = { .n_all = { 1, 1 } };
  double nodes, weight;

  alike.scale[0] = self->metric[0]->total[removed];
  alike.scale[1] = self->metric[1]->total[added];
  add_partners (self, &alike, removed, added);
  for (guint at = 0; at < alike.n_queue; at++)
    {
      CyanNode x = alike.queue[at][0], y = alike.queue[at][1];
      guint n_kids = cyan_match_n_kids (&self->side[0], x) + cyan_match_n_kids (&self->side[1], y);

      self->work++;
      if (at == 0 || n_kids <= MANY_KIDS)
        compare_kids (self, &alike, x, y);
      else
        alike.unknown += smaller_part (&alike, self->metric[0]->total[x] - self->metric[0]->self[x],
                                       self->metric[1]->total[y] - self->metric[1]->self[y]);
    }
  nodes = 2.0 * alike.n_common / ((double) alike.n_all[0] + alike.n_all[1]);
  weight = alike.unknown < 1 ? alike.common / (1 - alike.unknown) : 0;
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
