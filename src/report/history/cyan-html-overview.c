/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A benchmark over the revisions as a page in HTML. */
#include "cyan-report-history-parts.h"

#include <math.h>

#include "cyan-html-frame.h"
#include "cyan-i18n.h"
#include "cyan-units.h"

/* Pixels. */
#define BAR_WIDTH  160
#define MARK_WIDTH 6

#define SUBJECT_CHARS 80
#define LOG_LINES     10

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
append_mark (CyanProse *prose, const CyanSpectrumRevision *revision, const Axis *axis)
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
                  BAR_WIDTH, BAR_WIDTH, revision->n_changed > 0 ? "added" : "was",
                  cyan_html_number (prose, part * (BAR_WIDTH - MARK_WIDTH)), MARK_WIDTH);
}

static void
append_number (CyanProse *prose, double value, const char *unit)
{
  cyan_html_number_cell (prose,
                         isfinite (value) ? cyan_value_to_text (value, unit) : g_strdup (""));
}

/* Whether the runs of revision @i are on the page. */
static gboolean
has_details (const CyanSpectrumOverview *self, guint i)
{
  return self->revisions[i].n_runs > 0 && i + MAX_DETAILS >= self->n_revisions;
}

/* With a link to its runs. */
static void
append_revision_name (CyanProse *prose, const CyanSpectrumOverview *self, guint i)
{
  const char *name = cyan_prose_name (prose, self->revisions[i].commit.name, CYAN_PROSE_NAME);

  cyan_html_row_head (prose, has_details (self, i)
                                 ? cyan_prose_text (prose, "<a href=\"#r%u\">%s</a>", i, name)
                                 : name);
}

/* What it is compared with, or why with nothing. */
static const char *
against_text (CyanProse *prose,
              const CyanSpectrumOverview *self,
              const CyanSpectrumRevision *revision)
{
  if (revision->base != CYAN_SPECTRUM_NO_BASE)
    return cyan_prose_name (prose, self->revisions[revision->base].commit.name, CYAN_PROSE_NAME);
  return revision->problem != NULL ? cyan_prose_value (prose, g_strdup (revision->problem)) : "";
}

static void
append_revision (CyanProse *prose, const CyanSpectrumOverview *self, guint i, const Axis *axis)
{
  const CyanSpectrumRevision *revision = &self->revisions[i];
  guint failed = cyan_report_overview_n_failed (revision);
  gboolean compared = revision->base != CYAN_SPECTRUM_NO_BASE;

  cyan_html_row (prose);
  append_revision_name (prose, self, i);
  append_number (prose, revision->mean, self->unit);
  append_mark (prose, revision, axis);
  cyan_html_number_cell (prose, cyan_report_overview_change (self, revision));
  cyan_html_number_cell (prose, cyan_report_overview_is_tested (revision)
                                    ? g_strdup_printf ("%'u", revision->n_changed)
                                : compared ? g_strdup (_ ("untested"))
                                           : g_strdup (""));
  cyan_html_number_cell (prose,
                         compared ? g_strdup_printf ("%'u", revision->n_rows) : g_strdup (""));
  cyan_html_number_cell (prose, g_strdup_printf ("%'u", revision->n_runs - failed));
  cyan_html_number_cell (prose, failed > 0 ? g_strdup_printf ("%'u", failed) : g_strdup (""));
  cyan_html_cell (prose, against_text (prose, self, revision));
  cyan_html_cell (prose, cyan_prose_name (prose, revision->commit.subject, SUBJECT_CHARS));
  cyan_html_row_end (prose);
}

static void
append_revisions (CyanProse *prose, const CyanSpectrumOverview *self)
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
    append_revision (prose, self, i, &axis);
  cyan_html_table_end (prose);
  cyan_html_section_end (prose);
}

/* ---- runs ---- */

static void
append_contexts (CyanProse *prose,
                 const CyanSpectrumOverview *self,
                 const CyanSpectrumContext *contexts,
                 guint n)
{
  cyan_prose_say (prose, "<td>");
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *stack = g_strjoinv (" > ", contexts[i].stack);

      cyan_prose_say (prose, "%s%s %s", i > 0 ? "<br/>" : "",
                      cyan_prose_value (prose, cyan_value_to_text (contexts[i].value, self->unit)),
                      cyan_prose_name (prose, stack, CYAN_PROSE_NAME));
    }
  cyan_prose_say (prose, "</td>");
}

/* Appends a cell with the last lines of a log. */
static void
append_log (CyanProse *prose, const char *log)
{
  g_autofree char *text = g_strchomp (g_strdup (log != NULL ? log : ""));
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint n = g_strv_length (lines);

  cyan_prose_say (prose, "<td>");
  for (guint i = n > LOG_LINES ? n - LOG_LINES : 0; i < n; i++)
    if (*g_strchug (lines[i]) != '\0')
      cyan_prose_say (prose, "%s<br/>", cyan_prose_name (prose, lines[i], CYAN_PROSE_NAME));
  cyan_prose_say (prose, "</td>");
}

static void
append_run (CyanProse *prose, const CyanSpectrumOverview *self, const CyanSpectrumRun *run)
{
  cyan_html_row (prose);
  cyan_html_number_cell (prose, g_strdup_printf ("%d", (int) run->number + 1));
  cyan_html_cell (prose, cyan_report_overview_end (prose, run));
  append_number (prose, run->seconds, "s");
  append_number (prose, run->value, self->unit);
  append_contexts (prose, self, run->by_total, run->n_by_total);
  append_contexts (prose, self, run->by_call, run->n_by_call);
  append_log (prose, run->log);
  cyan_html_row_end (prose);
}

static void
append_runs (CyanProse *prose, const CyanSpectrumOverview *self, guint i)
{
  const CyanSpectrumRevision *revision = &self->revisions[i];

  cyan_prose_say (prose, "<details><summary>%s %s</summary>\n<div id=\"r%u\">\n",
                  cyan_prose_name (prose, revision->commit.name, CYAN_PROSE_NAME),
                  cyan_prose_name (prose, revision->commit.subject, SUBJECT_CHARS), i);
  cyan_html_table (prose, "ntnnttt", _ ("Run"), _ ("Ended"), _ ("Took"), _ ("Value"), _ ("Largest"),
                   _ ("Largest a call"), _ ("End of the log"), NULL);
  for (guint k = 0; k < revision->n_runs; k++)
    append_run (prose, self, &revision->runs[k]);
  cyan_html_table_end (prose);
  cyan_prose_say (prose, "</div></details>\n");
}

void
cyan_report_overview_html (CyanProse *prose, gconstpointer data)
{
  const CyanReportSpectrumOverview *about = data;
  const CyanSpectrumOverview *self = about->overview;
  g_autofree char *title = cyan_html_plain (self->benchmark);
  const CyanHtmlFrame frame = { title, about->palette, NULL };

  cyan_html_open (prose, &frame);
  cyan_prose_say (prose, "<p class=\"verdict\">%s, %s</p>\n<p class=\"dim\">%s, %s</p>\n",
                  cyan_prose_name (prose, self->project, CYAN_PROSE_NAME),
                  cyan_prose_name (prose, self->metric, CYAN_PROSE_NAME),
                  cyan_prose_name (prose, about->store, CYAN_PROSE_NAME),
                  cyan_prose_name (prose, self->machine, CYAN_PROSE_NAME));
  if (self->is_unordered)
    cyan_prose_say (prose, "<p class=\"note\">%s</p>\n",
                    _ ("No revision has a parent: none is compared."));
  cyan_html_main (prose);
  append_revisions (prose, self);
  cyan_html_section (prose, _ ("Runs"),
                     _ ("The contexts that cost most by themselves in each run."));
  for (guint i = self->n_revisions; i-- > 0;)
    if (has_details (self, i))
      append_runs (prose, self, i);
  cyan_html_section_end (prose);
  cyan_html_close (prose, &frame);
}
