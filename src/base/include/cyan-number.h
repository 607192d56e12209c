/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Parsing numbers from untrusted bytes, writing numbers as text, and saturating sums.
 *
 * Independent of the locale: the decimal separator is a point.
 */
#pragma once

#include <glib.h>

/* Whether all of [@bytes, @bytes + @length) is a decimal number without sign that fits into
 * *@value. */
gboolean cyan_parse_uint64 (const char *bytes, gsize length, guint64 *value);

/* Whether all of [@bytes, @bytes + @length) is a finite decimal number: digits with an optional
 * sign, point and exponent.  No hexadecimal, no inf, no nan, no white space. */
gboolean cyan_parse_double (const char *bytes, gsize length, double *value);

/* a + b, or G_MAXUINT64 if the sum does not fit. */
static inline guint64
cyan_add_saturating (guint64 a, guint64 b)
{
  return a > G_MAXUINT64 - b ? G_MAXUINT64 : a + b;
}

/* Buffer size for any number as text. */
#define CYAN_NUMBER_SIZE 32

/* Each writes a number to @text, which has room for CYAN_NUMBER_SIZE bytes, and returns its length.
 * The text is not NUL-terminated.  A double gets the fewest digits that read back as the same
 * value, at most 17. */
gsize cyan_uint64_write (guint64 value, char *text);
gsize cyan_double_write (double value, char *text);
gsize cyan_double_write_17 (double value, char *text);

/* The shortest decimal text that reads back as @value.  Caller frees. */
char *cyan_double_to_text (double value);

/* Compares two doubles, for qsort() and g_array_sort(); neither may be NaN. */
int cyan_compare_doubles (gconstpointer a, gconstpointer b);
/* The same for numbers of 32 bits, and of 64. */
int cyan_compare_uint32 (gconstpointer a, gconstpointer b);
int cyan_compare_uint64 (gconstpointer a, gconstpointer b);

/* @n numbers of G_MAXUINT32, at least one.  Caller frees. */
guint32 *cyan_new_numbers (gsize n);

/* How many numbers two ascending arrays have in common; one that is there twice is paired twice. */
guint cyan_count_common (const guint32 *a, guint n_a, const guint32 *b, guint n_b);

/* FNV-1a, 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/ */
guint64 cyan_hash_bytes (const char *bytes, gsize length);

/* The first of the numbers 0 ... @n - 1 for which @is_before, an expression of @number, is FALSE; it
 * is TRUE for all before that, and for none behind it.  @n if there is none. */
#define CYAN_FIND_FIRST(n, number, is_before)                                                      \
  (__extension__({                                                                                 \
    guint low_ = 0, high_ = (n);                                                                   \
    while (low_ < high_)                                                                           \
      {                                                                                            \
        guint number = low_ + (high_ - low_) / 2;                                                  \
        if (is_before)                                                                             \
          low_ = number + 1;                                                                       \
        else                                                                                       \
          high_ = number;                                                                          \
      }                                                                                            \
    low_;                                                                                          \
  }))
