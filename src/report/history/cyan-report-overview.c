/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A benchmark over the revisions: each with its similarity to its base, and its runs. */
#include "cyan-report-history-parts.h"

#include <math.h>
#include <string.h>

#include "cyan-i18n.h"
#include "cyan-units.h"

#define NAME_CHARS    12
#define SUBJECT_CHARS 50
#define CONTEXT_CHARS 40
#define LOG_CHARS     100

/* Failed runs that are listed. */
#define MAX_FAILED 10

/* ---- what all forms say ---- */

static gboolean
has_failed (const CyanSpectrumRun *run)
{
  return strcmp (run->status, "ok") != 0;
}

guint
cyan_report_overview_n_failed (const CyanSpectrumRevision *revision)
{
  guint n = 0;

  for (guint i = 0; i < revision->n_runs; i++)
    n += has_failed (&revision->runs[i]);
  return n;
}

gboolean
cyan_report_overview_is_tested (const CyanSpectrumRevision *revision)
{
  return MIN (revision->n_base_runs, revision->n_new_runs) >= 2;
}

char *
cyan_report_overview_change (const CyanSpectrumOverview *self, const CyanSpectrumRevision *revision)
{
  if (revision->base == CYAN_SPECTRUM_NO_BASE || !isfinite (revision->mean)
      || !isfinite (self->revisions[revision->base].mean))
    return g_strdup ("");
  return cyan_change_to_text (self->revisions[revision->base].mean, revision->mean);
}

const char *
cyan_report_overview_end (CyanProse *prose, const CyanSpectrumRun *run)
{
  if (run->exit_code == 0 || run->exit_code == CYAN_EVOLUTION_UNKNOWN)
    return run->status;
  return cyan_prose_text (prose, _ ("%s, exit code %d"), run->status, (int) run->exit_code);
}

/* ---- text ---- */

static char *
value_text (double value, const char *unit)
{
  return isfinite (value) ? cyan_value_to_text (value, unit) : g_strdup ("");
}

/* What is unusual in how a revision was compared. */
static void
append_note (CyanProse *out, const CyanSpectrumOverview *self, guint i)
{
  const CyanSpectrumRevision *revision = &self->revisions[i];

  if (revision->base == CYAN_SPECTRUM_NO_BASE && revision->problem != NULL && i > 0)
    cyan_prose_say (out, "  (%s)", cyan_prose_value (out, g_strdup (revision->problem)));
  else if (revision->base != CYAN_SPECTRUM_NO_BASE && revision->base + 1 != i)
    cyan_prose_say (out, "  (against %s)",
                    cyan_prose_name (out, self->revisions[revision->base].commit.name, NAME_CHARS));
}

static void
append_revision (CyanProse *out, const CyanSpectrumOverview *self, guint i)
{
  const CyanSpectrumRevision *revision = &self->revisions[i];
  guint failed = cyan_report_overview_n_failed (revision), n = revision->n_runs;
  gboolean compared = revision->base != CYAN_SPECTRUM_NO_BASE;

  cyan_prose_say (
      out, "  %s",
      cyan_prose_pad (out, cyan_prose_name (out, revision->commit.name, NAME_CHARS), NAME_CHARS));
  cyan_prose_cell (out, 9, value_text (revision->mean, self->unit));
  cyan_prose_cell (out, 8, cyan_report_overview_change (self, revision));
  cyan_prose_cell (out, 9,
                   cyan_report_overview_is_tested (revision)
                       ? g_strdup_printf ("%u/%u", revision->n_changed, revision->n_rows)
                   : compared ? g_strdup ("untested")
                              : g_strdup (""));
  cyan_prose_cell (out, 5,
                   failed > 0 ? g_strdup_printf ("%u/%u", n - failed, n)
                   : n > 0    ? g_strdup_printf ("%u", n)
                              : g_strdup (""));
  append_note (out, self, i);
  if (revision->commit.subject != NULL)
    cyan_prose_say (out, "  %s", cyan_prose_name (out, revision->commit.subject, SUBJECT_CHARS));
  cyan_prose_say (out, "\n");
}

/* The last line of a log that is not blank. */
static char *
last_line (const char *log)
{
  g_autofree char *text = g_strchomp (g_strdup (log));
  const char *line = strrchr (text, '\n');

  return g_strdup (line != NULL ? line + 1 : text);
}

static void
append_end (CyanProse *out, const CyanSpectrumOverview *self, const CyanSpectrumRun *run)
{
  cyan_prose_say (out, "#%d: %s", (int) run->number + 1, cyan_report_overview_end (out, run));
  if (isfinite (run->seconds))
    cyan_prose_say (out, ", %s", cyan_prose_value (out, cyan_value_to_text (run->seconds, "s")));
  if (isfinite (run->value))
    cyan_prose_say (out, ", %s %s", cyan_prose_name (out, self->metric, NAME_CHARS),
                    cyan_prose_value (out, cyan_value_to_text (run->value, self->unit)));
  cyan_prose_say (out, "\n");
}

static void
append_log (CyanProse *out, const char *indent, const CyanSpectrumRun *run)
{
  g_autofree char *line = run->log != NULL ? last_line (run->log) : NULL;

  if (line != NULL && *line != '\0')
    cyan_prose_say (out, "%slog: %s\n", indent, cyan_prose_name (out, line, LOG_CHARS));
}

static void
append_failed (CyanProse *out, const CyanSpectrumOverview *self)
{
  guint n = 0, listed = 0;

  for (guint i = 0; i < self->n_revisions; i++)
    n += cyan_report_overview_n_failed (&self->revisions[i]);
  if (n == 0)
    return;
  cyan_prose_say (out, "\nFailed runs (%u of %u)\n", MIN (n, MAX_FAILED), n);
  for (guint i = self->n_revisions; i-- > 0;)
    for (guint k = 0; k < self->revisions[i].n_runs && listed < MAX_FAILED; k++)
      {
        const CyanSpectrumRun *run = &self->revisions[i].runs[k];

        if (!has_failed (run))
          continue;
        listed++;
        cyan_prose_say (out, "  %s ",
                        cyan_prose_name (out, self->revisions[i].commit.name, NAME_CHARS));
        append_end (out, self, run);
        append_log (out, "    ", run);
      }
}

static void
append_contexts (CyanProse *out,
                 const CyanSpectrumOverview *self,
                 const char *title,
                 const CyanSpectrumContext *contexts,
                 guint n)
{
  if (n == 0)
    return;
  cyan_prose_say (out, "    %s: ", title);
  for (guint i = 0; i < n; i++)
    cyan_prose_say (out, "%s%s %s", i > 0 ? ", " : "",
                    cyan_prose_name (out, contexts[i].name, CONTEXT_CHARS),
                    cyan_prose_value (out, cyan_value_to_text (contexts[i].value, self->unit)));
  cyan_prose_say (out, "\n");
}

/* The runs of the newest revision that has any. */
static void
append_newest (CyanProse *out, const CyanSpectrumOverview *self)
{
  guint newest = self->n_revisions;
  const CyanSpectrumRevision *revision;

  while (newest > 0 && self->revisions[newest - 1].n_runs == 0)
    newest--;
  if (newest == 0)
    return;
  revision = &self->revisions[newest - 1];
  cyan_prose_say (out, "\nRuns of %s\n", cyan_prose_name (out, revision->commit.name, NAME_CHARS));
  for (guint i = 0; i < revision->n_runs; i++)
    {
      const CyanSpectrumRun *run = &revision->runs[i];

      cyan_prose_say (out, "  ");
      append_end (out, self, run);
      append_log (out, "    ", run);
      append_contexts (out, self, "largest", run->by_total, run->n_by_total);
      append_contexts (out, self, "largest a call", run->by_call, run->n_by_call);
    }
}

static void
say_overview (CyanProse *prose, gconstpointer data)
{
  const CyanReportSpectrumOverview *about = data;
  const CyanSpectrumOverview *self = about->overview;

  cyan_prose_say (prose, "%s: project %s, benchmark %s, %s, %s\n",
                  cyan_prose_name (prose, about->store, CYAN_PROSE_NAME),
                  cyan_prose_name (prose, self->project, CYAN_PROSE_NAME),
                  cyan_prose_name (prose, self->benchmark, CYAN_PROSE_NAME),
                  cyan_prose_name (prose, self->metric, CYAN_PROSE_NAME),
                  cyan_prose_count (prose, self->n_revisions, "revision"));
  if (self->is_unordered)
    cyan_prose_say (prose, "No revision has a parent: none is compared\n");
  else
    cyan_prose_say (prose, "First parents, oldest first; each against the one before it\n");
  cyan_prose_say (prose, "\n  %-*s  %9s  %8s  %9s  %5s\n", NAME_CHARS, "", "", "", "rows", "");
  cyan_prose_say (prose, "  %-*s  %9s  %8s  %9s  %5s\n", NAME_CHARS, "revision", "mean", "change",
                  "changed", "runs");
  for (guint i = 0; i < self->n_revisions; i++)
    append_revision (prose, self, i);
  append_failed (prose, self);
  append_newest (prose, self);
  for (guint i = 0; about->next != NULL && about->next[i] != NULL; i++)
    cyan_prose_say (prose, "%s  %s\n", i == 0 ? "\nWhat changed where most rows did?\n" : "",
                    cyan_prose_name (prose, about->next[i], CYAN_REPORT_COMMAND_CHARS));
}

/* ---- rows ---- */

static const char columns[] =
    "revision,name,depth,commit_time,subject,cell,definition,mean,runs,failed_runs,base,"
    "problem,base_runs,new_runs,rows,changed,below_1,below_1_expected";

/* Stacks are written as folded stacks are: "main;parse;lex". */
static void
put_context (CyanRows *rows, gconstpointer contexts, guint i)
{
  const CyanSpectrumContext *context = (const CyanSpectrumContext *) contexts + i;
  g_autofree char *stack = g_strjoinv (";", context->stack);

  cyan_rows_text (rows, "function", context->name);
  cyan_rows_text (rows, "stack", stack);
  cyan_rows_number (rows, "value", context->value);
  cyan_rows_number (rows, "calls", context->calls);
}

static void
put_run (CyanRows *rows, gconstpointer runs, guint i)
{
  const CyanSpectrumRun *run = (const CyanSpectrumRun *) runs + i;

  cyan_rows_integer (rows, "run", run->run);
  cyan_rows_integer (rows, "number", run->number);
  cyan_rows_text (rows, "status", run->status);
  cyan_rows_integer (rows, "exit_code", run->exit_code);
  cyan_rows_number (rows, "seconds", run->seconds);
  cyan_rows_number (rows, "value", run->value);
  cyan_rows_text (rows, "log", run->log);
  cyan_rows_list (rows, "largest", CYAN_GROUP_LIST, run->n_by_total, put_context, run->by_total);
  cyan_rows_list (rows, "largest_per_call", CYAN_GROUP_LIST, run->n_by_call, put_context,
                  run->by_call);
}

static void
put_revision (CyanRows *rows, gconstpointer overview, guint i)
{
  const CyanSpectrumOverview *self = overview;
  const CyanSpectrumRevision *revision = &self->revisions[i];
  gboolean compared = revision->base != CYAN_SPECTRUM_NO_BASE;

  cyan_rows_text (rows, "revision", revision->commit.oid);
  cyan_rows_text (rows, "name", revision->commit.name);
  cyan_rows_integer (rows, "depth", revision->commit.depth);
  cyan_rows_integer (rows, "commit_time", revision->commit.time);
  cyan_rows_text (rows, "subject", revision->commit.subject);
  cyan_rows_text (rows, "cell", cyan_report_cell_names[revision->cell]);
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
    cyan_rows_list (rows, "executions", CYAN_GROUP_LIST, revision->n_runs, put_run, revision->runs);
}

static void
put_overview (CyanRows *rows, gconstpointer data)
{
  const CyanReportSpectrumOverview *about = data;
  const CyanSpectrumOverview *self = about->overview;

  cyan_rows_comment (rows, "store %s, project %s, benchmark %s, metric %s, unit %s", about->store,
                     self->project, self->benchmark, self->metric,
                     *self->unit != '\0' ? self->unit : "unknown");
  cyan_rows_open (rows, NULL, CYAN_GROUP_LINES);
  cyan_rows_text (rows, "store", about->store);
  cyan_rows_text (rows, "project", self->project);
  cyan_rows_text (rows, "benchmark", self->benchmark);
  cyan_rows_text (rows, "machine", self->machine);
  cyan_rows_text (rows, "metric", self->metric);
  cyan_rows_unit (rows, self->unit);
  cyan_rows_number (rows, "alpha", self->alpha);
  cyan_rows_flag (rows, "ordered", !self->is_unordered);
  cyan_rows_table (rows, "revisions", columns, self->n_revisions, put_revision, self);
  cyan_rows_close (rows);
}

const CyanReport cyan_report_spectrum_overview = {
  .text = say_overview, .html = cyan_report_overview_html, .rows = put_overview, .has_table = TRUE
};
