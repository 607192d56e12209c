/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Matching two releases by calling context.
 *
 * The first run looks through what only one side has.  Its pairs vote for renames; those that make
 * the whole matching better stay, and their pairs vote again.  In the end, what cannot be drawn is
 * taken back.
 */
#include "cyan-match-release.h"

#include <string.h>

#define SURE        0.8 /* similarity of two sources that is enough without anything else */
#define LEAST_SHARE 75  /* percent of the gaps of both functions that contain both */
#define FEW_PAIRS   6   /* the divisor: a sixth of the nodes */
#define SOME_PAIRS  4   /* the same, to search again */
#define MANY_NODES  200000
#define MANY_RUNS   16 /* runs at most */
#define MAX_ROUNDS  3  /* of renames before the first run */
#define MANY_FOLDS  3  /* more runs that fold recursions, at most */
#define FEW_RUNS    3  /* the same with many nodes */
#define FEW_NODES   64 /* the divisor: of the nodes, those that more than the search is for */

/* ---- renames ---- */

/* A side of which only shape, calls and names are used. */
static void
name_nodes (CyanMatchSide *side, const CyanMatchFunctions *functions)
{
  const CyanProfile *profile = functions->profile;

  *side = (CyanMatchSide){ .n_nodes = profile->n_nodes,
                           .parent = profile->parent,
                           .end = profile->end,
                           .calls = profile->calls,
                           .name = g_new (guint32, profile->n_nodes) };
  for (CyanNode i = 0; i < profile->n_nodes; i++)
    side->name[i] = functions->name[profile->function[i]];
}

static void
map_name (CyanMatchRelease *self, guint side, guint32 from, guint32 to)
{
  for (guint32 name = 0; name < self->names->n; name++)
    if (self->map[side][name] == from)
      self->map[side][name] = to;
  self->is_target[to] = TRUE;
}

/* Takes two names for one if hardly anything in their sources differs. */
static void
apply_sources (CyanMatchRelease *self)
{
  GHashTableIter iter;
  gpointer key, similarity;

  /* A name is in one of these couples at most, so their order does not matter. */
  g_hash_table_iter_init (&iter, self->names->source_similarity);
  while (g_hash_table_iter_next (&iter, &key, &similarity))
    {
      guint32 f = (guint32) (*(const guint64 *) key >> 32), g = (guint32) (*(const guint64 *) key);

      if (*(const double *) similarity < SURE || self->base_sides[f] != 1
          || self->base_sides[g] != 2 || !cyan_match_names_may_be_one (self->names, f, g))
        continue;
      map_name (self, 0, f, MIN (f, g));
      map_name (self, 1, g, MIN (f, g));
    }
}

static void
take_new_names (CyanMatchRelease *self, const guint32 *new_name)
{
  for (guint32 name = 0; name < self->names->n; name++)
    if (new_name[name] != name)
      self->is_target[new_name[name]] = TRUE;
  for (guint side = 0; side < 2; side++)
    for (guint32 name = 0; name < self->names->n; name++)
      self->map[side][name] = new_name[self->map[side][name]];
}

/* Takes names for one that callers and callees, sources and names say are one, before anything is
 * looked through: a module whose names all changed would vanish.  Returns whether there are any. */
static gboolean
unify_renamed (CyanMatchRelease *self)
{
  g_autofree guint32 *new_name = g_new (guint32, self->names->n);
  gboolean any = FALSE;
  guint n = 1;

  cyan_match_release_name_functions (self);
  any = cyan_match_unify_texts (self->names, self->sides, new_name) > 0;
  take_new_names (self, new_name);
  for (guint round = 0; round < MAX_ROUNDS && n > 0; round++)
    {
      CyanMatchSide sides[2];

      cyan_match_release_name_functions (self);
      for (guint side = 0; side < 2; side++)
        name_nodes (&sides[side], &self->functions[side]);
      n = cyan_match_unify_renamed (self->names, (const CyanMatchSide *[]){ &sides[0], &sides[1] },
                                    self->sides, new_name);
      for (guint side = 0; side < 2; side++)
        cyan_match_side_clear (&sides[side]);
      take_new_names (self, new_name);
      any |= n > 0;
    }
  return any;
}

/* Whether a person said of any function that has the name @before and any that has the name @after
 * by now that they are not one. */
static gboolean
are_apart (const CyanMatchRelease *self, guint32 before, guint32 after)
{
  const GArray *apart = self->names->apart;

  for (guint i = 0; i < apart->len; i++)
    {
      guint64 key = g_array_index (apart, guint64, i);

      if (self->map[0][key >> 32] == before && self->map[1][key & G_MAXUINT32] == after)
        return TRUE;
    }
  return FALSE;
}

static guint
least_share (gconstpointer data, guint32 before, guint32 after)
{
  const CyanMatchRelease *self = data;
  guint64 key = cyan_match_key (before, after);

  if (self->sides[before] != 3 && self->sides[after] != 3
      && !cyan_match_names_may_be_one (self->names, before, after))
    return G_MAXUINT;
  if ((self->sides[before] == 3 || self->sides[after] == 3)
      && (cyan_match_names_is_closed (&self->renamed, 0, before)
          || cyan_match_names_is_closed (&self->renamed, 1, after)))
    return G_MAXUINT;
  if (are_apart (self, before, after))
    return G_MAXUINT;
  for (guint i = 0; i < self->refused->len; i++)
    if (g_array_index (self->refused, guint64, i) == key)
      return G_MAXUINT;
  return LEAST_SHARE;
}

CyanMatchElection
cyan_match_release_election (const CyanMatchRelease *self)
{
  return (CyanMatchElection){ .names = &self->renamed,
                              .n_names = self->names->n,
                              .sides = self->sides,
                              .is_inner = self->is_inner,
                              .is_target = self->is_target,
                              .least_share = least_share,
                              .data = self };
}

static GArray *
plan (const CyanMatchRelease *self, const CyanMatchRun *run)
{
  const CyanMatchElection votes = cyan_match_release_election (self);

  return cyan_match_count_votes (&votes, self->functions, run);
}

/* Two names that only one side has get the lesser name on both.  Else the one that both sides have
 * stays.  No name is in two votes. */
static void
apply (CyanMatchRelease *self, const GArray *votes)
{
  g_autofree guint32 *new_name = g_new (guint32, self->names->n);

  for (guint side = 0; side < 2; side++)
    {
      for (guint32 name = 0; name < self->names->n; name++)
        new_name[name] = name;
      for (guint i = 0; i < votes->len; i++)
        {
          const CyanMatchVote *vote = &g_array_index (votes, CyanMatchVote, i);
          guint32 f = vote->name[0], g = vote->name[1];
          guint32 name = self->sides[f] == 3 ? f : self->sides[g] == 3 ? g : MIN (f, g);

          new_name[vote->name[side]] = name;
          self->is_target[name] = TRUE;
        }
      for (guint32 name = 0; name < self->names->n; name++)
        self->map[side][name] = new_name[self->map[side][name]];
    }
}

typedef struct
{
  guint32 *map[2];
  guint8 *is_target;
} Names;

static Names
save_names (const CyanMatchRelease *self)
{
  gsize n = self->names->n;

  return (Names){ { g_memdup2 (self->map[0], n * sizeof (guint32)),
                    g_memdup2 (self->map[1], n * sizeof (guint32)) },
                  g_memdup2 (self->is_target, n) };
}

static void
clear_names (Names *names)
{
  g_free (names->map[0]);
  g_free (names->map[1]);
  g_free (names->is_target);
}

static void
restore_names (CyanMatchRelease *self, const Names *names)
{
  gsize n = self->names->n;

  memcpy (self->map[0], names->map[0], n * sizeof (guint32));
  memcpy (self->map[1], names->map[1], n * sizeof (guint32));
  memcpy (self->is_target, names->is_target, n);
  cyan_match_release_name_functions (self);
}

static CyanMatchRun
copy_run (const CyanMatchRelease *self, const CyanMatchRun *run)
{
  CyanMatchRun copy = *run;

  for (guint side = 0; side < 2; side++)
    {
      gsize size = self->functions[side].profile->n_nodes * sizeof (CyanNode);

      copy.partner[side] = g_memdup2 (run->partner[side], size);
      copy.group[side] = g_memdup2 (run->group[side], size);
    }
  return copy;
}

/* @best with what can be paired under the present names, without another search. */
static CyanMatchRun
copy_completed (const CyanMatchRelease *self, const CyanMatchRun *best)
{
  CyanMatchRun run = copy_run (self, best);

  cyan_match_complete (self->functions, &run);
  run.score = cyan_match_run_score (self, &run);
  return run;
}

/* Tries @votes: with another search, or, if that loses elsewhere more than they give, only where
 * they matter.  Those that make the matching worse are tried in halves later. */
static gboolean
try_votes (CyanMatchRelease *self,
           const GArray *votes,
           CyanMatchRun *best,
           GPtrArray *batches,
           const CyanTick *tick,
           GError **error)
{
  Names old = save_names (self);
  CyanMatchRun run = { 0 };
  gboolean ok;

  apply (self, votes);
  ok = cyan_match_run_once (self, &run, tick, error);
  if (ok && run.score <= best->score)
    {
      cyan_match_run_clear (&run);
      run = copy_completed (self, best);
    }
  if (ok && run.score > best->score)
    {
      GArray *next = plan (self, &run);

      cyan_match_run_clear (best);
      *best = run;
      g_ptr_array_set_size (batches, 0);
      g_ptr_array_add (batches, next);
    }
  else
    {
      cyan_match_run_clear (&run);
      restore_names (self, &old);
      if (votes->len == 1)
        {
          const CyanMatchVote *vote = &g_array_index (votes, CyanMatchVote, 0);
          guint64 key = cyan_match_key (vote->name[0], vote->name[1]);

          g_array_append_val (self->refused, key);
        }
      else
        cyan_match_add_halves (batches, votes, (votes->len + 1) / 2);
    }
  clear_names (&old);
  return ok;
}

static guint
most_runs (const CyanMatchRelease *self)
{
  guint n_nodes = MAX (self->functions[0].profile->n_nodes, self->functions[1].profile->n_nodes);

  return n_nodes > MANY_NODES ? FEW_RUNS : MANY_RUNS;
}

/* The score of @run, whose names are the present ones, without what cannot be drawn. */
static guint64
settled_score (const CyanMatchRelease *self, const CyanMatchRun *run)
{
  CyanMatchRun copy = copy_run (self, run);
  guint64 score;

  cyan_match_run_settle (self, &copy);
  score = cyan_match_run_score (self, &copy);
  cyan_match_run_clear (&copy);
  return score;
}

/* Matches with the renames that can be seen at once.  If there is time, it is also tried without
 * them, and what matches more is taken. */
static gboolean
start (CyanMatchRelease *self, CyanMatchRun *best, const CyanTick *tick, GError **error)
{
  Names plain, unified;
  CyanTick halves[2] = { cyan_tick_slice (tick, 0.0, 0.5), cyan_tick_slice (tick, 0.5, 1.0) };
  CyanMatchRun other = { 0 };
  guint64 score = 0;
  gboolean any, ok;

  apply_sources (self);
  plain = save_names (self);
  any = unify_renamed (self);
  unified = save_names (self);
  ok = cyan_match_run_once (self, best, &halves[0], error);
  if (ok && any && most_runs (self) > FEW_RUNS)
    {
      score = settled_score (self, best);
      restore_names (self, &plain);
      ok = cyan_match_run_once (self, &other, &halves[1], error);
      if (ok && settled_score (self, &other) > score)
        {
          cyan_match_run_clear (best);
          *best = other;
        }
      else
        {
          cyan_match_run_clear (&other);
          restore_names (self, &unified);
        }
    }
  clear_names (&plain);
  clear_names (&unified);
  return ok;
}

static gboolean
improve (CyanMatchRelease *self,
         CyanMatchRun *best,
         gboolean *stopped,
         const CyanTick *tick,
         GError **error)
{
  g_autoptr (GPtrArray) batches = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  g_ptr_array_add (batches, plan (self, best));
  while (batches->len > 0)
    {
      g_autoptr (GArray) votes = g_ptr_array_steal_index (batches, batches->len - 1);
      CyanTick rest = cyan_tick_slice (tick, 1 - 1.0 / self->n_runs, 1.0);

      if (votes->len == 0)
        continue;
      if (self->n_runs == most_runs (self))
        {
          *stopped = TRUE;
          return TRUE;
        }
      if (!try_votes (self, votes, best, batches, &rest, error))
        return FALSE;
    }
  return TRUE;
}

/* ---- few differences ---- */

typedef struct
{
  const CyanMatchRelease *release;
  guint alone[2];      /* nodes of functions that only this side has, and those below them */
  guint *recursive[2]; /* by name: calls of itself */
} Differences;

static void
count_differences (gpointer data, guint side)
{
  Differences *self = data;
  const CyanMatchRelease *release = self->release;
  const CyanMatchFunctions *functions = &release->functions[side];
  const CyanProfile *profile = functions->profile;

  self->recursive[side] = g_new0 (guint, release->names->n);
  for (CyanNode i = 1; i < profile->n_nodes;)
    {
      guint32 name = functions->name[profile->function[i]];
      gboolean is_alone = release->sides[name] == 1 << side;
      CyanNode next = is_alone ? profile->end[i] : i + 1;

      self->alone[side] += is_alone ? next - i : 0;
      self->recursive[side][name] += name == functions->name[profile->function[profile->parent[i]]];
      i = next;
    }
}

/* Whether the search alone is enough for two very large trees: the functions that only one side has
 * are above few nodes, and hardly any recursion is deeper. */
static gboolean
differ_in_few (CyanMatchRelease *self)
{
  guint n_nodes = MIN (self->functions[0].profile->n_nodes, self->functions[1].profile->n_nodes);
  Differences found = { .release = self };
  guint64 uneven = 0;

  if (most_runs (self) > FEW_RUNS)
    return FALSE;
  cyan_match_release_name_functions (self);
  cyan_match_both_sides (count_differences, &found, n_nodes);
  for (guint32 name = 0; name < self->names->n; name++)
    uneven += (guint) ABS ((gint64) found.recursive[0][name] - found.recursive[1][name]);
  g_free (found.recursive[0]);
  g_free (found.recursive[1]);
  return found.alone[0] <= n_nodes / FEW_NODES && found.alone[1] <= n_nodes / FEW_NODES
         && uneven <= n_nodes / FEW_NODES;
}

/* ---- unrelated programs ---- */

/* Whether so few nodes have partners, as a part, that these may be coincidences. */
static gboolean
has_few_pairs (const CyanMatchRelease *self, const CyanMatchRun *run, guint divisor)
{
  guint n_nodes = MIN (self->functions[0].profile->n_nodes, self->functions[1].profile->n_nodes);

  guint n = 0;

  for (CyanNode a = 1; a < self->functions[0].profile->n_nodes; a++)
    n += run->partner[0][a] != CYAN_NODE_NONE;
  return n < n_nodes / divisor;
}

/* Searches again without the contexts that vanished: what @best left alone below them meets the
 * rest of its callers' callees.  Not with call sites, since it does not tell these apart. */
static gboolean
look_again (CyanMatchRelease *self, CyanMatchRun *best, const CyanTick *tick, GError **error)
{
  CyanMatchRun run = { 0 };
  gboolean ok = TRUE;

  if (most_runs (self) == FEW_RUNS || has_few_pairs (self, best, SOME_PAIRS)
      || self->functions[0].profile->call_site != NULL
      || self->functions[1].profile->call_site != NULL)
    return TRUE;
  for (guint side = 0; side < 2; side++)
    {
      cyan_match_release_find_skipped (self, side);
      self->functions[side].is_passed = cyan_match_find_vanished (self->functions, best, side);
    }
  if (self->functions[0].is_passed != NULL || self->functions[1].is_passed != NULL)
    ok = cyan_match_run_once (self, &run, tick, error);
  for (guint side = 0; side < 2; side++)
    g_clear_pointer (&self->functions[side].is_passed, g_free);
  if (ok && run.partner[0] != NULL && run.score > best->score)
    {
      cyan_match_run_clear (best);
      *best = run;
    }
  else
    cyan_match_run_clear (&run);
  return ok;
}

/* Only the search, on the trees as they are, if it matches more: with few edits, what is looked
 * through may merge what it had better not.  It is always taken for unrelated programs. */
static gboolean
compare_with_search (CyanMatchRelease *self,
                     CyanMatchRun *best,
                     const CyanTick *tick,
                     GError **error)
{
  Names names = save_names (self);
  CyanMatchRun run = { 0 };
  gboolean ok = TRUE;

  cyan_match_run_settle (self, best);
  best->score = cyan_match_run_score (self, best);
  self->is_unrelated = has_few_pairs (self, best, FEW_PAIRS);
  self->is_plain = TRUE;
  for (guint side = 0; side < 2; side++)
    for (guint32 name = 0; name < self->names->n; name++)
      self->map[side][name] = name;
  if (self->is_unrelated || most_runs (self) > FEW_RUNS)
    ok = cyan_match_run_once (self, &run, tick, error);
  if (ok && run.partner[0] != NULL && (self->is_unrelated || run.score > best->score))
    {
      cyan_match_run_clear (best);
      *best = run;
    }
  else
    {
      cyan_match_run_clear (&run);
      self->is_plain = FALSE;
      restore_names (self, &names);
    }
  clear_names (&names);
  return ok;
}

gboolean
cyan_match_releases (CyanMatching *matching,
                     const CyanMatchNames *names,
                     const CyanProfile *before,
                     const CyanProfile *after,
                     const CyanMatchOptions *options,
                     const CyanTick *tick,
                     GError **error)
{
  CyanMatchRelease self = { 0 };
  CyanMatchRun best = { 0 };
  CyanTick first = cyan_tick_slice (tick, 0.0, 0.6);
  CyanTick more = cyan_tick_slice (tick, 0.6, 1.0);
  gboolean ok;

  cyan_match_release_init (&self, names, before, after, options);
  self.is_plain = differ_in_few (&self);
  if (self.is_plain)
    ok = cyan_match_run_once (&self, &best, tick, error);
  else
    ok = start (&self, &best, &first, error)
         && improve (&self, &best, &matching->stopped, &more, error)
         && cyan_match_release_fold (
             &self, &best, most_runs (&self) > FEW_RUNS ? self.n_runs + MANY_FOLDS : FEW_RUNS,
             &more, error)
         && look_again (&self, &best, &more, error)
         && compare_with_search (&self, &best, &more, error);
  if (ok)
    cyan_match_release_finish (&self, &best, matching);
  cyan_match_run_clear (&best);
  cyan_match_release_clear (&self);
  return ok;
}
