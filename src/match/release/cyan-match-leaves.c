/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Renamed functions that call nothing.
 *
 * No pairs lie below them that could vote.  So their contexts vote: two names, one that only before
 * has and one that only after has, are one function if they occur below the same pairs.
 */
#include "cyan-match-release.h"

#include <math.h>
#include <string.h>

#define MAX_NAMES   16  /* of one context on each side */
#define MIN_SHARE   0.6 /* of the contexts of both names that have both */
#define MIN_SHARED  3   /* contexts */
#define MIN_CALLERS 2   /* functions that these contexts are of */
#define MIN_TEXT    0.7 /* similarity of the names, if contexts or callers are fewer */
#define MIN_LEAD    1.1 /* factor over the second best */

/* A leaf in a context. */
typedef struct
{
  CyanNode context; /* its nearest paired ancestor, as a node of before */
  guint32 name;
  CyanNode node;
} Leaf;

/* Two names with contexts in common. */
typedef struct
{
  guint32 name[2];
  guint32 n, n_callers;
  guint32 caller; /* the function of the last context */
  double total[2];
  double rate[2]; /* calls a call of the contexts, summed over them; NAN: not known */
} Couple;

typedef struct
{
  const CyanMatchFunctions *functions;
  const CyanMatchElection *election;
  CyanMatchRun *run;
  GArray *leaves[2];   /* of Leaf, by context and name */
  guint32 *n_contexts; /* by name */
  GArray *couples;     /* of Couple, by names */
} Leaves;

static int
compare_leaves (gconstpointer a, gconstpointer b)
{
  const Leaf *x = a, *y = b;

  if (x->context != y->context)
    return x->context < y->context ? -1 : 1;
  if (x->name != y->name)
    return x->name < y->name ? -1 : 1;
  return (x->node > y->node) - (x->node < y->node);
}

guint8 *
cyan_match_mark_hidden (const CyanMatchNames *names,
                        const CyanProfile *profile,
                        const guint32 *name_of,
                        const CyanNode *partner,
                        guint side)
{
  guint8 *is_hidden = g_new0 (guint8, profile->n_nodes);

  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      CyanNode up = profile->parent[i];

      is_hidden[i] =
          partner[up] == CYAN_NODE_NONE
          && (is_hidden[up]
              || cyan_match_names_is_closed (names, side, name_of[profile->function[up]]));
    }
  return is_hidden;
}

/* Whether the function of @node may be a renamed one, and that node has no partner. */
static gboolean
is_candidate (const Leaves *self, guint side, CyanNode node)
{
  const CyanMatchFunctions *functions = &self->functions[side];
  guint32 name = functions->name[functions->profile->function[node]];

  return self->election->sides[name] == 1 << side && !self->election->is_inner[name]
         && self->run->partner[side][node] == CYAN_NODE_NONE;
}

static gboolean
has_candidates (const Leaves *self, guint side)
{
  for (CyanNode i = 1; i < self->functions[side].profile->n_nodes; i++)
    if (is_candidate (self, side, i))
      return TRUE;
  return FALSE;
}

static void
list_leaves (Leaves *self, guint side)
{
  const CyanMatchFunctions *functions = &self->functions[side];
  const CyanProfile *profile = functions->profile;
  const CyanNode *partner = self->run->partner[side];
  g_autofree CyanNode *above = cyan_match_paired_above (profile, partner);
  g_autofree guint8 *is_hidden =
      cyan_match_mark_hidden (self->election->names, profile, functions->name, partner, side);

  for (CyanNode i = 1; i < profile->n_nodes; i++)
    if (is_candidate (self, side, i) && !is_hidden[i])
      {
        const Leaf leaf = { side == 0 ? above[i] : partner[above[i]],
                            functions->name[profile->function[i]], i };

        g_array_append_val (self->leaves[side], leaf);
      }
  g_array_sort (self->leaves[side], compare_leaves);
}

/* The leaves of one context, as a part of the list. */
typedef struct
{
  const Leaf *at;
  guint n;
} Context;

/* The next context from *@at on. */
static Context
next_context (const Leaves *self, guint side, guint *at)
{
  const GArray *leaves = self->leaves[side];
  Context context = { &g_array_index (leaves, Leaf, *at), 0 };

  for (; *at < leaves->len && g_array_index (leaves, Leaf, *at).context == context.at->context;
       ++*at)
    context.n++;
  return context;
}

/* Goes to the next context that both sides have.  FALSE after the last. */
static gboolean
next_shared (const Leaves *self, guint at[2], Context context[2])
{
  while (at[0] < self->leaves[0]->len && at[1] < self->leaves[1]->len)
    {
      CyanNode x = g_array_index (self->leaves[0], Leaf, at[0]).context;
      CyanNode y = g_array_index (self->leaves[1], Leaf, at[1]).context;

      if (x <= y)
        context[0] = next_context (self, 0, &at[0]);
      if (y <= x)
        context[1] = next_context (self, 1, &at[1]);
      if (x == y)
        return TRUE;
    }
  return FALSE;
}

/* The index after the leaves of one name. */
static guint
name_end (const Context *context, guint at)
{
  guint32 name = context->at[at].name;

  while (at < context->n && context->at[at].name == name)
    at++;
  return at;
}

static guint
count_names (const Context *context)
{
  guint n = 0;

  for (guint i = 0; i < context->n; i = name_end (context, i))
    n++;
  return n;
}

static double
sum_totals (const Leaves *self, guint side, const Context *context, guint from, guint to)
{
  double sum = 0;

  for (guint i = from; i < to; i++)
    sum += self->functions[side].total[context->at[i].node];
  return sum * self->run->per_total[side];
}

/* Calls of the leaves for each call of their context; NAN if they are not known. */
static double
call_rate (const Leaves *self, guint side, const Context *context, guint from, guint to)
{
  const CyanProfile *profile = self->functions[side].profile;
  CyanNode up = context->at->context;
  guint64 above = cyan_profile_calls (profile, side == 0 ? up : self->run->partner[0][up]);
  double sum = 0;

  for (guint i = from; i < to; i++)
    {
      guint64 calls = cyan_profile_calls (profile, context->at[i].node);

      sum += calls == CYAN_CALLS_UNKNOWN ? (double) NAN : (double) calls;
    }
  return above == CYAN_CALLS_UNKNOWN || above == 0 ? (double) NAN : sum / (double) above;
}

static void
add_couples (Leaves *self, const Context context[2])
{
  const CyanProfile *before = self->functions[0].profile;
  guint32 caller = self->functions[0].name[before->function[context[0].at->context]];

  if (count_names (&context[0]) > MAX_NAMES || count_names (&context[1]) > MAX_NAMES)
    return;
  for (guint i = 0, i_end; i < context[0].n; i = i_end)
    {
      i_end = name_end (&context[0], i);
      for (guint j = 0, j_end; j < context[1].n; j = j_end)
        {
          Couple couple = {
            { context[0].at[i].name, context[1].at[j].name }, 1, 1, caller, { 0 }, { 0 }
          };

          j_end = name_end (&context[1], j);
          couple.total[0] = sum_totals (self, 0, &context[0], i, i_end);
          couple.total[1] = sum_totals (self, 1, &context[1], j, j_end);
          couple.rate[0] = call_rate (self, 0, &context[0], i, i_end);
          couple.rate[1] = call_rate (self, 1, &context[1], j, j_end);
          g_array_append_val (self->couples, couple);
        }
    }
}

static int
compare_couples (gconstpointer a, gconstpointer b)
{
  const Couple *x = a, *y = b;

  for (guint side = 0; side < 2; side++)
    if (x->name[side] != y->name[side])
      return x->name[side] < y->name[side] ? -1 : 1;
  return (x->caller > y->caller) - (x->caller < y->caller);
}

/* Adds up the couples of equal names. */
static void
merge_couples (GArray *couples)
{
  guint n = 0;

  g_array_sort (couples, compare_couples);
  for (guint i = 0; i < couples->len; i++)
    {
      const Couple couple = g_array_index (couples, Couple, i);
      Couple *last = n > 0 ? &g_array_index (couples, Couple, n - 1) : NULL;

      if (last == NULL || last->name[0] != couple.name[0] || last->name[1] != couple.name[1])
        {
          g_array_index (couples, Couple, n++) = couple;
          continue;
        }
      last->n++;
      last->n_callers += last->caller != couple.caller;
      last->caller = couple.caller;
      for (guint side = 0; side < 2; side++)
        {
          last->total[side] += couple.total[side];
          last->rate[side] += couple.rate[side];
        }
    }
  g_array_set_size (couples, n);
}

/* How well two names fit, 0...1; 0 if there is too little evidence. */
static double
fit (const Leaves *self, const Couple *couple)
{
  double share =
      2.0 * couple->n / (self->n_contexts[couple->name[0]] + self->n_contexts[couple->name[1]]);
  double most = MAX (couple->total[0], couple->total[1]);
  double least_rate = MIN (couple->rate[0], couple->rate[1]);
  double most_rate = MAX (couple->rate[0], couple->rate[1]);
  double ratio = most > 0 ? MIN (couple->total[0], couple->total[1]) / most : 1.0;

  /* A comparison with NAN is false. */
  if (share < MIN_SHARE || least_rate < CYAN_MATCH_MIN_RATE_RATIO * most_rate
      || self->election->least_share (self->election->data, couple->name[0], couple->name[1]) > 100)
    return 0;
  if ((couple->n < MIN_SHARED || couple->n_callers < MIN_CALLERS)
      && (self->election->names->is_sampled
          || cyan_match_names_similarity (self->election->names, couple->name[0], couple->name[1])
                 < MIN_TEXT)
      && cyan_match_names_source_similarity (self->election->names, couple->name[0],
                                             couple->name[1])
             == 0)
    return 0;
  return share * (0.5 + 0.5 * ratio);
}

/* By name of before: the name of after that is the same function, or G_MAXUINT32. */
static guint32 *
choose (const Leaves *self)
{
  g_autofree CyanMatchBest *best = g_new0 (CyanMatchBest, self->election->n_names);
  guint32 *chosen = cyan_match_new_unmatched (self->election->n_names);

  for (guint i = 0; i < self->couples->len; i++)
    {
      const Couple *couple = &g_array_index (self->couples, Couple, i);
      double value = fit (self, couple);

      if (value == 0)
        continue;
      cyan_match_best_note (&best[couple->name[0]], value, couple->name[1]);
      cyan_match_best_note (&best[couple->name[1]], value, couple->name[0]);
    }
  for (guint32 name = 0; name < self->election->n_names; name++)
    {
      const CyanMatchBest *x = &best[name], *y = &best[x->other];

      if (x->best > 0 && self->election->sides[name] == 1 && y->other == name
          && x->best >= MIN_LEAD * MAX (x->next, y->next))
        chosen[name] = x->other;
    }
  return chosen;
}

/* Pairs the leaves of two names in one context, in their order. */
static void
pair_context (Leaves *self, const Context context[2], const guint32 *chosen)
{
  for (guint i = 0, i_end; i < context[0].n; i = i_end)
    {
      guint32 other = chosen[context[0].at[i].name];
      guint j = 0;

      i_end = name_end (&context[0], i);
      while (other != G_MAXUINT32 && j < context[1].n && context[1].at[j].name != other)
        j++;
      for (guint k = i;
           other != G_MAXUINT32 && k < i_end && j < context[1].n && context[1].at[j].name == other;
           k++, j++)
        cyan_match_run_pair (self->run, context[0].at[k].node, context[1].at[j].node);
    }
}

void
cyan_match_pair_leaves (const CyanMatchElection *election,
                        const CyanMatchFunctions *functions,
                        CyanMatchRun *run)
{
  Leaves self = { .functions = functions, .election = election, .run = run };
  Context context[2];
  guint at[2] = { 0, 0 };
  g_autofree guint32 *chosen = NULL;

  if (!has_candidates (&self, 0) || !has_candidates (&self, 1))
    return;
  self.n_contexts = g_new0 (guint32, election->n_names);
  self.couples = g_array_new (FALSE, FALSE, sizeof (Couple));
  for (guint side = 0; side < 2; side++)
    {
      self.leaves[side] = g_array_new (FALSE, FALSE, sizeof (Leaf));
      list_leaves (&self, side);
      for (guint i = 0; i < self.leaves[side]->len; i++)
        {
          const Leaf *leaf = &g_array_index (self.leaves[side], Leaf, i);

          if (i == 0 || leaf->context != leaf[-1].context || leaf->name != leaf[-1].name)
            self.n_contexts[leaf->name]++;
        }
    }
  while (next_shared (&self, at, context))
    add_couples (&self, context);
  merge_couples (self.couples);
  chosen = choose (&self);
  at[0] = at[1] = 0;
  while (next_shared (&self, at, context))
    pair_context (&self, context, chosen);
  for (guint side = 0; side < 2; side++)
    g_array_unref (self.leaves[side]);
  g_array_unref (self.couples);
  g_free (self.n_contexts);
}
