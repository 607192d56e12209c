/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The check report as Markdown for a pull request. */
#include "cyan-report-check.h"
#include "cyan-comparison-pages.h"

#include "cyan-start.h"
#include "cyan-units.h"

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
  const CyanComparison *comparison = options->comparison;
  g_autofree char *location =
      cyan_report_location (comparison, cyan_comparison_function (comparison, node));

  cyan_prose_say (prose, "<td>%s</td><td>%s</td></tr>\n",
                  cyan_change_names[cyan_report_change (options, node)],
                  location != NULL ? cyan_prose_name (prose, location, CYAN_PROSE_NAME) : "");
}

static void
append_failures (CyanProse *prose, const CyanReportCheck *check)
{
  const CyanReportOptions *options = &check->options;
  const CyanComparison *comparison = options->comparison;
  static const char *const heads[] = { "slower than allowed", "before", "after", "change",
                                       "of the total",        "source", "where", NULL };
  const GArray *failures = check->result->failures;
  const char *unit = cyan_comparison_unit (comparison);
  guint told = 0;

  for (guint i = 0; i < failures->len && told < options->top; i++)
    {
      const CyanGateEntry *entry = &g_array_index (failures, CyanGateEntry, i);
      double change = entry->after - entry->before;

      if (entry->kind == CYAN_GATE_TOTAL)
        continue;
      if (told++ == 0)
        open_table (prose, heads);
      cyan_prose_say (prose, "<tr><td>%s</td>", cyan_prose_failed (prose, comparison, entry));
      append_value_cell (prose, cyan_value_to_text (entry->before, unit));
      append_value_cell (prose, cyan_value_to_text (entry->after, unit));
      append_value_cell (prose, cyan_difference_to_text (change, unit));
      append_value_cell (
          prose, comparison->compared.side[0].total > 0
                     ? cyan_relative_change_to_text (change / comparison->compared.side[0].total)
                     : g_strdup (""));
      append_source_cells (prose, options, entry->node);
    }
  if (told > 0)
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
append_start (CyanProse *prose, const CyanReportOptions *options)
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

void
cyan_report_check_markdown (CyanProse *prose, gconstpointer about)
{
  const CyanReportCheck *check = about;

  append_heading (prose, check);
  cyan_prose_say (prose, "<p>");
  cyan_prose_check (prose, check);
  cyan_prose_say (prose, "</p>\n\n");
  if (check->picture != NULL)
    {
      g_autofree char *link = g_uri_escape_string (check->picture, NULL, FALSE);

      cyan_prose_say (prose, "![Performance evolution blueprint](%s)\n\n", link);
    }
  append_failures (prose, check);
  if (!check->result->passed)
    append_start (prose, &check->options);
  cyan_prose_notes (prose, check->options.comparison);
}
