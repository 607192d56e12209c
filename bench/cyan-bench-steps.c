/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps of many series, beside sorting their values. */
#include "cyan-bench.h"

#include "cyan-measure.h"
#include "cyan-number.h"
#include "cyan-steps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N_RUNS 5

typedef struct
{
  guint n_series, n_revisions;
  guint *begin;   /* the same for all series */
  double *values; /* of one series after the other */
} Histories;

static double
noise (GRand *rand, double deviation)
{
  double sum = -6;

  for (guint i = 0; i < 12; i++)
    sum += g_rand_double (rand);
  return deviation * sum;
}

/* Every second series has a step of 5 %, up and down in turns, every 80 revisions or so. */
static void
histories_init (Histories *self, guint n_series, guint n_revisions)
{
  GRand *rand = g_rand_new_with_seed (1);
  double *value;

  self->n_series = n_series;
  self->n_revisions = n_revisions;
  self->begin = g_new (guint, n_revisions + 1);
  self->values = value = g_new (double, (gsize) n_series *n_revisions *N_RUNS);
  for (guint i = 0; i <= n_revisions; i++)
    self->begin[i] = i * N_RUNS;
  for (guint s = 0; s < n_series; s++)
    {
      gboolean up = FALSE;

      for (guint i = 0; i < n_revisions; i++)
        {
          double level;

          if (s % 2 == 1 && g_rand_int_range (rand, 0, 80) == 0)
            up = !up;
          level = (up ? 0.05 : 0) + noise (rand, 0.005);
          for (guint r = 0; r < N_RUNS; r++)
            *value++ = exp (level + noise (rand, 0.02));
        }
    }
  g_rand_free (rand);
}

static const double *
values_of (const Histories *self, guint series)
{
  return self->values + (gsize) series * self->n_revisions * N_RUNS;
}

static double
measure_sort (const Histories *histories)
{
  guint n = histories->n_revisions * N_RUNS;
  g_autofree double *sorted = g_new (double, n);
  double begin = cyan_measure_computed ();

  for (guint s = 0; s < histories->n_series; s++)
    {
      memcpy (sorted, values_of (histories, s), n * sizeof (double));
      qsort (sorted, n, sizeof (double), cyan_compare_doubles);
    }
  return cyan_measure_computed () - begin;
}

static double
measure_steps (const Histories *histories, const CyanStepsOptions *options, guint *n_steps)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_steps_free);
  double begin = cyan_measure_computed (), ms;

  for (guint s = 0; s < histories->n_series; s++)
    {
      const CyanSeries series = { histories->n_revisions, histories->begin,
                                  values_of (histories, s) };
      GError *error = NULL;

      g_ptr_array_add (all, cyan_steps_new (&series, options, &error));
      cyan_measure_must (error);
    }
  cyan_steps_adjust ((CyanSteps *const *) all->pdata, all->len);
  ms = cyan_measure_computed () - begin;

  *n_steps = 0;
  for (guint s = 0; s < all->len; s++)
    *n_steps += ((const CyanSteps *) all->pdata[s])->n_steps;
  return ms;
}

void
cyan_bench_steps (guint n_series, guint n_revisions, guint times)
{
  static const char *const names[] = { "steps", "hunter" };
  const CyanStepsOptions options[] = { CYAN_STEPS_OPTIONS_INIT, CYAN_STEPS_HUNTER_OPTIONS_INIT };
  double sort = G_MAXDOUBLE, best[] = { G_MAXDOUBLE, G_MAXDOUBLE };
  guint n_steps[2];
  Histories histories;

  histories_init (&histories, n_series, n_revisions);
  for (guint i = 0; i < times; i++)
    {
      sort = MIN (sort, measure_sort (&histories));
      for (guint mode = 0; mode < 2; mode++)
        best[mode] = MIN (best[mode], measure_steps (&histories, &options[mode], &n_steps[mode]));
    }
  cyan_measure_print ("sort.ms", sort);
  for (guint mode = 0; mode < 2; mode++)
    {
      g_autofree char *key = g_strconcat (names[mode], ".ms", NULL);

      cyan_measure_print (names[mode], n_steps[mode]);
      cyan_measure_print (key, best[mode]);
    }
  g_free (histories.begin);
  g_free (histories.values);
}
