/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes a comparison: merges the trees, then computes noise, deltas, verdicts and warnings.
 */
#include "cyan-comparison.h"

#include <math.h>
#include <string.h>

#include "cyan-assert.h"
#include "cyan-comparability.h"
#include "cyan-i18n.h"
#include "cyan-profile-builder.h"
#include "cyan-verdicts.h"
#include "cyan-worker.h"

static gboolean
sum_changes (const CyanComparison *self,
             CyanBasis basis,
             CyanDirection direction,
             double *sum,
             const CyanTick *tick,
             GError **error)
{
  const CyanCompared *compared = &self->compared;

  memset (sum, 0, compared->n_nodes * sizeof *sum);
  for (CyanNode i = compared->n_nodes; i-- > 0;)
    {
      if (i % CYAN_TICK_STRIDE == 0
          && !cyan_tick (tick, 1 - (double) i / compared->n_nodes, N_ ("Comparing"), error))
        return FALSE;
      sum[i] += cyan_noise_gain_in (&self->noise, compared, i, basis, direction);
      sum[i] = MAX (sum[i], cyan_noise_total_gain_in (&self->noise, compared, i, basis, direction));
      if (i > 0)
        sum[compared->tree->parent[i]] += sum[i];
    }
  return TRUE;
}

void
cyan_comparison_sum_changes (const CyanComparison *self,
                             CyanBasis basis,
                             CyanDirection direction,
                             double *sum)
{
  sum_changes (self, basis, direction, sum, NULL, NULL);
  g_assert (!(sum[CYAN_NODE_ROOT] < 0));
}

/* Deltas of one direction. */
typedef struct
{
  const CyanComparison *comparison;
  CyanDirection direction;
  float **delta;
  const CyanTick *tick;
} Deltas;

/* A CyanWorkFunc. */
static gboolean
sum_self_deltas (gpointer data, GError **error)
{
  const Deltas *self = data;
  guint n = self->comparison->compared.n_nodes;
  g_autofree double *sum = g_new (double, n);

  if (!sum_changes (self->comparison, CYAN_BASIS_ABSOLUTE, self->direction, sum, self->tick, error))
    return FALSE;
  *self->delta = g_new (float, n);
  for (CyanNode i = 0; i < n; i++)
    (*self->delta)[i] = cyan_single (sum[i]);
  return TRUE;
}

static gboolean
sum_deltas (CyanComparison *self, const CyanTick *tick, GError **error)
{
  Deltas slower = { self, CYAN_DIRECTION_SLOWER, &self->slower_delta, tick };
  Deltas faster = { self, CYAN_DIRECTION_FASTER, &self->faster_delta, NULL };
  gpointer const both[] = { &slower, &faster };

  return cyan_workers_run ("deltas", sum_self_deltas, both, 2, error);
}

static CyanComparison *
compare (CyanRuns *before,
         CyanRuns *after,
         gboolean single,
         const CyanCompareOptions *options,
         const CyanTick *tick,
         GError **error)
{
  const CyanRuns *const runs[2] = { before, after };
  const CyanComparedOptions compared = {
    options->method, options->strict, single,          options->sample_period, options->threshold,
    options->alpha,  options->names,  options->claims, options->evidence,
  };
  CyanTick laying = cyan_tick_slice (tick, 0.0, 0.85);
  CyanTick noise = cyan_tick_slice (tick, 0.85, 0.9);
  CyanTick deltas = cyan_tick_slice (tick, 0.9, 0.99);
  CyanTick verdicts = cyan_tick_slice (tick, 0.99, 1.0);
  g_autoptr (CyanComparison) self = g_new0 (CyanComparison, 1);

  g_assert (options->threshold >= 0);
  g_assert (options->alpha >= 0 && options->alpha <= 1);
  cyan_ref_count_init (&self->refs);
  self->runs[0] = cyan_runs_ref (before);
  self->runs[1] = cyan_runs_ref (after);
  self->threshold = options->threshold;
  if (!cyan_compared_init (&self->compared, runs, &compared, &laying, error)
      || !cyan_noise_init (&self->noise, &self->compared, runs, options->alpha, &noise, error)
      || !sum_deltas (self, &deltas, error) || !cyan_verdicts_fill (self, &verdicts, error))
    return NULL;
  self->warnings = cyan_comparability_warnings (self, &self->doubt);
  g_assert (!single || self->compared.n_nodes == after->mean->n_nodes);
  cyan_assert_valid (cyan_comparison_check, self);
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
      cyan_runs_new (&before, 1, options->metric, N_ ("before"), NULL, tick, error);
  g_autoptr (CyanRuns) afters =
      befores != NULL ? cyan_runs_new (&after, 1, options->metric, N_ ("after"), NULL, tick, error)
                      : NULL;

  return afters != NULL ? compare (befores, afters, FALSE, options, tick, error) : NULL;
}

CyanComparison *
cyan_comparison_new_single (CyanProfile *profile,
                            const CyanCompareOptions *options,
                            const CyanTick *tick,
                            GError **error)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  g_autoptr (CyanProfile) nothing = NULL;
  g_autoptr (CyanRuns) befores = NULL;
  g_autoptr (CyanRuns) afters =
      cyan_runs_new (&profile, 1, options->metric, N_ ("the recording"), NULL, tick, error);

  if (afters == NULL)
    return NULL;
  for (guint m = 0; m < profile->n_metrics; m++)
    cyan_profile_builder_metric (builder, profile->metrics[m].name, profile->metrics[m].unit);
  nothing = cyan_profile_builder_finish (builder);
  befores = cyan_runs_new (&nothing, 1, options->metric, N_ ("before"), NULL, tick, error);
  return befores != NULL ? compare (befores, afters, TRUE, options, tick, error) : NULL;
}
