/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One side of a comparison: one or several runs (recordings) of one version.
 *
 * Several runs are merged into one tree by exact path, so that matching is done once, on the
 * densest tree there is.  The values of each run are kept beside the tree.
 */
#pragma once

#include <float.h>

#include "cyan-budget.h"
#include "cyan-profile.h"
#include "cyan-sync.h"
#include "cyan-tick.h"

typedef struct
{
  CyanRefCount refs;
  /* Owned: the tree of all runs, with the means of their values and calls; a run counts as 0 for
   * nodes that it lacks.  With one run, that profile itself. */
  CyanProfile *mean;
  guint metric;   /* of mean, the compared metric */
  guint n_runs;   /* at least 1 */
  double *totals; /* by run: its T, in the metric's unit */
  /* By run, by node of mean.  In single precision, since they are many. */
  float **self;     /* self values; NULL with one run */
  float **calls;    /* NAN: the run has the node but does not know its calls; 0: the run lacks the
                  * node, as at the root; NULL with one run, and if no run knows any calls */
  CyanHosts *hosts; /* owned reference, of the nodes of mean: of several runs, they are the runs; of
                     * one, what is known of its hosts; NULL: the runs are files, or nothing is */
} CyanRuns;

/* @value in single precision; what is too large for it becomes its largest number, not infinite. */
static inline float
cyan_single (double value)
{
  return (float) CLAMP (value, -(double) FLT_MAX, (double) FLT_MAX);
}

/* @profiles are runs of one version; @metric is a name, or NULL for the first.  The mean has the
 * metrics that all runs have.  If the runs are sampled, its period is that of one run divided by
 * their number.  Fails with CYAN_ERROR_MISMATCH if a run lacks the metric or has it in another
 * unit, or if only some runs are sampled; the message begins with @side, "before" or "after".
 * Fails with CYAN_ERROR_LIMIT if merging takes more memory than @budget has, and with
 * CYAN_ERROR_CANCELLED. */
CyanRuns *cyan_runs_new (CyanProfile *const *profiles,
                         guint n_profiles,
                         const char *metric,
                         const char *side,
                         CyanBudget *budget,
                         const CyanTick *tick,
                         GError **error);
/* The hosts of the only run of @self, which has at least two, as runs: each is one, in their order.
 * Fails with CYAN_ERROR_LIMIT if that takes more memory than @budget has. */
CyanRuns *cyan_runs_of_hosts (const CyanRuns *self, CyanBudget *budget, GError **error);
/* Whether its runs are hosts. */
static inline gboolean
cyan_runs_are_hosts (const CyanRuns *self)
{
  return self->n_runs > 1 && self->hosts != NULL;
}
/* The same runs with all values and calls multiplied by @factor, above 0, and with a @note. */
CyanRuns *cyan_runs_scale (const CyanRuns *self, double factor, const char *note);
CyanRuns *cyan_runs_ref (CyanRuns *self);
void cyan_runs_unref (CyanRuns *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanRuns, cyan_runs_unref)
