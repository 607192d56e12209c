/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which revisions are risky, and why, as text. */
#include "cyan-report-risk-parts.h"

#include <math.h>

#include "cyan-units.h"

/* Functions of a revision, and calls of a function, at most. */
#define MAX_FUNCTIONS 3
#define MAX_CALLS     4
/* Characters of a line of a commit. */
#define SUBJECT_WIDTH 60

/* ---- what is predicted ---- */

static void
append_head (CyanProse *prose, const CyanReportRisk *about)
{
  const CyanPrediction *prediction = about->prediction;
  guint n = prediction->n_columns, n_risky = cyan_report_risk_count (about);

  cyan_prose_say (prose, "%s: project %s, %u %s after %s, up to %s\n",
                  cyan_prose_name (prose, about->store, CYAN_PROSE_NAME),
                  cyan_prose_name (prose, prediction->project, CYAN_PROSE_NAME), n - 1,
                  n == 2 ? "revision" : "revisions",
                  cyan_prose_name (prose, prediction->columns[0].name, CYAN_PROSE_NAME),
                  cyan_prose_name (prose, prediction->columns[n - 1].name, CYAN_PROSE_NAME));
  cyan_prose_say (prose, "Metric %s on %s, a sample every %u revisions\n",
                  cyan_prose_name (prose, prediction->metric, CYAN_PROSE_NAME),
                  cyan_prose_name (prose, prediction->machine, CYAN_PROSE_NAME), prediction->every);
  cyan_prose_say (prose, "%u of %u %s risky by %s\n", n_risky, n - 1, n_risky == 1 ? "is" : "are",
                  cyan_report_risk_model (prose, about));
}

static void
append_function (CyanProse *prose,
                 const CyanReportRisk *about,
                 const CyanPredictedFunction *function)
{
  const CyanPrediction *prediction = about->prediction;

  cyan_prose_say (
      prose, "    %s (%s:%u): %s%s\n", cyan_prose_name (prose, function->function, CYAN_PROSE_NAME),
      cyan_prose_name (prose, function->file, CYAN_PROSE_NAME), function->line,
      cyan_prose_value (prose, cyan_difference_to_text (function->cost, prediction->unit)),
      cyan_predicted_function_is_guessed (function) ? " (guessed)" : "");
  for (guint i = 0; i < MIN (function->n_calls, MAX_CALLS); i++)
    {
      const CyanPredictedCall *call = &function->calls[i];

      cyan_prose_say (prose, "      %s %s: %s\n", call->is_deleted ? "-" : "+",
                      cyan_prose_name (prose, call->callee, CYAN_PROSE_NAME),
                      cyan_report_risk_call (prose, about, call));
    }
  if (function->n_calls > MAX_CALLS)
    cyan_prose_say (prose, "      and %u other %s\n", function->n_calls - MAX_CALLS,
                    function->n_calls - MAX_CALLS == 1 ? "call" : "calls");
}

static void
append_revision (CyanProse *prose, const CyanReportRisk *about, guint column)
{
  const CyanEvolutionColumn *commit = &about->prediction->columns[column];
  const char *truth;

  cyan_prose_say (prose, "\n%s %s\n", cyan_prose_name (prose, commit->name, CYAN_PROSE_NAME),
                  commit->subject != NULL ? cyan_prose_name (prose, commit->subject, SUBJECT_WIDTH)
                                          : "");
  truth = about->evaluate ? cyan_report_risk_truth (prose, about, column) : "";
  cyan_prose_say (prose, "  %s%s%s\n", cyan_report_risk_why (prose, about, column),
                  *truth != '\0' ? "; " : "", truth);
}

static void
append_functions (CyanProse *prose, const CyanReportRisk *about, guint column)
{
  const CyanPrediction *prediction = about->prediction;
  const CyanPredictedBenchmark *benchmark =
      &prediction->revisions[column].benchmarks[cyan_prediction_benchmark (prediction, column)];

  for (guint i = 0; i < MIN (benchmark->n_functions, MAX_FUNCTIONS); i++)
    append_function (prose, about, &benchmark->functions[i]);
  if (benchmark->n_functions > MAX_FUNCTIONS)
    cyan_prose_say (prose, "    and %u other %s\n", benchmark->n_functions - MAX_FUNCTIONS,
                    benchmark->n_functions - MAX_FUNCTIONS == 1 ? "function" : "functions");
}

/* ---- how well ---- */

static void
append_missed (CyanProse *prose, const CyanReportRisk *about)
{
  gboolean any = FALSE;

  for (guint i = about->prediction->n_columns; i-- > 1;)
    if (cyan_report_risk_is_missed (about, i))
      {
        if (!any)
          cyan_prose_say (prose, "\nMissed by %s\n",
                          cyan_risk_model_names[about->prediction->model]);
        any = TRUE;
        append_revision (prose, about, i);
      }
}

static void
append_scores (CyanProse *prose, const CyanReportRisk *about)
{
  const CyanPrediction *prediction = about->prediction;
  const CyanRiskScore *first = &prediction->scores[0];

  if (!prediction->has_truth)
    {
      cyan_prose_say (prose,
                      "\nNothing to evaluate: no revision was measured together with its parent\n");
      return;
    }
  cyan_prose_say (prose, "\n%u %s measured, %u slower by %s or more\n\n", first->n,
                  first->n == 1 ? "revision is" : "revisions are", first->n_regressions,
                  cyan_prose_share (prose, prediction->threshold));
  cyan_prose_say (prose, "%-12s  %8s  %6s  %9s  %7s  %9s  %7s\n", "model", "selected", "found",
                  "precision", "recall", "reduction", "F1");
  for (guint i = 0; i < CYAN_N_RISK_MODELS; i++)
    {
      const CyanRiskScore *score = &prediction->scores[i];

      cyan_prose_say (prose, "%-12s  %8u  %6u  %9s  %7s  %9s  %7s\n", cyan_risk_model_names[i],
                      score->n_selected, score->n_found,
                      cyan_report_risk_share (prose, score->precision),
                      cyan_report_risk_share (prose, score->recall),
                      cyan_report_risk_share (prose, score->reduction),
                      cyan_report_risk_share (prose, score->f1));
    }
}

void
cyan_report_risk_text (CyanProse *prose, gconstpointer data)
{
  const CyanReportRisk *about = data;
  g_autoptr (GPtrArray) notes = cyan_report_risk_notes (about);

  append_head (prose, about);
  for (guint i = about->prediction->n_columns; i-- > 1;)
    if (cyan_prediction_is_selected (about->prediction, i))
      {
        append_revision (prose, about, i);
        append_functions (prose, about, i);
      }
  if (about->evaluate)
    {
      append_missed (prose, about);
      append_scores (prose, about);
    }
  cyan_prose_say (prose, "\n");
  for (guint i = 0; i < notes->len; i++)
    cyan_prose_say (prose, "%s\n", cyan_prose_value (prose, g_strdup (notes->pdata[i])));
}
