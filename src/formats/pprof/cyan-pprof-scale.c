/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scales metrics to integers. */
#include "cyan-pprof-scale.h"

#include "cyan-format-pprof.h"

#include <float.h>
#include <math.h>

/* Whether all values times @factor are integers that fit in an int64, within the precision of
 * doubles. */
static gboolean
are_integers (const double *values, guint n, double factor)
{
  for (guint i = 0; i < n; i++)
    {
      double value = values[i] * factor;

      if (fabs (value) >= CYAN_PPROF_TOO_LARGE
          || fabs (value - nearbyint (value)) > (factor == 1 ? 0 : 4 * DBL_EPSILON * fabs (value)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
do_fit (const double *values, guint n, double factor)
{
  for (guint i = 0; i < n; i++)
    if (fabs (values[i] * factor) >= CYAN_PPROF_TOO_LARGE)
      return FALSE;
  return TRUE;
}

static CyanPprofScale
time_scale (const CyanMetric *metric, guint n)
{
  static const char *const units[] = { "s", "ms", "us", "ns" };
  CyanPprofScale scale = { 1, NULL };
  const char *unit = metric->unit;

  for (guint i = 0; i < G_N_ELEMENTS (units) && !are_integers (metric->self, n, scale.factor); i++)
    {
      double factor = cyan_pprof_unit_ns (metric->unit) / cyan_pprof_unit_ns (units[i]);

      if (factor > 1 && do_fit (metric->self, n, factor))
        {
          scale.factor = factor;
          unit = units[i];
        }
    }
  scale.unit = cyan_pprof_unit_write (metric->name, unit, 1);
  return scale;
}

CyanPprofScale
cyan_pprof_scale_of (const CyanMetric *metric, guint n)
{
  guint multiplier = 1;

  if (cyan_pprof_unit_ns (metric->unit) > 0)
    return time_scale (metric, n);
  while (multiplier < 1000000 && !are_integers (metric->self, n, multiplier)
         && do_fit (metric->self, n, 10.0 * multiplier))
    multiplier *= 10;
  return (CyanPprofScale){ multiplier,
                           cyan_pprof_unit_write (metric->name, metric->unit, multiplier) };
}

gboolean
cyan_pprof_scale_fits (const CyanPprofScale *self, const CyanMetric *metric, guint n)
{
  return do_fit (metric->self, n, self->factor);
}

/* What values and calls lose. */
static char *
number_losses (const CyanProfile *profile)
{
  g_autoptr (GString) rounded = g_string_new (NULL);
  gboolean cut = FALSE;

  for (guint m = 0; m < profile->n_metrics; m++)
    {
      const CyanMetric *metric = &profile->metrics[m];
      CyanPprofScale scale = cyan_pprof_scale_of (metric, profile->n_nodes);

      if (!are_integers (metric->self, profile->n_nodes, scale.factor))
        g_string_append_printf (rounded, "%s%s", rounded->len > 0 ? ", " : "", metric->name);
      g_free (scale.unit);
    }
  for (CyanNode i = 1; profile->calls != NULL && i < profile->n_nodes; i++)
    cut |= profile->calls[i] > (guint64) G_MAXINT64 && profile->calls[i] != CYAN_CALLS_UNKNOWN;
  if (rounded->len == 0)
    return cut ? g_strdup ("pprof does not carry calls beyond 2^63 - 1: cut") : NULL;
  return g_strdup_printf ("pprof carries whole numbers only: values of %s were rounded%s",
                          rounded->str, cut ? "; and calls beyond 2^63 - 1 were cut" : "");
}

char *
cyan_pprof_losses (const CyanProfile *profile)
{
  g_autofree char *numbers = number_losses (profile);

  if (profile->pruning.phi == 0)
    return g_steal_pointer (&numbers);
  if (numbers == NULL)
    return g_strdup ("pprof does not carry what may be missing: left out");
  return g_strconcat (numbers, "; what may be missing was left out", NULL);
}
