/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Work in a thread while the main loop runs: a GTask with a tick and progress.
 *
 * All data that threads hand over go through here, so that ThreadSanitizer sees it.
 */
#pragma once

#include <gio/gio.h>

#include "cyan-tick.h"

/* Called in the thread.  Returns the result, or NULL with @error.  @tick stops the work when the
 * task's cancellable is cancelled. */
typedef gpointer (*CyanTaskFunc) (gpointer data, const CyanTick *tick, GError **error);

/* Called in the main loop, at most once an iteration; @what is a present participle. */
typedef void (*CyanProgressFunc) (double fraction, const char *what, gpointer data);

/* Runs @func in a thread.  Takes ownership of @task, which calls its callback at the end.  @data
 * may be freed in any thread.  @free_result frees the result unless cyan_task_finish() returns it.
 * @progress may be NULL; it is not called after the task was cancelled or has finished. */
void cyan_task_run (GTask *task,
                    CyanTaskFunc func,
                    gpointer data,
                    GDestroyNotify free_data,
                    GDestroyNotify free_result,
                    CyanProgressFunc progress,
                    gpointer progress_data);

/* Call it in the callback: returns the result, which the caller owns. */
gpointer cyan_task_finish (GAsyncResult *result, GError **error);
