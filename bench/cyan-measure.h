/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What all figures of the bench are taken with: time, memory, child programs, and the lines that
 * bench/run makes tables from.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Milliseconds on a clock that only goes forward. */
double cyan_measure_now (void);

/* Milliseconds that this thread has computed: a busy machine does not change them. */
double cyan_measure_computed (void);

/* Bytes that the process has in memory, and the most it had since it began or since
 * cyan_measure_forget_peak().  Linux only: 0 elsewhere. */
double cyan_measure_resident (void);
double cyan_measure_peak (void);
/* Gives free memory back and lets the peak begin anew. */
void cyan_measure_forget_peak (void);

/* What a child program took. */
typedef struct
{
  double ms;
  double peak; /* bytes */
} CyanRun;

/* Runs a program without its output and waits for it.  Ends this program if it fails. */
CyanRun cyan_measure_run (const char *const *argv);

/* The milliseconds of `wc -l` over @paths, NULL-terminated, at most 2. */
double cyan_measure_wc (const char *const *paths);

/* Prints one figure: "KEY<tab>VALUE". */
void cyan_measure_print (const char *key, double value);

/* Ends the program with a message if @error is set. */
void cyan_measure_must (GError *error);

G_END_DECLS
