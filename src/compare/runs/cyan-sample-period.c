/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The weight of one sample. */
#include "cyan-sample-period.h"

#include <math.h>
#include <string.h>

#include "cyan-number.h"

/* Values sampled to guess a period. */
#define GUESS_VALUES 65536
/* With fewer values, a guess is impossible and the period is 1. */
#define FEW_VALUES 20

/* If nearly no value is smaller, values of an unknown unit are times. */
#define NOT_COUNTS 20.0

/* Samples of V8's profiler weigh the time since the previous one, and scatter as if each had 1.3 to
 * 3 times the usual weight. */
#define UNEQUAL 2.0

/* Whether small values are multiples of a sample, as they are if all samples weigh the same. */
static gboolean
weigh_the_same (GArray *sorted, double sample)
{
  guint n = 0, n_whole = 0;

  for (guint i = 0; i < sorted->len && g_array_index (sorted, double, i) < 10 * sample; i++)
    {
      double samples = g_array_index (sorted, double, i) / sample;

      n++;
      n_whole += fabs (samples - round (samples)) < 0.02;
    }
  return n_whole * 4 >= n * 3;
}

static double
guess_period (const CyanProfile *profile, guint metric)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));
  guint stride = profile->n_nodes / GUESS_VALUES + 1;
  double sample;

  for (guint i = 0; i < profile->n_nodes; i += stride)
    if (profile->metrics[metric].self[i] > 0)
      g_array_append_val (values, profile->metrics[metric].self[i]);
  if (values->len < FEW_VALUES)
    return 1;
  g_array_sort (values, cyan_compare_doubles);
  sample = g_array_index (values, double, values->len / 10);
  /* Samples of different weights count as fewer: sum (w) squared / sum (w squared). */
  return weigh_the_same (values, sample) ? sample : UNEQUAL * sample;
}

gboolean
cyan_may_be_samples (const char *unit)
{
  return *unit == '\0' || strcmp (unit, "samples") == 0;
}

double
cyan_sample_period (const CyanProfile *profile, guint metric)
{
  g_assert (metric < profile->n_metrics);
  gboolean is_count = cyan_may_be_samples (profile->metrics[metric].unit);
  double guess;

  if (profile->recording != CYAN_RECORDING_SAMPLED)
    return 0;
  if (metric == 0 && isfinite (profile->period) && profile->period > 0)
    return profile->period;
  guess = guess_period (profile, metric);
  return is_count && guess < NOT_COUNTS ? 1 : guess;
}
