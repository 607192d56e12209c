/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Matching two releases by calling context.
 *
 * The first run looks through what only one side has.  Its pairs vote for renames; those that make
 * the whole matching better stay, and their pairs vote again.  In the end, what cannot be drawn is
 * taken back.
 */
#include "cyan-match-release.h"

#include "cyan-i18n.h"
#include "cyan-match-names.h"
#include "cyan-match-votes.h"
#include "cyan-tick.h"

#include <string.h>

#define SURE        0.8 /* likeness of two sources that is enough without anything else */
#define LEAST_SHARE 75  /* percent of the gaps of both functions that contain both */
#define LEAST_FOUND 40  /* percent of the contexts of both functions, if the search found it */
#define FEW_PAIRS   6   /* the divisor: a sixth of the nodes */
#define MANY_NODES  200000
#define MANY_RUNS   16 /* runs at most */
#define MAX_ROUNDS  3  /* of renames before the first run */
#define MANY_FOLDS  3  /* more runs that fold recursions, at most */
#define FEW_RUNS    3  /* the same with many nodes */

typedef struct
{
  const CyanMatchNames *names;
  CyanMatchNames renamed; /* the same; a name is closed if any that was mapped to it is */
  const CyanMatchOptions *options;
  CyanMatchFunctions functions[2];
  guint32 *base[2];   /* by function: its name before any rename */
  guint8 *base_sides; /* by name: bit k is set if side k has it */
  guint32 *map[2];    /* by name: the name that it is taken for */
  guint8 *sides;      /* by name, after renames: bit k is set if side k has it */
  guint8 *is_inner;   /* by name, after renames: a node with it has callees */
  guint8 *is_target;  /* by name: another name was mapped to it */
  GArray *refused;    /* of guint64: votes that made the matching worse */
  guint8 *is_folded;  /* by name, after renames: its recursion is folded */
  guint n_runs;
  gboolean is_plain; /* nothing is looked through */
  gboolean is_unrelated;
} Release;

/* ---- names ---- */

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
static void
name_functions (Release *self)
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
static gboolean
find_skipped (Release *self, guint side)
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

/* ---- a run ---- */

static CyanNode *
new_unmatched (guint n)
{
  CyanNode *partner = g_new (CyanNode, n);

  memset (partner, 0xff, n * sizeof *partner);
  return partner;
}

static void
clear_run (CyanMatchRun *run)
{
  g_clear_pointer (&run->partner[0], g_free);
  g_clear_pointer (&run->partner[1], g_free);
}

typedef struct
{
  Release *self;
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

static guint64
score_run (const Release *self, const CyanMatchRun *run)
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
static gboolean
match_once (Release *self, CyanMatchRun *run, const CyanTick *tick, GError **error)
{
  guint n_nodes[2] = { self->functions[0].profile->n_nodes, self->functions[1].profile->n_nodes };
  Trees trees = { .self = self };
  CyanMatchSearch search = { .names = &self->renamed };
  gboolean any_skipped = FALSE, ok;

  name_functions (self);
  for (guint side = 0; side < 2; side++)
    any_skipped |= find_skipped (self, side);
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
    run->score = score_run (self, run);
  for (guint side = 0; side < 2; side++)
    {
      g_free (search.partner[side]);
      cyan_match_normal_clear (&trees.normals[side]);
      cyan_match_side_clear (&trees.sides[side]);
    }
  self->n_runs++;
  return ok;
}

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
map_name (Release *self, guint side, guint32 from, guint32 to)
{
  for (guint32 name = 0; name < self->names->n; name++)
    if (self->map[side][name] == from)
      self->map[side][name] = to;
  self->is_target[to] = TRUE;
}

/* Takes two names for one if hardly anything in their sources differs. */
static void
apply_sources (Release *self)
{
  GHashTableIter iter;
  gpointer key, likeness;

  /* A name is in one of these couples at most, so their order does not matter. */
  g_hash_table_iter_init (&iter, self->names->likely);
  while (g_hash_table_iter_next (&iter, &key, &likeness))
    {
      guint32 f = (guint32) (*(const guint64 *) key >> 32), g = (guint32) * (const guint64 *) key;

      if (*(const double *) likeness < SURE || self->base_sides[f] != 1 || self->base_sides[g] != 2
          || !cyan_match_names_may_be_one (self->names, f, g))
        continue;
      map_name (self, 0, f, MIN (f, g));
      map_name (self, 1, g, MIN (f, g));
    }
}

/* Takes names for one that callers and callees, sources and names say are one, before anything is
 * looked through: a module whose names all changed would vanish.  Returns whether there are any. */
static gboolean
unify_renamed (Release *self)
{
  g_autofree guint32 *new_name = g_new (guint32, self->names->n);
  gboolean any = FALSE;
  guint n = 1;

  for (guint round = 0; round < MAX_ROUNDS && n > 0; round++)
    {
      CyanMatchSide sides[2];

      name_functions (self);
      for (guint side = 0; side < 2; side++)
        name_nodes (&sides[side], &self->functions[side]);
      n = cyan_match_unify_renamed (self->names, (const CyanMatchSide *[]){ &sides[0], &sides[1] },
                                    self->sides, new_name);
      for (guint side = 0; side < 2; side++)
        {
          for (guint32 name = 0; name < self->names->n; name++)
            self->map[side][name] = new_name[self->map[side][name]];
          cyan_match_side_clear (&sides[side]);
        }
      any |= n > 0;
    }
  return any;
}

static guint64
vote_key (const CyanMatchVote *vote)
{
  return (guint64) vote->name[0] << 32 | vote->name[1];
}

/* Whether a person said of any function that has the name @before and any that has the name @after
 * by now that they are not one. */
static gboolean
are_apart (const Release *self, guint32 before, guint32 after)
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
  const Release *self = data;
  guint64 key = (guint64) before << 32 | after;

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

static CyanMatchElection
election (const Release *self)
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
plan (const Release *self, const CyanMatchRun *run)
{
  const CyanMatchElection votes = election (self);

  return cyan_match_count_votes (&votes, self->functions, run);
}

/* Two names that only one side has get the lesser name on both.  Else the one that both sides have
 * stays.  No name is in two votes. */
static void
apply (Release *self, const GArray *votes)
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
save_names (const Release *self)
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
restore_names (Release *self, const Names *names)
{
  gsize n = self->names->n;

  memcpy (self->map[0], names->map[0], n * sizeof (guint32));
  memcpy (self->map[1], names->map[1], n * sizeof (guint32));
  memcpy (self->is_target, names->is_target, n);
  name_functions (self);
}

static GArray *
copy_part (const GArray *votes, guint from, guint to)
{
  GArray *part = g_array_new (FALSE, FALSE, sizeof (CyanMatchVote));

  g_array_append_vals (part, &g_array_index (votes, CyanMatchVote, from), to - from);
  return part;
}

/* Tries @votes; those that make the matching worse are tried in halves later. */
static gboolean
try_votes (Release *self,
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
  ok = match_once (self, &run, tick, error);
  if (ok && run.score > best->score)
    {
      GArray *next = plan (self, &run);

      clear_run (best);
      *best = run;
      g_ptr_array_set_size (batches, 0);
      g_ptr_array_add (batches, next);
    }
  else
    {
      clear_run (&run);
      restore_names (self, &old);
      if (votes->len == 1)
        {
          guint64 key = vote_key (&g_array_index (votes, CyanMatchVote, 0));

          g_array_append_val (self->refused, key);
        }
      else
        {
          g_ptr_array_add (batches, copy_part (votes, (votes->len + 1) / 2, votes->len));
          g_ptr_array_add (batches, copy_part (votes, 0, (votes->len + 1) / 2));
        }
    }
  clear_names (&old);
  return ok;
}

static guint
most_runs (const Release *self)
{
  guint n_nodes = MAX (self->functions[0].profile->n_nodes, self->functions[1].profile->n_nodes);

  if (self->options->effort != CYAN_MATCH_FULL)
    return 1;
  return n_nodes > MANY_NODES ? FEW_RUNS : MANY_RUNS;
}

/* Matches first without any renames, and with those that callers and callees show at once.  The
 * latter alone if there is little time. */
static gboolean
start (Release *self, CyanMatchRun *best, const CyanTick *tick, GError **error)
{
  Names plain, unified;
  CyanTick halves[2] = { cyan_tick_slice (tick, 0.0, 0.5), cyan_tick_slice (tick, 0.5, 1.0) };
  CyanMatchRun other = { 0 };
  gboolean any = FALSE, ok;

  if (self->options->effort != CYAN_MATCH_SEARCH)
    apply_sources (self);
  plain = save_names (self);
  if (self->options->effort != CYAN_MATCH_SEARCH)
    any = unify_renamed (self);
  unified = save_names (self);
  ok = match_once (self, best, &halves[0], error);
  if (ok && any && most_runs (self) > FEW_RUNS)
    {
      restore_names (self, &plain);
      ok = match_once (self, &other, &halves[1], error);
      if (other.score > best->score)
        {
          clear_run (best);
          *best = other;
        }
      else
        {
          clear_run (&other);
          restore_names (self, &unified);
        }
    }
  clear_names (&plain);
  clear_names (&unified);
  return ok;
}

static gboolean
improve (Release *self, CyanMatchRun *best, gboolean *stopped, const CyanTick *tick, GError **error)
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

/* ---- recursion ---- */

/* Folds the recursions of @names, or no longer. */
static void
fold (Release *self, const GArray *names, guint8 is_folded)
{
  for (guint i = 0; i < names->len; i++)
    self->is_folded[g_array_index (names, guint32, i)] = is_folded;
}

static GArray *
copy_names (const GArray *names, guint from, guint to)
{
  GArray *part = g_array_new (FALSE, FALSE, sizeof (guint32));

  return g_array_append_vals (part, &g_array_index (names, guint32, from), to - from);
}

/* Folds recursions that are deeper on one side, if that makes the matching better: a function may
 * have been inlined into itself, so levels are matched by what is in them.  Those that make it worse
 * are tried in halves. */
static gboolean
fold_recursions (Release *self, CyanMatchRun *best, const CyanTick *tick, GError **error)
{
  g_autoptr (GPtrArray) batches = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  guint limit = most_runs (self) > FEW_RUNS ? self->n_runs + MANY_FOLDS : FEW_RUNS;

  name_functions (self);
  for (guint side = 0; side < 2; side++)
    find_skipped (self, side);
  g_ptr_array_add (batches, cyan_match_uneven_recursions (self->functions, self->names->n));
  while (batches->len > 0 && self->n_runs < limit)
    {
      g_autoptr (GArray) names = g_ptr_array_steal_index (batches, batches->len - 1);
      CyanMatchRun run = { 0 };
      gboolean ok;

      if (names->len == 0)
        continue;
      fold (self, names, TRUE);
      ok = match_once (self, &run, tick, error);
      if (ok && run.score > best->score)
        {
          clear_run (best);
          *best = run;
          continue;
        }
      clear_run (&run);
      if (!ok)
        return FALSE;
      fold (self, names, FALSE);
      if (names->len > 1)
        {
          g_ptr_array_add (batches, copy_names (names, names->len / 2, names->len));
          g_ptr_array_add (batches, copy_names (names, 0, names->len / 2));
        }
    }
  return TRUE;
}

/* ---- unrelated programs ---- */

/* Whether so few nodes have partners that these may be coincidences. */
static gboolean
has_few_pairs (const Release *self, const CyanMatchRun *run)
{
  guint n_before = self->functions[0].profile->n_nodes;
  guint n_after = self->functions[1].profile->n_nodes;
  guint n = 0;

  for (CyanNode a = 1; a < n_before; a++)
    n += run->partner[0][a] != CYAN_NODE_NONE;
  return n < MIN (n_before, n_after) / FEW_PAIRS;
}

/* Only the search, on the trees as they are, if it matches more: with few edits, what is looked through
 * may merge what it had better not.  It is always taken for unrelated programs. */
static gboolean
compare_with_search (Release *self, CyanMatchRun *best, const CyanTick *tick, GError **error)
{
  Names names = save_names (self);
  CyanMatchRun run = { 0 };
  gboolean ok = TRUE;

  cyan_match_repair (self->functions, best);
  best->score = score_run (self, best);
  self->is_unrelated = has_few_pairs (self, best);
  self->is_plain = TRUE;
  for (guint side = 0; side < 2; side++)
    for (guint32 name = 0; name < self->names->n; name++)
      self->map[side][name] = name;
  if (self->is_unrelated || most_runs (self) > FEW_RUNS)
    ok = match_once (self, &run, tick, error);
  if (ok && run.partner[0] != NULL && (self->is_unrelated || run.score > best->score))
    {
      clear_run (best);
      *best = run;
    }
  else
    {
      clear_run (&run);
      self->is_plain = FALSE;
      restore_names (self, &names);
    }
  clear_names (&names);
  return ok;
}

/* ---- the result ---- */

/* Undoes pairs of which one function took the place of the other: they served to match callees.
 * Returns whether there are any. */
static gboolean
undo_replaced (Release *self, CyanMatchRun *run)
{
  const CyanProfile *before = self->functions[0].profile, *after = self->functions[1].profile;
  gboolean any = FALSE;

  for (guint side = 0; side < 2; side++)
    for (guint32 name = 0; name < self->names->n; name++)
      if (self->base_sides[self->map[side][name]] == 3)
        self->map[side][name] = name;
  name_functions (self);
  for (CyanNode a = 1; a < before->n_nodes; a++)
    {
      CyanNode b = run->partner[0][a];
      guint32 f, g;

      if (b == CYAN_NODE_NONE)
        continue;
      f = self->functions[0].name[before->function[a]];
      g = self->functions[1].name[after->function[b]];
      /* The search by context may have found a rename of its own. */
      if (f != g
          && (self->sides[f] == 3 || self->sides[g] == 3
              || !cyan_match_names_may_be_one (self->names, f, g)))
        {
          run->partner[0][a] = run->partner[1][b] = CYAN_NODE_NONE;
          any = TRUE;
        }
    }
  return any;
}

/* Two names of pairs of nodes, and the number of these pairs. */
typedef struct
{
  guint32 name[2];
  guint n;
} Couple;

static int
compare_couples (gconstpointer a, gconstpointer b)
{
  const Couple *x = a, *y = b;
  guint32 least[2] = { MIN (x->name[0], x->name[1]), MIN (y->name[0], y->name[1]) };
  guint32 most[2] = { MAX (x->name[0], x->name[1]), MAX (y->name[0], y->name[1]) };

  if (x->n != y->n)
    return x->n > y->n ? -1 : 1;
  if (least[0] != least[1])
    return least[0] < least[1] ? -1 : 1;
  return (most[0] > most[1]) - (most[0] < most[1]);
}

/* The nodes with each name of @side; free with g_free(). */
static guint32 *
count_nodes (const Release *self, guint side)
{
  const CyanProfile *profile = self->functions[side].profile;
  guint32 *n = g_new0 (guint32, self->names->n);

  for (CyanNode i = 0; i < profile->n_nodes; i++)
    n[self->base[side][profile->function[i]]]++;
  return n;
}

/* The names of before with the most frequent of their new names, by name; 0 or one more than it.
 * What the search found in few of their contexts is none. */
static guint32 *
choose_new_names (const Release *self, const CyanMatchRun *run)
{
  const CyanProfile *before = self->functions[0].profile, *after = self->functions[1].profile;
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GArray) couples = g_array_new (FALSE, FALSE, sizeof (Couple));
  g_autofree guint8 *is_taken = g_new0 (guint8, self->names->n);
  guint32 *new_name = g_new0 (guint32, self->names->n);
  guint32 *n_nodes[2];
  GHashTableIter iter;
  gpointer key, n;

  for (CyanNode a = 1; a < before->n_nodes; a++)
    if (run->partner[0][a] != CYAN_NODE_NONE)
      {
        guint32 f = self->base[0][before->function[a]];
        guint32 g = self->base[1][after->function[run->partner[0][a]]];
        guint64 couple = (guint64) f << 32 | g;

        if (f != g)
          g_hash_table_replace (
              counts, g_memdup2 (&couple, sizeof couple),
              GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (counts, &couple)) + 1));
      }
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &key, &n))
    {
      guint64 names = *(const guint64 *) key;
      const Couple couple = { { (guint32) (names >> 32), (guint32) names }, GPOINTER_TO_UINT (n) };

      g_array_append_val (couples, couple);
    }
  g_array_sort (couples, compare_couples);
  n_nodes[0] = count_nodes (self, 0);
  n_nodes[1] = count_nodes (self, 1);
  for (guint i = 0; i < couples->len; i++)
    {
      const Couple *couple = &g_array_index (couples, Couple, i);
      guint32 f = couple->name[0], g = couple->name[1];
      gboolean is_mapped = self->map[0][f] == self->map[1][g];

      if (new_name[f] != 0 || is_taken[g]
          || (!is_mapped
              && couple->n * 200.0 < LEAST_FOUND * ((double) n_nodes[0][f] + n_nodes[1][g])))
        continue;
      new_name[f] = g + 1;
      is_taken[g] = TRUE;
    }
  g_free (n_nodes[0]);
  g_free (n_nodes[1]);
  return new_name;
}

/* The search finds renames in one context.  Only the most frequent of a name stays. */
static gboolean
undo_other_names (const Release *self, CyanMatchRun *run)
{
  const CyanProfile *before = self->functions[0].profile, *after = self->functions[1].profile;
  g_autofree guint32 *new_name = choose_new_names (self, run);
  gboolean any = FALSE;

  for (CyanNode a = 1; a < before->n_nodes; a++)
    {
      CyanNode b = run->partner[0][a];
      guint32 f, g;

      if (b == CYAN_NODE_NONE)
        continue;
      f = self->base[0][before->function[a]];
      g = self->base[1][after->function[b]];
      if (f == g || new_name[f] == g + 1)
        continue;
      run->partner[0][a] = run->partner[1][b] = CYAN_NODE_NONE;
      any = TRUE;
    }
  return any;
}

/* Undoes the pairs of @side below unmatched nodes that a person says are not looked through. */
static gboolean
undo_hidden (const Release *self, guint side, CyanMatchRun *run)
{
  const CyanProfile *profile = self->functions[side].profile;
  g_autofree guint8 *is_hidden = g_new0 (guint8, profile->n_nodes);
  gboolean any = FALSE;

  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      CyanNode up = profile->parent[i], partner = run->partner[side][i];

      is_hidden[i] = run->partner[side][up] == CYAN_NODE_NONE
                     && (is_hidden[up]
                         || cyan_match_names_is_closed (self->names, side,
                                                        self->base[side][profile->function[up]]));
      if (!is_hidden[i] || partner == CYAN_NODE_NONE)
        continue;
      run->partner[side][i] = run->partner[!side][partner] = CYAN_NODE_NONE;
      any = TRUE;
    }
  return any;
}

static int
compare_renames (gconstpointer a, gconstpointer b)
{
  const CyanMatchRename *x = a, *y = b;

  if (x->before != y->before)
    return x->before < y->before ? -1 : 1;
  return (x->after > y->after) - (x->after < y->after);
}

static CyanMatchReason
reason_of (const Release *self, guint32 before, guint32 after)
{
  if (before == after)
    return CYAN_MATCH_BY_USER;
  return cyan_match_names_likely (self->names, before, after) > 0 ? CYAN_MATCH_BY_SOURCE
                                                                  : CYAN_MATCH_BY_CONTEXTS;
}

static void
list_renames (const Release *self, CyanMatching *matching)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  const CyanMatchOptions *options = self->options;

  for (CyanNode a = 1; a < matching->n_before; a++)
    {
      CyanNode b = matching->after_of[a];
      guint32 f = self->functions[0].profile->function[a], g;
      gint64 key;
      CyanMatchRename rename;

      if (b == CYAN_NODE_NONE)
        continue;
      g = self->functions[1].profile->function[b];
      rename.before = options->label[0] != NULL ? options->label[0][f]
                                                : self->functions[0].profile->functions[f].name;
      rename.after = options->label[1] != NULL ? options->label[1][g]
                                               : self->functions[1].profile->functions[g].name;
      if (rename.before == rename.after)
        continue;
      key = (gint64) ((guint64) rename.before << 32 | rename.after);
      if (g_hash_table_contains (known, &key))
        continue;
      g_hash_table_add (known, g_memdup2 (&key, sizeof key));
      rename.reason = reason_of (self, self->base[0][f], self->base[1][g]);
      g_array_append_val (matching->renames, rename);
    }
  g_array_sort (matching->renames, compare_renames);
}

static void
finish (Release *self, CyanMatchRun *run, CyanMatching *matching)
{
  const CyanMatchElection leaves = election (self);
  gboolean any_dropped, any_undone;

  if (!self->is_unrelated && self->options->effort != CYAN_MATCH_SEARCH)
    cyan_match_pair_leaves (&leaves, self->functions, run);
  any_dropped = cyan_match_repair (self->functions, run);
  any_undone = undo_replaced (self, run);
  any_undone |= undo_other_names (self, run);
  if (any_dropped || any_undone)
    cyan_match_complete (self->functions, run);
  for (gboolean again = self->options->claims != NULL; again;)
    {
      again = undo_hidden (self, 0, run);
      again |= undo_hidden (self, 1, run);
    }
  memcpy (matching->after_of, run->partner[0], matching->n_before * sizeof (CyanNode));
  matching->work += run->work;
  matching->bounded = run->bounded;
  list_renames (self, matching);
}

static void
init_release (Release *self,
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

static void
clear_release (Release *self)
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

gboolean
cyan_match_releases (CyanMatching *matching,
                     const CyanMatchNames *names,
                     const CyanProfile *before,
                     const CyanProfile *after,
                     const CyanMatchOptions *options,
                     const CyanTick *tick,
                     GError **error)
{
  Release self = { 0 };
  CyanMatchRun best = { 0 };
  CyanTick first = cyan_tick_slice (tick, 0.0, 0.6);
  CyanTick more = cyan_tick_slice (tick, 0.6, 1.0);
  gboolean ok;

  init_release (&self, names, before, after, options);
  self.is_plain = options->effort == CYAN_MATCH_SEARCH;
  ok = start (&self, &best, &first, error)
       && (options->effort != CYAN_MATCH_FULL
           || (improve (&self, &best, &matching->stopped, &more, error)
               && fold_recursions (&self, &best, &more, error)
               && compare_with_search (&self, &best, &more, error)));
  if (ok)
    finish (&self, &best, matching);
  clear_run (&best);
  clear_release (&self);
  return ok;
}
