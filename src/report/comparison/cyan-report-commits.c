/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commits that changed the functions where to start: of each function, and ranked. */
#include "cyan-report-commits.h"

#include "cyan-comparison-pages.h"
#include "cyan-units.h"

#define ID_DIGITS     8
#define SUBJECT_CHARS 60
#define NAME_CHARS    40
#define N_COMMITS     3 /* of a function in the text */
#define N_FUNCTIONS   4 /* of a commit in the text */
#define SHARE_WIDTH   8

static const char *const columns[] = { "revision",     "subject",         "author",    "time",
                                       "contribution", "share_of_before", "functions", NULL };

/* ---- text ---- */

static const char *
commit_text (CyanProse *out, const CyanGitTouch *touch)
{
  return cyan_prose_text (out, "%.*s %s", ID_DIGITS, touch->commit,
                          cyan_prose_name (out, touch->subject, SUBJECT_CHARS));
}

void
cyan_prose_commits (CyanProse *out, const CyanCommits *commits, guint function)
{
  const GPtrArray *touches =
      commits != NULL && function < commits->n_functions ? commits->touches[function] : NULL;

  for (guint i = 0; touches != NULL && i < touches->len && i <= N_COMMITS; i++)
    cyan_prose_say (out, i > 0 ? "; %s" : "%s",
                    i == N_COMMITS ? cyan_prose_text (out, "%u more", touches->len - N_COMMITS)
                                   : commit_text (out, g_ptr_array_index (touches, i)));
}

/* A contribution in percent of the run before, or in the unit of the difference if that is 0. */
static char *
part_text (const CyanReportCommits *report, double contribution)
{
  const CyanComparison *comparison = report->options.comparison;
  double before = report->ranking->before;

  return before > 0 ? cyan_share_difference_to_text (contribution / before)
                    : cyan_difference_to_text (contribution, cyan_comparison_unit (comparison));
}

static void
append_functions (CyanProse *out, const CyanReportCommits *report, const CyanCommit *commit)
{
  const CyanComparison *comparison = report->options.comparison;

  for (guint i = 0; i < commit->functions->len && i <= N_FUNCTIONS; i++)
    {
      guint function = g_array_index (commit->functions, guint, i);
      const CyanStart *start = &report->ranking->at[function];
      guint n = report->commits->touches[function]->len;

      if (i == N_FUNCTIONS)
        cyan_prose_say (out, "; %u more", commit->functions->len - N_FUNCTIONS);
      else
        cyan_prose_say (
            out, i > 0 ? "; %s %s" : "%s %s",
            cyan_prose_name (out, cyan_comparison_pair_label (comparison, start->pair), NAME_CHARS),
            cyan_prose_value (out, part_text (report, start->contribution)));
      if (i < N_FUNCTIONS && n > 1)
        cyan_prose_say (out, " (changed by %u commits)", n);
    }
  cyan_prose_say (out, "\n");
}

void
cyan_report_commits_text (CyanProse *prose, gconstpointer about)
{
  const CyanReportCommits *report = about;
  const CyanReportOptions *options = &report->options;
  const CyanCommits *commits = report->commits;
  guint n = MIN (commits->n, options->top);

  cyan_prose_say (prose, "%s: %s\n", cyan_prose_versions (prose, options, CYAN_PROSE_NAME),
                  cyan_prose_value (prose, cyan_comparison_verdict_text (options->comparison)));
  cyan_prose_notes (prose, options->comparison);
  if (commits->problem != NULL)
    cyan_prose_say (prose, "note: the commits of some functions are not known: %s\n",
                    cyan_prose_name (prose, commits->problem, CYAN_PROSE_NAME));
  cyan_prose_say (prose,
                  "\nIn percent of the run before; what a function explains is shared evenly among "
                  "the commits that changed it.\n\n");
  for (guint i = 0; i < n; i++)
    {
      cyan_prose_cell (prose, SHARE_WIDTH, part_text (report, commits->at[i].contribution));
      cyan_prose_say (prose, "  %s\n  %*s  ", commit_text (prose, commits->at[i].touch),
                      SHARE_WIDTH, "");
      append_functions (prose, report, &commits->at[i]);
    }
  if (n < commits->n)
    {
      double more = 0;

      for (guint i = n; i < commits->n; i++)
        more += commits->at[i].contribution;
      cyan_prose_cell (prose, SHARE_WIDTH, part_text (report, more));
      cyan_prose_say (prose, "  %u more commit%s\n", commits->n - n,
                      commits->n - n == 1 ? "" : "s");
    }
  cyan_prose_cell (prose, SHARE_WIDTH, part_text (report, commits->rest));
  cyan_prose_say (prose, "  no commit\n");
}

/* ---- rows ---- */

static void
put_commit (CyanRows *rows, const CyanGitTouch *touch)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (touch->author_time);
  g_autofree char *text = time != NULL ? g_date_time_format_iso8601 (time) : NULL;

  cyan_rows_text (rows, "revision", touch->commit);
  cyan_rows_text (rows, "subject", touch->subject);
  cyan_rows_text (rows, "author", touch->author);
  cyan_rows_text (rows, "time", text);
}

void
cyan_report_put_commits (CyanRows *rows, const CyanCommits *commits, guint function)
{
  const GPtrArray *touches =
      commits != NULL && function < commits->n_functions ? commits->touches[function] : NULL;

  if (touches == NULL)
    {
      cyan_rows_none (rows, "commits");
      return;
    }
  cyan_rows_open (rows, "commits", CYAN_GROUP_LIST);
  for (guint i = 0; i < touches->len; i++)
    {
      cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
      put_commit (rows, g_ptr_array_index (touches, i));
      cyan_rows_close (rows);
    }
  cyan_rows_close (rows);
}

static void
put_function (CyanRows *rows, const CyanComparison *comparison, guint32 pair)
{
  const CyanFunction *function = cyan_comparison_pair_function (comparison, pair);

  cyan_rows_text (rows, "function", cyan_comparison_pair_label (comparison, pair));
  cyan_rows_text (rows, "module", cyan_comparison_string (comparison, function->module));
  cyan_rows_text (rows, "file", cyan_comparison_string (comparison, function->file));
  cyan_rows_count_if (rows, "line", function->line > 0, function->line);
}

static void
put_functions (CyanRows *rows, const CyanReportCommits *report, const GArray *functions)
{
  const CyanComparison *comparison = report->options.comparison;
  g_autoptr (GString) names = g_string_new (NULL);

  if (rows->form->nested)
    cyan_rows_open (rows, "functions", CYAN_GROUP_LIST);
  for (guint i = 0; i < functions->len; i++)
    {
      guint function = g_array_index (functions, guint, i);
      const CyanStart *start = &report->ranking->at[function];

      g_string_append_printf (names, "%s%s", i > 0 ? "; " : "",
                              cyan_comparison_pair_label (comparison, start->pair));
      if (!rows->form->nested)
        continue;
      cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
      put_function (rows, comparison, start->pair);
      cyan_rows_number (rows, "contribution", start->contribution);
      cyan_rows_count (rows, "commits", report->commits->touches[function]->len);
      cyan_rows_close (rows);
    }
  if (rows->form->nested)
    cyan_rows_close (rows);
  else
    cyan_rows_text (rows, "functions", names->str);
}

void
cyan_report_commits_rows (CyanRows *rows, gconstpointer about)
{
  const CyanReportCommits *report = about;
  const CyanReportOptions *options = &report->options;
  const CyanComparison *comparison = options->comparison;
  const CyanCommits *commits = report->commits;
  double before = report->ranking->before;
  const char *unit =
      comparison->compared.same_unit ? cyan_comparison_unit (comparison) : "share of the run";
  g_autofree char *verdict = cyan_comparison_verdict_text (comparison);

  cyan_report_put_unit (rows, comparison, unit);
  cyan_rows_open (rows, NULL, CYAN_GROUP_LINES);
  cyan_rows_text (rows, "before", options->before_name);
  cyan_rows_text (rows, "after", options->after_name);
  cyan_rows_text (rows, "verdict", verdict);
  cyan_rows_unit (rows, unit);
  cyan_rows_number (rows, "difference", report->ranking->difference);
  cyan_rows_number (rows, "rest", commits->rest);
  cyan_rows_text (rows, "problem", commits->problem);
  cyan_rows_texts (rows, "warnings", comparison->warnings);
  cyan_rows_open_table (rows, "commits", columns);
  for (guint i = 0; i < commits->n && cyan_rows_go_on (rows); i++)
    {
      const CyanCommit *commit = &commits->at[i];

      cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
      put_commit (rows, commit->touch);
      cyan_rows_number (rows, "contribution", commit->contribution);
      cyan_rows_number_if (rows, "share_of_before", before > 0, commit->contribution / before);
      put_functions (rows, report, commit->functions);
      cyan_rows_close (rows);
    }
  cyan_rows_close (rows);
  cyan_rows_close (rows);
}
