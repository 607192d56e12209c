/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A tracker in this process, and a real repository of a few commits whose runs are known.
 *
 * Commit n, counted from 0, has the subject "n" and the file "times" with what its runs take: "10
 * 20" is 10 in the first run, 20 in the second, 10 again in the third.  SMALL_RUN leaves a profile
 * with that one number.  A word in place of a number lets the run fail: "fail", "none" (no
 * profile), "bad" (no format).  "broken" alone does not build by SMALL_BUILD.  What is after a "|"
 * is in the file "follow".
 */
#pragma once

#include "cyan-tracker.h"

/* What the profiles of SMALL_RUN measure. */
#define SMALL_METRIC "value"

#define SMALL_BUILD                                                                                \
  "read t < times; case $t in broken) echo no rule; exit 2;; *) cp times \"$CYAN_BUILD\";; esac"
/* Leaves what the run takes of the words that were set. */
#define SMALL_LEAVE                                                                                \
  "shift $((CYAN_RUN % $#)); case $1 in fail) echo no luck; exit 4;; none) ;;"                     \
  " bad) echo \"<html>\" > \"$CYAN_PROFILE\";; *) echo \"main;work $1\" > \"$CYAN_PROFILE\";; "    \
  "esac"
#define SMALL_RUN "read t < \"$CYAN_BUILD/times\"; set -- $t; " SMALL_LEAVE

typedef struct
{
  char *folder; /* of the repository */
  char *path;   /* of the store */
  CyanStore *store;
  CyanTrack *track; /* or NULL */
  CyanPlan *plan;   /* or NULL */
  CyanTracker *tracker;
  /* What the tracker said: "B0" commit 0 was built, "B0:failed"; "0a" benchmark a ran there,
   * "0a:failed"; "confirms", "locked", "others", "not-isolated". */
  GPtrArray *events;
  char *log;      /* of the event that had one last, or NULL */
  guint n_ran;    /* of this tracker */
  guint n_wanted; /* as it said last */
  void (*said) (gpointer world, const CyanTrackerEvent *event); /* or NULL */
} SmallTrack;

/* A repository with a commit for each of @times, a NULL-terminated array, and a store @name. */
SmallTrack small_track_new (const char *name, const char *const *times);
void small_track_clear (SmallTrack *self);

/* Adds commits to the branch main. */
void small_track_commit (SmallTrack *self, const char *const *times);
/* Takes a definition file with these lines in its group [track], in which build is SMALL_BUILD and
 * runs is 2 unless they begin with it, and with all groups of @benchmarks, NULL: benchmark a of
 * SMALL_RUN. */
void small_track_define (SmallTrack *self, const char *keys, const char *benchmarks);

/* A new plan, of the machine "m". */
void small_track_plan (SmallTrack *self, gboolean retry);
/* A new tracker of the plan. */
void small_track_begin (SmallTrack *self);
/* A new plan and a tracker that runs to its end. */
void small_track_run (SmallTrack *self);
/* Frees the tracker; it must have left no claim and no folder. */
void small_track_end (SmallTrack *self);

/* The events since the last call.  Those that are all different may have any order: they are
 * sorted, and a comma separates them from the next ones. */
void small_track_assert_said (SmallTrack *self, const char *expected);
/* All runs in the store: "0a: 10 20 failed", a line for each commit and definition. */
void small_track_assert_stored (const SmallTrack *self, const char *metric, const char *expected);
/* All builds: "0 ok", a line each. */
void small_track_assert_built (const SmallTrack *self, const char *expected);
/* The folders of trackers, without locks of their folder, in any order. */
guint small_track_count_folders (void);
/* The folder in which these are. */
char *small_track_cache (void);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SmallTrack, small_track_clear)
