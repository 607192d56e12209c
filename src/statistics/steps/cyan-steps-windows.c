/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Candidates for steps, and the mode `hunter`, which removes the weak ones by p and magnitude. */
#include "cyan-steps-private.h"

#include <math.h>
#include <string.h>

#include "cyan-number.h"
#include "cyan-statistics-private.h"

/* Sums in another order differ by this; a later split has to be better by more. */
#define ROUNDING 1e-12

void
cyan_distances_init (CyanDistances *self, guint room)
{
  self->room = room;
  self->n = 0;
  self->sum = g_new0 (double, (gsize) (room + 1) * (room + 1));
  self->inverse = g_new0 (double, room + 1);
  for (guint k = 1; k <= room; k++)
    self->inverse[k] = 1.0 / k;
}

void
cyan_distances_clear (CyanDistances *self)
{
  g_free (self->sum);
  g_free (self->inverse);
}

void
cyan_distances_set (CyanDistances *self, const double *z, guint n)
{
  guint width = n + 1;

  g_assert (n <= self->room);
  self->n = n;
  memset (self->sum, 0, width * sizeof (double));
  for (guint i = 0; i < n; i++)
    {
      const double *above = self->sum + (gsize) i * width;
      double *row = self->sum + (gsize) (i + 1) * width;
      double sum = 0;

      row[0] = 0;
      for (guint j = 0; j < n; j++)
        {
          sum += fabs (z[i] - z[j]);
          row[j + 1] = above[j + 1] + sum;
        }
    }
}

double
cyan_distances_q (const CyanDistances *self, guint begin, guint split, guint end)
{
  gsize width = self->n + 1;
  const double *from = self->sum + begin * width;
  const double *at = self->sum + split * width;
  const double *to = self->sum + end * width;
  guint n = split - begin, m = end - split;
  double across = at[end] - from[end] - at[split] + from[split];
  double left = at[split] - 2 * from[split] + from[begin];
  double right = to[end] - 2 * at[end] + at[split];
  double q = 2 * across;

  /* The sums within have each pair twice. */
  if (n > 1)
    q -= m * self->inverse[n - 1] * left;
  if (m > 1)
    q -= n * self->inverse[m - 1] * right;
  return q * self->inverse[m + n];
}

/* The values [begin, end) of a window, and where they are best split. */
typedef struct
{
  guint begin, end, split;
  double q; /* -INFINITY for a single value */
} Interval;

static Interval
interval_new (const CyanDistances *distances, guint begin, guint end)
{
  Interval interval = { begin, end, begin, -INFINITY };

  for (guint split = begin + 1; split < end; split++)
    for (guint to = split + 1; to <= end; to++)
      {
        double q = cyan_distances_q (distances, begin, split, to);

        if (isinf (interval.q) || q > interval.q + ROUNDING * fabs (interval.q))
          {
            interval.q = q;
            interval.split = split;
          }
      }
  return interval;
}

/* The mean of [begin, end), and the sum of the squared deviations from it. */
static double
mean_of (const double *z, guint begin, guint end, double *squares)
{
  double mean = 0;

  for (guint i = begin; i < end; i++)
    mean += z[i];
  mean /= end - begin;
  *squares = 0;
  for (guint i = begin; i < end; i++)
    *squares += (z[i] - mean) * (z[i] - mean);
  return mean;
}

/* Student's t-test of two neighbours with one variance. */
static double
t_test (
    const double *z, guint begin, guint split, guint end, CyanDeviations deviations, double mean[2])
{
  double squares[2], error;
  guint n[] = { split - begin, end - split };

  mean[0] = mean_of (z, begin, split, &squares[0]);
  mean[1] = mean_of (z, split, end, &squares[1]);
  if (n[0] + n[1] <= 2)
    return 1;
  if (deviations == CYAN_DEVIATIONS_POPULATION)
    for (guint side = 0; side < 2; side++)
      squares[side] *= (n[side] - 1.0) / n[side];
  error = sqrt ((squares[0] + squares[1]) / (n[0] + n[1] - 2) * (1.0 / n[0] + 1.0 / n[1]));
  if (mean[0] == mean[1])
    return 1;
  if (!(error > 0))
    return 0;
  return 2 * cyan_t_above (fabs (mean[1] - mean[0]) / error, n[0] + n[1] - 2);
}

/* Splits the window at the best place of all, until a test says no.  Appends the points. */
static void
split_window (CyanDistances *distances,
              const double *z,
              guint begin,
              guint end,
              double alpha,
              CyanDeviations deviations,
              GArray *points)
{
  g_autoptr (GArray) intervals = g_array_new (FALSE, FALSE, sizeof (Interval));
  Interval whole;

  cyan_distances_set (distances, z + begin, end - begin);
  whole = interval_new (distances, 0, end - begin);
  g_array_append_val (intervals, whole);
  for (;;)
    {
      Interval *best = &g_array_index (intervals, Interval, 0);
      Interval left, right;
      double mean[2];

      for (guint i = 1; i < intervals->len; i++)
        if (g_array_index (intervals, Interval, i).q > best->q)
          best = &g_array_index (intervals, Interval, i);
      if (isinf (best->q)
          || t_test (z + begin, best->begin, best->split, best->end, deviations, mean) > alpha)
        break;
      left = interval_new (distances, best->begin, best->split);
      right = interval_new (distances, best->split, best->end);
      *best = left;
      g_array_insert_val (intervals, (guint) (best - (Interval *) (gpointer) intervals->data) + 1,
                          right);
    }
  for (guint i = 1; i < intervals->len; i++)
    {
      guint point = begin + g_array_index (intervals, Interval, i).begin;

      /* Windows overlap: a point may be there, but none after it. */
      g_array_append_val (points, point);
    }
}

void
cyan_steps_sort_points (GArray *points)
{
  guint kept = 0;

  g_array_sort (points, cyan_compare_uint32);
  for (guint i = 0; i < points->len; i++)
    {
      guint point = g_array_index (points, guint, i);

      if (kept == 0 || g_array_index (points, guint, kept - 1) != point)
        g_array_index (points, guint, kept++) = point;
    }
  g_array_set_size (points, kept);
}

GArray *
cyan_steps_candidates (
    const double *z, guint n, guint window, double alpha, CyanDeviations deviations)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (guint));
  CyanDistances distances;
  guint begin = 0;

  cyan_distances_init (&distances, MIN (window, n));
  while (begin < n)
    {
      guint end = n - begin < window ? n : begin + window;
      guint before = points->len;

      split_window (&distances, z, begin, end, alpha, deviations, points);
      begin += window / 2;
      if (points->len > before)
        begin = MAX (begin, g_array_index (points, guint, points->len - 1));
    }
  cyan_distances_clear (&distances);
  cyan_steps_sort_points (points);
  return points;
}

/* A point of the mode `hunter`, tested against the points beside it. */
typedef struct
{
  guint at;
  double p;
  double change; /* of the mean, relative to the smaller one */
} Tested;

static double
relative (double change, double mean)
{
  return mean != 0 ? fabs (change / mean) : 0;
}

static void
test_point (GArray *points, guint i, const double *z, guint n, CyanDeviations deviations)
{
  Tested *point = &g_array_index (points, Tested, i);
  guint begin = i > 0 ? point[-1].at : 0;
  guint end = i + 1 < points->len ? point[1].at : n;
  double mean[2], change;

  point->p = t_test (z, begin, point->at, end, deviations, mean);
  change = mean[1] - mean[0];
  point->change = MAX (relative (change, mean[0]), relative (change, mean[1]));
}

/* The index of the point that has to go, or the number of points if none has to. */
static guint
find_weakest (GArray *points, const CyanHunter *options)
{
  const Tested *tested = (const Tested *) (gpointer) points->data;
  guint weak = 0, small = 0;

  for (guint i = 1; i < points->len; i++)
    {
      if (tested[i].p > tested[weak].p)
        weak = i;
      if (tested[i].change < tested[small].change)
        small = i;
    }
  if (!(tested[weak].p < options->alpha))
    return weak;
  return tested[small].change > options->magnitude ? points->len : small;
}

/* In the windows tests are laxer than in the end. */
static double
window_alpha (double alpha)
{
  if (alpha < 0.05)
    return 10 * alpha;
  return alpha < 0.5 ? 2 * alpha : alpha;
}

GArray *
cyan_hunter_points (const double *z, guint n, const CyanHunter *options, GArray *p)
{
  CyanDeviations deviations =
      options->as_otava ? CYAN_DEVIATIONS_POPULATION : CYAN_DEVIATIONS_SAMPLE;
  GArray *points =
      cyan_steps_candidates (z, n, options->window, window_alpha (options->alpha), deviations);
  g_autoptr (GArray) tested = g_array_new (FALSE, TRUE, sizeof (Tested));

  g_array_set_size (tested, points->len);
  for (guint i = 0; i < points->len; i++)
    g_array_index (tested, Tested, i).at = g_array_index (points, guint, i);
  for (guint i = 0; i < tested->len; i++)
    test_point (tested, i, z, n, deviations);
  while (tested->len > 0)
    {
      guint weakest = find_weakest (tested, options);
      guint first = options->as_otava || weakest == 0 ? weakest : weakest - 1;
      guint last = options->as_otava ? weakest + 1 : weakest;

      if (weakest == tested->len)
        break;
      g_array_remove_index (tested, weakest);
      for (guint i = first; i <= last && i < tested->len; i++)
        test_point (tested, i, z, n, deviations);
    }

  g_array_set_size (points, tested->len);
  for (guint i = 0; i < tested->len; i++)
    {
      g_array_index (points, guint, i) = g_array_index (tested, Tested, i).at;
      if (p != NULL)
        g_array_append_val (p, g_array_index (tested, Tested, i).p);
    }
  return points;
}
