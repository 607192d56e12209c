/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Progress and stop. */
#include "cyan-tick.h"

#include "cyan-assert.h"
#include "cyan-error.h"
#include "cyan-i18n.h"

#include <math.h>

G_STATIC_ASSERT ((CYAN_TICK_STRIDE & (CYAN_TICK_STRIDE - 1)) == 0);

CyanTick
cyan_tick_slice (const CyanTick *tick, double from, double to)
{
  CyanTick slice = CYAN_TICK_INIT (NULL, NULL);

  g_assert (from >= 0 && from <= to && to <= 1);
  if (tick != NULL)
    {
      double width = tick->to - tick->from;

      slice = *tick;
      slice.from = tick->from + from * width;
      slice.to = tick->from + to * width;
    }
  return slice;
}

gboolean
cyan_tick (const CyanTick *tick, double fraction, const char *what, GError **error)
{
  double whole;

  cyan_assert_slow (!isnan (fraction));
  if (tick == NULL || tick->func == NULL)
    return TRUE;

  whole = tick->from + CLAMP (fraction, 0.0, 1.0) * (tick->to - tick->from);
  if (tick->func (whole, what, tick->data))
    return TRUE;
  return cyan_fail (error, CYAN_ERROR_CANCELLED, _ ("cancelled"));
}
