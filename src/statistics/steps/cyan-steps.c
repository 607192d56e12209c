/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the values of a series to its steps: medians of runs, outliers, candidates, results. */
#include "cyan-steps.h"

#include <math.h>
#include <string.h>

#include "cyan-assert.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-number.h"
#include "cyan-statistics-private.h"
#include "cyan-statistics.h"
#include "cyan-steps-private.h"

/* The median of the absolute value of a standard normal variable. */
#define NORMAL_75 0.6744897501960817
/* By how much more a median of normal values varies than their mean. */
#define MEDIAN_VARIANCE 1.5707963267948966

/* An outlier differs from the median of as many values before and after it. */
#define OUTLIER_NEIGHBOURS 3
/* So many in a row may be outliers, between two equal levels: a bad session, or a change that was
 * undone at once. */
#define MOST_OUTLIERS 2
/* In standard deviations: from those medians, and from the values right beside it. */
#define OUTLIER_SIZE 5.0
#define OUTLIER_STEP 2.5

/* The newest revision may be a step from this many standard errors on. */
#define POSSIBLE_SIZE 3.0

/* The probabilities of the sets of revisions that may have a step. */
#define WHERE      0.95
#define MOST_WHERE 0.999

/* Results stay finite: exp (700) is 1e304. */
#define MOST_LOG 700.0

/* The measured revisions. */
typedef struct
{
  guint n;
  guint *revision; /* of each, ascending */
  double *value;   /* the median of its runs */
  double *z;       /* its log */
  double shift;    /* what was added to the values before */
  double error;    /* standard deviation of a value by the scatter of its runs; 0 if unknown */
} Points;

static void
points_clear (Points *self)
{
  g_free (self->revision);
  g_free (self->value);
  g_free (self->z);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Points, points_clear)

static double
finite_exp (double x)
{
  return exp (CLAMP (x, -MOST_LOG, MOST_LOG));
}

static gboolean
check_values (const CyanSeries *series, GError **error)
{
  for (guint i = 0; i < series->n; i++)
    for (guint k = series->begin[i]; k < series->begin[i + 1]; k++)
      {
        guint run = k - series->begin[i];

        if (!isfinite (series->values[k]))
          return cyan_fail (error, CYAN_ERROR_INVALID,
                            _ ("revision %u, run %u: the value is not a finite number"), i, run);
        if (fabs (series->values[k]) > CYAN_STEPS_MOST_VALUE)
          return cyan_fail (error, CYAN_ERROR_INVALID,
                            _ ("revision %u, run %u: the value is too large"), i, run);
      }
  return TRUE;
}

/* The shift that makes all values positive: 0 if they are; else the least value becomes half of the
 * one nearest to zero. */
static double
find_shift (const CyanSeries *series)
{
  double least = G_MAXDOUBLE, nearest = G_MAXDOUBLE;

  for (guint i = 0; i < series->n; i++)
    for (guint k = series->begin[i]; k < series->begin[i + 1]; k++)
      {
        double value = series->values[k];

        least = MIN (least, value);
        if (value != 0)
          nearest = MIN (nearest, fabs (value));
      }
  if (least > 0)
    return 0;
  return (nearest < G_MAXDOUBLE ? MAX (0.5 * nearest, G_MINDOUBLE) : 1) - least;
}

static double
to_log (double value, double shift)
{
  /* A shift by a large value leaves nothing of a small one. */
  return log (shift > 0 ? MAX (value + shift, G_MINDOUBLE) : value);
}

/* Takes the medians.  The runs of a revision are sorted, so that their order does not matter. */
static void
points_init (Points *self, const CyanSeries *series)
{
  guint n_runs = series->n > 0 ? series->begin[series->n] - series->begin[0] : 0;
  g_autofree double *logs = g_new (double, n_runs + 1);
  double squares = 0, share = 0;
  guint df = 0;

  *self = (Points){ .revision = g_new (guint, series->n + 1),
                    .value = g_new (double, series->n + 1),
                    .z = g_new (double, series->n + 1),
                    .shift = find_shift (series) };
  for (guint i = 0; i < series->n; i++)
    {
      guint n = series->begin[i + 1] - series->begin[i];
      double mean = 0;

      if (n == 0)
        continue;
      memcpy (logs, series->values + series->begin[i], n * sizeof (double));
      self->value[self->n] = cyan_median (logs, n);
      for (guint k = 0; k < n; k++)
        logs[k] = to_log (logs[k], self->shift);
      self->z[self->n] = cyan_median (logs, n);
      self->revision[self->n++] = i;

      for (guint k = 0; k < n; k++)
        mean += logs[k] / n;
      /* Equal runs scatter by exactly nothing. */
      for (guint k = 0; k < n && logs[0] != logs[n - 1]; k++)
        squares += (logs[k] - mean) * (logs[k] - mean);
      df += n - 1;
      share += 1.0 / n;
    }
  if (df > 0)
    self->error = sqrt (MEDIAN_VARIANCE * squares / df * share / self->n);
}

/* The standard deviation of a point, which steps and outliers hardly change.  0 for values that do
 * not scatter.  A coarse clock makes equal medians of runs that do. */
static double
find_spread (const Points *points)
{
  g_autofree double *sizes = g_new (double, points->n);
  double spread;

  for (guint i = 0; i + 1 < points->n; i++)
    sizes[i] = fabs (points->z[i + 1] - points->z[i]);
  spread = cyan_median (sizes, points->n - 1) / (NORMAL_75 * G_SQRT2);
  return spread > 0 ? spread : points->error;
}

static double
median_of (const double *z, guint begin, guint end)
{
  double few[OUTLIER_NEIGHBOURS];

  memcpy (few, z + begin, (end - begin) * sizeof (double));
  return cyan_median (few, end - begin);
}

/* Whether the @n points from @i on are neither of the level before nor of the one after them, but on
 * the same side of both. */
static gboolean
are_outliers (const Points *points, guint i, guint n, double spread)
{
  const double *z = points->z;
  guint end = i + n;
  double before, after;

  if (i == 0 || end >= points->n)
    return FALSE;
  before = median_of (z, i - MIN (i, OUTLIER_NEIGHBOURS), i);
  after = median_of (z, end, MIN (end + OUTLIER_NEIGHBOURS, points->n));
  for (guint k = i; k < end; k++)
    if ((z[k] > before) != (z[i] > before) || (z[k] > after) != (z[i] > before)
        || MIN (fabs (z[k] - before), fabs (z[k] - after)) <= OUTLIER_SIZE * spread)
      return FALSE;
  return fabs (z[i] - z[i - 1]) > OUTLIER_STEP * spread
         && fabs (z[end] - z[end - 1]) > OUTLIER_STEP * spread
         && (n == 1 || fabs (before - after) < OUTLIER_STEP * spread);
}

/* Moves outliers from @points to @outliers. */
static void
remove_outliers (Points *points, double spread, GArray *outliers)
{
  g_autofree gboolean *out = g_new0 (gboolean, points->n);
  guint kept = 0;

  for (guint n = 1; n <= MOST_OUTLIERS; n++)
    for (guint i = 0; i < points->n; i++)
      if (are_outliers (points, i, n, spread))
        for (guint k = i; k < i + n; k++)
          out[k] = TRUE;
  for (guint i = 0; i < points->n; i++)
    if (out[i])
      g_array_append_val (outliers, points->revision[i]);
    else
      {
        points->revision[kept] = points->revision[i];
        points->value[kept] = points->value[i];
        points->z[kept++] = points->z[i];
      }
  points->n = kept;
}

/* Candidates of both directions, so that a series in reverse has the same. */
static GArray *
find_candidates (const double *z, guint n, gconstpointer data)
{
  const CyanStepsOptions *options = data;
  GArray *all =
      cyan_steps_candidates (z, n, options->window, options->alpha, CYAN_DEVIATIONS_SAMPLE);
  g_autofree double *reversed = g_new (double, n);
  g_autoptr (GArray) others = NULL;

  for (guint i = 0; i < n; i++)
    reversed[i] = z[n - 1 - i];
  others =
      cyan_steps_candidates (reversed, n, options->window, options->alpha, CYAN_DEVIATIONS_SAMPLE);
  for (guint i = 0; i < others->len; i++)
    {
      guint point = n - g_array_index (others, guint, i);

      g_array_append_val (all, point);
    }
  cyan_steps_sort_points (all);
  return all;
}

/* Places where values that do not scatter change. */
static GArray *
find_changes (const Points *points, double least)
{
  GArray *changes = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 1; i < points->n; i++)
    if (points->z[i] != points->z[i - 1] && fabs (points->z[i] - points->z[i - 1]) >= least)
      g_array_append_val (changes, i);
  return changes;
}

/* The points of the mode `hunter`, which works on values, not on their logs. */
static GArray *
find_hunter (const Points *points, const CyanStepsOptions *options, GArray *p)
{
  const CyanHunter hunter = { options->window, options->alpha, options->magnitude, FALSE };
  g_autofree double *scaled = g_new (double, points->n);
  double most = G_MINDOUBLE;

  /* Squares of large values are not finite. */
  for (guint i = 0; i < points->n; i++)
    most = MAX (most, fabs (points->value[i]));
  for (guint i = 0; i < points->n; i++)
    scaled[i] = points->value[i] / most;
  return cyan_hunter_points (scaled, points->n, &hunter, p);
}

/* The points of a place, and the revisions between that were not measured or left out. */
static void
step_set_where (CyanStep *step, const Points *points, GArray *where)
{
  g_autoptr (GArray) revisions = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < where->len; i++)
    {
      guint at = g_array_index (where, guint, i);

      for (guint revision = points->revision[at - 1] + 1; revision <= points->revision[at];
           revision++)
        g_array_append_val (revisions, revision);
    }
  step->n_where = revisions->len;
  step->where = (guint *) (gpointer) g_array_free (g_steal_pointer (&revisions), FALSE);
}

static void
step_set_range (CyanStep *step, const Points *points, const GArray *wide)
{
  step->first = points->revision[g_array_index (wide, guint, 0) - 1] + 1;
  step->last = points->revision[g_array_index (wide, guint, wide->len - 1)];
}

static CyanRatio
ratio_new (double difference, double half)
{
  return (CyanRatio){ finite_exp (difference), finite_exp (difference - half),
                      finite_exp (difference + half) };
}

static void
set_steps (CyanSteps *self, const Points *points, const CyanLevels *levels, const GArray *p)
{
  CyanSeriesNoise noise = cyan_levels_noise (levels);

  self->n_steps = levels->segments->len - 1;
  self->steps = g_new0 (CyanStep, self->n_steps + 1);
  for (guint i = 0; i < self->n_steps; i++)
    {
      CyanStep *step = &self->steps[i];
      guint at = g_array_index (levels->segments, CyanSegment, i).end;
      double error, df, difference = cyan_levels_difference (levels, i, &noise, &error, &df);
      g_autoptr (GArray) where = NULL, wide = NULL;

      step->revision = points->revision[at];
      if (self->exact)
        {
          where = g_array_new (FALSE, FALSE, sizeof (guint));
          g_array_append_val (where, at);
          step->size = ratio_new (points->z[at] - points->z[at - 1], 0);
        }
      else
        {
          where = cyan_levels_where (levels, i, WHERE);
          wide = cyan_levels_where (levels, i, MOST_WHERE);
          step->size = ratio_new (difference, cyan_t_quantile_95 (df) * error);
          step->p = p->len > 0 ? g_array_index (p, double, i) : cyan_levels_p (levels, i, &noise);
        }
      step->q = step->p;
      step_set_where (step, points, where);
      step_set_range (step, points, wide != NULL ? wide : where);
    }
}

static double
to_value (const Points *points, double log_value)
{
  return finite_exp (log_value) - points->shift;
}

static double
mean_revision (const Points *points, guint begin, guint end)
{
  double mean = 0;

  for (guint i = begin; i < end; i++)
    mean += (double) points->revision[i] / (end - begin);
  return mean;
}

/* A level of a series with a slope is that in its middle. */
static void
set_levels (CyanSteps *self,
            guint n_revisions,
            const Points *points,
            const CyanLevels *levels,
            double slope)
{
  CyanSeriesNoise noise = cyan_levels_noise (levels);
  double t_95 = cyan_t_quantile_95 (noise.df), middle = mean_revision (points, 0, points->n);

  self->n_levels = levels->segments->len;
  self->levels = g_new (CyanLevel, self->n_levels);
  for (guint i = 0; i < self->n_levels; i++)
    {
      const CyanSegment *segment = &g_array_index (levels->segments, CyanSegment, i);
      double half =
          self->exact ? 0 : t_95 * sqrt (noise.of_means / (segment->end - segment->begin));
      double mean =
          segment->mean + slope * (mean_revision (points, segment->begin, segment->end) - middle);

      self->levels[i] = (CyanLevel){
        .begin = i > 0 ? points->revision[segment->begin] : 0,
        .end = i + 1 < self->n_levels ? points->revision[segment->end] : n_revisions,
        .level = to_value (points, mean),
        .low = to_value (points, mean - half),
        .high = to_value (points, mean + half),
      };
    }
}

/* Compares the newest point with its level, without it. */
static void
set_possible (CyanSteps *self, const CyanLevels *levels, double least)
{
  const CyanSegment *last =
      &g_array_index (levels->segments, CyanSegment, levels->segments->len - 1);
  guint n = last->end - last->begin;
  g_autoptr (GArray) points = NULL;
  CyanLevels before;
  double difference, error;

  if (self->exact || n < 2)
    return;
  points = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i + 1 < levels->segments->len; i++)
    g_array_append_val (points, g_array_index (levels->segments, CyanSegment, i).end);
  cyan_levels_init (&before, levels->z, levels->n - 1, levels->spread, points);
  difference = levels->z[levels->n - 1]
               - g_array_index (before.segments, CyanSegment, before.segments->len - 1).mean;
  error = sqrt (cyan_levels_noise (&before).variance * (1 + 1.0 / (n - 1)));
  cyan_levels_clear (&before);
  if (fabs (difference) >= least && fabs (difference) > POSSIBLE_SIZE * error)
    self->possible = finite_exp (difference);
}

static void
set_drift (CyanSteps *self,
           guint n_revisions,
           const Points *points,
           const CyanLevels *levels,
           double slope)
{
  double rest, half, revisions = n_revisions - 1.0;

  if (cyan_levels_slope (levels, points->revision, &rest, &half))
    self->drift = ratio_new ((slope + rest) * revisions, half * revisions);
}

static gboolean
are_ascending (const guint *numbers, guint n, guint end)
{
  for (guint i = 0; i < n; i++)
    if (numbers[i] >= end || (i > 0 && numbers[i] <= numbers[i - 1]))
      return FALSE;
  return TRUE;
}

static gboolean
is_ordered (const CyanRatio *ratio)
{
  return ratio->low > 0 && ratio->low <= ratio->ratio && ratio->ratio <= ratio->high;
}

/* Checks what cyan-steps.h says of steps, levels and outliers of a series of @n revisions.  FALSE
 * with CYAN_ERROR_INVALID. */
static gboolean
cyan_steps_check (const CyanSteps *self, guint n, GError **error)
{
  guint begin = 0;

  for (guint i = 0; i < self->n_levels; i++)
    {
      const CyanLevel *level = &self->levels[i];

      if (level->begin != begin || level->end <= begin || level->end > n
          || !(level->low <= level->level && level->level <= level->high))
        return cyan_fail (error, CYAN_ERROR_INVALID, "level %u is out of order", i);
      if (i > 0 && level->begin != self->steps[i - 1].revision)
        return cyan_fail (error, CYAN_ERROR_INVALID, "level %u does not begin at a step", i);
      begin = level->end;
    }
  if (self->n_levels > 0 && begin != n)
    return cyan_fail (error, CYAN_ERROR_INVALID, "the last level ends at %u of %u", begin, n);
  for (guint i = 0; i < self->n_steps; i++)
    {
      const CyanStep *step = &self->steps[i];

      if (!(step->p >= 0 && step->p <= 1) || !(step->q >= 0 && step->q <= 1)
          || !is_ordered (&step->size) || step->n_where == 0
          || !are_ascending (step->where, step->n_where, n))
        return cyan_fail (error, CYAN_ERROR_INVALID, "step %u is out of range", i);
    }
  if (!are_ascending (self->outliers, self->n_outliers, n))
    return cyan_fail (error, CYAN_ERROR_INVALID, "outliers are out of order");
  if (!is_ordered (&self->drift) || !(self->possible >= 0))
    return cyan_fail (error, CYAN_ERROR_INVALID, "the drift is out of range");
  return TRUE;
}

CyanSteps *
cyan_steps_new (const CyanSeries *series, const CyanStepsOptions *options, GError **error)
{
  double least = log1p (options->magnitude), spread = 0, slope = 0;
  g_autofree double *straight = g_new (double, series->n + 1);
  g_autoptr (GArray) outliers = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) p = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) places = NULL;
  g_auto (Points) points = { 0 };
  CyanLevels levels;
  CyanSteps *self;

  g_assert (options->window >= 2 && options->window <= CYAN_STEPS_MOST_WINDOW);
  g_assert (options->alpha > 0 && options->alpha < 1);
  g_assert (options->magnitude >= 0 && isfinite (options->magnitude));

  if (!check_values (series, error))
    return NULL;
  self = g_new0 (CyanSteps, 1);
  self->drift = (CyanRatio){ 1, 1, 1 };
  points_init (&points, series);
  if (points.n == 0)
    return self;
  if (points.n > 1)
    spread = find_spread (&points);

  self->tested = points.n >= CYAN_STEPS_LEAST_REVISIONS;
  self->exact = self->tested && spread == 0;
  if (!self->tested)
    places = g_array_new (FALSE, FALSE, sizeof (guint));
  else if (self->exact)
    places = find_changes (&points, least);
  else if (options->mode == CYAN_STEPS_HUNTER)
    places = find_hunter (&points, options, p);
  else
    {
      remove_outliers (&points, spread, outliers);
      places = find_candidates (points.z, points.n, options);
    }

  cyan_levels_init (&levels, points.z, points.n, spread, places);
  if (self->tested && !self->exact && options->mode == CYAN_STEPS_BACKWARD)
    {
      cyan_levels_remove_weak (&levels, options->alpha, least);
      slope = cyan_levels_straighten (&levels, points.revision, options->alpha, least,
                                      find_candidates, options, straight);
    }
  set_steps (self, &points, &levels, p);
  set_levels (self, series->n, &points, &levels, slope);
  if (self->tested && !self->exact)
    {
      if (options->magnitude <= CYAN_STEPS_NEEDED)
        self->needed = cyan_levels_needed (sqrt (cyan_levels_noise (&levels).of_means),
                                           CYAN_STEPS_NEEDED, options->alpha);
      set_possible (self, &levels, least);
      set_drift (self, series->n, &points, &levels, slope);
    }
  cyan_levels_clear (&levels);
  self->n_outliers = outliers->len;
  self->outliers = (guint *) (gpointer) g_array_free (g_steal_pointer (&outliers), FALSE);
  g_assert (self->n_levels == self->n_steps + 1);
  cyan_assert_valid (cyan_steps_check, self, series->n);
  return self;
}

void
cyan_steps_free (CyanSteps *self)
{
  for (guint i = 0; i < self->n_steps; i++)
    g_free (self->steps[i].where);
  g_free (self->steps);
  g_free (self->levels);
  g_free (self->outliers);
  g_free (self);
}

void
cyan_steps_adjust (CyanSteps *const *series, guint n_series)
{
  g_autoptr (GArray) tests = g_array_new (FALSE, TRUE, sizeof (CyanTest));
  guint k = 0;

  for (guint i = 0; i < n_series; i++)
    if (series[i]->tested && !series[i]->exact)
      for (guint s = 0; s < MAX (series[i]->n_steps, 1); s++)
        {
          const CyanTest test = { .p = series[i]->n_steps > 0 ? series[i]->steps[s].p : 1 };

          g_array_append_val (tests, test);
        }
  cyan_adjust_p_values ((CyanTest *) (gpointer) tests->data, tests->len);
  for (guint i = 0; i < n_series; i++)
    if (series[i]->tested && !series[i]->exact)
      for (guint s = 0; s < MAX (series[i]->n_steps, 1); s++, k++)
        if (series[i]->n_steps > 0)
          series[i]->steps[s].q = g_array_index (tests, CyanTest, k).q;
  g_assert (k == tests->len);
}
