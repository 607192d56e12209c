/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moderated t-test on logs, Benjamini-Hochberg, and the test of two counts.  Distributions are from
 * GSL. */
#include "cyan-statistics.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sf_psi.h>
#include <math.h>

#include "cyan-number.h"
#include "cyan-statistics-private.h"

/* Two-sided 5 % quantile of the normal distribution. */
#define NORMAL_95 1.959963984540054
/* The median of a squared standard normal variable. */
#define MEDIAN_CHI_SQUARE 0.4549364231195724

/* Minimum variance of logs: the rounding error of numbers with seven digits. */
#define LEAST_VARIANCE 1e-14

/* From this number of degrees of freedom on, Student's t counts as normal. */
#define MANY 1e6

/* With fewer tests, variances and drift cannot be estimated. */
#define FEW_TESTS 10

/* See cyan_scatter(). */
#define SCATTER_COUNT  20.0
#define SCATTER_USUAL  0.05
#define SCATTER_WEIGHT 20.0
#define SCATTER_MOST   0.1

double
cyan_median (double *values, guint n)
{
  g_assert (n > 0);
  qsort (values, n, sizeof (double), cyan_compare_doubles);
  return n % 2 == 1 ? values[n / 2] : 0.5 * (values[n / 2 - 1] + values[n / 2]);
}

static int
compare_values (gconstpointer a, gconstpointer b)
{
  const CyanWeighted *x = a, *y = b;

  return (x->value > y->value) - (x->value < y->value);
}

double
cyan_weighted_median (CyanWeighted *values, guint n)
{
  double whole = 0, sum = 0;
  guint i = 0;

  g_assert (n > 0);
  qsort (values, n, sizeof *values, compare_values);
  for (guint k = 0; k < n; k++)
    whole += values[k].weight;
  while (i + 1 < n && (sum += values[i].weight) < whole / 2)
    i++;
  return values[i].value;
}

double
cyan_t_above (double x, double df)
{
  return df >= MANY ? gsl_cdf_ugaussian_Q (x) : gsl_cdf_tdist_Q (x, df);
}

double
cyan_t_quantile_95 (double df)
{
  return df >= MANY ? NORMAL_95 : gsl_cdf_tdist_Qinv (0.025, df);
}

double
cyan_mean (const double *values, guint n, double *half)
{
  double mean = 0, squares = 0;

  g_assert (n >= 2);
  for (guint i = 0; i < n; i++)
    mean += values[i] / n;
  for (guint i = 0; i < n; i++)
    squares += (values[i] - mean) * (values[i] - mean);
  *half = cyan_t_quantile_95 (n - 1) * sqrt (squares / (n - 1) / n);
  return mean;
}

/* The deviation of a normal distribution / its median absolute deviation; the efficiency of that; the
 * variance of a median / that of a mean, for many values. */
#define DEVIATION_OF_MAD   1.4826
#define MAD_EFFICIENCY     0.37
#define VARIANCE_OF_MEDIAN G_PI_2

void
cyan_robust_range (const double *values, guint n, double p, double *low, double *high)
{
  g_autofree double *copy = g_memdup2 (values, n * sizeof *values);
  double centre, deviation, half;

  g_assert (n >= 2 && p > 0 && p < 1);
  centre = cyan_median (copy, n);
  for (guint i = 0; i < n; i++)
    copy[i] = fabs (values[i] - centre);
  deviation = DEVIATION_OF_MAD * cyan_median (copy, n);
  half = gsl_cdf_tdist_Qinv (p / 2, MAX (1, MAD_EFFICIENCY * (n - 1))) * deviation
         * sqrt (1 + VARIANCE_OF_MEDIAN / n);
  *low = centre - half;
  *high = centre + half;
}

void
cyan_group_scatter (
    const double *values, guint n_groups, guint n_each, double *within, double *between)
{
  double all = 0, inside = 0, outside = 0;

  g_assert (n_groups >= 2 && n_each >= 2);
  for (guint i = 0; i < n_groups * n_each; i++)
    all += values[i] / (n_groups * n_each);
  for (guint group = 0; group < n_groups; group++)
    {
      const double *y = values + group * n_each;
      double mean = 0;

      for (guint i = 0; i < n_each; i++)
        mean += y[i] / n_each;
      for (guint i = 0; i < n_each; i++)
        inside += (y[i] - mean) * (y[i] - mean);
      outside += (mean - all) * (mean - all);
    }
  inside /= n_groups * (n_each - 1);
  outside /= n_groups - 1;
  *within = sqrt (inside);
  *between = sqrt (MAX (0, outside - inside / n_each));
}

double
cyan_trigamma_inverse (double y)
{
  double x;

  g_assert (y > 0);
  if (y > 1e7)
    return 1 / sqrt (y);
  if (y < 1e-6)
    return 1 / y;
  x = 0.5 + 1 / y;
  for (guint i = 0; i < 50; i++)
    {
      double tri = gsl_sf_psi_1 (x);
      double step = tri * (1 - tri / y) / gsl_sf_psi_n (2, x);

      x += step;
      if (-step / x < 1e-8)
        break;
    }
  return x;
}

/* Means of both sides and the pooled variance of one test. */
static double
pooled_variance (const CyanFamily *family, guint test, double mean[2])
{
  double sum = 0;

  for (guint side = 0; side < 2; side++)
    {
      guint n = family->n_runs[side];
      const double *y = family->y[side] + (gsize) test * n;

      mean[side] = 0;
      for (guint r = 0; r < n; r++)
        mean[side] += y[r] / n;
      for (guint r = 0; r < n; r++)
        sum += (y[r] - mean[side]) * (y[r] - mean[side]);
    }
  return sum / (family->n_runs[0] + family->n_runs[1] - 2);
}

typedef struct
{
  double mean;
  guint test;
} Ranked;

static int
compare_means (gconstpointer a, gconstpointer b)
{
  const Ranked *x = a, *y = b;

  if (x->mean != y->mean)
    return x->mean < y->mean ? -1 : 1;
  return (x->test > y->test) - (x->test < y->test);
}

/* By test: the mean of z over the @window tests around it, sorted by mean. */
static double *
running_mean (const double *z, Ranked *ranked, guint n, guint window)
{
  double *trend = g_new (double, n);
  g_autofree double *sum = g_new (double, n + 1);

  if (window == 0 || window > n)
    window = n;
  qsort (ranked, n, sizeof (Ranked), compare_means);
  sum[0] = 0;
  for (guint i = 0; i < n; i++)
    sum[i + 1] = sum[i] + z[ranked[i].test];
  for (guint i = 0; i < n; i++)
    {
      guint from = i > window / 2 ? i - window / 2 : 0;

      from = MIN (from, n - window);
      trend[ranked[i].test] = (sum[from + window] - sum[from]) / window;
    }
  return trend;
}

/* Raises variances that are 0 by chance, whose log does not exist: to limma's floor, or to
 * LEAST_VARIANCE if most are 0. */
static void
raise_variances (double *variance, guint n)
{
  g_autofree double *sorted = g_memdup2 (variance, n * sizeof (double));
  double least = MAX (1e-5 * cyan_median (sorted, n), LEAST_VARIANCE);

  for (guint i = 0; i < n; i++)
    variance[i] = MAX (variance[i], least);
}

/* Replaces each variance by the moderated one; returns d0. */
static double
moderate (double *variance, Ranked *ranked, guint n, double df, guint window, double *first_prior)
{
  g_autofree double *z = g_new (double, n);
  g_autofree double *trend = NULL;
  double spread = 0, prior_df, shift = 0;

  for (guint i = 0; i < n; i++)
    z[i] = log (variance[i]) - gsl_sf_psi (df / 2) + log (df / 2);
  trend = running_mean (z, ranked, n, window);
  for (guint i = 0; i < n; i++)
    spread += (z[i] - trend[i]) * (z[i] - trend[i]) / (n - 1);
  spread -= gsl_sf_psi_1 (df / 2);

  prior_df = spread > 0 ? 2 * cyan_trigamma_inverse (spread) : INFINITY;
  if (prior_df < MANY)
    shift = gsl_sf_psi (prior_df / 2) - log (prior_df / 2);
  else
    prior_df = INFINITY;
  if (isinf (prior_df) && (window == 0 || window >= n))
    {
      /* All variances are equal: the best estimate is their mean. */
      double mean = 0;

      for (guint i = 0; i < n; i++)
        mean += variance[i] / n;
      for (guint i = 0; i < n; i++)
        trend[i] = log (mean);
    }
  *first_prior = exp (trend[0] + shift);
  for (guint i = 0; i < n; i++)
    {
      double prior = exp (trend[i] + shift);

      variance[i] =
          isinf (prior_df) ? prior : (prior_df * prior + df * variance[i]) / (prior_df + df);
    }
  return prior_df;
}

/* The sum as a probability: at most 1, also if it overflowed or is not a number. */
static double
probability (double sum)
{
  return sum < 1 ? sum : 1;
}

void
cyan_moderated_t (const CyanFamily *family,
                  double band,
                  guint window,
                  CyanTest *tests,
                  CyanModeration *moderation)
{
  guint n = family->n_tests;
  double df = family->n_runs[0] + family->n_runs[1] - 2;
  double spread = 1.0 / family->n_runs[0] + 1.0 / family->n_runs[1];
  double prior_df = 0, first_prior = 0, all_df, t_95;
  g_autofree double *variance = g_new (double, n + 1);
  g_autofree Ranked *ranked = g_new (Ranked, n + 1);

  g_assert (family->n_runs[0] > 1 && family->n_runs[1] > 1);
  g_assert (!(band < 0));
  for (guint i = 0; i < n; i++)
    {
      double mean[2];

      variance[i] = pooled_variance (family, i, mean);
      tests[i].difference = mean[1] - mean[0];
      tests[i].q = 0;
      ranked[i] = (Ranked){ 0.5 * (mean[0] + mean[1]), i };
    }
  if (n > 0)
    raise_variances (variance, n);
  if (n >= FEW_TESTS)
    prior_df = moderate (variance, ranked, n, df, window, &first_prior);
  if (moderation != NULL)
    *moderation = (CyanModeration){ prior_df, first_prior };

  /* At most as many as all tests have together. */
  all_df = MIN (prior_df + df, n * df);
  t_95 = cyan_t_quantile_95 (MAX (all_df, df));
  for (guint i = 0; i < n; i++)
    {
      double error = sqrt (MAX (variance[i], LEAST_VARIANCE) * spread);
      double size = fabs (tests[i].difference);

      tests[i].half = t_95 * error;
      tests[i].p = probability (cyan_t_above ((size - band) / error, all_df)
                                + cyan_t_above ((size + band) / error, all_df));
    }
}

double
cyan_take_out_drift (CyanFamily *family, const double *weight)
{
  guint n = family->n_tests;
  double sum = 0, df = family->n_runs[0] + family->n_runs[1] - 2;
  g_autofree CyanWeighted *residuals = NULL;

  g_assert (family->n_runs[0] > 1 && family->n_runs[1] > 1);
  if (n < FEW_TESTS)
    return 0;
  residuals = g_new (CyanWeighted, n);
  for (guint side = 0; side < 2; side++)
    {
      guint n_runs = family->n_runs[side];
      double *y = family->y[side];
      g_autofree double *mean = g_new0 (double, n);
      g_autofree double *drift = g_new (double, n_runs);
      double of_all = 0;

      for (guint i = 0; i < n; i++)
        for (guint r = 0; r < n_runs; r++)
          mean[i] += y[(gsize) i * n_runs + r] / n_runs;
      for (guint r = 0; r < n_runs; r++)
        {
          for (guint i = 0; i < n; i++)
            residuals[i] = (CyanWeighted){ y[(gsize) i * n_runs + r] - mean[i], weight[i] };
          drift[r] = cyan_weighted_median (residuals, n);
          of_all += drift[r] / n_runs;
        }
      for (guint r = 0; r < n_runs; r++)
        {
          drift[r] -= of_all;
          sum += drift[r] * drift[r];
          for (guint i = 0; i < n; i++)
            y[(gsize) i * n_runs + r] -= drift[r];
        }
    }
  return cyan_t_quantile_95 (df)
         * sqrt (sum / df * (1.0 / family->n_runs[0] + 1.0 / family->n_runs[1]));
}

static int
compare_p (gconstpointer a, gconstpointer b, gpointer data)
{
  const CyanTest *tests = data;
  guint i = *(const guint *) a, j = *(const guint *) b;

  if (tests[i].p != tests[j].p)
    return tests[i].p < tests[j].p ? -1 : 1;
  return (i > j) - (i < j);
}

void
cyan_adjust_p_values (CyanTest *tests, guint n_tests)
{
  g_autofree guint *order = g_new (guint, n_tests + 1);
  double least = 1;

  for (guint i = 0; i < n_tests; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) n_tests, sizeof (guint), compare_p, tests);
  for (guint k = n_tests; k-- > 0;)
    {
      CyanTest *test = &tests[order[k]];

      g_assert (test->p >= 0 && test->p <= 1);
      least = MIN (least, test->p * n_tests / (k + 1));
      test->q = least;
    }
}

/* x log (x / expected). */
static double
deviance (double x, double expected)
{
  return x > 0 ? x * log (x / expected) : 0;
}

/* The number of standard deviations by which the counts exceed a log ratio of @edge. */
static double
beyond (const CyanCounts *counts, double edge, double keep, double scatter)
{
  double sum = counts->count[0] + counts->count[1];
  double expected[2], got, root;

  expected[1] = sum / (1 + counts->whole[0] / counts->whole[1] * exp (-edge));
  expected[0] = sum - expected[1];
  if (!(expected[0] > 0) || !(expected[1] > 0))
    return 0;

  /* Continuity correction: half an event towards the expected count. */
  got = counts->count[1];
  got = got > expected[1] ? MAX (expected[1], got - 0.5) : MIN (expected[1], got + 0.5);
  root = 2 * (deviance (got, expected[1]) + deviance (sum - got, expected[0]));
  root = sqrt (MAX (root, 0.0));
  /* 1 / e0 + 1 / e1 is the variance of the log ratio due to counting. */
  root /=
      sqrt (keep + 2 * (scatter * keep) * (scatter * keep) / (1 / expected[0] + 1 / expected[1]));
  return got < expected[1] ? -root : root;
}

void
cyan_test_rates (
    const CyanCounts *counts, gboolean parts, double scatter, double band, CyanTest *test)
{
  double rate[2], keep = 1, variance, up, down;

  g_assert (scatter >= 0 && !(band < 0));
  for (guint side = 0; side < 2; side++)
    {
      g_assert (counts->count[side] >= 0 && counts->whole[side] > 0);
      rate[side] = log (counts->count[side] + 0.5) - log (counts->whole[side]);
    }
  if (parts)
    keep = CLAMP (1 - (counts->count[0] + counts->count[1]) / (counts->whole[0] + counts->whole[1]),
                  1e-6, 1.0);
  variance = keep * (1 / (counts->count[0] + 0.5) + 1 / (counts->count[1] + 0.5))
             + 2 * (scatter * keep) * (scatter * keep);

  test->difference = rate[1] - rate[0];
  test->half = NORMAL_95 * sqrt (variance);
  test->q = 0;
  /* Outside of the band on the side of the change, or on the other side by an even larger
   * deviation. */
  up = beyond (counts, band, keep, scatter);
  down = -beyond (counts, -band, keep, scatter);
  test->p =
      probability (test->difference >= 0 ? gsl_cdf_ugaussian_Q (up) + gsl_cdf_ugaussian_Q (-down)
                                         : gsl_cdf_ugaussian_Q (down) + gsl_cdf_ugaussian_Q (-up));
}

double
cyan_scatter (const CyanCounts *counts, guint n)
{
  g_autofree double *difference = g_new (double, n + 1);
  g_autofree double *variance = g_new (double, n + 1);
  g_autofree double *scaled = g_new (double, n + 1);
  double low = 0, high = 1, centre, usual = SCATTER_USUAL * SCATTER_USUAL;
  guint m = 0;

  for (guint i = 0; i < n; i++)
    if (counts[i].count[0] >= SCATTER_COUNT && counts[i].count[1] >= SCATTER_COUNT)
      {
        difference[m] = log (counts[i].count[1] / counts[i].count[0]);
        variance[m++] = 1 / counts[i].count[0] + 1 / counts[i].count[1];
      }
  if (m < FEW_TESTS)
    return SCATTER_USUAL;

  for (guint i = 0; i < m; i++)
    scaled[i] = difference[i];
  centre = cyan_median (scaled, m);
  for (guint step = 0; step < 40; step++)
    {
      double middle = 0.5 * (low + high);

      for (guint i = 0; i < m; i++)
        scaled[i] = (difference[i] - centre) * (difference[i] - centre)
                    / (variance[i] + 2 * middle * middle);
      if (cyan_median (scaled, m) > MEDIAN_CHI_SQUARE)
        low = middle;
      else
        high = middle;
    }
  return MIN (SCATTER_MOST, sqrt ((m * low * low + SCATTER_WEIGHT * usual) / (m + SCATTER_WEIGHT)));
}
