/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Progress and stop. */
#include "cyan-assert.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-tick.h"

#include <math.h>

void
cyan_shared_tick_init (CyanSharedTick *self, const CyanTick *tick)
{
  *self = (CyanSharedTick){ .tick = tick };
  cyan_mutex_init (&self->mutex);
  for (guint half = 0; half < 2; half++)
    self->halves[half].shared = self;
}

void
cyan_shared_tick_clear (CyanSharedTick *self)
{
  cyan_mutex_clear (&self->mutex);
}

static gboolean
tick_half (double fraction, const char *what, gpointer data)
{
  CyanSharedTickHalf *half = data;
  CyanSharedTick *self = half->shared;
  gboolean go_on;

  cyan_mutex_lock (&self->mutex);
  half->fraction = fraction;
  if (!self->stop)
    self->stop = !cyan_tick (self->tick, (self->halves[0].fraction + self->halves[1].fraction) / 2,
                             what, NULL);
  go_on = !self->stop;
  cyan_mutex_unlock (&self->mutex);
  return go_on;
}

CyanTick
cyan_shared_tick_half (CyanSharedTick *self, guint half)
{
  g_assert (half < G_N_ELEMENTS (self->halves));
  return (CyanTick) CYAN_TICK_INIT (tick_half, &self->halves[half]);
}

void
cyan_shared_tick_skip (CyanSharedTick *self, guint half)
{
  g_assert (half < G_N_ELEMENTS (self->halves));
  self->halves[half].fraction = 1;
}

void
cyan_shared_tick_stop (CyanSharedTick *self)
{
  cyan_mutex_lock (&self->mutex);
  self->stop = TRUE;
  cyan_mutex_unlock (&self->mutex);
}

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
