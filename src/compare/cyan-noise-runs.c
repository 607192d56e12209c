/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Noise with several runs a side: the variance between runs.
 *
 * The values of one run at a time are summed over the tree, and only the tested ones are kept.  So
 * memory grows with the number of tests, not with nodes times runs.
 */
#include "cyan-noise-private.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-number.h"

/* Variances are shrunk towards those of this many tests of about the same mean: a fifth of all. */
#define WINDOW_MOST  200
#define WINDOW_LEAST 20

/* The weight of a test in a run's drift is half of the maximum at this multiple of the log offset.
 */
#define HALF_WEIGHT 200.0

/* Fraction of all positive values that count as indistinguishable from 0 in an exact recording. */
#define RESOLUTION_QUANTILE 0.001

/* Values sampled to find that quantile. */
#define RESOLUTION_VALUES 65536

/* Rounding errors of logs. */
#define ROUNDING 1e-9

typedef struct
{
  const CyanCompared *compared;
  const CyanRuns *const *runs; /* [2] */
  double offset[2];            /* added before taking the log, in each side's unit */
} Runs;

static double
resolution (const CyanProfile *profile, guint metric)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));
  guint stride = profile->n_nodes / RESOLUTION_VALUES + 1;

  for (guint i = 0; i < profile->n_nodes; i += stride)
    if (profile->metrics[metric].self[i] > 0)
      g_array_append_val (values, profile->metrics[metric].self[i]);
  if (values->len == 0)
    return 1;
  g_array_sort (values, cyan_compare_doubles);
  return g_array_index (values, double, (guint) (values->len * RESOLUTION_QUANTILE));
}

/* Half a sample of one run; for exact recordings half of the resolution. */
static double
offset_of (const CyanComparedSide *side)
{
  double period = side->period * side->n_runs;

  return 0.5 * (period > 0 ? period : resolution (side->profile, side->metric));
}

void
cyan_noise_offsets (const CyanCompared *compared, double offset[2])
{
  for (guint side = 0; side < 2; side++)
    offset[side] = offset_of (&compared->side[side]);
  if (compared->same_unit)
    offset[0] = offset[1] = MAX (offset[0], offset[1]);
}

/* Computes one run's totals by node of the side's tree. */
static void
roll_up (const CyanProfile *tree, const float *own, double *total)
{
  for (guint i = 0; i < tree->n_nodes; i++)
    total[i] = own[i];
  for (guint i = tree->n_nodes; i-- > 1;)
    total[tree->parent[i]] += total[i];
}

static void
sum_functions (const CyanCompared *compared, guint side, const float *own, double *sum)
{
  memset (sum, 0, compared->pairs->n_functions * sizeof (double));
  for (CyanNode i = 0; i < compared->n_nodes; i++)
    {
      CyanNode node = cyan_compared_node (compared, side, i);

      if (node != CYAN_NODE_NONE)
        sum[cyan_compared_function (compared, i)] += own[node];
    }
}

/* Collects the tested values in the order of their family: y[test * n_runs + run]. */
static gboolean
take_values (const Runs *self,
             CyanNoiseSubject subject,
             const CyanNoiseTested *tested,
             guint side,
             double *values,
             const CyanTick *tick,
             GError **error)
{
  const CyanRuns *runs = self->runs[side];
  const CyanCompared *compared = self->compared;
  guint n = subject == CYAN_NOISE_FUNCTIONS ? compared->pairs->n_functions : runs->mean->n_nodes;
  g_autofree double *by_number = g_new (double, n);
  g_autofree guint32 *at = g_new (guint32, tested->n + 1);

  for (guint i = 0; i < tested->n; i++)
    {
      CyanNode ends[2];

      at[i] = tested->numbers[i];
      if (subject == CYAN_NOISE_FUNCTIONS)
        continue;
      cyan_noise_ends (compared, tested->numbers[i], &ends[0], &ends[1]);
      at[i] = ends[side];
    }
  for (guint r = 0; r < runs->n_runs; r++)
    {
      const float *own = runs->self[r];

      if (!cyan_tick (tick, (side + (double) r / runs->n_runs) / 2, N_ ("Comparing"), error))
        return FALSE;
      if (subject == CYAN_NOISE_TOTALS)
        roll_up (runs->mean, own, by_number);
      else if (subject == CYAN_NOISE_FUNCTIONS)
        sum_functions (compared, side, own, by_number);
      for (guint i = 0; i < tested->n; i++)
        {
          double value = subject == CYAN_NOISE_SELVES ? own[at[i]] : by_number[at[i]];

          values[(gsize) i * runs->n_runs + r] = MAX (value, 0.0);
        }
    }
  return TRUE;
}

void
cyan_noise_test_family (CyanFamily *family, const double *size, CyanTest *tests)
{
  guint n = family->n_tests;
  g_autofree double *weight = g_new (double, n + 1);
  double drift;

  for (guint i = 0; i < n; i++)
    weight[i] = size[i] / (size[i] + HALF_WEIGHT);
  drift = cyan_take_out_drift (family, weight);
  cyan_moderated_t (family, CYAN_NOISE_BAND + drift, CLAMP (n / 5, WINDOW_LEAST, WINDOW_MOST),
                    tests, NULL);
  for (guint i = 0; i < n; i++)
    tests[i].half = hypot (tests[i].half, drift);
}

static void
test_family (const Runs *self,
             CyanBasis basis,
             const CyanNoiseTested *tested,
             double *const values[2],
             CyanEstimates *estimates)
{
  const CyanCompared *compared = self->compared;
  const double one[2] = { 1, 1 };
  const double totals[2] = { compared->side[0].total, compared->side[1].total };
  const double *scale = basis == CYAN_BASIS_SHARE ? totals : one;
  CyanFamily family = { tested->n,
                        { self->runs[0]->n_runs, self->runs[1]->n_runs },
                        { NULL, NULL } };
  g_autofree double *size = g_new (double, tested->n + 1);
  g_autofree CyanTest *tests = g_new (CyanTest, tested->n + 1);

  for (guint side = 0; side < 2; side++)
    {
      guint n = family.n_runs[side];

      family.y[side] = g_new (double, (gsize) tested->n *n + 1);
      for (guint i = 0; i < tested->n; i++)
        for (guint r = 0; r < n; r++)
          {
            gsize k = (gsize) i * n + r;
            double y = log (values[side][k] + self->offset[side]);

            if (basis == CYAN_BASIS_SHARE && self->runs[side]->totals[r] > 0)
              y -= log (self->runs[side]->totals[r]);
            family.y[side][k] = y;
          }
    }
  for (guint i = 0; i < tested->n; i++)
    size[i] = 0.5 * (tested->value[0][i] / self->offset[0] + tested->value[1][i] / self->offset[1]);
  cyan_noise_test_family (&family, size, tests);
  cyan_adjust_p_values (tests, tested->n);
  cyan_noise_write_estimates (tested, tests, scale, estimates);
  g_free (family.y[0]);
  g_free (family.y[1]);
}

/* Tests each basis that is meaningful: shares of totals, and absolute values if the units agree. */
static gboolean
test_subject (const Runs *self,
              CyanNoiseSubject subject,
              CyanEstimates *share,
              CyanEstimates *absolute,
              const CyanTick *tick,
              GError **error)
{
  g_autoptr (CyanNoiseTested) tested = cyan_noise_choose (self->compared, subject);
  double *values[2];
  gboolean ok = TRUE;

  for (guint side = 0; side < 2; side++)
    values[side] = g_new (double, (gsize) tested->n * self->runs[side]->n_runs + 1);
  for (guint side = 0; side < 2 && ok; side++)
    ok = take_values (self, subject, tested, side, values[side], tick, error);
  if (ok && share != NULL)
    test_family (self, CYAN_BASIS_SHARE, tested, values, share);
  if (ok && absolute != NULL)
    test_family (self, CYAN_BASIS_ABSOLUTE, tested, values, absolute);
  g_free (values[0]);
  g_free (values[1]);
  return ok;
}

gboolean
cyan_noise_measure_runs (CyanNoise *self,
                         const CyanCompared *compared,
                         const CyanRuns *const runs[2],
                         const CyanTick *tick,
                         GError **error)
{
  Runs all = { compared, runs, { 0, 0 } };
  CyanTick totals = cyan_tick_slice (tick, 0, 0.5);
  CyanTick selves = cyan_tick_slice (tick, 0.5, 0.7);
  CyanTick functions = cyan_tick_slice (tick, 0.7, 1);
  gboolean same = compared->same_unit;

  cyan_noise_offsets (compared, all.offset);
  return test_subject (&all, CYAN_NOISE_TOTALS, &self->totals[CYAN_BASIS_SHARE],
                       same ? &self->totals[CYAN_BASIS_ABSOLUTE] : NULL, &totals, error)
         && test_subject (&all, CYAN_NOISE_SELVES, same ? NULL : &self->selves,
                          same ? &self->selves : NULL, &selves, error)
         && test_subject (&all, CYAN_NOISE_FUNCTIONS, same ? NULL : &self->functions,
                          same ? &self->functions : NULL, &functions, error);
}

/* ---- the total ---- */

static double
variance_of_logs (const double *values, guint n, double *mean)
{
  double sum = 0;

  *mean = 0;
  for (guint i = 0; i < n; i++)
    *mean += log (values[i]) / n;
  for (guint i = 0; i < n; i++)
    sum += (log (values[i]) - *mean) * (log (values[i]) - *mean);
  return sum;
}

gboolean
cyan_noise_test_total (const CyanNoise *self, const CyanCompared *compared, CyanEstimate *estimate)
{
  double mean[2], sum = 0, difference, error, half, df;

  estimate->number = CYAN_NODE_ROOT;
  if (self->kind != CYAN_NOISE_RUNS)
    return FALSE;
  for (guint side = 0; side < 2; side++)
    {
      for (guint r = 0; r < compared->side[side].n_runs; r++)
        if (!(compared->side[side].run_totals[r] > 0)
            || !isfinite (compared->side[side].run_totals[r]))
          return FALSE;
      sum += variance_of_logs (compared->side[side].run_totals, compared->side[side].n_runs,
                               &mean[side]);
    }
  df = (double) compared->side[0].n_runs + compared->side[1].n_runs - 2;
  difference = mean[1] - mean[0];
  error = sqrt (sum / df * (1.0 / compared->side[0].n_runs + 1.0 / compared->side[1].n_runs));
  if (error <= ROUNDING)
    {
      half = 0;
      estimate->q = fabs (difference) <= ROUNDING ? 1 : 0;
    }
  else
    {
      half = gsl_cdf_tdist_Qinv (0.025, df) * error;
      estimate->q = (float) (2 * gsl_cdf_tdist_Q (fabs (difference) / error, df));
    }
  estimate->ratio = cyan_single (exp (difference));
  estimate->low = cyan_single (exp (difference - half));
  estimate->high = cyan_single (exp (difference + half));
  return TRUE;
}
