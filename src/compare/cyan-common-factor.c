/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The factor by which most functions changed. */
#include "cyan-common-factor.h"

#include "cyan-statistics.h"

/* Functions with less of both runs are left out: clocks and sampling make their ratios scatter. */
#define LEAST_SHARE 0.001
/* So many functions are needed to speak of most of them. */
#define LEAST_FUNCTIONS 10
/* No function weighs more than this part of the run, so that one alone is not most of the cost. */
#define MOST_WEIGHT 0.1
/* Factors closer to 1 than this are not worth a word. */
#define LEAST_FACTOR 1.1
/* A ratio is close to the factor if it differs by no more than this factor, or, if sampled, than so
 * many standard deviations. */
#define CLOSE   1.1
#define CLOSE_Z 2.0
/* How many of the functions are close, and how much of all changes is left beside the factor. */
#define MOST 0.7
#define LEFT 0.35

typedef struct
{
  double log_ratio;
  double weight;
  double scatter; /* standard deviation of the logarithm by sampling; 0 if exact */
} Ratio;

static GArray *
ratios_new (const CyanCompared *self, double *const values[2])
{
  GArray *ratios = g_array_new (FALSE, FALSE, sizeof (Ratio));

  for (guint32 f = 0; f < self->pairs->n_functions; f++)
    {
      double share = INFINITY, variance = 0;
      Ratio ratio;

      for (guint side = 0; side < 2; side++)
        share = MIN (share, cyan_compared_part (values[side][f], self->side[side].total));
      if (!(share >= LEAST_SHARE))
        continue;
      /* n samples of weight p have the value n p, and its logarithm the variance 1 / n. */
      for (guint side = 0; side < 2; side++)
        variance += self->side[side].period / values[side][f];
      ratio =
          (Ratio){ log (values[1][f] / values[0][f]), MIN (share, MOST_WEIGHT), sqrt (variance) };
      g_array_append_val (ratios, ratio);
    }
  return ratios;
}

static double
median_of (const GArray *ratios)
{
  g_autofree CyanWeighted *weighted = g_new (CyanWeighted, ratios->len);

  for (guint i = 0; i < ratios->len; i++)
    weighted[i] = (CyanWeighted){ g_array_index (ratios, Ratio, i).log_ratio,
                                  g_array_index (ratios, Ratio, i).weight };
  return cyan_weighted_median (weighted, ratios->len);
}

static gboolean
most_are_close (const GArray *ratios, double log_factor)
{
  guint n_close = 0;

  for (guint i = 0; i < ratios->len; i++)
    {
      const Ratio *ratio = &g_array_index (ratios, Ratio, i);

      n_close +=
          fabs (ratio->log_ratio - log_factor) <= MAX (log (CLOSE), CLOSE_Z * ratio->scatter);
    }
  return n_close >= MOST * ratios->len;
}

static gboolean
explains_most (const CyanCompared *self, double *const values[2], double factor)
{
  double changed = 0, left = 0;

  for (guint32 f = 0; f < self->pairs->n_functions; f++)
    {
      changed += fabs (values[1][f] - values[0][f]);
      left += fabs (values[1][f] / factor - values[0][f]);
    }
  /* Both in the larger run. */
  return left * MAX (factor, 1) <= LEFT * changed;
}

static gboolean
runs_overlap (const CyanCompared *self)
{
  double least[2] = { INFINITY, INFINITY }, most[2] = { 0, 0 };

  for (guint side = 0; side < 2; side++)
    for (guint r = 0; r < self->side[side].n_runs; r++)
      {
        least[side] = MIN (least[side], self->side[side].run_totals[r]);
        most[side] = MAX (most[side], self->side[side].run_totals[r]);
      }
  return least[0] <= most[1] && least[1] <= most[0];
}

double
cyan_common_factor (const CyanCompared *self)
{
  g_autofree double *before = NULL, *after = NULL;
  g_autoptr (GArray) ratios = NULL;
  double log_factor;

  if (!cyan_compared_has_percent (self) || runs_overlap (self))
    return 1;
  before = cyan_compared_function_values (self, 0);
  after = cyan_compared_function_values (self, 1);
  ratios = ratios_new (self, (double *const[]){ before, after });
  if (ratios->len < LEAST_FUNCTIONS)
    return 1;
  log_factor = median_of (ratios);
  return fabs (log_factor) >= log (LEAST_FACTOR) && most_are_close (ratios, log_factor)
                 && explains_most (self, (double *const[]){ before, after }, exp (log_factor))
             ? exp (log_factor)
             : 1;
}
