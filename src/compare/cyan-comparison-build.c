/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes a comparison: one pool of strings, names, matching, merged tree, totals, functions, what
 * was moved, noise, masses, verdicts.
 *
 * Everything by node is a sweep over the merged tree's preorder arrays; the one array that does
 * not stay is the sum of masses in double precision.
 */
#include "cyan-comparison.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "cyan-comparability.h"
#include "cyan-function-pairs.h"
#include "cyan-name-align.h"
#include "cyan-noise.h"
#include "cyan-profile-builder.h"
#include "cyan-verdicts.h"

/* What a node would have cost on the side that lacks it: the sum over its children in the merged
 * tree. */
static gboolean
fill_imputed (CyanComparison *self, const CyanTick *tick, GError **error)
{
  const CyanMergedTree *tree = self->tree;

  self->imputed = g_new0 (double, self->n_nodes);
  for (CyanNode i = self->n_nodes; i-- > 1;)
    {
      CyanNode up = tree->parent[i];

      if (i % CYAN_TICK_STRIDE == 0
          && !cyan_tick (tick, 1 - (double) i / self->n_nodes, "Comparing", error))
        return FALSE;
      if (tree->before[up] == CYAN_NODE_NONE)
        self->imputed[up] += cyan_comparison_before_total (self, i);
      else if (tree->after[up] == CYAN_NODE_NONE)
        self->imputed[up] += cyan_comparison_after_total (self, i);
    }
  return TRUE;
}

/* ALGORITHMS: signed self-delta mass.  Where noise is known, what is spread so thinly below a node
 * that only its total changed significantly counts for that node, so that the mass of a caller is
 * never less than what it surely changed. */
static gboolean
fill_masses (CyanComparison *self,
             CyanDirection direction,
             float **mass,
             const CyanTick *tick,
             GError **error)
{
  g_autofree double *sum = g_new0 (double, self->n_nodes);

  *mass = g_new (float, self->n_nodes);
  for (CyanNode i = self->n_nodes; i-- > 0;)
    {
      if (i % CYAN_TICK_STRIDE == 0
          && !cyan_tick (tick, 1 - (double) i / self->n_nodes, "Comparing", error))
        return FALSE;
      sum[i] += cyan_noise_gain (self, i, direction);
      sum[i] = MAX (sum[i], cyan_noise_total_gain (self, i, direction));
      (*mass)[i] = (float) MIN (sum[i], (double) FLT_MAX);
      if (i > 0)
        sum[self->tree->parent[i]] += sum[i];
    }
  return TRUE;
}

static gboolean
calls_known (const CyanProfile *profile)
{
  return cyan_profile_has_calls (profile) || profile->n_nodes == 1;
}

static gboolean
match_and_merge (CyanComparison *self, const CyanTick *tick, GError **error)
{
  const CyanMatchOptions options = { self->method,
                                     self->strict,
                                     { self->before_metric, self->after_metric },
                                     { self->label[0], self->label[1] } };
  g_autoptr (CyanMatching) matching = NULL;
  CyanTick matches = cyan_tick_slice (tick, 0.0, 0.5);
  CyanTick merges = cyan_tick_slice (tick, 0.5, 0.7);

  matching = cyan_match (self->before, self->after, &options, &matches, error);
  if (matching == NULL)
    return FALSE;
  self->bounded = matching->bounded;
  self->tree = cyan_merged_tree_new (self->before, self->after, matching, &merges, error);
  if (self->tree == NULL)
    return FALSE;
  self->n_nodes = self->tree->n_nodes;
  return TRUE;
}

static gboolean
find_moves (CyanComparison *self, const CyanTick *tick, GError **error)
{
  const CyanMovesInput input = { { self->before, self->after },
                                 { self->before_metric, self->after_metric },
                                 { self->label[0], self->label[1] },
                                 self->tree,
                                 self->not_seen };

  self->moves = cyan_moves_find (&input, tick, error);
  return self->moves != NULL;
}

static gboolean
measure (CyanComparison *self,
         const CyanRuns *before,
         const CyanRuns *after,
         guint *n_common,
         const CyanTick *tick,
         GError **error)
{
  CyanTick totals = cyan_tick_slice (tick, 0.7, 0.75);
  CyanTick pairs = cyan_tick_slice (tick, 0.75, 0.8);
  CyanTick moves = cyan_tick_slice (tick, 0.8, 0.85);
  CyanTick noise = cyan_tick_slice (tick, 0.85, 0.9);
  CyanTick slower = cyan_tick_slice (tick, 0.9, 0.95);
  CyanTick faster = cyan_tick_slice (tick, 0.95, 0.99);
  CyanTick verdicts = cyan_tick_slice (tick, 0.99, 1.0);

  if (!fill_imputed (self, &totals, error)
      || !cyan_function_pairs_fill (self, n_common, &pairs, error))
    return FALSE;
  self->not_seen = g_new0 (guint8, self->n_nodes);
  if (!self->single)
    {
      cyan_noise_mark_not_seen (self, before, after);
      if (!find_moves (self, &moves, error)
          || !cyan_noise_measure (self, before, after, &noise, error))
        return FALSE;
    }
  return fill_masses (self, CYAN_DIRECTION_SLOWER, &self->slower_mass, &slower, error)
         && fill_masses (self, CYAN_DIRECTION_FASTER, &self->faster_mass, &faster, error)
         && cyan_verdicts_fill (self, &verdicts, error);
}

/* Of one sample of the mean of several runs. */
static double
period_of (const CyanRuns *runs, const CyanCompareOptions *options)
{
  double period = cyan_noise_period (runs->mean, runs->metric);

  return period > 0 && options->sample_period > 0 && runs->metric == 0
             ? options->sample_period / runs->n_runs
             : period;
}

static gboolean
label_functions (CyanComparison *self, CyanNameRules *rules, GError **error)
{
  g_autoptr (CyanNameRules) built_in = rules == NULL ? cyan_name_rules_new (TRUE) : NULL;
  const CyanNameRules *names = rules != NULL ? rules : built_in;
  const CyanFunctions functions[2] = { cyan_profile_functions (self->before),
                                       cyan_profile_functions (self->after) };
  guint n_aligned = 0;

  for (guint side = 0; side < 2; side++)
    {
      self->label[side] = cyan_name_rules_labels (names, side, &functions[side], error);
      if (self->label[side] == NULL)
        return FALSE;
    }
  if (cyan_name_rules_normalise (names))
    n_aligned = cyan_name_align (functions, self->label);
  if (n_aligned > 0)
    g_ptr_array_add (
        self->warnings,
        g_strdup_printf ("the two recorders write names in different ways: %u functions "
                         "are compared by what both say of them",
                         n_aligned));
  return TRUE;
}

static CyanComparison *
new_from_runs (const CyanRuns *before,
               const CyanRuns *after,
               gboolean single,
               const CyanCompareOptions *options)
{
  CyanComparison *self = g_new0 (CyanComparison, 1);
  const CyanRuns *const sides[2] = { before, after };

  cyan_ref_count_init (&self->refs);
  self->before = cyan_profile_ref (before->mean);
  self->after = cyan_profile_ref (after->mean);
  self->before_metric = before->metric;
  self->after_metric = after->metric;
  self->method = options->method;
  self->strict = options->strict;
  self->single = single;
  self->threshold = options->threshold;
  self->alpha = options->alpha;
  self->warnings = g_ptr_array_new_with_free_func (g_free);
  self->before_run = self->before->metrics[before->metric].total[CYAN_NODE_ROOT];
  self->after_run = self->after->metrics[after->metric].total[CYAN_NODE_ROOT];
  self->before_period = period_of (before, options);
  self->after_period = period_of (after, options);
  self->same_unit =
      strcmp (self->before->metrics[before->metric].unit, self->after->metrics[after->metric].unit)
      == 0;
  self->has_calls = calls_known (self->before) && calls_known (self->after);
  self->unordered = self->before->unordered || self->after->unordered;
  for (guint side = 0; side < 2; side++)
    {
      self->n_runs[side] = sides[side]->n_runs;
      self->runs[side] = g_memdup2 (sides[side]->run, sides[side]->n_runs * sizeof (double));
    }
  return self;
}

static CyanComparison *
compare (const CyanRuns *before,
         const CyanRuns *after,
         gboolean single,
         const CyanCompareOptions *options,
         const CyanTick *tick,
         GError **error)
{
  g_autoptr (CyanComparison) self = NULL;
  guint n_common = 0;

  cyan_profile_adopt_strings (after->mean, before->mean->strings);
  self = new_from_runs (before, after, single, options);
  if (!label_functions (self, options->names, error) || !match_and_merge (self, tick, error)
      || !measure (self, before, after, &n_common, tick, error))
    return NULL;
  cyan_comparability_warn (self, n_common);
  return g_steal_pointer (&self);
}

CyanComparison *
cyan_comparison_new_runs (CyanRuns *before,
                          CyanRuns *after,
                          const CyanCompareOptions *options,
                          const CyanTick *tick,
                          GError **error)
{
  return compare (before, after, FALSE, options, tick, error);
}

CyanComparison *
cyan_comparison_new (CyanProfile *before,
                     CyanProfile *after,
                     const CyanCompareOptions *options,
                     const CyanTick *tick,
                     GError **error)
{
  g_autoptr (CyanRuns) befores =
      cyan_runs_new (&before, 1, options->metric, "before", NULL, tick, error);
  g_autoptr (CyanRuns) afters =
      befores != NULL ? cyan_runs_new (&after, 1, options->metric, "after", NULL, tick, error)
                      : NULL;

  return afters != NULL ? compare (befores, afters, FALSE, options, tick, error) : NULL;
}

CyanComparison *
cyan_comparison_new_single (CyanProfile *profile,
                            const CyanCompareOptions *options,
                            const CyanTick *tick,
                            GError **error)
{
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (profile->strings, 0);
  g_autoptr (CyanProfile) nothing = NULL;
  g_autoptr (CyanRuns) befores = NULL;
  g_autoptr (CyanRuns) afters =
      cyan_runs_new (&profile, 1, options->metric, "the recording", NULL, tick, error);

  if (afters == NULL)
    return NULL;
  for (guint m = 0; m < profile->n_metrics; m++)
    cyan_profile_builder_metric (builder, profile->metrics[m].name, profile->metrics[m].unit);
  nothing = cyan_profile_builder_finish (builder);
  befores = cyan_runs_new (&nothing, 1, options->metric, "before", NULL, tick, error);
  return befores != NULL ? compare (befores, afters, TRUE, options, tick, error) : NULL;
}
