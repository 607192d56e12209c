/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run: the search by context with the present names, and its pairs mapped back. */
#include "cyan-match-release.h"

#include <string.h>

static void
init_functions (CyanMatchFunctions *self, const CyanProfile *profile, const double *total)
{
  self->profile = profile;
  self->total = total;
  self->name = g_new (guint32, profile->n_functions);
  self->is_used = g_new0 (guint8, profile->n_functions);
  self->is_inner = g_new0 (guint8, profile->n_functions);
  self->is_skipped = g_new0 (guint8, profile->n_functions);
  self->is_folded = g_new0 (guint8, profile->n_functions);
  for (CyanNode i = 0; i < profile->n_nodes; i++)
    {
      self->is_used[profile->function[i]] = TRUE;
      if (profile->end[i] > i + 1)
        self->is_inner[profile->function[i]] = TRUE;
    }
}

static void
clear_functions (CyanMatchFunctions *self)
{
  g_free (self->name);
  g_free (self->is_used);
  g_free (self->is_inner);
  g_free (self->is_skipped);
  g_free (self->is_folded);
}

/* Notes which side has which names, after renames. */
void
cyan_match_release_name_functions (CyanMatchRelease *self)
{
  memset (self->sides, 0, self->names->n);
  memset (self->is_inner, 0, self->names->n);
  memset (self->renamed.is_closed, 0, self->names->n);
  for (guint side = 0; side < 2; side++)
    {
      CyanMatchFunctions *functions = &self->functions[side];

      for (guint32 name = 0; name < self->names->n; name++)
        if (cyan_match_names_is_closed (self->names, side, name))
          self->renamed.is_closed[self->map[side][name]] |= (guint8) (1 << side);
      for (guint f = 0; f < functions->profile->n_functions; f++)
        {
          guint32 name = functions->name[f] = self->map[side][self->base[side][f]];

          if (functions->is_used[f])
            self->sides[name] |= (guint8) (1 << side);
          if (functions->is_inner[f])
            self->is_inner[name] = TRUE;
        }
    }
}

/* Finds the functions of a side that are looked through: none between unrelated programs.  Leaves
 * are not: there is nothing to see.  Returns whether any node has one. */
gboolean
cyan_match_release_find_skipped (CyanMatchRelease *self, guint side)
{
  CyanMatchFunctions *functions = &self->functions[side];
  gboolean any = FALSE;

  for (guint f = 1; f < functions->profile->n_functions; f++)
    {
      guint32 name = functions->name[f];

      functions->is_skipped[f] =
          !self->is_plain && self->sides[name] == 1 << side && self->is_inner[name]
          && !cyan_match_names_is_closed (self->names, side, self->base[side][f]);
      functions->is_folded[f] = !self->is_plain && self->is_folded[name];
      any |= (functions->is_skipped[f] || functions->is_folded[f]) && functions->is_used[f];
    }
  return any;
}

static CyanNode *
new_unmatched (guint n)
{
  CyanNode *partner = g_new (CyanNode, n);

  memset (partner, 0xff, n * sizeof *partner);
  return partner;
}

void
cyan_match_run_clear (CyanMatchRun *run)
{
  g_clear_pointer (&run->partner[0], g_free);
  g_clear_pointer (&run->partner[1], g_free);
}

typedef struct
{
  CyanMatchRelease *self;
  CyanMatchNormal normals[2];
  CyanMatchSide sides[2];
} Trees;

static void
make_normal (gpointer data, guint side)
{
  Trees *trees = data;

  cyan_match_normal_init (&trees->normals[side], &trees->self->functions[side]);
}

static void
make_side (gpointer data, guint side)
{
  Trees *trees = data;
  const CyanMatchFunctions *functions = &trees->self->functions[side];

  cyan_match_side_init_named (&trees->sides[side], functions->profile, functions->name);
}

guint64
cyan_match_run_score (const CyanMatchRelease *self, const CyanMatchRun *run)
{
  const CyanProfile *before = self->functions[0].profile, *after = self->functions[1].profile;
  guint64 score = 0;

  for (CyanNode a = 1; a < before->n_nodes; a++)
    {
      CyanNode b = run->partner[0][a];

      if (b != CYAN_NODE_NONE)
        score += CYAN_MATCH_PAIR_SCORE (run->partner[0][before->parent[a]] != after->parent[b]);
    }
  return score;
}

/* Matches with the present names. */
gboolean
cyan_match_run_once (CyanMatchRelease *self,
                     CyanMatchRun *run,
                     const CyanTick *tick,
                     GError **error)
{
  guint n_nodes[2] = { self->functions[0].profile->n_nodes, self->functions[1].profile->n_nodes };
  Trees trees = { .self = self };
  CyanMatchSearch search = { .names = &self->renamed };
  gboolean any_skipped = FALSE, ok;

  cyan_match_release_name_functions (self);
  for (guint side = 0; side < 2; side++)
    any_skipped |= cyan_match_release_find_skipped (self, side);
  cyan_match_both_sides (any_skipped ? make_normal : make_side, &trees,
                         MIN (n_nodes[0], n_nodes[1]));
  for (guint side = 0; side < 2; side++)
    {
      search.sides[side] = any_skipped ? &trees.normals[side].side : &trees.sides[side];
      search.total[side] = any_skipped ? trees.normals[side].total : self->functions[side].total;
      search.partner[side] = new_unmatched (search.sides[side]->n_nodes);
    }
  ok = cyan_match_context (&search, tick, error);
  *run = (CyanMatchRun){ .per_total = { search.per_total[0], search.per_total[1] },
                         .work = search.work,
                         .bounded = search.bounded };
  for (guint side = 0; side < 2; side++)
    run->partner[side] =
        any_skipped ? new_unmatched (n_nodes[side]) : g_steal_pointer (&search.partner[side]);
  if (ok && any_skipped)
    {
      cyan_match_pair_members (trees.normals, self->functions, search.partner[0], run);
      cyan_match_complete (self->functions, run);
    }
  if (ok)
    run->score = cyan_match_run_score (self, run);
  for (guint side = 0; side < 2; side++)
    {
      g_free (search.partner[side]);
      cyan_match_normal_clear (&trees.normals[side]);
      cyan_match_side_clear (&trees.sides[side]);
    }
  self->n_runs++;
  return ok;
}

gboolean
cyan_match_run_settle (const CyanMatchRelease *self, CyanMatchRun *run)
{
  const CyanMatchElection leaves = cyan_match_release_election (self);

  if (run->is_settled)
    return run->any_dropped;
  run->is_settled = TRUE;
  if (!self->is_unrelated)
    cyan_match_pair_leaves (&leaves, self->functions, run);
  run->any_dropped = cyan_match_repair (self->functions, run);
  return run->any_dropped;
}

void
cyan_match_release_init (CyanMatchRelease *self,
                         const CyanMatchNames *names,
                         const CyanProfile *before,
                         const CyanProfile *after,
                         const CyanMatchOptions *options)
{
  self->names = names;
  self->renamed = *names;
  self->renamed.is_closed = g_new0 (guint8, names->n);
  self->options = options;
  self->base_sides = g_new0 (guint8, names->n);
  self->sides = g_new0 (guint8, names->n);
  self->is_inner = g_new0 (guint8, names->n);
  self->is_target = g_new0 (guint8, names->n);
  self->is_folded = g_new0 (guint8, names->n);
  self->refused = g_array_new (FALSE, FALSE, sizeof (guint64));
  for (guint side = 0; side < 2; side++)
    {
      const CyanProfile *profile = side == 0 ? before : after;

      init_functions (&self->functions[side], profile,
                      profile->metrics[options->metric[side]].total);
      self->base[side] = g_new (guint32, profile->n_functions);
      self->map[side] = g_new (guint32, names->n);
      for (guint32 name = 0; name < names->n; name++)
        self->map[side][name] = name;
      for (guint f = 0; f < profile->n_functions; f++)
        {
          self->base[side][f] = names->rank[names->label[side][f]];
          if (self->functions[side].is_used[f])
            self->base_sides[self->base[side][f]] |= (guint8) (1 << side);
        }
    }
}

void
cyan_match_release_clear (CyanMatchRelease *self)
{
  for (guint side = 0; side < 2; side++)
    {
      clear_functions (&self->functions[side]);
      g_free (self->base[side]);
      g_free (self->map[side]);
    }
  g_free (self->renamed.is_closed);
  g_free (self->base_sides);
  g_free (self->sides);
  g_free (self->is_inner);
  g_free (self->is_target);
  g_free (self->is_folded);
  g_array_unref (self->refused);
}
