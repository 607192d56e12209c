/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the commit at which a benchmark changed, by measuring as few revisions as possible.
 *
 * The revisions are the first parents from the older to the newer one.  Runs in the store are used
 * first, and every run is stored at once: a bisection may be killed at any time, and another one
 * goes on where it was.  docs/bisect.md tells the method.
 */
#pragma once

#include "cyan-bisection.h"
#include "cyan-tracker.h"

/* All is borrowed. */
typedef struct
{
  const char *benchmark; /* its name; NULL: the only one */
  const char *metric; /* its name; NULL: the time without a recorder, else the first metric of the
                          * profile; or that of the work which shows the difference of the ends more
                          * clearly */
  const char *good,
      *bad;          /* in any form that `git rev-parse` accepts for a commit; if the bad one is
                           * the older, the search is for what made it better */
  double confidence; /* as in CyanSearchOptions, also the next two */
  guint budget;      /* of runs that are not in the store */
  double build_scatter;
  gboolean even;         /* no commit is likelier than another: see cyan-bisect-prior.h */
  gboolean retry_failed; /* build and run again what has failed */
  CyanTrackerOptions tracker;
  void (*say) (const CyanBisection *state, gpointer data); /* before each visit; or NULL */
  gpointer say_data;
} CyanBisectOptions;

#define CYAN_BISECT_OPTIONS_INIT                                                                   \
  {                                                                                                \
    .confidence = 0.95, .budget = 400, .build_scatter = 0.005                                      \
  }

typedef struct _CyanBisect CyanBisect;

/* Finds the revisions and what the store has of them; measures nothing.  @track and @store must
 * live as long.  Fails like cyan_plan_new() and cyan_tracker_new(), and with CYAN_ERROR_INVALID if
 * an option is wrong, if there is no such benchmark, or if no end is a first parent of the other;
 * with CYAN_ERROR_MISMATCH if the benchmark is not the same at both ends. */
CyanBisect *cyan_bisect_new (const CyanTrack *track,
                             CyanStore *store,
                             const CyanBisectOptions *options,
                             const CyanTick *tick,
                             GError **error);
void cyan_bisect_free (CyanBisect *self);

/* Measures until the step is found, or until it is known why not: the state tells.  Fails like
 * cyan_tracker_run(), and with CYAN_ERROR_INVALID if no run has the metric or if a value is not
 * above 0. */
gboolean cyan_bisect_run (CyanBisect *self, const CyanTick *tick, GError **error);

/* The present state; copy it for another thread.  It changes only while cyan_bisect_run() runs,
 * which gives it to `say`. */
const CyanBisection *cyan_bisect_state (const CyanBisect *self);

/* Writes the profiles of a revision that is measured into @folder, which is made unless it is
 * there. Returns their paths; caller frees.  NULL with @error. */
GStrv cyan_bisect_save_profiles (const CyanBisect *self,
                                 guint revision,
                                 const char *folder,
                                 GError **error);

/* Lines for people (char *): why some commits are not likelier than others. */
const GPtrArray *cyan_bisect_notes (const CyanBisect *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanBisect, cyan_bisect_free)
