/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums without rounding do not depend on the order, and their first part is the nearest double. */
#include "cyan-exact-sum.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "tests.h"

static guint
sum_of (const double *values, guint n, double parts[CYAN_EXACT_SUM_MOST])
{
  CyanExactSum sum = { 0 };

  for (guint i = 0; i < n; i++)
    cyan_exact_sum_add (&sum, values[i]);
  return cyan_exact_sum_split (&sum, parts);
}

static void
shuffle (GRand *random, double *values, guint n)
{
  for (guint i = n; i > 1; i--)
    {
      guint j = (guint) g_rand_int_range (random, 0, (int) i);
      double swapped = values[i - 1];

      values[i - 1] = values[j];
      values[j] = swapped;
    }
}

static double
random_value (GRand *random, int spread)
{
  double value = ldexp (g_rand_double (random) - 0.4, g_rand_int_range (random, -spread, spread));

  return g_rand_boolean (random) ? value : ldexp (1, (int) (value * 7) % spread);
}

TEST ("/exact-sum/laws")
{
  static const int spreads[] = { 3, 60, 300, 1000 };
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (guint round = 0; round < 400; round++)
    {
      double values[200], parts[CYAN_EXACT_SUM_MOST], again[CYAN_EXACT_SUM_MOST];
      guint n = 1 + (guint) g_rand_int_range (random, 0, 150), n_parts;

      for (guint i = 0; i < n; i++)
        values[i] = random_value (random, spreads[round % G_N_ELEMENTS (spreads)]);
      n_parts = sum_of (values, n, parts);
      shuffle (random, values, n);
      g_assert_cmpuint (sum_of (values, n, again), ==, n_parts);
      g_assert_cmpmem (parts, n_parts * sizeof *parts, again, n_parts * sizeof *again);
      /* What is left is at most half of the distance to the next double. */
      for (guint i = 1; i < n_parts; i++)
        {
          double size = fabs (parts[i - 1]);
          double below = size - nextafter (size, 0), above = nextafter (size, INFINITY) - size;
          gboolean inward = (parts[i] < 0) == (parts[i - 1] > 0);

          g_assert_cmpfloat (fabs (parts[i]), <=, (inward ? below : above) / 2);
        }
      /* All of it is there. */
      for (guint i = 0; i < n_parts; i++)
        values[n + i] = -parts[i];
      g_assert_cmpuint (sum_of (values, n + n_parts, again), ==, 0);
    }
}

/* Ties go to the even neighbour, unless there is more. */
TEST ("/exact-sum/ties")
{
  const double tie[] = { 1, DBL_EPSILON / 2 }, more[] = { 1, DBL_EPSILON / 2, 1e-300 };
  const double odd[] = { 1 + DBL_EPSILON, DBL_EPSILON / 2 };
  double parts[CYAN_EXACT_SUM_MOST];

  g_assert_cmpuint (sum_of (tie, 2, parts), ==, 2);
  g_assert_cmpfloat (parts[0], ==, 1);
  g_assert_cmpuint (sum_of (more, 3, parts), ==, 3);
  g_assert_cmpfloat (parts[0], ==, 1 + DBL_EPSILON);
  g_assert_cmpfloat (parts[1], ==, -DBL_EPSILON / 2);
  g_assert_cmpfloat (parts[2], ==, 1e-300);
  g_assert_cmpuint (sum_of (odd, 2, parts), ==, 2);
  g_assert_cmpfloat (parts[0], ==, 1 + 2 * DBL_EPSILON);
}

TEST ("/exact-sum/ends")
{
  const double large[] = { DBL_MAX, DBL_MAX }, small[] = { DBL_MAX, 5e-324, -DBL_MAX };
  double parts[CYAN_EXACT_SUM_MOST];

  g_assert_cmpuint (sum_of (NULL, 0, parts), ==, 0);
  g_assert_cmpuint (sum_of (large, 2, parts), ==, 1);
  g_assert_false (isfinite (parts[0]));
  g_assert_cmpuint (sum_of (small, 3, parts), ==, 1);
  g_assert_cmpfloat (parts[0], ==, 5e-324);
}
