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

/* Adds a run of @visit whose log is @log. */
static void
add (CyanSearch *search, guint revision, guint visit, double log)
{
  const CyanSearchOccasion occasion = { visit, 0 };
  double value = exp (log);

  cyan_search_add (search, revision, &occasion, &value, 1, TRUE);
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
      g_autoptr (CyanSearchLevels) levels = NULL;

      for (guint side = 0; side < 2; side++)
        for (guint r = 0; r < 4 && cases[c].logs[side][r] > 0; r++)
          add (search, side * 3, 0, cases[c].logs[side][r]);
      levels = cyan_search_levels_new (search);
      assert_near (sqrt (levels->noise.run), cases[c].run);
      assert_near (sqrt (levels->noise.build), cases[c].build);
      assert_near (levels->noise.df, cases[c].df);
    }
}

/* The median of the means of all pairs, a value with itself, too: a value far off hardly moves it;
 * of three values, and of many, the plain median. */
TEST ("/search-formulas/centre")
{
  double three[] = { 1, 9, 2 }, five[] = { 1, 2, 3, 4, 100 }, same[] = { 7, 7, 7, 7 };
  double many[101];

  for (guint i = 0; i < G_N_ELEMENTS (many); i++)
    many[i] = i < 50 ? 1 : i == 50 ? 2 : 1000;
  assert_near (cyan_search_centre (three, 3), 2);
  /* 1 1.5 2 2 2.5 2.5 3 *3* 3.5 4 and five with 100 */
  assert_near (cyan_search_centre (five, 5), 3);
  assert_near (cyan_search_centre (same, 4), 7);
  assert_near (cyan_search_centre (many, G_N_ELEMENTS (many)), 2);
}

TEST ("/search-formulas/invert")
{
  double matrix[] = { 4, 2, 2, 3 };

  assert_near (cyan_search_invert (matrix, 2), log (8));
  assert_near (matrix[0], 3 / 8.0);
  assert_near (matrix[1], -2 / 8.0);
  assert_near (matrix[2], -2 / 8.0);
  assert_near (matrix[3], 4 / 8.0);
}

/* Runs of revisions 0, 2 and 4 in visits with two of them each; in the second one all takes
 * @effect longer. */
static CyanSearchPoints *
read_levels (double effect, guint n_runs)
{
  static const double noise[] = { 0, 0.002, -0.001, 0.001, -0.002 };
  static const guint turns[][2] = { { 0, 4 }, { 2, 4 }, { 0, 4 }, { 0, 2 } };
  g_autoptr (CyanSearch) search = new_search (5);
  g_autoptr (CyanSearchLevels) levels = NULL;

  for (guint v = 0; v < G_N_ELEMENTS (turns); v++)
    for (guint r = 0; r < n_runs; r++)
      for (guint k = 0; k < 2; k++)
        add (search, turns[v][k], v,
             1 + 0.05 * turns[v][k] + (v == 1 ? effect : 0) + noise[(r + v + k) % 5]);
  levels = cyan_search_levels_new (search);
  return cyan_search_points_new (search, levels, levels->noise.build);
}

/* A slow machine in one visit changes no difference.  The variance of one is at least that of two
 * builds, and gets less with more runs. */
TEST ("/search-formulas/visits")
{
  g_autoptr (CyanSearchPoints) calm = read_levels (0, 5), slow = read_levels (0.3, 5);
  g_autoptr (CyanSearchPoints) longer = read_levels (0.3, 20);
  CyanSearchPoints *all[] = { calm, slow, longer };
  double variance[3][3];

  for (guint w = 0; w < 3; w++)
    {
      const CyanSearchPoint *points = (const CyanSearchPoint *) all[w]->points->data;

      g_assert_cmpuint (all[w]->points->len, ==, 3);
      for (guint i = 0; i < 3; i++)
        {
          const CyanSearchPoint *other = &points[(i + 1) % 3];

          g_assert_cmpuint (points[i].revision, ==, 2 * i);
          g_assert_cmpuint (points[i].n_builds, ==, 1);
          g_assert_cmpuint (points[i].n_visits, ==, i == 1 ? 2 : 3);
          g_assert_cmpfloat_with_epsilon (points[i].level - other->level,
                                          0.1 * ((double) i - (double) other->number), 0.002);
          variance[w][i] = cyan_search_variance (all[w], &points[i], other);
          g_assert_cmpfloat (variance[w][i], >, 2 * 0.005 * 0.005);
          assert_near (variance[w][i], cyan_search_variance (all[w], other, &points[i]));
          assert_near (cyan_search_errors (all[w], &points[i], other),
                       fabs (points[i].level - other->level) / sqrt (variance[w][i]));
        }
    }
  for (guint i = 0; i < 3; i++)
    {
      g_assert_cmpfloat (variance[0][i], <=, variance[1][i] * 1.01);
      g_assert_cmpfloat (variance[2][i], <, variance[1][i]);
    }
}

#define N_POINTS    6
#define N_REVISIONS 14

typedef struct
{
  CyanSearchUnit units[N_POINTS];
  double variance[N_POINTS]; /* by unit, without that of builds */
  guint n;
  guint8 dead[N_REVISIONS], left_out[N_REVISIONS];
  double prior[N_REVISIONS];
  CyanSearchLevels levels;
  CyanSearchSegment segment;
} World;

/* Units at random revisions, the ends among them, with a step. */
static void
world_init (World *self, GRand *random)
{
  guint step = (guint) g_rand_int_range (random, 1, N_REVISIONS);

  *self = (World){ .levels.noise = { 1e-4, 1e-6, 1e-5, g_rand_double_range (random, 3, 30) } };
  for (guint k = 0; k < N_REVISIONS; k++)
    {
      gboolean is_end = k == 0 || k + 1 == N_REVISIONS;

      self->prior[k] = g_rand_double_range (random, 0.1, 2);
      if (is_end || (self->n + 1 < N_POINTS && g_rand_int_range (random, 0, 3) > 0))
        {
          self->variance[self->n] = g_rand_double_range (random, 1e-4, 9e-4);
          self->units[self->n++] = (CyanSearchUnit){
            k, 0, 3 + (k >= step ? 0.04 : 0) + g_rand_double_range (random, -0.03, 0.03)
          };
        }
      else
        self->dead[k] = g_rand_int_range (random, 0, 3) == 0;
    }
  self->levels.units = g_array_new (FALSE, FALSE, sizeof (CyanSearchUnit));
  g_array_append_vals (self->levels.units, self->units, self->n);
  self->levels.covariance = g_new0 (double, (gsize) self->n * self->n);
  for (guint i = 0; i < self->n; i++)
    self->levels.covariance[i * self->n + i] = self->variance[i];
  self->segment = (CyanSearchSegment){ &self->levels,  0,          N_REVISIONS - 1,
                                       self->left_out, self->dead, self->prior };
}

static void
world_clear (World *self)
{
  g_array_unref (self->levels.units);
  g_free (self->levels.covariance);
}

/* The weight of the units [@from, @to) where builds scatter by @build, their mean, and the weighted
 * squares around it. */
static double
sum_up (const World *self, guint from, guint to, double build, double *mean, double *squares)
{
  double weight = 0, sum = 0;

  for (guint i = from; i < to; i++)
    {
      weight += 1 / (self->variance[i] + build);
      sum += self->units[i].level / (self->variance[i] + build);
    }
  *mean = sum / weight;
  *squares = 0;
  for (guint i = from; i < to; i++)
    *squares += pow (self->units[i].level - *mean, 2) / (self->variance[i] + build);
  return weight;
}

static guint
units_before (const World *self, guint revision)
{
  guint n = 0;

  while (self->units[n].revision < revision)
    n++;
  return n;
}

/* The likelihood of the levels where builds scatter by @build: without a step, or with one at @k,
 * whose size is likely to be about @size. */
static double
likelihood (const World *self, double build, guint k, double size)
{
  double mean[3], squares[3], df = self->levels.noise.df, power = -(df + self->n - 1) / 2;
  double all = sum_up (self, 0, self->n, build, &mean[2], &squares[2]), constant = 1;
  double before, after, weight, rest;
  guint left = units_before (self, k);

  for (guint i = 0; i < self->n; i++)
    constant /= sqrt (self->variance[i] + build);
  constant /= sqrt (all);
  if (k == 0)
    return constant * pow (1 + squares[2] / df, power);
  before = sum_up (self, 0, left, build, &mean[0], &squares[0]);
  after = sum_up (self, left, self->n, build, &mean[1], &squares[1]);
  weight = 1 / (1 / before + 1 / after);
  rest = squares[0] + squares[1] + pow (mean[1] - mean[0], 2) / (size * size + 1 / weight);
  return constant / sqrt (1 + size * size * weight) * pow (1 + rest / df, power);
}

static CyanSearchPosterior
check_posterior (const World *self, double *probability)
{
  static const double factors[] = { 0.5, 1, 1.5, 2, 3, 4 };
  static const double chances[] = { 0.1, 0.4, 0.2, 0.12, 0.12, 0.06 };
  static const double sizes[] = { 0.02, 0.08, 0.3 };
  CyanSearchPosterior posterior = cyan_search_find_posterior (&self->segment, probability);
  double expected[N_REVISIONS] = { 0 }, all = 0, prior = 0, builds = 0;

  for (guint k = 1; k < N_REVISIONS; k++)
    prior += self->prior[k];
  for (guint f = 0; f < G_N_ELEMENTS (factors); f++)
    {
      double build = self->levels.noise.build * factors[f] * factors[f];
      double sum = chances[f] * 0.5 * likelihood (self, build, 0, 0);

      expected[0] += sum;
      for (guint k = 1; k < N_REVISIONS; k++)
        for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
          {
            double p = chances[f] * 0.5 * self->prior[k] / prior / 3
                       * likelihood (self, build, k, sizes[s]);

            expected[k] += p;
            sum += p;
          }
      all += sum;
      builds += sum * log (build);
    }
  assert_near (posterior.none, expected[0] / all);
  assert_near (posterior.build, exp (builds / all));
  for (guint k = 1; k < N_REVISIONS; k++)
    assert_near (probability[k], expected[k] / all);
  return posterior;
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
check_set (const World *self, const double *probability, double none)
{
  CyanBisectionStep step = cyan_search_find_step (&self->segment, probability, 0.7);
  double mass = 0, least = 1, most = 0;
  gboolean inside[N_REVISIONS] = { FALSE };

  for (guint i = 0; i < step.n_credible; i++)
    {
      g_assert_true (i == 0 || step.credible[i] > step.credible[i - 1]);
      inside[step.credible[i]] = TRUE;
      mass += probability[step.credible[i]];
      g_assert_cmpfloat (probability[step.credible[i]], <=, probability[step.revision]);
    }
  g_assert_true (inside[step.revision]);
  assert_near (step.mass, mass);
  /* All, where none of these is likelier. */
  if (none > 0.3)
    g_assert_cmpuint (step.n_credible, ==, N_REVISIONS - 1);
  else
    g_assert_cmpfloat (mass, >=, 0.7 - 1e-9);
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
  g_assert_cmpfloat (mass - least, <, 0.7);
  g_assert_cmpfloat (most, <=, least);
  g_free (step.credible);
}

static void
check_size (const World *self, const double *probability, const CyanSearchPosterior *posterior)
{
  guint best = 1, left;
  double mean[2], squares[2], df = self->levels.noise.df, nu = df + self->n - 2, half;
  double before, after;

  for (guint k = 2; k < N_REVISIONS; k++)
    if (probability[k] > probability[best])
      best = k;
  left = units_before (self, best);
  before = sum_up (self, 0, left, posterior->build, &mean[0], &squares[0]);
  after = sum_up (self, left, self->n, posterior->build, &mean[1], &squares[1]);
  half = gsl_cdf_tdist_Pinv (0.975, nu)
         * sqrt ((1 / before + 1 / after) * (df + squares[0] + squares[1]) / nu);
  assert_near (log (posterior->size.ratio), mean[1] - mean[0]);
  assert_near (log (posterior->size.low), mean[1] - mean[0] - half);
  assert_near (log (posterior->size.high), mean[1] - mean[0] + half);
}

TEST ("/search-formulas/posterior")
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);

  for (guint i = 0; i < 200; i++)
    {
      World world;
      double probability[N_REVISIONS] = { 0 };
      CyanSearchPosterior posterior;

      world_init (&world, random);
      posterior = check_posterior (&world, probability);
      check_set (&world, probability, posterior.none);
      check_size (&world, probability, &posterior);
      world_clear (&world);
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

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      double covariance[25] = { 0 };
      CyanSearchPoints points = { g_array_new (FALSE, FALSE, sizeof (CyanSearchPoint)), covariance,
                                  5 };
      CyanSearchPoint point;
      CyanSearchLevel found;
      guint n = 0;

      do
        {
          point = (CyanSearchPoint){ cases[c].revisions[n], 50, 1, 5, cases[c].levels[n], n };
          covariance[n * 5 + n] = 1e-6;
          g_array_append_val (points.points, point);
          n++;
        }
      while (point.revision < 19);
      found = cyan_search_find_level (&points, 0, n - 1, dead, 0.2);
      g_assert_cmpint (found.kind, ==, cases[c].kind);
      if (found.kind == CYAN_SEARCH_LEVEL_DOUBT)
        g_assert_cmpuint (found.revision, ==, cases[c].revision);
      g_array_unref (points.points);
    }
}
