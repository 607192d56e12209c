/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which rows changed: a moderated t-test of the logs of their values over the runs.
 *
 * A run without the row counts as 0 there, so that a row which is new in each run or gone from each
 * is tested like any other.  The tests are those of a comparison: the same offset keeps the log of
 * 0 finite, the same values are too small for a test, and a run's drift is taken out.
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

/* The calls of a run without the row, for which any number would do: the mean of the others. */
static double
mean_calls (const CyanSimilarityRow *row)
{
  if (row->spectrum.present[0] == 0 || row->spectrum.present[1] == 0)
    return MAX (row->calls[0], row->calls[1]);
  return sqrt (row->calls[0] * row->calls[1]);
}

static void
take_logs (const CyanSimilarityRuns *all,
           const CyanSimilarityRow *row,
           double offset,
           CyanFamily *family,
           guint test)
{
  for (guint side = 0; side < 2; side++)
    for (guint r = 0; r < all->n_runs[side]; r++)
      {
        gsize at = (gsize) row->at * all->n_runs[side] + r;
        double own = all->own[side][at];
        double calls = all->calls[side][at];

        family->y[side][(gsize) test * all->n_runs[side] + r] =
            isnan (own) ? log (offset) - log (mean_calls (row))
                        : log (MAX (own, 0.0) + offset) - log (calls);
      }
}

static void
test_rows (CyanSimilarity *self, const CyanSimilarityRuns *all)
{
  const CyanCompared *compared = &self->comparison->compared;
  double offset = cyan_noise_offset (compared);
  CyanFamily family = { 0, { all->n_runs[0], all->n_runs[1] }, { NULL, NULL } };
  g_autofree guint *row_of_test = g_new (guint, MAX (self->n_rows, 1));
  g_autofree double *size = g_new (double, MAX (self->n_rows, 1));
  g_autofree CyanTest *tests = NULL;

  for (guint i = 0; i < self->n_rows; i++)
    {
      double before = mean_own (all, 0, self->rows[i].at);
      double after = mean_own (all, 1, self->rows[i].at);

      if (!cyan_noise_is_large (compared, before, after))
        continue;
      size[family.n_tests] = 0.5 * (before + after) / offset;
      row_of_test[family.n_tests++] = i;
    }
  tests = g_new (CyanTest, MAX (family.n_tests, 1));
  for (guint side = 0; side < 2; side++)
    family.y[side] = g_new (double, MAX ((gsize) family.n_tests * all->n_runs[side], 1));
  for (guint t = 0; t < family.n_tests; t++)
    take_logs (all, &self->rows[row_of_test[t]], offset, &family, t);
  cyan_noise_test_family (&family, size, tests);
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
      n_exact += spectrum->exact;
    }
  return 2 * n_exact >= n;
}

gboolean
cyan_similarity_test (CyanSimilarity *self,
                      const CyanSimilarityRuns *all,
                      const CyanTick *tick,
                      GError **error)
{
  if (!cyan_tick (tick, 0, N_ ("Comparing"), error))
    return FALSE;
  if (all->n_runs[0] > 1 && all->n_runs[1] > 1)
    test_rows (self, all);
  if (is_exact (self))
    for (guint i = 0; i < self->n_rows; i++)
      self->rows[i].changed |= self->rows[i].spectrum.exact && differs (&self->rows[i]);
  return TRUE;
}
