/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each revision changed over all benchmarks: a row a revision. */
#include "cyan-report-history-parts.h"

#include "cyan-evolution-commits.h"
#include "cyan-html-frame.h"
#include "cyan-i18n.h"
#include "cyan-units.h"

/* ---- text ---- */

static void
append_commit (CyanProse *prose,
               const CyanReportEvolution *about,
               const CyanEvolutionCommit *commit)
{
  const CyanEvolution *evolution = about->evolution;
  const CyanEvolutionColumn *columns = evolution->columns;
  const CyanStep *step = commit->largest.step;

  cyan_prose_cell (prose, 8, cyan_relative_change_to_text (commit->today));
  cyan_prose_cell (prose, 8, cyan_relative_change_to_text (commit->sum));
  cyan_prose_say (prose, "  %5u  %6u  %s%s", commit->n_worse, commit->n_better,
                  cyan_prose_label (prose, columns[commit->column].name),
                  cyan_report_whose (prose, &columns[commit->column]));
  cyan_prose_say (prose, "\n%37s%s: %s", "",
                  cyan_report_line (prose, about, &evolution->series[commit->largest.series]),
                  cyan_report_step (prose, step));
  if (step->n_where > 1)
    cyan_prose_say (prose, ", at one of %u revisions with 95 %%", step->n_where);
  if (commit->undone_by != CYAN_EVOLUTION_NOT_UNDONE)
    cyan_prose_say (prose, "\n%37sundone by %s", "",
                    cyan_prose_label (prose, columns[commit->undone_by].name));
  cyan_prose_say (prose, "\n");
}

static void
say_commits (CyanProse *prose, gconstpointer data)
{
  const CyanReportEvolution *about = data;
  g_autoptr (GArray) commits = cyan_evolution_list_commits (about->evolution);
  g_autofree char *answer = cyan_evolution_answer (about->evolution, NULL, 0);

  cyan_report_say_answer (prose, answer);
  cyan_report_say_evolution (prose, about);
  if (commits->len > 0)
    cyan_prose_say (prose,
                    "What each revision costs today and what it cost at once, added up over the "
                    "benchmarks and metrics that it changed; its largest change\n\n"
                    "  %8s  %8s  %5s  %6s  revision\n",
                    "today", "at once", "worse", "better");
  for (guint i = 0; i < commits->len; i++)
    append_commit (prose, about, &g_array_index (commits, CyanEvolutionCommit, i));
  cyan_report_say_next (prose, about);
}

/* ---- pages ---- */

static void
page_commit (CyanProse *prose, const CyanReportEvolution *about, const CyanEvolutionCommit *commit)
{
  const CyanEvolution *evolution = about->evolution;
  const CyanEvolutionColumn *columns = evolution->columns, *column = &columns[commit->column];
  const CyanStep *step = commit->largest.step;
  gboolean is_undone = commit->undone_by != CYAN_EVOLUTION_NOT_UNDONE;

  cyan_html_row (prose);
  cyan_html_number_cell (prose, cyan_relative_change_to_text (commit->today));
  cyan_html_number_cell (prose, cyan_relative_change_to_text (commit->sum));
  cyan_html_number_cell (prose, g_strdup_printf ("%u", commit->n_worse));
  cyan_html_number_cell (prose, g_strdup_printf ("%u", commit->n_better));
  cyan_html_row_head (prose, cyan_prose_label (prose, column->name));
  cyan_html_cell (prose, cyan_report_whose (prose, column));
  cyan_html_cell (
      prose,
      cyan_prose_text (prose, "%s: %s",
                       cyan_report_line (prose, about, &evolution->series[commit->largest.series]),
                       cyan_report_step (prose, step)));
  cyan_html_number_cell (prose, g_strdup_printf ("%u", step->n_where));
  cyan_html_cell (prose,
                  is_undone ? cyan_prose_label (prose, columns[commit->undone_by].name) : "");
  cyan_html_row_end (prose);
}

void
cyan_report_commits_table (CyanProse *prose, const CyanReportEvolution *about)
{
  g_autoptr (GArray) commits = cyan_evolution_list_commits (about->evolution);

  if (commits->len == 0)
    return;
  cyan_html_table (prose, "nnnntttnt", _ ("Today"), _ ("At once"), _ ("Worse"), _ ("Better"),
                   _ ("Revision"), _ ("Commit"), _ ("Largest change"), _ ("One of"),
                   _ ("Undone by"), NULL);
  for (guint i = 0; i < commits->len; i++)
    page_commit (prose, about, &g_array_index (commits, CyanEvolutionCommit, i));
  cyan_html_table_end (prose);
}

const char *
cyan_report_commits_note (void)
{
  return _ ("What each revision costs today and what it cost at once, added up over the benchmarks "
            "and metrics that it changed. Its largest change is at one of so many revisions with "
            "95 %.");
}

static void
say_page (CyanProse *prose, gconstpointer data)
{
  const CyanReportEvolution *about = data;
  g_autofree char *title = cyan_html_plain (about->evolution->project);
  const CyanHtmlFrame frame = { .title = title };
  g_autofree char *answer = cyan_evolution_answer (about->evolution, NULL, 0);

  cyan_html_open (prose, &frame);
  cyan_report_say_answer (prose, answer);
  cyan_html_main (prose);
  cyan_html_section (prose, _ ("Commits"), cyan_report_commits_note ());
  cyan_report_commits_table (prose, about);
  cyan_html_section_end (prose);
  cyan_html_close (prose, &frame);
}

static void
say_markdown (CyanProse *prose, gconstpointer data)
{
  const CyanReportEvolution *about = data;
  g_autofree char *answer = cyan_evolution_answer (about->evolution, NULL, 0);

  cyan_prose_say (prose, "### %s\n\n<p>%s</p>\n\n", cyan_prose_safe (prose, answer),
                  cyan_report_commits_note ());
  cyan_report_commits_table (prose, about);
}

/* ---- rows ---- */

static const CyanField columns[] = {
  { "revision,subject,author", "The commit" },
  { "today", "What it costs today: 0.1 is 10 %, added up over benchmarks and metrics" },
  { "sum", "The same without looking at what was undone since" },
  { "worse,better", "Series that it made so" },
  { "benchmark,metric,machine", "Of its largest change" },
  { "ratio,low,high", "That change, and its 95 % interval" },
  { "where", "How many revisions may have it, with 95 %" },
  { "undone_by", "The revision that brought all levels back; empty: none" },
  { NULL },
};

static void
put_commit (CyanRows *rows, gconstpointer data, guint i)
{
  const CyanReportEvolution *about = ((gconstpointer *) data)[0];
  const GArray *commits = ((gconstpointer *) data)[1];
  const CyanEvolutionCommit *commit = &g_array_index (commits, CyanEvolutionCommit, i);
  const CyanEvolution *evolution = about->evolution;

  cyan_report_put_commit (rows, &evolution->columns[commit->column]);
  cyan_rows_number (rows, "today", commit->today);
  cyan_rows_number (rows, "sum", commit->sum);
  cyan_rows_count (rows, "worse", commit->n_worse);
  cyan_rows_count (rows, "better", commit->n_better);
  cyan_report_put_step (rows, evolution, &commit->largest, commit->largest.step->n_where);
  cyan_rows_text (rows, "undone_by",
                  commit->undone_by != CYAN_EVOLUTION_NOT_UNDONE
                      ? evolution->columns[commit->undone_by].oid
                      : NULL);
}

static void
put_commits (CyanRows *rows, gconstpointer data)
{
  const CyanReportEvolution *about = data;
  g_autoptr (GArray) commits = cyan_evolution_list_commits (about->evolution);
  gconstpointer both[] = { about, commits };

  cyan_rows_comment (rows, "store %s, project %s", about->store, about->evolution->project);
  cyan_rows_text (rows, "store", about->store);
  cyan_rows_text (rows, "project", about->evolution->project);
  cyan_rows_table (rows, "commits", commits->len, put_commit, both);
}

const CyanReport cyan_report_evolution_commits = { .text = say_commits,
                                                   .markdown = say_markdown,
                                                   .html = say_page,
                                                   .rows = put_commits,
                                                   .columns = columns };
