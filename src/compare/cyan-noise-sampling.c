/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Noise with one run a side, at least one of which is sampled: a test of sample counts.
 *
 * Shares are tested given both totals.  Whole runs of one program differ in speed, which cannot be
 * distinguished from change.  So absolute values have to differ by more than that.
 */
#include "cyan-noise-private.h"

#include <float.h>
#include <math.h>

/* log (1.2): the largest difference between repeated runs of one program in the recordings with
 * perf, pprof and V8 of docs/noise.md. */
#define DRIFT_BAND 0.1823215567939546

/* An exact recording counts as one with very many samples. */
#define EXACT_SAMPLES 1e12

typedef struct
{
  double period[2]; /* of a sample of the sum of all runs of a side, in the unit of its mean */
  double totals[2];
} Sampling;

/* By test: samples, and the exposure: the run's samples, or units of time. */
static CyanCounts *
count (const Sampling *self, const CyanNoiseTested *tested, CyanBasis basis)
{
  CyanCounts *counts = g_new (CyanCounts, tested->n + 1);

  for (guint i = 0; i < tested->n; i++)
    for (guint side = 0; side < 2; side++)
      {
        double whole = basis == CYAN_BASIS_SHARE ? self->totals[side] : 1;

        counts[i].count[side] = tested->value[side][i] / self->period[side];
        /* Above 0 whatever the file says that a period is. */
        counts[i].whole[side] = MAX (whole / self->period[side], DBL_MIN);
      }
  return counts;
}

static void
test_counts (const Sampling *self,
             const CyanNoiseTested *tested,
             CyanBasis basis,
             double scatter,
             CyanEstimates *estimates)
{
  const double one[2] = { 1, 1 };
  gboolean share = basis == CYAN_BASIS_SHARE;
  g_autofree CyanCounts *counts = count (self, tested, basis);
  g_autofree CyanTest *tests = g_new (CyanTest, tested->n + 1);

  for (guint i = 0; i < tested->n; i++)
    {
      cyan_test_rates (&counts[i], share, scatter, share ? CYAN_NOISE_BAND : DRIFT_BAND, &tests[i]);
      if (!share)
        tests[i].half = hypot (tests[i].half, DRIFT_BAND);
    }
  cyan_adjust_p_values (tests, tested->n);
  cyan_noise_write_estimates (tested, tests, share ? self->totals : one, estimates);
}

void
cyan_noise_measure_sampling (CyanNoise *self, const CyanCompared *compared)
{
  Sampling sampling = { { compared->side[0].period, compared->side[1].period },
                        { compared->side[0].total, compared->side[1].total } };
  g_autoptr (CyanNoiseTested) totals = cyan_noise_choose (compared, CYAN_NOISE_TOTALS);
  g_autoptr (CyanNoiseTested) selves = cyan_noise_choose (compared, CYAN_NOISE_SELVES);
  g_autoptr (CyanNoiseTested) functions = cyan_noise_choose (compared, CYAN_NOISE_FUNCTIONS);
  g_autofree CyanCounts *counts = NULL;
  double scatter;

  for (guint side = 0; side < 2; side++)
    if (!(sampling.period[side] > 0))
      sampling.period[side] = sampling.totals[side] > 0 ? sampling.totals[side] / EXACT_SAMPLES : 1;

  counts = count (&sampling, functions, CYAN_BASIS_SHARE);
  scatter = cyan_scatter (counts, functions->n);
  test_counts (&sampling, totals, CYAN_BASIS_SHARE, scatter, &self->totals[CYAN_BASIS_SHARE]);
  if (compared->same_unit)
    test_counts (&sampling, totals, CYAN_BASIS_ABSOLUTE, scatter,
                 &self->totals[CYAN_BASIS_ABSOLUTE]);
  test_counts (&sampling, selves, CYAN_BASIS_SHARE, scatter, &self->selves);
  test_counts (&sampling, functions, CYAN_BASIS_SHARE, scatter, &self->functions);
}
