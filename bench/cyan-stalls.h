/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stalls: the longest time that the main loop is away from its poll, in which the window does not
 * respond.
 *
 * Processor time of the main thread says what the program does, whatever else runs on the machine;
 * the time that passes says what somebody would see.
 */
#pragma once

#include <glib.h>

/* Milliseconds. */
typedef struct
{
  double computed; /* processor time of the main thread */
  double passed;
} CyanStall;

/* Watches the default main context from now on. */
void cyan_stalls_watch (void);
/* The longest stall since the last call, and the sum of what was computed since then. */
CyanStall cyan_stalls_take (double *sum);
