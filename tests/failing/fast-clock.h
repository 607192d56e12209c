/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lets a program sleep for a short time: a sleep takes a 32nd of its time, and the monotonic clock
 * goes on as if it had taken all of it.  So what waits ten seconds for a lock gives up after a
 * third of a second, and what waits ten minutes still has the time that another program needs to
 * answer.
 *
 * It works in a program that preloads it (LD_PRELOAD) with FAST_CLOCK=1 in its environment;
 * programs that this one starts are not affected.  Or it is linked into a test program, which calls
 * these two.
 */
#pragma once

void fast_clock_begin (void);
/* What was skipped stays skipped. */
void fast_clock_end (void);
