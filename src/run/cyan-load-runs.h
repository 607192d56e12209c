/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loads the runs of a request.
 */
#pragma once

#include "cyan-request.h"

/* Run @i of @side, without idle frames. */
CyanProfile *cyan_load_run (const CyanRequest *request,
                            guint side,
                            guint i,
                            const CyanLoadOptions *limits,
                            const CyanTick *tick,
                            GError **error);

/* All runs of both sides, each side in its own thread, without idle frames and ignored functions.
 * By side: sets *@runs and the value that was ignored, as the mean over the runs.  If both sides are
 * the same file, it is read once.  FALSE with all runs NULL. */
gboolean cyan_load_runs (const CyanRequest *request,
                         const CyanNameRules *rules,
                         const CyanTick *tick,
                         CyanRuns **runs,
                         double *ignored,
                         GError **error);
