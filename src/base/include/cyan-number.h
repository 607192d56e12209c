/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Numbers out of untrusted bytes, and sums that do not wrap.
 *
 * Nothing here looks at the locale: a decimal point is a point.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether all of [@bytes, @bytes + @length) is a decimal number without sign that fits. */
gboolean cyan_parse_uint64 (const char *bytes, gsize length, guint64 *value);

/* Whether all of [@bytes, @bytes + @length) is a finite decimal number: digits with an optional
 * sign, point and exponent.  No hexadecimal, no inf, no nan, no white space. */
gboolean cyan_parse_double (const char *bytes, gsize length, double *value);

/* a + b, or G_MAXUINT64 where that would not fit. */
static inline guint64
cyan_add_saturating (guint64 a, guint64 b)
{
  return a > G_MAXUINT64 - b ? G_MAXUINT64 : a + b;
}

/* The shortest decimal text that reads back as @value, in the C locale.  Caller frees. */
char *cyan_double_to_text (double value);

/* The order of two doubles, for qsort() and g_array_sort(); none is NaN. */
int cyan_compare_doubles (gconstpointer a, gconstpointer b);

G_END_DECLS
