/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes numbers as decimal text.
 *
 * A report of a million nodes has ten million numbers, and printing each with one more digit until
 * it reads back takes microseconds.  A double is m * 2^e with an integer m, so m * 5^q, shifted, is
 * the double times 10^q.  For the usual sizes of values in profiles this fits into 128-bit integers
 * without loss.  The bits shifted out decide the rounding.  They also show whether the rounded
 * value is nearer than half the distance to the next double, which means that it reads back.
 * Larger and smaller values are printed with printf().
 */
#include "cyan-number.h"

#include "cyan-assert.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* This many digits distinguish all doubles. */
#define MOST_DIGITS 17
/* Decimals with this many digits are further apart than doubles, so at most one reads back.  Fewer
 * digits need not be tried, as that decimal ends in zeros then. */
#define FEW_DIGITS 15

#define TEN_17 G_GUINT64_CONSTANT (100000000000000000)

/* From here up, 5^q has at most 117 bits, which leaves seven for the digits that are rounded off.
 */
#define SMALLEST 1e-33
/* From here up, doubles are integers, or printf() prints them. */
#define LARGEST 1e15

G_STATIC_ASSERT (CYAN_NUMBER_SIZE >= sizeof "18446744073709551615");
G_STATIC_ASSERT (CYAN_NUMBER_SIZE >= sizeof "-1.2345678901234567e-308");

/* Whether the number that was written is @value, if that is finite. */
static gboolean
reads_back (const char *text, gsize length, double value)
{
  double read;

  return !isfinite (value) || (cyan_parse_double (text, length, &read) && read == value);
}

static gboolean
reads_back_as_integer (const char *text, gsize length, guint64 value)
{
  guint64 read;

  return cyan_parse_uint64 (text, length, &read) && read == value;
}

gsize
cyan_uint64_write (guint64 value, char *text)
{
  char digits[20];
  gsize n = sizeof digits;
  guint64 all = value;

  /* Two digits at a time, since each division waits for the previous one. */
  for (; value >= 10; value /= 100)
    {
      guint two = (guint) (value % 100);

      digits[--n] = (char) ('0' + two % 10);
      digits[--n] = (char) ('0' + two / 10);
    }
  if (value > 0 || n == sizeof digits)
    digits[--n] = (char) ('0' + value);
  memcpy (text, digits + n, sizeof digits - n);
  cyan_assert_slow (reads_back_as_integer (text, sizeof digits - n, all));
  return sizeof digits - n;
}

/* @digits: how many digits to print, or 0 for as few as read back. */
static gsize
print_double (double value, int digits, char *text)
{
  for (int n = digits > 0 ? digits : 1; n <= MOST_DIGITS; n++)
    {
      char form[8];

      g_snprintf (form, sizeof form, "%%.%dg", n);
      g_ascii_formatd (text, CYAN_NUMBER_SIZE, form, value);
      if (g_ascii_strtod (text, NULL) == value)
        break;
    }
  return strlen (text);
}

#ifdef __SIZEOF_INT128__

__extension__ typedef unsigned __int128 Wide;

/* digits + rest / 2^shift is a positive double times 10^(16 - exponent).  It has 17 digits, of
 * which the first has the value 10^exponent. */
typedef struct
{
  guint64 digits;
  Wide rest;
  Wide half_gap; /* to the next larger double, in units of rest */
  int shift;
  int exponent;
  gboolean even;         /* whether m is even; a tie reads back as the even one */
  gboolean power_of_two; /* the next smaller double is only half as far away */
} Decimal;

static Wide
power_of_five (int n)
{
  Wide power = 1;

  for (Wide square = 5; n > 0; n /= 2, square *= square)
    if (n % 2 == 1)
      power *= square;
  return power;
}

/* @mantissa * 2^@binary, which is at least SMALLEST and less than 10^15. */
static Decimal
decimal_at (guint64 mantissa, int binary, int exponent)
{
  int power = MOST_DIGITS - 1 - exponent;
  Decimal self = { .exponent = exponent };
  Wide low, high;

  /* Twice the double, so that half a gap is an integer. */
  self.half_gap = power_of_five (power);
  self.shift = 1 - binary - power;
  self.even = mantissa % 2 == 0;
  self.power_of_two = (mantissa & (mantissa - 1)) == 0;
  low = (Wide) (2 * mantissa) * (guint64) self.half_gap;
  high = (Wide) (2 * mantissa) * (guint64) (self.half_gap >> 64) + (low >> 64);
  low = (guint64) low;
  if (self.shift < 64)
    {
      self.digits = (guint64) (high << (64 - self.shift) | low >> self.shift);
      self.rest = low & (((Wide) 1 << self.shift) - 1);
    }
  else
    {
      self.digits = (guint64) (high >> (self.shift - 64));
      self.rest = (high & (((Wide) 1 << (self.shift - 64)) - 1)) << 64 | low;
    }
  return self;
}

static Decimal
decimal_of (double value)
{
  int binary, exponent;
  guint64 mantissa = (guint64) ldexp (frexp (value, &binary), 53);
  Decimal self;

  /* The decimal exponent of the next lower power of two: that of the value, or one less. */
  exponent = (int) floor ((binary - 1) * 0.30102999566398120);
  self = decimal_at (mantissa, binary - 53, exponent);
  return self.digits < TEN_17 ? self : decimal_at (mantissa, binary - 53, exponent + 1);
}

/* The first @n digits, rounded, followed by zeros; 10^17 if that is the next power of ten. */
static guint64
decimal_round (const Decimal *self, int n, gboolean *reads_back)
{
  guint64 unit = n == MOST_DIGITS ? 1 : n == MOST_DIGITS - 1 ? 10 : 100;
  guint64 digits = self->digits / unit;
  Wide below = (Wide) (self->digits % unit) << self->shift | self->rest;
  Wide above = ((Wide) unit << self->shift) - below;
  gboolean up = below > above || (below == above && digits % 2 == 1);
  Wide off = up ? above : self->power_of_two ? 2 * below : below;

  *reads_back = off < self->half_gap || (off == self->half_gap && self->even);
  return unit * (up ? digits + 1 : digits);
}

/* Writes like %g: without trailing zeros, with an exponent below 10^-4.  The number is not an
 * integer, so there are more digits than before the point. */
static gsize
write_decimal (guint64 digits, int exponent, char *text)
{
  char all[20];
  char *end = text;
  gsize n, whole;

  if (digits == TEN_17)
    exponent++;
  while (digits % 10 == 0)
    digits /= 10;
  n = cyan_uint64_write (digits, all);
  if (exponent < 0 && exponent >= -4)
    {
      memcpy (end, "0.000", 5);
      end += 1 - exponent;
      memcpy (end, all, n);
      return (gsize) (end + n - text);
    }
  whole = exponent < 0 ? 1 : (gsize) exponent + 1;
  memcpy (end, all, whole);
  end += whole;
  if (n > whole)
    {
      *end++ = '.';
      memcpy (end, all + whole, n - whole);
      end += n - whole;
    }
  if (exponent < 0)
    {
      memcpy (end, "e-", 2);
      end[2] = (char) ('0' + -exponent / 10);
      end[3] = (char) ('0' + -exponent % 10);
      end += 4;
    }
  return (gsize) (end - text);
}

/* Like print_double(), for values between SMALLEST and LARGEST that are not integers. */
static gsize
write_fraction (double value, int digits, char *text)
{
  Decimal decimal = decimal_of (value);

  for (int n = digits > 0 ? digits : FEW_DIGITS;; n++)
    {
      gboolean reads_back;
      guint64 rounded = decimal_round (&decimal, n, &reads_back);

      if (reads_back || n == MOST_DIGITS)
        return write_decimal (rounded, decimal.exponent, text);
    }
}

#else /* no 128-bit integers */

static gsize
write_fraction (double value, int digits, char *text)
{
  return print_double (value, digits, text);
}

#endif

static gsize
write_double (double value, int digits, char *text)
{
  double size = fabs (value);
  gsize sign = signbit (value) ? 1 : 0, length = sign;

  text[0] = '-';
  if (size < LARGEST && size == floor (size))
    length += cyan_uint64_write ((guint64) size, text + sign);
  else if (size >= SMALLEST && size < LARGEST)
    length += write_fraction (size, digits, text + sign);
  else
    length = print_double (value, digits, text);
  g_assert (length < CYAN_NUMBER_SIZE);
  cyan_assert_slow (reads_back (text, length, value));
  return length;
}

gsize
cyan_double_write (double value, char *text)
{
  /* Zero is written without a sign. */
  return write_double (value == 0 ? 0 : value, 0, text);
}

gsize
cyan_double_write_17 (double value, char *text)
{
  return write_double (value, MOST_DIGITS, text);
}

char *
cyan_double_to_text (double value)
{
  char text[CYAN_NUMBER_SIZE];

  return g_strndup (text, cyan_double_write (value, text));
}
