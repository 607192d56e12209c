/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matching by calling context: the search from the root down, then the renames that it found. */
#include "cyan-match-context.h"

#include "cyan-i18n.h"

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
          u = self->state[0][u] == CYAN_MATCH_OPENED ? u + 1 : self->sides[0]->profile->end[u];
          continue;
        }
      cyan_match_children (self, u, v);
      u++;
      if (++steps % CYAN_TICK_STRIDE == 0
          && !cyan_tick (tick, (double) u / self->sides[0]->n_nodes, N_ ("Matching"), error))
        return FALSE;
    }
  return TRUE;
}

static void
context_init (CyanMatchContext *self, guint n_names)
{
  self->n_names = n_names;
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
cyan_match_context (CyanMatching *matching,
                    CyanMatchSide *before,
                    CyanMatchSide *after,
                    guint n_names,
                    const guint32 *hash_of,
                    const double *before_total,
                    const double *after_total,
                    const CyanTick *tick,
                    GError **error)
{
  CyanMatchContext self = { .sides = { before, after },
                            .partner = { matching->after_of, matching->before_of } };
  CyanTick search = cyan_tick_slice (tick, 0.2, 0.9);
  CyanTick follow = cyan_tick_slice (tick, 0.9, 1.0);
  gboolean ok;

  context_init (&self, n_names);
  cyan_match_unify_renamed (&self, (CyanMatchSide *[]){ before, after }, hash_of);
  cyan_match_sketch_init (&self.sketch, before, after, before_total, after_total, hash_of);
  self.sketch.budget = WORK_PER_NODE * ((guint64) before->n_nodes + after->n_nodes);
  cyan_match_context_pair (&self, CYAN_NODE_ROOT, CYAN_NODE_ROOT, CYAN_MATCH_PAIRED);
  ok = match_all (&self, &search, error) && cyan_match_follow_renames (&self, &follow, error);

  for (CyanNode i = 0; i < before->n_nodes; i++)
    if (self.state[0][i] == CYAN_MATCH_REPLACED)
      matching->after_of[i] = CYAN_NODE_NONE;
  for (CyanNode i = 0; i < after->n_nodes; i++)
    if (self.state[1][i] == CYAN_MATCH_REPLACED)
      matching->before_of[i] = CYAN_NODE_NONE;
  matching->work = self.sketch.work;
  matching->bounded = self.sketch.work >= self.sketch.budget;
  context_clear (&self);
  return ok;
}
