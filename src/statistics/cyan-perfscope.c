/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-perfscope.h"

#include "cyan-number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const cyan_risk_level_names[] = { "low", "moderate", "high", "extreme", NULL };

G_STATIC_ASSERT (G_N_ELEMENTS (cyan_risk_level_names) == CYAN_N_RISK_LEVELS + 1);

static double
quantile (const double *sorted, gsize n, double fraction)
{
  return sorted[MIN (n - 1, (gsize) (fraction * (double) n))];
}

CyanCuts
cyan_cuts_new (double *values, gsize n, double low, double high)
{
  g_assert (low >= 0 && low <= high && high <= 1);
  if (n == 0)
    return (CyanCuts){ -INFINITY, INFINITY };
  qsort (values, n, sizeof *values, cyan_compare_doubles);
  return (CyanCuts){ quantile (values, n, low), quantile (values, n, high) };
}

CyanThird
cyan_cuts_third (const CyanCuts *self, double value)
{
  g_assert (!isnan (value) && self->low <= self->high);
  if (value > self->high || isinf (value))
    return CYAN_THIRD_HIGH;
  return value < self->low ? CYAN_THIRD_LOW : CYAN_THIRD_MIDDLE;
}

CyanRiskLevel
cyan_risk_level (CyanThird cost, CyanThird frequency)
{
  static const CyanRiskLevel matrix[][3] = {
    /* rare, normal, frequent */
    [CYAN_THIRD_LOW] = { CYAN_RISK_LOW, CYAN_RISK_LOW, CYAN_RISK_MODERATE },
    [CYAN_THIRD_MIDDLE] = { CYAN_RISK_LOW, CYAN_RISK_MODERATE, CYAN_RISK_HIGH },
    [CYAN_THIRD_HIGH] = { CYAN_RISK_MODERATE, CYAN_RISK_HIGH, CYAN_RISK_EXTREME },
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (matrix) == CYAN_THIRD_HIGH + 1);
  g_assert (cost <= CYAN_THIRD_HIGH && frequency <= CYAN_THIRD_HIGH);
  return matrix[cost][frequency];
}

double
cyan_risk_score (const guint counts[CYAN_N_RISK_LEVELS])
{
  return 100.0 * counts[CYAN_RISK_EXTREME] + 10.0 * counts[CYAN_RISK_HIGH]
         + counts[CYAN_RISK_MODERATE] / 100.0 + counts[CYAN_RISK_LOW] / 1000.0;
}

double
cyan_perfscope_operator_cost (const char *name)
{
  g_assert (name[0] != '\0');
  return strchr ("*/%", name[0]) != NULL ? 4 : 1;
}

/* 0 times INFINITY is 0. */
static double
repeat (double cost, double trips)
{
  return cost > 0 && trips > 0 ? cost * trips : 0;
}

void
cyan_perfscope_block_costs (const CyanPerfScopeBlock *blocks,
                            guint n,
                            double unknown_trips,
                            double *costs)
{
  g_autofree double *most_expensive = g_new0 (double, n); /* of the branches so far, by choice */

  g_assert (n > 0 && !(unknown_trips < 0));
  for (guint i = 0; i < n; i++)
    costs[i] = blocks[i].own;
  /* Backwards, a block comes after all that is in it, and a choice after its other branches. */
  for (guint i = n; i-- > 1;)
    {
      const CyanPerfScopeBlock *block = &blocks[i];

      g_assert (block->parent < i && block->choice <= i);
      costs[i] = repeat (costs[i], isnan (block->trips) ? unknown_trips : block->trips);
      most_expensive[block->choice] = MAX (most_expensive[block->choice], costs[i]);
      if (block->choice == i)
        costs[block->parent] += most_expensive[i];
    }
}

void
cyan_perfscope_block_frequencies (const CyanPerfScopeBlock *blocks, guint n, double *frequencies)
{
  for (guint i = 0; i < n; i++)
    {
      double around = i > 0 ? frequencies[blocks[i].parent] : 1;

      g_assert (i == 0 || blocks[i].parent < i);
      frequencies[i] = repeat (around, isnan (blocks[i].trips) ? INFINITY : blocks[i].trips);
    }
}
