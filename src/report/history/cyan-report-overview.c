/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A benchmark over the revisions: each with its similarity to its base, and its runs. */
#include "cyan-report-history-parts.h"

#include <math.h>
#include <string.h>

#include "cyan-html-frame.h"
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

static guint
count_failed (const CyanSpectrumRevision *revision)
{
  guint n = 0;

  for (guint i = 0; i < revision->n_runs; i++)
    n += has_failed (&revision->runs[i]);
  return n;
}

/* "ok", or "failed, exit code 2". */
static const char *
end_text (CyanProse *prose, const CyanSpectrumRun *run)
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

/* Appends why a revision has no base, a base other than the revision before it, or that what
 * changed does not count. */
static void
append_note (CyanProse *out, const CyanSpectrumOverview *self, guint i)
{
  const CyanSpectrumRevision *revision = &self->revisions[i];

  if (revision->base == CYAN_SPECTRUM_NO_BASE && revision->problem != NULL && i > 0)
    cyan_prose_say (out, "  (%s)", cyan_prose_safe (out, revision->problem));
  else if (revision->base != CYAN_SPECTRUM_NO_BASE && revision->base + 1 != i)
    cyan_prose_say (out, "  (against %s)",
                    cyan_prose_name (out, self->revisions[revision->base].commit.name, NAME_CHARS));
  if (revision->is_outlier)
    cyan_prose_say (out, "  (stands alone)");
}

static void
append_revision (CyanProse *out, const CyanSpectrumOverview *self, guint i)
{
  const CyanSpectrumRevision *revision = &self->revisions[i];
  guint failed = count_failed (revision), n = revision->n_runs;
  gboolean compared = revision->base != CYAN_SPECTRUM_NO_BASE;

  cyan_prose_say (
      out, "  %s",
      cyan_prose_pad (out, cyan_prose_name (out, revision->commit.name, NAME_CHARS), NAME_CHARS));
  cyan_prose_cell (out, 9, value_text (revision->mean, self->unit));
  cyan_prose_cell (out, 8, cyan_spectrum_change_text (self, revision));
  cyan_prose_cell (out, 9,
                   cyan_spectrum_revision_is_tested (revision)
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
  cyan_prose_say (out, "#%d: %s", (int) run->number + 1, end_text (out, run));
  if (isfinite (run->seconds))
    cyan_prose_say (out, ", %s", cyan_prose_amount (out, run->seconds, "s"));
  if (isfinite (run->value))
    cyan_prose_say (out, ", %s %s", cyan_prose_name (out, self->metric, NAME_CHARS),
                    cyan_prose_amount (out, run->value, self->unit));
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
    n += count_failed (&self->revisions[i]);
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
                    cyan_prose_amount (out, contexts[i].value, self->unit));
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
  g_autofree char *answer = cyan_spectrum_overview_answer (self);

  cyan_report_say_answer (prose, answer);
  cyan_prose_say (prose, "%s: project %s, benchmark %s, %s, %s\n",
                  cyan_prose_label (prose, about->store), cyan_prose_label (prose, self->project),
                  cyan_prose_label (prose, self->benchmark), cyan_prose_label (prose, self->metric),
                  cyan_prose_count (prose, self->n_revisions, "revision"));
  if (self->is_unordered)
    cyan_prose_say (prose, "No revision has a parent: none is compared\n");
  else
    cyan_prose_say (
        prose,
        "First parents, oldest first; each against the one before it that does not stand alone\n");
  cyan_prose_say (prose, "\n  %-*s  %9s  %8s  %9s  %5s\n", NAME_CHARS, "", "", "", "rows", "");
  cyan_prose_say (prose, "  %-*s  %9s  %8s  %9s  %5s\n", NAME_CHARS, "revision", "mean", "change",
                  "changed", "runs");
  for (guint i = 0; i < self->n_revisions; i++)
    append_revision (prose, self, i);
  append_failed (prose, self);
  append_newest (prose, self);
  cyan_report_say_commands (prose, "What changed where most rows did?", about->next);
}

/* ---- HTML ---- */

/* Pixels. */
#define BAR_WIDTH  160
#define MARK_WIDTH 6

#define PAGE_SUBJECT 80
#define LOG_LINES    10

/* Revisions whose runs are listed, the newest ones: a page is read as a whole. */
#define MAX_DETAILS 100

/* The means of all revisions: the axis of their picture. */
typedef struct
{
  double low, high;
} Axis;

static Axis
find_axis (const CyanSpectrumOverview *self)
{
  Axis axis = { NAN, NAN };

  for (guint i = 0; i < self->n_revisions; i++)
    {
      axis.low = fmin (axis.low, self->revisions[i].mean);
      axis.high = fmax (axis.high, self->revisions[i].mean);
    }
  return axis;
}

/* "15.86 M to 15.91 M": the ends of the picture, with the digits that tell them apart. */
static char *
axis_text (const Axis *axis, const char *unit)
{
  double step = (axis->high - axis->low) / 10;
  g_autofree char *low = NULL, *high = NULL;

  if (!(step > 0))
    return g_strdup ("");
  low = cyan_tick_to_text (axis->low, step, axis->high, unit);
  high = cyan_tick_to_text (axis->high, step, axis->high, unit);
  return g_strdup_printf (_ ("%s to %s"), low, high);
}

/* Appends a cell with a mark at the mean; it is coloured where rows changed. */
static void
html_mark (CyanProse *prose, const CyanSpectrumRevision *revision, const Axis *axis)
{
  double part =
      axis->high > axis->low ? (revision->mean - axis->low) / (axis->high - axis->low) : 0.5;

  if (!isfinite (revision->mean))
    {
      cyan_html_cell (prose, "");
      return;
    }
  cyan_prose_say (prose,
                  "<td><svg width=\"%d\" height=\"14\" aria-hidden=\"true\">"
                  "<rect class=\"was\" y=\"7\" width=\"%d\" height=\"1\"/>"
                  "<rect class=\"%s\" x=\"%s\" width=\"%d\" height=\"14\"/></svg></td>",
                  BAR_WIDTH, BAR_WIDTH,
                  cyan_spectrum_revision_has_changed (revision) ? "added" : "was",
                  cyan_html_number (prose, part * (BAR_WIDTH - MARK_WIDTH)), MARK_WIDTH);
}

/* Whether the runs of revision @i are on the page. */
static gboolean
has_details (const CyanSpectrumOverview *self, guint i)
{
  return self->revisions[i].n_runs > 0 && i + MAX_DETAILS >= self->n_revisions;
}

/* With a link to its runs. */
static void
html_revision_name (CyanProse *prose, const CyanSpectrumOverview *self, guint i)
{
  const char *name = cyan_prose_label (prose, self->revisions[i].commit.name);

  cyan_html_row_head (prose, has_details (self, i)
                                 ? cyan_prose_text (prose, "<a href=\"#r%u\">%s</a>", i, name)
                                 : name);
}

/* The base of a revision, or why there is none. */
static const char *
against_text (CyanProse *prose,
              const CyanSpectrumOverview *self,
              const CyanSpectrumRevision *revision)
{
  if (revision->base != CYAN_SPECTRUM_NO_BASE)
    return cyan_prose_text (prose, revision->is_outlier ? _ ("%s; stands alone") : "%s",
                            cyan_prose_label (prose, self->revisions[revision->base].commit.name));
  return revision->problem != NULL ? cyan_prose_safe (prose, revision->problem) : "";
}

static void
html_revision (CyanProse *prose, const CyanSpectrumOverview *self, guint i, const Axis *axis)
{
  const CyanSpectrumRevision *revision = &self->revisions[i];
  guint failed = count_failed (revision);
  gboolean compared = revision->base != CYAN_SPECTRUM_NO_BASE;

  cyan_html_row (prose);
  html_revision_name (prose, self, i);
  cyan_html_number_cell (prose, value_text (revision->mean, self->unit));
  html_mark (prose, revision, axis);
  cyan_html_number_cell (prose, cyan_spectrum_change_text (self, revision));
  cyan_html_number_cell (prose, cyan_spectrum_revision_is_tested (revision)
                                    ? g_strdup_printf ("%'u", revision->n_changed)
                                : compared ? g_strdup (_ ("untested"))
                                           : g_strdup (""));
  cyan_html_number_cell (prose,
                         compared ? g_strdup_printf ("%'u", revision->n_rows) : g_strdup (""));
  cyan_html_number_cell (prose, g_strdup_printf ("%'u", revision->n_runs - failed));
  cyan_html_number_cell (prose, failed > 0 ? g_strdup_printf ("%'u", failed) : g_strdup (""));
  cyan_html_cell (prose, against_text (prose, self, revision));
  cyan_html_cell (prose, cyan_prose_name (prose, revision->commit.subject, PAGE_SUBJECT));
  cyan_html_row_end (prose);
}

static void
html_revisions (CyanProse *prose, const CyanSpectrumOverview *self)
{
  const Axis axis = find_axis (self);
  g_autofree char *ends = axis_text (&axis, self->unit);

  cyan_html_section (
      prose, _ ("Revisions"),
      _ ("Rows are calling contexts that changed against the revision before, by the "
         "moderated t-test."));
  cyan_html_table (prose, "tntnnnnntt", _ ("Revision"), _ ("Mean"), ends, _ ("Change"),
                   _ ("Rows changed"), _ ("of"), _ ("Runs"), _ ("Failed"), _ ("Against"),
                   _ ("Subject"), NULL);
  for (guint i = 0; i < self->n_revisions; i++)
    html_revision (prose, self, i, &axis);
  cyan_html_table_end (prose);
  cyan_html_section_end (prose);
}

/* ---- runs ---- */

static void
html_contexts (CyanProse *prose,
               const CyanSpectrumOverview *self,
               const CyanSpectrumContext *contexts,
               guint n)
{
  cyan_prose_say (prose, "<td>");
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *stack = g_strjoinv (" > ", contexts[i].stack);

      cyan_prose_say (prose, "%s%s %s", i > 0 ? "<br/>" : "",
                      cyan_prose_amount (prose, contexts[i].value, self->unit),
                      cyan_prose_label (prose, stack));
    }
  cyan_prose_say (prose, "</td>");
}

/* Appends a cell with the last lines of a log. */
static void
html_log (CyanProse *prose, const char *log)
{
  g_autofree char *text = g_strchomp (g_strdup (log != NULL ? log : ""));
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint n = g_strv_length (lines);

  cyan_prose_say (prose, "<td>");
  for (guint i = n > LOG_LINES ? n - LOG_LINES : 0; i < n; i++)
    if (*g_strchug (lines[i]) != '\0')
      cyan_prose_say (prose, "%s<br/>", cyan_prose_label (prose, lines[i]));
  cyan_prose_say (prose, "</td>");
}

static void
html_run (CyanProse *prose, const CyanSpectrumOverview *self, const CyanSpectrumRun *run)
{
  cyan_html_row (prose);
  cyan_html_number_cell (prose, g_strdup_printf ("%d", (int) run->number + 1));
  cyan_html_cell (prose, end_text (prose, run));
  cyan_html_number_cell (prose, value_text (run->seconds, "s"));
  cyan_html_number_cell (prose, value_text (run->value, self->unit));
  html_contexts (prose, self, run->by_total, run->n_by_total);
  html_contexts (prose, self, run->by_call, run->n_by_call);
  html_log (prose, run->log);
  cyan_html_row_end (prose);
}

static void
html_runs (CyanProse *prose, const CyanSpectrumOverview *self, guint i)
{
  const CyanSpectrumRevision *revision = &self->revisions[i];

  cyan_prose_say (prose, "<details><summary>%s %s</summary>\n<div id=\"r%u\">\n",
                  cyan_prose_label (prose, revision->commit.name),
                  cyan_prose_name (prose, revision->commit.subject, PAGE_SUBJECT), i);
  cyan_html_table (prose, "ntnnttt", _ ("Run"), _ ("Ended"), _ ("Took"), _ ("Value"), _ ("Largest"),
                   _ ("Largest a call"), _ ("End of the log"), NULL);
  for (guint k = 0; k < revision->n_runs; k++)
    html_run (prose, self, &revision->runs[k]);
  cyan_html_table_end (prose);
  cyan_prose_say (prose, "</div></details>\n");
}

static void
html_overview (CyanProse *prose, gconstpointer data)
{
  const CyanReportSpectrumOverview *about = data;
  const CyanSpectrumOverview *self = about->overview;
  g_autofree char *title = cyan_html_plain (self->benchmark);
  g_autofree char *answer = cyan_spectrum_overview_answer (self);
  const CyanHtmlFrame frame = { title, about->palette, NULL };

  cyan_html_open (prose, &frame);
  cyan_report_say_answer (prose, answer);
  cyan_prose_say (prose, "<p class=\"dim\">%s, %s</p>\n<p class=\"dim\">%s, %s</p>\n",
                  cyan_prose_label (prose, self->project), cyan_prose_label (prose, self->metric),
                  cyan_prose_label (prose, about->store), cyan_prose_label (prose, self->machine));
  if (self->is_unordered)
    cyan_prose_say (prose, "<p class=\"note\">%s</p>\n",
                    _ ("No revision has a parent: none is compared."));
  cyan_html_main (prose);
  html_revisions (prose, self);
  cyan_html_section (prose, _ ("Runs"),
                     _ ("The contexts that cost most by themselves in each run."));
  for (guint i = self->n_revisions; i-- > 0;)
    if (has_details (self, i))
      html_runs (prose, self, i);
  cyan_html_section_end (prose);
  cyan_html_close (prose, &frame);
}

/* ---- rows ---- */

static const CyanField columns[] = {
  { "revision,name,depth,commit_time,subject", "The commit" },
  { "cell", "measured, failed, failed-build or empty" },
  { "definition,mean", "How its runs were made; their mean value" },
  { "outlier", "1 if it stands alone, so that what changed does not count" },
  { "runs,failed_runs", "How many there are" },
  { "base,problem", "What it is compared with, or why it is not" },
  { "base_runs,new_runs,rows", "How much was compared" },
  { "changed", "Rows that changed; empty if a side has one run" },
  { "below_1,below_1_expected", "Rows with a similarity below 1; by chance alone" },
  { NULL },
};

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
  cyan_rows_flag (rows, "outlier", revision->is_outlier);
  cyan_rows_count (rows, "runs", revision->n_runs);
  cyan_rows_count (rows, "failed_runs", count_failed (revision));
  cyan_rows_text (rows, "base", compared ? self->revisions[revision->base].commit.oid : NULL);
  cyan_rows_text (rows, "problem", revision->problem);
  cyan_rows_count_if (rows, "base_runs", compared, revision->n_base_runs);
  cyan_rows_count_if (rows, "new_runs", compared, revision->n_new_runs);
  cyan_rows_count_if (rows, "rows", compared, revision->n_rows);
  cyan_rows_count_if (rows, "changed", cyan_spectrum_revision_is_tested (revision),
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
  cyan_rows_text (rows, "store", about->store);
  cyan_rows_text (rows, "project", self->project);
  cyan_rows_text (rows, "benchmark", self->benchmark);
  cyan_rows_text (rows, "machine", self->machine);
  cyan_rows_text (rows, "metric", self->metric);
  cyan_rows_unit (rows, self->unit);
  cyan_rows_number (rows, "alpha", self->alpha);
  cyan_rows_flag (rows, "ordered", !self->is_unordered);
  cyan_rows_table (rows, "revisions", self->n_revisions, put_revision, self);
}

const CyanReport cyan_report_spectrum_overview = { .text = say_overview,
                                                   .html = html_overview,
                                                   .rows = put_overview,
                                                   .group = CYAN_GROUP_LINES,
                                                   .columns = columns };
