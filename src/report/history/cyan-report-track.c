/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The measurements of a tracker, done or planned; and how much benchmarks scatter. */
#include "cyan-report-history-parts.h"

#include <math.h>
#include <string.h>

#include "cyan-units.h"

/* Characters of a name. */
#define NAME_WIDTH 40

static const CyanField columns[] = {
  { "benchmark,definition,revision", "What is measured" },
  { "build", "ok, failed, timeout, or none: not tried" },
  { "status", "measured, failed, not-built or missing" },
  { "runs,failed_runs,missing_runs", "How many there are" },
  { NULL },
};

/* ---- what there is ---- */

static const CyanPlanRevision *
revision_of (const CyanPlan *plan, const CyanPlanCell *cell)
{
  return plan->revisions->pdata[cell->revision];
}

static gboolean
has_failed_build (const CyanPlanRevision *revision)
{
  return revision->build == CYAN_BUILD_FAILED || revision->build == CYAN_BUILD_TIMEOUT;
}

static const char *
benchmark_of (const CyanReportTrack *track, const CyanPlanCell *cell)
{
  return ((const CyanTrackBenchmark *) track->track->benchmarks->pdata[cell->benchmark])->name;
}

typedef struct
{
  guint chosen_revisions, failed_builds, runs, failed_runs, missing_runs;
} Sums;

static Sums
sum_up (const CyanPlan *plan)
{
  Sums sums = { 0 };

  for (guint i = 0; i < plan->revisions->len; i++)
    {
      const CyanPlanRevision *revision = plan->revisions->pdata[i];

      sums.chosen_revisions += revision->is_chosen;
      sums.failed_builds += has_failed_build (revision);
    }
  for (guint i = 0; i < plan->cells->len; i++)
    {
      const CyanPlanCell *cell = plan->cells->pdata[i];

      sums.runs += cell->n_ok + cell->n_failed;
      sums.failed_runs += cell->n_failed;
      sums.missing_runs += cell->n_missing;
    }
  return sums;
}

/* ---- text ---- */

/* The possible states of a cell: the status, the head of a column and its width. */
static const struct
{
  const char *status, *head;
  int width;
} states[] = {
  { "measured", "measured", 8 },
  { "failed", "failed", 6 },
  { "not-built", "not built", 9 },
  { "missing", "missing", 7 },
};

static void
append_head (CyanProse *prose, const CyanReportTrack *track)
{
  const CyanPlan *plan = track->plan;
  const Sums sums = sum_up (plan);

  cyan_prose_say (prose, "%s on %s: %u of %s to measure, %s",
                  cyan_prose_name (prose, plan->project, NAME_WIDTH),
                  cyan_prose_label (prose, track->machine), sums.chosen_revisions,
                  cyan_prose_count (prose, plan->revisions->len, "revision"),
                  cyan_prose_count (prose, sums.runs, "run"));
  if (sums.failed_runs > 0)
    cyan_prose_say (prose, ", %u failed", sums.failed_runs);
  if (sums.failed_builds > 0)
    cyan_prose_say (prose, ", %s", cyan_prose_count (prose, sums.failed_builds, "failed build"));
  if (sums.missing_runs > 0)
    cyan_prose_say (prose, ", %u %s", sums.missing_runs,
                    track->verdicts == NULL ? "to do" : "missing");
  if (sums.missing_runs > 0 && isfinite (track->seconds))
    cyan_prose_say (prose, ", about %s", cyan_prose_amount (prose, track->seconds, "s"));
  cyan_prose_say (prose, "\n");
}

/* The cells of each benchmark by state. */
static void
append_benchmarks (CyanProse *prose, const CyanReportTrack *track)
{
  const GPtrArray *cells = track->plan->cells, *benchmarks = track->track->benchmarks;
  g_autofree guint (*n)[G_N_ELEMENTS (states)] = g_malloc0_n (MAX (benchmarks->len, 1), sizeof *n);
  guint width = strlen ("benchmark");

  for (guint i = 0; i < cells->len; i++)
    {
      const CyanPlanCell *cell = cells->pdata[i];

      width = cyan_prose_width (prose, benchmark_of (track, cell), NAME_WIDTH, width);
      for (guint k = 0; k < G_N_ELEMENTS (states); k++)
        n[cell->benchmark][k] +=
            strcmp (cyan_plan_status (track->plan, cell), states[k].status) == 0;
    }
  cyan_prose_say (prose, "\n%-*s", (int) width, "benchmark");
  for (guint k = 0; k < G_N_ELEMENTS (states); k++)
    cyan_prose_say (prose, "  %s", states[k].head);
  for (guint i = 0; i < benchmarks->len; i++)
    {
      const char *name = ((const CyanTrackBenchmark *) benchmarks->pdata[i])->name;

      cyan_prose_say (prose, "\n%s",
                      cyan_prose_pad (prose, cyan_prose_name (prose, name, NAME_WIDTH), width));
      for (guint k = 0; k < G_N_ELEMENTS (states); k++)
        cyan_prose_say (prose, "  %*u", states[k].width, n[i][k]);
    }
  cyan_prose_say (prose, "\n");
}

static void
append_verdict (CyanProse *prose, const CyanTrackerVerdict *verdict)
{
  const CyanRatio ratio = { verdict->ratio, verdict->low, verdict->high };

  cyan_prose_say (prose, "%.8s: %s of %s is %s against %.8s: %s\n", verdict->commit->oid,
                  cyan_prose_name (prose, verdict->metric, NAME_WIDTH),
                  cyan_prose_name (prose, verdict->benchmark->name, NAME_WIDTH),
                  cyan_prose_ratio (prose, &ratio), verdict->before->oid,
                  verdict->confirmed  ? "a step, confirmed"
                  : verdict->possible ? "a possible step, not confirmed"
                                      : "no step");
}

static guint
n_verdicts (const CyanReportTrack *track)
{
  return track->verdicts != NULL ? track->verdicts->len : 0;
}

static void
say_track (CyanProse *prose, gconstpointer about)
{
  const CyanReportTrack *track = about;

  append_head (prose, track);
  append_benchmarks (prose, track);
  if (n_verdicts (track) > 0)
    cyan_prose_say (prose, "\n");
  for (guint i = 0; i < n_verdicts (track); i++)
    append_verdict (prose, &g_array_index (track->verdicts, CyanTrackerVerdict, i));
}

/* ---- rows ---- */

static void
put_cell (CyanRows *rows, gconstpointer about, guint i)
{
  /* By CyanBuildStatus; "none": not tried. */
  static const char *const builds[] = { "none", "ok", "failed", "timeout" };
  const CyanReportTrack *track = about;
  const CyanPlanCell *cell = track->plan->cells->pdata[i];
  const CyanPlanRevision *revision = revision_of (track->plan, cell);

  cyan_rows_text (rows, "benchmark", benchmark_of (track, cell));
  cyan_rows_text (rows, "definition", cell->hash);
  cyan_rows_text (rows, "revision", revision->commit->oid);
  cyan_rows_text (rows, "build", builds[revision->build]);
  cyan_rows_text (rows, "status", cyan_plan_status (track->plan, cell));
  cyan_rows_count (rows, "runs", cell->n_ok + cell->n_failed);
  cyan_rows_count (rows, "failed_runs", cell->n_failed);
  cyan_rows_count (rows, "missing_runs", cell->n_missing);
}

static void
put_verdict (CyanRows *rows, gconstpointer verdicts, guint i)
{
  const CyanTrackerVerdict *verdict = &g_array_index ((GArray *) verdicts, CyanTrackerVerdict, i);

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
}

static void
put_track (CyanRows *rows, gconstpointer about)
{
  const CyanReportTrack *track = about;
  const CyanPlan *plan = track->plan;
  const Sums sums = sum_up (plan);

  cyan_rows_comment (rows, "project %s on %s", plan->project, track->machine);
  cyan_rows_text (rows, "store", track->store);
  cyan_rows_text (rows, "project", plan->project);
  cyan_rows_text (rows, "machine", track->machine);
  cyan_rows_count (rows, "revisions", plan->revisions->len);
  cyan_rows_count (rows, "chosen_revisions", sums.chosen_revisions);
  cyan_rows_count (rows, "failed_builds", sums.failed_builds);
  cyan_rows_count (rows, "runs", sums.runs);
  cyan_rows_count (rows, "failed_runs", sums.failed_runs);
  cyan_rows_count (rows, "missing_runs", sums.missing_runs);
  cyan_rows_number (rows, "seconds", track->seconds);
  cyan_rows_table (rows, "cells", plan->cells->len, put_cell, track);
  cyan_rows_list (rows, "newest", CYAN_GROUP_TABLE, n_verdicts (track), put_verdict,
                  track->verdicts);
}

const CyanReport cyan_report_track = { .text = say_track, .rows = put_track, .columns = columns };

/* ---- calibration ---- */

static const CyanField calibration_columns[] = {
  { "benchmark,metric", "What was measured" },
  { "builds,runs", "How many there were; runs of each build" },
  { "run_scatter,build_scatter", "Standard deviations: 0.01 is 1 %" },
  { "step_3,step_5,step_10", "The smallest step that so many runs show: 0.03 is 3 %" },
  { NULL },
};

static const CyanCalibration *
calibration_at (const CyanReportCalibration *about, guint i)
{
  return &g_array_index (about->rows, CyanCalibration, i);
}

static void
say_calibration (CyanProse *prose, gconstpointer data)
{
  const CyanReportCalibration *about = data;
  guint width = strlen ("benchmark");

  for (guint i = 0; i < about->rows->len; i++)
    width = cyan_prose_width (prose, calibration_at (about, i)->benchmark->name, NAME_WIDTH, width);
  cyan_prose_say (prose, "%s, built %u times, %u runs of each build\n\n",
                  cyan_prose_name (prose, about->revision, NAME_WIDTH), CYAN_CALIBRATION_BUILDS,
                  CYAN_CALIBRATION_RUNS);
  cyan_prose_say (prose, "%*s  %-10s  %17s  %s\n", (int) width, "", "", "scatter between",
                  "smallest step that is seen");
  cyan_prose_say (prose, "%-*s  %-10s  %8s %8s  %8s %8s %8s\n", (int) width, "benchmark", "metric",
                  "runs", "builds", "3 runs", "5 runs", "10 runs");
  for (guint i = 0; i < about->rows->len; i++)
    {
      const CyanCalibration *row = calibration_at (about, i);
      const char *name = cyan_prose_name (prose, row->benchmark->name, NAME_WIDTH);

      cyan_prose_say (prose, "%s  %-10s  %6.2f %% %6.2f %%  %6.2f %% %6.2f %% %6.2f %%\n",
                      cyan_prose_pad (prose, name, width),
                      cyan_prose_name (prose, row->metric, NAME_WIDTH), 100 * row->run_scatter,
                      100 * row->build_scatter, 100 * row->steps[0], 100 * row->steps[1],
                      100 * row->steps[2]);
    }
}

static void
put_calibration (CyanRows *rows, gconstpointer about, guint i)
{
  const CyanCalibration *row = calibration_at (about, i);

  cyan_rows_text (rows, "benchmark", row->benchmark->name);
  cyan_rows_text (rows, "metric", row->metric);
  cyan_rows_count (rows, "builds", CYAN_CALIBRATION_BUILDS);
  cyan_rows_count (rows, "runs", CYAN_CALIBRATION_RUNS);
  cyan_rows_number (rows, "run_scatter", row->run_scatter);
  cyan_rows_number (rows, "build_scatter", row->build_scatter);
  cyan_rows_number (rows, "step_3", row->steps[0]);
  cyan_rows_number (rows, "step_5", row->steps[1]);
  cyan_rows_number (rows, "step_10", row->steps[2]);
}

static void
put_calibrations (CyanRows *rows, gconstpointer data)
{
  const CyanReportCalibration *about = data;

  cyan_rows_comment (rows, "revision %s", about->revision);
  cyan_rows_text (rows, "revision", about->revision);
  cyan_rows_table (rows, "benchmarks", about->rows->len, put_calibration, about);
}

const CyanReport cyan_report_calibration = { .text = say_calibration,
                                             .rows = put_calibrations,
                                             .columns = calibration_columns };
