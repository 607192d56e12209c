/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The series of a store, one a line or a row. */
#include "cyan-report-history-parts.h"

#include "cyan-log-error.h"
#include "cyan-units.h"

/* Names are padded to at most this width. */
#define NAME_WIDTH 40
#define NOTE_WIDTH 200
/* Lines of a log before and behind that of an error, and characters of each. */
#define LOG_LINES 2
#define LOG_WIDTH 160

/* At most this many failures are listed. */
#define MAX_FAILURES 10

#define COUNT(n) (guint) CLAMP (n, 0, G_MAXUINT)

/* ---- text ---- */

/* Appends an untrusted name, padded to @width characters. */
static void
append_cell (CyanProse *prose, const char *name, guint width)
{
  cyan_prose_say (prose, "%s  ",
                  cyan_prose_pad (prose, cyan_prose_name (prose, name, NAME_WIDTH), width));
}

static void
append_sums (CyanProse *prose, const CyanReportStore *about)
{
  const CyanStoreSizes *store = &about->sizes;

  cyan_prose_say (prose, "%s: %s, %s, %s, %s", cyan_prose_label (prose, about->name),
                  cyan_prose_count (prose, COUNT (store->projects), "project"),
                  cyan_prose_count (prose, COUNT (store->machines), "machine"),
                  cyan_prose_count (prose, COUNT (store->revisions), "revision"),
                  cyan_prose_count (prose, COUNT (store->runs), "run"));
  if (store->failed_runs > 0)
    cyan_prose_say (prose, " (%u failed)", COUNT (store->failed_runs));
  cyan_prose_say (prose, "\n%s, of them %s in %s\n",
                  cyan_prose_amount (prose, (double) store->bytes, "bytes"),
                  cyan_prose_amount (prose, (double) store->profile_bytes, "bytes"),
                  cyan_prose_count (prose, COUNT (store->profiles), "profile"));
}

static void
append_series (CyanProse *prose, const GPtrArray *list)
{
  guint project = strlen ("project"), benchmark = strlen ("benchmark");
  guint machine = strlen ("machine");

  for (guint i = 0; i < list->len; i++)
    {
      const CyanStoreSeries *series = list->pdata[i];

      project = cyan_prose_width (prose, series->project, NAME_WIDTH, project);
      benchmark = cyan_prose_width (prose, series->benchmark, NAME_WIDTH, benchmark);
      machine = cyan_prose_width (prose, series->machine, NAME_WIDTH, machine);
    }
  cyan_prose_say (prose, "\n%-*s  %-*s  %-*s  %9s  %6s  %6s\n", (int) project, "project",
                  (int) benchmark, "benchmark", (int) machine, "machine", "revisions", "runs",
                  "failed");
  for (guint i = 0; i < list->len; i++)
    {
      const CyanStoreSeries *series = list->pdata[i];

      append_cell (prose, series->project, project);
      append_cell (prose, series->benchmark, benchmark);
      append_cell (prose, series->machine, machine);
      cyan_prose_say (prose, "%9u  %6u  %6u\n", COUNT (series->revisions), COUNT (series->runs),
                      COUNT (series->failed_runs));
    }
}

/* The rows of all projects. */
static guint
count (const GPtrArray *lists)
{
  guint n = 0;

  for (guint i = 0; i < lists->len; i++)
    n += ((const GPtrArray *) lists->pdata[i])->len;
  return n;
}

static void
append_failure (CyanProse *prose, const CyanStoreFailure *failure)
{
  g_auto (GStrv) lines = cyan_log_error_lines (failure->log, LOG_LINES);
  const char *status = cyan_prose_name (prose, failure->status, NAME_WIDTH);
  const char *what = failure->benchmark == NULL
                         ? "build"
                         : cyan_prose_name (prose, failure->benchmark, NAME_WIDTH);

  cyan_prose_say (prose, "%s: %s of %s on %s\n", status, what,
                  cyan_prose_name (prose, failure->oid, NAME_WIDTH),
                  cyan_prose_name (prose, failure->machine, NAME_WIDTH));
  for (guint i = 0; lines[i] != NULL; i++)
    cyan_prose_say (prose, "    %s\n", cyan_prose_name (prose, lines[i], LOG_WIDTH));
}

static void
append_failures (CyanProse *prose, const GPtrArray *lists)
{
  guint n = count (lists), older = n - MIN (n, MAX_FAILURES), at = 0;

  cyan_prose_say (prose, "\n");
  for (guint p = 0; p < lists->len; p++)
    {
      const GPtrArray *list = lists->pdata[p];

      for (guint i = 0; i < list->len; i++)
        if (at++ >= older)
          append_failure (prose, list->pdata[i]);
    }
  if (older > 0)
    cyan_prose_say (prose, "and %u older ones\n", older);
}

static void
append_notes (CyanProse *prose, const GPtrArray *list)
{
  for (guint i = 0; i < list->len; i++)
    {
      const CyanStoreMark *note = list->pdata[i];
      g_autofree char *text = cyan_store_mark_to_text (note);

      cyan_prose_say (prose, "note on %s", cyan_prose_name (prose, note->revision, NAME_WIDTH));
      if (note->benchmark != NULL)
        cyan_prose_say (prose, ", %s", cyan_prose_name (prose, note->benchmark, NAME_WIDTH));
      cyan_prose_say (prose, ": %s\n", cyan_prose_name (prose, text, NOTE_WIDTH));
    }
}

static void
say_store (CyanProse *prose, gconstpointer about)
{
  const CyanReportStore *store = about;

  append_sums (prose, store);
  if (store->series->len > 0)
    append_series (prose, store->series);
  if (count (store->failures) > 0)
    append_failures (prose, store->failures);
  if (count (store->notes) > 0)
    cyan_prose_say (prose, "\n");
  for (guint p = 0; p < store->notes->len; p++)
    append_notes (prose, store->notes->pdata[p]);
}

/* ---- rows ---- */

static const CyanField columns[] = {
  { "project,benchmark", "What was measured" },
  { "definition",
    "Tells two ways to run one benchmark apart; empty for runs that were added by hand" },
  { "machine", "Where" },
  { "revisions,runs,failed_runs", "How many there are" },
  { NULL },
};

static void
put_series (CyanRows *rows, gconstpointer list, guint i)
{
  const CyanStoreSeries *series = ((const GPtrArray *) list)->pdata[i];

  cyan_rows_text (rows, "project", series->project);
  cyan_rows_text (rows, "benchmark", series->benchmark);
  cyan_rows_text (rows, "definition", series->definition);
  cyan_rows_text (rows, "machine", series->machine);
  cyan_rows_integer (rows, "revisions", series->revisions);
  cyan_rows_integer (rows, "runs", series->runs);
  cyan_rows_integer (rows, "failed_runs", series->failed_runs);
}

static void
put_failure (CyanRows *rows, gconstpointer row)
{
  const CyanStoreFailure *failure = row;

  cyan_rows_text (rows, "revision", failure->oid);
  cyan_rows_text (rows, "benchmark", failure->benchmark);
  cyan_rows_text (rows, "machine", failure->machine);
  cyan_rows_text (rows, "status", failure->status);
  cyan_rows_text (rows, "log", failure->log);
}

static void
put_note (CyanRows *rows, gconstpointer row)
{
  const CyanStoreMark *note = row;
  g_autofree char *text = cyan_store_mark_to_text (note);

  cyan_rows_text (rows, "revision", note->revision);
  cyan_rows_text (rows, "benchmark", note->benchmark);
  cyan_rows_text (rows, "text", text);
  cyan_rows_number (rows, "made", (double) note->made);
}

/* A table with the rows of all projects. */
static void
put_lists (CyanRows *rows,
           const char *name,
           const CyanReportStore *store,
           const GPtrArray *lists,
           void (*put) (CyanRows *rows, gconstpointer row))
{
  cyan_rows_open (rows, name, CYAN_GROUP_TABLE);
  for (guint p = 0; p < lists->len; p++)
    {
      const CyanStoreProject *project = store->projects->pdata[p];
      const GPtrArray *list = lists->pdata[p];

      for (guint i = 0; i < list->len && cyan_rows_go_on (rows); i++)
        {
          cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
          cyan_rows_text (rows, "project", project->name);
          put (rows, list->pdata[i]);
          cyan_rows_close (rows);
        }
    }
  cyan_rows_close (rows);
}

static void
put_store (CyanRows *rows, gconstpointer about)
{
  const CyanReportStore *store = about;

  cyan_rows_comment (rows, "store %s", store->name);
  cyan_rows_text (rows, "store", store->name);
  cyan_rows_integer (rows, "projects", store->sizes.projects);
  cyan_rows_integer (rows, "machines", store->sizes.machines);
  cyan_rows_integer (rows, "revisions", store->sizes.revisions);
  cyan_rows_integer (rows, "runs", store->sizes.runs);
  cyan_rows_integer (rows, "failed_runs", store->sizes.failed_runs);
  cyan_rows_integer (rows, "profiles", store->sizes.profiles);
  cyan_rows_integer (rows, "profile_bytes", store->sizes.profile_bytes);
  cyan_rows_integer (rows, "bytes", store->sizes.bytes);
  cyan_rows_table (rows, "series", store->series->len, put_series, store->series);
  put_lists (rows, "failures", store, store->failures, put_failure);
  put_lists (rows, "notes", store, store->notes, put_note);
}

const CyanReport cyan_report_store = { .text = say_store, .rows = put_store, .columns = columns };
