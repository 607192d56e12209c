/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Progress and cancellation.
 *
 * All long work in the core takes a tick and polls it every few thousand steps.  A tick may be
 * called from any thread.  It returns FALSE to stop the work.
 */
#pragma once

#include "cyan-sync.h"

#include <glib.h>

/* @fraction is in 0...1 of the whole job; @what is a short present participle, marked by N_() and
 * not translated yet: N_("Matching"). */
typedef gboolean (*CyanTickFunc) (double fraction, const char *what, gpointer data);

/* The range [from, to] of a whole job.  A NULL tick reports nothing and never stops. */
typedef struct
{
  CyanTickFunc func;
  gpointer data;
  double from;
  double to;
} CyanTick;

#define CYAN_TICK_INIT(function, user_data)                                                        \
  {                                                                                                \
    (function), (user_data), 0.0, 1.0                                                              \
  }

/* Steps between two polls, for a loop with steps of about ten nanoseconds; a power of two. */
#define CYAN_TICK_STRIDE 16384

/* The part of @tick from @from to @to, both in 0...1 of @tick's own range. */
CyanTick cyan_tick_slice (const CyanTick *tick, double from, double to);

/* Reports @fraction, in 0...1 of @tick's range.  FALSE with CYAN_ERROR_CANCELLED if the work must
 * stop. */
gboolean cyan_tick (const CyanTick *tick, double fraction, const char *what, GError **error);

/* The same for step @i of @n, now and then. */
static inline gboolean
cyan_tick_step (const CyanTick *tick, guint i, guint n, const char *what, GError **error)
{
  return i % CYAN_TICK_STRIDE != 0 || cyan_tick (tick, (double) i / n, what, error);
}

/*
 * A tick for two threads, each of which does half of the work.
 */

typedef struct _CyanSharedTick CyanSharedTick;

/* One thread's half. */
typedef struct
{
  CyanSharedTick *shared;
  double fraction;
} CyanSharedTickHalf;

struct _CyanSharedTick
{
  const CyanTick *tick;
  CyanMutex mutex; /* protects the fields below; held while the tick is called */
  CyanSharedTickHalf halves[2];
  gboolean stop;
};

/* @tick (may be NULL) must live as long as @self, which must not move. */
void cyan_shared_tick_init (CyanSharedTick *self, const CyanTick *tick);
void cyan_shared_tick_clear (CyanSharedTick *self);

/* The tick for the thread of half 0 or 1. */
CyanTick cyan_shared_tick_half (CyanSharedTick *self, guint half);
/* Nobody works on this half. */
void cyan_shared_tick_skip (CyanSharedTick *self, guint half);
/* Stops both threads at their next tick. */
void cyan_shared_tick_stop (CyanSharedTick *self);
