/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of noise share: the families of tests, and what is large enough for one. */
#pragma once

#include "cyan-noise.h"
#include "cyan-statistics.h"

G_BEGIN_DECLS

/* Half a band around no change: what differs by less than 2 % is no change. */
#define CYAN_NOISE_BAND 0.019802627296179712

/* Filters that know nothing of the difference: samples of a run, and parts of the run. */
#define CYAN_NOISE_LEAST_SAMPLES 5.0
#define CYAN_NOISE_LEAST_SHARE   0.001

/* What is tested: all by merged node, but functions by their number. */
typedef enum
{
  CYAN_NOISE_TOTALS,
  CYAN_NOISE_SELVES,
  CYAN_NOISE_FUNCTIONS,
} CyanNoiseSubject;

typedef struct
{
  guint n;
  guint32 *numbers; /* ascending */
  double *value[2]; /* by test: before and after */
} CyanNoiseTested;

/* The two nodes whose own values are compared at @node: its own, or those of the two ends of a move
 * at the added one.  FALSE if there are not two. */
gboolean
cyan_noise_ends (const CyanCompared *compared, CyanNode node, CyanNode *before, CyanNode *after);

/* Whether two values, one of each side, are large enough for a test. */
gboolean cyan_noise_is_large (const CyanCompared *compared, double before, double after);

/* What is tested of @subject. */
CyanNoiseTested *cyan_noise_choose (const CyanCompared *compared, CyanNoiseSubject subject);
void cyan_noise_tested_free (CyanNoiseTested *self);

/* Adjusts @tests, of the numbers in @tested, and writes them down. */
void cyan_noise_write_estimates (const CyanNoiseTested *tested,
                                 CyanTest *tests,
                                 const double scale[2],
                                 CyanEstimates *estimates);

/* The two ways to measure noise. */
gboolean cyan_noise_measure_runs (CyanNoise *self,
                                  const CyanCompared *compared,
                                  const CyanRuns *const runs[2],
                                  const CyanTick *tick,
                                  GError **error);
void cyan_noise_measure_sampling (CyanNoise *self, const CyanCompared *compared);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanNoiseTested, cyan_noise_tested_free)

G_END_DECLS
