/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Medians in windows of similar size, and the tails by two quantiles. */
#include "cyan-null.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

#include "cyan-number.h"
#include "cyan-statistics-private.h"
#include "cyan-statistics.h"

#define WINDOW_LEAST CYAN_NULL_LEAST
#define WINDOW_MOST  200

/* Rounding errors of numbers with seven digits. */
#define LEAST_SPREAD 1e-7

/* The quantiles of magnitudes whose ratios to the median tell the tails: the heavier counts.  Of
 * more degrees of freedom than MOST_DF they are those of a normal distribution, as far as can be
 * seen. */
static const double tails[] = { 0.9, 0.95 };
#define LEAST_DF 1.0
/* About the relative standard error of a ratio, times the root of the number of values: as much may
 * be chance. */
#define RATIO_ERROR 1.5
#define MOST_DF     30.0

static int
compare_sizes (const void *a, const void *b)
{
  const CyanNullValue *x = a, *y = b;

  if (x->size != y->size)
    return x->size < y->size ? -1 : 1;
  return (x->difference > y->difference) - (x->difference < y->difference);
}

static double
weight (const CyanNullValue *value, double least_size)
{
  return value->size / (value->size + least_size);
}

static double
find_centre (const CyanNullValue *values, guint n, double least_size)
{
  g_autofree CyanWeighted *weighted = g_new (CyanWeighted, n);

  for (guint i = 0; i < n; i++)
    weighted[i] = (CyanWeighted){ values[i].difference, weight (&values[i], least_size) };
  return cyan_weighted_median (weighted, n);
}

/* The standard error of the weighted median of normal values, which is pi / 2 times the variance of
 * their mean. */
static double
error_of_centre (const CyanNull *self, const CyanNullValue *values, double least_size)
{
  double all = 0, sum = 0;

  for (guint i = 0; i < self->n; i++)
    {
      double w = weight (&values[i], least_size);

      all += w;
      sum += w * w * pow (cyan_null_spread (self, values[i].size), 2);
    }
  return sqrt (G_PI / 2 * sum) / all;
}

static double
median_magnitude (const CyanNull *self, const CyanNullValue *values, guint n, double *magnitudes)
{
  for (guint i = 0; i < n; i++)
    magnitudes[i] = fabs (values[i].difference - self->centre);
  return cyan_median (magnitudes, n);
}

/* Windows overlap by half. */
static void
find_spreads (CyanNull *self, const CyanNullValue *values)
{
  guint window = CLAMP (self->n / 5, WINDOW_LEAST, WINDOW_MOST);
  guint n_windows = 1 + (self->n - window) / (window / 2);
  g_autofree double *magnitudes = g_new (double, window);

  self->n_knots = n_windows;
  self->size = g_new (double, n_windows);
  self->spread = g_new (double, n_windows);
  for (guint k = 0; k < n_windows; k++)
    {
      /* The last window ends with the largest value. */
      const CyanNullValue *at = values + self->n - window - (n_windows - 1 - k) * (window / 2);
      double size = 0;

      for (guint i = 0; i < window; i++)
        size += log (at[i].size) / window;
      self->size[k] = size;
      self->spread[k] = MAX (median_magnitude (self, at, window, magnitudes), LEAST_SPREAD);
    }
}

static double
quantile_ratio (double df, double tail)
{
  return gsl_cdf_tdist_Pinv (0.5 + tail / 2, df) / gsl_cdf_tdist_Pinv (0.75, df);
}

/* The degrees of freedom with this ratio of the quantiles. */
static double
find_df (double ratio, double tail)
{
  double low = LEAST_DF, high = MOST_DF;

  if (!(ratio > quantile_ratio (high, tail)))
    return MOST_DF;
  for (guint step = 0; step < 30; step++)
    {
      double middle = sqrt (low * high);

      if (quantile_ratio (middle, tail) > ratio)
        low = middle;
      else
        high = middle;
    }
  return low;
}

static void
find_tails (CyanNull *self, const CyanNullValue *values, double least_size)
{
  g_autofree double *scaled = g_new (double, self->n);
  guint first = 0, n = 0;

  while (first < self->n && values[first].size < least_size)
    first++;
  if (self->n - first < CYAN_NULL_LEAST)
    first = self->n - CYAN_NULL_LEAST;
  for (guint i = first; i < self->n; i++)
    scaled[n++] =
        fabs (values[i].difference - self->centre) / cyan_null_spread (self, values[i].size);
  qsort (scaled, n, sizeof *scaled, cyan_compare_doubles);
  self->df = MOST_DF;
  for (guint t = 0; t < G_N_ELEMENTS (tails) && scaled[n / 2] > 0; t++)
    {
      double ratio = scaled[(guint) (n * tails[t])] / scaled[n / 2];

      self->df = MIN (self->df, find_df (ratio / (1 + RATIO_ERROR / sqrt (n)), tails[t]));
    }
  /* So far spreads are medians of magnitudes. */
  for (guint k = 0; k < self->n_knots; k++)
    self->spread[k] = MAX (self->spread[k] / gsl_cdf_tdist_Pinv (0.75, self->df), LEAST_SPREAD);
}

void
cyan_null_init (
    CyanNull *self, CyanNullValue *values, guint n, double least_size, gboolean has_centre)
{
  g_assert (n >= CYAN_NULL_LEAST);
  *self = (CyanNull){ .n = n };
  if (has_centre)
    self->centre = find_centre (values, n, least_size);
  qsort (values, n, sizeof *values, compare_sizes);
  g_assert (values[0].size > 0);
  find_spreads (self, values);
  find_tails (self, values, least_size);
  if (has_centre)
    self->error = error_of_centre (self, values, least_size);
}

void
cyan_null_clear (CyanNull *self)
{
  g_clear_pointer (&self->size, g_free);
  g_clear_pointer (&self->spread, g_free);
}

double
cyan_null_spread (const CyanNull *self, double size)
{
  double x = log (size), part;
  guint high;

  if (!(x > self->size[0]))
    return self->spread[0];
  high = CYAN_FIND_FIRST (self->n_knots, i, self->size[i] <= x);
  if (high == self->n_knots)
    return self->spread[high - 1];
  part = (x - self->size[high - 1]) / (self->size[high] - self->size[high - 1]);
  return self->spread[high - 1] + part * (self->spread[high] - self->spread[high - 1]);
}

double
cyan_null_half (const CyanNull *self, double spread)
{
  return gsl_cdf_tdist_Qinv (0.025, self->df) * spread;
}

double
cyan_null_p (const CyanNull *self, double difference, double band, double spread)
{
  double size = fabs (difference);

  return MIN (1.0, gsl_cdf_tdist_Q ((size - band) / spread, self->df)
                       + gsl_cdf_tdist_Q ((size + band) / spread, self->df));
}
