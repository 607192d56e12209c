/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How much a benchmark scatters here, and hence the smallest step that can be seen.
 *
 * One revision is built several times in folders whose names differ in length.  What differs
 * between two builds of the same sources, such as the layout of memory, also differs between two
 * revisions.
 */
#pragma once

#include "cyan-tracker.h"

#define CYAN_CALIBRATION_BUILDS 5
#define CYAN_CALIBRATION_RUNS   5

/* Numbers of runs for which the smallest step is given. */
#define CYAN_CALIBRATION_N_STEPS 3
extern const guint cyan_calibration_steps[CYAN_CALIBRATION_N_STEPS];

/* Scatters are standard deviations of logs, so about fractions: 0.01 is 1 %. */
typedef struct
{
  const CyanTrackBenchmark *benchmark;
  char *metric;
  double run_scatter;                     /* between runs of one build */
  double build_scatter;                   /* between builds, without that of their runs */
  double steps[CYAN_CALIBRATION_N_STEPS]; /* 0.03: a change of 3 % is seen; descending */
} CyanCalibration;

/* Builds @revision, in any form that `git rev-parse` accepts for a commit, and runs all benchmarks
 * of @track, in turns.  Nothing is stored.  An array of CyanCalibration, one for each benchmark;
 * free with g_array_unref().  Fails if a build or a run fails. */
GArray *cyan_calibrate (const CyanTrack *track,
                        const char *revision,
                        const CyanTrackerOptions *options,
                        const CyanTick *tick,
                        GError **error);
