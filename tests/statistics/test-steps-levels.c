/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Levels that are short, or of which all revisions have one value. */
#include "cyan-steps.h"
#include "tests.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

#define MOST_VALUES 100

/* @n revisions with @runs values each. */
static CyanSteps *
steps_of (const double *values, guint n, guint runs, const CyanStepsOptions *options)
{
  guint begin[MOST_VALUES + 1];
  const CyanSeries series = { n, begin, values };
  g_autoptr (GError) error = NULL;
  CyanSteps *steps;

  for (guint i = 0; i <= n; i++)
    begin[i] = i * runs;
  steps = cyan_steps_new (&series, options, &error);
  g_assert_no_error (error);
  return steps;
}

/* Of two levels of one length, only one of which is between two steps: the same from both ends. */
TEST ("/steps-levels/short")
{
  static const double noise[] = { .003, -.004, .001, -.002, .005, -.003, .002, -.001 };
  const CyanStepsOptions options = CYAN_STEPS_OPTIONS_INIT;
  g_autoptr (CyanSteps) steps = NULL, other = NULL;
  double values[24], mirror[24];

  for (guint i = 0; i < 24; i++)
    mirror[23 - i] = values[i] = exp ((i < 12 ? 0 : i < 18 ? .1 : .2) + noise[i % 8]);
  steps = steps_of (values, 24, 1, &options);
  other = steps_of (mirror, 24, 1, &options);
  g_assert_cmpuint (steps->n_steps, ==, 2);
  g_assert_cmpuint (other->n_steps, ==, 2);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpfloat_with_epsilon (steps->steps[i].p / other->steps[1 - i].p, 1, 1e-6);
}

/* A coarse clock: all medians of a level are equal.  Then the runs say how much they scatter. */
TEST ("/steps-levels/coarse-clock")
{
  const CyanStepsOptions options[] = { CYAN_STEPS_OPTIONS_INIT, CYAN_STEPS_HUNTER_OPTIONS_INIT };
  const double a = 0.0625, spread = sqrt (G_PI_2 * (2 * a * a / 2) / 3);

  for (guint turn = 0; turn < 40; turn++)
    {
      const double z = 0.5 + 0.01 * turn;
      guint half = 5 + turn % 7, n = 2 * half;
      double d0 = 0.37 * (n - 1), error = sqrt (d0 * spread * spread / (d0 + n - 2) * (2.0 / half));
      double p = 2 * gsl_cdf_tdist_Q (z / error, d0 + n - 2) * (n - 1), values[MOST_VALUES];

      for (guint i = 0; i < n; i++)
        for (guint run = 0; run < 3; run++)
          values[3 * i + run] = exp (0.1 * turn + (i < half ? 0 : z) + (run - 1.0) * a);
      for (guint mode = 0; mode < G_N_ELEMENTS (options); mode++)
        {
          g_autoptr (CyanSteps) steps = steps_of (values, n, 3, &options[mode]);

          g_assert_false (steps->exact);
          g_assert_cmpuint (steps->n_steps, ==, 1);
          g_assert_cmpuint (steps->steps[0].revision, ==, half);
          if (mode == 0)
            g_assert_cmpfloat_with_epsilon (steps->steps[0].p / p, 1, 1e-6);
        }
    }
}
