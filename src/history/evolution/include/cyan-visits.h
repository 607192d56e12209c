/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which runs of a store were measured together.
 *
 * A visit is what a tracker measures without a break: each of its revisions has a run in each turn.
 * What the machine does at that time is in all runs of a visit alike.
 */
#pragma once

#include "cyan-compared.h"
#include "cyan-store.h"

typedef struct
{
  gint64 run, environment;
  gint64 began;   /* seconds since 1970 */
  gboolean timed; /* FALSE: that is when it was added, not when it was measured */
  guint revision; /* any number of it */
  guint visit;    /* 0, 1, ... in the order of time within a session */
  double value;
} CyanVisitRun;

/* Of CyanVisitRun, each run once, by session and time, with their visits: those of @rows by revision
 * (of CyanStoreCellValue, or NULL).  The value of a run is that of its first row.  Caller frees. */
GArray *cyan_visits_list_runs (GPtrArray *const *rows, guint n_revisions);

/* Whether the runs of the revisions @before and @after, of @runs of cyan_visits_list_runs(), were
 * measured in turns, and what else their times tell.  If they were not, the variance is estimated
 * from all @runs: by revisions that were measured in several visits, else by neighbours, whose
 * numbers follow each other and that mostly do not differ.  All is 0 if it is not known
 * when one of both was measured. */
CyanVisits cyan_visits_compare (const GArray *runs, guint before, guint after);
