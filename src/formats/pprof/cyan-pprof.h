/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the pprof reader and writer: units, dates, names.
 */
#pragma once

#include "cyan-profile-builder.h"

/* The sample type that holds calls. */
#define CYAN_PPROF_CALLS "calls"
/* On samples of nodes with unknown calls: the text of the label with key CYAN_PPROF_CALLS. */
#define CYAN_PPROF_UNKNOWN "unknown"

extern const char *const cyan_pprof_recordings[]; /* by CyanRecording, NULL-terminated */

/* Maximum number of sample types in a profile. */
#define CYAN_PPROF_MAX_METRICS 64

/* Our unit for pprof's @unit of the sample type @type: "ns" for "nanoseconds", "samples" for the
 * "count" of "samples".  Divide values by *@divisor, which is more than 1 for units such as "1/1000
 * bytes".  The caller frees the unit. */
char *cyan_pprof_unit_read (const char *type, const char *unit, double *divisor);
/* pprof's unit for our @unit of metric @name.  The caller frees it. */
char *cyan_pprof_unit_write (const char *name, const char *unit, guint multiplier);

/* Nanoseconds in one of our time units; 0 for any other unit. */
double cyan_pprof_unit_ns (const char *unit);

/* Converts time_nanos to a date, "2024-05-31T12:00:00.25Z", and duration_nanos to "12.5 s", and
 * back.  The caller frees the texts.  Parsing returns FALSE for a text that these functions cannot
 * produce. */
char *cyan_pprof_time_to_text (gint64 ns);
gboolean cyan_pprof_time_from_text (const char *text, gint64 *ns);
char *cyan_pprof_duration_to_text (gint64 ns);
gboolean cyan_pprof_duration_from_text (const char *text, gint64 *ns);
