/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The candidates for steps, and the levels that a series is cut into.
 *
 * A point is the index of the first value of a new level.  Lists of points are ascending arrays of
 * guint.
 */
#pragma once

#include <glib.h>

/* ---- candidates: E-Divisive with means (Matteson and James 2014) in windows, with the t-test of
 * Hunter (Fleming et al. 2023) in place of permutations ---- */

/* All distances within a window, summed up so that the sum over any rectangle of pairs takes
 * constant time. */
typedef struct
{
  guint room, n;
  double *sum;     /* [a * (n + 1) + b]: the sum of |z[i] - z[j]| over all i < a and j < b */
  double *inverse; /* [k]: 1 / k, for k of 1 to room */
} CyanDistances;

/* Makes room for windows of @room values.  cyan_distances_clear() frees it. */
void cyan_distances_init (CyanDistances *self, guint room);
void cyan_distances_clear (CyanDistances *self);
void cyan_distances_set (CyanDistances *self, const double *z, guint n);

/* The energy between [@begin, @split) and [@split, @end): 2 m n / (m + n) times the mean distance
 * across, less half of the mean distances within. */
double cyan_distances_q (const CyanDistances *self, guint begin, guint split, guint end);

/* The deviations that the t-test uses.  Otava 0.7 takes those of a population, although its formula
 * is for those of a sample. */
typedef enum
{
  CYAN_DEVIATIONS_SAMPLE,
  CYAN_DEVIATIONS_POPULATION,
} CyanDeviations;

/* The points at which windows of @z can be split with a p of at most @alpha.  Half as many values
 * lie between the beginnings of windows. */
GArray *cyan_steps_candidates (
    const double *z, guint n, guint window, double alpha, CyanDeviations deviations);

/* Sorts points and removes those that are there twice. */
void cyan_steps_sort_points (GArray *points);

/**
 * CyanHunter:
 * @as_otava: for tests: imitates two faults of Otava 0.7, to get its published results.
 *   Deviations are of a population, and after a point was removed its left neighbour keeps its p.
 */
typedef struct
{
  guint window;
  double alpha;
  double magnitude;
  gboolean as_otava;
} CyanHunter;

/* The points that Hunter finds.  @p gets the p of each, unless it is NULL. */
GArray *cyan_hunter_points (const double *z, guint n, const CyanHunter *options, GArray *p);

/* ---- levels: the noise of a series, which cuts are no steps, where a step may lie ---- */

/* The values [begin, end). */
typedef struct
{
  guint begin, end;
  double mean;
  double squares;  /* sum of the squared residuals, which are deviations from the mean */
  double products; /* sum of the products of residuals that follow each other */
} CyanSegment;

typedef struct
{
  guint n;
  const double *z; /* logs; borrowed */
  double spread;   /* standard deviation of a value, from successive differences */
  GArray *segments;
} CyanLevels;

/* Noise of the series, of which @rho is the correlation of neighbours. */
typedef struct
{
  double rho;      /* 0 to 0.8 */
  double variance; /* of a value */
  double of_means; /* times 1 / n: the variance of a mean of n values; larger by the correlation */
  double df;       /* degrees of freedom of the latter, above 0 */
} CyanSeriesNoise;

/* Cuts @z at @points; @n is at least 1. */
void cyan_levels_init (CyanLevels *self, const double *z, guint n, double spread, GArray *points);
void cyan_levels_clear (CyanLevels *self);

/* Candidates among @n values. */
typedef GArray *(*CyanCandidatesFunc) (const double *z, guint n, gconstpointer data);

CyanSeriesNoise cyan_levels_noise (const CyanLevels *self);

/* The difference of the levels at the end of @segment, its standard error, and the degrees of
 * freedom of that (Welch 1947). */
double cyan_levels_difference (
    const CyanLevels *self, guint segment, const CyanSeriesNoise *noise, double *error, double *df);
/* The p of that difference, times the number of steps that could be there; at most 1. */
double cyan_levels_p (const CyanLevels *self, guint segment, const CyanSeriesNoise *noise);

/* The values that a level needs on both sides of a step of @change, a fraction above 0, so that it is
 * found in four of five cases; at most CYAN_STEPS_MOST_WINDOW.  The power of the t-test with the
 * correction for the choice of the place.  @scatter: a mean of n values has that / sqrt (n). */
guint cyan_levels_needed (double scatter, double change, double alpha);

/* Removes cuts, one by one, until none is left that is no step: that has a single value on a side,
 * or less than a difference of @least, or a p above @alpha. */
void cyan_levels_remove_weak (CyanLevels *self, double alpha, double least);

/* The smallest set of cuts between @segment and the next that has the step with the probability
 * @share: indices of the first value after the cut, ascending. */
GArray *cyan_levels_where (const CyanLevels *self, guint segment, double share);

/* Whether fewer cuts with a common slope explain the values better than those of @self: stairs are
 * then those of a drift.  If so, @straight gets the values without the slope, which is 0 in the
 * middle of @x, and @self the cuts of these; returns the slope.  Otherwise nothing changes, and it
 * returns 0.  @find gives the candidates in values. */
double cyan_levels_straighten (CyanLevels *self,
                               const guint *x,
                               double alpha,
                               double least,
                               CyanCandidatesFunc find,
                               gconstpointer data,
                               double *straight);

/* The slope within the segments, by place @x of each value, and the half width of its 95 %
 * interval.  FALSE if there are too few values. */
gboolean cyan_levels_slope (const CyanLevels *self, const guint *x, double *slope, double *half);
