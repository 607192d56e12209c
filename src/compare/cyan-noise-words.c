/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Describes the noise of a comparison in words. */
#include "cyan-noise.h"

#include "cyan-i18n.h"
#include "cyan-sample-period.h"
#include "cyan-units.h"

#include <math.h>
#include <string.h>

/* "5 sampled runs", "1 exact run". */
static char *
runs_text (guint n_runs, double period)
{
  return g_strdup_printf (period > 0 ? ngettext ("%'u sampled run", "%'u sampled runs", n_runs)
                                     : ngettext ("%'u exact run", "%'u exact runs", n_runs),
                          n_runs);
}

/* Whether the profile records its sample period; folded stacks do not. */
static gboolean
is_recorded (const CyanProfile *profile, guint metric)
{
  return metric == 0 && profile->period > 0 && strcmp (profile->format, "folded") != 0;
}

/* The weight of one sample of a run: "1 ms", "1 ms (guessed)", "1 ms (given)".  NULL for an exact
 * side and for counts of samples. */
static char *
period_text (const CyanComparedSide *side)
{
  const CyanProfile *profile = side->profile;
  guint metric = side->metric;
  double period = side->period;
  double found = side->found_period;
  double of_run = period * side->n_runs;
  const char *unit = profile->metrics[metric].unit;
  g_autofree char *value = cyan_value_to_text (of_run, unit);

  if (!(period > 0) || (cyan_may_be_samples (unit) && fabs (of_run - 1) < 1e-9))
    return NULL;
  if (fabs (period - found) > 1e-9 * found)
    return g_strdup_printf (_ ("%s (given)"), value);
  if (!is_recorded (profile, metric))
    return g_strdup_printf (_ ("%s (guessed)"), value);
  return g_steal_pointer (&value);
}

/* Adds the sample periods to @runs. */
static char *
with_periods (const CyanCompared *compared, const char *runs)
{
  g_autofree char *before = period_text (&compared->side[0]);
  g_autofree char *after = period_text (&compared->side[1]);

  if (before == NULL && after == NULL)
    return g_strdup (runs);
  if (before == NULL || after == NULL || strcmp (before, after) == 0)
    return g_strdup_printf (_ ("%s, one sample is %s"), runs, before != NULL ? before : after);
  return g_strdup_printf (_ ("%s, one sample is %s before and %s after"), runs, before, after);
}

/* "±4 %", of a part. */
static char *
spread_text (double spread)
{
  g_autofree char *share = cyan_share_to_text (spread);

  return g_strconcat ("\xc2\xb1", share, NULL);
}

/* What the noise of one exact run a side was estimated from. */
static char *
null_text (const CyanNoise *self, const char *runs)
{
  g_autofree char *spread = spread_text (self->spread);

  return g_strdup_printf (
      ngettext (
          "%s: noise estimated from %'u function with equal calls (%s for one of 1 %% of the run)",
          "%s: noise estimated from %'u functions with equal calls (%s for one of 1 %% of the run)",
          self->n_null),
      runs, self->n_null, spread);
}

char *
cyan_noise_text (const CyanNoise *self, const CyanCompared *compared)
{
  g_autofree char *before = runs_text (compared->side[0].n_runs, compared->side[0].period);
  g_autofree char *after = runs_text (compared->side[1].n_runs, compared->side[1].period);
  g_autofree char *of_sides = NULL, *runs = NULL;

  if (compared->single)
    return g_strdup (_ ("a single recording: nothing to compare it with"));
  if (strcmp (before, after) == 0)
    of_sides = g_strdup_printf (_ ("%s a side"), before);
  else
    of_sides = g_strdup_printf (_ ("%s before and %s after"), before, after);
  runs = with_periods (compared, of_sides);
  switch (self->kind)
    {
    case CYAN_NOISE_RUNS:
      return g_strdup_printf (_ ("%s: noise is what differs from run to run"), runs);
    case CYAN_NOISE_SAMPLING:
      return g_strdup_printf (_ ("%s: only the noise of sampling is known"), runs);
    case CYAN_NOISE_NULL:
      return null_text (self, runs);
    default:
      return g_strdup_printf (_ ("%s: noise cannot be estimated"), runs);
    }
}
