/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Merges two profiles: one pool of strings, names, matching, merged tree, totals, functions, moves.
 */
#include "cyan-compared-private.h"

#include <math.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-sample-period.h"
#include "cyan-profile-names.h"

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
                 const CyanComparedOptions *asked,
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

      if (i % CYAN_TICK_STRIDE == 0
          && !cyan_tick (tick, 1 - (double) i / self->n_nodes, N_ ("Comparing"), error))
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

static gboolean
calls_known (const CyanProfile *profile)
{
  return cyan_profile_has_calls (profile) || profile->n_nodes == 1;
}

/* T of a metric.  If values are negative, the sum of their magnitudes: increases and decreases would
 * cancel out, and each be more than all. */
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
  self->found_period = cyan_sample_period (runs->mean, runs->metric);
  self->period = self->found_period;
  if (self->found_period > 0 && sample_period > 0 && runs->metric == 0)
    self->period = sample_period / runs->n_runs;
  self->run_totals = g_memdup2 (runs->totals, runs->n_runs * sizeof (double));
}

gboolean
cyan_compared_init (CyanCompared *self,
                    const CyanRuns *const runs[2],
                    const CyanComparedOptions *options,
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
                          .single = options->single,
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
  self->has_calls = calls_known (self->side[0].profile) && calls_known (self->side[1].profile);

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
  unseen = cyan_unseen_find (self, runs, options->alpha);
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
      const CyanFunctionPair *pair = &self->pairs->at[number];
      CyanNode own = cyan_compared_node (self, s, node);

      if (own != CYAN_NODE_NONE
          && self->side[s].profile->function[own] != (s == 0 ? pair->before : pair->after))
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
      if (cyan_compared_is_unseen (self, i) && before != CYAN_NODE_NONE && after != CYAN_NODE_NONE)
        return fail (error, "seen on both sides: node", i);
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
  double value[2] = { 0, 0 };

  g_assert (node < self->n_nodes);
  for (guint s = 0; s < 2; s++)
    {
      CyanNode own = cyan_compared_node (self, s, node);

      if (own != CYAN_NODE_NONE)
        value[s] = cyan_compared_metric (self, s)->self[own] * cyan_compared_factor (self, s);
    }
  return value[1] - value[0];
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
      const CyanFunctionPair *pair = &self->pairs->at[p];
      guint32 function = side == 0 ? pair->before : pair->after;

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
  const double *own = cyan_compared_metric (self, side)->self;
  double *values = g_new0 (double, self->pairs->n_functions);

  if (self->side[side].profile->flat != NULL)
    {
      add_flat (self, side, values);
      return values;
    }
  for (CyanNode i = 0; i < self->n_nodes; i++)
    {
      CyanNode node = cyan_compared_node (self, side, i);

      if (node != CYAN_NODE_NONE)
        values[cyan_compared_function (self, i)] += own[node];
    }
  return values;
}
