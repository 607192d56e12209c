/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The report of what a store of measured revisions has.
 */
#pragma once

#include "cyan-report.h"
#include "cyan-store.h"

/* The data of cyan_report_store; all is borrowed. */
typedef struct
{
  const char *name;
  CyanStoreSizes sizes;
  const GPtrArray *series;   /* of CyanStoreSeries */
  const GPtrArray *projects; /* of CyanStoreProject */
  const GPtrArray *failures; /* by project: a GPtrArray of CyanStoreFailure */
  const GPtrArray *notes;    /* by project: a GPtrArray of CyanStoreMark */
} CyanReportStore;

/* Text: what there is in all, the series, the last failures, the notes.  Rows: one for each series;
 * JSON adds the sums, all failures and the notes. */
extern const CyanReport cyan_report_store;
