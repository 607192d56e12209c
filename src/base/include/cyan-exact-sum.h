/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sums of doubles without rounding, so that they do not depend on the order of adding.
 *
 * The parts of a sum are doubles that add up to it exactly and whose bits do not overlap (J. R.
 * Shewchuk, Adaptive Precision Floating-Point Arithmetic, 1997).  Whole numbers below 2^53 have one
 * part.
 */
#pragma once

#include <glib.h>

/* Parts that the canonical form has at most: a double has bits from 2^-1074 to 2^1023, and each part
 * takes at least 53 of them. */
#define CYAN_EXACT_SUM_MOST 48

typedef struct
{
  guint n;
  double parts[2 * CYAN_EXACT_SUM_MOST]; /* from the smallest on, none is 0 */
} CyanExactSum;

/* Returns @a + @b, rounded; *@rest is what was rounded off, exactly (D. E. Knuth).  It is not finite
 * if the sum is not. */
static inline double
cyan_exact_add (double a, double b, double *rest)
{
  double sum = a + b;
  double of_b = sum - a;

  *rest = (a - (sum - of_b)) + (b - of_b);
  return sum;
}

/* Adds @value, which is finite. */
void cyan_exact_sum_add (CyanExactSum *self, double value);

/* Sets @values to the canonical form: the double that is nearest to the sum, then that nearest to
 * what is left, and so on until nothing is left.  Returns their number, at most
 * CYAN_EXACT_SUM_MOST; none if the sum is 0.  If the first is not finite, it is the only one. */
guint cyan_exact_sum_split (const CyanExactSum *self, double values[CYAN_EXACT_SUM_MOST]);
