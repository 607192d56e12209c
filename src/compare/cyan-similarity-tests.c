/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which rows changed: a moderated t-test of the logs of their values over the runs.
 *
 * A run without the row counts as 0 there, so that a row which is new in each run or gone from each
 * is tested like any other.  The tests are those of a comparison: the same offset keeps the log of
 * 0 finite, the same values are too small for a test, and a run's drift is taken out.
 *
 * Few runs of few samples may agree by luck and then look steadier than samples can be.  So if both
 * sides are sampled, the p of a row is at least that of sampling alone.
 */
#include "cyan-similarity-private.h"

#include <math.h>

#include "cyan-i18n.h"
#include "cyan-noise-private.h"

/* The mean self value over all runs, those without the row included. */
static double
mean_own (const CyanSimilarityRuns *all, guint side, guint row)
{
  const double *own = all->own[side] + (gsize) row * all->n_runs[side];
  double sum = 0;

  for (guint r = 0; r < all->n_runs[side]; r++)
    sum += isnan (own[r]) ? 0 : own[r];
  return sum / all->n_runs[side];
}

/* The calls of a side; of one without the row, for which any number would do, those of the
 * other. */
static double
calls_of (const CyanSimilarityRow *row, guint side)
{
  return row->calls[side] > 0 ? row->calls[side] : row->calls[1 - side];
}

/* Logs of values per call, times the calls that the two sides have in the mean: variances depend on
 * how much a row has in all, and are shrunk towards those of rows of about the same y. */
static void
take_logs (const CyanSimilarityRuns *all,
           const CyanSimilarityRow *row,
           double offset,
           CyanFamily *family,
           guint test)
{
  double usual = 0.5 * (log (calls_of (row, 0)) + log (calls_of (row, 1)));

  for (guint side = 0; side < 2; side++)
    for (guint r = 0; r < all->n_runs[side]; r++)
      {
        gsize at = (gsize) row->at * all->n_runs[side] + r;
        double own = all->own[side][at];
        double calls = isnan (own) ? calls_of (row, side) : all->calls[side][at];

        family->y[side][(gsize) test * all->n_runs[side] + r] =
            log ((own > 0 ? own : 0) + offset) - log (calls) + usual;
      }
}

/* The p of a row if its runs differed by their samples only: that of two Poisson counts. */
static double
sampling_p (const CyanSimilarity *self, const CyanSimilarityRow *row, const double own[2])
{
  const CyanComparedSide *sides = self->comparison->compared.side;
  CyanCounts counts;
  CyanTest test;

  for (guint side = 0; side < 2; side++)
    {
      if (!(sides[side].period > 0))
        return 0;
      counts.count[side] = MAX (own[side], 0.0) / sides[side].period;
      counts.whole[side] = calls_of (row, side) / sides[side].period;
    }
  cyan_test_rates (&counts, FALSE, 0, CYAN_NOISE_BAND, &test);
  return test.p;
}

/* Whether values that are equal in all runs are no accident: at least half of the rows in both are
 * like that.  Small times and few samples are equal by chance, but rarely so many. */
static gboolean
is_exact (const CyanSimilarity *self)
{
  guint n = 0, n_exact = 0;

  for (guint i = 0; i < self->n_rows; i++)
    {
      const CyanSpectrum *spectrum = &self->rows[i].spectrum;

      if (spectrum->present[0] == 0 || spectrum->present[1] == 0)
        continue;
      n++;
      if (spectrum->exact)
        n_exact++;
    }
  return 2 * n_exact >= n;
}

/* Rows that are exact need no test, and would make the others look steadier than they are. */
static void
test_rows (CyanSimilarity *self, const CyanSimilarityRuns *all, gboolean exact)
{
  const CyanCompared *compared = &self->comparison->compared;
  double offsets[2], offset;
  CyanFamily family = { 0, { all->n_runs[0], all->n_runs[1] }, { NULL, NULL } };
  g_autofree guint *row_of_test = g_new (guint, MAX (self->n_rows, 1));
  g_autofree double *size = g_new (double, MAX (self->n_rows, 1));
  g_autofree double *least = g_new (double, MAX (self->n_rows, 1));
  g_autofree CyanTest *tests = NULL;

  cyan_noise_offsets (compared, offsets);
  offset = MAX (offsets[0], offsets[1]);
  for (guint i = 0; i < self->n_rows; i++)
    {
      const CyanSimilarityRow *row = &self->rows[i];
      const double own[2] = { mean_own (all, 0, row->at), mean_own (all, 1, row->at) };

      if ((exact && row->spectrum.exact) || !cyan_noise_is_large (compared, own[0], own[1]))
        continue;
      size[family.n_tests] = 0.5 * (own[0] + own[1]) / offset;
      least[family.n_tests] = sampling_p (self, row, own);
      row_of_test[family.n_tests++] = i;
    }
  tests = g_new (CyanTest, MAX (family.n_tests, 1));
  for (guint side = 0; side < 2; side++)
    family.y[side] = g_new (double, MAX ((gsize) family.n_tests * all->n_runs[side], 1));
  for (guint t = 0; t < family.n_tests; t++)
    take_logs (all, &self->rows[row_of_test[t]], offset, &family, t);
  cyan_noise_test_family (&family, size, tests);
  for (guint t = 0; t < family.n_tests; t++)
    tests[t].p = MAX (tests[t].p, least[t]);
  cyan_adjust_p_values (tests, family.n_tests);
  for (guint t = 0; t < family.n_tests; t++)
    {
      CyanSimilarityRow *row = &self->rows[row_of_test[t]];

      row->q = tests[t].q;
      row->changed = row->q <= self->options.alpha;
    }
  for (guint side = 0; side < 2; side++)
    g_free (family.y[side]);
}

static gboolean
differs (const CyanSimilarityRow *row)
{
  return row->spectrum.present[0] == 0 || row->spectrum.present[1] == 0
         || row->mean[0] != row->mean[1];
}

gboolean
cyan_similarity_test (CyanSimilarity *self,
                      const CyanSimilarityRuns *all,
                      const CyanTick *tick,
                      GError **error)
{
  gboolean exact = is_exact (self);

  if (!cyan_tick (tick, 0, N_ ("Comparing"), error))
    return FALSE;
  if (all->n_runs[0] > 1 && all->n_runs[1] > 1)
    test_rows (self, all, exact);
  if (exact)
    for (guint i = 0; i < self->n_rows; i++)
      self->rows[i].changed |= self->rows[i].spectrum.exact && differs (&self->rows[i]);
  return TRUE;
}
