/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A benchmark over the revisions, for programs. */
#include "cyan-report-overview.h"
#include "cyan-history-pages.h"

static const char *const columns[] = {
  "revision",   "name",     "depth", "commit_time", "subject", "cell",
  "definition", "mean",     "runs",  "failed_runs", "base",    "problem",
  "base_runs",  "new_runs", "rows",  "changed",     "below_1", "below_1_expected",
  NULL
};

static void
put_integer (CyanRows *rows, const char *name, gint64 value)
{
  cyan_rows_count_if (rows, name, value >= 0, (guint64) value);
}

/* Stacks are written as folded stacks are: "main;parse;lex". */
static void
put_contexts (CyanRows *rows, const char *name, const CyanSpectrumContext *contexts, guint n)
{
  cyan_rows_open (rows, name, CYAN_GROUP_LIST);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *stack = g_strjoinv (";", contexts[i].stack);

      cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
      cyan_rows_text (rows, "function", contexts[i].name);
      cyan_rows_text (rows, "stack", stack);
      cyan_rows_number (rows, "value", contexts[i].value);
      cyan_rows_number (rows, "calls", contexts[i].calls);
      cyan_rows_close (rows);
    }
  cyan_rows_close (rows);
}

static void
put_run (CyanRows *rows, const CyanSpectrumRun *run)
{
  cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
  put_integer (rows, "run", run->run);
  put_integer (rows, "number", run->number);
  cyan_rows_text (rows, "status", run->status);
  put_integer (rows, "exit_code", run->exit_code);
  cyan_rows_number (rows, "seconds", run->seconds);
  cyan_rows_number (rows, "value", run->value);
  cyan_rows_text (rows, "log", run->log);
  put_contexts (rows, "largest", run->by_total, run->n_by_total);
  put_contexts (rows, "largest_per_call", run->by_call, run->n_by_call);
  cyan_rows_close (rows);
}

static void
put_commit (CyanRows *rows, const CyanSpectrumRevision *revision)
{
  const CyanEvolutionColumn *commit = &revision->commit;

  cyan_rows_text (rows, "revision", commit->oid);
  cyan_rows_text (rows, "name", commit->name);
  put_integer (rows, "depth", commit->depth);
  put_integer (rows, "commit_time", commit->time);
  cyan_rows_text (rows, "subject", commit->subject);
}

static void
put_revision (CyanRows *rows, const CyanSpectrumOverview *self, guint i)
{
  const CyanSpectrumRevision *revision = &self->revisions[i];
  gboolean compared = revision->base != CYAN_SPECTRUM_NO_BASE;

  cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
  put_commit (rows, revision);
  cyan_rows_text (rows, "cell", cyan_report_overview_cell (revision));
  cyan_rows_text (rows, "definition", revision->definition);
  cyan_rows_number (rows, "mean", revision->mean);
  cyan_rows_count (rows, "runs", revision->n_runs);
  cyan_rows_count (rows, "failed_runs", cyan_report_overview_n_failed (revision));
  cyan_rows_text (rows, "base", compared ? self->revisions[revision->base].commit.oid : NULL);
  cyan_rows_text (rows, "problem", revision->problem);
  cyan_rows_count_if (rows, "base_runs", compared, revision->n_base_runs);
  cyan_rows_count_if (rows, "new_runs", compared, revision->n_new_runs);
  cyan_rows_count_if (rows, "rows", compared, revision->n_rows);
  cyan_rows_count_if (rows, "changed", cyan_report_overview_is_tested (revision),
                      revision->n_changed);
  cyan_rows_count_if (rows, "below_1", compared, revision->n_below);
  cyan_rows_number_if (rows, "below_1_expected", compared, revision->expected);
  if (rows->form->nested)
    {
      cyan_rows_open (rows, "executions", CYAN_GROUP_LIST);
      for (guint k = 0; k < revision->n_runs; k++)
        put_run (rows, &revision->runs[k]);
      cyan_rows_close (rows);
    }
  cyan_rows_close (rows);
}

void
cyan_report_overview_rows (CyanRows *rows, gconstpointer data)
{
  const CyanReportSpectrumOverview *about = data;
  const CyanSpectrumOverview *self = about->overview;
  g_autofree char *comment = g_strdup_printf (
      "store %s, project %s, benchmark %s, metric %s, unit %s", about->store, self->project,
      self->benchmark, self->metric, *self->unit != '\0' ? self->unit : "unknown");

  cyan_rows_comment (rows, comment);
  cyan_rows_open (rows, NULL, CYAN_GROUP_LINES);
  cyan_rows_text (rows, "store", about->store);
  cyan_rows_text (rows, "project", self->project);
  cyan_rows_text (rows, "benchmark", self->benchmark);
  cyan_rows_text (rows, "machine", self->machine);
  cyan_rows_text (rows, "metric", self->metric);
  cyan_rows_unit (rows, self->unit);
  cyan_rows_number (rows, "alpha", self->alpha);
  cyan_rows_flag (rows, "ordered", !self->is_unordered);
  cyan_rows_open_table (rows, "revisions", columns);
  for (guint i = 0; i < self->n_revisions && cyan_rows_go_on (rows); i++)
    put_revision (rows, self, i);
  cyan_rows_close (rows);
  cyan_rows_close (rows);
}
