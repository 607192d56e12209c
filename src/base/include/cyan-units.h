/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Values with their units, for people.
 *
 * Time units "ns", "us", "ms" and "s" and the unit "bytes" are scaled to a readable size; any
 * other unit ("samples", "count") is scaled with k, M and G and, but for "count", named.  Three
 * significant digits, a real minus sign (U+2212), never a locale.  Callers free what they get.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* "942 ms", "1.91 s", "4.10 M", "12 samples". */
char *cyan_value_to_text (double value, const char *unit);

/* The same with a sign: "+963 ms", "−4.10 M", "0 ms". */
char *cyan_difference_to_text (double value, const char *unit);

/* @share in parts of 1: "7.9 %". */
char *cyan_share_to_text (double share);

/* @share in parts of 1: "+9.3 %", "−0.4 %", "0 %". */
char *cyan_share_difference_to_text (double share);

/* The relative change from @before to @after: "+102 %", "×12.3" from a tenfold on, "new" where
 * @before is 0 and @after is not, "0 %" where nothing changed. */
char *cyan_change_to_text (double before, double after);

/* Whether @unit is one of the time units above. */
gboolean cyan_unit_is_time (const char *unit);

G_END_DECLS
