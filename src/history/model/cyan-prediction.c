/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-prediction.h"

#include <math.h>

const char *const cyan_risk_model_names[] = { "lito",    "perfscope", "calls-added",
                                              "touched", "combined",  NULL };

G_STATIC_ASSERT (G_N_ELEMENTS (cyan_risk_model_names) == CYAN_N_RISK_MODELS + 1);

static void
clear_function (CyanPredictedFunction *self)
{
  for (guint i = 0; i < self->n_calls; i++)
    g_free (self->calls[i].callee);
  g_free (self->calls);
  g_free (self->function);
  g_free (self->file);
}

static void
clear_revision (CyanPredictedRevision *self, guint n_benchmarks)
{
  for (guint b = 0; self->benchmarks != NULL && b < n_benchmarks; b++)
    {
      CyanPredictedBenchmark *benchmark = &self->benchmarks[b];

      for (guint i = 0; i < benchmark->n_functions; i++)
        clear_function (&benchmark->functions[i]);
      g_free (benchmark->functions);
      g_free (benchmark->unit);
    }
  g_free (self->benchmarks);
  g_free (self->problem);
}

void
cyan_prediction_free (CyanPrediction *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_columns; i++)
    {
      cyan_evolution_column_clear (&self->columns[i]);
      clear_revision (&self->revisions[i], self->n_benchmarks);
    }
  g_free (self->columns);
  g_free (self->revisions);
  g_strfreev (self->benchmarks);
  g_free (self->project);
  g_free (self->machine);
  g_free (self->metric);
  g_free (self->unit);
  g_free (self);
}

gboolean
cyan_prediction_is_selected (const CyanPrediction *self, guint column)
{
  g_assert (column < self->n_columns);
  return (self->revisions[column].selected & 1u << self->model) != 0;
}

gboolean
cyan_prediction_is_predicted (const CyanPrediction *self, guint column)
{
  const CyanPredictedRevision *revision = &self->revisions[column];

  g_assert (column < self->n_columns);
  return revision->is_known && revision->has_dc;
}

static double
share (guint part, guint whole)
{
  return whole > 0 ? (double) part / whole : NAN;
}

static void
set_shares (CyanRiskScore *self)
{
  self->precision = share (self->n_found, self->n_selected);
  self->recall = share (self->n_found, self->n_regressions);
  self->reduction = 1 - share (self->n_selected, self->n);
  self->f1 = 2 * share (self->n_found, self->n_selected + self->n_regressions);
}

void
cyan_prediction_evaluate (CyanPrediction *self)
{
  self->has_truth = FALSE;
  for (guint m = 0; m < CYAN_N_RISK_MODELS; m++)
    {
      CyanRiskScore *score = &self->scores[m];

      *score = (CyanRiskScore){ 0 };
      for (guint i = 1; i < self->n_columns; i++)
        {
          const CyanPredictedRevision *revision = &self->revisions[i];
          gboolean is_selected = (revision->selected & 1u << m) != 0;

          if (!revision->is_known || !revision->is_measured)
            continue;
          score->n++;
          if (is_selected)
            score->n_selected++;
          if (revision->is_regression)
            score->n_regressions++;
          score->n_found += is_selected && revision->is_regression;
        }
      self->has_truth |= score->n > 0;
      g_assert (score->n_found <= MIN (score->n_selected, score->n_regressions));
      if (score->n > 0)
        set_shares (score);
    }
}

/* A bit set like that of a revision. */
static guint
select_by (const CyanPrediction *self, const CyanPredictedBenchmark *benchmark)
{
  gboolean is_expensive = benchmark->own >= self->threshold;
  gboolean is_scored = benchmark->perfscope >= self->perfscope_threshold;

  return (guint) (benchmark->dc >= self->threshold) << CYAN_RISK_LITO
         | (guint) is_scored << CYAN_RISK_PERFSCOPE
         | (guint) (benchmark->n_calls_added > 0) << CYAN_RISK_CALLS_ADDED
         | (guint) (benchmark->n_touched > 0) << CYAN_RISK_TOUCHED
         | (guint) (is_scored || is_expensive) << CYAN_RISK_COMBINED;
}

gboolean
cyan_predicted_benchmark_is_slower (const CyanPrediction *prediction,
                                    const CyanPredictedBenchmark *self)
{
  return self->dd >= prediction->threshold && !self->is_accident;
}

static void
judge_revision (const CyanPrediction *self, CyanPredictedRevision *revision)
{
  revision->selected = 0;
  revision->has_dc = revision->is_measured = revision->is_regression = FALSE;
  for (guint i = 0; i < self->n_benchmarks; i++)
    {
      const CyanPredictedBenchmark *benchmark = &revision->benchmarks[i];

      revision->selected |= select_by (self, benchmark);
      revision->has_dc |= !isnan (benchmark->dc);
      revision->is_measured |= !isnan (benchmark->dd);
      revision->is_regression |= cyan_predicted_benchmark_is_slower (self, benchmark);
    }
}

void
cyan_prediction_judge (CyanPrediction *self)
{
  for (guint i = 1; i < self->n_columns; i++)
    judge_revision (self, &self->revisions[i]);
  cyan_prediction_evaluate (self);
}

/* ---- the benchmark that stands for a revision ---- */

/* The risk of a benchmark by @model, where more is riskier; NAN: unknown. */
static double
risk_by (CyanRiskModel model, const CyanPredictedBenchmark *benchmark)
{
  switch (model)
    {
    case CYAN_RISK_PERFSCOPE:
      return benchmark->perfscope;
    case CYAN_RISK_CALLS_ADDED:
      return benchmark->n_calls_added;
    case CYAN_RISK_TOUCHED:
      return benchmark->n_touched;
    case CYAN_RISK_COMBINED:
      return benchmark->own;
    case CYAN_RISK_LITO:
    case CYAN_N_RISK_MODELS:
    default:
      return benchmark->dc;
    }
}

/* -1, 0 or 1 as @a is less than, as much as, or more than @b; NAN is the least. */
static int
compare (double a, double b)
{
  if (isnan (a) || isnan (b))
    return isnan (b) - isnan (a);
  return (a > b) - (a < b);
}

static gboolean
stands_before (const CyanPrediction *self,
               guint column,
               const CyanPredictedBenchmark *a,
               const CyanPredictedBenchmark *b)
{
  guint bit = 1u << self->model;
  int order = (int) (select_by (self, a) & bit) - (int) (select_by (self, b) & bit);

  if (order == 0 && self->revisions[column].is_regression)
    order = compare (a->dd, b->dd);
  if (order == 0)
    order = compare (risk_by (self->model, a), risk_by (self->model, b));
  return (order != 0 ? order : compare (a->dc, b->dc)) > 0;
}

guint
cyan_prediction_benchmark (const CyanPrediction *self, guint column)
{
  const CyanPredictedBenchmark *benchmarks = self->revisions[column].benchmarks;
  guint best = 0;

  g_assert (column < self->n_columns && self->n_benchmarks > 0);
  for (guint i = 1; i < self->n_benchmarks; i++)
    if (stands_before (self, column, &benchmarks[i], &benchmarks[best]))
      best = i;
  return best;
}

gboolean
cyan_predicted_function_is_guessed (const CyanPredictedFunction *self)
{
  for (guint i = 0; i < self->n_calls; i++)
    if (self->calls[i].guessed_cost || self->calls[i].guessed_executions)
      return TRUE;
  return FALSE;
}

gboolean
cyan_predicted_benchmark_is_guessed (const CyanPredictedBenchmark *self)
{
  for (guint i = 0; i < self->n_functions && fabs (self->dc) > 1; i++)
    if (cyan_predicted_function_is_guessed (&self->functions[i]))
      return TRUE;
  return FALSE;
}
