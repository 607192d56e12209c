/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What reading and writing pprof profiles agree on: units, dates, names.
 */
#pragma once

#include "cyan-profile-builder.h"

G_BEGIN_DECLS

/* The sample type that carries calls. */
#define CYAN_PPROF_CALLS "calls"
/* The text of a label of that key, on samples of nodes whose calls are unknown. */
#define CYAN_PPROF_UNKNOWN "unknown"

extern const char *const cyan_pprof_recordings[]; /* by CyanRecording, NULL-terminated */

/* Sample types that a profile may have. */
#define CYAN_PPROF_MAX_METRICS 64

/* Our unit for pprof's @unit of the sample type @type: "ns" for "nanoseconds", "samples" for the
 * "count" of "samples".  Values are to be divided by *@divisor, which is more than 1 for units
 * such as "1/1000 bytes".  Caller frees. */
char *cyan_pprof_unit_read (const char *type, const char *unit, double *divisor);
/* pprof's unit for ours; caller frees. */
char *cyan_pprof_unit_write (const char *name, const char *unit, guint multiplier);

/* Nanoseconds of a time unit of ours, 0 for any other unit. */
double cyan_pprof_unit_ns (const char *unit);

/* time_nanos as a date, "2024-05-31T12:00:00.25Z", and duration_nanos as "12.5 s"; the callers
 * free.  And back; FALSE for any text that these would not give. */
char *cyan_pprof_time_to_text (gint64 ns);
gboolean cyan_pprof_time_from_text (const char *text, gint64 *ns);
char *cyan_pprof_duration_to_text (gint64 ns);
gboolean cyan_pprof_duration_from_text (const char *text, gint64 *ns);

G_END_DECLS
