/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Revisions, values and steps in words.  The caller frees each text, which is one line unless it
 * says otherwise; foreign text in it is fit for a label.
 */
#pragma once

#include "cyan-history.h"

/* Maximum characters of a name, and of the subject of a commit. */
#define CYAN_HISTORY_NAME_CHARS    60
#define CYAN_HISTORY_SUBJECT_CHARS 200

/* The benchmarks of the lines that are shown, NULL-terminated; free with g_strfreev(). */
char **cyan_history_shown_names (CyanHistory *self);
/* "v1.5", or "a1b2c3d". */
char *cyan_history_column_name (CyanHistory *self, guint column);
/* The day of the commit in the user's language; NULL if it is unknown. */
char *cyan_history_column_day (CyanHistory *self, guint column);

/* "95 % interval +28.9 % to +31.6 %, q = 0.002", or "exact" where values do not scatter. */
char *cyan_history_interval_text (const CyanSteps *steps, const CyanStep *step);
/* "at this revision", or "at one of 3 revisions: a1b2c3d, ...". */
char *cyan_history_where_text (CyanHistory *self, const CyanStep *step);

/* The status of a failed run or build, such as "no-profile", in words; static. */
const char *cyan_history_status_word (const char *status);

/* The median of the runs of @series at @column; NAN if there are none. */
double cyan_history_median (const CyanEvolutionSeries *series, guint column);
/* "1.23 s, 4 runs", "build failed", "not measured". */
char *cyan_history_value_text (CyanHistory *self, guint line, guint column);

/* The largest step of a line: "+30 % at a1b2c3d"; "no step". */
char *cyan_history_largest_text (CyanHistory *self, guint line);
/* Its newest one: "newest: -10 % at 0918273"; NULL if that is the largest, too. */
char *cyan_history_newest_text (CyanHistory *self, guint line);
