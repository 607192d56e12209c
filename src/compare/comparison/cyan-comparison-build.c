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
#include "cyan-worker.h"

/*
 * ---- verdicts ----
 *
 * They are computed once, since each needs a search among the estimates, and pictures and reports
 * need many.  A byte holds a CyanVerdict for each basis, VERDICT_BITS each from the lowest bit on,
 * and above them whether only the share changed.
 */

#define VERDICT_BITS 3
#define VERDICT_MASK ((1 << VERDICT_BITS) - 1)
#define SHARE_ONLY   (1 << (2 * VERDICT_BITS))

G_STATIC_ASSERT (CYAN_VERDICT_REMOVED <= VERDICT_MASK);
G_STATIC_ASSERT (SHARE_ONLY <= G_MAXUINT8);

/* A sweep over the nodes, with the next estimate of each basis. */
typedef struct
{
  const CyanComparison *comparison;
  guint next[2];
} Sweep;

/* If noise is known, a value that is too small for a test may be noise too. */
static gboolean
may_be_noise (Sweep *sweep, CyanNode node, CyanBasis basis)
{
  const CyanComparison *comparison = sweep->comparison;
  const CyanEstimates *estimates = &comparison->noise.totals[basis];
  guint *next = &sweep->next[basis];

  if (cyan_noise_counts_all (&comparison->noise))
    return FALSE;
  while (*next < estimates->n && estimates->at[*next].number < node)
    ++*next;
  return *next == estimates->n || estimates->at[*next].number != node
         || estimates->at[*next].q > comparison->noise.alpha;
}

/* The verdict of a node that both sides have, with these totals. */
static CyanVerdict
verdict_of (Sweep *sweep, CyanNode node, CyanBasis basis, const double total[2])
{
  const CyanComparison *comparison = sweep->comparison;
  double change = cyan_compared_change (&comparison->compared, total, basis);
  double unproved =
      cyan_compared_unproved (&comparison->compared, node, basis,
                              change > 0 ? CYAN_DIRECTION_SLOWER : CYAN_DIRECTION_FASTER);

  if (change == 0 || fabs (change) - unproved < comparison->threshold
      || may_be_noise (sweep, node, basis))
    return CYAN_VERDICT_UNCHANGED;
  return change > 0 ? CYAN_VERDICT_SLOWER : CYAN_VERDICT_FASTER;
}

static guint8
pack (CyanVerdict of_share, CyanVerdict of_value, gboolean share_only)
{
  return (guint8) (of_share << (CYAN_BASIS_SHARE * VERDICT_BITS)
                   | of_value << (CYAN_BASIS_ABSOLUTE * VERDICT_BITS)
                   | (share_only ? SHARE_ONLY : 0));
}

static guint8
verdicts_of (Sweep *sweep, CyanNode node)
{
  const CyanCompared *compared = &sweep->comparison->compared;
  CyanVerdict of_share, of_value;
  gboolean share_only;
  const double total[2] = { cyan_compared_total (compared, 0, node),
                            cyan_compared_total (compared, 1, node) };
  double change[2];

  if (!cyan_compared_is_pair (compared, node))
    {
      CyanVerdict one_sided = cyan_compared_is_unseen (compared, node) ? CYAN_VERDICT_UNCHANGED
                              : compared->tree->before[node] == CYAN_NODE_NONE
                                  ? CYAN_VERDICT_ADDED
                                  : CYAN_VERDICT_REMOVED;

      return pack (one_sided, one_sided, FALSE);
    }
  if (cyan_compared_is_cold (compared, node))
    return pack (CYAN_VERDICT_UNCHANGED, CYAN_VERDICT_UNCHANGED, FALSE);
  cyan_compared_change_interval (compared, node, CYAN_BASIS_ABSOLUTE, change);
  of_share = verdict_of (sweep, node, CYAN_BASIS_SHARE, total);
  of_value = verdict_of (sweep, node, CYAN_BASIS_ABSOLUTE, total);
  share_only = compared->same_unit
               && ((of_share == CYAN_VERDICT_SLOWER && change[1] <= 0)
                   || (of_share == CYAN_VERDICT_FASTER && change[0] >= 0));
  return pack (share_only ? CYAN_VERDICT_UNCHANGED : of_share, of_value, share_only);
}

/* All other fields must be filled already. */
static gboolean
fill_verdicts (CyanComparison *self, const CyanTick *tick, GError **error)
{
  Sweep sweep = { self, { 0, 0 } };

  /* Zero means unchanged, which all nodes of a single profile stay. */
  self->verdicts = g_new0 (guint8, self->compared.n_nodes);
  for (CyanNode i = 0; i < self->compared.n_nodes && !self->compared.single; i++)
    {
      if (!cyan_tick_step (tick, i, self->compared.n_nodes, N_ ("Comparing"), error))
        return FALSE;
      self->verdicts[i] = verdicts_of (&sweep, i);
    }
  return TRUE;
}

CyanVerdict
cyan_comparison_verdict (const CyanComparison *self, CyanNode node, CyanBasis basis)
{
  g_assert (node < self->compared.n_nodes);
  return (CyanVerdict) (self->verdicts[node] >> (basis * VERDICT_BITS) & VERDICT_MASK);
}

gboolean
cyan_comparison_share_only (const CyanComparison *self, CyanNode node, CyanBasis basis)
{
  g_assert (node < self->compared.n_nodes);
  return basis == CYAN_BASIS_SHARE && (self->verdicts[node] & SHARE_ONLY) != 0;
}

/* ---- deltas ---- */

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
      if (!cyan_tick_step (tick, compared->n_nodes - i, compared->n_nodes, N_ ("Comparing"), error))
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

/* Finds how the totals differ over the hosts of each side. */
static gboolean
find_spreads (CyanComparison *self, const CyanTick *tick, GError **error)
{
  for (guint side = 0; side < 2; side++)
    {
      const CyanRuns *runs = self->runs[side];

      if (runs->hosts == NULL)
        continue;
      self->spreads[side] =
          cyan_host_spreads_new (runs->hosts, runs->mean, runs->metric, tick, error);
      if (self->spreads[side] == NULL)
        return FALSE;
    }
  return TRUE;
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
  CyanTick laying = cyan_tick_slice (tick, 0.0, 0.85);
  CyanTick noise = cyan_tick_slice (tick, 0.85, 0.9);
  CyanTick spreads = cyan_tick_slice (tick, 0.9, 0.92);
  CyanTick deltas = cyan_tick_slice (tick, 0.92, 0.99);
  CyanTick verdicts = cyan_tick_slice (tick, 0.99, 1.0);
  g_autoptr (CyanComparison) self = g_new0 (CyanComparison, 1);

  g_assert (options->threshold >= 0);
  g_assert (options->alpha >= 0 && options->alpha <= 1);
  cyan_ref_count_init (&self->refs);
  self->runs[0] = cyan_runs_ref (before);
  self->runs[1] = cyan_runs_ref (after);
  self->threshold = options->threshold;
  if (!cyan_compared_init (&self->compared, runs, single, options, &laying, error)
      || !cyan_noise_init (&self->noise, &self->compared, runs, options->alpha, &noise, error)
      || !find_spreads (self, &spreads, error) || !sum_deltas (self, &deltas, error)
      || !fill_verdicts (self, &verdicts, error))
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
