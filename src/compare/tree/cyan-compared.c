/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Merges two profiles: one pool of strings, names, matching, merged tree, totals, functions, moves,
 * and which one-sided nodes sampling may have missed on the other side.
 */
#include "cyan-compared-private.h"

#include <math.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-name-runtime.h"
#include "cyan-number.h"
#include "cyan-profile-names.h"
#include "cyan-sample-period.h"

/*
 * ---- nodes that sampling may have missed ----
 *
 * With several runs a side, a node that is in only some of them is never added or removed.
 */

/* As a fraction of T: smaller contexts of a tree that was inferred from a call graph are guesses.
 */
#define GUESSED 1e-3

/* Data for deciding whether nodes of one side may be missing on the other by chance. */
typedef struct
{
  const CyanNode *has; /* by merged node */
  const CyanNode *lacks;
  const double *total; /* by node of the side that has it */
  gboolean doubtful;   /* the side that lacks it was sampled */
  double guessed;      /* smaller totals may be missing since the tree was inferred; 0 if it was
                            * not */
  const GArray *calls; /* if it was: who calls whom on the side that lacks it: guint64, ascending */
  double log_miss;     /* ln of the chance that the other run missed one unit of total */
  const guint8 *irregular; /* by node of the side that has it: nonzero if a run lacks it; NULL with
                            * one run */
  double log_alpha;        /* ln of the probability that counts as no chance, for one of all
                            * tests */
  guint shift;             /* bit position of this side's result during the sweep */
} OneSided;

/* For each side, during the sweep: the result for the nearest one-sided ancestor. */
enum
{
  OUTSIDE = 0, /* no one-sided node below the nearest matched ancestor */
  BY_CHANCE = 1,
  FOR_SURE = 2,
  MASK = 3,
};

/* ln of the probability that the other side missed one unit of total.  If the same program ran
 * twice, a sample of the node falls on this side with probability q = n / (n + n'), where n and n'
 * are the samples of both runs; all of x samples do with probability q^x.  The same holds for equal
 * absolute time instead of equal share.  The larger probability counts, since it is the more
 * careful one.  If this side is exact, the samples of the other side are Poisson distributed: there
 * are none with probability e^-expected. */
double
cyan_unseen_log_miss (const CyanCompared *self, guint side)
{
  const CyanComparedSide *own = &self->side[side], *other = &self->side[!side];
  double n_own, n_other, by_share, by_time;

  if (own->total <= 0 || other->total <= 0 || other->period <= 0)
    return 0;
  n_other = other->total / other->period;
  if (own->period <= 0)
    {
      by_share = -n_other / own->total;
      by_time = -1 / other->period;
    }
  else
    {
      n_own = own->total / own->period;
      by_share = log (n_own / (n_own + n_other)) / own->period;
      by_time = log (other->period / (own->period + other->period)) / own->period;
    }
  return self->same_unit ? MAX (by_share, by_time) : by_share;
}

static gboolean
is_one_sided (const OneSided *side, CyanNode node)
{
  return side->has[node] != CYAN_NODE_NONE && side->lacks[node] == CYAN_NODE_NONE;
}

/* The result of a node's parent, unless the parent is in both trees. */
static guint
inherited (const CyanCompared *self, const guint8 *results, const OneSided *side, CyanNode node)
{
  if (node == CYAN_NODE_ROOT)
    return OUTSIDE;
  return ((guint) results[self->tree->parent[node]] >> side->shift) & MASK;
}

static guint64
call_at (const CyanCompared *self, CyanNode node)
{
  return (guint64) cyan_compared_function (self, self->tree->parent[node]) << 32
         | cyan_compared_function (self, node);
}

/* The calls of the tree of @side, if that was inferred; else NULL. */
static GArray *
find_calls (const CyanCompared *self, guint side)
{
  GArray *calls;

  if (self->side[side].profile->recording != CYAN_RECORDING_INFERRED)
    return NULL;
  calls = g_array_new (FALSE, FALSE, sizeof (guint64));
  for (CyanNode node = 1; node < self->n_nodes; node++)
    if (cyan_compared_node (self, side, node) != CYAN_NODE_NONE)
      {
        guint64 call = call_at (self, node);

        g_array_append_val (calls, call);
      }
  g_array_sort (calls, cyan_compare_uint64);
  return calls;
}

/* Whether the call graph that the other tree was inferred from may have lost this context.  A
 * function that does not occur there at all cannot have been lost; one that has the same caller
 * there was. */
static gboolean
is_guess (const CyanCompared *self, const OneSided *side, CyanNode node)
{
  const CyanFunctionPair *pair = &self->pairs->at[self->pairs->of_node[node]];
  guint64 call = call_at (self, node);

  return pair->before != G_MAXUINT32 && pair->after != G_MAXUINT32
         && (side->total[side->has[node]] < side->guessed
             || (side->calls != NULL
                 && g_array_binary_search ((GArray *) (gpointer) side->calls, &call,
                                           cyan_compare_uint64, NULL)));
}

static gboolean
is_environment (const CyanCompared *self, const OneSided *side, CyanNode node)
{
  const CyanProfile *profile = self->side[side->shift / 2].profile;
  const CyanFunction *function = cyan_profile_function (profile, side->has[node]);

  return cyan_name_is_environment (cyan_strings_get (profile->strings, function->name),
                                   cyan_strings_get (profile->strings, function->file));
}

static guint
judge (const CyanCompared *self, const OneSided *side, CyanNode node, guint above)
{
  /* Functions of the environment come and go from run to run. */
  if (is_environment (self, side, node))
    return BY_CHANCE;
  /* The callees of a new node are new too, and those of a missed node were missed with it. */
  if (above != OUTSIDE && !(side->guessed > 0 && !is_guess (self, side, node)))
    return above;
  if (side->irregular != NULL && side->irregular[side->has[node]])
    return BY_CHANCE;
  if (!side->doubtful)
    return is_guess (self, side, node) ? BY_CHANCE : FOR_SURE;
  return side->total[side->has[node]] * side->log_miss < side->log_alpha ? FOR_SURE : BY_CHANCE;
}

/* Counts the topmost one-sided nodes of the doubtful sides: each is one test. */
static guint
count_tests (const CyanCompared *self, guint8 *results, const OneSided sides[2])
{
  guint n = 0;

  for (CyanNode i = 1; i < self->n_nodes; i++)
    {
      guint bits = 0;

      for (guint s = 0; s < 2; s++)
        if (is_one_sided (&sides[s], i))
          {
            n += sides[s].doubtful && inherited (self, results, &sides[s], i) == OUTSIDE;
            bits |= (guint) FOR_SURE << sides[s].shift;
          }
        else if (is_one_sided (&sides[1 - s], i))
          bits |= inherited (self, results, &sides[s], i) << sides[s].shift;
      results[i] = (guint8) bits;
    }
  return n;
}

/* By node of the mean: whether a run lacks it or has a total of 0 there.  NULL with one run. */
static guint8 *
find_irregular (const CyanRuns *runs)
{
  const CyanProfile *mean = runs->mean;
  g_autofree double *total = NULL;
  guint8 *irregular;

  if (runs->n_runs == 1)
    return NULL;
  total = g_new (double, mean->n_nodes);
  irregular = g_new0 (guint8, mean->n_nodes);
  for (guint r = 0; r < runs->n_runs; r++)
    {
      for (guint i = 0; i < mean->n_nodes; i++)
        total[i] = fabs ((double) runs->self[r][i]);
      for (guint i = mean->n_nodes; i-- > 1;)
        total[mean->parent[i]] += total[i];
      for (guint i = 0; i < mean->n_nodes; i++)
        irregular[i] |= total[i] == 0;
    }
  return irregular;
}

static OneSided
look_from (const CyanCompared *self, guint side, const guint8 *irregular, const GArray *calls)
{
  const CyanComparedSide *own = &self->side[side], *other = &self->side[!side];

  return (OneSided){
    .has = side == 0 ? self->tree->before : self->tree->after,
    .lacks = side == 0 ? self->tree->after : self->tree->before,
    .total = cyan_compared_metric (self, side)->total,
    .doubtful = other->period > 0,
    .log_miss = cyan_unseen_log_miss (self, side),
    .guessed =
        other->profile->recording == CYAN_RECORDING_INFERRED ? GUESSED * MAX (own->total, 0) : 0,
    .calls = calls,
    .irregular = irregular,
    .shift = 2 * side,
  };
}

/* By node: whether chance or an inferred tree may explain that a side lacks it; see
 * docs/blueprint.md, "Not seen is not removed".  Chance explains a node if its probability is above
 * @alpha, 0...1.  Free with g_free(). */
static guint8 *
find_unseen (const CyanCompared *self, const CyanRuns *const runs[2], double alpha)
{
  guint8 *results = g_new0 (guint8, self->n_nodes);
  g_autofree guint8 *irregular_before = find_irregular (runs[0]);
  g_autofree guint8 *irregular_after = find_irregular (runs[1]);
  g_autoptr (GArray) calls_before = find_calls (self, 0), calls_after = find_calls (self, 1);
  OneSided sides[2] = { look_from (self, 0, irregular_before, calls_after),
                        look_from (self, 1, irregular_after, calls_before) };

  if (!sides[0].doubtful && !sides[1].doubtful && !(sides[0].guessed > 0) && !(sides[1].guessed > 0)
      && irregular_before == NULL && irregular_after == NULL)
    return results;

  sides[0].log_alpha = sides[1].log_alpha =
      log (alpha / MAX (count_tests (self, results, sides), 1));
  for (CyanNode i = 1; i < self->n_nodes; i++)
    {
      guint bits = 0;

      for (guint s = 0; s < 2; s++)
        {
          guint above = inherited (self, results, &sides[s], i);

          if (is_one_sided (&sides[s], i))
            bits |= judge (self, &sides[s], i, above) << sides[s].shift;
          else if (is_one_sided (&sides[1 - s], i))
            bits |= above << sides[s].shift;
        }
      results[i] = (guint8) bits;
    }
  for (CyanNode i = 0; i < self->n_nodes; i++)
    results[i] = (is_one_sided (&sides[0], i) && (results[i] & MASK) == BY_CHANCE)
                 || (is_one_sided (&sides[1], i) && (results[i] >> 2 & MASK) == BY_CHANCE);
  return results;
}

/* ---- all of it ---- */

static gboolean
label_functions (CyanCompared *self, const CyanNameRules *rules, GError **error)
{
  const CyanProfile *const profiles[2] = { self->side[0].profile, self->side[1].profile };
  CyanStr *labels[2];
  gboolean ok = cyan_profile_labels (profiles, rules, labels, &self->n_aligned, error);

  for (guint s = 0; s < 2; s++)
    self->side[s].label = labels[s];
  return ok;
}

static gboolean
match_and_merge (CyanCompared *self,
                 const CyanCompareOptions *asked,
                 const CyanTick *tick,
                 GError **error)
{
  const CyanMatchOptions options = { self->method,
                                     self->strict,
                                     { self->side[0].metric, self->side[1].metric },
                                     { self->side[0].label, self->side[1].label },
                                     asked->claims,
                                     asked->evidence };
  const CyanProfile *before = self->side[0].profile, *after = self->side[1].profile;
  g_autoptr (CyanMatching) matching = NULL;
  CyanTick matches = cyan_tick_slice (tick, 0.0, 0.7);
  CyanTick merges = cyan_tick_slice (tick, 0.7, 1.0);

  matching = cyan_match (before, after, &options, &matches, error);
  if (matching == NULL)
    return FALSE;
  cyan_missing_unpair (matching, before, after);
  self->bounded = matching->bounded;
  self->stopped = matching->stopped;
  self->in_files = asked->evidence != NULL && asked->evidence->in_files;
  self->renames = g_array_ref (matching->renames);
  self->tree = cyan_merged_tree_new (before, after, matching, &merges, error);
  if (self->tree == NULL)
    return FALSE;
  self->n_nodes = self->tree->n_nodes;
  cyan_compared_take_doubts (self, matching);
  return TRUE;
}

/* Computes the total of a node on the side that lacks it: the sum over its children in the merged
 * tree. */
static gboolean
fill_imputed (CyanCompared *self, const CyanTick *tick, GError **error)
{
  self->imputed = g_new0 (double, self->n_nodes);
  for (CyanNode i = self->n_nodes; i-- > 1;)
    {
      CyanNode up = self->tree->parent[i];

      if (!cyan_tick_step (tick, self->n_nodes - i, self->n_nodes, N_ ("Comparing"), error))
        return FALSE;
      for (guint s = 0; s < 2; s++)
        if (cyan_compared_node (self, s, up) == CYAN_NODE_NONE)
          self->imputed[up] += cyan_compared_total (self, s, i);
    }
  return TRUE;
}

static void
keep_unseen (CyanCompared *self, const guint8 *unseen)
{
  for (CyanNode i = 0; i < self->n_nodes; i++)
    if (unseen[i])
      self->unseen[i / 8] |= (guint8) (1 << i % 8);
}

static gboolean
find_moves (CyanCompared *self, const guint8 *unseen, const CyanTick *tick, GError **error)
{
  const CyanMovesInput input = { { self->side[0].profile, self->side[1].profile },
                                 { self->side[0].metric, self->side[1].metric },
                                 { self->side[0].label, self->side[1].label },
                                 self->tree,
                                 unseen };

  self->moves = cyan_moves_find (&input, tick, error);
  return self->moves != NULL;
}

/* T of a metric.  If values are negative, the sum of their magnitudes: increases and decreases
 * would cancel out, and each be more than all. */
static double
whole_of (const CyanMetric *metric, guint n_nodes)
{
  gboolean is_negative = FALSE;
  double sum = 0;

  for (CyanNode i = 0; i < n_nodes; i++)
    {
      is_negative |= metric->self[i] < 0;
      sum += fabs (metric->self[i]);
    }
  return is_negative ? sum : metric->total[CYAN_NODE_ROOT];
}

static void
init_side (CyanComparedSide *self, const CyanRuns *runs, double sample_period)
{
  self->metric = runs->metric;
  self->sum = runs->mean->metrics[runs->metric].total[CYAN_NODE_ROOT];
  self->total = whole_of (&runs->mean->metrics[runs->metric], runs->mean->n_nodes);
  self->n_runs = runs->n_runs;
  self->are_hosts = cyan_runs_are_hosts (runs);
  self->found_period = cyan_sample_period (runs->mean, runs->metric);
  self->period = self->found_period;
  if (self->found_period > 0 && sample_period > 0 && runs->metric == 0)
    self->period = sample_period / runs->n_runs;
  self->run_totals = g_memdup2 (runs->totals, runs->n_runs * sizeof (double));
}

gboolean
cyan_compared_init (CyanCompared *self,
                    const CyanRuns *const runs[2],
                    gboolean single,
                    const CyanCompareOptions *options,
                    const CyanTick *tick,
                    GError **error)
{
  CyanTick matching = cyan_tick_slice (tick, 0.0, 0.82);
  CyanTick totals = cyan_tick_slice (tick, 0.82, 0.88);
  CyanTick pairs = cyan_tick_slice (tick, 0.88, 0.94);
  CyanTick moves = cyan_tick_slice (tick, 0.94, 1.0);
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autofree guint8 *unseen = NULL;

  *self = (CyanCompared){ .method = options->method,
                          .strict = options->strict,
                          .single = single,
                          .visits = options->visits,
                          .claims = cyan_name_claims_copy (options->claims) };
  for (guint s = 0; s < 2; s++)
    {
      /* If both sides are one profile, they still share it. */
      self->side[s].profile = runs[s]->mean == runs[0]->mean && s > 0
                                  ? cyan_profile_ref (self->side[0].profile)
                                  : cyan_profile_with_normal_names (runs[s]->mean, strings);
      init_side (&self->side[s], runs[s], options->sample_period);
      self->unordered |= self->side[s].profile->unordered;
    }
  g_assert (self->side[0].profile->strings == self->side[1].profile->strings);
  self->same_unit =
      strcmp (cyan_compared_metric (self, 0)->unit, cyan_compared_metric (self, 1)->unit) == 0;
  self->has_calls = cyan_compared_knows_calls (self->side[0].profile)
                    && cyan_compared_knows_calls (self->side[1].profile);

  if (!label_functions (self, options->names, error)
      || !match_and_merge (self, options, &matching, error) || !fill_imputed (self, &totals, error))
    return FALSE;
  self->pairs = cyan_function_pairs_new (
      (CyanProfile *[]){ self->side[0].profile, self->side[1].profile },
      (CyanStr *[]){ self->side[0].label, self->side[1].label }, self->tree, &pairs, error);
  if (self->pairs == NULL)
    return FALSE;
  cyan_missing_fill (self);
  self->unseen = g_new0 (guint8, self->n_nodes / 8 + 1);
  if (self->single)
    return TRUE;
  unseen = find_unseen (self, runs, options->alpha);
  if (cyan_compared_is_pruned (self))
    cyan_missing_mark_unseen (self, options->threshold, unseen);
  keep_unseen (self, unseen);
  return find_moves (self, unseen, &moves, error);
}

void
cyan_compared_clear (CyanCompared *self)
{
  g_clear_pointer (&self->tree, cyan_merged_tree_free);
  g_clear_pointer (&self->pairs, cyan_function_pairs_free);
  g_clear_pointer (&self->moves, cyan_moves_free);
  g_clear_pointer (&self->joins, g_array_unref);
  g_clear_pointer (&self->uncertain, g_array_unref);
  g_clear_pointer (&self->renames, g_array_unref);
  g_clear_pointer (&self->claims, g_ptr_array_unref);
  g_clear_pointer (&self->imputed, g_free);
  g_clear_pointer (&self->unseen, g_free);
  g_clear_pointer (&self->below_unseen, g_free);
  for (guint s = 0; s < 2; s++)
    {
      g_clear_pointer (&self->missing[s], g_free);
      g_clear_pointer (&self->side[s].label, g_free);
      g_clear_pointer (&self->side[s].run_totals, g_free);
      g_clear_pointer (&self->side[s].profile, cyan_profile_unref);
    }
}

static gboolean
fail (GError **error, const char *what, guint number)
{
  return cyan_fail (error, CYAN_ERROR_INVALID, "comparison: %s %u", what, number);
}

/* A pair must name the function of each side that has the node. */
static gboolean
check_pair (const CyanCompared *self, CyanNode node, GError **error)
{
  guint32 number = self->pairs->of_node[node];

  if (number >= self->pairs->n || self->pairs->function[number] >= self->pairs->n_functions)
    return fail (error, "no pair of functions for node", node);
  for (guint s = 0; s < 2; s++)
    {
      CyanNode own = cyan_compared_node (self, s, node);

      if (own != CYAN_NODE_NONE
          && self->side[s].profile->function[own]
                 != cyan_function_pair_of (&self->pairs->at[number], s))
        return fail (error, "the pair has another function than node", node);
    }
  return TRUE;
}

gboolean
cyan_compared_check (const CyanCompared *self, GError **error)
{
  for (CyanNode i = 0; i < self->n_nodes; i++)
    {
      CyanNode before = self->tree->before[i], after = self->tree->after[i];

      if (before == CYAN_NODE_NONE && after == CYAN_NODE_NONE)
        return fail (error, "no side has node", i);
      if ((before != CYAN_NODE_NONE && before >= self->side[0].profile->n_nodes)
          || (after != CYAN_NODE_NONE && after >= self->side[1].profile->n_nodes))
        return fail (error, "out of its profile: node", i);
      if (cyan_compared_is_unseen (self, i) && cyan_compared_is_pair (self, i))
        return fail (error, "seen on both sides: node", i);
      if (cyan_compared_is_uncertain (self, i) && !cyan_compared_is_pair (self, i))
        return fail (error, "uncertain, but no pair: node", i);
      if (!check_pair (self, i, error))
        return FALSE;
    }
  return self->moves == NULL || cyan_moves_check (self->moves, self->tree, error);
}

double
cyan_compared_factor (const CyanCompared *self, guint side)
{
  g_assert (side < G_N_ELEMENTS (self->side));
  if (self->same_unit)
    return 1;
  return self->side[side].total > 0 ? 1 / self->side[side].total : 0;
}

double
cyan_compared_self_difference (const CyanCompared *self, CyanNode node)
{
  g_assert (node < self->n_nodes);
  return cyan_compared_self (self, 1, node) * cyan_compared_factor (self, 1)
         - cyan_compared_self (self, 0, node) * cyan_compared_factor (self, 0);
}

CyanNode *
cyan_compared_merged (const CyanCompared *self, guint side)
{
  CyanNode *merged = g_new (CyanNode, self->side[side].profile->n_nodes);

  for (CyanNode i = 0; i < self->n_nodes; i++)
    if (cyan_compared_node (self, side, i) != CYAN_NODE_NONE)
      merged[cyan_compared_node (self, side, i)] = i;
  return merged;
}

/* Adds the flat profile; a function that has no context in the tree has no number. */
static void
add_flat (const CyanCompared *self, guint side, double *values)
{
  const CyanFlatProfile *flat = self->side[side].profile->flat;
  const double *own = flat->self[self->side[side].metric];
  g_autofree guint8 *is_added = g_new0 (guint8, flat->n_functions);

  for (guint32 p = 0; p < self->pairs->n; p++)
    {
      guint32 function = cyan_function_pair_of (&self->pairs->at[p], side);

      if (function == G_MAXUINT32 || is_added[function])
        continue;
      is_added[function] = TRUE;
      values[self->pairs->function[p]] += own[function];
    }
}

double *
cyan_compared_function_values (const CyanCompared *self, guint side)
{
  g_assert (side < G_N_ELEMENTS (self->side));
  double *values = g_new0 (double, self->pairs->n_functions);

  if (self->side[side].profile->flat != NULL)
    {
      add_flat (self, side, values);
      return values;
    }
  for (CyanNode i = 0; i < self->n_nodes; i++)
    values[cyan_compared_function (self, i)] += cyan_compared_self (self, side, i);
  return values;
}
