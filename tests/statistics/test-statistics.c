/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Compares the statistics with R 4.2.2 and limma 3.54.1; the R code is given above each list of
 * numbers.
 *
 * limma fits a spline to variances where this program has a running mean.  So the moderated test is
 * compared with one variance for all, and the running mean is tested on simulated runs.
 */
#include "cyan-statistics.h"
#include "tests.h"

#include <float.h>
#include <glib.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <string.h>

#define N_TESTS 12
#define BAND    0.019802627296179712 /* log (1.02) */

static void
assert_near (double actual, double expected)
{
  g_assert_cmpfloat_with_epsilon (actual, expected, 1e-8 * fabs (expected) + 1e-12);
}

/* sapply (c (1e-8, 0.001, 0.3, 1, 5, 1e8), trigammaInverse) */
TEST ("/statistics/trigamma-inverse")
{
  assert_near (cyan_trigamma_inverse (1e-8), 1e8);
  assert_near (cyan_trigamma_inverse (0.001), 1000.49991666668);
  assert_near (cyan_trigamma_inverse (0.3), 3.80871901205117);
  assert_near (cyan_trigamma_inverse (1), 1.42625512021508);
  assert_near (cyan_trigamma_inverse (5), 0.496168734704107);
  assert_near (cyan_trigamma_inverse (1e8), 1e-4);
}

static void
family_init (CyanFamily *self, guint n_tests, guint n_before, guint n_after)
{
  self->n_tests = n_tests;
  self->n_runs[0] = n_before;
  self->n_runs[1] = n_after;
  for (guint side = 0; side < 2; side++)
    self->y[side] = g_new0 (double, (gsize) n_tests * self->n_runs[side] + 1);
}

static void
family_clear (CyanFamily *self)
{
  g_free (self->y[0]);
  g_free (self->y[1]);
}

static void
set (CyanFamily *family, guint test, guint run, double y)
{
  guint side = run >= family->n_runs[0];

  family->y[side][test * family->n_runs[side] + run - side * family->n_runs[0]] = y;
}

/* m <- 12; Y <- matrix (0, m, 6); X <- cbind (1, c (0, 0, 0, 1, 1, 1))
 * for (i in 1:m) for (r in 1:6) Y[i, r] <- 5 + 0.3*i + (0.02 + 0.01*((i*5) %% 7)) * sin (7*i + 13*r
 *   + i*r) + ifelse (r > 3 & i %% 4 == 0, 0.15*i/4, 0)
 * fit <- lmFit (Y, X); e <- eBayes (fit, trend = FALSE)
 * tr <- treat (fit, lfc = log (1.02), trend = FALSE) */
TEST ("/statistics/moderated")
{
  /* tr$p.value[, 2] */
  static const double p[N_TESTS] = {
    0.37339221854,   0.856751557077, 0.990667462072, 0.0355158917805,
    0.0321995970618, 0.997794411488, 0.390093187473, 0.00120011774072,
    0.910793419876,  0.998401503959, 0.173715996438, 2.02215875927e-09,
  };
  /* fit$coef[, 2] */
  static const double difference[N_TESTS] = {
    0.0424233379349,  -0.0072917550975,   -0.000513499767474, 0.157698392805,
    -0.072733065695,  0.00203949354268,   -0.0222143273765,   0.300287387866,
    0.00659268806538, -7.22062382707e-05, 0.0695892647464,    0.456593611229,
  };
  /* qt (.975, e$df.total) * sqrt (e$s2.post) * fit$stdev.unscaled[, 2] */
  static const double half[N_TESTS] = {
    0.0988629348254, 0.0770726694272, 0.0327224351108, 0.137688341951,
    0.0551438796088, 0.0105494309607, 0.0207722501953, 0.114761367816,
    0.0239874576224, 0.0494289773441, 0.103551253514,  0.0113390052317,
  };
  /* p.adjust (tr$p.value[, 2], "BH") */
  static const double q[N_TESTS] = {
    0.668731178526, 0.998401503959, 0.998401503959, 0.106547675341,
    0.106547675341, 0.998401503959, 0.668731178526, 0.00720070644434,
    0.998401503959, 0.998401503959, 0.416918391451, 2.42659051113e-08,
  };
  CyanFamily family;
  CyanModeration moderation;
  CyanTest tests[N_TESTS];

  family_init (&family, N_TESTS, 3, 3);
  for (guint i = 1; i <= N_TESTS; i++)
    for (guint r = 1; r <= 6; r++)
      set (&family, i - 1, r - 1,
           5 + 0.3 * i + (0.02 + 0.01 * (i * 5 % 7)) * sin (7.0 * i + 13.0 * r + i * r)
               + (r > 3 && i % 4 == 0 ? 0.15 * i / 4 : 0));
  cyan_moderated_t (&family, BAND, 0, tests, &moderation);
  cyan_adjust_p_values (tests, N_TESTS);

  assert_near (moderation.prior_df, 0.933026701987565);          /* e$df.prior */
  assert_near (moderation.prior_variance, 0.000122665751264058); /* e$s2.prior */
  for (guint i = 0; i < N_TESTS; i++)
    {
      assert_near (tests[i].difference, difference[i]);
      assert_near (tests[i].half, half[i]);
      assert_near (tests[i].p, p[i]);
      assert_near (tests[i].q, q[i]);
    }
  family_clear (&family);
}

/* Variances more similar than expected by chance are treated as one:
 * for (i in 1:m) for (r in 1:6) Y[i, r] <- 0.3*i + 0.05 * c (-1, 0.2, 1, -1, 0.3, 0.9)[(r + i) %% 6
 *   + 1] * ifelse (r %% 2 == 0, 1, -1) + ifelse (r > 3 & i == 3, .2, 0) */
TEST ("/statistics/one-variance")
{
  static const double pattern[] = { -1, 0.2, 1, -1, 0.3, 0.9 };
  /* tr$p.value[, 2] */
  static const double p[N_TESTS] = {
    0.0432657008564, 0.791061900449,  8.44599375451e-05, 0.0432657008564,
    0.791061900449,  0.121839565136,  0.0432657008564,   0.791061900449,
    0.121839565136,  0.0432657008564, 0.791061900449,    0.121839565136,
  };
  CyanFamily family;
  CyanModeration moderation;
  CyanTest tests[N_TESTS];

  family_init (&family, N_TESTS, 3, 3);
  for (guint i = 1; i <= N_TESTS; i++)
    for (guint r = 1; r <= 6; r++)
      set (&family, i - 1, r - 1,
           0.3 * i + 0.05 * pattern[(r + i) % 6] * (r % 2 == 0 ? 1 : -1)
               + (r > 3 && i == 3 ? 0.2 : 0));
  cyan_moderated_t (&family, BAND, 0, tests, &moderation);

  g_assert_true (isinf (moderation.prior_df));                  /* e$df.prior */
  assert_near (moderation.prior_variance, 0.00137222222222221); /* e$s2.prior */
  for (guint i = 0; i < N_TESTS; i++)
    assert_near (tests[i].p, p[i]);
  family_clear (&family);
}

/* p.adjust (c (0.01, 0.04, 0.03, 0.005, 0.5, 0.04), "BH") */
TEST ("/statistics/adjust")
{
  static const double p[] = { 0.01, 0.04, 0.03, 0.005, 0.5, 0.04 };
  static const double q[] = { 0.03, 0.048, 0.048, 0.03, 0.5, 0.048 };
  CyanTest tests[G_N_ELEMENTS (p)];

  for (guint i = 0; i < G_N_ELEMENTS (p); i++)
    tests[i].p = p[i];
  cyan_adjust_p_values (tests, G_N_ELEMENTS (p));
  for (guint i = 0; i < G_N_ELEMENTS (p); i++)
    assert_near (tests[i].q, q[i]);
}

static CyanTest
rates (double k1, double n1, double k2, double n2, gboolean parts, double scatter, double band)
{
  const CyanCounts counts = { { k1, k2 }, { n1, n2 } };
  CyanTest test;

  cyan_test_rates (&counts, parts, scatter, band, &test);
  return test;
}

/* The exact tests that the program approximates in closed form for any large counts. */
TEST ("/statistics/rates/exact")
{
  static const struct
  {
    double k1, n1, k2, n2, binomial, fisher;
  } cases[] = {
    /* binom.test (k2, k1 + k2, n2 / (n1 + n2)); fisher.test (matrix (c (k1, n1 - k1, k2, n2 - k2),
     * 2))
     */
    { 30, 1000, 60, 1000, 0.00206026568096307, 0.0016206190187387 },
    { 0, 1000, 10, 1000, 0.001953125, 0.00190946516534161 },
    { 100, 2000, 130, 1500, 3.33521447908234e-05, 1.7753121618289e-05 },
    { 5, 6000, 14, 6100, 0.0637377879603282, 0.0635324616912889 },
    { 3000, 6000, 2800, 6000, 0.00896943600119344, 0.000277381415591514 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      double p = rates (cases[i].k1, cases[i].n1, cases[i].k2, cases[i].n2, FALSE, 0, 0).p;
      double of_parts = rates (cases[i].k1, cases[i].n1, cases[i].k2, cases[i].n2, TRUE, 0, 0).p;

      g_assert_cmpfloat (fabs (log (p / cases[i].binomial)), <, log (1.35));
      g_assert_cmpfloat (fabs (log (of_parts / cases[i].fisher)), <, log (1.35));
    }
}

TEST ("/statistics/rates/laws")
{
  CyanTest test = rates (400, 1000, 500, 1000, TRUE, 0, BAND);

  /* Exchanging the sides makes no difference. */
  assert_near (rates (500, 1000, 400, 1000, TRUE, 0, BAND).p, test.p);
  assert_near (rates (500, 1000, 400, 1000, TRUE, 0, BAND).difference, -test.difference);
  /* A wider band, and more scatter, weaken the evidence. */
  g_assert_cmpfloat (rates (400, 1000, 500, 1000, TRUE, 0, 0).p, <, test.p);
  g_assert_cmpfloat (rates (400, 1000, 500, 1000, TRUE, 0.1, BAND).p, >, 2 * test.p);
  /* A difference within the band is no change, however many events there are. */
  g_assert_cmpfloat (rates (1e9, 4e9, 1.019e9, 4e9, FALSE, 0, BAND).p, >, 0.99);
  g_assert_cmpfloat (rates (1e9, 4e9, 1.021e9, 4e9, FALSE, 0, BAND).p, <, 0.01);
  /* Both shares are 100 %. */
  g_assert_cmpfloat (rates (1000, 1000, 5000, 5000, TRUE, 0.1, BAND).p, >, 0.9);
}

#define N_COUNTS 400

static CyanCounts *
random_counts (gsl_rng *rng, double scatter, double n_changed)
{
  CyanCounts *counts = g_new (CyanCounts, N_COUNTS);

  for (guint i = 0; i < N_COUNTS; i++)
    for (guint side = 0; side < 2; side++)
      {
        double mean = 20 * pow (500, (double) i / N_COUNTS) + 20;

        mean *= exp (gsl_ran_gaussian (rng, scatter));
        if (side == 1)
          mean *= i % 100 < n_changed ? 1.5 : 0.8;
        counts[i].count[side] = gsl_ran_poisson (rng, mean);
        counts[i].whole[side] = 1;
      }
  return counts;
}

/* Large counts, of which a third is equal and the others differ by a factor either way: their
 * median square is log (factor)^2, which is 2 s^2 times the median of chi-square.  Twenty more of
 * 0.05 are added; counts below 20 do not matter, nor does how long a side was measured. */
TEST ("/statistics/scatter-formula")
{
  static const double factors[] = { 1.02, 1.05, 1.08 };
  const guint n = 300;
  CyanCounts counts[340];

  for (guint f = 0; f < G_N_ELEMENTS (factors); f++)
    for (guint longer = 1; longer <= 3; longer++)
      {
        double square = pow (log (factors[f]), 2) / 2 / 0.454936423119572;
        double many = longer == 2 ? 20000 : 1e12;

        /* Counting scatters, too; the median is one of those that fell. */
        square -= (1 + factors[f] / longer) / many / 2;
        for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
          {
            double factor = i % 3 == 0 ? 1 : i % 3 == 1 ? factors[f] : 1 / factors[f];

            counts[i] = (CyanCounts){ .count = { many, many * factor * longer } };
            if (i >= n)
              counts[i] = (CyanCounts){ .count = { 19 + i % 2 * 300, 319 - i % 2 * 300 } };
          }
        g_assert_cmpfloat_with_epsilon (cyan_scatter (counts, G_N_ELEMENTS (counts)),
                                        sqrt ((n * square + 20 * 0.05 * 0.05) / (n + 20)), 1e-6);
      }
}

/* The scatter of rates is estimated from the pair itself, although a fifth of them changed. */
TEST ("/statistics/scatter")
{
  static const double scatters[] = { 0, 0.04, 0.08 };
  gsl_rng *rng = gsl_rng_alloc (gsl_rng_mt19937);

  for (guint i = 0; i < G_N_ELEMENTS (scatters); i++)
    {
      g_autofree CyanCounts *alike = random_counts (rng, scatters[i], 0);
      g_autofree CyanCounts *changed = random_counts (rng, scatters[i], 20);

      g_assert_cmpfloat (fabs (cyan_scatter (alike, N_COUNTS) - scatters[i]), <, 0.025);
      g_assert_cmpfloat (fabs (cyan_scatter (changed, N_COUNTS) - scatters[i]), <, 0.055);
      assert_near (cyan_scatter (alike, 5), 0.05);
    }
  gsl_rng_free (rng);
}

/* Runs that are slower as a whole: the shift is removed, means stay, and the resulting band
 * includes it. */
TEST ("/statistics/drift")
{
  static const double drift[] = { 0.1, -0.1, 0, 0.2, 0.05, -0.25 };
  double weight[N_TESTS];
  CyanFamily family;
  double half;

  family_init (&family, N_TESTS, 3, 3);
  for (guint i = 0; i < N_TESTS; i++)
    {
      weight[i] = 1;
      for (guint r = 0; r < 6; r++)
        set (&family, i, r, i + drift[r]);
    }
  half = cyan_take_out_drift (&family, weight);
  /* qt (.975, 4) * sqrt (sum (drift^2) / 4 * 2/3) */
  assert_near (half, 0.400745332219);
  for (guint i = 0; i < N_TESTS; i++)
    for (guint side = 0; side < 2; side++)
      for (guint r = 0; r < 3; r++)
        assert_near (family.y[side][i * 3 + r], i);

  /* Two tests cannot separate their own noise from that of the run. */
  family.n_tests = 2;
  family.y[0][0] = 5;
  g_assert_cmpfloat (cyan_take_out_drift (&family, weight), ==, 0);
  g_assert_cmpfloat (family.y[0][0], ==, 5);
  family_clear (&family);
}

/* Only the proportions of the weights matter, and what is heavy decides. */
TEST ("/statistics/drift-weights")
{
  double weight[N_TESTS], half[3];
  CyanFamily family;

  for (guint k = 0; k < G_N_ELEMENTS (half); k++)
    {
      family_init (&family, N_TESTS, 3, 3);
      for (guint i = 0; i < N_TESTS; i++)
        {
          weight[i] = (i == 7 ? 100 : 1 + i) * pow (1e-6, k);
          for (guint run = 0; run < 6; run++)
            family.y[run / 3][i * 3 + run % 3] = i + 0.01 * (run * (i + 3) % 7);
        }
      half[k] = cyan_take_out_drift (&family, weight);
      assert_near (half[k], half[0]);
      /* The heavy one has no scatter left. */
      for (guint run = 0; run < 6; run++)
        g_assert_cmpfloat_with_epsilon (family.y[run / 3][7 * 3 + run % 3],
                                        family.y[run / 3][7 * 3], 1e-9);
      family_clear (&family);
    }
  g_assert_cmpfloat (half[0], >, 0);
}

static void
assert_finite (const CyanTest *tests, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_assert_true (isfinite (tests[i].difference));
      g_assert_true (isfinite (tests[i].half));
      g_assert_true (tests[i].p >= 0 && tests[i].p <= 1);
      g_assert_true (tests[i].q >= 0 && tests[i].q <= 1);
    }
}

/* Extreme values in recordings. */
TEST ("/statistics/finite")
{
  static const double values[] = { 0, 1, 1e-300, 700, -700, 1e15, -1e15, 5, 5.0000001 };
  static const double counts[] = { 0, 0.3, 1, 1e6, 1e15, 1e300, 1e-300 };
  static const guint sizes[] = { 0, 1, 2, 9, 10, 11, 300 };

  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    for (guint kind = 0; kind <= G_N_ELEMENTS (values); kind++)
      {
        guint n = sizes[s];
        g_autofree CyanTest *tests = g_new (CyanTest, n + 1);
        g_autofree double *weight = g_new0 (double, n + 1);
        CyanFamily family;

        family_init (&family, n, 2, 4);
        for (guint i = 0; i < n; i++)
          for (guint r = 0; r < 6; r++)
            set (&family, i, r,
                 kind < G_N_ELEMENTS (values) ? values[kind]
                                              : values[(i * 7 + r * 3) % G_N_ELEMENTS (values)]);
        g_assert_true (isfinite (cyan_take_out_drift (&family, weight)));
        cyan_moderated_t (&family, BAND, kind % 2 == 0 ? 0 : 20, tests, NULL);
        cyan_adjust_p_values (tests, n);
        assert_finite (tests, n);
        if (kind < G_N_ELEMENTS (values))
          for (guint i = 0; i < n; i++)
            g_assert_cmpfloat (tests[i].q, >, 0.5);
        family_clear (&family);
      }

  for (guint a = 0; a < G_N_ELEMENTS (counts); a++)
    for (guint b = 0; b < G_N_ELEMENTS (counts); b++)
      for (guint c = 1; c < G_N_ELEMENTS (counts); c++)
        for (guint parts = 0; parts < 2; parts++)
          {
            CyanTest test =
                rates (counts[a], counts[c], counts[b], 1000, (gboolean) parts, 0.05, BAND);

            assert_finite (&test, 1);
          }
}

/* The simulation: nodes with a median noise of 3 % between runs, measured by samples. */
#define N_NODES  2000
#define N_ROUNDS 4

typedef struct
{
  guint n_called, n_wrong, n_findable, n_found;
} Score;

static void
simulate (gsl_rng *rng, guint n_runs, double drift_sd, Score *score)
{
  g_autofree double *change = g_new (double, N_NODES);
  g_autofree double *mean = g_new (double, N_NODES);
  g_autofree double *weight = g_new (double, N_NODES);
  g_autofree CyanTest *tests = g_new (CyanTest, N_NODES);
  double drift[2][10], half;
  CyanFamily family;
  guint n = 0;

  for (guint side = 0; side < 2; side++)
    for (guint r = 0; r < n_runs; r++)
      drift[side][r] = gsl_ran_gaussian (rng, drift_sd);
  family_init (&family, N_NODES, n_runs, n_runs);
  for (guint i = 0; i < N_NODES; i++)
    {
      double noise = 0.03 * exp (gsl_ran_gaussian (rng, 0.5));
      double sum = 0;

      mean[n] = exp (gsl_ran_flat (rng, log (2), log (20000)));
      change[n] = 0;
      if (gsl_rng_uniform (rng) < 0.05)
        change[n] =
            log (1 + gsl_ran_flat (rng, 0.05, 0.5)) * (gsl_rng_uniform (rng) < 0.5 ? -1 : 1);
      for (guint side = 0; side < 2; side++)
        for (guint r = 0; r < n_runs; r++)
          {
            double time = mean[n]
                          * exp (gsl_ran_gaussian (rng, noise) + drift[side][r]
                                 + (side == 1 ? change[n] : 0));
            double k = gsl_ran_poisson (rng, time);

            sum += k;
            family.y[side][n * n_runs + r] = log (k + 0.5);
          }
      sum /= 2 * n_runs;
      weight[n] = sum / (sum + 100);
      if (sum >= 5)
        n++;
    }
  family.n_tests = n;
  half = cyan_take_out_drift (&family, weight);
  cyan_moderated_t (&family, BAND + half, 200, tests, NULL);
  cyan_adjust_p_values (tests, n);
  for (guint i = 0; i < n; i++)
    {
      gboolean called = tests[i].q <= 0.05;
      gboolean findable = fabs (change[i]) >= log (1.15) && mean[i] >= 100;

      score->n_called += called;
      score->n_wrong += called && change[i] == 0;
      score->n_findable += findable;
      score->n_found += findable && called;
    }
  family_clear (&family);
}

static void
assert_score (guint n_runs, double drift, double least_power)
{
  gsl_rng *rng = gsl_rng_alloc (gsl_rng_mt19937);
  Score score = { 0, 0, 0, 0 };
  double power, wrong;

  for (guint i = 0; i < N_ROUNDS; i++)
    simulate (rng, n_runs, drift, &score);
  power = (double) score.n_found / score.n_findable;
  wrong = (double) score.n_wrong / MAX (score.n_called, 1);
  g_test_message ("%u runs a side, drift %g: power %.2f, wrong %.3f of %u", n_runs, drift, power,
                  wrong, score.n_called);
  g_assert_cmpuint (score.n_findable, >, 50);
  g_assert_cmpfloat (power, >, least_power);
  g_assert_cmpfloat (wrong, <, 0.08);
  gsl_rng_free (rng);
}

TEST ("/statistics/power")
{
  assert_score (2, 0, 0.3);
  assert_score (3, 0, 0.65);
  assert_score (5, 0, 0.85);
}

/* With drift between runs fewer changes are found, but few results are wrong. */
TEST ("/statistics/power-drift")
{
  assert_score (3, 0.03, 0.3);
  assert_score (5, 0.03, 0.65);
  assert_score (5, 0.1, 0.05);
}

/* 3, and qt (0.975, 4) * sqrt (2.5 / 5). */
TEST ("/statistics/mean")
{
  const double values[] = { 2, 1, 4, 3, 5 };
  double half;

  assert_near (cyan_mean (values, G_N_ELEMENTS (values), &half), 3);
  assert_near (half, 1.963243161477561);
}

/* By hand: the variance within groups is 2; that of their means is 16, of which 2 / 2 is theirs. */
TEST ("/statistics/group-scatter")
{
  const double apart[] = { 1, 3, 5, 7, 9, 11 }, together[] = { 1, 3, 3, 1 };
  double within, between;

  cyan_group_scatter (apart, 3, 2, &within, &between);
  assert_near (within, sqrt (2));
  assert_near (between, sqrt (15));
  cyan_group_scatter (together, 2, 2, &within, &between);
  assert_near (within, sqrt (2));
  assert_near (between, 0);
}
