/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Completes a matching from the top down: pairs children of partners that have one name and were
 * left alone.
 *
 * They were left alone since they are members of a node of a normal tree whose other members were
 * paired, or since the search gave their partner to another node, and that pair could not be kept.
 */
#include "cyan-match-release.h"

typedef struct
{
  const CyanMatchFunctions *functions;
  CyanMatchRun *run;
  guint32 *n_before[2]; /* by node: pairs before it in preorder; n_nodes + 1 entries; NULL: not
                         * counted yet */
  GArray *keys[2];      /* of guint64: name << 32 | node, of the free children of a node */
} Complete;

static guint32 *
count_pairs (const CyanProfile *profile, const CyanNode *partner)
{
  guint32 *n = g_new (guint32, (gsize) profile->n_nodes + 1);

  n[0] = 0;
  for (CyanNode i = 0; i < profile->n_nodes; i++)
    n[i + 1] = n[i] + (partner[i] != CYAN_NODE_NONE);
  return n;
}

/* The number of pairs below @node, which has no partner.  What this pass adds is below nodes that it
 * paired, so counting once is enough. */
static guint
pairs_below (Complete *self, guint side, CyanNode node)
{
  const CyanProfile *profile = self->functions[side].profile;

  if (self->n_before[side] == NULL)
    self->n_before[side] = count_pairs (profile, self->run->partner[side]);
  return self->n_before[side][profile->end[node]] - self->n_before[side][node];
}

/* Whether @x and @y contain the same pairs. */
static gboolean
have_same_pairs (Complete *self, CyanNode x, CyanNode y)
{
  guint n = pairs_below (self, 0, x);
  const CyanNode *end[2] = { self->functions[0].profile->end, self->functions[1].profile->end };

  if (n != pairs_below (self, 1, y))
    return FALSE;
  for (CyanNode i = x + 1; n > 0 && i < end[0][x]; i++)
    {
      CyanNode partner = self->run->partner[0][i];

      if (partner != CYAN_NODE_NONE && (partner <= y || partner >= end[1][y]))
        return FALSE;
    }
  return TRUE;
}

static void
collect (Complete *self, guint side, CyanNode node)
{
  const CyanMatchFunctions *functions = &self->functions[side];
  const CyanNode *end = functions->profile->end;

  g_array_set_size (self->keys[side], 0);
  for (CyanNode i = node + 1; i < end[node]; i = end[i])
    if (self->run->partner[side][i] == CYAN_NODE_NONE)
      {
        guint64 key = (guint64) functions->name[functions->profile->function[i]] << 32 | i;

        g_array_append_val (self->keys[side], key);
      }
  cyan_match_sort ((guint64 *) (void *) self->keys[side]->data, self->keys[side]->len);
}

static void
pair_children (Complete *self, CyanNode a, CyanNode b)
{
  const guint64 *xs, *ys;
  guint n_xs, n_ys;

  collect (self, 0, a);
  if (self->keys[0]->len == 0)
    return;
  collect (self, 1, b);
  xs = (const guint64 *) (const void *) self->keys[0]->data;
  ys = (const guint64 *) (const void *) self->keys[1]->data;
  n_xs = self->keys[0]->len;
  n_ys = self->keys[1]->len;
  for (guint i = 0, j = 0; i < n_xs && j < n_ys;)
    {
      guint32 x = (guint32) (xs[i] >> 32), y = (guint32) (ys[j] >> 32);
      CyanNode u = (CyanNode) xs[i], v = (CyanNode) ys[j];

      if (x == y && have_same_pairs (self, u, v))
        {
          self->run->partner[0][u] = v;
          self->run->partner[1][v] = u;
        }
      i += x <= y;
      j += y <= x;
    }
}

void
cyan_match_complete (const CyanMatchFunctions *functions, CyanMatchRun *run)
{
  Complete self = { .functions = functions, .run = run };

  for (guint side = 0; side < 2; side++)
    self.keys[side] = g_array_new (FALSE, FALSE, sizeof (guint64));
  for (CyanNode a = 0; a < functions[0].profile->n_nodes; a++)
    if (run->partner[0][a] != CYAN_NODE_NONE && functions[0].profile->end[a] > a + 1)
      pair_children (&self, a, run->partner[0][a]);
  for (guint side = 0; side < 2; side++)
    {
      g_free (self.n_before[side]);
      g_array_unref (self.keys[side]);
    }
}
