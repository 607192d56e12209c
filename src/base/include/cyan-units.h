/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Values with their units, as text for people.
 *
 * The time units "ns", "us", "ms" and "s" and the unit "bytes" are scaled to a readable size.
 * Other units ("samples", "count") are scaled with k, M and G, and the unit is appended, except for
 * "count".  "" is the unit of values whose unit is unknown: nothing is appended.  Three significant
 * digits, a real minus sign (U+2212), the decimal separator and the groups of LC_NUMERIC, which is
 * C in the command `cyan`.  In other locales no line breaks between a number and its unit.  The
 * caller frees the result.
 */
#pragma once

#include <glib.h>

/* "942 ms", "1.91 s", "4.10 M", "12 samples". */
char *cyan_value_to_text (double value, const char *unit);

/* The same with a sign: "+963 ms", "−4.10 M", "0 ms". */
char *cyan_difference_to_text (double value, const char *unit);

/* How many @unit the unit is in which @value is shown: 0.001 for 0.25 s, which is 250 ms. */
double cyan_unit_shown_size (double value, const char *unit);

/* A number of an axis whose ticks are @step apart: all in the unit in which @largest is shown, with
 * the digits that tell neighbours apart: "1.205 s". */
char *cyan_tick_to_text (double value, double step, double largest, const char *unit);

/* @share is a fraction of 1: "7.9 %". */
char *cyan_share_to_text (double share);

/* The same for a round share, with the digits that it has: "5 %", "0.002 %". */
char *cyan_round_share_to_text (double share);

/* The same two of a size of differences of shares, in percentage points: "7.9 pp", "5 pp". */
char *cyan_points_to_text (double share);
char *cyan_round_points_to_text (double share);

/* A difference of two shares, as a fraction of 1, in percentage points: "+9.3 pp", "−0.4 pp",
 * "0 pp". */
char *cyan_share_difference_to_text (double share);

/* A change relative to what was before, as a fraction of 1: "+9.3 %", "−0.4 %", "0 %". */
char *cyan_relative_change_to_text (double change);

/* The relative change from @before to @after: "+102 %"; "×12.3" if it is tenfold or more; "new" if
 * only @before is 0; "0 %" without a change. */
char *cyan_change_to_text (double before, double after);
/* "+8.1 % (+7.3 % to +8.9 %)": a change by a factor, and from where to where it may be, if @low is
 * below @high. */
char *cyan_ratio_to_text (double ratio, double low, double high);

/* A time between two events: "40 seconds", "12 minutes", "5 hours", "3 days"; at least 2 of them. */
char *cyan_period_to_text (double seconds);

/* A probability, such as a p or a q: "0.031", "1"; below 0.0001, where its digits say nothing,
 * "< 0.0001"; "" for NaN, which is one that is unknown. */
char *cyan_probability_to_text (double probability);

/* The same of what @name is: "q = 0.031", "q < 0.0001". */
char *cyan_probability_to_words (const char *name, double probability);

/* Whether @unit is one of the time units above. */
gboolean cyan_unit_is_time (const char *unit);

/* The units that a user can give: "ns", "us", "ms", "s", "samples", "bytes", "count";
 * NULL-terminated. */
extern const char *const cyan_unit_names[];

/* The static name that equals @unit; NULL for any other text. */
const char *cyan_unit_find (const char *unit);

/* @unit in a sentence: itself, or "an unknown unit". */
const char *cyan_unit_label (const char *unit);

/* A name for a metric without one: "time", "samples" or "bytes", by its unit, else "value". */
const char *cyan_unit_quantity (const char *unit);
