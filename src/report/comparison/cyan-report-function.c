/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function in few bytes: its numbers, its callers, its callees, and what changed in its source. */
#include "cyan-report-comparison.h"

#include <math.h>

#include "cyan-brief-diff.h"
#include "cyan-brief.h"
#include "cyan-report-kind.h"
#include "cyan-units.h"

static const struct
{
  const char *command, *options, *about;
} questions[] = {
  { "callers", " --depth=5", "who calls these callers" },
  { "callers", " -f json", "the same of every caller" },
};

static void
find_questions (const CyanReportFunction *report, CyanBriefQuestion *all)
{
  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    all[i] = (CyanBriefQuestion){ g_strdup_printf ("cyan %s %s%s", questions[i].command,
                                                   cyan_brief_arguments (report->arguments,
                                                                         "BEFORE AFTER FUNCTION"),
                                                   questions[i].options),
                                  questions[i].about };
}

static void
clear_questions (CyanBriefQuestion *all)
{
  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    g_free (all[i].command);
}

static const CyanFunctionSum *
sum_of (const CyanReportFunction *report)
{
  return &cyan_callers_at (report->callers, 0)->sum;
}

static guint
n_callers (const CyanReportFunction *report)
{
  return cyan_callers_n (report->callers) - 1;
}

static const CyanFunctionSum *
caller_at (const CyanReportFunction *report, guint i)
{
  return &cyan_callers_at (report->callers, i + 1)->sum;
}

static const CyanFunctionSum *
callee_at (const CyanReportFunction *report, guint i)
{
  return &g_array_index (report->callees, CyanCallee, i).sum;
}

static guint32
pair_of (const CyanReportFunction *report, const CyanFunctionSum *sum)
{
  return report->options.comparison->compared.pairs->of_node[sum->node];
}

/* As in cyan_report_brief. */
static char *
id_of (const CyanReportFunction *report, const CyanFunctionSum *sum)
{
  return cyan_brief_id (
      cyan_comparison_pair_label (report->options.comparison, pair_of (report, sum)));
}

static char *
diff_of (const CyanReportFunction *report)
{
  return cyan_brief_diff (report->texts, report->texts_data, pair_of (report, sum_of (report)));
}

static double
calls_of (const CyanSide *side)
{
  return !side->present ? 0 : side->calls == CYAN_CALLS_UNKNOWN ? NAN : (double) side->calls;
}

/* ---- for people and agents ---- */

/* "1.18 ms to 6.45 ms", or of a single profile "6.45 ms". */
static const char *
both_text (CyanProse *prose,
           const CyanComparison *comparison,
           const double values[2],
           gboolean calls)
{
  const char *texts[2];

  for (guint side = 0; side < 2; side++)
    texts[side] =
        isnan (values[side])
            ? "?"
            : cyan_prose_amount (prose, values[side],
                                 calls ? "count"
                                       : cyan_compared_metric (&comparison->compared, side)->unit);
  return comparison->compared.single ? texts[1]
                                     : cyan_prose_text (prose, "%s to %s", texts[0], texts[1]);
}

static void
append_numbers (CyanProse *prose, const CyanReportFunction *report, const CyanFunctionSum *sum)
{
  const CyanComparison *comparison = report->options.comparison;
  const CyanSide *side = sum->side;

  cyan_prose_say (
      prose, "calls %s; own %s; total %s",
      both_text (prose, comparison, (double[]){ calls_of (&side[0]), calls_of (&side[1]) }, TRUE),
      both_text (prose, comparison, (double[]){ side[0].self, side[1].self }, FALSE),
      both_text (prose, comparison, (double[]){ side[0].total, side[1].total }, FALSE));
  if (!comparison->compared.single)
    cyan_prose_say (
        prose, " (%s)",
        cyan_prose_change (prose, comparison, cyan_report_total_change (comparison, side)));
  cyan_prose_say (prose, "\n");
}

typedef const CyanFunctionSum *(*SumAt) (const CyanReportFunction *report, guint i);

static void
append_list (
    CyanProse *prose, const CyanReportFunction *report, const char *title, guint n, SumAt at)
{
  guint n_shown = MIN (n, report->options.top);

  cyan_prose_say (prose, "\n%s%s\n", title, n == 0 ? ": none" : "");
  for (guint i = 0; i < n_shown; i++)
    {
      const CyanFunctionSum *sum = at (report, i);
      g_autofree char *id = id_of (report, sum);

      cyan_prose_say (prose, "  [%s] %s: ", id,
                      cyan_prose_node (prose, report->options.comparison, sum->node));
      append_numbers (prose, report, sum);
    }
  if (n > n_shown)
    cyan_prose_say (prose, "  and %u more\n", n - n_shown);
}

static void
say_function (CyanProse *prose, gconstpointer about)
{
  const CyanReportFunction *report = about;
  const CyanComparison *comparison = report->options.comparison;
  const CyanFunctionSum *sum = sum_of (report);
  g_autofree char *id = id_of (report, sum);
  char *diff = diff_of (report);
  CyanBriefQuestion more[G_N_ELEMENTS (questions)];
  const char *location;

  cyan_report_say_verdict (prose, &report->options, CYAN_BRIEF_NAME);
  location = cyan_prose_location (prose, comparison, sum->node);
  cyan_prose_say (prose, "[%s] %s%s%s%s%s%s\n", id, cyan_prose_node (prose, comparison, sum->node),
                  *location != '\0' ? " (" : "", location, *location != '\0' ? ")" : "",
                  report->chosen != NULL ? ", " : "", report->chosen != NULL ? report->chosen : "");
  append_numbers (prose, report, sum);
  cyan_prose_say (prose, "%s\n",
                  cyan_prose_value (prose, cyan_callers_to_sentence (report->callers)));
  append_list (prose, report, "callers", n_callers (report), caller_at);
  append_list (prose, report, "callees", report->callees->len, callee_at);
  if (diff != NULL)
    cyan_prose_say (prose, "\ndiff\n%s", cyan_prose_kept (prose, diff));
  find_questions (report, more);
  cyan_brief_say_questions (prose, more, G_N_ELEMENTS (more));
  clear_questions (more);
}

/* ---- for programs ---- */

static void
put_sum (CyanRows *rows, const CyanReportFunction *report, const CyanFunctionSum *sum)
{
  const CyanComparison *comparison = report->options.comparison;
  static const char *const names[2][3] = { { "before_calls", "before_self", "before_total" },
                                           { "after_calls", "after_self", "after_total" } };

  cyan_brief_put (rows, "id", id_of (report, sum));
  cyan_brief_put (rows, "function", cyan_brief_cut (cyan_comparison_name (comparison, sum->node)));
  for (guint side = comparison->compared.single ? 1 : 0; side < 2; side++)
    {
      cyan_rows_number (rows, names[side][0], calls_of (&sum->side[side]));
      cyan_rows_number (rows, names[side][1], sum->side[side].self);
      cyan_rows_number (rows, names[side][2], sum->side[side].total);
    }
  cyan_rows_number_if (rows, "change", !comparison->compared.single,
                       cyan_report_total_change (comparison, sum->side));
}

static void
put_caller (CyanRows *rows, gconstpointer about, guint i)
{
  put_sum (rows, about, caller_at (about, i));
}

static void
put_callee (CyanRows *rows, gconstpointer about, guint i)
{
  put_sum (rows, about, callee_at (about, i));
}

static void
put_function (CyanRows *rows, gconstpointer about)
{
  const CyanReportFunction *report = about;
  const CyanReportOptions *options = &report->options;
  const CyanComparison *comparison = options->comparison;
  const CyanFunction *function = cyan_comparison_function (comparison, sum_of (report)->node);
  CyanBriefQuestion more[G_N_ELEMENTS (questions)];

  cyan_brief_put (rows, "verdict", cyan_comparison_verdict_text (comparison));
  cyan_rows_unit (rows, cyan_comparison_unit (comparison));
  put_sum (rows, report, sum_of (report));
  cyan_brief_put (rows, "file",
                  cyan_brief_cut (cyan_comparison_string (comparison, function->file)));
  cyan_rows_count_if (rows, "line", function->line > 0, function->line);
  cyan_rows_text (rows, "chosen", report->chosen);
  cyan_brief_put (rows, "sentence", cyan_callers_to_sentence (report->callers));
  cyan_rows_count (rows, "n_callers", n_callers (report));
  cyan_rows_list (rows, "callers", CYAN_GROUP_TABLE, MIN (n_callers (report), options->top),
                  put_caller, report);
  cyan_rows_count (rows, "n_callees", report->callees->len);
  cyan_rows_list (rows, "callees", CYAN_GROUP_TABLE, MIN (report->callees->len, options->top),
                  put_callee, report);
  cyan_brief_put (rows, "diff", diff_of (report));
  find_questions (report, more);
  cyan_brief_put_questions (rows, more, G_N_ELEMENTS (more));
  clear_questions (more);
}

const CyanReport cyan_report_function = { .text = say_function,
                                          .rows = put_function,
                                          .group = CYAN_GROUP_PAGE };
