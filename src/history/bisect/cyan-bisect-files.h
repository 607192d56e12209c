/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which files of a repository can make a benchmark faster or slower.
 */
#pragma once

#include "cyan-track-file.h"

/* Whether a change of @path, relative to the root, may change what @benchmark measures.  In doubt
 * it may: only texts for people, pictures and settings of tools do nothing, unless the benchmark
 * follows them or a command of @track names them. */
gboolean cyan_bisect_file_matters (const CyanTrack *track,
                                   const CyanTrackBenchmark *benchmark,
                                   const char *path);
