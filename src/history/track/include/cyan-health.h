/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether a machine is as fast as it was.
 *
 * The same work, which has nothing to do with what is measured, is timed now and then.  The time is
 * CYAN_FACT_REFERENCE of the environment, and so a series of its own.
 */
#pragma once

#include "cyan-store.h"

#define CYAN_HEALTH_SECONDS 2.0
/* Nothing is said with fewer former times; no more than the last so many count. */
#define CYAN_HEALTH_LEAST 8
#define CYAN_HEALTH_MOST  50
/* What is less is never named: another build of the same work may differ by it. */
#define CYAN_HEALTH_BAND 0.02

/* Repeats the work for @seconds on these processors (none: any), and returns the median time of a
 * repetition in seconds. */
double cyan_health_measure (const guint *cpus, guint n_cpus, double seconds);

/* How much slower a machine is than it was, 1.12 for 12 %, if @value is outside of the range of the
 * @n former ones, the oldest first; else 1.  A false alarm has a probability of 0.002. */
double cyan_health_judge (const double *former, guint n, double value);

/* The same for each of the environments of one machine (CyanStoreEnvironment, in their order),
 * compared with those before it of the same computer and program: of double, by environment. */
GArray *cyan_health_judge_all (const GPtrArray *environments);

/* "box is 12 % slower than it was", for a @ratio other than 1.  Caller frees. */
char *cyan_health_sentence (const char *machine, double ratio);
