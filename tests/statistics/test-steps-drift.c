/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The drift of a series, written out. */
#include "cyan-steps.h"
#include "tests.h"

#include <math.h>

/* Without a step, the drift is the straight line of least squares through the logs, from the first
 * revision to the last. */
TEST ("/steps-drift/line")
{
  static const double values[] = { 100, 101, 99, 100, 102, 98, 101, 99, 100, 103, 100, 101 };
  /* Revisions 4, 9 and 10 were not measured. */
  static const guint begin[] = { 0, 1, 2, 3, 4, 4, 5, 6, 7, 8, 8, 8, 9, 10, 11, 12 };
  const guint n_revisions = G_N_ELEMENTS (begin) - 1;
  const CyanSeries series = { n_revisions, begin, values };
  const CyanStepsOptions options = CYAN_STEPS_OPTIONS_INIT;
  g_autoptr (CyanSteps) steps = cyan_steps_new (&series, &options, NULL);
  double n = 0, x = 0, z = 0, xx = 0, xz = 0, slope;

  for (guint i = 0; i < n_revisions; i++)
    if (begin[i + 1] > begin[i])
      {
        double value = log (values[begin[i]]);

        n++;
        x += i;
        z += value;
        xx += i * i;
        xz += i * value;
      }
  slope = (xz - x * z / n) / (xx - x * x / n);
  g_assert_cmpuint (steps->n_steps, ==, 0);
  g_assert_cmpfloat_with_epsilon (steps->drift.ratio, exp (slope * (n_revisions - 1)), 1e-9);
}
