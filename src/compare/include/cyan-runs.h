/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What stands on one side of a comparison: one or several runs of one version.
 *
 * Several runs are laid over each other as one tree, by exact path, so that matching is done once
 * on the densest tree there is; what each run measured is kept beside it.
 */
#pragma once

#include "cyan-budget.h"
#include "cyan-profile.h"
#include "cyan-sync.h"
#include "cyan-tick.h"

G_BEGIN_DECLS

typedef struct
{
  CyanRefCount refs;
  CyanProfile *mean; /* the tree of all runs; values and calls are means over all runs, where a run
                      * that lacks a node counts as 0; with one run that profile itself; owned */
  guint metric;      /* of mean, the one that is compared */
  guint n_runs;      /* at least 1 */
  double *run;       /* by run: its T, in the metric's unit */
  float **self;      /* by run, by node of mean: self values; NULL with one run */
} CyanRuns;

/* @profiles are runs of one version.  @metric by name; NULL: the first.  The mean keeps the metrics that all runs have; it is sampled if any run is, and then the period of a mean is
 * that of a run divided by their number.  Fails with CYAN_ERROR_MISMATCH (@side, "before" or
 * "after", stands in front) if a run lacks the metric or has it in another unit, or if only some
 * runs are sampled, and with CYAN_ERROR_CANCELLED.  What merging several takes is charged to @budget
 * until it is done; CYAN_ERROR_LIMIT if that is used up. */
CyanRuns *cyan_runs_new (CyanProfile *const *profiles,
                         guint n_profiles,
                         const char *metric,
                         const char *side,
                         CyanBudget *budget,
                         const CyanTick *tick,
                         GError **error);
CyanRuns *cyan_runs_ref (CyanRuns *self);
void cyan_runs_unref (CyanRuns *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanRuns, cyan_runs_unref)

G_END_DECLS
