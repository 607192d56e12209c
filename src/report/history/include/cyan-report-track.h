/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The report of a tracker: what is measured, what is missing, and what the newest revision does.
 */
#pragma once

#include "cyan-plan.h"
#include "cyan-report.h"

/* The data of cyan_report_track. */
typedef struct
{
  const char *store, *machine;
  const CyanTrack *track;
  const CyanPlan *plan;
  double seconds;         /* that the missing runs will take; NAN: unknown */
  const GArray *verdicts; /* of CyanTrackerVerdict; NULL: nothing was measured, only planned */
} CyanReportTrack;

/* Text: what there is in all, a line for each benchmark, the verdicts on the newest revision.  Rows:
 * one for each cell; JSON adds the sums and the verdicts. */
extern const CyanReport cyan_report_track;

/* The data of cyan_report_calibration. */
typedef struct
{
  const char *revision; /* as a person wrote it */
  const GArray *rows;   /* of CyanCalibration */
} CyanReportCalibration;

/* Text, and rows: one for each benchmark. */
extern const CyanReport cyan_report_calibration;
