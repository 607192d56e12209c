/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Candidates for steps: E-Divisive with means (Matteson and James 2014) in windows, with the t-test
 * of Hunter (Fleming et al. 2023) in place of permutations.
 *
 * A point is the index of the first value of a new level.  Lists of points are ascending arrays of
 * guint.
 */
#pragma once

#include <glib.h>

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
