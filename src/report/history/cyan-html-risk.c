/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which revisions are risky, and why, as a page. */
#include "cyan-html-frame.h"
#include "cyan-report-risk-parts.h"

#include <math.h>

#include "cyan-text.h"
#include "cyan-units.h"

/* Revisions with their reasons, at most: a page is for reading. */
#define MAX_REVISIONS 200
#define MAX_FUNCTIONS 20
#define MAX_CALLS     20

static const char *
say_name (CyanProse *prose, const char *name)
{
  return cyan_prose_name (prose, name, CYAN_PROSE_NAME);
}

/* ---- the whole ---- */

static void
append_summary (CyanProse *prose, const CyanReportRisk *about)
{
  const CyanPrediction *prediction = about->prediction;
  guint n = prediction->n_columns, n_risky = cyan_report_risk_count (about);
  g_autoptr (GPtrArray) notes = cyan_report_risk_notes (about);

  cyan_prose_say (prose, "<p class=\"verdict\">%u of %u revisions %s risky</p>\n", n_risky, n - 1,
                  n_risky == 1 ? "is" : "are");
  cyan_prose_say (prose,
                  "<p>%s after %s, up to %s; metric %s on %s; a sample every %u revisions. "
                  "Risky by %s.</p>\n",
                  say_name (prose, prediction->project),
                  say_name (prose, prediction->columns[0].name),
                  say_name (prose, prediction->columns[n - 1].name),
                  say_name (prose, prediction->metric), say_name (prose, prediction->machine),
                  prediction->every, cyan_report_risk_model (prose, about));
  for (guint i = 0; i < notes->len; i++)
    {
      g_autofree char *note = cyan_text_for_xml (notes->pdata[i]);

      cyan_prose_say (prose, "<p class=\"dim\">%s</p>\n", note);
    }
}

static void
append_scores (CyanProse *prose, const CyanReportRisk *about)
{
  static const CyanHtmlColumn columns[] = {
    { "Model" },        { "Selected", TRUE },  { "Found", TRUE }, { "Precision", TRUE },
    { "Recall", TRUE }, { "Reduction", TRUE }, { "F1", TRUE },    { NULL },
  };
  const CyanPrediction *prediction = about->prediction;
  const CyanRiskScore *first = &prediction->scores[0];

  cyan_html_section (prose, "How well the models do",
                     prediction->has_truth ? cyan_prose_text (
                         prose, "%u revisions are measured, %u slower by %s or more.", first->n,
                         first->n_regressions, cyan_prose_share (prose, prediction->threshold))
                                           : "No revision was measured together with its parent.");
  cyan_html_table (prose, columns);
  for (guint i = 0; i < CYAN_N_RISK_MODELS && prediction->has_truth; i++)
    {
      const CyanRiskScore *score = &prediction->scores[i];
      const double shares[] = { score->precision, score->recall, score->reduction, score->f1 };

      cyan_html_row (prose);
      cyan_html_cell (prose, cyan_risk_model_names[i]);
      cyan_html_number_cell (prose, g_strdup_printf ("%u", score->n_selected));
      cyan_html_number_cell (prose, g_strdup_printf ("%u", score->n_found));
      for (guint k = 0; k < G_N_ELEMENTS (shares); k++)
        cyan_html_number_cell (prose, isnan (shares[k])
                                          ? g_strdup ("-")
                                          : g_strdup_printf ("%.1f %%", shares[k] * 100));
      cyan_html_row_end (prose);
    }
  cyan_html_table_end (prose);
  cyan_html_section_end (prose);
}

/* ---- revisions ---- */

static void
append_call (CyanProse *prose,
             const CyanReportRisk *about,
             const CyanPredictedFunction *function,
             const CyanPredictedCall *call)
{
  double cost = call->cost * call->executions;

  cyan_html_row (prose);
  cyan_html_cell (prose, cyan_prose_text (prose, "%s (%s:%u)", say_name (prose, function->function),
                                          say_name (prose, function->file), function->line));
  cyan_html_cell (prose, cyan_prose_text (prose, "%s %s", call->is_deleted ? "−" : "+",
                                          say_name (prose, call->callee)));
  cyan_html_cell (prose, cyan_report_risk_call (prose, about, call));
  cyan_html_number_cell (
      prose, cyan_difference_to_text (call->is_deleted ? -cost : cost, about->prediction->unit));
  cyan_html_row_end (prose);
}

static void
append_calls (CyanProse *prose,
              const CyanReportRisk *about,
              const CyanPredictedBenchmark *benchmark)
{
  static const CyanHtmlColumn columns[] = {
    { "Function" }, { "Call" }, { "One costs, and is executed" }, { "Cost", TRUE }, { NULL },
  };

  cyan_html_table (prose, columns);
  for (guint i = 0; i < MIN (benchmark->n_functions, MAX_FUNCTIONS); i++)
    for (guint k = 0; k < MIN (benchmark->functions[i].n_calls, MAX_CALLS); k++)
      append_call (prose, about, &benchmark->functions[i], &benchmark->functions[i].calls[k]);
  cyan_html_table_end (prose);
}

static void
append_revision (CyanProse *prose, const CyanReportRisk *about, guint column)
{
  const CyanEvolutionColumn *commit = &about->prediction->columns[column];
  const CyanPredictedBenchmark *benchmark =
      &about->prediction->revisions[column]
           .benchmarks[cyan_prediction_benchmark (about->prediction, column)];
  const char *truth = about->evaluate ? cyan_report_risk_truth (prose, about, column) : "";
  g_autofree char *subject = cyan_html_plain (commit->subject != NULL ? commit->subject : "");

  cyan_html_section (
      prose,
      cyan_prose_text (prose, "%s%s %s",
                       cyan_prediction_is_selected (about->prediction, column) ? "" : "Missed: ",
                       say_name (prose, commit->name), subject),
      cyan_prose_text (prose, "%s%s%s", cyan_report_risk_why (prose, about, column),
                       *truth != '\0' ? "; " : "", truth));
  if (benchmark->n_functions > 0)
    append_calls (prose, about, benchmark);
  cyan_html_section_end (prose);
}

void
cyan_report_risk_html (CyanProse *prose, gconstpointer data)
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
    append_scores (prose, about);
  for (guint i = about->prediction->n_columns; i-- > 1 && left > 0;)
    if (cyan_prediction_is_selected (about->prediction, i)
        || (about->evaluate && cyan_report_risk_is_missed (about, i)))
      {
        append_revision (prose, about, i);
        left--;
      }
  cyan_html_close (prose, &frame);
}
