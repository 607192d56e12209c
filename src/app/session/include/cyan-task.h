/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Work in a thread while the main loop runs on: a GTask with a tick and progress.
 *
 * All that is handed over goes through here, so that ThreadSanitizer hears of it.
 */
#pragma once

#include <gio/gio.h>

#include "cyan-tick.h"

G_BEGIN_DECLS

/* Called in the thread.  Returns the result, or NULL: with @error if it failed.  @tick says stop
 * when the task's cancellable does. */
typedef gpointer (*CyanTaskFunc) (gpointer data, const CyanTick *tick, GError **error);

/* Called in the main loop, at most once an iteration; @what is a present participle. */
typedef void (*CyanProgressFunc) (double fraction, const char *what, gpointer data);

/* Runs @func in a thread; @task, which this takes, then calls its callback.  @data is freed in any
 * thread, and the result by @free_result unless cyan_task_finish() hands it out.  @progress may be
 * NULL; it is not called any more once the task is cancelled or finished. */
void cyan_task_run (GTask *task,
                    CyanTaskFunc func,
                    gpointer data,
                    GDestroyNotify free_data,
                    GDestroyNotify free_result,
                    CyanProgressFunc progress,
                    gpointer progress_data);

/* To be called in the callback: the result, which is the caller's. */
gpointer cyan_task_finish (GAsyncResult *result, GError **error);

G_END_DECLS
