/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The report of a tracker: what is measured, what is missing, and what the newest revision does.
 */
#pragma once

#include "cyan-report.h"

/* A benchmark at a revision. */
typedef struct
{
  const char *benchmark, *definition, *revision, *subject;
  const char *build;  /* "ok", "failed", "timeout"; "none": not tried */
  const char *status; /* "measured", "failed", "not-built", "missing" */
  guint64 runs, failed_runs, missing_runs;
} CyanReportTrackCell;

/* What the newest revision does to a benchmark. */
typedef struct
{
  const char *benchmark, *metric, *unit;
  const char *revision, *before; /* hexadecimal */
  double ratio;                  /* newest / level before */
  double low, high;              /* its 95 % interval; NAN: unknown */
  gboolean possible, confirmed;
} CyanReportTrackVerdict;

/* The data of cyan_report_track. */
typedef struct
{
  const char *store, *project, *machine;
  guint64 revisions, chosen_revisions, failed_builds;
  guint64 runs, failed_runs, missing_runs;
  double seconds;   /* that the missing runs will take; NAN: unknown */
  gboolean planned; /* nothing was measured: it is asked what would be */
  guint n_cells;
  const CyanReportTrackCell *cells; /* by revision, oldest first, then by benchmark */
  guint n_verdicts;
  const CyanReportTrackVerdict *verdicts;
} CyanReportTrack;

/* Text: what there is in all, a line for each benchmark, the verdicts on the newest revision.  Rows:
 * one for each cell; JSON adds the sums and the verdicts. */
extern const CyanReport cyan_report_track;

/* How much a benchmark scatters: standard deviations of logs. */
typedef struct
{
  const char *benchmark, *metric;
  double run_scatter, build_scatter;
  double steps[3]; /* the smallest that 3, 5 and 10 runs show, as fractions */
} CyanReportCalibrationRow;

/* The data of cyan_report_calibration. */
typedef struct
{
  const char *revision; /* as a person wrote it */
  guint builds, runs;   /* runs of each build */
  guint n;
  const CyanReportCalibrationRow *rows;
} CyanReportCalibration;

/* Text, and rows: one for each benchmark. */
extern const CyanReport cyan_report_calibration;
