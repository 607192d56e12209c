/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which commits are likelier to be the step, before they are measured.
 */
#pragma once

#include "cyan-bisection.h"
#include "cyan-store.h"
#include "cyan-tick.h"
#include "cyan-track-file.h"

/* Sets `prior` and `because` of the revisions of @state, both ends of which have runs in @store and
 * differ.  What cannot be read makes no commit likelier: it is a line in @notes (char *), not an
 * error. Fails with CYAN_ERROR_CANCELLED. */
gboolean cyan_bisect_find_prior (CyanBisection *state,
                                 const CyanTrack *track,
                                 CyanStore *store,
                                 GPtrArray *notes,
                                 const CyanTick *tick,
                                 GError **error);

/* Whether a change of @path, relative to the root, may change what @benchmark measures.  In doubt
 * it may: only texts for people, pictures and settings of tools do nothing, unless the benchmark
 * follows them or a command of @track names them. */
gboolean cyan_bisect_file_matters (const CyanTrack *track,
                                   const CyanTrackBenchmark *benchmark,
                                   const char *path);
