/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses which removed and added nodes of one name are compared: all if there are few, else the
 * heaviest and those near each other. */
#include "cyan-moved-private.h"

#define MAX_OF    256 /* nodes of a name and a side that are considered */
#define ALL_PAIRS 64  /* up to this number of pairs, all are compared, ... */
#define HEAVIEST  8   /* ... else those of the heaviest, in all and below each near caller, ... */
#define BAND      1   /* ... and there also nodes whose indices differ by at most this */

#define NODES(array) ((CyanNode *) (void *) (array)->data)
#define KEYS(array)  ((guint64 *) (void *) (array)->data)

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
  cyan_match_sort (KEYS (self->keys), self->keys->len);
  g_array_set_size (open, MIN (self->keys->len, MAX_OF));
  for (guint i = 0; i < open->len; i++)
    NODES (open)[i] = (CyanNode) KEYS (self->keys)[i];
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
      CyanNode up = self->merged[side][NODES (self->open[side])[i]];

      for (guint k = 0; k < CYAN_MOVED_LEVELS && up != CYAN_NODE_ROOT; k++)
        {
          guint64 key;

          up = self->nearest[up];
          key = (guint64) up << 32 | i;
          g_array_append_val (around, key);
        }
    }
  cyan_match_sort (KEYS (around), around->len);
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
          guint64 key = (guint64) NODES (self->open[0])[(guint32) xs[i]] << 32
                        | NODES (self->open[1])[(guint32) ys[j]];

          g_array_append_val (self->keys, key);
        }
    }
}

void
cyan_moved_choose (CyanMoved *self)
{
  const guint64 *xs, *ys;
  guint64 all[MAX_OF];
  guint n_xs, n_ys, distinct = 0;

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    all[i] = i;
  g_array_set_size (self->keys, 0);
  add_keys (self, all, self->open[0]->len, all, self->open[1]->len, 0);
  if ((guint64) self->open[0]->len * self->open[1]->len <= ALL_PAIRS)
    return;

  collect_around (self, 0);
  collect_around (self, 1);
  xs = KEYS (self->around[0]);
  ys = KEYS (self->around[1]);
  n_xs = self->around[0]->len;
  n_ys = self->around[1]->len;
  for (guint i = 0, j = 0; i < n_xs && j < n_ys;)
    {
      guint i_end = i, j_end = j;

      if (xs[i] >> 32 != ys[j] >> 32)
        {
          gboolean forward = xs[i] >> 32 < ys[j] >> 32;

          i += forward;
          j += !forward;
          continue;
        }
      while (i_end < n_xs && xs[i_end] >> 32 == xs[i] >> 32)
        i_end++;
      while (j_end < n_ys && ys[j_end] >> 32 == ys[j] >> 32)
        j_end++;
      add_keys (self, xs + i, i_end - i, ys + j, j_end - j, BAND);
      i = i_end;
      j = j_end;
    }
  cyan_match_sort (KEYS (self->keys), self->keys->len);
  for (guint i = 0; i < self->keys->len; i++)
    if (distinct == 0 || KEYS (self->keys)[distinct - 1] != KEYS (self->keys)[i])
      KEYS (self->keys)[distinct++] = KEYS (self->keys)[i];
  g_array_set_size (self->keys, distinct);
}
