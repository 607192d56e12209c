/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The report of what a store of measured revisions has.
 */
#pragma once

#include "cyan-report.h"

G_BEGIN_DECLS

/* One benchmark on one machine. */
typedef struct
{
  const char *project, *benchmark, *definition, *machine;
  guint64 revisions, runs, failed_runs;
} CyanReportSeries;

/* A run that failed, or a build: then the benchmark is NULL. */
typedef struct
{
  const char *project, *revision, *benchmark, *machine, *status;
} CyanReportFailure;

/* A note of a person; the benchmark is NULL if it is about all. */
typedef struct
{
  const char *project, *revision, *benchmark, *text;
  gint64 made; /* seconds since 1970, UTC */
} CyanReportNote;

/* The data of cyan_report_store. */
typedef struct
{
  const char *name;
  guint64 projects, revisions, machines, runs, failed_runs;
  guint64 profiles, profile_bytes, bytes;
  guint n_series;
  const CyanReportSeries *series;
  guint n_failures;
  const CyanReportFailure *failures;
  guint n_notes;
  const CyanReportNote *notes;
} CyanReportStore;

/* Text: what there is in all, the series, the last failures, the notes.  Rows: one for each series;
 * JSON adds the sums, all failures and the notes. */
extern const CyanReport cyan_report_store;

G_END_DECLS
