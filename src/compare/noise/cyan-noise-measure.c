/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Noise with several runs a side, and with one run a side of which at least one is sampled.
 */
#include "cyan-noise-private.h"

#include <float.h>
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-name-runtime.h"
#include "cyan-number.h"

/*
 * ---- several runs a side: the variance between runs ----
 *
 * The values of one run at a time are summed over the tree, and only the tested ones are kept.  So
 * memory grows with the number of tests, not with nodes times runs.
 */

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

void
cyan_noise_offsets (const CyanCompared *compared, double offset[2])
{
  for (guint s = 0; s < 2; s++)
    {
      const CyanComparedSide *side = &compared->side[s];
      double period = side->period * side->n_runs;

      offset[s] = 0.5 * (period > 0 ? period : resolution (side->profile, side->metric));
    }
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
             const GArray *tested,
             guint side,
             double *values,
             const CyanTick *tick,
             GError **error)
{
  const CyanRuns *runs = self->runs[side];
  const CyanCompared *compared = self->compared;
  guint n = subject == CYAN_NOISE_FUNCTIONS ? compared->pairs->n_functions : runs->mean->n_nodes;
  g_autofree double *by_number = g_new (double, n);
  g_autofree guint32 *at = g_new (guint32, tested->len + 1);

  for (guint i = 0; i < tested->len; i++)
    {
      CyanNode ends[2];

      at[i] = cyan_noise_tested (tested, i)->number;
      if (subject == CYAN_NOISE_FUNCTIONS)
        continue;
      cyan_noise_ends (compared, cyan_noise_tested (tested, i)->number, &ends[0], &ends[1]);
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
      for (guint i = 0; i < tested->len; i++)
        {
          double value = subject == CYAN_NOISE_SELVES ? own[at[i]] : by_number[at[i]];

          values[(gsize) i * runs->n_runs + r] = MAX (value, 0.0);
        }
    }
  return TRUE;
}

void
cyan_noise_test_family (CyanFamily *family, const double *size, double apart, CyanTest *tests)
{
  guint n = family->n_tests;
  g_autofree double *weight = g_new (double, n + 1);
  double drift;

  for (guint i = 0; i < n; i++)
    weight[i] = size[i] / (size[i] + HALF_WEIGHT);
  drift = cyan_take_out_drift (family, weight);
  drift = MAX (drift, apart);
  cyan_moderated_t (family, CYAN_NOISE_BAND + drift, CLAMP (n / 5, WINDOW_LEAST, WINDOW_MOST),
                    tests, NULL);
  for (guint i = 0; i < n; i++)
    tests[i].half = hypot (tests[i].half, drift);
}

/* The half width of the 95 % interval of a difference that only the time made at which the sides
 * were measured; 0 if that is not known. */
static double
half_apart (const CyanVisits *visits)
{
  return visits->df > 0 ? gsl_cdf_tdist_Qinv (0.025, visits->df) * sqrt (visits->variance) : 0;
}

static void
test_family (const Runs *self,
             CyanBasis basis,
             const GArray *tested,
             double *const values[2],
             CyanEstimates *estimates)
{
  CyanFamily family = { tested->len,
                        { self->runs[0]->n_runs, self->runs[1]->n_runs },
                        { NULL, NULL } };
  g_autofree double *size = g_new (double, tested->len + 1);
  g_autofree CyanTest *tests = g_new (CyanTest, tested->len + 1);

  for (guint side = 0; side < 2; side++)
    {
      guint n = family.n_runs[side];

      family.y[side] = g_new (double, (gsize) tested->len *n + 1);
      for (guint i = 0; i < tested->len; i++)
        for (guint r = 0; r < n; r++)
          {
            gsize k = (gsize) i * n + r;
            double y = log (values[side][k] + self->offset[side]);

            if (basis == CYAN_BASIS_SHARE && self->runs[side]->totals[r] > 0)
              y -= log (self->runs[side]->totals[r]);
            family.y[side][k] = y;
          }
    }
  for (guint i = 0; i < tested->len; i++)
    {
      const double *value = cyan_noise_tested (tested, i)->value;

      size[i] = 0.5 * (value[0] / self->offset[0] + value[1] / self->offset[1]);
    }
  cyan_noise_test_family (&family, size,
                          basis == CYAN_BASIS_ABSOLUTE ? half_apart (&self->compared->visits) : 0,
                          tests);
  cyan_noise_write_estimates (self->compared, basis, tested, tests, estimates);
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
  g_autoptr (GArray) tested = cyan_noise_choose (self->compared, subject);
  double *values[2];
  gboolean ok = TRUE;

  for (guint side = 0; side < 2; side++)
    values[side] = g_new (double, (gsize) tested->len * self->runs[side]->n_runs + 1);
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

/* Below so many pairs, fewer degrees of freedom cost more than the drift within a visit. */
#define LEAST_PAIRS 6

/* A difference of logs, with its standard error and the degrees of freedom of that. */
typedef struct
{
  double difference, error, df;
} Difference;

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

/* By pooled variance. */
static Difference
difference_of_runs (const CyanComparedSide *side)
{
  double mean[2], sum = 0, df = (double) side[0].n_runs + side[1].n_runs - 2;

  for (guint s = 0; s < 2; s++)
    sum += variance_of_logs (side[s].run_totals, side[s].n_runs, &mean[s]);
  return (Difference){ mean[1] - mean[0],
                       sqrt (sum / df * (1.0 / side[0].n_runs + 1.0 / side[1].n_runs)), df };
}

/* By the ratios of runs that were measured right after each other: what changes slowly drops out. */
static Difference
difference_of_pairs (const CyanComparedSide *side, guint n)
{
  g_autofree double *ratios = g_new (double, n);
  double mean, squares;

  for (guint i = 0; i < n; i++)
    ratios[i] = side[1].run_totals[i] / side[0].run_totals[i];
  squares = variance_of_logs (ratios, n, &mean);
  return (Difference){ mean, sqrt (squares / (n - 1) / n), n - 1 };
}

static gboolean
are_positive (const double *values, guint n)
{
  for (guint i = 0; i < n; i++)
    if (!(values[i] > 0) || !isfinite (values[i]))
      return FALSE;
  return TRUE;
}

static double
half_of (Difference self)
{
  return self.error <= ROUNDING ? 0 : gsl_cdf_tdist_Qinv (0.025, self.df) * self.error;
}

static double
p_of (Difference self)
{
  double size = fabs (self.difference);

  if (self.error <= ROUNDING)
    return size <= ROUNDING ? 1 : 0;
  return 2 * gsl_cdf_tdist_Q (size / self.error, self.df);
}

gboolean
cyan_noise_test_total (const CyanNoise *self, const CyanCompared *compared, CyanEstimate *estimate)
{
  const CyanComparedSide *side = compared->side;
  const CyanVisits *visits = &compared->visits;
  Difference difference;
  double half, p;

  estimate->number = CYAN_NODE_ROOT;
  if (self->kind != CYAN_NOISE_RUNS || !are_positive (side[0].run_totals, side[0].n_runs)
      || !are_positive (side[1].run_totals, side[1].n_runs))
    return FALSE;
  difference = visits->n_pairs >= LEAST_PAIRS && side[0].n_runs == visits->n_pairs
                       && side[1].n_runs == visits->n_pairs
                   ? difference_of_pairs (side, visits->n_pairs)
                   : difference_of_runs (side);
  half = half_of (difference);
  p = p_of (difference);
  /* Never a smaller one than the runs tell. */
  if (visits->df > 0)
    {
      const Difference apart = { difference.difference, sqrt (visits->variance), visits->df };

      half = MAX (half, half_of (apart));
      p = MAX (p, p_of (apart));
    }
  estimate->q = (float) p;
  estimate->ratio = cyan_single (exp (difference.difference));
  estimate->low = cyan_single (exp (difference.difference - half));
  estimate->high = cyan_single (exp (difference.difference + half));
  return TRUE;
}

/*
 * ---- one run a side: a test of sample counts ----
 *
 * Shares are tested given both totals.  Whole runs of one program differ in speed, which cannot be
 * distinguished from change.  So absolute values have to differ by more than that.  So have values
 * of the kernel, whose work depends on what it has cached and which pages are new.
 */

/* log (1.2): the largest difference between repeated runs of one program in the recordings with
 * perf, pprof and V8 of docs/noise.md. */
#define DRIFT_BAND 0.1823215567939546

/* Standard deviation of the log of what the kernel takes in repeated runs: it takes up to six times
 * as long in the first run after a pause, in recordings of C programs with perf. */
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

/* By test: samples, and the exposure: the run's samples, or units of time. */
static CyanCounts *
count (const Sampling *self, const GArray *tested, CyanBasis basis)
{
  CyanCounts *counts = g_new (CyanCounts, tested->len + 1);

  for (guint i = 0; i < tested->len; i++)
    for (guint side = 0; side < 2; side++)
      {
        double whole = basis == CYAN_BASIS_SHARE ? self->totals[side] : 1;

        counts[i].count[side] = cyan_noise_tested (tested, i)->value[side] / self->period[side];
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
        const CyanProfile *profile = compared->side[side].profile;
        guint32 function = cyan_function_pair_of (&compared->pairs->at[pair], side);

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
          sum[node] += cyan_compared_part (MAX (cyan_compared_self (compared, side, node), 0.0),
                                           self->totals[side]);
      sum[compared->tree->parent[node]] += sum[node];
    }
  return sum;
}

/* By test: the part that the kernel takes, 0...1. */
static double *
kernel_parts (const Sampling *self, CyanNoiseSubject of, const GArray *tested)
{
  g_autofree double *sums = of == CYAN_NOISE_TOTALS ? sum_kernel (self) : NULL;
  double *parts = g_new (double, tested->len + 1);

  for (guint i = 0; i < tested->len; i++)
    {
      const CyanNoiseTested *test = cyan_noise_tested (tested, i);
      double size = cyan_compared_part (test->value[0], self->totals[0])
                    + cyan_compared_part (test->value[1], self->totals[1]);

      if (of == CYAN_NOISE_TOTALS)
        parts[i] = MIN (1.0, cyan_compared_part (sums[test->number], size));
      else
        parts[i] = self->kernel[of == CYAN_NOISE_SELVES
                                    ? cyan_compared_function (self->compared, test->number)
                                    : test->number]
                       ? 1
                       : 0;
    }
  return parts;
}

static void
test_counts (const Sampling *self,
             const GArray *tested,
             const double *kernel,
             CyanBasis basis,
             CyanEstimates *estimates)
{
  gboolean share = basis == CYAN_BASIS_SHARE;
  g_autofree CyanCounts *counts = count (self, tested, basis);
  g_autofree CyanTest *tests = g_new (CyanTest, tested->len + 1);

  for (guint i = 0; i < tested->len; i++)
    {
      double scatter = hypot (self->scatter, KERNEL_SCATTER * kernel[i]);

      cyan_test_rates (&counts[i], share, scatter, share ? CYAN_NOISE_BAND : DRIFT_BAND, &tests[i]);
      if (!share)
        tests[i].half = hypot (tests[i].half, DRIFT_BAND);
    }
  cyan_noise_write_estimates (self->compared, basis, tested, tests, estimates);
}

/* Functions come first: they tell the scatter. */
static void
test_sampled (Sampling *self, CyanNoiseSubject of, CyanEstimates *share, CyanEstimates *absolute)
{
  g_autoptr (GArray) tested = cyan_noise_choose (self->compared, of);
  g_autofree double *kernel = kernel_parts (self, of, tested);

  if (of == CYAN_NOISE_FUNCTIONS)
    {
      g_autofree CyanCounts *counts = count (self, tested, CYAN_BASIS_SHARE);

      self->scatter = cyan_scatter (counts, tested->len);
    }
  test_counts (self, tested, kernel, CYAN_BASIS_SHARE, share);
  if (absolute != NULL)
    test_counts (self, tested, kernel, CYAN_BASIS_ABSOLUTE, absolute);
}

void
cyan_noise_measure_sampling (CyanNoise *self, const CyanCompared *compared)
{
  g_autofree gboolean *kernel = find_kernel (compared);
  Sampling sampling = { .compared = compared,
                        .period = { compared->side[0].period, compared->side[1].period },
                        .totals = { compared->side[0].total, compared->side[1].total },
                        .kernel = kernel };

  for (guint side = 0; side < 2; side++)
    if (!(sampling.period[side] > 0))
      sampling.period[side] = sampling.totals[side] > 0 ? sampling.totals[side] / EXACT_SAMPLES : 1;
  test_sampled (&sampling, CYAN_NOISE_FUNCTIONS, &self->functions, NULL);
  test_sampled (&sampling, CYAN_NOISE_TOTALS, &self->totals[CYAN_BASIS_SHARE],
                compared->same_unit ? &self->totals[CYAN_BASIS_ABSOLUTE] : NULL);
  test_sampled (&sampling, CYAN_NOISE_SELVES, &self->selves, NULL);
}
