/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A tick for two threads, each of which does half of the work.
 */
#pragma once

#include "cyan-sync.h"
#include "cyan-tick.h"

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
