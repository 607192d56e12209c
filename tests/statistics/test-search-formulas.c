/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formulas of docs/bisect.md, written out: the noise of runs, where a step may be, the set and
 * the size. */
#include "cyan-search-private.h"
#include "tests.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

static void
assert_near (double a, double b)
{
  g_assert_cmpfloat_with_epsilon (a, b, 1e-9 * (1 + fabs (b)));
}

static CyanSearch *
new_search (guint n_revisions)
{
  CyanSearchOptions options = CYAN_SEARCH_OPTIONS_INIT;

  options.n_revisions = n_revisions;
  return cyan_search_new (&options);
}

/* Adds a run whose log is @log. */
static void
add (CyanSearch *search, guint revision, double log)
{
  double value = exp (log);

  cyan_search_add (search, revision, &value, 1, TRUE);
}

/* The scatter of runs is the median difference between successive ones of a revision, / 0.9539.
 * Where they do not scatter, builds hardly do; without two runs of a revision nothing is known. */
TEST ("/search-formulas/noise")
{
  static const struct
  {
    double logs[2][4]; /* of two revisions, up to a 0 */
    double run, build; /* standard deviations */
    double df;
  } cases[] = {
    { { { 1 }, { 2 } }, 1e-4, 0.005, 3 },
    { { { 1, 1.02 }, { 2 } }, 0.02 / (0.6745 * G_SQRT2), 0.005, 3 },
    { { { 1, 1.02, 1.05 }, { 2, 2.01 } }, 0.02 / (0.6745 * G_SQRT2), 0.005, 3 },
    { { { 1, 1.02, 1.05, 1.06 }, { 2 } }, 0.02 / (0.6745 * G_SQRT2), 0.005, 3 },
    { { { 1, 1, 1 }, { 2, 2 } }, 1e-4, 0.0005, 3 },
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr (CyanSearch) search = new_search (5);
      CyanSearchNoise noise;

      for (guint side = 0; side < 2; side++)
        for (guint r = 0; r < 4 && cases[c].logs[side][r] > 0; r++)
          add (search, side * 3, cases[c].logs[side][r]);
      noise = cyan_search_find_noise (search);
      assert_near (sqrt (noise.run), cases[c].run);
      assert_near (sqrt (noise.build), cases[c].build);
      assert_near (noise.df, cases[c].df);
    }
}

/* Many runs: 0.37 degrees of freedom for each but the first of a revision.  The level is the
 * median. */
TEST ("/search-formulas/many-runs")
{
  g_autoptr (CyanSearch) search = new_search (5);
  CyanSearchNoise noise;
  CyanSearchPoint point;

  for (guint r = 0; r < 21; r++)
    {
      add (search, 0, 1 + 0.01 * (r % 2));
      add (search, 4, 2);
    }
  noise = cyan_search_find_noise (search);
  assert_near (noise.df, 0.37 * 40);
  point = cyan_search_make_point (search, &noise, 0);
  g_assert_cmpuint (point.n_runs, ==, 21);
  assert_near (point.level, 1);
  assert_near (point.variance, noise.build + 1.5 * noise.run / 21);
}

#define N_POINTS    6
#define N_REVISIONS 14

typedef struct
{
  CyanSearchPoint points[N_POINTS];
  guint8 dead[N_REVISIONS];
  double prior[N_REVISIONS];
  CyanSearchSegment segment;
  CyanSearchNoise noise;
} World;

/* Points at random revisions, the ends among them, with a step. */
static void
world_init (World *self, GRand *random)
{
  guint n = 0, step = (guint) g_rand_int_range (random, 1, N_REVISIONS);

  *self = (World){ .noise = { 1e-4, 1e-5, g_rand_double_range (random, 3, 30) } };
  for (guint k = 0; k < N_REVISIONS; k++)
    {
      gboolean is_end = k == 0 || k + 1 == N_REVISIONS;

      self->prior[k] = g_rand_double_range (random, 0.1, 2);
      if (is_end || (n + 1 < N_POINTS && g_rand_int_range (random, 0, 3) > 0))
        self->points[n++] =
            (CyanSearchPoint){ .revision = k,
                               .n_runs = 5,
                               .level = 3 + (k >= step ? 0.04 : 0)
                                        + g_rand_double_range (random, -0.03, 0.03),
                               .variance = g_rand_double_range (random, 1e-4, 9e-4) };
      else
        self->dead[k] = g_rand_int_range (random, 0, 3) == 0;
    }
  self->segment = (CyanSearchSegment){ self->points, n, self->dead, self->prior };
}

/* The weight of the points [@from, @to), their mean, and the weighted squares around it. */
static double
sum_up (const World *self, guint from, guint to, double *mean, double *squares)
{
  double weight = 0, sum = 0;

  for (guint i = from; i < to; i++)
    {
      weight += 1 / self->points[i].variance;
      sum += self->points[i].level / self->points[i].variance;
    }
  *mean = sum / weight;
  *squares = 0;
  for (guint i = from; i < to; i++)
    *squares += pow (self->points[i].level - *mean, 2) / self->points[i].variance;
  return weight;
}

static guint
points_before (const World *self, guint revision)
{
  guint n = 0;

  while (self->points[n].revision < revision)
    n++;
  return n;
}

static void
check_posterior (const World *self, const double *probability)
{
  guint n = self->segment.n_points;
  double expected[N_REVISIONS], all = 0;

  for (guint k = 1; k < N_REVISIONS; k++)
    {
      guint left = points_before (self, k);
      double mean, squares[2];
      double before = sum_up (self, 0, left, &mean, &squares[0]);
      double after = sum_up (self, left, n, &mean, &squares[1]);

      expected[k] =
          self->prior[k] / sqrt (before * after)
          * pow (1 + (squares[0] + squares[1]) / self->noise.df, -(self->noise.df + n - 2) / 2);
      all += expected[k];
    }
  for (guint k = 1; k < N_REVISIONS; k++)
    assert_near (probability[k], expected[k] / all);
}

/* A revision that cannot be measured is one with the next that can: how likely is the whole? */
static double
mass_of_group (const World *self, const double *probability, guint last)
{
  double mass = probability[last];

  for (guint k = last - 1; k > 0 && self->dead[k]; k--)
    mass += probability[k];
  return mass;
}

static void
check_set (const World *self, const double *probability, const CyanBisectionStep *step)
{
  double mass = 0, least = 1, most = 0;
  gboolean inside[N_REVISIONS] = { FALSE };

  for (guint i = 0; i < step->n_credible; i++)
    {
      g_assert_true (i == 0 || step->credible[i] > step->credible[i - 1]);
      inside[step->credible[i]] = TRUE;
      mass += probability[step->credible[i]];
      g_assert_cmpfloat (probability[step->credible[i]], <=, probability[step->revision]);
    }
  g_assert_true (inside[step->revision]);
  assert_near (step->mass, mass);
  g_assert_cmpfloat (mass, >=, 0.9);
  for (guint k = 1; k < N_REVISIONS; k++)
    {
      double group = mass_of_group (self, probability, k);

      if (self->dead[k])
        {
          g_assert_cmpint (inside[k], ==, inside[k + 1]);
          continue;
        }
      if (inside[k])
        least = MIN (least, group);
      else
        most = MAX (most, group);
    }
  /* Nothing can be left out of it, or be exchanged. */
  g_assert_cmpfloat (mass - least, <, 0.9);
  g_assert_cmpfloat (most, <=, least);
}

static void
check_size (const World *self, const CyanBisectionStep *step)
{
  guint n = self->segment.n_points, left = points_before (self, step->revision);
  double mean[2], squares[2], df = self->noise.df + n - 2, half;
  double before = sum_up (self, 0, left, &mean[0], &squares[0]);
  double after = sum_up (self, left, n, &mean[1], &squares[1]);

  half = gsl_cdf_tdist_Pinv (0.975, df)
         * sqrt ((1 / before + 1 / after) * (self->noise.df + squares[0] + squares[1]) / df);
  assert_near (log (step->size.ratio), mean[1] - mean[0]);
  assert_near (log (step->size.low), mean[1] - mean[0] - half);
  assert_near (log (step->size.high), mean[1] - mean[0] + half);
}

TEST ("/search-formulas/posterior")
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);

  for (guint i = 0; i < 200; i++)
    {
      World world;
      double probability[N_REVISIONS] = { 0 };
      CyanBisectionStep step;

      world_init (&world, random);
      cyan_search_posterior (&world.segment, &world.noise, probability);
      check_posterior (&world, probability);
      step = cyan_search_step (&world.segment, &world.noise, probability, 0.9);
      check_set (&world, probability, &step);
      check_size (&world, &step);
      g_free (step.credible);
    }
}

/* A level in between that two neighbouring points share, or that stands between two levels; a point
 * between two of one level stands alone; one without measured neighbours is in doubt. */
TEST ("/search-formulas/levels")
{
  static const struct
  {
    guint revisions[5];
    double levels[5];
    int kind;
    guint revision; /* of DOUBT */
  } cases[] = {
    { { 0, 8, 10, 19 }, { 0, 0, 1, 1 }, CYAN_SEARCH_LEVEL_NONE, 0 },
    { { 0, 8, 10, 19 }, { 0, 0.1, 0.1, 1 }, CYAN_SEARCH_LEVEL_NONE, 0 },
    { { 0, 8, 10, 19 }, { 0, 0.3, 0.3, 1 }, CYAN_SEARCH_LEVEL_FOUND, 0 },
    { { 0, 8, 10, 19 }, { 0, 0.45, 0.45, 1 }, CYAN_SEARCH_LEVEL_FOUND, 0 },
    { { 0, 8, 10, 19 }, { 0, 0.7, 0.7, 1 }, CYAN_SEARCH_LEVEL_FOUND, 0 },
    { { 0, 8, 10, 19 }, { 0, 0.5, 1, 1 }, CYAN_SEARCH_LEVEL_DOUBT, 7 },
    { { 0, 7, 8, 10, 19 }, { 0, 0, 0.5, 1, 1 }, CYAN_SEARCH_LEVEL_DOUBT, 9 },
    { { 0, 7, 8, 9, 19 }, { 0, 0, 0.5, 0, 1 }, CYAN_SEARCH_LEVEL_OUTLIER, 0 },
    { { 0, 7, 8, 9, 19 }, { 0, 0, 0.5, 1, 1 }, CYAN_SEARCH_LEVEL_FOUND, 0 },
  };
  static const guint8 dead[20] = { 0 };
  static const double prior[20] = { 0 };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      CyanSearchPoint points[5];
      CyanSearchSegment segment = { points, 0, dead, prior };
      CyanSearchLevel found;

      do
        {
          points[segment.n_points] =
              (CyanSearchPoint){ .revision = cases[c].revisions[segment.n_points],
                                 .n_runs = 50,
                                 .level = cases[c].levels[segment.n_points],
                                 .variance = 1e-6 };
          segment.n_points++;
        }
      while (points[segment.n_points - 1].revision < 19);
      found = cyan_search_find_level (&segment, 0.2);
      g_assert_cmpint (found.kind, ==, cases[c].kind);
      if (found.kind == CYAN_SEARCH_LEVEL_DOUBT)
        g_assert_cmpuint (found.revision, ==, cases[c].revision);
    }
}
