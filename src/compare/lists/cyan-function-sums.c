/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions over all their contexts. */
#include "cyan-function-sum.h"

#include "cyan-i18n.h"
#include "cyan-number.h"

/* In the unit of differences. */
static double
difference (const CyanCompared *compared, const CyanSide side[2])
{
  return side[1].total * cyan_compared_factor (compared, 1)
         - side[0].total * cyan_compared_factor (compared, 0);
}

void
cyan_function_sum_add (CyanFunctionSum *self,
                       CyanSumming *summing,
                       const CyanComparison *comparison,
                       CyanNode context,
                       CyanNode at)
{
  const CyanCompared *compared = &comparison->compared;
  CyanSide side[2];
  double differs;

  cyan_comparison_sides (comparison, context, &side[0], &side[1]);
  differs = fabs (difference (compared, side));
  if (self->n_contexts == 0 || differs > summing->most)
    {
      summing->most = differs;
      self->node = at;
    }
  self->n_contexts++;
  for (guint i = 0; i < 2; i++)
    {
      CyanSide *sum = &self->side[i];

      if (!side[i].present)
        continue;
      sum->calls = sum->calls == CYAN_CALLS_UNKNOWN || side[i].calls == CYAN_CALLS_UNKNOWN
                       ? CYAN_CALLS_UNKNOWN
                       : cyan_add_saturating (sum->calls, side[i].calls);
      sum->present = TRUE;
      sum->self += side[i].self;
      if (context < summing->end[i])
        continue;
      summing->end[i] = compared->tree->end[context];
      sum->total += side[i].total;
      sum->share = cyan_compared_part (sum->total, compared->side[i].total);
    }
}

/* As comparisons have it: what is absent has no calls that are known. */
void
cyan_function_sum_finish (CyanFunctionSum *self)
{
  for (guint i = 0; i < 2; i++)
    if (!self->side[i].present)
      self->side[i].calls = CYAN_CALLS_UNKNOWN;
}

CyanFunctionSum *
cyan_function_sums_new (const CyanComparison *comparison, const CyanTick *tick, GError **error)
{
  const CyanCompared *compared = &comparison->compared;
  guint n = compared->pairs->n_functions;
  g_autofree CyanFunctionSum *sums = g_new (CyanFunctionSum, MAX (n, 1));
  g_autofree CyanSumming *summing = g_new0 (CyanSumming, MAX (n, 1));
  gboolean goes_on = TRUE;

  for (guint i = 0; i < n; i++)
    cyan_function_sum_init (&sums[i]);
  for (CyanNode node = 1; goes_on && node < compared->n_nodes; node++)
    {
      guint32 function = cyan_compared_function (compared, node);

      if (node % CYAN_TICK_STRIDE == 0)
        goes_on =
            cyan_tick (tick, node / (double) compared->n_nodes, N_ ("Summing functions"), error);
      cyan_function_sum_add (&sums[function], &summing[function], comparison, node, node);
    }
  for (guint i = 0; i < n; i++)
    cyan_function_sum_finish (&sums[i]);
  return goes_on ? g_steal_pointer (&sums) : NULL;
}
