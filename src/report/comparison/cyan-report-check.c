/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Why a comparison passed or failed: one paragraph, as a text, as a page in Markdown, and with its
 * numbers for programs; docs/ci.md lists their names.
 */
#include "cyan-report-comparison.h"

#include <string.h>

#include "cyan-report-kind.h"
#include "cyan-start.h"
#include "cyan-units.h"

/* Callers shown in the path of a node that failed. */
#define PATH_CALLERS 2

/* ---- sentences ---- */

static const char *
limit_text (CyanProse *self, const CyanReportCheck *check)
{
  const char *unit = cyan_comparison_unit (check->options.comparison);

  return cyan_prose_text (self, "%s of the total before (%s)",
                          cyan_prose_share (self, check->gate->limit),
                          cyan_prose_amount (self, check->result->allowed, unit));
}

/* "6.45 ms instead of 1.18 ms, +446 % (+5.27 ms)" */
static const char *
change_text (CyanProse *self, const CyanComparison *comparison, const CyanGateEntry *entry)
{
  const char *unit = cyan_comparison_unit (comparison);
  const char *text =
      cyan_prose_text (self, "%s instead of %s", cyan_prose_amount (self, entry->after, unit),
                       cyan_prose_amount (self, entry->before, unit));

  /* A negative value has no ratio. */
  if (entry->before >= 0 && entry->after >= 0)
    text = cyan_prose_text (
        self, "%s, %s", text,
        cyan_prose_value (self, cyan_change_to_text (entry->before, entry->after)));
  if (entry->before == entry->after)
    return text;
  return cyan_prose_text (
      self, "%s (%s)", text,
      cyan_prose_value (self, cyan_difference_to_text (entry->after - entry->before, unit)));
}

static void
say_total (CyanProse *self, const CyanReportCheck *check)
{
  const CyanComparison *comparison = check->options.comparison;
  const char *unit = cyan_comparison_unit (comparison);
  const double *left_out = check->gate->left_out;

  cyan_prose_say (self, "%s took %s", cyan_prose_versions (self, &check->options, CYAN_PROSE_NAME),
                  change_text (self, comparison, &check->result->total));
  if (left_out[0] != 0 || left_out[1] != 0)
    cyan_prose_say (self, ", ignored functions left out (%s before, %s after)",
                    cyan_prose_amount (self, left_out[0], unit),
                    cyan_prose_amount (self, left_out[1], unit));
}

static void
count_failures (const CyanReportCheck *check, guint count[3])
{
  memset (count, 0, 3 * sizeof *count);
  for (guint i = 0; i < check->result->failures->len; i++)
    count[g_array_index (check->result->failures, CyanGateEntry, i).kind]++;
}

/* Appends the tested gates and their results. */
static void
say_gates (CyanProse *self, const CyanReportCheck *check)
{
  const CyanComparison *comparison = check->options.comparison;
  const CyanGateResult *result = check->result;
  const CyanGateOptions *gate = check->gate;
  const CyanGateEntry *worst = NULL;
  guint count[3];

  count_failures (check, count);
  if (gate->total || gate->any_node)
    cyan_prose_say (self,
                    result->by_chance ? "That is more than the limit of %s, but may be noise. "
                    : count[CYAN_GATE_TOTAL] > 0 ? "That is more than the limit of %s. "
                                                 : "The limit is %s. ",
                    limit_text (self, check));
  for (guint i = 0; i < result->failures->len && worst == NULL; i++)
    if (g_array_index (result->failures, CyanGateEntry, i).kind != CYAN_GATE_TOTAL)
      worst = &g_array_index (result->failures, CyanGateEntry, i);
  if (gate->functions == NULL && !gate->any_node)
    return;

  if (worst == NULL && gate->functions == NULL)
    cyan_prose_say (self, "No node");
  else if (worst == NULL)
    cyan_prose_say (
        self, gate->any_node ? "Of %s asked for, and of all nodes, none" : "Of %s asked for none",
        cyan_prose_count (self, result->n_functions, "function"));
  if (count[CYAN_GATE_FUNCTION] > 0)
    cyan_prose_say (self, count[CYAN_GATE_NODE] > 0 ? "%s and " : "%s",
                    cyan_prose_count (self, count[CYAN_GATE_FUNCTION], "function"));
  if (count[CYAN_GATE_NODE] > 0)
    cyan_prose_say (self, "%s", cyan_prose_count (self, count[CYAN_GATE_NODE], "node"));
  cyan_prose_say (self, " got slower by more than %s",
                  gate->total || gate->any_node ? "that" : limit_text (self, check));
  if (worst != NULL)
    cyan_prose_say (self, ", first of all %s with %s",
                    cyan_prose_node (self, comparison, worst->node),
                    change_text (self, comparison, worst));
  cyan_prose_say (self, ". ");
}

/* "the total changed by +71.7 % (95 % interval +65 % to +78 %, p = 0.001)" */
static void
say_estimate (CyanProse *self, const CyanEstimate *estimate)
{
  cyan_prose_say (
      self, "; the total changed by %s (95 %% interval %s to %s, %s)",
      cyan_prose_value (self, cyan_relative_change_to_text ((double) estimate->ratio - 1)),
      cyan_prose_value (self, cyan_relative_change_to_text ((double) estimate->low - 1)),
      cyan_prose_value (self, cyan_relative_change_to_text ((double) estimate->high - 1)),
      cyan_prose_value (self, cyan_probability_to_words ("p", (double) estimate->q)));
}

static void
say_noise (CyanProse *self, const CyanReportCheck *check)
{
  const CyanComparison *comparison = check->options.comparison;
  const CyanGateResult *result = check->result;
  gboolean total_only = check->gate->functions == NULL && !check->gate->any_node;

  cyan_prose_say (self, "%s", cyan_prose_value (self, cyan_comparison_noise_text (comparison)));
  if (result->total.has_estimate)
    say_estimate (self, &result->total.estimate);
  else if (comparison->noise.kind != CYAN_NOISE_UNKNOWN && !total_only)
    cyan_prose_say (self,
                    "; only functions and nodes beyond it fail, for the total the plain difference "
                    "decides");
  else
    cyan_prose_say (self, ", so the plain difference decides");
  cyan_prose_say (self, ".");
  if (!result->passed && comparison->noise.kind != CYAN_NOISE_RUNS)
    cyan_prose_say (self, " Two runs of one version differ, too: several a side would tell.");
  if (result->n_by_chance > 0)
    cyan_prose_say (self, " Beyond the limit by no more than noise: %u %s.", result->n_by_chance,
                    result->n_by_chance == 1 ? "function or node" : "functions and nodes");
  if (result->by_chance)
    cyan_prose_say (self, " More runs a side would tell.");
}

/* The first function that stands out and costs more than before; NULL if there is none. */
static const CyanStart *
find_slower (const CyanRanking *ranking)
{
  for (guint i = 0; i < ranking->n; i++)
    if (ranking->at[i].contribution > 0 && ranking->at[i].confidence > CYAN_CONFIDENCE_POSSIBLE)
      return &ranking->at[i];
  return NULL;
}

static void
say_start (CyanProse *self, const CyanReportCheck *check)
{
  const CyanReportOptions *options = &check->options;
  const CyanStart *start = find_slower (options->ranking);
  const char *because, *read, *commits;

  if (start == NULL)
    {
      cyan_prose_say (self, " No function that got slower stands out.");
      if (check->no_sources != NULL)
        cyan_prose_say (self, " Sources may tell more: %s.", check->no_sources);
      return;
    }
  because = cyan_start_because (self, options, start);
  read = cyan_start_read (self, options, start);
  cyan_prose_say (self, " Of the functions that got slower, start with %s: %s%s%s%s%s.",
                  cyan_start_function_of (self, options, start),
                  cyan_start_size (self, options, start), because != NULL ? "; " : "",
                  because != NULL ? because : "", read != NULL ? "; read " : "",
                  read != NULL ? read : "");
  commits = cyan_start_commits (self, options, (guint) (start - options->ranking->at));
  if (commits != NULL)
    cyan_prose_say (self, " Commits that changed it: %s.", commits);
  if (start->change == CYAN_CHANGE_UNKNOWN && check->no_sources != NULL)
    cyan_prose_say (self, " Whether its source changed is not known: %s.", check->no_sources);
}

/* Appends all sentences: "Passed: before to after took 10.6 ms instead of 6.15 ms, ...". */
static void
say_check (CyanProse *self, const CyanReportCheck *check)
{
  cyan_prose_say (self, check->result->passed ? "Passed: " : "Failed: ");
  say_total (self, check);
  cyan_prose_say (self, ". ");
  say_gates (self, check);
  say_noise (self, check);
  if (check->result->passed)
    return;
  say_start (self, check);
  cyan_prose_say (self, " If this is wanted, record a new baseline.");
}

/* The function or the path of the failed entry. */
static const char *
failed_text (CyanProse *self, const CyanComparison *comparison, const CyanGateEntry *entry)
{
  return entry->kind == CYAN_GATE_NODE
             ? cyan_prose_path (self, comparison, entry->node, PATH_CALLERS, CYAN_ELLIPSIS)
             : cyan_prose_node (self, comparison, entry->node);
}

/* ---- text ---- */

static void
append_failures (CyanProse *prose, const CyanReportCheck *check)
{
  const CyanReportOptions *options = &check->options;
  const GArray *failures = check->result->failures;
  guint n = 0, shown = 0;

  for (guint i = 0; i < failures->len; i++)
    n += g_array_index (failures, CyanGateEntry, i).kind != CYAN_GATE_TOTAL;
  if (n < 2)
    return;
  cyan_prose_say (prose, "\nSlower than allowed (%u of %u)\n", MIN (n, options->top), n);
  for (guint i = 0; i < failures->len && shown < options->top; i++)
    {
      const CyanGateEntry *entry = &g_array_index (failures, CyanGateEntry, i);

      if (entry->kind == CYAN_GATE_TOTAL)
        continue;
      shown++;
      cyan_prose_say (prose, "  %s %s: %s\n", cyan_gate_kind_names[entry->kind],
                      failed_text (prose, options->comparison, entry),
                      change_text (prose, options->comparison, entry));
    }
}

static void
say_text (CyanProse *prose, gconstpointer about)
{
  const CyanReportCheck *check = about;
  g_autofree char *inferred = cyan_comparison_inferred_text (check->options.comparison);

  say_check (prose, check);
  if (inferred != NULL)
    cyan_prose_say (prose, " %s.", inferred);
  cyan_prose_say (prose, "\n");
  append_failures (prose, check);
}

/* ---- Markdown ---- */

#define SIGN_FAILED "\xe2\x9d\x8c"
#define SIGN_PASSED "\xe2\x9c\x85"

/* An HTML block ends at an empty line.  The table contains none, since names have no line breaks.
 */
static void
open_table (CyanProse *prose, const char *const *heads)
{
  cyan_prose_say (prose, "<table>\n<tr>");
  for (guint i = 0; heads[i] != NULL; i++)
    cyan_prose_say (prose, "<th>%s</th>", heads[i]);
  cyan_prose_say (prose, "</tr>\n");
}

static void
append_value_cell (CyanProse *prose, char *text)
{
  cyan_prose_say (prose, "<td align=\"right\">%s</td>", cyan_prose_value (prose, text));
}

/* Appends source and location, the last two cells of every row. */
static void
append_source_cells (CyanProse *prose, const CyanReportOptions *options, CyanNode node)
{
  cyan_prose_say (prose, "<td>%s</td><td>%s</td></tr>\n",
                  cyan_change_names[cyan_report_change (options, node)],
                  cyan_prose_location (prose, options->comparison, node));
}

static void
append_failure_table (CyanProse *prose, const CyanReportCheck *check)
{
  const CyanReportOptions *options = &check->options;
  const CyanComparison *comparison = options->comparison;
  static const char *const heads[] = { "slower than allowed", "before", "after", "change",
                                       "of the total",        "source", "where", NULL };
  const GArray *failures = check->result->failures;
  const char *unit = cyan_comparison_unit (comparison);
  guint shown = 0;

  for (guint i = 0; i < failures->len && shown < options->top; i++)
    {
      const CyanGateEntry *entry = &g_array_index (failures, CyanGateEntry, i);
      double change = entry->after - entry->before;

      if (entry->kind == CYAN_GATE_TOTAL)
        continue;
      if (shown++ == 0)
        open_table (prose, heads);
      cyan_prose_say (prose, "<tr><td>%s</td>", failed_text (prose, comparison, entry));
      append_value_cell (prose, cyan_value_to_text (entry->before, unit));
      append_value_cell (prose, cyan_value_to_text (entry->after, unit));
      append_value_cell (prose, cyan_difference_to_text (change, unit));
      append_value_cell (
          prose, comparison->compared.side[0].total > 0
                     ? cyan_relative_change_to_text (change / comparison->compared.side[0].total)
                     : g_strdup (""));
      append_source_cells (prose, options, entry->node);
    }
  if (shown > 0)
    cyan_prose_say (prose, "</table>\n\n");
}

static void
append_rest (
    CyanProse *prose, const CyanReportOptions *options, const char *label, double value, guint i)
{
  cyan_prose_say (prose,
                  "<tr><td>%s</td><td align=\"right\">%s</td><td align=\"right\">%s</td>"
                  "<td></td><td></td></tr>\n",
                  label, cyan_start_amount (prose, options, value),
                  cyan_prose_change (prose, options->comparison, value));
}

/* The functions that explain the whole difference, and what is left of it. */
static void
append_start_table (CyanProse *prose, const CyanReportOptions *options)
{
  static const char *const heads[] = { "start here", "of the run before",
                                       "change",     "confidence",
                                       "why",        NULL };
  guint n = cyan_start_n_shown (options, MIN (CYAN_START_MOST, options->top));

  if (!cyan_ranking_answers (options->ranking))
    cyan_prose_say (prose, "<p>%s.</p>\n\n", cyan_start_nobody (prose, options, n));
  open_table (prose, heads);
  for (guint i = 0; i < n; i++)
    {
      const CyanStart *start = &options->ranking->at[i];
      const char *because = cyan_start_because (prose, options, start);
      const char *commits = cyan_start_commits (prose, options, i);

      cyan_prose_say (
          prose,
          "<tr><td>%s</td><td align=\"right\">%s</td><td align=\"right\">%s</td><td>%s</td>"
          "<td>%s%s%s</td></tr>\n",
          cyan_start_function_of (prose, options, start),
          cyan_start_amount (prose, options, start->contribution),
          cyan_prose_change (prose, options->comparison, start->contribution),
          cyan_confidence_names[start->confidence], because != NULL ? because : "",
          commits != NULL ? "; commits: " : "", commits != NULL ? commits : "");
    }
  cyan_start_rest (prose, options, n, append_rest);
  cyan_prose_say (prose, "</table>\n\n");
}

static void
append_heading (CyanProse *prose, const CyanReportCheck *check)
{
  const CyanGateResult *result = check->result;
  const GArray *failures = result->failures;
  g_autofree char *limit = cyan_share_to_text (check->gate->limit);
  g_autofree char *change = cyan_comparison_total_change_text (check->options.comparison);

  cyan_prose_say (prose, "### %s Performance: ", result->passed ? SIGN_PASSED : SIGN_FAILED);
  if (result->passed && result->by_chance)
    cyan_prose_say (prose, "%s, no more than noise (limit: %s)\n\n", change, limit);
  else if (result->passed && (check->gate->total || check->gate->any_node))
    cyan_prose_say (prose, "%s, within the limit of %s\n\n", change, limit);
  else if (result->passed)
    cyan_prose_say (prose, "%u functions within the limit of %s (total: %s)\n\n",
                    result->n_functions, limit, change);
  else if (g_array_index (failures, CyanGateEntry, 0).kind == CYAN_GATE_TOTAL)
    cyan_prose_say (prose, "%s, more than the limit of %s\n\n", change, limit);
  else
    cyan_prose_say (prose, "%u slower by more than %s of the run (total: %s)\n\n", failures->len,
                    limit, change);
}

static void
say_markdown (CyanProse *prose, gconstpointer about)
{
  const CyanReportCheck *check = about;

  append_heading (prose, check);
  cyan_prose_say (prose, "<p>");
  say_check (prose, check);
  cyan_prose_say (prose, "</p>\n\n");
  if (check->picture != NULL)
    {
      g_autofree char *link = g_uri_escape_string (check->picture, NULL, FALSE);

      cyan_prose_say (prose, "![Performance evolution blueprint](%s)\n\n", link);
    }
  append_failure_table (prose, check);
  if (!check->result->passed)
    append_start_table (prose, &check->options);
  cyan_prose_notes (prose, check->options.comparison);
}

/* ---- rows ---- */

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
put_failure (CyanRows *rows, gconstpointer about, guint i)
{
  const CyanReportCheck *check = about;
  const CyanReportOptions *options = &check->options;
  const CyanGateEntry *entry = &g_array_index (check->result->failures, CyanGateEntry, i);
  CyanStatus status = cyan_comparison_status (options->comparison, entry->node);

  cyan_rows_text (rows, "gate", cyan_gate_kind_names[entry->kind]);
  put_function (rows, options, entry->node);
  cyan_rows_text (rows, "status", cyan_status_names[status]);
  cyan_rows_flag (rows, "innermost", entry->innermost);
  put_numbers (rows, options->comparison, entry);
}

static void
put_side (CyanRows *rows, const CyanReportCheck *check, guint side)
{
  const CyanReportOptions *options = &check->options;
  const CyanComparison *comparison = options->comparison;

  cyan_rows_open (rows, side == 0 ? "before" : "after", CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, "name", side == 0 ? options->before_name : options->after_name);
  cyan_rows_number (rows, "total", comparison->compared.side[side].sum);
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

static void
put_check (CyanRows *rows, gconstpointer about)
{
  const CyanReportCheck *check = about;
  const CyanReportOptions *options = &check->options;
  const CyanComparison *comparison = options->comparison;
  const CyanGateResult *result = check->result;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  CyanProse prose = { text, FALSE, words };

  say_check (&prose, check);
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
  cyan_rows_list (rows, "failures", CYAN_GROUP_LIST, MIN (result->failures->len, options->top),
                  put_failure, check);
  cyan_start_put (rows, options, FALSE);
  cyan_rows_texts (rows, "warnings", comparison->warnings);
}

const CyanReport cyan_report_check = { .text = say_text, .rows = put_check };
const CyanReport cyan_report_check_page = { .markdown = say_markdown };
