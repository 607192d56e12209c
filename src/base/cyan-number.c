/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses numbers from untrusted bytes. */
#include "cyan-number.h"

#include <math.h>
#include <string.h>

gboolean
cyan_parse_uint64 (const char *bytes, gsize length, guint64 *value)
{
  guint64 sum = 0;

  if (length == 0)
    return FALSE;
  for (gsize i = 0; i < length; i++)
    {
      guint digit = (guint) (guchar) bytes[i] - '0';

      if (digit > 9 || sum > (G_MAXUINT64 - digit) / 10)
        return FALSE;
      sum = sum * 10 + digit;
    }
  *value = sum;
  return TRUE;
}

static gsize
skip_digits (const char *bytes, gsize length, gsize at)
{
  while (at < length && g_ascii_isdigit (bytes[at]))
    at++;
  return at;
}

static gboolean
is_decimal (const char *bytes, gsize length)
{
  gsize at = 0, start, digits;

  if (at < length && (bytes[at] == '-' || bytes[at] == '+'))
    at++;
  start = at;
  at = skip_digits (bytes, length, at);
  digits = at - start;
  if (at < length && bytes[at] == '.')
    {
      start = ++at;
      at = skip_digits (bytes, length, at);
      digits += at - start;
    }
  if (digits == 0)
    return FALSE;
  if (at < length && (bytes[at] == 'e' || bytes[at] == 'E'))
    {
      at++;
      if (at < length && (bytes[at] == '-' || bytes[at] == '+'))
        at++;
      start = at;
      at = skip_digits (bytes, length, at);
      if (at == start)
        return FALSE;
    }
  return at == length;
}

gboolean
cyan_parse_double (const char *bytes, gsize length, double *value)
{
  /* Longer than any number that a profiler writes. */
  char copy[128];
  guint64 whole;
  double parsed;

  G_STATIC_ASSERT (sizeof copy > CYAN_NUMBER_SIZE);
  /* Integers below 2^53 are by far the most common, and exact. */
  if (length < 16 && cyan_parse_uint64 (bytes, length, &whole))
    {
      *value = (double) whole;
      return TRUE;
    }
  if (length >= sizeof copy || !is_decimal (bytes, length))
    return FALSE;
  memcpy (copy, bytes, length);
  copy[length] = '\0';
  parsed = g_ascii_strtod (copy, NULL);
  if (!isfinite (parsed))
    return FALSE;
  *value = parsed;
  return TRUE;
}

int
cyan_compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  g_assert (!isnan (x) && !isnan (y));
  return (x > y) - (x < y);
}

int
cyan_compare_uint32 (gconstpointer a, gconstpointer b)
{
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return (x > y) - (x < y);
}

int
cyan_compare_uint64 (gconstpointer a, gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

guint64
cyan_hash_bytes (const char *bytes, gsize length)
{
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  for (gsize i = 0; i < length; i++)
    hash = (hash ^ (guchar) bytes[i]) * G_GUINT64_CONSTANT (0x100000001b3);
  return hash;
}

guint32 *
cyan_new_numbers (gsize n)
{
  guint32 *numbers = g_new (guint32, MAX (n, 1));

  memset (numbers, 0xff, MAX (n, 1) * sizeof *numbers);
  return numbers;
}

guint
cyan_count_common (const guint32 *a, guint n_a, const guint32 *b, guint n_b)
{
  guint i = 0, j = 0, n = 0;

  while (i < n_a && j < n_b)
    {
      guint32 x = a[i], y = b[j];

      n += x == y;
      i += x <= y;
      j += y <= x;
    }
  return n;
}
