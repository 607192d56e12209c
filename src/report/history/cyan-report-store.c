/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a store has: its series, one a line or a row. */
#include "cyan-history-pages.h"

#include "cyan-units.h"

/* Names are padded to at most this width. */
#define NAME_WIDTH 40
#define NOTE_WIDTH 200
/* At most this many failures are listed. */
#define MAX_FAILURES 10

#define COUNT(n) (guint) MIN (n, G_MAXUINT)

static const char *const columns[] = { "project",   "benchmark", "definition",  "machine",
                                       "revisions", "runs",      "failed_runs", NULL };

/* ---- text ---- */

static guint
width_of (CyanProse *prose, const char *name, guint least)
{
  return MAX (least, (guint) g_utf8_strlen (cyan_prose_name (prose, name, NAME_WIDTH), -1));
}

/* Appends an untrusted name, padded to @width characters. */
static void
append_cell (CyanProse *prose, const char *name, guint width)
{
  const char *cell = cyan_prose_name (prose, name, NAME_WIDTH);
  int pad = (int) width - (int) g_utf8_strlen (cell, -1);

  cyan_prose_say (prose, "%s%*s  ", cell, MAX (pad, 0), "");
}

static void
append_sums (CyanProse *prose, const CyanReportStore *store)
{
  cyan_prose_say (prose, "%s: %u %s, %u %s, %u %s, %u %s",
                  cyan_prose_name (prose, store->name, CYAN_PROSE_NAME), COUNT (store->projects),
                  store->projects == 1 ? "project" : "projects", COUNT (store->machines),
                  store->machines == 1 ? "machine" : "machines", COUNT (store->revisions),
                  store->revisions == 1 ? "revision" : "revisions", COUNT (store->runs),
                  store->runs == 1 ? "run" : "runs");
  if (store->failed_runs > 0)
    cyan_prose_say (prose, " (%u failed)", COUNT (store->failed_runs));
  cyan_prose_say (
      prose, "\n%s, of them %s in %u %s\n",
      cyan_prose_value (prose, cyan_value_to_text ((double) store->bytes, "bytes")),
      cyan_prose_value (prose, cyan_value_to_text ((double) store->profile_bytes, "bytes")),
      COUNT (store->profiles), store->profiles == 1 ? "profile" : "profiles");
}

static void
append_series (CyanProse *prose, const CyanReportStore *store)
{
  guint project = strlen ("project"), benchmark = strlen ("benchmark");
  guint machine = strlen ("machine");

  for (guint i = 0; i < store->n_series; i++)
    {
      project = width_of (prose, store->series[i].project, project);
      benchmark = width_of (prose, store->series[i].benchmark, benchmark);
      machine = width_of (prose, store->series[i].machine, machine);
    }
  cyan_prose_say (prose, "\n%-*s  %-*s  %-*s  %9s  %6s  %6s\n", (int) project, "project",
                  (int) benchmark, "benchmark", (int) machine, "machine", "revisions", "runs",
                  "failed");
  for (guint i = 0; i < store->n_series; i++)
    {
      const CyanReportSeries *series = &store->series[i];

      append_cell (prose, series->project, project);
      append_cell (prose, series->benchmark, benchmark);
      append_cell (prose, series->machine, machine);
      cyan_prose_say (prose, "%9u  %6u  %6u\n", COUNT (series->revisions), COUNT (series->runs),
                      COUNT (series->failed_runs));
    }
}

static void
append_failures (CyanProse *prose, const CyanReportStore *store)
{
  guint first = store->n_failures - MIN (store->n_failures, MAX_FAILURES);

  cyan_prose_say (prose, "\n");
  for (guint i = first; i < store->n_failures; i++)
    {
      const CyanReportFailure *failure = &store->failures[i];
      const char *status = cyan_prose_name (prose, failure->status, NAME_WIDTH);
      const char *what = failure->benchmark == NULL
                             ? "build"
                             : cyan_prose_name (prose, failure->benchmark, NAME_WIDTH);

      cyan_prose_say (prose, "%s: %s of %s on %s\n", status, what,
                      cyan_prose_name (prose, failure->revision, NAME_WIDTH),
                      cyan_prose_name (prose, failure->machine, NAME_WIDTH));
    }
  if (first > 0)
    cyan_prose_say (prose, "and %u older ones\n", first);
}

static void
append_notes (CyanProse *prose, const CyanReportStore *store)
{
  cyan_prose_say (prose, "\n");
  for (guint i = 0; i < store->n_notes; i++)
    {
      const CyanReportNote *note = &store->notes[i];

      cyan_prose_say (prose, "note on %s", cyan_prose_name (prose, note->revision, NAME_WIDTH));
      if (note->benchmark != NULL)
        cyan_prose_say (prose, ", %s", cyan_prose_name (prose, note->benchmark, NAME_WIDTH));
      cyan_prose_say (prose, ": %s\n", cyan_prose_name (prose, note->text, NOTE_WIDTH));
    }
}

void
cyan_report_store_text (CyanProse *prose, gconstpointer about)
{
  const CyanReportStore *store = about;

  append_sums (prose, store);
  if (store->n_series > 0)
    append_series (prose, store);
  if (store->n_failures > 0)
    append_failures (prose, store);
  if (store->n_notes > 0)
    append_notes (prose, store);
}

/* ---- rows ---- */

static void
put_series (CyanRows *rows, const CyanReportSeries *series)
{
  cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, columns[0], series->project);
  cyan_rows_text (rows, columns[1], series->benchmark);
  cyan_rows_text (rows, columns[2], series->definition);
  cyan_rows_text (rows, columns[3], series->machine);
  cyan_rows_count (rows, columns[4], series->revisions);
  cyan_rows_count (rows, columns[5], series->runs);
  cyan_rows_count (rows, columns[6], series->failed_runs);
  cyan_rows_close (rows);
}

static void
put_failure (CyanRows *rows, const CyanReportFailure *failure)
{
  cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, "project", failure->project);
  cyan_rows_text (rows, "revision", failure->revision);
  cyan_rows_text (rows, "benchmark", failure->benchmark);
  cyan_rows_text (rows, "machine", failure->machine);
  cyan_rows_text (rows, "status", failure->status);
  cyan_rows_close (rows);
}

static void
put_note (CyanRows *rows, const CyanReportNote *note)
{
  cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, "project", note->project);
  cyan_rows_text (rows, "revision", note->revision);
  cyan_rows_text (rows, "benchmark", note->benchmark);
  cyan_rows_text (rows, "text", note->text);
  cyan_rows_number (rows, "made", (double) note->made);
  cyan_rows_close (rows);
}

void
cyan_report_store_rows (CyanRows *rows, gconstpointer about)
{
  const CyanReportStore *store = about;
  g_autofree char *comment = g_strdup_printf ("store %s", store->name);

  cyan_rows_comment (rows, comment);
  cyan_rows_open (rows, NULL, CYAN_GROUP_PAGE);
  cyan_rows_text (rows, "store", store->name);
  cyan_rows_count (rows, "projects", store->projects);
  cyan_rows_count (rows, "machines", store->machines);
  cyan_rows_count (rows, "revisions", store->revisions);
  cyan_rows_count (rows, "runs", store->runs);
  cyan_rows_count (rows, "failed_runs", store->failed_runs);
  cyan_rows_count (rows, "profiles", store->profiles);
  cyan_rows_count (rows, "profile_bytes", store->profile_bytes);
  cyan_rows_count (rows, "bytes", store->bytes);
  cyan_rows_open_table (rows, "series", columns);
  for (guint i = 0; i < store->n_series && cyan_rows_go_on (rows); i++)
    put_series (rows, &store->series[i]);
  cyan_rows_close (rows);
  cyan_rows_open (rows, "failures", CYAN_GROUP_TABLE);
  for (guint i = 0; i < store->n_failures && cyan_rows_go_on (rows); i++)
    put_failure (rows, &store->failures[i]);
  cyan_rows_close (rows);
  cyan_rows_open (rows, "notes", CYAN_GROUP_TABLE);
  for (guint i = 0; i < store->n_notes && cyan_rows_go_on (rows); i++)
    put_note (rows, &store->notes[i]);
  cyan_rows_close (rows);
  cyan_rows_close (rows);
}
