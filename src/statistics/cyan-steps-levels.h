/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A series cut into levels: what it tells of the noise, which cuts are no steps, and where a step
 * may lie.
 */
#pragma once

#include <glib.h>

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

CyanSeriesNoise cyan_levels_noise (const CyanLevels *self);

/* The difference of the levels at the end of @segment, and its standard error. */
double cyan_levels_difference (const CyanLevels *self,
                               guint segment,
                               const CyanSeriesNoise *noise,
                               double *error);
/* The p of that difference, times the number of steps that could be there; at most 1. */
double cyan_levels_p (const CyanLevels *self, guint segment, const CyanSeriesNoise *noise);

/* Removes cuts, one by one, until none is left that is no step: that has a single value on a side,
 * or less than a difference of @least, or a p above @alpha. */
void cyan_levels_remove_weak (CyanLevels *self, double alpha, double least);

/* The smallest set of cuts between @segment and the next that has the step with 95 %: indices of
 * the first value after the cut, ascending. */
GArray *cyan_levels_where (const CyanLevels *self, guint segment);

/* The slope within the segments, by place @x of each value, and the half width of its 95 %
 * interval.  FALSE if there are too few values. */
gboolean cyan_levels_slope (const CyanLevels *self, const guint *x, double *slope, double *half);
