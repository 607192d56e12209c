/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Explains in one paragraph why a comparison passed or failed. */
#include "cyan-report-check.h"
#include "cyan-comparison-pages.h"

#include <string.h>

#include "cyan-start.h"
#include "cyan-units.h"

/* Callers shown in the path of a node that failed. */
#define PATH_CALLERS 2

/* ---- sentences ---- */

static const char *
limit_text (CyanProse *self, const CyanReportCheck *check)
{
  const char *unit = cyan_comparison_unit (check->options.comparison);

  return cyan_prose_text (
      self, "%s of the total before (%s)", cyan_prose_share (self, check->gate->limit),
      cyan_prose_value (self, cyan_value_to_text (check->result->allowed, unit)));
}

/* "6.45 ms instead of 1.18 ms, +446 % (+5.27 ms)" */
static const char *
change_text (CyanProse *self, const CyanComparison *comparison, const CyanGateEntry *entry)
{
  const char *unit = cyan_comparison_unit (comparison);
  const char *text = cyan_prose_text (
      self, "%s instead of %s", cyan_prose_value (self, cyan_value_to_text (entry->after, unit)),
      cyan_prose_value (self, cyan_value_to_text (entry->before, unit)));

  /* What is below 0 has no ratio. */
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
                    cyan_prose_value (self, cyan_value_to_text (left_out[0], unit)),
                    cyan_prose_value (self, cyan_value_to_text (left_out[1], unit)));
}

static void
count_failures (const CyanReportCheck *check, guint count[3])
{
  memset (count, 0, 3 * sizeof *count);
  for (guint i = 0; i < check->result->failures->len; i++)
    count[g_array_index (check->result->failures, CyanGateEntry, i).kind]++;
}

static const char *
count_text (CyanProse *self, guint n, const char *one, const char *many)
{
  return cyan_prose_text (self, "%u %s", n, n == 1 ? one : many);
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
        count_text (self, result->n_functions, "function", "functions"));
  if (count[CYAN_GATE_FUNCTION] > 0)
    cyan_prose_say (self, count[CYAN_GATE_NODE] > 0 ? "%s and " : "%s",
                    count_text (self, count[CYAN_GATE_FUNCTION], "function", "functions"));
  if (count[CYAN_GATE_NODE] > 0)
    cyan_prose_say (self, "%s", count_text (self, count[CYAN_GATE_NODE], "node", "nodes"));
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
    cyan_prose_say (
        self, " Beyond the limit by no more than noise: %s.",
        count_text (self, result->n_by_chance, "function or node", "functions and nodes"));
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

void
cyan_prose_check (CyanProse *self, const CyanReportCheck *check)
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

const char *
cyan_prose_failed (CyanProse *self, const CyanComparison *comparison, const CyanGateEntry *entry)
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
  guint n = 0, told = 0;

  for (guint i = 0; i < failures->len; i++)
    n += g_array_index (failures, CyanGateEntry, i).kind != CYAN_GATE_TOTAL;
  if (n < 2)
    return;
  cyan_prose_say (prose, "\nSlower than allowed (%u of %u)\n", MIN (n, options->top), n);
  for (guint i = 0; i < failures->len && told < options->top; i++)
    {
      const CyanGateEntry *entry = &g_array_index (failures, CyanGateEntry, i);

      if (entry->kind == CYAN_GATE_TOTAL)
        continue;
      told++;
      cyan_prose_say (prose, "  %s %s: %s\n", cyan_gate_kind_names[entry->kind],
                      cyan_prose_failed (prose, options->comparison, entry),
                      change_text (prose, options->comparison, entry));
    }
}

void
cyan_report_check_text (CyanProse *prose, gconstpointer about)
{
  const CyanReportCheck *check = about;
  g_autofree char *inferred = cyan_comparison_inferred_text (check->options.comparison);

  cyan_prose_check (prose, check);
  if (inferred != NULL)
    cyan_prose_say (prose, " %s.", inferred);
  cyan_prose_say (prose, "\n");
  append_failures (prose, check);
}
