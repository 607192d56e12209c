/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scales in steps, those of their bars in 1-2-5. */
#include "cyan-scale.h"

#include <math.h>

/* Steps of a factor of ten: the series R10 of Renard, ISO 3, not rounded. */
#define STEPS 10
/* Powers of ten that calls can have. */
#define MAX_CALLS_POWER 19
/* The smallest part of the run that a width tells from 0, and the powers of ten above it. */
#define LEAST_PART     1e-4
#define MAX_PART_POWER 4
/* Of a step that was computed. */
#define EPSILON 1e-9

double
cyan_scale_step_up (double value)
{
  g_assert (value > 0);
  double power = pow (10, floor (log10 (value)));
  double digit = value / power * (1 - EPSILON);

  return power * (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10);
}

double
cyan_scale_step_down (double value)
{
  g_assert (value > 0);
  double power = pow (10, floor (log10 (value)));
  double digit = value / power * (1 + EPSILON);

  return power * (digit >= 10 ? 10 : digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
}

/* The largest step that is at most @value. */
static double
step_below (double value)
{
  return pow (10, floor (log10 (value * (1 + EPSILON)) * STEPS) / STEPS);
}

void
cyan_scale_fit (
    CyanScale *self, double height, double width, double least_height, const CyanFit *fit)
{
  g_assert (fit->box_height > 0 && fit->box_width > 0);
  g_assert (height >= 0 && width >= 0 && least_height >= 0);
  if (height > 0)
    self->px_per_height = step_below (fit->box_height / MAX (height, least_height));
  if (width > 0)
    self->px_per_width = step_below (fit->box_width / width);
}

CyanScaleBar
cyan_scale_height_bar (const CyanScale *self, double run, double zoom, double min_px)
{
  double px = self->px_per_height * zoom / run;
  double least = min_px / px, value;

  g_assert (run > 0 && zoom > 0 && min_px > 0);
  if (!isnormal (least))
    return (CyanScaleBar){ 0, 0 };
  value = cyan_scale_step_up (least);
  return isfinite (value * px) ? (CyanScaleBar){ value, value * px } : (CyanScaleBar){ 0, 0 };
}

CyanScaleBar
cyan_scale_width_bar (const CyanScale *self, CyanWidth width, double zoom, double min_px)
{
  gboolean calls = width == CYAN_WIDTH_CALLS;
  guint last = calls ? MAX_CALLS_POWER : MAX_PART_POWER;
  double value = calls ? 1 : LEAST_PART;
  double length = 0;

  g_assert (zoom > 0 && min_px > 0);
  for (guint power = 0; power <= last; power++)
    {
      value = calls ? pow (10, power) : LEAST_PART * pow (10, power);
      length = (calls ? cyan_width_of_calls (value) : cyan_width_of_part (value))
               * self->px_per_width * zoom;
      if (length >= min_px)
        break;
    }
  return (CyanScaleBar){ value, length };
}
