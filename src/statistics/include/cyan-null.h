/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An empirical null: how much values differ that should not (Efron, "Large-scale simultaneous
 * hypothesis testing: the choice of a null hypothesis", 2004).
 *
 * The differences of two measurements of the same are the logs of their ratios.  Small values
 * differ by more than large ones, so the spread depends on the size.  A few of them may truly have
 * changed: medians and quantiles do not notice.
 */
#pragma once

#include <glib.h>

/* With fewer differences their spread says nothing. */
#define CYAN_NULL_LEAST 20

typedef struct
{
  double difference; /* log of the ratio after / before */
  double size;       /* of the value as a part of the whole, above 0 */
} CyanNullValue;

typedef struct
{
  guint n;       /* values it was estimated from */
  double centre; /* the common difference of all */
  double error;  /* standard error of centre */
  double df;     /* degrees of freedom of Student's t that has the tails of the differences */
  guint n_knots;
  double *size;   /* by knot, ascending: the log of a size */
  double *spread; /* by knot: the scale of Student's t there, above 0 */
} CyanNull;

/* Estimates the null from @n values, at least CYAN_NULL_LEAST, which are sorted by this.  The
 * common difference is the median, in which values larger than @least_size count the same; or 0 if
 * not @has_centre.  The spread at a size is the median of the magnitudes of a fifth of all
 * differences (but 20 to 200), those of the most similar size.  Tails are those of the values of at
 * least @least_size, if these are enough. */
void cyan_null_init (
    CyanNull *self, CyanNullValue *values, guint n, double least_size, gboolean has_centre);
void cyan_null_clear (CyanNull *self);

/* The scale of differences of values of @size, above 0. */
double cyan_null_spread (const CyanNull *self, double size);

/* The half width of the interval that has 95 % of the differences of a scale. */
double cyan_null_half (const CyanNull *self, double spread);

/* The probability that a value of scale @spread is as far outside of a band of half width @band as
 * @difference is, 0...1. */
double cyan_null_p (const CyanNull *self, double difference, double band, double spread);
