/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-report-risk-parts.h"

#include <math.h>

#include "cyan-units.h"

guint
cyan_report_risk_count (const CyanReportRisk *about)
{
  guint n = 0;

  for (guint i = 1; i < about->prediction->n_columns; i++)
    n += cyan_prediction_is_selected (about->prediction, i);
  return n;
}

gboolean
cyan_report_risk_is_missed (const CyanReportRisk *about, guint column)
{
  const CyanPredictedRevision *revision = &about->prediction->revisions[column];

  return revision->is_known && revision->is_regression
         && !cyan_prediction_is_selected (about->prediction, column);
}

/* ---- numbers ---- */

const char *
cyan_report_risk_share (CyanProse *prose, double share)
{
  return isnan (share) ? "-" : cyan_prose_text (prose, "%.1f %%", share * 100);
}

const char *
cyan_report_risk_model (CyanProse *prose, const CyanReportRisk *about)
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

const char *
cyan_report_risk_call (CyanProse *prose, const CyanReportRisk *about, const CyanPredictedCall *call)
{
  const char *cost =
      cyan_prose_value (prose, cyan_value_to_text (call->cost, about->prediction->unit));
  const char *times = "once";

  if (call->executions != 1)
    times =
        cyan_prose_text (prose, "%s times",
                         cyan_prose_value (prose, cyan_value_to_text (call->executions, "count")));
  return cyan_prose_text (prose, "%s%s, %s%s", cost, call->guessed_cost ? " (guessed)" : "", times,
                          call->guessed_executions ? " (guessed)" : "");
}

/* ---- a revision ---- */

/* A dC that rests on guesses says no more than that it is large. */
static const char *
say_dc (CyanProse *prose, const CyanPredictedBenchmark *benchmark)
{
  if (cyan_predicted_benchmark_is_guessed (benchmark))
    return benchmark->dc > 0 ? "more than +100 % (guessed)" : "less than −100 % (guessed)";
  return cyan_prose_value (prose, cyan_relative_change_to_text (benchmark->dc));
}

const char *
cyan_report_risk_why (CyanProse *prose, const CyanReportRisk *about, guint column)
{
  const CyanPrediction *prediction = about->prediction;
  const CyanPredictedRevision *revision = &prediction->revisions[column];
  guint number = cyan_prediction_benchmark (prediction, column);
  const CyanPredictedBenchmark *benchmark = &revision->benchmarks[number];
  const char *name = cyan_prose_name (prose, prediction->benchmarks[number], CYAN_PROSE_NAME);

  switch (prediction->model)
    {
    case CYAN_RISK_LITO:
      return isnan (benchmark->dc)
                 ? "no sample"
                 : cyan_prose_text (prose, "dC %s of %s", say_dc (prose, benchmark), name);
    case CYAN_RISK_PERFSCOPE:
      return cyan_prose_text (prose, "risk score %.6g", benchmark->perfscope);
    case CYAN_RISK_CALLS_ADDED:
      return cyan_prose_text (prose, "%u %s added in functions of %s", benchmark->n_calls_added,
                              benchmark->n_calls_added == 1 ? "call" : "calls", name);
    case CYAN_RISK_COMBINED:
      return cyan_prose_text (prose, "risk score %.6g, modified functions have %s of %s",
                              benchmark->perfscope, cyan_prose_share (prose, benchmark->own), name);
    case CYAN_RISK_TOUCHED:
    default:
      return cyan_prose_text (prose, "%u %s of %s modified", benchmark->n_touched,
                              benchmark->n_touched == 1 ? "function" : "functions", name);
    }
}

const char *
cyan_report_risk_truth (CyanProse *prose, const CyanReportRisk *about, guint column)
{
  const CyanPrediction *prediction = about->prediction;
  guint number = cyan_prediction_benchmark (prediction, column);
  double change = prediction->revisions[column].benchmarks[number].dd;

  if (isnan (change))
    return "";
  return cyan_prose_text (prose, "measured %s of %s",
                          cyan_prose_value (prose, cyan_relative_change_to_text (change)),
                          cyan_prose_name (prose, prediction->benchmarks[number], CYAN_PROSE_NAME));
}

/* ---- notes ---- */

static void
add_unknown_callees (const CyanReportRisk *about, GPtrArray *notes)
{
  guint n = about->prediction->n_unknown_callees;

  if (n > 0)
    g_ptr_array_add (notes,
                     g_strdup_printf ("%u changed %s neither the sources nor the profiles know "
                                      "(macros, libraries): %s.",
                                      n, n == 1 ? "call is of something that" : "calls are of what",
                                      about->skip_unknown
                                          ? "they count nothing"
                                          : "they count like the most expensive function"));
}

static void
add_unpredicted (const CyanReportRisk *about, GPtrArray *notes)
{
  const CyanPrediction *prediction = about->prediction;
  guint n_unread = 0, n_partial = 0, n_bare = 0;
  const char *problem = NULL;

  for (guint i = 1; i < prediction->n_columns; i++)
    {
      const CyanPredictedRevision *revision = &prediction->revisions[i];

      n_unread += !revision->is_known;
      n_partial += revision->is_known && revision->problem != NULL;
      n_bare += revision->is_known && !revision->has_dc;
      if (problem == NULL)
        problem = revision->problem;
    }
  if (n_unread > 0)
    g_ptr_array_add (notes,
                     g_strdup_printf ("The sources of %u %s could not be read: %s.", n_unread,
                                      n_unread == 1 ? "revision" : "revisions", problem));
  else if (n_partial > 0)
    g_ptr_array_add (notes, g_strdup_printf ("A file of %u %s could not be read: %s.", n_partial,
                                             n_partial == 1 ? "revision" : "revisions", problem));
  if (n_bare > 0)
    g_ptr_array_add (notes, g_strdup_printf ("%u %s no sample before.", n_bare,
                                             n_bare == 1 ? "revision has" : "revisions have"));
}

GPtrArray *
cyan_report_risk_notes (const CyanReportRisk *about)
{
  GPtrArray *notes = g_ptr_array_new_with_free_func (g_free);

  add_unpredicted (about, notes);
  add_unknown_callees (about, notes);
  g_ptr_array_add (notes, g_strdup (CYAN_REPORT_RISK_BLIND));
  return notes;
}
