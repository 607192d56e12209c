/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each revision changed over all benchmarks: a row a revision. */
#include "cyan-report-history-parts.h"

#include "cyan-evolution-commits.h"
#include "cyan-units.h"

/* Characters of the subject and of the author of a commit. */
#define SUBJECT_CHARS 60
#define AUTHOR_CHARS  30

/* ---- text ---- */

static void
append_whose (CyanProse *prose, const CyanEvolutionColumn *column)
{
  if (column->subject != NULL && *column->subject != '\0')
    cyan_prose_say (prose, " \"%s\"", cyan_prose_name (prose, column->subject, SUBJECT_CHARS));
  if (column->author != NULL && *column->author != '\0')
    cyan_prose_say (prose, ", %s", cyan_prose_name (prose, column->author, AUTHOR_CHARS));
}

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
  cyan_prose_say (prose, "  %5u  %6u  %s", commit->n_worse, commit->n_better,
                  cyan_prose_label (prose, columns[commit->column].name));
  append_whose (prose, &columns[commit->column]);
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
  const CyanEvolutionColumn *column = &evolution->columns[commit->column];
  const CyanEvolutionSeries *series = &evolution->series[commit->largest.series];

  cyan_rows_text (rows, "revision", column->oid);
  cyan_rows_text (rows, "subject", column->subject);
  cyan_rows_text (rows, "author", column->author);
  cyan_rows_number (rows, "today", commit->today);
  cyan_rows_number (rows, "sum", commit->sum);
  cyan_rows_count (rows, "worse", commit->n_worse);
  cyan_rows_count (rows, "better", commit->n_better);
  cyan_rows_text (rows, "benchmark", series->benchmark);
  cyan_rows_text (rows, "metric", series->metric);
  cyan_rows_text (rows, "machine", series->machine);
  cyan_report_put_ratio (rows, &commit->largest.step->size);
  cyan_rows_count (rows, "where", commit->largest.step->n_where);
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
                                                   .rows = put_commits,
                                                   .columns = columns };
