/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a tracker has measured, or would. */
#include "cyan-history-pages.h"

#include <math.h>
#include <string.h>

#include "cyan-tracker.h"
#include "cyan-units.h"

/* Characters of a name. */
#define NAME_WIDTH 40

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

static const char *
name_of (const CyanReportTrack *about, const CyanPlanCell *cell)
{
  return ((const CyanTrackBenchmark *) about->track->benchmarks->pdata[cell->benchmark])->name;
}

static GArray *
sum_up (const CyanReportTrack *about)
{
  GArray *sums = g_array_new (FALSE, FALSE, sizeof (Sum));

  for (guint i = 0; i < about->plan->cells->len; i++)
    {
      const CyanPlanCell *cell = about->plan->cells->pdata[i];
      const char *status = cyan_plan_status (about->plan, cell);
      Sum *sum = find_sum (sums, name_of (about, cell));

      sum->measured += strcmp (status, "measured") == 0;
      sum->failed += strcmp (status, "failed") == 0;
      sum->not_built += strcmp (status, "not-built") == 0;
      sum->missing += strcmp (status, "missing") == 0;
    }
  return sums;
}

/* All of a plan. */
typedef struct
{
  guint chosen, failed_builds, runs, failed_runs, missing_runs;
} Totals;

static Totals
count_all (const CyanPlan *plan)
{
  Totals all = { 0 };

  for (guint i = 0; i < plan->revisions->len; i++)
    {
      const CyanPlanRevision *revision = plan->revisions->pdata[i];

      all.chosen += revision->is_chosen;
      all.failed_builds +=
          revision->build == CYAN_BUILD_FAILED || revision->build == CYAN_BUILD_TIMEOUT;
    }
  for (guint i = 0; i < plan->cells->len; i++)
    {
      const CyanPlanCell *cell = plan->cells->pdata[i];

      all.runs += cell->n_ok + cell->n_failed;
      all.failed_runs += cell->n_failed;
      all.missing_runs += cell->n_missing;
    }
  return all;
}

static void
append_head (CyanProse *prose, const CyanReportTrack *about)
{
  const Totals all = count_all (about->plan);
  guint n_revisions = about->plan->revisions->len;

  cyan_prose_say (prose, "%s on %s: %u of %u %s to measure, %u %s",
                  cyan_prose_name (prose, about->plan->project, NAME_WIDTH),
                  cyan_prose_name (prose, about->machine, CYAN_PROSE_NAME), all.chosen, n_revisions,
                  n_revisions == 1 ? "revision" : "revisions", all.runs,
                  all.runs == 1 ? "run" : "runs");
  if (all.failed_runs > 0)
    cyan_prose_say (prose, ", %u failed", all.failed_runs);
  if (all.failed_builds > 0)
    cyan_prose_say (prose, ", %u failed %s", all.failed_builds,
                    all.failed_builds == 1 ? "build" : "builds");
  if (all.missing_runs > 0)
    cyan_prose_say (prose, ", %u %s", all.missing_runs,
                    about->verdicts == NULL ? "to do" : "missing");
  if (all.missing_runs > 0 && isfinite (about->seconds))
    cyan_prose_say (prose, ", about %s",
                    cyan_prose_value (prose, cyan_value_to_text (about->seconds, "s")));
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
append_verdict (CyanProse *prose, const CyanTrackerVerdict *verdict)
{
  const CyanRatio ratio = { verdict->ratio, verdict->low, verdict->high };

  cyan_prose_say (prose, "%s: %s of %s is %s against %s: %s\n",
                  say_revision (prose, verdict->commit->oid),
                  cyan_prose_name (prose, verdict->metric, NAME_WIDTH),
                  cyan_prose_name (prose, verdict->benchmark->name, NAME_WIDTH),
                  cyan_prose_ratio (prose, &ratio), say_revision (prose, verdict->before->oid),
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
  if (track->verdicts != NULL && track->verdicts->len > 0)
    cyan_prose_say (prose, "\n");
  for (guint i = 0; track->verdicts != NULL && i < track->verdicts->len; i++)
    append_verdict (prose, &g_array_index (track->verdicts, CyanTrackerVerdict, i));
}

/* ---- rows ---- */

static void
put_cell (CyanRows *rows, const CyanReportTrack *about, const CyanPlanCell *cell)
{
  const CyanPlanRevision *revision = about->plan->revisions->pdata[cell->revision];

  cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, columns[0], name_of (about, cell));
  cyan_rows_text (rows, columns[1], cell->hash);
  cyan_rows_text (rows, columns[2], revision->commit->oid);
  cyan_rows_text (rows, columns[3], cyan_build_status_names[revision->build]);
  cyan_rows_text (rows, columns[4], cyan_plan_status (about->plan, cell));
  cyan_rows_count (rows, columns[5], cell->n_ok + cell->n_failed);
  cyan_rows_count (rows, columns[6], cell->n_failed);
  cyan_rows_count (rows, columns[7], cell->n_missing);
  cyan_rows_close (rows);
}

static void
put_verdict (CyanRows *rows, const CyanTrackerVerdict *verdict)
{
  cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, "benchmark", verdict->benchmark->name);
  cyan_rows_text (rows, "metric", verdict->metric);
  cyan_rows_text (rows, "unit", verdict->unit);
  cyan_rows_text (rows, "revision", verdict->commit->oid);
  cyan_rows_text (rows, "before", verdict->before->oid);
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
  const CyanPlan *plan = track->plan;
  const Totals all = count_all (plan);
  g_autofree char *comment = g_strdup_printf ("project %s on %s", plan->project, track->machine);

  cyan_rows_comment (rows, comment);
  cyan_rows_open (rows, NULL, CYAN_GROUP_PAGE);
  cyan_rows_text (rows, "store", track->store);
  cyan_rows_text (rows, "project", plan->project);
  cyan_rows_text (rows, "machine", track->machine);
  cyan_rows_count (rows, "revisions", plan->revisions->len);
  cyan_rows_count (rows, "chosen_revisions", all.chosen);
  cyan_rows_count (rows, "failed_builds", all.failed_builds);
  cyan_rows_count (rows, "runs", all.runs);
  cyan_rows_count (rows, "failed_runs", all.failed_runs);
  cyan_rows_count (rows, "missing_runs", all.missing_runs);
  cyan_rows_number (rows, "seconds", track->seconds);
  cyan_rows_open_table (rows, "cells", columns);
  for (guint i = 0; i < plan->cells->len && cyan_rows_go_on (rows); i++)
    put_cell (rows, track, plan->cells->pdata[i]);
  cyan_rows_close (rows);
  cyan_rows_open (rows, "newest", CYAN_GROUP_TABLE);
  for (guint i = 0; track->verdicts != NULL && i < track->verdicts->len && cyan_rows_go_on (rows);
       i++)
    put_verdict (rows, &g_array_index (track->verdicts, CyanTrackerVerdict, i));
  cyan_rows_close (rows);
  cyan_rows_close (rows);
}
