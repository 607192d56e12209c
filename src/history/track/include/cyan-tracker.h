/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measures what a plan misses: builds revisions, runs their benchmarks, and stores every run.
 *
 * Building a revision runs its code, as the user who tracks.  Builds and runs happen in folders of
 * ours, which are removed; the repository is only read.  A run is stored at once and whole, so a
 * tracker may be killed at any time, and another one with the same definition file goes on.
 * Several trackers may share a store: each claims the revisions that it measures, for a minute at a
 * time.  It is revisions that are shared out, and not their benchmarks: each is built once, and
 * its runs take turns on one computer.
 *
 * A set of revisions is built, then their cells are run in turns: each cell once a round.  The
 * order of a round is shuffled by a seed that is stored, and the next round has it backwards
 * (a b b a), so that a drift of the machine hits all alike.
 */
#pragma once

#include "cyan-plan.h"

/* The time that the missing runs of @plan and their builds will take, from those in @store (may be
 * NULL); *@seconds is NAN if a benchmark has no run. */
gboolean cyan_tracker_estimate (const CyanTrack *track,
                                const CyanPlan *plan,
                                CyanStore *store,
                                double *seconds,
                                GError **error);

typedef struct _CyanTracker CyanTracker;

typedef enum
{
  CYAN_TRACKER_BUILT,
  CYAN_TRACKER_RAN,
  CYAN_TRACKER_CONFIRMS,       /* the newest revision may be a step: it is run again */
  CYAN_TRACKER_STORE_WAITS,    /* until it can be used; the log says why */
  CYAN_TRACKER_OTHERS_MEASURE, /* all that is left is claimed by other trackers */
  CYAN_TRACKER_CLAIM_LOST,     /* another tracker measures the revision by now: a run is not kept */
  CYAN_TRACKER_MACHINE_DIFFERS, /* is slower or faster than it was: the log says so */
  CYAN_TRACKER_RUN_SET_ASIDE, /* the store refuses a kept run: the log says why, and where it is */
  CYAN_TRACKER_NOT_ISOLATED,  /* asked for, but bwrap cannot do it here */
} CyanTrackerEventKind;

/* All is borrowed. */
typedef struct
{
  CyanTrackerEventKind kind;
  const CyanGitLogCommit *commit; /* what was built or ran */
  const char *benchmark;          /* what ran */
  const char *status;             /* "ok", or how it failed */
  const char *log;                /* if it failed, or why it waits, or NULL */
  double seconds;
  guint n_done, n_wanted; /* runs of this tracker */
} CyanTrackerEvent;

typedef struct
{
  const char *program; /* what measures, for the store: "cyan 1.0" */
  guint32 seed;        /* of all orders and paddings; 0: a random one */
  void (*say) (const CyanTrackerEvent *event, gpointer data); /* or NULL */
  gpointer say_data;
  gboolean times_machine; /* see cyan-health.h; unless the definition file says no */
} CyanTrackerOptions;

/* A tracker of the missing cells of @plan, all of which, like @track and @store, must live as long.
 * Puts the machine and the revisions of the plan into the store.  The counts of the cells are kept
 * up to date. */
CyanTracker *cyan_tracker_new (const CyanTrack *track,
                               CyanPlan *plan,
                               CyanStore *store,
                               const CyanTrackerOptions *options,
                               GError **error);
/* Releases its claims, removes its folders. */
void cyan_tracker_free (CyanTracker *self);

/* Measures until no cell misses a run.  Builds and runs that fail are stored and are no error.
 * Fails with CYAN_ERROR_CANCELLED, if the store cannot be written, and if nothing can be built or
 * run on this machine; all runs before are stored.  @tick may be called from several threads at the
 * same time. */
gboolean cyan_tracker_run (CyanTracker *self, const CyanTick *tick, GError **error);

/* Runs one benchmark @n_runs times more at each of these revisions, in turns and at once, whatever
 * the plan misses.  Cells (CyanPlanCell *) are of the plan.  Builds that fail end in no run.  Waits
 * for revisions that others measure.  Fails like cyan_tracker_run(). */
gboolean cyan_tracker_run_more (CyanTracker *self,
                                CyanPlanCell *const *cells,
                                guint n_cells,
                                guint n_runs,
                                const CyanTick *tick,
                                GError **error);

/* The next runs of @revision are those of another build, in a folder with a longer name: layouts
 * depend on it, so that the scatter of builds is seen. */
void cyan_tracker_build_again (CyanTracker *self, guint revision);

/* Of @values (CyanStoreCellValue) of a cell, one of the metric by which @benchmark is judged: its
 * time without a recorder, or else the first metric of its profile.  NULL: there is none. */
const CyanStoreCellValue *cyan_tracker_judged_value (const CyanTrackBenchmark *benchmark,
                                                     const GPtrArray *values);

/* The effect of the plan's newest revision on a benchmark. */
typedef struct
{
  const CyanTrackBenchmark *benchmark;
  char *metric, *unit;
  const CyanGitLogCommit *commit, *before; /* the newest, and the measured one before it */
  double ratio;                            /* newest / level before */
  double low, high;                        /* its 95 % interval; NAN: unknown */
  gboolean possible;                       /* it may be a step */
  gboolean confirmed;                      /* more runs say so too */
} CyanTrackerVerdict;

/* Looks at the newest revision of the plan.  Where it may be a step, runs it and the measured one
 * before it more often, in turns; nobody needs to wait for later commits.  The metric is the time
 * without a recorder, else the first one of the profile.  An array of CyanTrackerVerdict, one for
 * each benchmark that can be judged; free with g_array_unref(). */
GArray *cyan_tracker_confirm (CyanTracker *self, const CyanTick *tick, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanTracker, cyan_tracker_free)
