/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From runs to the levels of builds.
 *
 * All runs of one visit share what the machine does at that time.  So a level is what a build
 * differs by from another one of the same visit, run by run; where visits hardly differ, levels of
 * different visits are compared, too.
 */
#include "cyan-search-private.h"

#include "cyan-number.h"
#include "cyan-statistics.h"

#include <gsl/gsl_linalg.h>
#include <math.h>
#include <string.h>

/* ---- small tools ---- */

/* So many values have pairs that are not too many, and that one slow run does not shift much. */
#define LEAST_PAIRED 4
#define MOST_PAIRED  64

double
cyan_search_centre (double *values, guint n)
{
  g_autofree double *means = NULL;
  guint k = 0;

  if (n < LEAST_PAIRED || n > MOST_PAIRED)
    return cyan_median (values, n);
  means = g_new (double, n *(n + 1) / 2);
  for (guint i = 0; i < n; i++)
    for (guint j = i; j < n; j++)
      means[k++] = (values[i] + values[j]) / 2;
  return cyan_median (means, k);
}

double
cyan_search_invert (double *matrix, guint n)
{
  gsl_matrix_view view = gsl_matrix_view_array (matrix, n, n);
  double log_determinant = 0;

  gsl_linalg_cholesky_decomp1 (&view.matrix);
  for (guint i = 0; i < n; i++)
    log_determinant += 2 * log (matrix[i * n + i]);
  gsl_linalg_cholesky_invert (&view.matrix);
  return log_determinant;
}

/* ---- how much runs scatter ---- */

/* Median of the absolute difference of two normal values / their standard deviation. */
#define DIFFERENCE_MEDIAN (0.6745 * G_SQRT2)
/* Degrees of freedom of a scatter that is a median / those of a root of squares. */
#define MEDIAN_DF 0.37
#define LEAST_DF  3.0

/* Where runs hardly scatter, as those of instructions, neither do builds: but for this, as a
 * standard deviation. */
#define EXACT_SCATTER 0.0005
#define LEAST_SCATTER 1e-4

/* Before anything is known, visits are taken to differ by this, as a standard deviation, or by this
 * part of what runs do; that counts as so many visits. */
#define VISIT_SCATTER 0.003
#define VISIT_SHARE   0.2
#define VISIT_COUNT   2.0

/* Differences of successive runs do not depend on the level, and their median not on slow runs. */
static CyanSearchNoise
find_noise (const CyanSearch *self)
{
  g_autoptr (GArray) differences = g_array_new (FALSE, FALSE, sizeof (double));
  double run = 0, build = self->options.build_scatter, visit;

  for (guint c = 0; c < self->cells->len; c++)
    {
      const GArray *logs = g_array_index (self->cells, CyanSearchCell, c).logs;

      for (guint r = 1; r < logs->len; r++)
        {
          double difference =
              fabs (g_array_index (logs, double, r) - g_array_index (logs, double, r - 1));

          g_array_append_val (differences, difference);
        }
    }
  if (differences->len > 0)
    run = cyan_median ((double *) differences->data, differences->len) / DIFFERENCE_MEDIAN;
  if (differences->len > 0 && run <= LEAST_SCATTER)
    build = MIN (build, EXACT_SCATTER);
  visit = MIN (VISIT_SCATTER, VISIT_SHARE * run);
  run = MAX (run, LEAST_SCATTER);
  build = MAX (build, LEAST_SCATTER);
  visit = MAX (visit, LEAST_SCATTER);
  return (CyanSearchNoise){ run * run, visit * visit, build * build,
                            MAX (LEAST_DF, MEDIAN_DF * differences->len) };
}

/* ---- the level of a build in a visit ---- */

typedef struct
{
  guint visit, unit;
  double level, weight; /* 1 / variance */
} Reading;

/* Whether @a is told from @b, not the other way round. */
static gboolean
is_told_from (const CyanSearchCell *a, const CyanSearchCell *b)
{
  if (a->logs->len != b->logs->len)
    return a->logs->len < b->logs->len;
  return a->revision != b->revision ? a->revision > b->revision : a->build > b->build;
}

/* The visit's cell with the most runs, from which the others are told. */
static const CyanSearchCell *
find_reference (const CyanSearch *self, guint visit)
{
  const CyanSearchCell *reference = NULL;

  for (guint c = 0; c < self->cells->len; c++)
    {
      const CyanSearchCell *cell = &g_array_index (self->cells, CyanSearchCell, c);

      if (cell->visit == visit && (reference == NULL || is_told_from (reference, cell)))
        reference = cell;
    }
  return reference;
}

/* The median of the pairs' means: of the runs, and of their differences from those of @reference
 * that were measured in the same turns. */
static double
level_of (const CyanSearchCell *cell, const CyanSearchCell *reference, guint *n)
{
  g_autofree double *values =
      g_memdup2 (reference->logs->data, reference->logs->len * sizeof *values);
  double level = cyan_search_centre (values, reference->logs->len);

  *n = MIN (cell->logs->len, reference->logs->len);
  if (cell == reference)
    return level;
  for (guint i = 0; i < *n; i++)
    values[i] = g_array_index (cell->logs, double, i) - g_array_index (reference->logs, double, i);
  return level + cyan_search_centre (values, *n);
}

static int
compare_units (gconstpointer a, gconstpointer b)
{
  const CyanSearchUnit *x = a, *y = b;

  if (x->revision != y->revision)
    return (x->revision > y->revision) - (x->revision < y->revision);
  return (x->build > y->build) - (x->build < y->build);
}

/* Of CyanSearchUnit: those of revisions that can be measured, by revision. */
static GArray *
list_units (const CyanSearch *self)
{
  GArray *units = g_array_new (FALSE, FALSE, sizeof (CyanSearchUnit));

  for (guint c = 0; c < self->cells->len; c++)
    {
      const CyanSearchCell *cell = &g_array_index (self->cells, CyanSearchCell, c);
      const CyanSearchUnit unit = { cell->revision, cell->build, 0 };
      gboolean is_there = self->dead[cell->revision];

      for (guint i = 0; i < units->len && !is_there; i++)
        is_there = compare_units (&g_array_index (units, CyanSearchUnit, i), &unit) == 0;
      if (!is_there)
        g_array_append_val (units, unit);
    }
  g_array_sort (units, compare_units);
  return units;
}

static guint
find_unit (const GArray *units, const CyanSearchCell *cell)
{
  guint i = 0;

  while (i < units->len
         && (g_array_index (units, CyanSearchUnit, i).revision != cell->revision
             || g_array_index (units, CyanSearchUnit, i).build != cell->build))
    i++;
  return i;
}

/* Of Reading, by visit; visits are numbered anew. */
static GArray *
list_readings (const CyanSearch *self, const GArray *units, double run, guint *n_visits)
{
  GArray *readings = g_array_new (FALSE, FALSE, sizeof (Reading));
  g_autoptr (GHashTable) visits = g_hash_table_new (NULL, NULL);

  for (guint c = 0; c < self->cells->len; c++)
    {
      const CyanSearchCell *cell = &g_array_index (self->cells, CyanSearchCell, c);
      Reading reading = { .unit = find_unit (units, cell) };
      gpointer number;
      guint n;

      if (reading.unit == units->len)
        continue;
      if (!g_hash_table_lookup_extended (visits, GUINT_TO_POINTER (cell->visit), NULL, &number))
        {
          number = GUINT_TO_POINTER (g_hash_table_size (visits));
          g_hash_table_insert (visits, GUINT_TO_POINTER (cell->visit), number);
        }
      reading.visit = GPOINTER_TO_UINT (number);
      reading.level = level_of (cell, find_reference (self, cell->visit), &n);
      reading.weight = n / (CYAN_SEARCH_LEVEL_VARIANCE * run);
      g_array_append_val (readings, reading);
    }
  *n_visits = g_hash_table_size (visits);
  return readings;
}

/* ---- levels and what visits add ---- */

typedef struct
{
  double weight, sum; /* of its readings */
  double effect;      /* what it adds, */
  double variance;    /* and that of what it may add */
  double error;       /* variance of the effect */
} Visit;

/* Sets the levels and their covariance, where the variance of each visit's effect is known: the
 * normal equations without the effects (Searle, Casella, McCulloch 1992, chapter 7). */
static void
solve_levels (CyanSearchLevels *self, const GArray *readings, Visit *visits, guint n_visits)
{
  guint n = self->units->len;
  g_autofree double *right = g_new0 (double, n);
  double origin = g_array_index (readings, Reading, 0).level;

  memset (self->covariance, 0, (gsize) n * n * sizeof (double));
  for (guint v = 0; v < n_visits; v++)
    visits[v].weight = visits[v].sum = 0;
  for (guint i = 0; i < readings->len; i++)
    {
      const Reading *reading = &g_array_index (readings, Reading, i);

      visits[reading->visit].weight += reading->weight;
      visits[reading->visit].sum += reading->weight * (reading->level - origin);
    }
  for (guint i = 0; i < readings->len; i++)
    {
      const Reading *a = &g_array_index (readings, Reading, i);
      const Visit *visit = &visits[a->visit];
      double share = a->weight / (visit->weight + 1 / visit->variance);

      self->covariance[a->unit * n + a->unit] += a->weight;
      right[a->unit] += a->weight * (a->level - origin) - share * visit->sum;
      for (guint j = 0; j < readings->len; j++)
        {
          const Reading *b = &g_array_index (readings, Reading, j);

          if (b->visit == a->visit)
            self->covariance[a->unit * n + b->unit] -= share * b->weight;
        }
    }
  cyan_search_invert (self->covariance, n);
  for (guint i = 0; i < n; i++)
    {
      CyanSearchUnit *unit = &g_array_index (self->units, CyanSearchUnit, i);

      unit->level = origin;
      for (guint j = 0; j < n; j++)
        unit->level += self->covariance[i * n + j] * right[j];
    }
}

/* What each visit adds, given the levels. */
static void
find_effects (const CyanSearchLevels *self, const GArray *readings, Visit *visits, guint n_visits)
{
  for (guint v = 0; v < n_visits; v++)
    visits[v].effect = 0;
  for (guint i = 0; i < readings->len; i++)
    {
      const Reading *reading = &g_array_index (readings, Reading, i);

      visits[reading->visit].effect +=
          reading->weight
          * (reading->level - g_array_index (self->units, CyanSearchUnit, reading->unit).level);
    }
  for (guint v = 0; v < n_visits; v++)
    {
      visits[v].error = 1 / (visits[v].weight + 1 / visits[v].variance);
      visits[v].effect *= visits[v].error;
    }
}

#define VISIT_DF     2.0
#define N_ITERATIONS 12

/* A visit is far from the others if the variance of what it may add is so many times theirs. */
#define LARGE_EFFECT 10.0

/* Effects of visits have Student's distribution with VISIT_DF degrees of freedom: mostly small, now
 * and then large, which then tells only differences within that visit (EM; Lange, Little, Taylor
 * 1989). */
static void
fit (CyanSearchLevels *self, const GArray *readings, guint n_visits)
{
  g_autofree Visit *visits = g_new0 (Visit, n_visits);
  double first = self->noise.visit, scale = first;

  for (guint v = 0; v < n_visits; v++)
    visits[v].variance = scale;
  for (guint i = 0; i < N_ITERATIONS; i++)
    {
      double sum = VISIT_COUNT * first;

      solve_levels (self, readings, visits, n_visits);
      find_effects (self, readings, visits, n_visits);
      for (guint v = 0; v < n_visits; v++)
        {
          double square = visits[v].effect * visits[v].effect + visits[v].error;
          double weight = (VISIT_DF + 1) / (VISIT_DF + square / scale);

          sum += weight * square;
          visits[v].variance = 1 / weight;
        }
      scale = sum / (VISIT_COUNT + n_visits);
      for (guint v = 0; v < n_visits; v++)
        visits[v].variance *= scale;
    }
  self->noise.visit = scale;
  self->is_calm = TRUE;
  for (guint v = 0; v < n_visits; v++)
    self->is_calm &= visits[v].variance < LARGE_EFFECT * scale;
}

CyanSearchLevels *
cyan_search_levels_new (const CyanSearch *self)
{
  CyanSearchLevels *levels = g_new0 (CyanSearchLevels, 1);
  g_autoptr (GArray) readings = NULL;
  guint n_visits;

  levels->noise = find_noise (self);
  levels->units = list_units (self);
  levels->covariance = g_new (double, (gsize) levels->units->len * levels->units->len);
  readings = list_readings (self, levels->units, levels->noise.run, &n_visits);
  fit (levels, readings, n_visits);
  return levels;
}

void
cyan_search_levels_free (CyanSearchLevels *self)
{
  g_array_unref (self->units);
  g_free (self->covariance);
  g_free (self);
}

/* ---- the levels of revisions ---- */

static guint
count_visits (const CyanSearch *self, guint revision)
{
  guint n = 0;

  for (guint c = 0; c < self->cells->len; c++)
    n += g_array_index (self->cells, CyanSearchCell, c).revision == revision;
  return n;
}

CyanSearchPoints *
cyan_search_points_new (const CyanSearch *self, const CyanSearchLevels *levels, double build)
{
  CyanSearchPoints *points = g_new0 (CyanSearchPoints, 1);
  guint n_units = levels->units->len, n;
  const CyanSearchUnit *units = (const CyanSearchUnit *) levels->units->data;
  g_autofree double *weights =
      g_memdup2 (levels->covariance, (gsize) n_units * n_units * sizeof *weights);
  g_autofree guint *number = g_new (guint, n_units);
  g_autofree double *right = NULL;

  points->points = g_array_new (FALSE, FALSE, sizeof (CyanSearchPoint));
  for (guint i = 0; i < n_units; i++)
    {
      guint revision = units[i].revision;
      CyanSearchPoint point = { revision, self->n_runs[revision], 0, count_visits (self, revision),
                                0,        points->points->len };

      weights[i * n_units + i] += build;
      if (i == 0 || units[i - 1].revision != revision)
        g_array_append_val (points->points, point);
      number[i] = points->points->len - 1;
      g_array_index (points->points, CyanSearchPoint, number[i]).n_builds++;
    }
  points->n = n = points->points->len;
  points->covariance = g_new0 (double, (gsize) n *n);
  right = g_new0 (double, n);
  cyan_search_invert (weights, n_units);
  for (guint i = 0; i < n_units; i++)
    for (guint j = 0; j < n_units; j++)
      {
        points->covariance[number[i] * n + number[j]] += weights[i * n_units + j];
        right[number[i]] += weights[i * n_units + j] * (units[j].level - units[0].level);
      }
  cyan_search_invert (points->covariance, n);
  for (guint i = 0; i < n; i++)
    {
      CyanSearchPoint *point = &g_array_index (points->points, CyanSearchPoint, i);

      point->level = units[0].level;
      for (guint j = 0; j < n; j++)
        point->level += points->covariance[i * n + j] * right[j];
    }
  return points;
}

void
cyan_search_points_free (CyanSearchPoints *self)
{
  g_array_unref (self->points);
  g_free (self->covariance);
  g_free (self);
}

double
cyan_search_variance (const CyanSearchPoints *self,
                      const CyanSearchPoint *a,
                      const CyanSearchPoint *b)
{
  const double *c = self->covariance;
  guint n = self->n;

  return c[a->number * n + a->number] + c[b->number * n + b->number]
         - 2 * c[a->number * n + b->number];
}

double
cyan_search_errors (const CyanSearchPoints *self,
                    const CyanSearchPoint *a,
                    const CyanSearchPoint *b)
{
  return fabs (a->level - b->level) / sqrt (cyan_search_variance (self, a, b));
}
