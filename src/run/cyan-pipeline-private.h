/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the pipeline. */
#pragma once

#include "cyan-request.h"
#include "cyan-runs.h"

/* "before" and "after", to be translated. */
extern const char *const cyan_pipeline_side_names[2];

/* All runs of both sides, each side in its own thread, without idle frames and ignored functions.
 * By side: sets *@runs and the value that was ignored, as the mean over the runs.  A file of which
 * both sides are, or are slices, is read once.  FALSE with all runs NULL. */
gboolean cyan_pipeline_load (const CyanRequest *request,
                             const CyanNameRules *rules,
                             const CyanTick *tick,
                             CyanRuns **runs,
                             double *ignored,
                             GError **error);

/* Replaces the runs of the shorter side, and what was ignored there, by those of the same length as
 * the other side, with a note, if slices are by time or the request asks for it.  FALSE if it does
 * and a length is not known. */
gboolean
cyan_pipeline_scale (const CyanRequest *request, CyanRuns **runs, double *ignored, GError **error);

/* The only run of the request, without idle frames. */
CyanProfile *
cyan_pipeline_load_single (const CyanRequest *request, const CyanTick *tick, GError **error);
