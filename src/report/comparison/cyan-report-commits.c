/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commits between two revisions, ranked by what the functions that they changed explain. */
#include "cyan-report-comparison.h"

#include "cyan-report-kind.h"
#include "cyan-start.h"

#define NAME_CHARS  40
#define N_FUNCTIONS 4 /* of a commit in the text */
#define SHARE_WIDTH 8

static const CyanField columns[] = {
  { "revision,subject,author,time", "The commit" },
  { "contribution", "What the functions that it changed explain, in the unit" },
  { "share_of_before", "The same, relative to the run before" },
  { "functions",
    "Their names, separated by \"; \"; in JSON objects, with commits: how many changed it" },
  { NULL },
};

/* ---- text ---- */

static void
append_functions (CyanProse *out, const CyanReportOptions *options, const CyanCommit *commit)
{
  for (guint i = 0; i < MIN (commit->functions->len, N_FUNCTIONS); i++)
    {
      guint function = g_array_index (commit->functions, guint, i);
      const CyanStart *start = &options->ranking->at[function];
      guint n = options->commits->touches[function]->len;

      cyan_prose_say (
          out, i > 0 ? "; %s %s" : "%s %s",
          cyan_prose_name (out, cyan_start_label (options->comparison, start), NAME_CHARS),
          cyan_start_amount (out, options, start->contribution));
      if (n > 1)
        cyan_prose_say (out, " (changed by %u commits)", n);
    }
  if (commit->functions->len > N_FUNCTIONS)
    cyan_prose_say (out, "; %u more", commit->functions->len - N_FUNCTIONS);
  cyan_prose_say (out, "\n");
}

static void
append_amount (CyanProse *out, const CyanReportOptions *options, double contribution)
{
  cyan_prose_cell (out, SHARE_WIDTH, g_strdup (cyan_start_amount (out, options, contribution)));
}

/* Appends the commits from @first on as one line. */
static void
append_more (CyanProse *out, const CyanReportOptions *options, guint first)
{
  guint n = options->commits->n - first;
  double more = 0;

  for (guint i = first; i < options->commits->n; i++)
    more += options->commits->at[i].contribution;
  append_amount (out, options, more);
  cyan_prose_say (out, "  %u%s commit%s\n", n, first > 0 ? " more" : "", n == 1 ? "" : "s");
}

static void
say_commits (CyanProse *prose, gconstpointer about)
{
  const CyanReportOptions *options = about;
  const CyanCommits *commits = options->commits;
  guint n = cyan_ranking_answers (options->ranking) ? MIN (commits->n, options->top) : 0;

  cyan_report_say_verdict (prose, options, CYAN_PROSE_NAME);
  cyan_prose_notes (prose, options->comparison);
  if (commits->problem != NULL)
    cyan_prose_say (prose, "note: the commits of some functions are not known: %s\n",
                    cyan_prose_label (prose, commits->problem));
  if (!cyan_ranking_answers (options->ranking))
    cyan_prose_say (prose, "%s\n", cyan_start_nobody (prose, options, 0));
  cyan_prose_say (prose,
                  "\nWhat a function explains is shared evenly among the commits that changed "
                  "it.\n\n");
  for (guint i = 0; i < n; i++)
    {
      append_amount (prose, options, commits->at[i].contribution);
      cyan_prose_say (prose, "  %s\n  %*s  ", cyan_start_commit (prose, commits->at[i].touch),
                      SHARE_WIDTH, "");
      append_functions (prose, options, &commits->at[i]);
    }
  if (n < commits->n)
    append_more (prose, options, n);
  append_amount (prose, options, commits->rest);
  cyan_prose_say (prose, "  no commit\n");
}

/* ---- rows ---- */

/* The functions that a commit changed. */
static void
put_functions (CyanRows *rows, const CyanReportOptions *options, const GArray *functions)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  if (rows->form->nested)
    cyan_rows_open (rows, "functions", CYAN_GROUP_LIST);
  for (guint i = 0; i < functions->len; i++)
    {
      guint function = g_array_index (functions, guint, i);
      const CyanStart *start = &options->ranking->at[function];

      g_ptr_array_add (names, (gpointer) cyan_start_label (options->comparison, start));
      if (!rows->form->nested)
        continue;
      cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
      cyan_start_put_start (rows, options, start);
      cyan_rows_number (rows, "contribution", start->contribution);
      cyan_rows_text (rows, "confidence", cyan_confidence_names[start->confidence]);
      cyan_rows_count (rows, "commits", options->commits->touches[function]->len);
      cyan_rows_close (rows);
    }
  if (rows->form->nested)
    cyan_rows_close (rows);
  else
    cyan_rows_joined (rows, "functions", names, "; ");
}

static void
put_commit (CyanRows *rows, gconstpointer about, guint i)
{
  const CyanReportOptions *options = about;
  const CyanCommit *commit = &options->commits->at[i];
  double before = options->ranking->before;

  cyan_start_put_commit (rows, commit->touch);
  cyan_rows_number (rows, "contribution", commit->contribution);
  cyan_rows_number_if (rows, "share_of_before", before > 0, commit->contribution / before);
  put_functions (rows, options, commit->functions);
}

static void
put_commits (CyanRows *rows, gconstpointer about)
{
  const CyanReportOptions *options = about;
  const CyanComparison *comparison = options->comparison;
  const CyanCommits *commits = options->commits;
  const char *unit =
      comparison->compared.same_unit ? cyan_comparison_unit (comparison) : "share of the run";
  g_autofree char *verdict = cyan_comparison_verdict_text (comparison);

  cyan_report_put_unit (rows, comparison, unit);
  cyan_rows_text (rows, "before", options->before_name);
  cyan_rows_text (rows, "after", options->after_name);
  cyan_rows_text (rows, "verdict", verdict);
  cyan_rows_unit (rows, unit);
  cyan_rows_number (rows, "difference", options->ranking->difference);
  cyan_rows_number (rows, "rest", commits->rest);
  cyan_rows_text (rows, "problem", commits->problem);
  cyan_rows_texts (rows, "warnings", comparison->warnings);
  cyan_rows_table (rows, "commits", commits->n, put_commit, options);
}

const CyanReport cyan_report_commits = {
  .text = say_commits, .rows = put_commits, .group = CYAN_GROUP_LINES, .columns = columns
};
