/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A benchmark over the revisions, for people. */
#include "cyan-report-overview.h"

#include <math.h>
#include <string.h>

#include "cyan-i18n.h"
#include "cyan-history-pages.h"
#include "cyan-units.h"

#define NAME_CHARS    12
#define SUBJECT_CHARS 50
#define CONTEXT_CHARS 40
#define LOG_CHARS     100
#define COMMAND_CHARS 1000

/* Failed runs that are listed. */
#define MAX_FAILED 10

/* ---- what all forms say ---- */

const char *
cyan_report_overview_cell (const CyanSpectrumRevision *revision)
{
  static const char *const names[] = { "empty", "measured", "failed", "failed-build" };

  return names[revision->cell];
}

static gboolean
cyan_report_overview_failed (const CyanSpectrumRun *run)
{
  return strcmp (run->status, "ok") != 0;
}

guint
cyan_report_overview_n_failed (const CyanSpectrumRevision *revision)
{
  guint n = 0;

  for (guint i = 0; i < revision->n_runs; i++)
    n += cyan_report_overview_failed (&revision->runs[i]);
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
  const char *name = cyan_prose_name (out, revision->commit.name, NAME_CHARS);
  guint failed = cyan_report_overview_n_failed (revision), n = revision->n_runs;
  gboolean compared = revision->base != CYAN_SPECTRUM_NO_BASE;

  cyan_prose_say (out, "  %s%*s", name, MAX (NAME_CHARS - (int) g_utf8_strlen (name, -1), 0), "");
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

        if (!cyan_report_overview_failed (run))
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

void
cyan_report_overview_text (CyanProse *prose, gconstpointer data)
{
  const CyanReportSpectrumOverview *about = data;
  const CyanSpectrumOverview *self = about->overview;

  cyan_prose_say (prose, "%s: project %s, benchmark %s, %s, %u %s\n",
                  cyan_prose_name (prose, about->store, CYAN_PROSE_NAME),
                  cyan_prose_name (prose, self->project, CYAN_PROSE_NAME),
                  cyan_prose_name (prose, self->benchmark, CYAN_PROSE_NAME),
                  cyan_prose_name (prose, self->metric, CYAN_PROSE_NAME), self->n_revisions,
                  self->n_revisions == 1 ? "revision" : "revisions");
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
                    cyan_prose_name (prose, about->next[i], COMMAND_CHARS));
}
