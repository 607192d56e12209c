/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Simulated histories with known steps: how many are found, how many of the found are none, and
 * where they may lie.
 *
 * A history has 100 revisions.  The log of a run is the level, noise of the revision (layout, with
 * or without a memory of the last one), noise of the run, and 5 % of the runs are slow.  In a bad
 * session all runs of a revision are 15 % slower.  A found step counts if it is within 1 revision
 * of a true one.  Bounds are those of docs/steps.md; --verbose prints the figures.
 */
#include "cyan-steps.h"
#include "tests.h"

#include <glib.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>

#define N_REVISIONS 100
#define N_RUNS      5
#define N_SERIES    300
#define N_STEPS     3

#define RUN_NOISE 0.02

typedef struct
{
  const char *name;
  double layout; /* standard deviation of a revision's noise */
  double memory; /* its correlation with that of the revision before */
  double size;   /* log of the ratio of each of the steps; 0 for none */
  double bad;    /* share of bad sessions */
  double later;  /* by this all noise of the second half is multiplied */
  double drift;  /* log of the ratio of the last revision to the first, without steps */

  double most_false;   /* share of series with a false step */
  double recall;       /* at least */
  double precision;    /* at least */
  double where;        /* at least: share of the sets that have the true step */
  double most_in_sets; /* mean revisions in a set */
} World;

static const World worlds[] = {
  { "quiet", .005, 0, 0, 0, 1, 0, .02, 0, 0, 0, 0 },
  { "quiet, with memory", .01, .5, 0, 0, 1, 0, .05, 0, 0, 0, 0 },
  { "quiet, bad sessions", .005, 0, 0, .03, 1, 0, .04, 0, 0, 0, 0 },
  { "quiet, then noisy", .005, 0, 0, 0, 4, 0, .06, 0, 0, 0, 0 },
  { "3 %", .005, 0, .0295588, 0, 1, 0, .30, .80, .87, .91, 3.6 },
  { "5 %", .005, 0, .0487902, 0, 1, 0, .06, .97, .98, .93, 1.6 },
  { "10 %", .005, 0, .0953102, 0, 1, 0, .03, .99, .98, .94, 1.1 },
  { "10 %, then noisy", .005, 0, .0953102, 0, 4, 0, .35, .79, .85, .92, 2.6 },
  { "5 %, with memory", .01, .5, .0487902, 0, 1, 0, .18, .88, .92, .92, 2.2 },
  { "5 %, bad sessions", .005, 0, .0487902, .03, 1, 0, .06, .97, .97, .93, 1.7 },
  { "drift of 3 %", .005, 0, 0, 0, 1, .0295588, .05, 0, 0, 0, 0 },
  { "drift of 10 %", .005, 0, 0, 0, 1, .0953102, .02, 0, 0, 0, 0 },
  { "drift of 30 %", .005, 0, 0, 0, 1, .262364, .01, 0, 0, 0, 0 },
  { "5 %, drift of 10 %", .005, 0, .0487902, 0, 1, .0953102, .35, .82, .84, .93, 1.8 },
  { "10 %, drift of 10 %", .005, 0, .0953102, 0, 1, .0953102, .32, .97, .87, .94, 1.2 },
};

typedef struct
{
  guint at[N_STEPS]; /* unordered */
  guint n;
  guint begin[N_REVISIONS + 1];
  double values[N_REVISIONS * N_RUNS];
} History;

static gboolean
is_far (const History *history, guint at)
{
  for (guint i = 0; i < history->n; i++)
    if (ABS ((int) at - (int) history->at[i]) < 8)
      return FALSE;
  return TRUE;
}

static void
make_history (History *self, const World *world, gsl_rng *rng)
{
  double level = 0, layout = gsl_ran_gaussian (rng, world->layout);

  self->n = 0;
  while (world->size > 0 && self->n < N_STEPS)
    {
      guint at = 5 + (guint) gsl_rng_uniform_int (rng, N_REVISIONS - 10);

      if (is_far (self, at))
        self->at[self->n++] = at;
    }
  for (guint i = 0; i < N_REVISIONS; i++)
    {
      double bad = gsl_rng_uniform (rng) < world->bad ? 0.15 : 0;
      double scale = i < N_REVISIONS / 2 ? 1 : world->later;
      double drift = world->drift * i / (N_REVISIONS - 1);

      for (guint s = 0; s < self->n; s++)
        if (self->at[s] == i)
          level += gsl_rng_uniform_int (rng, 3) < 2 ? world->size : -world->size;
      layout = world->memory * layout
               + gsl_ran_gaussian (rng, world->layout * sqrt (1 - world->memory * world->memory));
      self->begin[i] = i * N_RUNS;
      for (guint r = 0; r < N_RUNS; r++)
        {
          double run = gsl_ran_gaussian (rng, RUN_NOISE);

          if (gsl_rng_uniform (rng) < 0.05)
            run += fabs (gsl_ran_gaussian (rng, 5 * RUN_NOISE));
          self->values[i * N_RUNS + r] = exp (level + drift + bad + scale * (layout + run));
        }
    }
  self->begin[N_REVISIONS] = N_REVISIONS * N_RUNS;
}

typedef struct
{
  guint found, none, missed; /* steps */
  guint with_false;          /* series */
  guint sets, hits, in_sets;
} Score;

static void
score_where (Score *score, const CyanStep *step, guint at)
{
  score->sets++;
  score->in_sets += step->n_where;
  for (guint i = 0; i < step->n_where; i++)
    score->hits += step->where[i] == at;
}

static void
score_steps (Score *score, const History *history, const CyanSteps *steps)
{
  gboolean used[N_STEPS] = { FALSE };
  guint found = 0;

  for (guint i = 0; i < steps->n_steps; i++)
    {
      const CyanStep *step = &steps->steps[i];
      gboolean right = FALSE;

      for (guint s = 0; s < history->n; s++)
        {
          int away = ABS ((int) step->revision - (int) history->at[s]);

          if (away <= 1 && !used[s] && !right)
            right = used[s] = TRUE;
          /* Closer than to any other. */
          if (away < 4)
            score_where (score, step, history->at[s]);
        }
      found += right;
    }
  score->found += found;
  score->none += steps->n_steps - found;
  score->missed += history->n - found;
  score->with_false += steps->n_steps > found;
}

static double
share (guint part, guint rest)
{
  return part + rest > 0 ? (double) part / (part + rest) : 1;
}

static void
test_world (gconstpointer data)
{
  const World *world = data;
  const CyanStepsOptions options = CYAN_STEPS_OPTIONS_INIT;
  gsl_rng *rng = gsl_rng_alloc (gsl_rng_mt19937);
  Score score = { 0 };

  gsl_rng_set (rng, 7);
  for (guint i = 0; i < N_SERIES; i++)
    {
      g_autofree History *history = g_new (History, 1);
      CyanSeries series = { N_REVISIONS, history->begin, history->values };
      g_autoptr (CyanSteps) steps = NULL;

      make_history (history, world, rng);
      steps = cyan_steps_new (&series, &options, NULL);
      score_steps (&score, history, steps);
    }
  gsl_rng_free (rng);

  g_test_message ("%s: false in %.1f %% of the series; recall %.3f, precision %.3f; "
                  "the set of where holds it in %.3f, mean size %.2f",
                  world->name, 100.0 * score.with_false / N_SERIES,
                  share (score.found, score.missed), share (score.found, score.none),
                  share (score.hits, score.sets - score.hits),
                  score.sets > 0 ? (double) score.in_sets / score.sets : 0);
  g_assert_cmpfloat (score.with_false, <=, world->most_false * N_SERIES);
  if (world->size == 0)
    return;
  g_assert_cmpfloat (share (score.found, score.missed), >=, world->recall);
  g_assert_cmpfloat (share (score.found, score.none), >=, world->precision);
  g_assert_cmpfloat (share (score.hits, score.sets - score.hits), >=, world->where);
  g_assert_cmpfloat (score.in_sets, <=, world->most_in_sets * score.sets);
}

TESTS ()
{
  for (guint i = 0; i < G_N_ELEMENTS (worlds); i++)
    {
      g_autofree char *path = g_strdup_printf ("/steps-worlds/%s", worlds[i].name);

      g_test_add_data_func (path, &worlds[i], test_world);
    }
}
