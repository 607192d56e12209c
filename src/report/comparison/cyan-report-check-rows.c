/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The check report for programs; docs/ci.md lists the names. */
#include "cyan-report-check.h"
#include "cyan-comparison-pages.h"
#include "cyan-start.h"

/* Maximum names of a path: the node and its nearest callers. */
#define PATH_NAMES 32

static const char *
none_if_empty (const char *text)
{
  return text != NULL && *text != '\0' ? text : NULL;
}

static void
put_path (CyanRows *rows, const CyanComparison *comparison, CyanNode node)
{
  CyanNode path[PATH_NAMES];
  guint n = 0;

  for (; n < PATH_NAMES && node != CYAN_NODE_ROOT; node = comparison->compared.tree->parent[node])
    path[n++] = node;
  cyan_rows_open (rows, "path", CYAN_GROUP_LIST);
  while (n-- > 0)
    cyan_rows_text (rows, NULL, cyan_comparison_name (comparison, path[n]));
  cyan_rows_close (rows);
}

/* Writes a node's function and what is known of its source. */
static void
put_function (CyanRows *rows, const CyanReportOptions *options, CyanNode node)
{
  const CyanComparison *comparison = options->comparison;
  const CyanFunction *function = cyan_comparison_function (comparison, node);
  const char *file = cyan_comparison_string (comparison, function->file);

  cyan_rows_count (rows, "node", node);
  cyan_rows_text (rows, "name", cyan_comparison_name (comparison, node));
  cyan_rows_text (rows, "old_name", none_if_empty (cyan_comparison_old_name (comparison, node)));
  put_path (rows, comparison, node);
  cyan_rows_text (rows, "file", none_if_empty (file));
  cyan_rows_count_if (rows, "line", function->line > 0, function->line);
  cyan_rows_text (rows, "source", cyan_change_names[cyan_report_change (options, node)]);
}

static void
put_numbers (CyanRows *rows, const CyanComparison *comparison, const CyanGateEntry *entry)
{
  const CyanEstimate *estimate = &entry->estimate;
  double change = entry->after - entry->before, run = comparison->compared.side[0].total;
  gboolean known = entry->has_estimate;

  cyan_rows_number (rows, "before", entry->before);
  cyan_rows_number (rows, "after", entry->after);
  cyan_rows_number (rows, "change", change);
  cyan_rows_number_if (rows, "share", run > 0, change / run);
  cyan_rows_number_if (rows, "ratio", known, estimate->ratio);
  cyan_rows_number_if (rows, "ratio_low", known, estimate->low);
  cyan_rows_number_if (rows, "ratio_high", known, estimate->high);
  cyan_rows_number_if (rows, "q", known, estimate->q);
}

static void
put_failure (CyanRows *rows, const CyanReportOptions *options, const CyanGateEntry *entry)
{
  CyanStatus status = cyan_comparison_status (options->comparison, entry->node);

  cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, "gate", cyan_gate_kind_names[entry->kind]);
  put_function (rows, options, entry->node);
  cyan_rows_text (rows, "status", cyan_status_names[status]);
  cyan_rows_flag (rows, "innermost", entry->innermost);
  put_numbers (rows, options->comparison, entry);
  cyan_rows_close (rows);
}

static void
put_side (CyanRows *rows, const CyanReportCheck *check, guint side)
{
  const CyanReportOptions *options = &check->options;
  const CyanComparison *comparison = options->comparison;

  cyan_rows_open (rows, side == 0 ? "before" : "after", CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, "name", side == 0 ? options->before_name : options->after_name);
  cyan_rows_number (rows, "total",
                    side == 0 ? comparison->compared.side[0].sum
                              : comparison->compared.side[1].sum);
  cyan_rows_number (rows, "ignored", check->gate->left_out[side]);
  cyan_report_put_runs (rows, comparison, side);
  cyan_rows_close (rows);
}

static void
put_gates (CyanRows *rows, const CyanGateOptions *gate)
{
  cyan_rows_open (rows, "gate", CYAN_GROUP_LIST);
  if (gate->total || gate->any_node)
    cyan_rows_text (rows, NULL, "total");
  if (gate->functions != NULL)
    cyan_rows_text (rows, NULL, "function");
  if (gate->any_node)
    cyan_rows_text (rows, NULL, "node");
  cyan_rows_close (rows);
}

static void
put_noise (CyanRows *rows, const CyanComparison *comparison, const CyanGateResult *result)
{
  static const char *const names[] = { "unknown", "sampling", "equal calls", "runs" };
  G_STATIC_ASSERT (G_N_ELEMENTS (names) == CYAN_NOISE_RUNS + 1);
  g_autofree char *text = cyan_comparison_noise_text (comparison);

  cyan_rows_open (rows, "noise", CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, "known", names[comparison->noise.kind]);
  cyan_rows_text (rows, "text", text);
  cyan_rows_number (rows, "alpha", comparison->noise.alpha);
  cyan_rows_flag (rows, "total_by_chance", result->by_chance);
  cyan_rows_count (rows, "others_by_chance", result->n_by_chance);
  cyan_rows_close (rows);
}

void
cyan_report_check_rows (CyanRows *rows, gconstpointer about)
{
  const CyanReportCheck *check = about;
  const CyanReportOptions *options = &check->options;
  const CyanComparison *comparison = options->comparison;
  const CyanGateResult *result = check->result;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  CyanProse prose = { text, FALSE, words };

  cyan_prose_check (&prose, check);
  cyan_rows_open (rows, NULL, CYAN_GROUP_PAGE);
  cyan_rows_flag (rows, "passed", result->passed);
  cyan_rows_text (rows, "text", text->str);
  put_gates (rows, check->gate);
  cyan_rows_number (rows, "limit", check->gate->limit);
  cyan_rows_number (rows, "limit_value", result->allowed);
  cyan_rows_unit (rows, cyan_comparison_unit (comparison));
  put_side (rows, check, 0);
  put_side (rows, check, 1);
  cyan_rows_open (rows, "total", CYAN_GROUP_OBJECT);
  put_numbers (rows, comparison, &result->total);
  cyan_rows_close (rows);
  put_noise (rows, comparison, result);
  cyan_rows_count (rows, "n_failures", result->failures->len);
  cyan_rows_open (rows, "failures", CYAN_GROUP_LIST);
  for (guint i = 0; i < MIN (result->failures->len, options->top); i++)
    put_failure (rows, options, &g_array_index (result->failures, CyanGateEntry, i));
  cyan_rows_close (rows);
  cyan_start_put (rows, options, FALSE);
  cyan_rows_texts (rows, "warnings", comparison->warnings);
  cyan_rows_close (rows);
}
