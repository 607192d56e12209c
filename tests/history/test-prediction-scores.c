/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scores of models on the tables of LITO's paper. */
#include "cyan-prediction.h"

#include <math.h>

#include "tests.h"

/* Of n versions, as many as given were selected, had a regression, and both. */
typedef struct
{
  const char *project;
  guint n, n_selected, n_regressions, n_found;
} Row;

static const Row table_7[] = {
  { "Spec", 267, 43, 11, 8 },     { "Nautilus", 199, 64, 5, 5 }, { "Mondrian", 144, 9, 2, 2 },
  { "Roassal", 141, 26, 3, 3 },   { "Morphic", 135, 8, 2, 1 },   { "GraphET", 68, 20, 5, 4 },
  { "Rubric", 64, 2, 0, 0 },      { "XMLSupport", 18, 8, 4, 4 }, { "Zinc", 18, 2, 0, 0 },
  { "GTInspector", 16, 1, 1, 1 }, { "Shout", 15, 0, 1, 0 },      { "Regex", 12, 1, 1, 1 },
  { "NeoCSV", 9, 3, 0, 0 },       { "NeoJSON", 7, 0, 0, 0 },     { "PetitParser", 6, 1, 1, 1 },
  { "Soup", 4, 0, 0, 0 },         { "XPath", 2, 0, 0, 0 },
};

/* As many revisions as @row says, after one that predicts nothing and would spoil the ratios. */
static CyanPrediction *
prediction_of (const Row *row, CyanRiskModel model)
{
  CyanPrediction *self = g_new0 (CyanPrediction, 1);
  guint first_missed = row->n_selected + 1;

  self->n_columns = row->n + 1;
  self->columns = g_new0 (CyanEvolutionColumn, self->n_columns);
  self->revisions = g_new0 (CyanPredictedRevision, self->n_columns);
  for (guint i = 0; i < self->n_columns; i++)
    {
      self->revisions[i].is_known = self->revisions[i].is_measured = TRUE;
      if (i <= row->n_selected)
        self->revisions[i].selected = 1u << model;
      self->revisions[i].is_regression =
          i <= row->n_found
          || (i >= first_missed && i < first_missed + row->n_regressions - row->n_found);
    }
  cyan_prediction_evaluate (self);
  return self;
}

static void
assert_share (double share, guint part, guint whole)
{
  if (whole == 0)
    g_assert_true (isnan (share));
  else
    g_assert_cmpfloat_with_epsilon (share, (double) part / whole, 1e-9);
}

static void
assert_row (const Row *row)
{
  for (guint model = 0; model < CYAN_N_RISK_MODELS; model++)
    {
      g_autoptr (CyanPrediction) self = prediction_of (row, (CyanRiskModel) model);
      const CyanRiskScore *score = &self->scores[model];
      const CyanRiskScore *other = &self->scores[(model + 1) % CYAN_N_RISK_MODELS];

      g_assert_true (self->has_truth);
      g_assert_cmpuint (score->n, ==, row->n);
      g_assert_cmpuint (score->n_selected, ==, row->n_selected);
      g_assert_cmpuint (score->n_regressions, ==, row->n_regressions);
      g_assert_cmpuint (score->n_found, ==, row->n_found);
      assert_share (score->precision, row->n_found, row->n_selected);
      assert_share (score->recall, row->n_found, row->n_regressions);
      assert_share (score->reduction, row->n - row->n_selected, row->n);
      g_assert_cmpuint (other->n_selected, ==, 0);
      g_assert_cmpfloat_with_epsilon (other->reduction, 1, 1e-9);
    }
}

TEST ("/prediction/table-7")
{
  Row total = { "Total", 0, 0, 0, 0 };
  g_autoptr (CyanPrediction) self = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (table_7); i++)
    {
      assert_row (&table_7[i]);
      total.n += table_7[i].n;
      total.n_selected += table_7[i].n_selected;
      total.n_regressions += table_7[i].n_regressions;
      total.n_found += table_7[i].n_found;
    }
  assert_row (&total);

  self = prediction_of (&total, CYAN_RISK_LITO);
  g_assert_cmpuint (total.n, ==, 1125);
  g_assert_cmpfloat_with_epsilon (self->scores[CYAN_RISK_LITO].reduction, 0.833, 0.0005);
  g_assert_cmpfloat_with_epsilon (self->scores[CYAN_RISK_LITO].recall, 0.833, 0.0005);
  g_assert_cmpfloat_with_epsilon (self->scores[CYAN_RISK_LITO].precision, 0.160, 0.0005);
  g_assert_cmpfloat_with_epsilon (self->scores[CYAN_RISK_LITO].f1, 60.0 / 224, 1e-9);
}

/* Precision is printed without decimals. */
TEST ("/prediction/table-10")
{
  static const struct
  {
    Row row;
    double precision, reduction;
  } cases[] = {
    { { "Roassal2, LITO", 95, 9, 2, 2 }, 0.22, 0.9053 },
    { { "Roassal2, PerfScope", 95, 26, 2, 2 }, 0.08, 0.7263 },
    { { "Artefact, LITO", 52, 11, 1, 1 }, 0.09, 0.7884 },
    { { "Artefact, PerfScope", 52, 18, 1, 1 }, 0.06, 0.6538 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CyanPrediction) self = prediction_of (&cases[i].row, CYAN_RISK_PERFSCOPE);
      const CyanRiskScore *score = &self->scores[CYAN_RISK_PERFSCOPE];

      g_assert_cmpfloat_with_epsilon (score->precision, cases[i].precision, 0.005);
      g_assert_cmpfloat_with_epsilon (score->reduction, cases[i].reduction, 0.0001);
      g_assert_cmpfloat_with_epsilon (score->recall, 1, 1e-9);
    }
}

/* Only what is measured and whose sources are known tells about a model. */
TEST ("/prediction/unknown")
{
  const Row row = { "", 10, 4, 2, 1 };
  g_autoptr (CyanPrediction) self = prediction_of (&row, CYAN_RISK_LITO);

  self->revisions[1].is_known = FALSE;
  self->revisions[2].is_measured = FALSE;
  cyan_prediction_evaluate (self);
  g_assert_cmpuint (self->scores[CYAN_RISK_LITO].n, ==, 8);
  g_assert_cmpuint (self->scores[CYAN_RISK_LITO].n_selected, ==, 2);
  g_assert_cmpuint (self->scores[CYAN_RISK_LITO].n_found, ==, 0);
  for (guint i = 0; i < self->n_columns; i++)
    self->revisions[i].is_measured = FALSE;
  cyan_prediction_evaluate (self);
  g_assert_false (self->has_truth);
}

/* Other thresholds select others and make another truth, without new numbers. */
TEST ("/prediction/judge")
{
  const Row row = { "", 2, 0, 0, 0 };
  g_autoptr (CyanPrediction) self = prediction_of (&row, CYAN_RISK_LITO);
  CyanPredictedBenchmark *benchmark;

  self->n_benchmarks = 2;
  for (guint i = 0; i < self->n_columns; i++)
    self->revisions[i].benchmarks = g_new0 (CyanPredictedBenchmark, 2);
  benchmark = self->revisions[1].benchmarks;
  benchmark[0] = (CyanPredictedBenchmark){ .dc = 0.02, .dd = 0.03, .perfscope = 150 };
  benchmark[1] = (CyanPredictedBenchmark){ .dc = 0.06, .own = 0.04, .dd = NAN, .n_touched = 1 };
  benchmark = self->revisions[2].benchmarks;
  benchmark[0] = benchmark[1] = (CyanPredictedBenchmark){ .dc = NAN, .dd = NAN };

  self->threshold = 0.05;
  self->perfscope_threshold = 200;
  cyan_prediction_judge (self);
  g_assert_true (self->revisions[1].has_dc);
  g_assert_cmpuint (self->revisions[1].selected, ==,
                    1u << CYAN_RISK_LITO | 1u << CYAN_RISK_TOUCHED);
  g_assert_true (self->revisions[1].is_measured);
  g_assert_false (self->revisions[1].is_regression);
  g_assert_false (self->revisions[2].has_dc);
  g_assert_false (self->revisions[2].is_measured);
  g_assert_cmpuint (self->scores[CYAN_RISK_LITO].n, ==, 1);

  self->threshold = 0.03;
  self->perfscope_threshold = 100;
  cyan_prediction_judge (self);
  g_assert_true (self->revisions[1].is_regression);
  g_assert_cmpuint (self->scores[CYAN_RISK_PERFSCOPE].n_found, ==, 1);
  /* By its risk, and by what its functions cost themselves. */
  g_assert_cmpuint (self->scores[CYAN_RISK_COMBINED].n_found, ==, 1);
  self->perfscope_threshold = 200;
  cyan_prediction_judge (self);
  g_assert_cmpuint (self->scores[CYAN_RISK_COMBINED].n_found, ==, 1);
  self->threshold = 0.5;
  cyan_prediction_judge (self);
  g_assert_cmpuint (self->scores[CYAN_RISK_LITO].n_selected, ==, 0);
}

/* Each reason selects a revision for its own models alone, at its threshold. */
TEST ("/prediction/reasons")
{
  static const struct
  {
    CyanPredictedBenchmark found;
    guint selected;
  } cases[] = {
    { { 0 }, 0 },
    { { .dc = 0.05 }, 1u << CYAN_RISK_LITO },
    { { .dc = 0.049 }, 0 },
    { { .own = 0.05 }, 1u << CYAN_RISK_COMBINED },
    { { .own = 0.049 }, 0 },
    { { .perfscope = 200 }, 1u << CYAN_RISK_PERFSCOPE | 1u << CYAN_RISK_COMBINED },
    { { .perfscope = 199 }, 0 },
    { { .n_calls_added = 1 }, 1u << CYAN_RISK_CALLS_ADDED },
    { { .n_touched = 1 }, 1u << CYAN_RISK_TOUCHED },
  };
  const Row row = { "", 1, 0, 0, 0 };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CyanPrediction) self = prediction_of (&row, CYAN_RISK_LITO);

      self->n_benchmarks = 1;
      self->threshold = 0.05;
      self->perfscope_threshold = 200;
      self->revisions[0].benchmarks = g_new0 (CyanPredictedBenchmark, 1);
      self->revisions[1].benchmarks = g_memdup2 (&cases[i].found, sizeof cases[i].found);
      cyan_prediction_judge (self);
      g_assert_cmpuint (self->revisions[1].selected, ==, cases[i].selected);
    }
}

/* A revision that was missed is told by the benchmark that is slower, one that was selected by the
 * benchmark that selects it. */
TEST ("/prediction/benchmark")
{
  const Row row = { "", 1, 0, 0, 0 };
  g_autoptr (CyanPrediction) self = prediction_of (&row, CYAN_RISK_LITO);
  CyanPredictedBenchmark *benchmarks = g_new0 (CyanPredictedBenchmark, 3);

  self->n_benchmarks = 3;
  self->threshold = 0.05;
  self->perfscope_threshold = 200;
  self->revisions[0].benchmarks = g_new0 (CyanPredictedBenchmark, 3);
  self->revisions[1].benchmarks = benchmarks;
  benchmarks[0] = (CyanPredictedBenchmark){ .dc = 0.01, .dd = NAN };
  benchmarks[1] = (CyanPredictedBenchmark){ .dc = 0.04, .dd = 0.01 };
  benchmarks[2] = (CyanPredictedBenchmark){ .dc = NAN, .own = 0.01, .dd = 0.02 };
  cyan_prediction_judge (self);
  g_assert_cmpuint (cyan_prediction_benchmark (self, 1), ==, 1);
  self->model = CYAN_RISK_COMBINED;
  g_assert_cmpuint (cyan_prediction_benchmark (self, 1), ==, 2);

  self->model = CYAN_RISK_LITO;
  benchmarks[2].dd = 0.2;
  cyan_prediction_judge (self);
  g_assert_cmpuint (cyan_prediction_benchmark (self, 1), ==, 2);
  benchmarks[0].dc = 0.06;
  cyan_prediction_judge (self);
  g_assert_cmpuint (cyan_prediction_benchmark (self, 1), ==, 0);
}
