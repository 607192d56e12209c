/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The laws of the steps, and what each part of the result says of small series. */
#include "cyan-error.h"
#include "cyan-number.h"
#include "cyan-steps-private.h"
#include "cyan-steps.h"
#include "tests.h"

#include <glib.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <string.h>

/* A series that owns its values. */
typedef struct
{
  GArray *begin, *values;
} History;

static void
history_init (History *self)
{
  guint zero = 0;

  self->begin = g_array_new (FALSE, FALSE, sizeof (guint));
  self->values = g_array_new (FALSE, FALSE, sizeof (double));
  g_array_append_val (self->begin, zero);
}

static void
history_clear (History *self)
{
  g_array_unref (self->begin);
  g_array_unref (self->values);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (History, history_clear)

/* Adds a revision with @n runs. */
static void
history_add (History *self, const double *runs, guint n)
{
  g_array_append_vals (self->values, runs, n);
  g_array_append_val (self->begin, self->values->len);
}

static guint
n_runs (const History *self, guint revision)
{
  return g_array_index (self->begin, guint, revision + 1)
         - g_array_index (self->begin, guint, revision);
}

static double *
runs (const History *self, guint revision)
{
  return &g_array_index (self->values, double, g_array_index (self->begin, guint, revision));
}

static CyanSteps *
steps_with (const History *history, const CyanStepsOptions *options)
{
  const CyanSeries series = { history->begin->len - 1,
                              (const guint *) (gconstpointer) history->begin->data,
                              (const double *) (gconstpointer) history->values->data };
  GError *error = NULL;
  CyanSteps *steps = cyan_steps_new (&series, options, &error);

  g_assert_no_error (error);
  return steps;
}

static CyanSteps *
steps_of (const History *history)
{
  const CyanStepsOptions options = CYAN_STEPS_OPTIONS_INIT;

  return steps_with (history, &options);
}

/* Words of one run each; "-" is a revision that was not measured, "1/2/3" one with three runs, and
 * "5*7" seven times a 5. */
static void
history_read (History *self, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);

  history_init (self);
  for (guint i = 0; words[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit_set (words[i], "/*", -1);
      gboolean times = strchr (words[i], '*') != NULL;
      double values[8];
      guint n = 0;

      if (strcmp (words[i], "-") != 0)
        for (; parts[n] != NULL; n++)
          values[n] = g_ascii_strtod (parts[n], NULL);
      if (!times)
        history_add (self, values, n);
      else
        for (guint k = 0; k < (guint) values[1]; k++)
          history_add (self, values, 1);
    }
}

/* Steps by revision, with their size and the first and last place; then outliers, what the newest
 * may be, and "exact". */
static char *
steps_to_text (const CyanSteps *steps)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < steps->n_steps; i++)
    {
      const CyanStep *step = &steps->steps[i];

      g_string_append_printf (text, "%s%u x%.2f in %u-%u", i > 0 ? ", " : "", step->revision,
                              step->size.ratio, step->where[0], step->where[step->n_where - 1]);
    }
  for (guint i = 0; i < steps->n_outliers; i++)
    g_string_append_printf (text, " outlier %u", steps->outliers[i]);
  if (steps->possible > 0)
    g_string_append_printf (text, " possible x%.2f", steps->possible);
  if (steps->exact)
    g_string_append (text, " exact");
  return g_string_free (text, FALSE);
}

static void
assert_steps (const char *series, const char *expected)
{
  g_auto (History) history = { 0 };
  g_autoptr (CyanSteps) steps = NULL;

  history_read (&history, series);
  steps = steps_of (&history);
  ASSERT_TEXT (steps_to_text (steps), expected);
}

TEST ("/steps/small")
{
  assert_steps ("100 101 99 100 102 98 120 121 119 122 120 118", "6 x1.20 in 6-6");
  /* The last revision of a level is no step, and neither is the newest. */
  assert_steps ("100 101 99 100 102 98 101 99 100 103 100 130", " possible x1.30");
  /* Only followed by another it is one. */
  assert_steps ("100 101 99 100 102 98 101 99 100 103 130 129", "10 x1.29 in 10-10");
  /* One odd revision is none. */
  assert_steps ("100 101 99 100 102 150 101 99 100 103 100 101", " outlier 5");
  /* Below the magnitude. */
  assert_steps ("1000 1001 999 1000 1002 998 1010 1011 1009 1012 1010 1008", "");
}

TEST ("/steps/too-few")
{
  g_auto (History) history = { 0 };
  g_autoptr (CyanSteps) steps = NULL;

  assert_steps ("100 100 100 200 200", "");
  assert_steps ("-", "");
  history_read (&history, "100 - 101 - 200 - 201 - 202");
  steps = steps_of (&history);
  g_assert_false (steps->tested);
  g_assert_cmpuint (steps->n_steps, ==, 0);
  g_assert_cmpuint (steps->n_levels, ==, 1);
  g_assert_cmpuint (steps->levels[0].end, ==, 9);
}

TEST ("/steps/nothing")
{
  const CyanSeries series = { 0, NULL, NULL };
  const CyanStepsOptions options = CYAN_STEPS_OPTIONS_INIT;
  g_autoptr (CyanSteps) steps = cyan_steps_new (&series, &options, NULL);

  g_assert_cmpuint (steps->n_steps, ==, 0);
  g_assert_cmpuint (steps->n_levels, ==, 0);
}

/* Values that do not scatter have exact steps, even single ones. */
TEST ("/steps/exact")
{
  assert_steps ("5*20", " exact");
  assert_steps ("0*20", " exact");
  assert_steps ("4096*10 4196*1", "10 x1.02 in 10-10 exact");
  assert_steps ("4096*10 4097*10", " exact");
  assert_steps ("100*5 - - 125*5", "7 x1.25 in 5-7 exact");
  assert_steps ("100*5 200*1 100*5", "5 x2.00 in 5-5, 6 x0.50 in 6-6 exact");
  /* The runs of a coarse clock scatter, although most medians are equal. */
  assert_steps ("20/20/21 20/21/20 20/20/19 21/20/21 20/21/20 20/20/20 20/19/20 20/21/20", "");
  assert_steps ("20/20/21 20/21/20 20/20/19 20/20/21 20/21/20 30/30/31 30/29/30 30/31/30",
                "5 x1.50 in 5-5");
}

/* A step may be at any revision that was not measured in front of it. */
TEST ("/steps/missing")
{
  assert_steps ("100 - 101 99 100 102 98 - - - 120 121 - 119 122 120 118", "10 x1.20 in 7-10");
  assert_steps ("- - 100 101 99 100 102 98 120 121 119 122 120 118 -", "8 x1.20 in 8-8");
}

TEST ("/steps/not-finite")
{
  static const double odd[] = { NAN, INFINITY, -INFINITY, 1e301 };

  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    {
      const double values[] = { 1, 2, 3, 4, 5, 6, odd[i] };
      const guint begin[] = { 0, 1, 2, 3, 4, 5, 7 };
      const CyanSeries series = { 6, begin, values };
      const CyanStepsOptions options = CYAN_STEPS_OPTIONS_INIT;
      g_autoptr (GError) error = NULL;

      g_assert_null (cyan_steps_new (&series, &options, &error));
      g_assert_error (error, CYAN_ERROR, CYAN_ERROR_INVALID);
      g_assert_cmpstr (error->message, ==,
                       isfinite (odd[i]) ? "revision 5, run 1: the value is too large"
                                         : "revision 5, run 1: the value is not a finite number");
    }
}

/* Zeros and negative values have steps, and levels in their own unit. */
TEST ("/steps/not-positive")
{
  g_auto (History) history = { 0 };
  g_autoptr (CyanSteps) steps = NULL;

  history_read (&history, "0*10 8*10 -2*10");
  steps = steps_of (&history);
  g_assert_cmpuint (steps->n_steps, ==, 2);
  g_assert_cmpuint (steps->steps[0].revision, ==, 10);
  g_assert_cmpuint (steps->steps[1].revision, ==, 20);
  g_assert_cmpfloat_with_epsilon (steps->levels[0].level, 0, 1e-12);
  g_assert_cmpfloat_with_epsilon (steps->levels[1].level, 8, 1e-12);
  g_assert_cmpfloat_with_epsilon (steps->levels[2].level, -2, 1e-12);
}

/* 80 revisions with @n runs: a step by @size at 30, most of it back at 55, some not measured. */
static void
make_noisy (History *self, guint n, double size, gulong seed)
{
  gsl_rng *rng = gsl_rng_alloc (gsl_rng_mt19937);

  gsl_rng_set (rng, seed);
  history_init (self);
  for (guint i = 0; i < 80; i++)
    {
      double level = 100 * (1 + size * (i < 30 ? 0 : i < 55 ? 1 : 0.12));
      double values[8];

      for (guint r = 0; r < n; r++)
        values[r] = level * exp (gsl_ran_gaussian (rng, 0.02));
      history_add (self, values, i % 11 == 7 ? 0 : n);
    }
  gsl_rng_free (rng);
}

static void
assert_near (double actual, double expected)
{
  g_assert_cmpfloat_with_epsilon (actual, expected, 1e-9 * fabs (expected) + 1e-300);
}

static void
assert_same (const CyanSteps *a, const CyanSteps *b, double factor)
{
  g_autofree char *text_b = steps_to_text (b);

  ASSERT_TEXT (steps_to_text (a), text_b);
  for (guint i = 0; i < a->n_steps; i++)
    {
      assert_near (b->steps[i].size.low, a->steps[i].size.low);
      assert_near (b->steps[i].size.high, a->steps[i].size.high);
    }
  for (guint i = 0; i < a->n_levels; i++)
    {
      assert_near (b->levels[i].level, factor * a->levels[i].level);
      assert_near (b->levels[i].high, factor * a->levels[i].high);
    }
}

TEST ("/steps/factor")
{
  static const double factors[] = { 1e-9, 0.3, 7, 1024, 1e12 };

  for (gulong seed = 1; seed <= 20; seed++)
    for (guint mode = 0; mode < 2; mode++)
      {
        const CyanStepsOptions options[] = { CYAN_STEPS_OPTIONS_INIT,
                                             CYAN_STEPS_HUNTER_OPTIONS_INIT };
        g_auto (History) history = { 0 };
        g_autoptr (CyanSteps) steps = NULL;

        make_noisy (&history, 5, 0.1, seed);
        steps = steps_with (&history, &options[mode]);
        g_assert_cmpuint (steps->n_steps, >=, 2);
        for (guint f = 0; f < G_N_ELEMENTS (factors); f++)
          {
            g_auto (History) scaled = { 0 };
            g_autoptr (CyanSteps) other = NULL;

            make_noisy (&scaled, 5, 0.1, seed);
            for (guint i = 0; i < scaled.values->len; i++)
              g_array_index (scaled.values, double, i) *= factors[f];
            other = steps_with (&scaled, &options[mode]);
            assert_same (steps, other, factors[f]);
          }
      }
}

/* Reversed, the step in front of revision i is in front of revision n - i.  Where it lies between
 * measured ones, its revision is the first after it in both directions. */
TEST ("/steps/reversal")
{
  for (gulong seed = 1; seed <= 100; seed++)
    {
      g_auto (History) history = { 0 };
      g_auto (History) reversed = { 0 };
      g_autoptr (CyanSteps) steps = NULL;
      g_autoptr (CyanSteps) other = NULL;
      guint n;

      make_noisy (&history, 3, seed % 5 * 0.02, seed);
      n = history.begin->len - 1;
      history_init (&reversed);
      for (guint i = n; i-- > 0;)
        history_add (&reversed, runs (&history, i), n_runs (&history, i));
      steps = steps_of (&history);
      other = steps_of (&reversed);
      g_assert_cmpuint (steps->n_steps, ==, other->n_steps);
      g_assert_cmpuint (steps->n_outliers, ==, other->n_outliers);
      for (guint i = 0; i < steps->n_steps; i++)
        {
          const CyanStep *a = &steps->steps[i];
          const CyanStep *b = &other->steps[other->n_steps - 1 - i];

          g_assert_cmpuint (a->n_where, ==, b->n_where);
          for (guint k = 0; k < a->n_where; k++)
            g_assert_cmpuint (a->where[k], ==, n - b->where[b->n_where - 1 - k]);
          assert_near (a->p, b->p);
          assert_near (a->size.ratio, 1 / b->size.ratio);
          assert_near (a->size.low, 1 / b->size.high);
        }
      g_assert_cmpfloat_with_epsilon (steps->drift.ratio, 1 / other->drift.ratio, 1e-9);
    }
}

TEST ("/steps/order-of-runs")
{
  for (gulong seed = 1; seed <= 20; seed++)
    {
      g_auto (History) history = { 0 };
      g_autoptr (CyanSteps) steps = NULL;
      g_autoptr (CyanSteps) other = NULL;

      make_noisy (&history, 5, 0.1, seed);
      steps = steps_of (&history);
      for (guint i = 0; i + 1 < history.begin->len; i++)
        if (n_runs (&history, i) > 0)
          {
            double *run = runs (&history, i), first = run[0];

            run[0] = run[3];
            run[3] = run[1];
            run[1] = first;
          }
      other = steps_of (&history);
      assert_same (steps, other, 1);
    }
}

/* The formulas of docs/steps.md, written out for one step at 12 of 24 single values. */
TEST ("/steps/formulas")
{
  static const double z[] = { .00, .04, -.03, .02, .05, -.02, .01, -.05, .03, .00, -.01, .03,
                              .10, .08, .14,  .11, .06, .13,  .09, .12,  .10, .15, .08,  .11 };
  const guint n = G_N_ELEMENTS (z), at = 12;
  double sizes[G_N_ELEMENTS (z)], log_p[G_N_ELEMENTS (z)], residual[G_N_ELEMENTS (z)];
  double mean[2] = { 0 }, squares = 0, products = 0, spread, rho, more, d0, variance, df, error;
  double all = 0, inside = 0, least_inside = INFINITY, most_outside = -INFINITY;
  g_auto (History) history = { 0 };
  g_autoptr (CyanSteps) steps = NULL;
  const CyanStep *step;

  history_init (&history);
  for (guint i = 0; i < n; i++)
    {
      double value = exp (z[i]);

      history_add (&history, &value, 1);
      mean[i >= at] += z[i] / 12;
    }
  steps = steps_of (&history);
  g_assert_cmpuint (steps->n_steps, ==, 1);
  step = &steps->steps[0];
  g_assert_cmpuint (step->revision, ==, at);

  for (guint i = 0; i + 1 < n; i++)
    sizes[i] = fabs (z[i + 1] - z[i]);
  qsort (sizes, n - 1, sizeof (double), cyan_compare_doubles);
  spread = sizes[(n - 1) / 2] / (0.6744897501960817 * sqrt (2));
  for (guint i = 0; i < n; i++)
    {
      residual[i] = z[i] - mean[i >= at];
      squares += residual[i] * residual[i];
      if (i > 0 && i != at)
        products += residual[i] * residual[i - 1];
    }
  rho = CLAMP (products / (n - 2) / (squares / n) + 2.0 / n, 0, 0.8);
  more = (1 + rho) / (1 - rho);
  d0 = 0.37 * (n - 1);
  variance = (d0 * spread * spread / (1 - rho) + squares) / (d0 + n - 2) * more;
  df = (d0 + n - 2) / more;
  error = sqrt (variance * (2.0 / 12));
  assert_near (step->p, 2 * gsl_cdf_tdist_Q ((mean[1] - mean[0]) / error, df) * (n - 1));
  assert_near (step->size.ratio, exp (mean[1] - mean[0]));
  assert_near (step->size.low, exp (mean[1] - mean[0] - gsl_cdf_tdist_Qinv (0.025, df) * error));

  /* The set has 95 %, not without its least place, and nothing outside is better. */
  for (guint k = 1; k < n; k++)
    {
      double sum[2] = { 0 }, of[2] = { 0 };

      for (guint i = 0; i < n; i++)
        sum[i >= k] += z[i];
      for (guint i = 0; i < n; i++)
        {
          double away = z[i] - (i < k ? sum[0] / k : sum[1] / (n - k));

          of[i >= k] += away * away;
        }
      log_p[k] = -0.5 * log (k * (n - k)) - (n - 2) / 2.0 * log (of[0] + of[1]);
    }
  for (guint k = 1; k < n; k++)
    {
      gboolean is_in = FALSE;

      for (guint i = 0; i < step->n_where; i++)
        is_in = is_in || step->where[i] == k;
      all += exp (log_p[k] - log_p[at]);
      if (is_in)
        {
          inside += exp (log_p[k] - log_p[at]);
          least_inside = MIN (least_inside, log_p[k]);
        }
      else
        most_outside = MAX (most_outside, log_p[k]);
    }
  g_assert_cmpuint (step->n_where, >, 1);
  g_assert_cmpfloat (inside, >=, 0.95 * all);
  g_assert_cmpfloat (inside - exp (least_inside - log_p[at]), <, 0.95 * all);
  g_assert_cmpfloat (least_inside, >=, most_outside);
}

/* Levels cover all revisions and meet at the steps; intervals contain what they are about. */
TEST ("/steps/levels")
{
  for (gulong seed = 1; seed <= 20; seed++)
    {
      g_auto (History) history = { 0 };
      g_autoptr (CyanSteps) steps = NULL;

      make_noisy (&history, 5, 0.1, seed);
      steps = steps_of (&history);
      g_assert_cmpuint (steps->n_levels, ==, steps->n_steps + 1);
      g_assert_cmpuint (steps->levels[0].begin, ==, 0);
      g_assert_cmpuint (steps->levels[steps->n_steps].end, ==, 80);
      for (guint i = 0; i < steps->n_steps; i++)
        {
          const CyanStep *step = &steps->steps[i];

          g_assert_cmpuint (steps->levels[i].end, ==, step->revision);
          g_assert_cmpuint (steps->levels[i + 1].begin, ==, step->revision);
          assert_near (step->size.ratio, steps->levels[i + 1].level / steps->levels[i].level);
          g_assert_cmpfloat (step->size.low, <, step->size.ratio);
          g_assert_cmpfloat (step->size.ratio, <, step->size.high);
          g_assert_cmpfloat (step->p, <=, 0.05);
        }
    }
}

/* Steps alone are no drift. */
TEST ("/steps/no-drift")
{
  guint significant = 0;

  for (gulong seed = 1; seed <= 40; seed++)
    {
      g_auto (History) history = { 0 };
      g_autoptr (CyanSteps) steps = NULL;

      make_noisy (&history, 5, 0.1, seed);
      steps = steps_of (&history);
      significant += steps->drift.low > 1 || steps->drift.high < 1;
    }
  g_assert_cmpuint (significant, <=, 6);
}

/* 10 % over 200 revisions, with one step. */
TEST ("/steps/drift")
{
  gsl_rng *rng = gsl_rng_alloc (gsl_rng_mt19937);
  g_auto (History) history = { 0 };
  g_autoptr (CyanSteps) steps = NULL;

  gsl_rng_set (rng, 3);
  history_init (&history);
  for (guint i = 0; i < 200; i++)
    {
      double value = exp (log (1.1) * i / 199 + (i < 100 ? 0 : 0.3) + gsl_ran_gaussian (rng, 0.03));

      history_add (&history, &value, 1);
    }
  gsl_rng_free (rng);
  steps = steps_of (&history);
  /* Steps take some of it. */
  g_assert_cmpfloat (steps->drift.low, >, 1);
  g_assert_cmpfloat (steps->drift.ratio, >, 1.03);
  g_assert_cmpfloat (steps->drift.ratio, <, 1.13);
}

/* Two noisy series with steps, and many quiet ones beside them. */
TEST ("/steps/adjust")
{
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_steps_free);
  g_auto (History) history = { 0 };
  g_auto (History) quiet = { 0 };
  g_auto (History) exact = { 0 };
  const CyanSteps *first;
  const CyanStep *weaker;

  make_noisy (&history, 5, 0.1, 1);
  history_read (&quiet, "100 101 99 100 102 98 101 99 100 103 100 101");
  history_read (&exact, "1*9 2*9");
  g_ptr_array_add (all, steps_of (&history));
  g_ptr_array_add (all, steps_of (&exact));
  first = all->pdata[0];
  g_assert_cmpuint (first->n_steps, ==, 2);

  /* Alone, q of the weaker step is its p. */
  weaker = first->steps[0].p > first->steps[1].p ? &first->steps[0] : &first->steps[1];
  cyan_steps_adjust ((CyanSteps *const *) all->pdata, all->len);
  assert_near (weaker->q, weaker->p);
  for (guint i = 0; i < 98; i++)
    g_ptr_array_add (all, steps_of (&quiet));
  cyan_steps_adjust ((CyanSteps *const *) all->pdata, all->len);
  /* The second of 100 tests. */
  assert_near (weaker->q, 50 * weaker->p);
  g_assert_cmpfloat (((CyanSteps *) all->pdata[1])->steps[0].q, ==, 0);
  g_ptr_array_unref (all);
}

/* With as many revisions as are needed, the step is found in most of the series. */
TEST ("/steps/needed")
{
  const double scatter = 0.03, step = CYAN_STEPS_NEEDED;
  guint needed = cyan_levels_needed (scatter, step, CYAN_ALPHA), n_found = 0, n_series = 200;
  gsl_rng *rng = gsl_rng_alloc (gsl_rng_mt19937);
  double sum = 0;

  g_assert_cmpuint (cyan_levels_needed (scatter / 2, step, CYAN_ALPHA), <, needed);
  g_assert_cmpuint (cyan_levels_needed (scatter, 2 * step, CYAN_ALPHA), <, needed);
  for (guint i = 0; i < n_series; i++)
    {
      g_auto (History) history = { 0 };
      g_autoptr (CyanSteps) steps = NULL;

      history_init (&history);
      for (guint k = 0; k < 2 * needed; k++)
        {
          double value = exp (gsl_ran_gaussian (rng, scatter)) * (k < needed ? 1 : 1 + step);

          history_add (&history, &value, 1);
        }
      steps = steps_of (&history);
      n_found += steps->n_steps > 0;
      sum += (double) steps->needed / n_series;
    }
  gsl_rng_free (rng);
  g_test_message ("%u on each side: found in %u of %u; such series ask for %.1f", needed, n_found,
                  n_series, sum);
  g_assert_cmpuint (n_found, >, 6 * n_series / 10);
  g_assert_cmpuint (n_found, <, n_series);
  /* Short series seem to have a memory. */
  g_assert_cmpfloat (sum, >, needed);
  g_assert_cmpfloat (sum, <, 3 * needed);
}
