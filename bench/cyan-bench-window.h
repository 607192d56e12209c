/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The measurements of the window, which share one main loop. */
#pragma once

#include "cyan-comparison-private.h"
#include "cyan-window-private.h"

/* Runs the main loop for as many milliseconds. */
void cyan_bench_run (double ms);
/* Prints KEY.computed and KEY.passed, the longest stall since the last one was taken. */
void cyan_bench_print_stall (const char *key);

/* Milliseconds that the main thread computes for the views of a pair, and for a window with nothing
 * in it. */
void cyan_bench_views (GtkApplication *application, const char *before, const char *after);
/* Stalls of all that is done with a large pair. @folder is for what is exported. */
void cyan_bench_stalls (GtkApplication *application,
                        const char *before,
                        const char *after,
                        const char *folder);
