/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Levels between the two ends, which one step does not explain.
 *
 * A revision that differs from both ends may be of another level, or stand alone: its neighbours
 * tell.
 */
#include <math.h>

#include "cyan-search-private.h"

/* Standard errors by which a level differs from another. */
#define LEVEL_ERRORS 3.0

/* Runs of a revision before it may be called another level, so that slow runs are not taken for
 * one. */
#define LEVEL_RUNS 10

double
cyan_search_errors (const CyanSearchPoint *a, const CyanSearchPoint *b)
{
  return fabs (a->level - b->level) / sqrt (a->variance + b->variance);
}

static gboolean
differ (const CyanSearchPoint *a, const CyanSearchPoint *b, double least)
{
  return cyan_search_errors (a, b) >= LEVEL_ERRORS && fabs (a->level - b->level) > least;
}

static const CyanSearchPoint *
last_of (const CyanSearchSegment *self)
{
  return &self->points[self->n_points - 1];
}

static gboolean
is_between (const CyanSearchSegment *self, const CyanSearchPoint *point, double least)
{
  return differ (point, &self->points[0], least) && differ (point, last_of (self), least);
}

/* The point that differs most from both ends; 0: none does. */
static guint
find_strangest (const CyanSearchSegment *self, double least)
{
  guint strangest = 0;
  double most = 0;

  for (guint i = 1; i + 1 < self->n_points; i++)
    {
      double errors = MIN (cyan_search_errors (&self->points[i], &self->points[0]),
                           cyan_search_errors (&self->points[i], last_of (self)));

      if (errors > most && is_between (self, &self->points[i], least))
        {
          most = errors;
          strangest = i;
        }
    }
  return strangest;
}

/* Whether two points have one level, which is at neither end. */
static gboolean
share_level (const CyanSearchSegment *self, guint i, guint j, double least)
{
  const CyanSearchPoint *a = &self->points[i], *b = &self->points[j];
  double weight = 1 / a->variance + 1 / b->variance;
  const CyanSearchPoint both = { .level =
                                     (a->level / a->variance + b->level / b->variance) / weight,
                                 .variance = 1 / weight };

  return !differ (a, b, 0) && is_between (self, &both, least);
}

/* The revision before, or after, the point @number that can be measured. */
static guint
neighbour_of (const CyanSearchSegment *self, guint number, int step)
{
  guint revision = self->points[number].revision;

  do
    revision = (guint) ((int) revision + step);
  while (self->dead[revision]);
  return revision;
}

CyanSearchLevel
cyan_search_find_level (const CyanSearchSegment *self, double least)
{
  CyanSearchLevel levels = { .point = find_strangest (self, least) };
  const CyanSearchPoint *point = &self->points[levels.point];
  guint before, after;

  if (levels.point == 0)
    return levels;
  levels.kind = CYAN_SEARCH_LEVEL_DOUBT;
  levels.revision = point->revision;
  if (point->n_runs < LEVEL_RUNS)
    return levels;
  levels.kind = CYAN_SEARCH_LEVEL_FOUND;
  if (share_level (self, levels.point, levels.point - 1, least)
      || share_level (self, levels.point, levels.point + 1, least))
    return levels;

  before = neighbour_of (self, levels.point, -1);
  after = neighbour_of (self, levels.point, 1);
  levels.kind = CYAN_SEARCH_LEVEL_DOUBT;
  levels.revision = before;
  if (point[-1].revision != before)
    return levels;
  levels.revision = after;
  if (point[1].revision != after)
    return levels;
  levels.kind =
      differ (&point[-1], &point[1], least) ? CYAN_SEARCH_LEVEL_FOUND : CYAN_SEARCH_LEVEL_OUTLIER;
  return levels;
}
