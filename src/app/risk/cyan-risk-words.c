/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-risk-words.h"

#include <math.h>

#include "cyan-history-words.h"
#include "cyan-i18n.h"
#include "cyan-sentences.h"
#include "cyan-text.h"
#include "cyan-units.h"

const char *const cyan_risk_titles[CYAN_RISK_N_COLUMNS] = { N_ ("Revision"),  N_ ("Subject"),
                                                            N_ ("Benchmark"), N_ ("Predicted"),
                                                            N_ ("Measured"),  N_ ("Result") };

gboolean
cyan_risk_is_listed (const CyanPrediction *self, guint column)
{
  const CyanPredictedRevision *revision = &self->revisions[column];

  return column > 0
         && (cyan_prediction_is_selected (self, column)
             || (revision->is_known && revision->is_regression));
}

/* ---- cells ---- */

static char *
predicted_text (const CyanPrediction *self, const CyanPredictedBenchmark *benchmark)
{
  g_autofree char *own = NULL;

  switch (self->model)
    {
    case CYAN_RISK_LITO:
      return isnan (benchmark->dc) ? g_strdup ("") : cyan_prediction_dc_text (benchmark);
    case CYAN_RISK_PERFSCOPE:
      return g_strdup_printf ("%.6g", benchmark->perfscope);
    case CYAN_RISK_CALLS_ADDED:
      return g_strdup_printf (ngettext ("%'u call", "%'u calls", benchmark->n_calls_added),
                              benchmark->n_calls_added);
    case CYAN_RISK_COMBINED:
      own = cyan_share_to_text (benchmark->own);
      return g_strdup_printf ("%.6g; %s", benchmark->perfscope, own);
    case CYAN_RISK_TOUCHED:
    default:
      return g_strdup_printf (ngettext ("%'u function", "%'u functions", benchmark->n_touched),
                              benchmark->n_touched);
    }
}

static const char *
verdict (const CyanPrediction *self, guint column)
{
  const CyanPredictedRevision *revision = &self->revisions[column];
  const CyanPredictedBenchmark *benchmark =
      &revision->benchmarks[cyan_prediction_benchmark (self, column)];

  if (!revision->is_measured)
    return _ ("not measured");
  if (!cyan_prediction_is_selected (self, column))
    return _ ("missed");
  if (revision->is_regression)
    return _ ("found");
  /* Translators: a revision was slow once, those before and after it were not */
  return benchmark->dd >= self->threshold ? _ ("slow once only") : _ ("not slower");
}

char *
cyan_risk_text (const CyanPrediction *self, guint revision, CyanRiskColumn column)
{
  const CyanEvolutionColumn *commit = &self->columns[revision];
  guint benchmark = cyan_prediction_benchmark (self, revision);
  double change = self->revisions[revision].benchmarks[benchmark].dd;

  switch (column)
    {
    case CYAN_RISK_COLUMN_NAME:
      return cyan_text_for_label (commit->name, CYAN_HISTORY_NAME_CHARS);
    case CYAN_RISK_COLUMN_SUBJECT:
      return cyan_text_for_label (commit->subject != NULL ? commit->subject : "",
                                  CYAN_HISTORY_SUBJECT_CHARS);
    case CYAN_RISK_COLUMN_BENCHMARK:
      return cyan_text_for_label (self->benchmarks[benchmark], CYAN_HISTORY_NAME_CHARS);
    case CYAN_RISK_COLUMN_PREDICTED:
      return predicted_text (self, &self->revisions[revision].benchmarks[benchmark]);
    case CYAN_RISK_COLUMN_MEASURED:
      return isnan (change) ? g_strdup ("") : cyan_relative_change_to_text (change);
    case CYAN_RISK_COLUMN_VERDICT:
    case CYAN_RISK_N_COLUMNS:
    default:
      return g_strdup (verdict (self, revision));
    }
}

char *
cyan_risk_spoken (const CyanPrediction *self, guint revision)
{
  GString *spoken = g_string_new (NULL);

  for (guint i = 0; i < CYAN_RISK_N_COLUMNS; i++)
    {
      g_autofree char *text = cyan_risk_text (self, revision, (CyanRiskColumn) i);

      if (*text != '\0')
        g_string_append_printf (spoken, "%s%s: %s", i > 0 ? ", " : "", _ (cyan_risk_titles[i]),
                                text);
    }
  return g_string_free (spoken, FALSE);
}

/* ---- sentences ---- */

char *
cyan_risk_why (const CyanPrediction *self, guint revision)
{
  const CyanPredictedRevision *about = &self->revisions[revision];
  guint number = cyan_prediction_benchmark (self, revision);
  const CyanPredictedBenchmark *benchmark = &about->benchmarks[number];
  g_autofree char *name = cyan_text_for_label (self->benchmarks[number], CYAN_HISTORY_NAME_CHARS);
  g_autofree char *cost = NULL, *sample = NULL, *own = NULL;

  if (!about->is_known)
    return cyan_text_for_label (about->problem != NULL ? about->problem : "",
                                CYAN_HISTORY_SUBJECT_CHARS);
  if (isnan (benchmark->dc))
    return g_strdup (_ ("No revision before it has a profile that counts calls."));
  cost = cyan_prediction_dc_text (benchmark);
  sample = cyan_text_for_label (self->columns[benchmark->sample].name, CYAN_HISTORY_NAME_CHARS);
  own = cyan_share_to_text (benchmark->own);
  /* Translators: a change in percent, a benchmark, a revision, a score, a number, a share of the
   * benchmark, a number */
  return g_strdup_printf (
      _ ("The calls that were added and deleted cost %s of %s, by the profile of "
         "%s. PerfScope's score is %.6g; modified functions: %'u, with %s of the benchmark; "
         "added calls: %'u."),
      cost, name, sample, benchmark->perfscope, benchmark->n_touched, own,
      benchmark->n_calls_added);
}

char *
cyan_risk_function_text (const CyanPredictedBenchmark *self, const CyanPredictedFunction *function)
{
  g_autofree char *name = cyan_text_for_label (function->function, CYAN_HISTORY_SUBJECT_CHARS);
  g_autofree char *file = cyan_text_for_label (function->file, CYAN_HISTORY_SUBJECT_CHARS);

  return cyan_predicted_function_text (self, function, name, file);
}

char *
cyan_risk_call_text (const CyanPredictedBenchmark *self, const CyanPredictedCall *call)
{
  g_autofree char *callee = cyan_text_for_label (call->callee, CYAN_HISTORY_SUBJECT_CHARS);
  g_autofree char *text = cyan_predicted_call_text (self, call);

  return g_strdup_printf ("%s %s: %s", call->is_deleted ? "\xe2\x88\x92" : "+", callee, text);
}

char *
cyan_risk_share_text (double share)
{
  return isnan (share) ? g_strdup ("\xe2\x80\x93") : cyan_share_to_text (share);
}
