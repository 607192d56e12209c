/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranges, Ochiai's coefficient and its distribution by chance. */
#include "cyan-spectrum.h"

#include <gsl/gsl_sf_gamma.h>
#include <math.h>

/* The values of one side. */
typedef struct
{
  guint present;
  double low, high;
  double mean, deviation; /* the sample standard deviation; 0 of one value */
} Side;

static Side
describe (const double *values, guint n)
{
  Side side = { 0, INFINITY, -INFINITY, 0, 0 };

  for (guint i = 0; i < n; i++)
    if (!isnan (values[i]))
      {
        side.present++;
        side.low = MIN (side.low, values[i]);
        side.high = MAX (side.high, values[i]);
        side.mean += values[i];
      }
  if (side.present == 0)
    return side;
  side.mean /= side.present;
  for (guint i = 0; i < n; i++)
    if (!isnan (values[i]))
      side.deviation += (values[i] - side.mean) * (values[i] - side.mean);
  side.deviation = side.present > 1 ? sqrt (side.deviation / (side.present - 1)) : 0;
  return side;
}

/* P (k) = (m - k + 1) C(n + k - 2, n - 2) / C(n + m, n): of the C(n + m, n) ways in which n and m
 * values can be mixed, those in which the first and the last of the base leave m - k outside. */
double
cyan_spectrum_chance (guint n_base, guint n_new, guint inside)
{
  g_assert (n_base >= 2);
  if (inside > n_new)
    return 0;
  return (n_new - inside + 1)
         * exp (gsl_sf_lnchoose (n_base + inside - 2, n_base - 2)
                - gsl_sf_lnchoose (n_base + n_new, n_base));
}

/* A side is steady if each run has the same value, or none has one. */
static gboolean
is_steady (const Side *side, guint n)
{
  return side->present == 0 || (side->present == n && side->low == side->high);
}

void
cyan_spectrum_find (const CyanSpectrumValues *values, CyanRangeRule rule, CyanSpectrum *spectrum)
{
  const Side base = describe (values->values[0], values->n[0]);
  const Side new = describe (values->values[1], values->n[1]);
  double outside = 0;

  g_assert (values->n[0] > 0 && values->n[1] > 0);
  g_assert (rule.kind != CYAN_RANGE_SD || rule.deviations > 0);
  *spectrum = (CyanSpectrum){ .present = { base.present, new.present },
                              .has_range = base.present > 0,
                              .low = NAN,
                              .high = NAN,
                              .similarity = NAN,
                              .chance = NAN };
  if (spectrum->has_range)
    {
      double reach = rule.deviations * base.deviation;

      spectrum->low = rule.kind == CYAN_RANGE_SD ? base.mean - reach : base.low;
      spectrum->high = rule.kind == CYAN_RANGE_SD ? base.mean + reach : base.high;
    }
  spectrum->exact = is_steady (&base, values->n[0]) && is_steady (&new, values->n[1])
                    && (base.present > 1 || (base.present == 0 && new.present > 1));

  for (guint i = 0; i < values->n[1]; i++)
    {
      double value = values->values[1][i];

      if (isnan (value))
        continue;
      if (!spectrum->has_range)
        outside += value;
      else if (value > spectrum->high)
        outside += value - spectrum->high;
      else if (value < spectrum->low)
        outside += value - spectrum->low;
      else
        spectrum->inside++;
    }
  if (new.present == 0)
    {
      spectrum->impact = base.present > 0 ? -base.mean : 0;
      return;
    }
  /* Ochiai's coefficient of a row of 0 and 1 and the ideal row of ones: sqrt (a / (a + b) * a / (a
   * + c)), where a are the places with 1 in both, b and c, which is 0, those with 1 in one of
   * them. */
  g_assert (spectrum->inside <= new.present);
  spectrum->similarity = sqrt ((double) spectrum->inside / new.present);
  if (spectrum->inside < new.present)
    spectrum->impact = outside / (new.present - spectrum->inside);
  if (rule.kind != CYAN_RANGE_MIN_MAX || base.present < 2 || spectrum->exact)
    return;
  spectrum->chance = 0;
  for (guint k = 0; k <= spectrum->inside; k++)
    spectrum->chance += cyan_spectrum_chance (base.present, new.present, k);
  spectrum->chance = MIN (spectrum->chance, 1);
  g_assert (spectrum->chance >= 0);
}
