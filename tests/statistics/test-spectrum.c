/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPECTRAPERF's numbers: tables I to III of the paper, laws, and the distribution by chance. */
#include "cyan-spectrum.h"
#include "tests.h"

#include <gsl/gsl_rng.h>
#include <math.h>

#define MOST 8

static const CyanRangeRule min_max = { CYAN_RANGE_MIN_MAX, 0 };

static CyanSpectrum
spectrum_of (const double *base, guint n_base, const double *new, guint n_new, CyanRangeRule rule)
{
  CyanSpectrumValues values = { { n_base, n_new }, { base, new } };
  CyanSpectrum spectrum;

  cyan_spectrum_find (&values, rule, &spectrum);
  return spectrum;
}

#define SPECTRUM(base, new)                                                                        \
  spectrum_of ((base), G_N_ELEMENTS (base), (new), G_N_ELEMENTS (new), min_max)

static void
assert_near (double actual, double expected)
{
  g_assert_cmpfloat_with_epsilon (actual, expected, 1e-12 * (1 + fabs (expected)));
}

/* The paper prints the ranges of table I; of the values of its five runs only the ends are known.
 */
TEST ("/spectrum/tables")
{
  const double flush[] = { 900, 1000, 1100, 1400, 1500 };
  const double flush_new[] = { 1000, 1200, 1100 };
  const double report[] = { 1300, 1604, 1500, 1200, 1400 };
  const double report_new[] = { 2200, 2000, 1600 };
  const double cache[] = { NAN, NAN, NAN, NAN, NAN };
  const double cache_new[] = { 10000, 12000, 8000 };
  CyanSpectrum spectrum = SPECTRUM (flush, flush_new);

  assert_near (spectrum.low, 900);
  assert_near (spectrum.high, 1500);
  g_assert_cmpuint (spectrum.inside, ==, 3);
  assert_near (spectrum.similarity, 1);
  assert_near (spectrum.impact, 0);
  assert_near (spectrum.chance, 1);

  spectrum = SPECTRUM (report, report_new);
  assert_near (spectrum.low, 1200);
  assert_near (spectrum.high, 1604);
  g_assert_cmpuint (spectrum.inside, ==, 1);
  assert_near (spectrum.similarity, sqrt (1.0 / 3));
  assert_near (spectrum.impact, 496);
  g_assert_cmpuint (spectrum.present[1], ==, 3);

  spectrum = SPECTRUM (cache, cache_new);
  g_assert_false (spectrum.has_range);
  g_assert_true (isnan (spectrum.low) && isnan (spectrum.high) && isnan (spectrum.chance));
  assert_near (spectrum.similarity, 0);
  assert_near (spectrum.impact, 10000);
  g_assert_cmpuint (spectrum.present[0], ==, 0);
}

/* A value below the range has a negative distance; both ends are inside. */
TEST ("/spectrum/impact")
{
  const double base[] = { 10, 20 };
  const double ends[] = { 10, 20 }, below[] = { 4, 15, 6 }, both[] = { 8, 26 };
  const double missing[] = { NAN, 30, NAN }, none[] = { NAN, NAN };
  CyanSpectrum spectrum = SPECTRUM (base, ends);

  assert_near (spectrum.similarity, 1);
  assert_near (SPECTRUM (base, below).impact, -5);
  assert_near (SPECTRUM (base, both).impact, 2);

  /* Only runs with a value count. */
  spectrum = SPECTRUM (base, missing);
  g_assert_cmpuint (spectrum.present[1], ==, 1);
  assert_near (spectrum.similarity, 0);
  assert_near (spectrum.impact, 10);
  assert_near (spectrum.chance, 2.0 / 3); /* P (0) of 2 and 1 */

  spectrum = SPECTRUM (base, none);
  g_assert_true (isnan (spectrum.similarity));
  assert_near (spectrum.impact, -15);
  spectrum = SPECTRUM (none, none);
  g_assert_false (spectrum.has_range);
  assert_near (spectrum.impact, 0);
}

TEST ("/spectrum/deviations")
{
  const double base[] = { 8, 10, 12 }, one[] = { 10 }, new[] = { 6, 7, 14, 15 };
  const CyanRangeRule two = { CYAN_RANGE_SD, 2 };
  CyanSpectrum spectrum = spectrum_of (base, 3, new, 4, two);

  assert_near (spectrum.low, 6);
  assert_near (spectrum.high, 14);
  g_assert_cmpuint (spectrum.inside, ==, 3);
  assert_near (spectrum.impact, 1);
  g_assert_true (isnan (spectrum.chance));
  spectrum = spectrum_of (one, 1, new, 4, two);
  assert_near (spectrum.low, 10);
  assert_near (spectrum.high, 10);
}

TEST ("/spectrum/exact")
{
  const double equal[] = { 7, 7, 7 }, others[] = { 9, 9 }, spread[] = { 7, 7, 8 };
  const double none[] = { NAN, NAN, NAN }, some[] = { 7, NAN, 7 }, one[] = { 7 };

  g_assert_true (SPECTRUM (equal, others).exact);
  g_assert_true (isnan (SPECTRUM (equal, others).chance));
  g_assert_true (SPECTRUM (equal, equal).exact);
  g_assert_false (SPECTRUM (equal, spread).exact);
  g_assert_false (SPECTRUM (spread, equal).exact);
  g_assert_true (SPECTRUM (equal, none).exact);
  g_assert_true (SPECTRUM (none, equal).exact);
  g_assert_false (SPECTRUM (equal, some).exact);
  g_assert_false (SPECTRUM (some, equal).exact);
  g_assert_true (SPECTRUM (equal, one).exact);
  /* One value cannot show that it would be the same again. */
  g_assert_false (SPECTRUM (one, equal).exact);
  g_assert_false (SPECTRUM (none, one).exact);
}

/* Counts all ways to mix 3 and 3 values. */
TEST ("/spectrum/chance")
{
  guint count[4] = { 0 };

  for (guint mask = 0; mask < 64; mask++)
    {
      double values[2][6];
      guint n[2] = { 0, 0 };

      for (guint i = 0; i < 6; i++)
        {
          guint side = mask >> i & 1;

          values[side][n[side]++] = i;
        }
      if (n[0] == 3)
        count[spectrum_of (values[0], 3, values[1], 3, min_max).inside]++;
    }
  g_assert_cmpuint (count[0] + count[1] + count[2] + count[3], ==, 20);
  for (guint k = 0; k <= 3; k++)
    assert_near (cyan_spectrum_chance (3, 3, k), count[k] / 20.0);

  assert_near (cyan_spectrum_chance (5, 5, 5), 56 / 252.0);
  assert_near (cyan_spectrum_chance (5, 5, 0), 6 / 252.0);
  assert_near (cyan_spectrum_chance (5, 5, 6), 0);
  for (guint n = 2; n < 300; n += 23)
    for (guint m = 1; m < 300; m += 31)
      {
        double all = 0;

        for (guint k = 0; k <= m; k++)
          all += cyan_spectrum_chance (n, m, k);
        g_assert_cmpfloat_with_epsilon (all, 1, 1e-9);
      }
}

/* The order of the runs is nothing; a factor on all values leaves SC and scales the impact; a row
 * against itself is similar. */
TEST ("/spectrum/laws")
{
  gsl_rng *rng = gsl_rng_alloc (gsl_rng_mt19937);

  for (guint round = 0; round < 2000; round++)
    {
      guint n[2] = { 1 + gsl_rng_uniform_int (rng, MOST), 1 + gsl_rng_uniform_int (rng, MOST) };
      double values[2][MOST], turned[2][MOST], scaled[2][MOST];
      double factor = exp2 ((double) gsl_rng_uniform_int (rng, 40) - 20);
      CyanSpectrum spectrum, other;

      for (guint side = 0; side < 2; side++)
        for (guint i = 0; i < n[side]; i++)
          {
            double value = gsl_rng_uniform_int (rng, 12);

            values[side][i] = value == 11 ? NAN : value;
            turned[side][n[side] - 1 - i] = values[side][i];
            scaled[side][i] = values[side][i] * factor;
          }
      spectrum = spectrum_of (values[0], n[0], values[1], n[1], min_max);
      g_assert_cmpuint (spectrum.inside, <=, spectrum.present[1]);
      g_assert_true (!(spectrum.chance < 0) && !(spectrum.chance > 1));

      other = spectrum_of (turned[0], n[0], turned[1], n[1], min_max);
      g_assert_cmpuint (other.inside, ==, spectrum.inside);
      assert_near (other.impact, spectrum.impact);
      g_assert_cmpint (other.exact, ==, spectrum.exact);

      other = spectrum_of (scaled[0], n[0], scaled[1], n[1], min_max);
      g_assert_cmpuint (other.inside, ==, spectrum.inside);
      g_assert_cmpfloat_with_epsilon (other.impact, spectrum.impact * factor, 1e-9 * factor);

      other = spectrum_of (values[0], n[0], values[0], n[0], min_max);
      g_assert_true (isnan (other.similarity) || other.similarity == 1);
      g_assert_true (other.present[1] == 0 || other.impact == 0);
    }
  gsl_rng_free (rng);
}
