/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is known of noise, in plain words. */
#include "cyan-noise.h"

#include <math.h>
#include <string.h>

#include "cyan-sample-period.h"
#include "cyan-units.h"

/* "5 sampled runs", "1 exact run". */
static char *
runs_text (guint n_runs, double period)
{
  return g_strdup_printf ("%u %s %s", n_runs, period > 0 ? "sampled" : "exact",
                          n_runs == 1 ? "run" : "runs");
}

/* Whether a period is what the recording says; folded stacks do not say any. */
static gboolean
is_recorded (const CyanProfile *profile, guint metric)
{
  return metric == 0 && profile->period > 0 && strcmp (profile->format, "folded") != 0;
}

/* Of one sample of a run: "1 ms", "1 ms (guessed)", "1 ms (given)"; NULL for an exact side, and
 * where samples are counted. */
static char *
period_text (const CyanComparedSide *side)
{
  const CyanProfile *profile = side->profile;
  guint metric = side->metric;
  double period = side->period;
  double found = cyan_sample_period (profile, metric);
  double of_run = period * side->n_runs;
  const char *unit = profile->metrics[metric].unit;
  g_autofree char *value = cyan_value_to_text (of_run, unit);
  const char *source = "";

  if (!(period > 0) || (strcmp (unit, "samples") == 0 && fabs (of_run - 1) < 1e-9))
    return NULL;
  if (fabs (period - found) > 1e-9 * found)
    source = " (given)";
  else if (!is_recorded (profile, metric))
    source = " (guessed)";
  return g_strconcat (value, source, NULL);
}

static char *
periods_text (const CyanCompared *compared)
{
  g_autofree char *before = period_text (&compared->side[0]);
  g_autofree char *after = period_text (&compared->side[1]);

  if (before == NULL && after == NULL)
    return g_strdup ("");
  if (before == NULL || after == NULL || strcmp (before, after) == 0)
    return g_strdup_printf (", one sample is %s", before != NULL ? before : after);
  return g_strdup_printf (", one sample is %s before and %s after", before, after);
}

char *
cyan_noise_text (const CyanNoise *self, const CyanCompared *compared)
{
  g_autofree char *before = runs_text (compared->side[0].n_runs, compared->side[0].period);
  g_autofree char *after = runs_text (compared->side[1].n_runs, compared->side[1].period);
  g_autofree char *periods = periods_text (compared);
  g_autofree char *runs = NULL;

  if (compared->single)
    return g_strdup ("a single recording: nothing to compare it with");
  if (strcmp (before, after) == 0)
    runs = g_strdup_printf ("%s a side%s", before, periods);
  else
    runs = g_strdup_printf ("%s before and %s after%s", before, after, periods);
  switch (self->kind)
    {
    case CYAN_NOISE_RUNS:
      return g_strdup_printf ("%s: noise is what differs from run to run", runs);
    case CYAN_NOISE_SAMPLING:
      return g_strdup_printf ("%s: only the noise of sampling is known", runs);
    default:
      return g_strdup_printf ("%s: noise cannot be told", runs);
    }
}
