/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measurements for all figures of the bench: time, memory, child programs, and the output lines
 * from which bench/run makes its tables.
 */
#pragma once

#include <glib.h>

/* Milliseconds of a monotonic clock. */
double cyan_measure_now (void);

/* Milliseconds of CPU time of this thread, which other load on the machine does not change. */
double cyan_measure_computed (void);

/* Bytes in memory now, and the maximum since the start or the last cyan_measure_forget_peak().
 * Linux only: 0 elsewhere. */
double cyan_measure_resident (void);
double cyan_measure_peak (void);
/* Returns free memory to the system and restarts the peak. */
void cyan_measure_forget_peak (void);

/* Resources used by a child program. */
typedef struct
{
  double ms;
  double peak; /* bytes */
} CyanRun;

/* Runs a program with its output discarded and waits for it.  Ends this program if it fails. */
CyanRun cyan_measure_run (const char *const *argv);

/* The milliseconds of `wc -l` over @paths, a NULL-terminated list of at most 2. */
double cyan_measure_wc (const char *const *paths);

/* Prints one figure: "KEY<tab>VALUE". */
void cyan_measure_print (const char *key, double value);

/* Ends the program with a message if @error is set. */
void cyan_measure_must (GError *error);
