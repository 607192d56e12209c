/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a tracker has measured, or would. */
#include "cyan-history-pages.h"

#include <math.h>
#include <string.h>

#include "cyan-units.h"

/* Characters of a name. */
#define NAME_WIDTH 40

#define COUNT(n) (guint) MIN (n, G_MAXUINT)

static const char *const columns[] = { "benchmark",   "definition",   "revision",
                                       "build",       "status",       "runs",
                                       "failed_runs", "missing_runs", NULL };

/* ---- text ---- */

/* The cells of one benchmark by status. */
typedef struct
{
  const char *benchmark;
  guint measured, failed, not_built, missing;
} Sum;

static Sum *
find_sum (GArray *sums, const char *benchmark)
{
  Sum sum = { .benchmark = benchmark };

  for (guint i = 0; i < sums->len; i++)
    if (strcmp (g_array_index (sums, Sum, i).benchmark, benchmark) == 0)
      return &g_array_index (sums, Sum, i);
  g_array_append_val (sums, sum);
  return &g_array_index (sums, Sum, sums->len - 1);
}

static GArray *
sum_up (const CyanReportTrack *track)
{
  GArray *sums = g_array_new (FALSE, FALSE, sizeof (Sum));

  for (guint i = 0; i < track->n_cells; i++)
    {
      const CyanReportTrackCell *cell = &track->cells[i];
      Sum *sum = find_sum (sums, cell->benchmark);

      sum->measured += strcmp (cell->status, "measured") == 0;
      sum->failed += strcmp (cell->status, "failed") == 0;
      sum->not_built += strcmp (cell->status, "not-built") == 0;
      sum->missing += strcmp (cell->status, "missing") == 0;
    }
  return sums;
}

static void
append_head (CyanProse *prose, const CyanReportTrack *track)
{
  cyan_prose_say (prose, "%s on %s: %u of %u %s to measure, %u %s",
                  cyan_prose_name (prose, track->project, NAME_WIDTH),
                  cyan_prose_name (prose, track->machine, CYAN_PROSE_NAME),
                  COUNT (track->chosen_revisions), COUNT (track->revisions),
                  track->revisions == 1 ? "revision" : "revisions", COUNT (track->runs),
                  track->runs == 1 ? "run" : "runs");
  if (track->failed_runs > 0)
    cyan_prose_say (prose, ", %u failed", COUNT (track->failed_runs));
  if (track->failed_builds > 0)
    cyan_prose_say (prose, ", %u failed %s", COUNT (track->failed_builds),
                    track->failed_builds == 1 ? "build" : "builds");
  if (track->missing_runs > 0)
    cyan_prose_say (prose, ", %u %s", COUNT (track->missing_runs),
                    track->planned ? "to do" : "missing");
  if (track->missing_runs > 0 && isfinite (track->seconds))
    cyan_prose_say (prose, ", about %s",
                    cyan_prose_value (prose, cyan_value_to_text (track->seconds, "s")));
  cyan_prose_say (prose, "\n");
}

static void
append_sums (CyanProse *prose, const GArray *sums)
{
  guint width = strlen ("benchmark");

  for (guint i = 0; i < sums->len; i++)
    width =
        MAX (width,
             (guint) g_utf8_strlen (
                 cyan_prose_name (prose, g_array_index (sums, Sum, i).benchmark, NAME_WIDTH), -1));
  cyan_prose_say (prose, "\n%-*s  %8s  %6s  %9s  %7s\n", (int) width, "benchmark", "measured",
                  "failed", "not built", "missing");
  for (guint i = 0; i < sums->len; i++)
    {
      const Sum *sum = &g_array_index (sums, Sum, i);
      const char *name = cyan_prose_name (prose, sum->benchmark, NAME_WIDTH);

      cyan_prose_say (prose, "%s%*s  %8u  %6u  %9u  %7u\n", name,
                      (int) width - (int) g_utf8_strlen (name, -1), "", sum->measured, sum->failed,
                      sum->not_built, sum->missing);
    }
}

static const char *
say_revision (CyanProse *prose, const char *oid)
{
  return cyan_prose_text (prose, "%.8s", oid);
}

static void
append_verdict (CyanProse *prose, const CyanReportTrackVerdict *verdict)
{
  const CyanRatio ratio = { verdict->ratio, verdict->low, verdict->high };

  cyan_prose_say (prose, "%s: %s of %s is %s against %s: %s\n",
                  say_revision (prose, verdict->revision),
                  cyan_prose_name (prose, verdict->metric, NAME_WIDTH),
                  cyan_prose_name (prose, verdict->benchmark, NAME_WIDTH),
                  cyan_prose_ratio (prose, &ratio), say_revision (prose, verdict->before),
                  verdict->confirmed  ? "a step, confirmed"
                  : verdict->possible ? "a possible step, not confirmed"
                                      : "no step");
}

void
cyan_report_track_text (CyanProse *prose, gconstpointer about)
{
  const CyanReportTrack *track = about;
  g_autoptr (GArray) sums = sum_up (track);

  append_head (prose, track);
  append_sums (prose, sums);
  if (track->n_verdicts > 0)
    cyan_prose_say (prose, "\n");
  for (guint i = 0; i < track->n_verdicts; i++)
    append_verdict (prose, &track->verdicts[i]);
}

/* ---- rows ---- */

static void
put_cell (CyanRows *rows, const CyanReportTrackCell *cell)
{
  cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, columns[0], cell->benchmark);
  cyan_rows_text (rows, columns[1], cell->definition);
  cyan_rows_text (rows, columns[2], cell->revision);
  cyan_rows_text (rows, columns[3], cell->build);
  cyan_rows_text (rows, columns[4], cell->status);
  cyan_rows_count (rows, columns[5], cell->runs);
  cyan_rows_count (rows, columns[6], cell->failed_runs);
  cyan_rows_count (rows, columns[7], cell->missing_runs);
  cyan_rows_close (rows);
}

static void
put_verdict (CyanRows *rows, const CyanReportTrackVerdict *verdict)
{
  cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, "benchmark", verdict->benchmark);
  cyan_rows_text (rows, "metric", verdict->metric);
  cyan_rows_text (rows, "unit", verdict->unit);
  cyan_rows_text (rows, "revision", verdict->revision);
  cyan_rows_text (rows, "before", verdict->before);
  cyan_rows_number (rows, "ratio", verdict->ratio);
  cyan_rows_number (rows, "low", verdict->low);
  cyan_rows_number (rows, "high", verdict->high);
  cyan_rows_flag (rows, "possible", verdict->possible);
  cyan_rows_flag (rows, "confirmed", verdict->confirmed);
  cyan_rows_close (rows);
}

void
cyan_report_track_rows (CyanRows *rows, gconstpointer about)
{
  const CyanReportTrack *track = about;
  g_autofree char *comment = g_strdup_printf ("project %s on %s", track->project, track->machine);

  cyan_rows_comment (rows, comment);
  cyan_rows_open (rows, NULL, CYAN_GROUP_PAGE);
  cyan_rows_text (rows, "store", track->store);
  cyan_rows_text (rows, "project", track->project);
  cyan_rows_text (rows, "machine", track->machine);
  cyan_rows_count (rows, "revisions", track->revisions);
  cyan_rows_count (rows, "chosen_revisions", track->chosen_revisions);
  cyan_rows_count (rows, "failed_builds", track->failed_builds);
  cyan_rows_count (rows, "runs", track->runs);
  cyan_rows_count (rows, "failed_runs", track->failed_runs);
  cyan_rows_count (rows, "missing_runs", track->missing_runs);
  cyan_rows_number (rows, "seconds", track->seconds);
  cyan_rows_open_table (rows, "cells", columns);
  for (guint i = 0; i < track->n_cells && cyan_rows_go_on (rows); i++)
    put_cell (rows, &track->cells[i]);
  cyan_rows_close (rows);
  cyan_rows_open (rows, "newest", CYAN_GROUP_TABLE);
  for (guint i = 0; i < track->n_verdicts && cyan_rows_go_on (rows); i++)
    put_verdict (rows, &track->verdicts[i]);
  cyan_rows_close (rows);
  cyan_rows_close (rows);
}
