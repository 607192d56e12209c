/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-exact-sum.h"

#include <math.h>

/* Adds @value to parts, for which there must be room. */
static void
add (CyanExactSum *self, double value)
{
  guint n = 0;

  for (guint i = 0; i < self->n; i++)
    {
      double rest;

      value = cyan_exact_add (value, self->parts[i], &rest);
      if (rest != 0)
        self->parts[n++] = rest;
    }
  if (value != 0)
    self->parts[n++] = value;
  self->n = n;
}

/* The nearest double: the sum from the largest part on until something is rounded off.  If that is
 * half of the last bit, the sign of the next part decides (as fsum() of Python does). */
static double
nearest (const CyanExactSum *self)
{
  guint n = self->n;
  double sum = 0, rest = 0;

  while (n > 0 && rest == 0)
    sum = cyan_exact_add (sum, self->parts[--n], &rest);
  if (n > 0 && ((rest < 0 && self->parts[n - 1] < 0) || (rest > 0 && self->parts[n - 1] > 0)))
    {
      double twice = 2 * rest, next = sum + twice;

      if (next - sum == twice)
        sum = next;
    }
  return sum;
}

guint
cyan_exact_sum_split (const CyanExactSum *self, double values[CYAN_EXACT_SUM_MOST])
{
  CyanExactSum left = *self;
  guint n = 0;

  while (left.n > 0)
    {
      double value = nearest (&left);

      g_assert (n < CYAN_EXACT_SUM_MOST);
      values[n++] = value;
      if (!isfinite (value))
        break;
      add (&left, -value);
    }
  return n;
}

void
cyan_exact_sum_add (CyanExactSum *self, double value)
{
  /* In the canonical form there are few parts. */
  if (self->n >= CYAN_EXACT_SUM_MOST)
    {
      double values[CYAN_EXACT_SUM_MOST];
      guint n = cyan_exact_sum_split (self, values);

      self->n = 0;
      while (n > 0)
        self->parts[self->n++] = values[--n];
    }
  add (self, value);
}
