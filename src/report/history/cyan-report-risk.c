/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which revisions are risky, and why: as text, as a page, and a row a revision and benchmark. */
#include "cyan-report-history-parts.h"

#include <math.h>

#include "cyan-html-frame.h"
#include "cyan-text.h"
#include "cyan-units.h"

/* ---- sentences ---- */

static guint
count_risky (const CyanReportRisk *about)
{
  guint n = 0;

  for (guint i = 1; i < about->prediction->n_columns; i++)
    n += cyan_prediction_is_selected (about->prediction, i);
  return n;
}

static gboolean
is_missed (const CyanReportRisk *about, guint column)
{
  const CyanPredictedRevision *revision = &about->prediction->revisions[column];

  return revision->is_known && revision->is_regression
         && !cyan_prediction_is_selected (about->prediction, column);
}

static const char *
share_text (CyanProse *prose, double share)
{
  return isnan (share) ? "-" : cyan_prose_text (prose, "%.1f %%", share * 100);
}

static const char *
model_text (CyanProse *prose, const CyanReportRisk *about)
{
  const CyanPrediction *prediction = about->prediction;
  const char *name = cyan_risk_model_names[prediction->model];

  switch (prediction->model)
    {
    case CYAN_RISK_LITO:
      return cyan_prose_text (prose, "%s: the predicted change, dC, is at least %s", name,
                              cyan_prose_share (prose, prediction->threshold));
    case CYAN_RISK_PERFSCOPE:
      return cyan_prose_text (prose, "%s: the risk score is at least %g", name,
                              prediction->perfscope_threshold);
    case CYAN_RISK_CALLS_ADDED:
      return cyan_prose_text (prose, "%s: a call was added in a function of the profile", name);
    case CYAN_RISK_COMBINED:
      return cyan_prose_text (
          prose, "%s: the risk score is at least %g, or modified functions have at least %s", name,
          prediction->perfscope_threshold, cyan_prose_share (prose, prediction->threshold));
    case CYAN_RISK_TOUCHED:
    default:
      return cyan_prose_text (prose, "%s: a function of the profile was modified", name);
    }
}

static const char *
why_text (CyanProse *prose, const CyanReportRisk *about, guint column)
{
  const CyanPrediction *prediction = about->prediction;
  const CyanPredictedRevision *revision = &prediction->revisions[column];
  guint number = cyan_prediction_benchmark (prediction, column);
  const CyanPredictedBenchmark *benchmark = &revision->benchmarks[number];
  const char *name = cyan_prose_label (prose, prediction->benchmarks[number]);

  switch (prediction->model)
    {
    case CYAN_RISK_LITO:
      return isnan (benchmark->dc)
                 ? "no sample"
                 : cyan_prose_text (prose, "dC %s of %s",
                                    cyan_prose_value (prose, cyan_prediction_dc_text (benchmark)),
                                    name);
    case CYAN_RISK_PERFSCOPE:
      return cyan_prose_text (prose, "risk score %.6g", benchmark->perfscope);
    case CYAN_RISK_CALLS_ADDED:
      return cyan_prose_text (prose, "%s added in functions of %s",
                              cyan_prose_count (prose, benchmark->n_calls_added, "call"), name);
    case CYAN_RISK_COMBINED:
      return cyan_prose_text (prose, "risk score %.6g, modified functions have %s of %s",
                              benchmark->perfscope, cyan_prose_share (prose, benchmark->own), name);
    case CYAN_RISK_TOUCHED:
    default:
      return cyan_prose_text (prose, "%s of %s modified",
                              cyan_prose_count (prose, benchmark->n_touched, "function"), name);
    }
}

static const char *
truth_text (CyanProse *prose, const CyanReportRisk *about, guint column)
{
  const CyanPrediction *prediction = about->prediction;
  guint number = cyan_prediction_benchmark (prediction, column);
  double change = prediction->revisions[column].benchmarks[number].dd;

  if (isnan (change))
    return "";
  return cyan_prose_text (prose, "measured %s of %s",
                          cyan_prose_value (prose, cyan_relative_change_to_text (change)),
                          cyan_prose_label (prose, prediction->benchmarks[number]));
}

/* ---- text ---- */

/* Functions of a revision, and calls of a function, at most. */
#define MAX_FUNCTIONS 3
#define MAX_CALLS     4
/* Characters of a line of a commit. */
#define SUBJECT_WIDTH 60

static void
append_head (CyanProse *prose, const CyanReportRisk *about)
{
  const CyanPrediction *prediction = about->prediction;
  guint n = prediction->n_columns, n_risky = count_risky (about);
  g_autofree char *answer = cyan_prediction_answer (prediction);

  cyan_report_say_answer (prose, answer);
  cyan_prose_say (
      prose, "%s: project %s, %s after %s, up to %s\n", cyan_prose_label (prose, about->store),
      cyan_prose_label (prose, prediction->project), cyan_prose_count (prose, n - 1, "revision"),
      cyan_prose_label (prose, prediction->columns[0].name),
      cyan_prose_label (prose, prediction->columns[n - 1].name));
  cyan_prose_say (prose, "Metric %s on %s, a sample every %u revisions\n",
                  cyan_prose_label (prose, prediction->metric),
                  cyan_prose_label (prose, prediction->machine), prediction->every);
  cyan_prose_say (prose, "%u of %u %s risky by %s\n", n_risky, n - 1, n_risky == 1 ? "is" : "are",
                  model_text (prose, about));
}

static void
append_function (CyanProse *prose,
                 const CyanPredictedBenchmark *benchmark,
                 const CyanPredictedFunction *function)
{
  cyan_prose_say (
      prose, "    %s\n",
      cyan_prose_kept (prose, cyan_predicted_function_text (
                                  benchmark, function, cyan_prose_label (prose, function->function),
                                  cyan_prose_label (prose, function->file))));
  for (guint i = 0; i < MIN (function->n_calls, MAX_CALLS); i++)
    {
      const CyanPredictedCall *call = &function->calls[i];

      cyan_prose_say (prose, "      %s %s: %s\n", call->is_deleted ? "-" : "+",
                      cyan_prose_label (prose, call->callee),
                      cyan_prose_value (prose, cyan_predicted_call_text (benchmark, call)));
    }
  if (function->n_calls > MAX_CALLS)
    cyan_prose_say (prose, "      and %s\n",
                    cyan_prose_count (prose, function->n_calls - MAX_CALLS, "other call"));
}

static void
append_revision (CyanProse *prose, const CyanReportRisk *about, guint column)
{
  const CyanEvolutionColumn *commit = &about->prediction->columns[column];
  const char *truth;

  cyan_prose_say (prose, "\n%s %s\n", cyan_prose_label (prose, commit->name),
                  cyan_prose_name (prose, commit->subject, SUBJECT_WIDTH));
  truth = about->evaluate ? truth_text (prose, about, column) : "";
  cyan_prose_say (prose, "  %s%s%s\n", why_text (prose, about, column), *truth != '\0' ? "; " : "",
                  truth);
}

static void
append_functions (CyanProse *prose, const CyanReportRisk *about, guint column)
{
  const CyanPrediction *prediction = about->prediction;
  const CyanPredictedBenchmark *benchmark =
      &prediction->revisions[column].benchmarks[cyan_prediction_benchmark (prediction, column)];

  for (guint i = 0; i < MIN (benchmark->n_functions, MAX_FUNCTIONS); i++)
    append_function (prose, benchmark, &benchmark->functions[i]);
  if (benchmark->n_functions > MAX_FUNCTIONS)
    cyan_prose_say (
        prose, "    and %s\n",
        cyan_prose_count (prose, benchmark->n_functions - MAX_FUNCTIONS, "other function"));
}

static void
append_missed (CyanProse *prose, const CyanReportRisk *about)
{
  gboolean any = FALSE;

  for (guint i = about->prediction->n_columns; i-- > 1;)
    if (is_missed (about, i))
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
                      score->n_selected, score->n_found, share_text (prose, score->precision),
                      share_text (prose, score->recall), share_text (prose, score->reduction),
                      share_text (prose, score->f1));
    }
}

static void
say_risk (CyanProse *prose, gconstpointer data)
{
  const CyanReportRisk *about = data;
  g_autoptr (GPtrArray) notes = cyan_prediction_notes (about->prediction, about->skip_unknown);

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
    cyan_prose_say (prose, "%s\n", cyan_prose_safe (prose, notes->pdata[i]));
}

/* ---- the page ---- */

/* Revisions with their reasons, at most: a page is for reading. */
#define MAX_REVISIONS 200
#define MAX_ON_PAGE   20 /* functions, and calls of each */

static void
append_summary (CyanProse *prose, const CyanReportRisk *about)
{
  const CyanPrediction *prediction = about->prediction;
  guint n = prediction->n_columns;
  g_autoptr (GPtrArray) notes = cyan_prediction_notes (about->prediction, about->skip_unknown);
  g_autofree char *answer = cyan_prediction_answer (prediction);

  cyan_report_say_answer (prose, answer);
  cyan_prose_say (prose,
                  "<p>%s after %s, up to %s; metric %s on %s; a sample every %u revisions. "
                  "Risky by %s.</p>\n",
                  cyan_prose_label (prose, prediction->project),
                  cyan_prose_label (prose, prediction->columns[0].name),
                  cyan_prose_label (prose, prediction->columns[n - 1].name),
                  cyan_prose_label (prose, prediction->metric),
                  cyan_prose_label (prose, prediction->machine), prediction->every,
                  model_text (prose, about));
  for (guint i = 0; i < notes->len; i++)
    {
      g_autofree char *note = cyan_text_for_xml (notes->pdata[i]);

      cyan_prose_say (prose, "<p class=\"dim\">%s</p>\n", note);
    }
}

static void
append_score_table (CyanProse *prose, const CyanReportRisk *about)
{
  const CyanPrediction *prediction = about->prediction;
  const CyanRiskScore *first = &prediction->scores[0];

  cyan_html_section (prose, "How well the models do",
                     prediction->has_truth ? cyan_prose_text (
                         prose, "%u revisions are measured, %u slower by %s or more.", first->n,
                         first->n_regressions, cyan_prose_share (prose, prediction->threshold))
                                           : "No revision was measured together with its parent.");
  cyan_html_table (prose, "tnnnnnn", "Model", "Selected", "Found", "Precision", "Recall",
                   "Reduction", "F1", NULL);
  for (guint i = 0; i < CYAN_N_RISK_MODELS && prediction->has_truth; i++)
    {
      const CyanRiskScore *score = &prediction->scores[i];
      const double shares[] = { score->precision, score->recall, score->reduction, score->f1 };

      cyan_html_row (prose);
      cyan_html_cell (prose, cyan_risk_model_names[i]);
      cyan_html_number_cell (prose, g_strdup_printf ("%u", score->n_selected));
      cyan_html_number_cell (prose, g_strdup_printf ("%u", score->n_found));
      for (guint k = 0; k < G_N_ELEMENTS (shares); k++)
        cyan_html_number_cell (prose, g_strdup (share_text (prose, shares[k])));
      cyan_html_row_end (prose);
    }
  cyan_html_table_end (prose);
  cyan_html_section_end (prose);
}

static void
append_call (CyanProse *prose,
             const CyanPredictedBenchmark *benchmark,
             const CyanPredictedFunction *function,
             const CyanPredictedCall *call)
{
  double cost = call->cost * call->executions;

  cyan_html_row (prose);
  cyan_html_cell (
      prose, cyan_prose_text (prose, "%s (%s:%u)", cyan_prose_label (prose, function->function),
                              cyan_prose_label (prose, function->file), function->line));
  cyan_html_cell (prose, cyan_prose_text (prose, "%s %s", call->is_deleted ? "−" : "+",
                                          cyan_prose_label (prose, call->callee)));
  cyan_html_cell (prose, cyan_prose_value (prose, cyan_predicted_call_text (benchmark, call)));
  cyan_html_number_cell (
      prose, cyan_difference_to_text (call->is_deleted ? -cost : cost, benchmark->unit));
  cyan_html_row_end (prose);
}

static void
append_calls (CyanProse *prose, const CyanPredictedBenchmark *benchmark)
{
  cyan_html_table (prose, "tttn", "Function", "Call", "One costs, and is executed", "Cost", NULL);
  for (guint i = 0; i < MIN (benchmark->n_functions, MAX_ON_PAGE); i++)
    for (guint k = 0; k < MIN (benchmark->functions[i].n_calls, MAX_ON_PAGE); k++)
      append_call (prose, benchmark, &benchmark->functions[i], &benchmark->functions[i].calls[k]);
  cyan_html_table_end (prose);
}

static void
append_revision_section (CyanProse *prose, const CyanReportRisk *about, guint column)
{
  const CyanEvolutionColumn *commit = &about->prediction->columns[column];
  const CyanPredictedBenchmark *benchmark =
      &about->prediction->revisions[column]
           .benchmarks[cyan_prediction_benchmark (about->prediction, column)];
  const char *truth = about->evaluate ? truth_text (prose, about, column) : "";
  g_autofree char *subject = cyan_html_plain (commit->subject != NULL ? commit->subject : "");

  cyan_html_section (
      prose,
      cyan_prose_text (prose, "%s%s %s",
                       cyan_prediction_is_selected (about->prediction, column) ? "" : "Missed: ",
                       cyan_prose_label (prose, commit->name), subject),
      cyan_prose_text (prose, "%s%s%s", why_text (prose, about, column), *truth != '\0' ? "; " : "",
                       truth));
  if (benchmark->n_functions > 0)
    append_calls (prose, benchmark);
  cyan_html_section_end (prose);
}

static void
say_html (CyanProse *prose, gconstpointer data)
{
  const CyanReportRisk *about = data;
  g_autofree char *project = cyan_html_plain (about->prediction->project);
  g_autofree char *title = g_strdup_printf ("Risky revisions of %s", project);
  const CyanHtmlFrame frame = { title, CYAN_PALETTE_CLASSIC, NULL };
  guint left = MAX_REVISIONS;

  cyan_html_open (prose, &frame);
  append_summary (prose, about);
  cyan_html_main (prose);
  if (about->evaluate)
    append_score_table (prose, about);
  for (guint i = about->prediction->n_columns; i-- > 1 && left > 0;)
    if (cyan_prediction_is_selected (about->prediction, i)
        || (about->evaluate && is_missed (about, i)))
      {
        append_revision_section (prose, about, i);
        left--;
      }
  cyan_html_close (prose, &frame);
}

/* ---- rows ---- */

static const CyanField columns[] = {
  { "project,benchmark,machine,metric,unit", "What is predicted" },
  { "revision,subject", "The commit" },
  { "sample", "The revision whose profile was used; empty if there is none before" },
  { "known", "0 if the sources could not be read" },
  { "dc", "The predicted change: 0.05 is 5 %" },
  { "perfscope", "The risk score" },
  { "own", "What the modified functions themselves cost, as a fraction of the sample" },
  { "touched,calls_added",
    "Functions of the profile that were modified; calls that were added in these" },
  { "by_lito,by_perfscope,by_calls_added,by_touched,by_combined",
    "1 if this model selects the revision" },
  { "selected", "1 if the chosen model does" },
  { "dd", "The measured change; empty if not both sides were measured" },
  { "regression", "1 if that is at least the threshold, and neither an outlier nor noise" },
  { "cost_unit", "Of the costs of functions and calls: that of the sample" },
  { NULL },
};

static void
put_call (CyanRows *rows, gconstpointer about, guint i)
{
  const CyanPredictedCall *call = &((const CyanPredictedFunction *) about)->calls[i];

  cyan_rows_text (rows, "change", call->is_deleted ? "deleted" : "added");
  cyan_rows_text (rows, "callee", call->callee);
  cyan_rows_number (rows, "cost", call->cost);
  cyan_rows_number (rows, "executions", call->executions);
  cyan_rows_flag (rows, "guessed_cost", call->guessed_cost);
  cyan_rows_flag (rows, "guessed_executions", call->guessed_executions);
}

static void
put_function (CyanRows *rows, gconstpointer about, guint i)
{
  const CyanPredictedFunction *function = &((const CyanPredictedBenchmark *) about)->functions[i];

  cyan_rows_text (rows, "function", function->function);
  cyan_rows_text (rows, "file", function->file);
  cyan_rows_count (rows, "line", function->line);
  cyan_rows_number (rows, "cost", function->cost);
  cyan_rows_list (rows, "calls", CYAN_GROUP_LIST, function->n_calls, put_call, function);
}

/* The benchmarks of each revision, but for the first. */
static void
put_row (CyanRows *rows, gconstpointer about, guint i)
{
  static const char *const names[] = { "by_lito", "by_perfscope", "by_calls_added", "by_touched",
                                       "by_combined" };
  const CyanPrediction *prediction = about;
  guint column = 1 + i / prediction->n_benchmarks, number = i % prediction->n_benchmarks;
  const CyanPredictedRevision *revision = &prediction->revisions[column];
  const CyanPredictedBenchmark *benchmark = &revision->benchmarks[number];

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
  for (guint k = 0; k < CYAN_N_RISK_MODELS; k++)
    cyan_rows_flag (rows, names[k], (revision->selected & 1u << k) != 0);
  cyan_rows_flag (rows, "selected", cyan_prediction_is_selected (prediction, column));
  cyan_rows_number (rows, "dd", benchmark->dd);
  cyan_rows_flag (rows, "regression", cyan_predicted_benchmark_is_slower (prediction, benchmark));
  cyan_rows_text (rows, "cost_unit", benchmark->unit);
  if (rows->form->nested)
    {
      cyan_rows_text (rows, "problem", revision->problem);
      cyan_rows_list (rows, "functions", CYAN_GROUP_LIST, benchmark->n_functions, put_function,
                      benchmark);
    }
}

static void
put_score (CyanRows *rows, gconstpointer scores, guint i)
{
  const CyanRiskScore *score = (const CyanRiskScore *) scores + i;

  cyan_rows_text (rows, "model", cyan_risk_model_names[i]);
  cyan_rows_count (rows, "revisions", score->n);
  cyan_rows_count (rows, "regressions", score->n_regressions);
  cyan_rows_count (rows, "selected", score->n_selected);
  cyan_rows_count (rows, "found", score->n_found);
  cyan_rows_number (rows, "precision", score->precision);
  cyan_rows_number (rows, "recall", score->recall);
  cyan_rows_number (rows, "reduction", score->reduction);
  cyan_rows_number (rows, "f1", score->f1);
}

static void
put_risk (CyanRows *rows, gconstpointer data)
{
  const CyanReportRisk *about = data;
  const CyanPrediction *prediction = about->prediction;
  g_autoptr (GPtrArray) notes = cyan_prediction_notes (about->prediction, about->skip_unknown);

  cyan_rows_comment (rows,
                     "store %s, project %s, model %s, threshold %g, a sample every %u revisions",
                     about->store, prediction->project, cyan_risk_model_names[prediction->model],
                     prediction->threshold, prediction->every);
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
  cyan_rows_list (rows, "scores", CYAN_GROUP_TABLE, prediction->has_truth ? CYAN_N_RISK_MODELS : 0,
                  put_score, prediction->scores);
  cyan_rows_table (rows, "revisions", (prediction->n_columns - 1) * prediction->n_benchmarks,
                   put_row, prediction);
}

const CyanReport cyan_report_risk = {
  .text = say_risk, .html = say_html, .rows = put_risk, .columns = columns
};
