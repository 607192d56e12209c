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
          u = self->state[0][u] == CYAN_MATCH_OPENED ? u + 1 : self->sides[0]->end[u];
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
  cyan_match_context_pair (&self, CYAN_NODE_ROOT, CYAN_NODE_ROOT, CYAN_MATCH_PAIRED);
  ok = match_all (&self, &searching, error) && cyan_match_follow_renames (&self, &following, error);

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
