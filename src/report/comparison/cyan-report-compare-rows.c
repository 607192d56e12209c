/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The comparison for programs: one row for each node. */
#include "cyan-change.h"
#include "cyan-comparison-pages.h"
#include "cyan-report-compare.h"

#include <math.h>

const char *const cyan_report_columns[] = {
  "node",        "parent",       "depth",       "name",        "module",         "file",
  "line",        "callsite",     "status",      "source",      "verdict",        "before_calls",
  "after_calls", "before_total", "after_total", "before_self", "after_self",     "before_share",
  "after_share", "height",       "width",       "moved_to",    "moved_from",     "old_name",
  "ratio",       "ratio_low",    "ratio_high",  "q_value",     "before_missing", "after_missing",
  NULL
};

static guint *
find_depths (const CyanComparison *comparison)
{
  guint *depths = g_new (guint, comparison->compared.n_nodes);

  depths[0] = 0;
  for (CyanNode node = 1; node < comparison->compared.n_nodes; node++)
    depths[node] = depths[comparison->compared.tree->parent[node]] + 1;
  return depths;
}

static guint
call_site (const CyanComparison *comparison, CyanNode node)
{
  const CyanMergedTree *tree = comparison->compared.tree;
  CyanNode after = tree->after[node], before = tree->before[node];

  if (after != CYAN_NODE_NONE)
    return comparison->compared.side[1].profile->call_site != NULL
               ? comparison->compared.side[1].profile->call_site[after]
               : 0;
  return comparison->compared.side[0].profile->call_site != NULL
             ? comparison->compared.side[0].profile->call_site[before]
             : 0;
}

/* The height as the report prints it: a share as it is; an absolute difference in the unit, where
 * cyan_comparison_height() gives a fraction of the larger total. */
static double
report_height (const CyanComparison *comparison, CyanNode node, CyanBasis basis)
{
  double height = cyan_comparison_height (comparison, node, basis);

  if (basis == CYAN_BASIS_ABSOLUTE)
    height *= cyan_compared_larger_total (&comparison->compared);
  return height;
}

static void
put_numbers (CyanRows *rows, const CyanReportOptions *options, CyanNode node)
{
  const CyanComparison *comparison = options->comparison;
  CyanSide before, after;
  double width;
  gboolean has_width = cyan_comparison_width (comparison, node, &width);

  cyan_comparison_sides (comparison, node, &before, &after);
  cyan_rows_count_if (rows, "before_calls", before.calls != CYAN_CALLS_UNKNOWN, before.calls);
  cyan_rows_count_if (rows, "after_calls", after.calls != CYAN_CALLS_UNKNOWN, after.calls);
  cyan_rows_number_if (rows, "before_total", before.present, before.total);
  cyan_rows_number_if (rows, "after_total", after.present, after.total);
  cyan_rows_number_if (rows, "before_self", before.present, before.self);
  cyan_rows_number_if (rows, "after_self", after.present, after.self);
  cyan_rows_number_if (rows, "before_share", before.present, before.share);
  cyan_rows_number_if (rows, "after_share", after.present, after.share);
  cyan_rows_number (rows, "height", report_height (comparison, node, options->basis));
  cyan_rows_number_if (rows, "width", has_width, width);
}

static void
put_estimate (CyanRows *rows, const CyanReportOptions *options, CyanNode node)
{
  CyanEstimate estimate = { 0 };
  gboolean known = cyan_comparison_estimate (options->comparison, node, options->basis, &estimate);
  /* A ratio to 0 is not a number; CSV leaves out its interval as well. */
  gboolean told = known && (rows->form->nested || isfinite (estimate.ratio));

  cyan_rows_number_if (rows, "ratio", told, estimate.ratio);
  cyan_rows_number_if (rows, "ratio_low", told, estimate.low);
  cyan_rows_number_if (rows, "ratio_high", told, estimate.high);
  cyan_rows_number_if (rows, "q_value", known, estimate.q);
}

static void
put_node (CyanRows *rows, const CyanReportOptions *options, CyanNode node, guint depth)
{
  const CyanComparison *comparison = options->comparison;
  const CyanFunction *function = cyan_comparison_function (comparison, node);
  CyanVerdict verdict = cyan_comparison_verdict (comparison, node, options->basis);
  CyanNode moved_to = cyan_comparison_moved_to (comparison, node);
  CyanNode moved_from = cyan_comparison_moved_from (comparison, node);
  guint site = call_site (comparison, node);

  cyan_rows_count (rows, "node", node);
  cyan_rows_count_if (rows, "parent", node != CYAN_NODE_ROOT,
                      comparison->compared.tree->parent[node]);
  cyan_rows_count (rows, "depth", depth);
  cyan_rows_text (rows, "name", cyan_comparison_name (comparison, node));
  cyan_rows_text (rows, "module", cyan_comparison_string (comparison, function->module));
  cyan_rows_text (rows, "file", cyan_comparison_string (comparison, function->file));
  cyan_rows_count_if (rows, "line", function->line != 0, function->line);
  cyan_rows_count_if (rows, "callsite", site != 0, site);
  cyan_rows_text (rows, "status", cyan_status_names[cyan_comparison_status (comparison, node)]);
  cyan_rows_text (rows, "source", cyan_change_names[cyan_report_change (options, node)]);
  cyan_rows_text (rows, "verdict", cyan_verdict_names[verdict]);
  put_numbers (rows, options, node);
  cyan_rows_count_if (rows, "moved_to", moved_to != CYAN_NODE_NONE, moved_to);
  cyan_rows_count_if (rows, "moved_from", moved_from != CYAN_NODE_NONE, moved_from);
  cyan_rows_text (rows, "old_name", cyan_comparison_old_name (comparison, node));
  put_estimate (rows, options, node);
  for (guint side = 0; side < 2; side++)
    cyan_rows_number_if (rows, side == 0 ? "before_missing" : "after_missing",
                         comparison->compared.missing[side] != NULL,
                         cyan_compared_missing (&comparison->compared, side, node));
}

static void
put_side (CyanRows *rows, const CyanComparison *comparison, guint side, const char *name)
{
  const CyanProfile *profile =
      side == 0 ? comparison->compared.side[0].profile : comparison->compared.side[1].profile;

  cyan_rows_open (rows, side == 0 ? "before" : "after", CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, "name", name);
  cyan_rows_text (rows, "format", profile->format);
  cyan_rows_count (rows, "nodes", profile->n_nodes - 1);
  cyan_rows_number (rows, "total",
                    side == 0 ? comparison->compared.side[0].sum
                              : comparison->compared.side[1].sum);
  cyan_report_put_runs (rows, comparison, side);
  cyan_rows_close (rows);
}

void
cyan_report_compare_rows (CyanRows *rows, gconstpointer about)
{
  const CyanReportOptions *options = about;
  const CyanComparison *comparison = options->comparison;
  gboolean share = options->basis == CYAN_BASIS_SHARE;
  g_autofree guint *depths = find_depths (comparison);
  g_autofree char *verdict = cyan_comparison_verdict_text (comparison);
  g_autofree char *noise = cyan_comparison_noise_text (comparison);

  cyan_report_put_unit (rows, comparison, cyan_comparison_unit (comparison));
  cyan_rows_open (rows, NULL, CYAN_GROUP_LINES);
  put_side (rows, comparison, 0, options->before_name);
  put_side (rows, comparison, 1, options->after_name);
  cyan_rows_unit (rows, cyan_comparison_unit (comparison));
  cyan_rows_text (rows, "match", cyan_match_method_names[comparison->compared.method]);
  cyan_rows_text (rows, "reading", share ? "share" : "absolute");
  cyan_rows_number (rows, "threshold", comparison->threshold);
  cyan_rows_text (rows, "noise", noise);
  cyan_rows_number (rows, "alpha", comparison->noise.alpha);
  cyan_rows_text (rows, "verdict", verdict);
  cyan_rows_texts (rows, "warnings", comparison->warnings);
  if (rows->form->nested)
    cyan_report_put_story (rows, options);
  cyan_rows_open_table (rows, "nodes", cyan_report_columns);
  for (CyanNode node = 0; node < comparison->compared.n_nodes && cyan_rows_go_on (rows); node++)
    {
      cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
      put_node (rows, options, node, depths[node]);
      cyan_rows_close (rows);
    }
  cyan_rows_close (rows);
  cyan_rows_close (rows);
}
