/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where to start, and what PARCS makes of it, as text for a terminal and for programs;
 * docs/explain.md lists the names. */
#include "cyan-report-comparison.h"

#include "cyan-report-kind.h"
#include "cyan-start.h"

#define NAME_CHARS 48
#define PATH_CHARS 32 /* characters of a name in a list */
#define N_UNLIKE   5  /* functions of the overlap */

static void
append_head (CyanProse *out, const CyanReportExplain *explain)
{
  const CyanComparison *comparison = explain->options.comparison;
  char *noise = cyan_comparison_noise_text (comparison);

  cyan_report_say_verdict (out, &explain->options, NAME_CHARS);
  if (!explain->parcs->has_sources)
    cyan_prose_say (out, "note: no sources given: causes are told from the recordings alone\n");
  cyan_prose_notes (out, comparison);
  if (noise != NULL)
    cyan_prose_say (out, "noise: %s\n", cyan_prose_value (out, noise));
}

static void
append_counts (CyanProse *out, const CyanParcs *parcs)
{
  static const struct
  {
    const char *text;
    const char *unknown; /* shown if the sources do not give a reason */
    CyanCause cause;
  } rows[] = {
    { "functions deleted", "functions only before", CYAN_CAUSE_DELETED },
    { "functions added", "functions only after", CYAN_CAUSE_ADDED },
    { "below modified functions", "below modified functions", CYAN_CAUSE_MODIFIED },
    { "side effects or chance", "cause unknown", CYAN_CAUSE_SIDE_EFFECT },
    { "not seen on one side", "not seen on one side", CYAN_CAUSE_UNSEEN },
  };
  gboolean known[CYAN_N_CAUSES] = { FALSE };

  cyan_prose_say (out, "\n%-28s%10s%12s%10s%12s\n", "Calling contexts (PARCS)", "before",
                  "in subtrees", "after", "in subtrees");
  cyan_prose_say (out, "%-28s%10u%12s%10u\n", "all", parcs->n_nodes[0], "", parcs->n_nodes[1]);
  known[CYAN_CAUSE_DELETED] = known[CYAN_CAUSE_ADDED] = parcs->presence != NULL;
  known[CYAN_CAUSE_SIDE_EFFECT] = parcs->has_sources;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const CyanParcsCount *counts = parcs->counts[rows[i].cause];

      if (counts[0].nodes + counts[1].nodes > 0)
        cyan_prose_say (out, "  %-26s%10u%12u%10u%12u\n",
                        known[rows[i].cause] ? rows[i].text : rows[i].unknown, counts[0].nodes,
                        counts[0].subtrees, counts[1].nodes, counts[1].subtrees);
    }
  cyan_prose_say (out, "  %-26s%10u%12s%10u", "common tree", parcs->n_common, "", parcs->n_common);
  if (parcs->n_nodes[0] > 0)
    cyan_prose_say (out, "  (%s of before)",
                    cyan_prose_share (out, (double) parcs->n_common / parcs->n_nodes[0]));
  cyan_prose_say (out, "\n");
  if (parcs->unordered)
    cyan_prose_say (out, "note: a recording knows no order of calls, so the common tree does not "
                         "keep it\n");
  if (parcs->bounded)
    cyan_prose_say (out, "note: too many siblings of one name to find the largest common tree\n");
}

/* Appends the first functions that were adjusted, each once. */
static void
append_unlike (CyanProse *out, const CyanComparison *comparison, const CyanOverlap *overlap)
{
  guint32 shown[N_UNLIKE];
  guint n = 0;

  for (guint i = 0; i < overlap->n_steps; i++)
    {
      CyanNode node = overlap->steps[i].node;
      guint32 function = cyan_compared_function (&comparison->compared, node);
      gboolean known = FALSE;

      for (guint k = 0; k < n; k++)
        known |= shown[k] == function;
      if (known)
        continue;
      cyan_prose_say (out, n > 0 ? ", %s" : "%s",
                      n == N_UNLIKE ? "..."
                                    : cyan_prose_name (out, cyan_comparison_name (comparison, node),
                                                       PATH_CHARS));
      if (n == N_UNLIKE)
        return;
      shown[n++] = function;
    }
}

static void
append_overlap (CyanProse *out, const CyanParcs *parcs, const CyanReportExplain *explain)
{
  static const char *const words[] = { "own values", "totals", "calls" };
  const CyanOverlap *overlap = explain->overlap;

  cyan_prose_say (out, "\nOverlap of the %s: %s", words[explain->weight],
                  cyan_prose_share (out, overlap->overlap));
  if (explain->threshold_from != NULL)
    cyan_prose_say (out, " (%s: %s)", explain->threshold_from,
                    cyan_prose_share (out, explain->threshold));
  cyan_prose_say (out, "\n");
  if (overlap->n_steps == 0)
    return;
  cyan_prose_say (out, "with %s adjusted: %s (",
                  cyan_prose_count (out, overlap->n_steps, "context"),
                  cyan_prose_share (out, overlap->steps[overlap->n_steps - 1].overlap));
  append_unlike (out, parcs->comparison, overlap);
  cyan_prose_say (out, ")\n");
}

static void
say_explain (CyanProse *prose, gconstpointer about)
{
  const CyanReportExplain *explain = about;

  if (!explain->after_compare)
    {
      append_head (prose, explain);
      cyan_start_text (prose, &explain->options, explain->options.top, TRUE);
    }
  append_counts (prose, explain->parcs);
  append_overlap (prose, explain->parcs, explain);
}

/* ---- rows ---- */

static const char *const side_names[] = { "before", "after" };

static void
put_explanation (CyanRows *rows, gconstpointer about, guint i)
{
  const CyanReportExplain *explain = about;
  const CyanReportOptions *options = &explain->options;
  const CyanExplanation *explanation = &explain->explanations->at[i];
  const CyanComparison *comparison = options->comparison;
  const guint64 *calls = explanation->calls;
  CyanNode caller = explanation->caller;
  gboolean structural = explanation->structural;

  cyan_start_put_members (rows, options, explanation->pair);
  cyan_rows_count (rows, "rank", i + 1);
  cyan_rows_text (rows, "kind", structural ? "subtrees" : "weight");
  cyan_rows_text (rows, "reason", cyan_reason_names[explanation->reason]);
  cyan_rows_text (rows, "side", structural ? side_names[explanation->side] : NULL);
  cyan_rows_count (rows, "node", explanation->node);
  cyan_rows_count (rows, "contexts", explanation->n_contexts);
  cyan_rows_count (rows, "nodes", explanation->n_nodes);
  cyan_rows_number (rows, "before", explanation->before);
  cyan_rows_number (rows, "after", explanation->after);
  cyan_rows_number (rows, "change", explanation->change);
  cyan_rows_number_if (rows, "share_of_before", options->ranking->before > 0,
                       explanation->change / options->ranking->before);
  cyan_rows_count_if (rows, "before_calls", calls[0] != CYAN_CALLS_UNKNOWN, calls[0]);
  cyan_rows_count_if (rows, "after_calls", calls[1] != CYAN_CALLS_UNKNOWN, calls[1]);
  cyan_rows_flag (rows, "source_known", explanation->source_known);
  cyan_rows_text (rows, "caller",
                  caller != CYAN_NODE_NONE ? cyan_comparison_name (comparison, caller) : NULL);
  if (explanation->read == G_MAXUINT32)
    cyan_rows_none (rows, "read");
  else
    cyan_start_put_function (rows, "read", options, explanation->read);
  cyan_start_put_functions (rows, "suspects", options, explanation->suspects,
                            explanation->n_suspects);
}

static void
put_difference (CyanRows *rows, gconstpointer about, guint i)
{
  const CyanReportExplain *explain = about;
  const CyanParcs *parcs = explain->parcs;
  const CyanDifference *difference = &parcs->differences[i];
  g_autoptr (GArray) suspects = cyan_parcs_suspects (parcs, difference->side, difference->root,
                                                     difference->cause, CYAN_MAX_SUSPECTS);

  cyan_rows_text (rows, "cause", cyan_cause_names[difference->cause]);
  cyan_rows_count (rows, "stage", difference->stage);
  cyan_rows_text (rows, "side", side_names[difference->side]);
  cyan_rows_flag (rows, "source_known", difference->source_known);
  cyan_rows_text (rows, "function", cyan_comparison_name (parcs->comparison, difference->node));
  cyan_rows_count (rows, "node", difference->node);
  cyan_rows_count (rows, "nodes", difference->n_nodes);
  cyan_rows_number (rows, "total", difference->total);
  cyan_rows_number (rows, "share", difference->share);
  cyan_start_put_functions (rows, "suspects", &explain->options,
                            (const guint32 *) (void *) suspects->data, suspects->len);
}

static void
put_counts (CyanRows *rows, const CyanParcs *parcs, guint side)
{
  cyan_rows_open (rows, side == 0 ? "before_counts" : "after_counts", CYAN_GROUP_OBJECT);
  cyan_rows_count (rows, "nodes", parcs->n_nodes[side]);
  cyan_rows_count (rows, "common_tree", parcs->n_common);
  for (guint cause = 0; cause < CYAN_N_CAUSES; cause++)
    {
      cyan_rows_open (rows, cyan_cause_names[cause], CYAN_GROUP_OBJECT);
      cyan_rows_count (rows, "subtrees", parcs->counts[cause][side].subtrees);
      cyan_rows_count (rows, "nodes", parcs->counts[cause][side].nodes);
      cyan_rows_close (rows);
    }
  cyan_rows_close (rows);
}

static void
put_step (CyanRows *rows, gconstpointer about, guint i)
{
  const CyanReportExplain *explain = about;
  const CyanOverlapStep *step = &explain->overlap->steps[i];

  cyan_rows_text (rows, "function", cyan_comparison_name (explain->options.comparison, step->node));
  cyan_rows_count (rows, "node", step->node);
  cyan_rows_number (rows, "before_pweight", step->pweight[0]);
  cyan_rows_number (rows, "after_pweight", step->pweight[1]);
  cyan_rows_text (rows, "adjusted", side_names[step->side]);
  cyan_rows_number (rows, "weight", step->weight);
  cyan_rows_number (rows, "overlap", step->overlap);
}

static void
put_overlap (CyanRows *rows, const CyanReportExplain *explain)
{
  const CyanOverlap *overlap = explain->overlap;

  cyan_rows_open (rows, "overlap", CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, "weight", cyan_weight_names[explain->weight]);
  cyan_rows_number (rows, "overlap", overlap->overlap);
  cyan_rows_number_if (rows, "threshold", explain->threshold_from != NULL, explain->threshold);
  cyan_rows_text (rows, "threshold_from", explain->threshold_from);
  cyan_rows_flag (rows, "capped", overlap->capped);
  cyan_rows_list (rows, "steps", CYAN_GROUP_LIST, overlap->n_steps, put_step, explain);
  cyan_rows_close (rows);
}

static void
put_head (CyanRows *rows, const CyanReportExplain *explain, const char *unit)
{
  const CyanReportOptions *options = &explain->options;
  const CyanComparison *comparison = options->comparison;
  const CyanParcs *parcs = explain->parcs;
  const CyanExplanations *list = explain->explanations;
  g_autofree char *verdict = cyan_comparison_verdict_text (comparison);
  g_autofree char *noise = cyan_comparison_noise_text (comparison);

  cyan_rows_text (rows, "before", options->before_name);
  cyan_rows_text (rows, "after", options->after_name);
  cyan_rows_number (rows, "before_total", comparison->compared.side[0].sum);
  cyan_rows_number (rows, "after_total", comparison->compared.side[1].sum);
  cyan_rows_unit (rows, unit);
  cyan_rows_number (rows, "difference", list->difference);
  cyan_rows_text (rows, "verdict", verdict);
  cyan_rows_text (rows, "noise", noise);
  cyan_rows_count (rows, "noise_functions", list->n_noise);
  cyan_rows_number (rows, "noise_change", list->noise);
  cyan_rows_count (rows, "pruned_contexts", list->n_pruned);
  cyan_rows_number (rows, "pruned_change", list->pruned);
  cyan_rows_texts (rows, "warnings", comparison->warnings);
  cyan_rows_flag (rows, "sources", parcs->has_sources);
  cyan_rows_flag (rows, "strict", parcs->strict);
  cyan_rows_flag (rows, "ordered", !parcs->unordered);
  cyan_rows_flag (rows, "bounded", parcs->bounded);
  put_counts (rows, parcs, 0);
  put_counts (rows, parcs, 1);
  put_overlap (rows, explain);
}

static void
put_explain (CyanRows *rows, gconstpointer about)
{
  const CyanReportExplain *explain = about;
  const CyanComparison *comparison = explain->options.comparison;
  const char *unit =
      comparison->compared.same_unit ? cyan_comparison_unit (comparison) : "share of the run";

  cyan_report_put_unit (rows, comparison, unit);
  put_head (rows, explain, unit);
  cyan_start_put (rows, &explain->options, TRUE);
  if (rows->form->nested)
    {
      cyan_rows_list (rows, "explanations", CYAN_GROUP_TABLE, explain->explanations->n,
                      put_explanation, explain);
      cyan_rows_list (rows, "differences", CYAN_GROUP_TABLE, explain->parcs->n_differences,
                      put_difference, explain);
    }
}

const CyanReport cyan_report_explain = { .text = say_explain,
                                         .rows = put_explain,
                                         .group = CYAN_GROUP_OBJECT,
                                         .columns = cyan_start_columns };
