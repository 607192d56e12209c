/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much runs scatter, and what follows for the levels of revisions. */
#include <math.h>
#include <stdlib.h>

#include "cyan-number.h"
#include "cyan-search-private.h"

/* Median of the absolute difference of two normal values / their standard deviation. */
#define DIFFERENCE_MEDIAN (0.6745 * G_SQRT2)
/* Degrees of freedom of a scatter that is a median / those of a root of squares. */
#define MEDIAN_DF 0.37
#define LEAST_DF  3.0

/* Where runs hardly scatter, as those of instructions, neither do builds: but for this, as a
 * standard deviation. */
#define EXACT_SCATTER 0.0005
#define LEAST_SCATTER 1e-4

/* Sorts @values. */
static double
median (double *values, guint n)
{
  qsort (values, n, sizeof (double), cyan_compare_doubles);
  return (values[n / 2] + values[(n - 1) / 2]) / 2;
}

/* Differences of successive runs do not depend on the revision's level, and their median not on
 * slow runs. */
CyanSearchNoise
cyan_search_find_noise (const CyanSearch *self)
{
  g_autoptr (GArray) differences = g_array_new (FALSE, FALSE, sizeof (double));
  guint n_runs = 0, n_revisions = 0;
  double run = 0, build = self->options.build_scatter;

  for (guint i = 0; i < self->options.n_revisions; i++)
    {
      const GArray *logs = self->logs[i];

      if (logs == NULL)
        continue;
      n_revisions++;
      n_runs += logs->len;
      for (guint r = 1; r < logs->len; r++)
        {
          double difference =
              fabs (g_array_index (logs, double, r) - g_array_index (logs, double, r - 1));

          g_array_append_val (differences, difference);
        }
    }
  if (differences->len > 0)
    run = median ((double *) differences->data, differences->len) / DIFFERENCE_MEDIAN;
  if (differences->len > 0 && run <= LEAST_SCATTER)
    build = MIN (build, EXACT_SCATTER);
  run = MAX (run, LEAST_SCATTER);
  build = MAX (build, LEAST_SCATTER);
  return (CyanSearchNoise){ run * run, build * build,
                            MAX (LEAST_DF, MEDIAN_DF * (n_runs - n_revisions)) };
}

CyanSearchPoint
cyan_search_make_point (const CyanSearch *self, const CyanSearchNoise *noise, guint revision)
{
  const GArray *logs = self->logs[revision];
  g_autofree double *values = g_memdup2 (logs->data, logs->len * sizeof (double));

  return (CyanSearchPoint){ revision, logs->len, median (values, logs->len),
                            noise->build + CYAN_SEARCH_MEDIAN_VARIANCE * noise->run / logs->len };
}

GArray *
cyan_search_list_points (const CyanSearch *self, const CyanSearchNoise *noise)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (CyanSearchPoint));

  for (guint i = 0; i < self->options.n_revisions; i++)
    if (self->logs[i] != NULL && !self->dead[i])
      {
        CyanSearchPoint point = cyan_search_make_point (self, noise, i);

        g_array_append_val (points, point);
      }
  return points;
}
