/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A prediction for programs: a row a revision and benchmark. */
#include "cyan-report-risk-parts.h"

#include <math.h>

static const char *const columns[] = { "project",
                                       "benchmark",
                                       "machine",
                                       "metric",
                                       "unit",
                                       "revision",
                                       "subject",
                                       "sample",
                                       "known",
                                       "dc",
                                       "perfscope",
                                       "own",
                                       "touched",
                                       "calls_added",
                                       "by_lito",
                                       "by_perfscope",
                                       "by_calls_added",
                                       "by_touched",
                                       "by_combined",
                                       "selected",
                                       "dd",
                                       "regression",
                                       NULL };

/* ---- why ---- */

static void
put_call (CyanRows *rows, const CyanPredictedCall *call)
{
  cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, "change", call->is_deleted ? "deleted" : "added");
  cyan_rows_text (rows, "callee", call->callee);
  cyan_rows_number (rows, "cost", call->cost);
  cyan_rows_number (rows, "executions", call->executions);
  cyan_rows_flag (rows, "guessed_cost", call->guessed_cost);
  cyan_rows_flag (rows, "guessed_executions", call->guessed_executions);
  cyan_rows_close (rows);
}

static void
put_function (CyanRows *rows, const CyanPredictedFunction *function)
{
  cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, "function", function->function);
  cyan_rows_text (rows, "file", function->file);
  cyan_rows_count (rows, "line", function->line);
  cyan_rows_number (rows, "cost", function->cost);
  cyan_rows_open (rows, "calls", CYAN_GROUP_LIST);
  for (guint i = 0; i < function->n_calls; i++)
    put_call (rows, &function->calls[i]);
  cyan_rows_close (rows);
  cyan_rows_close (rows);
}

static void
put_functions (CyanRows *rows, const CyanPredictedBenchmark *benchmark)
{
  cyan_rows_open (rows, "functions", CYAN_GROUP_LIST);
  for (guint i = 0; i < benchmark->n_functions; i++)
    put_function (rows, &benchmark->functions[i]);
  cyan_rows_close (rows);
}

/* ---- rows ---- */

static void
put_row (CyanRows *rows, const CyanPrediction *prediction, guint column, guint number)
{
  static const char *const names[] = { "by_lito", "by_perfscope", "by_calls_added", "by_touched",
                                       "by_combined" };
  const CyanPredictedRevision *revision = &prediction->revisions[column];
  const CyanPredictedBenchmark *benchmark = &revision->benchmarks[number];

  cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, "project", prediction->project);
  cyan_rows_text (rows, "benchmark", prediction->benchmarks[number]);
  cyan_rows_text (rows, "machine", prediction->machine);
  cyan_rows_text (rows, "metric", prediction->metric);
  cyan_rows_unit (rows, prediction->unit);
  cyan_rows_text (rows, "revision", prediction->columns[column].oid);
  cyan_rows_text (rows, "subject", prediction->columns[column].subject);
  cyan_rows_text (rows, "sample",
                  benchmark->sample != CYAN_PREDICTION_NONE
                      ? prediction->columns[benchmark->sample].oid
                      : NULL);
  cyan_rows_flag (rows, "known", revision->is_known);
  cyan_rows_number (rows, "dc", benchmark->dc);
  cyan_rows_number_if (rows, "perfscope", revision->is_known, benchmark->perfscope);
  cyan_rows_number_if (rows, "own", revision->is_known, benchmark->own);
  cyan_rows_count_if (rows, "touched", revision->is_known, benchmark->n_touched);
  cyan_rows_count_if (rows, "calls_added", revision->is_known, benchmark->n_calls_added);
  for (guint i = 0; i < CYAN_N_RISK_MODELS; i++)
    cyan_rows_flag (rows, names[i], (revision->selected & 1u << i) != 0);
  cyan_rows_flag (rows, "selected", cyan_prediction_is_selected (prediction, column));
  cyan_rows_number (rows, "dd", benchmark->dd);
  cyan_rows_flag (rows, "regression", benchmark->dd >= prediction->threshold);
  if (rows->form->nested)
    {
      cyan_rows_text (rows, "problem", revision->problem);
      put_functions (rows, benchmark);
    }
  cyan_rows_close (rows);
}

static void
put_scores (CyanRows *rows, const CyanPrediction *prediction)
{
  cyan_rows_open (rows, "scores", CYAN_GROUP_TABLE);
  for (guint i = 0; i < CYAN_N_RISK_MODELS && prediction->has_truth; i++)
    {
      const CyanRiskScore *score = &prediction->scores[i];

      cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
      cyan_rows_text (rows, "model", cyan_risk_model_names[i]);
      cyan_rows_count (rows, "revisions", score->n);
      cyan_rows_count (rows, "regressions", score->n_regressions);
      cyan_rows_count (rows, "selected", score->n_selected);
      cyan_rows_count (rows, "found", score->n_found);
      cyan_rows_number (rows, "precision", score->precision);
      cyan_rows_number (rows, "recall", score->recall);
      cyan_rows_number (rows, "reduction", score->reduction);
      cyan_rows_number (rows, "f1", score->f1);
      cyan_rows_close (rows);
    }
  cyan_rows_close (rows);
}

void
cyan_report_risk_rows (CyanRows *rows, gconstpointer data)
{
  const CyanReportRisk *about = data;
  const CyanPrediction *prediction = about->prediction;
  g_autoptr (GPtrArray) notes = cyan_report_risk_notes (about);
  g_autofree char *comment =
      g_strdup_printf ("store %s, project %s, model %s, threshold %g, a sample every %u revisions",
                       about->store, prediction->project, cyan_risk_model_names[prediction->model],
                       prediction->threshold, prediction->every);

  cyan_rows_comment (rows, comment);
  cyan_rows_open (rows, NULL, CYAN_GROUP_PAGE);
  cyan_rows_text (rows, "store", about->store);
  cyan_rows_text (rows, "project", prediction->project);
  cyan_rows_text (rows, "model", cyan_risk_model_names[prediction->model]);
  cyan_rows_number (rows, "threshold", prediction->threshold);
  cyan_rows_number (rows, "perfscope_threshold", prediction->perfscope_threshold);
  cyan_rows_count (rows, "every", prediction->every);
  cyan_rows_text (rows, "new", about->sum_new ? "sum" : "highest");
  cyan_rows_text (rows, "unknown", about->skip_unknown ? "skip" : "highest");
  cyan_rows_count (rows, "unknown_callees", prediction->n_unknown_callees);
  cyan_rows_texts (rows, "notes", notes);
  put_scores (rows, prediction);
  cyan_rows_open_table (rows, "revisions", columns);
  for (guint i = 1; i < prediction->n_columns; i++)
    for (guint k = 0; k < prediction->n_benchmarks && cyan_rows_go_on (rows); k++)
      put_row (rows, prediction, i, k);
  cyan_rows_close (rows);
  cyan_rows_close (rows);
}
