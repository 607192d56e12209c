/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The families of tests that all kinds of noise share, and the choice of the values to test. */
#pragma once

#include "cyan-noise.h"
#include "cyan-statistics.h"

/* ln (1.02): differences below 2 % do not count as changes. */
#define CYAN_NOISE_BAND 0.019802627296179712

/* Smaller values are not tested: in samples, and as a fraction of T.  Both criteria are independent
 * of the difference. */
#define CYAN_NOISE_LEAST_SAMPLES 5.0
#define CYAN_NOISE_LEAST_SHARE   0.001

/* The kind of values to test; numbers are merged nodes or functions. */
typedef enum
{
  CYAN_NOISE_TOTALS,
  CYAN_NOISE_SELVES,
  CYAN_NOISE_FUNCTIONS,
} CyanNoiseSubject;

/* A value to test, before and after, at least 0. */
typedef struct
{
  guint32 number;
  double value[2];
} CyanNoiseTested;

static inline const CyanNoiseTested *
cyan_noise_tested (const GArray *tested, guint i)
{
  return &g_array_index (tested, CyanNoiseTested, i);
}

/* Sets the two nodes whose self values are compared at @node: its own two, or the two ends of a
 * move if @node is its added end.  FALSE if a side has none. */
gboolean
cyan_noise_ends (const CyanCompared *compared, CyanNode node, CyanNode *before, CyanNode *after);

/* Whether the values of the two sides are large enough for a test. */
gboolean cyan_noise_is_large (const CyanCompared *compared, double before, double after);

/* The values of @subject that are large enough for a test: of CyanNoiseTested, by number. */
GArray *cyan_noise_choose (const CyanCompared *compared, CyanNoiseSubject subject);

/* Adjusts @tests, one for each of @tested, for multiple testing, and converts them to estimates. */
void cyan_noise_write_estimates (const CyanCompared *compared,
                                 CyanBasis basis,
                                 const GArray *tested,
                                 CyanTest *tests,
                                 CyanEstimates *estimates);

/* Tests values of several runs, as logs: takes out the drift of each run and moderates variances.
 * @size is by test, the mean value in units of the offset.  All values of a side may differ by
 * @apart, at least 0, since it was measured at another time.  Sets all of @tests but q. */
void cyan_noise_test_family (CyanFamily *family, const double *size, double apart, CyanTest *tests);
/* The offset added to values of a side before their log is taken, the same on both sides of one
 * unit, since different ones would look like a change: half a sample of one run; of exact
 * recordings, half of their resolution. */
void cyan_noise_offsets (const CyanCompared *compared, double offset[2]);

/* The ways to measure noise. */
gboolean cyan_noise_measure_runs (CyanNoise *self,
                                  const CyanCompared *compared,
                                  const CyanRuns *const runs[2],
                                  const CyanTick *tick,
                                  GError **error);
void cyan_noise_measure_sampling (CyanNoise *self, const CyanCompared *compared);
/* FALSE if too few functions are called equally often on both sides: then noise stays unknown. */
gboolean cyan_noise_measure_null (CyanNoise *self, const CyanCompared *compared);
