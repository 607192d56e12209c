/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The explanations for programs; docs/explain.md lists the names. */
#include "cyan-comparison-pages.h"
#include "cyan-start.h"

static const char *const side_names[] = { "before", "after" };

/* The functions of pairs. */
static void
put_functions (CyanRows *rows,
               const char *name,
               const CyanReportOptions *options,
               const guint32 *pairs,
               guint n)
{
  cyan_rows_open (rows, name, CYAN_GROUP_LIST);
  for (guint i = 0; i < n; i++)
    {
      cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
      cyan_start_put_function (rows, options, pairs[i]);
      cyan_rows_close (rows);
    }
  cyan_rows_close (rows);
}

static void
put_read (CyanRows *rows, const CyanReportOptions *options, guint32 pair)
{
  if (pair == G_MAXUINT32)
    {
      cyan_rows_none (rows, "read");
      return;
    }
  cyan_rows_open (rows, "read", CYAN_GROUP_OBJECT);
  cyan_start_put_function (rows, options, pair);
  cyan_rows_close (rows);
}

static void
put_explanation (CyanRows *rows,
                 const CyanReportOptions *options,
                 const CyanExplanation *explanation,
                 guint rank)
{
  const CyanComparison *comparison = options->comparison;
  const guint64 *calls = explanation->calls;
  CyanNode caller = explanation->caller;
  gboolean structural = explanation->structural;

  cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
  cyan_start_put_function (rows, options, explanation->pair);
  cyan_rows_count (rows, "rank", rank);
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
  put_read (rows, options, explanation->read);
  put_functions (rows, "suspects", options, explanation->suspects, explanation->n_suspects);
  cyan_rows_close (rows);
}

static void
put_difference (CyanRows *rows,
                const CyanReportOptions *options,
                const CyanParcs *parcs,
                const CyanDifference *difference)
{
  g_autoptr (GArray) suspects = cyan_parcs_suspects (parcs, difference->side, difference->root,
                                                     difference->cause, CYAN_MAX_SUSPECTS);

  cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, "cause", cyan_cause_names[difference->cause]);
  cyan_rows_count (rows, "stage", difference->stage);
  cyan_rows_text (rows, "side", side_names[difference->side]);
  cyan_rows_flag (rows, "source_known", difference->source_known);
  cyan_rows_text (rows, "function", cyan_comparison_name (parcs->comparison, difference->node));
  cyan_rows_count (rows, "node", difference->node);
  cyan_rows_count (rows, "nodes", difference->n_nodes);
  cyan_rows_number (rows, "total", difference->total);
  cyan_rows_number (rows, "share", difference->share);
  put_functions (rows, "suspects", options, (const guint32 *) (void *) suspects->data,
                 suspects->len);
  cyan_rows_close (rows);
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
put_overlap (CyanRows *rows, const CyanReportExplain *explain)
{
  const CyanComparison *comparison = explain->options.comparison;
  const CyanOverlap *overlap = explain->overlap;

  cyan_rows_open (rows, "overlap", CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, "weight", cyan_weight_names[explain->weight]);
  cyan_rows_number (rows, "overlap", overlap->overlap);
  cyan_rows_number_if (rows, "threshold", explain->threshold_from != NULL, explain->threshold);
  cyan_rows_text (rows, "threshold_from", explain->threshold_from);
  cyan_rows_flag (rows, "capped", overlap->capped);
  cyan_rows_open (rows, "steps", CYAN_GROUP_LIST);
  for (guint i = 0; i < overlap->n_steps; i++)
    {
      const CyanOverlapStep *step = &overlap->steps[i];

      cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
      cyan_rows_text (rows, "function", cyan_comparison_name (comparison, step->node));
      cyan_rows_count (rows, "node", step->node);
      cyan_rows_number (rows, "before_pweight", step->pweight[0]);
      cyan_rows_number (rows, "after_pweight", step->pweight[1]);
      cyan_rows_text (rows, "adjusted", side_names[step->side]);
      cyan_rows_number (rows, "weight", step->weight);
      cyan_rows_number (rows, "overlap", step->overlap);
      cyan_rows_close (rows);
    }
  cyan_rows_close (rows);
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

void
cyan_report_explain_rows (CyanRows *rows, gconstpointer about)
{
  const CyanReportExplain *explain = about;
  const CyanComparison *comparison = explain->options.comparison;
  const CyanExplanations *list = explain->explanations;
  const CyanParcs *parcs = explain->parcs;
  const char *unit =
      comparison->compared.same_unit ? cyan_comparison_unit (comparison) : "share of the run";

  cyan_report_put_unit (rows, comparison, unit);
  cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
  put_head (rows, explain, unit);
  cyan_start_put (rows, &explain->options, TRUE);
  if (rows->form->nested)
    {
      cyan_rows_open (rows, "explanations", CYAN_GROUP_TABLE);
      for (guint i = 0; i < list->n && cyan_rows_go_on (rows); i++)
        put_explanation (rows, &explain->options, &list->at[i], i + 1);
      cyan_rows_close (rows);
      cyan_rows_open (rows, "differences", CYAN_GROUP_TABLE);
      for (guint i = 0; i < parcs->n_differences && cyan_rows_go_on (rows); i++)
        put_difference (rows, &explain->options, parcs, &parcs->differences[i]);
      cyan_rows_close (rows);
    }
  cyan_rows_close (rows);
}
