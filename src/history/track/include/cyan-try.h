/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two revisions and a command: builds both, records the command in each, several times in turns.
 *
 * It is a tracker whose definition file is made up from what a person says, and from what is found.
 */
#pragma once

#include "cyan-recorder.h"
#include "cyan-tracker.h"

/* The name of the benchmark in the store. */
#define CYAN_TRY_BENCHMARK "try"

/* All is borrowed. */
typedef struct
{
  const char *repository;     /* a folder in it */
  const char *revisions[2];   /* before and after */
  const char *const *command; /* a program with its arguments, NULL-terminated */
  const char *build;          /* for a shell; NULL: as cyan_build_guess() says; "": nothing */
  gboolean has_recorder;      /* FALSE: the best one */
  CyanRecorder recorder;
  gboolean duet; /* both revisions run at the same time, each on half of the processors, which they
                  * exchange */
  guint runs;    /* of each revision: 1 to CYAN_TRACK_MAX_RUNS */
  guint timeout, build_timeout; /* seconds, above 0 */
} CyanTryRequest;

typedef struct
{
  CyanTrack *track;
  char *names[2]; /* of the revisions, as given */
  char *commits[2];
  const char *because; /* file that tells how to build, or NULL */
  CyanRecorder recorder;
  GPtrArray *notes; /* char *: why not a better recorder */
  CyanPlan *plan;   /* once it ran */
  char *log;        /* of the build or run because of which it failed, or NULL */
  char *machine;
} CyanTry;

/* Decides what is to be done, and runs nothing of the revisions.  Fails with CYAN_ERROR_INVALID if
 * the revisions are one, with CYAN_ERROR_UNSUPPORTED if something is not installed, or there is only
 * one processor for a duet. */
CyanTry *cyan_try_new (const CyanTryRequest *request, GError **error);
void cyan_try_free (CyanTry *self);

/* Does it, once; what is in @store already is not done again, unless a side misses runs: then both
 * run as often, in turns.  Fails like cyan_tracker_run(), and
 * with CYAN_ERROR_INVALID if a revision does not build or no run of it succeeds: the message ends
 * with the last line of the output, all of which is the log. */
gboolean cyan_try_run (CyanTry *self,
                       CyanStore *store,
                       const CyanTrackerOptions *options,
                       const CyanTick *tick,
                       GError **error);

/* The hash of what ran, once it did; the same for both sides. */
const char *cyan_try_definition (const CyanTry *self);

/* Writes the profiles of both sides below @folder, each named by its revision.  Fills in @paths. */
gboolean cyan_try_save_profiles (
    const CyanTry *self, CyanStore *store, const char *folder, GStrv paths[2], GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanTry, cyan_try_free)
