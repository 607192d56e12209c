/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Noise with one run a side, at least one of which is sampled: a test of sample counts.
 *
 * Shares are tested given both totals.  Whole runs of one program differ in speed, which cannot be
 * distinguished from change.  So absolute values have to differ by more than that.  So have values of the
 * kernel, whose work depends on what it has cached and which pages are new.
 */
#include "cyan-noise-private.h"

#include <float.h>
#include <math.h>

#include "cyan-name-runtime.h"

/* log (1.2): the largest difference between repeated runs of one program in the recordings with
 * perf, pprof and V8 of docs/noise.md. */
#define DRIFT_BAND 0.1823215567939546

/* Standard deviation of the log of what the kernel takes in repeated runs: it takes up to six times as long
 * in the first run after a pause, in recordings of C programs with perf. */
#define KERNEL_SCATTER 0.5

/* An exact recording counts as one with very many samples. */
#define EXACT_SAMPLES 1e12

typedef struct
{
  const CyanCompared *compared;
  double period[2]; /* of a sample of the sum of all runs of a side, in the unit of its mean */
  double totals[2];
  double scatter;   /* of programs */
  gboolean *kernel; /* by function: whether it is one of the kernel */
} Sampling;

/* Values that are tested, and by test the part of them that the kernel takes, 0...1. */
typedef struct
{
  CyanNoiseTested *tested;
  double *kernel;
} Subject;

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

static gboolean *
find_kernel (const CyanCompared *compared)
{
  gboolean *kernel = g_new0 (gboolean, MAX (compared->pairs->n_functions, 1));

  for (guint32 pair = 0; pair < compared->pairs->n; pair++)
    for (guint side = 0; side < 2; side++)
      {
        const CyanFunctionPair *of = &compared->pairs->at[pair];
        const CyanProfile *profile = compared->side[side].profile;
        guint32 function = side == 0 ? of->before : of->after;

        if (function != G_MAXUINT32)
          kernel[compared->pairs->function[pair]] |= cyan_name_is_kernel (
              cyan_strings_get (profile->strings, profile->functions[function].name),
              cyan_strings_get (profile->strings, profile->functions[function].module));
      }
  return kernel;
}

/* By node: shares of both runs that the kernel takes in it and below it. */
static double *
sum_kernel (const Sampling *self)
{
  const CyanCompared *compared = self->compared;
  double *sum = g_new0 (double, compared->n_nodes);

  for (CyanNode node = compared->n_nodes; node-- > 1;)
    {
      if (self->kernel[cyan_compared_function (compared, node)])
        for (guint side = 0; side < 2; side++)
          {
            CyanNode own = cyan_compared_node (compared, side, node);

            if (own != CYAN_NODE_NONE)
              sum[node] += cyan_compared_part (
                  MAX (cyan_compared_metric (compared, side)->self[own], 0.0), self->totals[side]);
          }
      sum[compared->tree->parent[node]] += sum[node];
    }
  return sum;
}

static Subject
subject_init (const Sampling *self, CyanNoiseSubject of)
{
  const CyanCompared *compared = self->compared;
  Subject subject = { cyan_noise_choose (compared, of), NULL };
  const CyanNoiseTested *tested = subject.tested;
  g_autofree double *sums = of == CYAN_NOISE_TOTALS ? sum_kernel (self) : NULL;

  subject.kernel = g_new (double, tested->n + 1);
  for (guint i = 0; i < tested->n; i++)
    {
      guint32 number = tested->numbers[i];
      double size = cyan_compared_part (tested->value[0][i], self->totals[0])
                    + cyan_compared_part (tested->value[1][i], self->totals[1]);

      if (of == CYAN_NOISE_TOTALS)
        subject.kernel[i] = MIN (1.0, cyan_compared_part (sums[number], size));
      else if (of == CYAN_NOISE_SELVES)
        subject.kernel[i] = self->kernel[cyan_compared_function (compared, number)] ? 1 : 0;
      else
        subject.kernel[i] = self->kernel[number] ? 1 : 0;
    }
  return subject;
}

static void
subject_clear (Subject *self)
{
  g_clear_pointer (&self->tested, cyan_noise_tested_free);
  g_clear_pointer (&self->kernel, g_free);
}

static void
test_counts (const Sampling *self,
             const Subject *subject,
             CyanBasis basis,
             CyanEstimates *estimates)
{
  const CyanNoiseTested *tested = subject->tested;
  const double one[2] = { 1, 1 };
  gboolean share = basis == CYAN_BASIS_SHARE;
  g_autofree CyanCounts *counts = count (self, tested, basis);
  g_autofree CyanTest *tests = g_new (CyanTest, tested->n + 1);

  for (guint i = 0; i < tested->n; i++)
    {
      double scatter = hypot (self->scatter, KERNEL_SCATTER * subject->kernel[i]);

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
  Sampling sampling = { .compared = compared,
                        .period = { compared->side[0].period, compared->side[1].period },
                        .totals = { compared->side[0].total, compared->side[1].total } };
  g_autofree gboolean *kernel = find_kernel (compared);
  g_autofree CyanCounts *counts = NULL;
  Subject totals, selves, functions;

  for (guint side = 0; side < 2; side++)
    if (!(sampling.period[side] > 0))
      sampling.period[side] = sampling.totals[side] > 0 ? sampling.totals[side] / EXACT_SAMPLES : 1;
  sampling.kernel = kernel;
  totals = subject_init (&sampling, CYAN_NOISE_TOTALS);
  selves = subject_init (&sampling, CYAN_NOISE_SELVES);
  functions = subject_init (&sampling, CYAN_NOISE_FUNCTIONS);

  counts = count (&sampling, functions.tested, CYAN_BASIS_SHARE);
  sampling.scatter = cyan_scatter (counts, functions.tested->n);
  test_counts (&sampling, &totals, CYAN_BASIS_SHARE, &self->totals[CYAN_BASIS_SHARE]);
  if (compared->same_unit)
    test_counts (&sampling, &totals, CYAN_BASIS_ABSOLUTE, &self->totals[CYAN_BASIS_ABSOLUTE]);
  test_counts (&sampling, &selves, CYAN_BASIS_SHARE, &self->selves);
  test_counts (&sampling, &functions, CYAN_BASIS_SHARE, &self->functions);
  subject_clear (&totals);
  subject_clear (&selves);
  subject_clear (&functions);
}
