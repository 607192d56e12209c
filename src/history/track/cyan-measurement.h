/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run of a benchmark in a built revision. */
#pragma once

#include "cyan-plan.h"
#include "cyan-workspace.h"

/* The environment of a run gets fewer bytes more than this, a page: so the stack of a program begins
 * anywhere in it. */
#define CYAN_MAX_PADDING 4096

typedef struct
{
  /* Set by the caller, borrowed. */
  const CyanTrack *track;
  const CyanTrackBenchmark *benchmark;
  const char *oid, *inputs;
  const CyanWorkspaceSlot *slot;
  gint64 number;     /* of the run among those of its cell */
  guint padding;     /* bytes */
  gboolean warms_up; /* its results are not wanted */
  const guint *cpus; /* to run on; none: all */
  guint n_cpus;
  const CyanTick *tick;

  /* Set by the run. */
  CyanRunStatus status;
  gint64 began;          /* seconds since 1970 */
  double seconds;        /* of all commands */
  int exit_code;         /* of the last command */
  double wall, cpu, rss; /* of the command that does not record, if there is one; NAN: unknown */
  char *log;             /* what explains another status than CYAN_RUN_OK, or NULL; owned */
  CyanProfile *profile;  /* owned, or NULL */
  CyanStoreRecord *record;
} CyanMeasurement;

/* Runs the benchmark once.  A run that fails is no error: FALSE if it was cancelled, or this machine
 * is in trouble.  A CyanWorkFunc. */
gboolean cyan_measurement_run (gpointer measurement, GError **error);
void cyan_measurement_clear (CyanMeasurement *self);
