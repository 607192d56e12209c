/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-prediction.h"

#include <math.h>

const char *const cyan_risk_model_names[] = { "lito",    "perfscope", "calls-added",
                                              "touched", "combined",  NULL };

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
  return (self->revisions[column].selected & 1u << self->model) != 0;
}

gboolean
cyan_prediction_is_predicted (const CyanPrediction *self, guint column)
{
  const CyanPredictedRevision *revision = &self->revisions[column];

  return revision->is_known && revision->worst != CYAN_PREDICTION_NONE;
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
          score->n_selected += is_selected;
          score->n_regressions += revision->is_regression;
          score->n_found += is_selected && revision->is_regression;
        }
      self->has_truth |= score->n > 0;
      if (score->n > 0)
        set_shares (score);
    }
}

static void
judge_revision (const CyanPrediction *self, CyanPredictedRevision *revision)
{
  revision->worst = CYAN_PREDICTION_NONE;
  revision->selected = 0;
  revision->is_measured = revision->is_regression = FALSE;
  for (guint i = 0; i < self->n_benchmarks; i++)
    {
      const CyanPredictedBenchmark *benchmark = &revision->benchmarks[i];

      if (!isnan (benchmark->dc)
          && (revision->worst == CYAN_PREDICTION_NONE
              || benchmark->dc > revision->benchmarks[revision->worst].dc))
        revision->worst = i;
      if (benchmark->dc >= self->threshold)
        revision->selected |= 1u << CYAN_RISK_LITO;
      if (benchmark->perfscope >= self->perfscope_threshold)
        revision->selected |= 1u << CYAN_RISK_PERFSCOPE;
      if (benchmark->n_calls_added > 0)
        revision->selected |= 1u << CYAN_RISK_CALLS_ADDED;
      if (benchmark->n_touched > 0)
        revision->selected |= 1u << CYAN_RISK_TOUCHED;
      if (benchmark->perfscope >= self->perfscope_threshold || benchmark->own >= self->threshold)
        revision->selected |= 1u << CYAN_RISK_COMBINED;
      revision->is_measured |= !isnan (benchmark->dd);
      revision->is_regression |= benchmark->dd >= self->threshold;
    }
}

void
cyan_prediction_judge (CyanPrediction *self)
{
  for (guint i = 1; i < self->n_columns; i++)
    judge_revision (self, &self->revisions[i]);
  cyan_prediction_evaluate (self);
}
