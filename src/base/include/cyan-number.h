/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Numbers out of untrusted bytes, numbers as text, and sums that do not wrap.
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

/* Room for any number as text. */
#define CYAN_NUMBER_SIZE 32

/* Each writes a number to @text, which has room for CYAN_NUMBER_SIZE, and returns its length; there
 * is no zero at the end.  A double takes as few digits as read back as the same, or 17. */
gsize cyan_uint64_write (guint64 value, char *text);
gsize cyan_double_write (double value, char *text);
gsize cyan_double_write_17 (double value, char *text);

/* The shortest decimal text that reads back as @value.  Caller frees. */
char *cyan_double_to_text (double value);

/* The order of two doubles, for qsort() and g_array_sort(); none is NaN. */
int cyan_compare_doubles (gconstpointer a, gconstpointer b);

G_END_DECLS
