/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several runs of one version as one side of a comparison. */
#include "comparison-fixture.h"

#include "cyan-error.h"
#include "profile-text.h"
#include "tests.h"

#include <string.h>

static CyanRuns *
add_profiles (CyanProfile *const *profiles, guint n, const char *metric)
{
  CyanRuns *self = MUST (cyan_runs_new (profiles, n, metric, "before", NULL, NULL, &failure));

  MUST (cyan_profile_check (self->mean, &failure));
  return self;
}

/* Merges up to 4 trees in text form. */
static CyanRuns *
add (const char *const *texts)
{
  CyanProfile *profiles[4];
  guint n = g_strv_length ((GStrv) texts);
  CyanRuns *self;

  for (guint i = 0; i < n; i++)
    profiles[i] = profile (texts[i]);
  self = add_profiles (profiles, n, NULL);
  for (guint i = 0; i < n; i++)
    cyan_profile_unref (profiles[i]);
  return self;
}

static char *
mean_text (const CyanRuns *self)
{
  return cyan_profile_to_text (self->mean, CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALLS
                                               | CYAN_PROFILE_TEXT_CALL_SITE);
}

static void
assert_mean (const char *const *texts, const char *expected)
{
  g_autoptr (CyanRuns) self = add (texts);

  ASSERT_TEXT (mean_text (self), expected);
}

TEST ("/runs/mean")
{
  assert_mean ((const char *const[]){ "main:2(a:4 b:6)", "main:4(a:8 c:2)", NULL },
               "main:3(a:6 b:3 c:1)");
  /* Also by call site; the order of the first run comes first. */
  assert_mean ((const char *const[]){ "m:0(a:2@1 b:2)", "m:0(a:4@2(x:2) a:6@1)", NULL },
               "m:0(a:4@1 b:1 a:2@2(x:1))");
  /* Duplicate siblings are merged. */
  assert_mean ((const char *const[]){ "m:0(a:1 a:2)", "m:0(a:3)", NULL }, "m:0(a:3)");
  assert_mean ((const char *const[]){ "m:1 n:1", "n:3 k:2", NULL }, "m:0.5 n:2 k:1");
}

/* The mean of n sampled runs is as precise as n times the samples; if the period of one run is not
 * known, that of the mean is not. */
TEST ("/runs/period")
{
  static const struct
  {
    double period[2], expected;
  } cases[] = { { { 1000, 1000 }, 500 },
                { { 1000, 3000 }, 1000 },
                { { 1000, 0 }, 0 },
                { { 0, 1000 }, 0 },
                { { 0, 0 }, 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      CyanProfile *runs[2] = { profile ("main:9000(a:4000)"), profile ("main:8000(a:5000)") };
      g_autoptr (CyanRuns) self = NULL;

      for (guint r = 0; r < 2; r++)
        {
          runs[r]->recording = CYAN_RECORDING_SAMPLED;
          runs[r]->period = cases[i].period[r];
        }
      self = add_profiles (runs, 2, NULL);
      assert_near (self->mean->period, cases[i].expected);
      cyan_profile_unref (runs[0]);
      cyan_profile_unref (runs[1]);
    }
}

TEST ("/runs/calls")
{
  assert_mean ((const char *const[]){ "m:0*1(a:0*10 b:0*1 c:0)", "m:0*1(a:0*15 c:0*4)", NULL },
               "m:0*1(a:0*13 b:0*1 c:0)");
  assert_mean ((const char *const[]){ "m:0*1", "m:0*1", "m:0*1(a:0*1)", NULL }, "m:0*1(a:0*1)");
}

/* The calls of each run, beside the mean. */
TEST ("/runs/calls-of-runs")
{
  g_autoptr (CyanRuns) self = add ((const char *const[]){
      "m:0*1(a:0*10(x:0*2) b:0*1 c:0 a:0*3)", "m:0*1(c:0*4 d:0*7(e:0*8) a:0*15)", "m:0", NULL });
  g_autoptr (CyanRuns) unknown = add ((const char *const[]){ "m:1", "m:2", NULL });
  g_autoptr (CyanRuns) one = add ((const char *const[]){ "m:1*3", NULL });
  const double expected[3][8] = { { 0, 1, 13, 2, 1, NAN, 0, 0 },
                                  { 0, 1, 15, 0, 0, 4, 7, 8 },
                                  { 0, NAN, 0, 0, 0, 0, 0, 0 } };

  g_assert_cmpuint (self->mean->n_nodes, ==, 8);
  for (guint r = 0; r < 3; r++)
    for (CyanNode i = 0; i < 8; i++)
      if (isnan (expected[r][i]))
        g_assert_true (isnan (self->calls[r][i]));
      else
        assert_near (self->calls[r][i], expected[r][i]);
  g_assert_null (unknown->calls);
  g_assert_null (one->calls);
}

/* A single run is unchanged, with all its properties. */
TEST ("/runs/one")
{
  g_autoptr (CyanProfile) only = profile ("m:1(a:1 a:2)");
  g_autoptr (CyanRuns) self = add_profiles (&only, 1, "time");

  g_assert_true (self->mean == only);
  g_assert_cmpuint (self->n_runs, ==, 1);
  g_assert_cmpfloat (self->totals[0], ==, 4);
  g_assert_null (self->self);
}

static const char *const different[] = {
  "main:8(x:16(y:4 z:2) parse:3(lex:1 x:9))",
  "main:2(parse:5(x:1) x:30(z:8(deep:2)))",
  "other:4(main:1) main:6(x:1)",
  NULL,
};

/* The values of each run are kept besides the mean. */
TEST ("/runs/projection")
{
  g_autoptr (CyanRuns) self = add (different);
  static const double runs[] = { 43, 48, 12 };

  g_assert_cmpuint (self->n_runs, ==, 3);
  for (guint r = 0; r < 3; r++)
    {
      double sum = 0;

      g_assert_cmpfloat (self->totals[r], ==, runs[r]);
      for (CyanNode i = 0; i < self->mean->n_nodes; i++)
        sum += self->self[r][i];
      assert_near (sum, runs[r]);
    }
  for (CyanNode i = 0; i < self->mean->n_nodes; i++)
    assert_near (self->self[0][i] + self->self[1][i] + self->self[2][i],
                 3 * self->mean->metrics[0].self[i]);
}

TEST ("/runs/copies")
{
  const char *const copies[] = { different[0], different[0], different[0], NULL };
  g_autoptr (CyanRuns) self = add (copies);
  g_autoptr (CyanProfile) one = profile (different[0]);

  g_assert_cmpuint (self->mean->n_nodes, ==, one->n_nodes);
  for (CyanNode i = 0; i < one->n_nodes; i++)
    {
      assert_near (self->mean->metrics[0].self[i], one->metrics[0].self[i]);
      assert_near (self->mean->metrics[0].total[i], one->metrics[0].total[i]);
      assert_near (self->self[2][i], one->metrics[0].self[i]);
    }
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double *
sorted_totals (const CyanRuns *self)
{
  double *totals = g_memdup2 (self->mean->metrics[0].total, self->mean->n_nodes * sizeof (double));

  qsort (totals, self->mean->n_nodes, sizeof (double), compare_doubles);
  return totals;
}

TEST ("/runs/order")
{
  const char *const turned[] = { different[2], different[0], different[1], NULL };
  g_autoptr (CyanRuns) a = add (different);
  g_autoptr (CyanRuns) b = add (turned);
  g_autofree double *of_a = sorted_totals (a);
  g_autofree double *of_b = sorted_totals (b);

  g_assert_cmpuint (a->mean->n_nodes, ==, b->mean->n_nodes);
  for (guint i = 0; i < a->mean->n_nodes; i++)
    assert_near (of_a[i], of_b[i]);
}

static CyanProfile *
measured (const char *const *metrics, const char *const *units, CyanRecording recording)
{
  g_autoptr (CyanStrings) strings = cyan_strings_new ();
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_builder_new (strings, 0);
  guint32 function;
  CyanNode node;

  for (guint m = 0; metrics[m] != NULL; m++)
    cyan_profile_builder_metric (builder, metrics[m], units[m]);
  function = cyan_profile_builder_function (builder, cyan_strings_add (strings, "f", -1),
                                            CYAN_STR_EMPTY, CYAN_STR_EMPTY, 0, 0);
  node = cyan_profile_builder_child (builder, CYAN_NODE_ROOT, function, 0, NULL);
  for (guint m = 0; metrics[m] != NULL; m++)
    cyan_profile_builder_add (builder, m, node, 10 + m);
  cyan_profile_builder_set_recording (builder, recording,
                                      recording == CYAN_RECORDING_SAMPLED ? 5 : 0);
  return cyan_profile_builder_finish (builder);
}

static void
assert_fails (CyanProfile *const *profiles, const char *metric, const char *message)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (cyan_runs_new (profiles, 2, metric, "after", NULL, NULL, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_MISMATCH);
  g_assert_cmpstr (error->message, ==, message);
}

TEST ("/runs/metrics")
{
  g_autoptr (CyanProfile) a =
      measured ((const char *const[]){ "time", "bytes", "calls", NULL },
                (const char *const[]){ "ns", "bytes", "count", NULL }, CYAN_RECORDING_EXACT);
  g_autoptr (CyanProfile) b =
      measured ((const char *const[]){ "calls", "time", NULL },
                (const char *const[]){ "count", "us", NULL }, CYAN_RECORDING_EXACT);
  g_autoptr (CyanProfile) sampled =
      measured ((const char *const[]){ "calls", NULL }, (const char *const[]){ "count", NULL },
                CYAN_RECORDING_SAMPLED);
  CyanProfile *const both[] = { a, b };
  CyanProfile *const mixed[] = { b, sampled };
  CyanProfile *const alike[] = { sampled, sampled };
  g_autoptr (CyanRuns) runs = NULL;
  g_autoptr (CyanRuns) samples = NULL;

  assert_fails (both, NULL, "after, run 2: metric \"time\" is in us, that of run 1 in ns");
  assert_fails (both, "bytes", "after, run 2: there is no metric \"bytes\"");
  assert_fails (both, "none", "after, run 1: there is no metric \"none\"");
  assert_fails (mixed, "calls", "after, run 2: it is sampled, and run 1 is not");

  runs = add_profiles (both, 2, "calls");
  g_assert_cmpuint (runs->mean->n_metrics, ==, 1);
  g_assert_cmpstr (runs->mean->metrics[runs->metric].name, ==, "calls");
  g_assert_cmpfloat (runs->totals[0], ==, 12);
  g_assert_cmpfloat (runs->totals[1], ==, 10);
  g_assert_cmpfloat (runs->mean->metrics[0].total[0], ==, 11);

  samples = add_profiles (alike, 2, NULL);
  g_assert_cmpint (samples->mean->recording, ==, CYAN_RECORDING_SAMPLED);
  g_assert_cmpfloat (samples->mean->period, ==, 2.5);
}

TEST ("/runs/one-fails")
{
  g_autoptr (CyanProfile) only = profile ("m:1");
  g_autoptr (GError) error = NULL;

  g_assert_null (cyan_runs_new (&only, 1, "bytes", "before", NULL, NULL, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_MISMATCH);
  g_assert_cmpstr (error->message, ==, "before: there is no metric \"bytes\"");
}

/* Properties of the recordings; what several runs say is said once. */
TEST ("/runs/words")
{
  CyanProfile *profiles[3] = { profile ("m:1"), profile ("m:3"), profile ("m:2") };
  static const char *const expected[] = {
    "each run: inferred",
    "2 of 3 runs: folded",
    "each run: the 9 to 12 heaviest f2, 3.5 to 3.7 %",
    "each run: line 4: bad",
    "2 of 3 runs: line 5: bad",
    "run 1: f1 is new",
    "run 2: 3 lines were skipped",
    "run 3: f3 is new",
  };
  static const char *const numbers[] = { "the 10 heaviest f2, 3.7 %", "the 9 heaviest f2, 3.6 %",
                                         "the 12 heaviest f2, 3.5 %" };
  g_autoptr (CyanRuns) self = NULL;

  profiles[0]->n_threads = 2;
  profiles[1]->n_threads = 5;
  profiles[1]->unordered = TRUE;
  for (guint run = 0; run < 3; run++)
    g_ptr_array_add (profiles[run]->warnings, g_strdup ("inferred"));
  g_ptr_array_add (profiles[0]->warnings, g_strdup ("folded"));
  g_ptr_array_add (profiles[1]->warnings, g_strdup ("3 lines were skipped"));
  g_ptr_array_add (profiles[2]->warnings, g_strdup ("folded"));
  /* Numbers that say how much, not of what. */
  for (guint run = 0; run < 3; run++)
    {
      g_ptr_array_add (profiles[run]->warnings, g_strdup (numbers[run]));
      g_ptr_array_add (profiles[run]->warnings, g_strdup ("line 4: bad"));
      if (run != 1)
        {
          g_ptr_array_add (profiles[run]->warnings, g_strdup ("line 5: bad"));
          g_ptr_array_add (profiles[run]->warnings, g_strdup_printf ("f%u is new", run + 1));
        }
    }
  self = add_profiles (profiles, 3, NULL);

  g_assert_cmpuint (self->mean->n_threads, ==, 5);
  g_assert_true (self->mean->unordered);
  g_assert_cmpuint (self->mean->warnings->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpstr (g_ptr_array_index (self->mean->warnings, i), ==, expected[i]);
  for (guint run = 0; run < 3; run++)
    cyan_profile_unref (profiles[run]);
}

static gboolean
stop (double fraction, const char *what, gpointer data)
{
  return FALSE;
}

TEST ("/runs/cancel")
{
  g_autoptr (GString) text = g_string_new ("m:1(");
  CyanProfile *profiles[2];
  const CyanTick tick = CYAN_TICK_INIT (stop, NULL);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < CYAN_TICK_STRIDE + 10; i++)
    g_string_append_printf (text, "f%u ", i);
  g_string_append_c (text, ')');
  profiles[0] = profile (text->str);
  profiles[1] = profile ("m:1");
  g_assert_null (cyan_runs_new (profiles, 2, NULL, "before", NULL, &tick, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_CANCELLED);
  cyan_profile_unref (profiles[0]);
  cyan_profile_unref (profiles[1]);
}

/* Memory is charged during the merge, which fails if the budget is too small; a budget of the peak
 * is just enough. */
TEST ("/runs/budget")
{
  g_autoptr (GString) first = g_string_new ("m*1("), second = g_string_new ("m*1(");
  guint64 limit = 64 * 1024 * 1024;

  for (guint i = 0; i < 20000; i++)
    {
      g_string_append_printf (first, "f%u*1 ", i);
      g_string_append_printf (second, "g%u*1 ", i);
    }
  g_string_append_c (first, ')');
  g_string_append_c (second, ')');
  for (guint round = 0; round < 3; round++)
    {
      CyanProfile *profiles[2] = { profile (first->str), profile (second->str) };
      g_autoptr (CyanBudget) budget = cyan_budget_new (limit);
      g_autoptr (GError) error = NULL;
      g_autoptr (CyanRuns) runs = NULL;

      runs = cyan_runs_new (profiles, 2, NULL, "before", budget, NULL, &error);
      g_assert_cmpuint (cyan_budget_held (budget), ==, 0);
      /* Functions are added without a check. */
      g_assert_cmpuint (cyan_budget_peak (budget), <=, limit * 5 / 4);
      if (round < 2)
        {
          g_assert_no_error (error);
          g_assert_cmpuint (runs->mean->n_nodes, ==, 40002);
          g_assert_cmpuint (cyan_budget_peak (budget), >, 40002 * (40 + 24 + 3 * 4));
          limit = round == 0 ? cyan_budget_peak (budget) : cyan_budget_peak (budget) / 2;
        }
      else
        {
          g_assert_null (runs);
          g_assert_error (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
          g_assert_true (g_str_has_prefix (error->message, "before, run "));
          g_assert_nonnull (strstr (error->message, ": needs more than "));
        }
      for (guint i = 0; i < 2; i++)
        cyan_profile_unref (profiles[i]);
    }
}
