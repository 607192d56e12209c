/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Work in a thread while the main loop runs: a GTask with a tick and progress.
 *
 * All data that threads hand over go through here, so that ThreadSanitizer sees it.
 */
#pragma once

#include <gio/gio.h>

#include "cyan-tick.h"

/* ---- what a thread gets ---- */

/* A zeroed Type that frees what it keeps: the last argument of cyan_task_run(), or its result.
 * Free with cyan_job_free(). */
#define cyan_job_new(Type) ((Type *) cyan_job_alloc (sizeof (Type)))

/* Returns @value, which @job frees with @free_value from now on; NULL is kept by nobody. */
#define cyan_job_keep(job, value, free_value)                                                      \
  ((__typeof__ (value)) cyan_job_keep_pointer ((job), (gpointer) (value),                          \
                                               (GDestroyNotify) (free_value)))

/* Likewise, a copy of @text, which may be NULL. */
#define cyan_job_dup(job, text) cyan_job_keep ((job), g_strdup (text), g_free)

/* *@place, which @job keeps no longer: the caller owns it, and *@place is NULL. */
#define cyan_job_take(job, place)                                                                  \
  (cyan_job_forget_pointer ((job), *(place)), g_steal_pointer (place))

gpointer cyan_job_alloc (gsize size);
gpointer cyan_job_keep_pointer (gpointer job, gpointer value, GDestroyNotify free_value);
void cyan_job_forget_pointer (gpointer job, gconstpointer value);
void cyan_job_free (gpointer job);

/* ---- the thread ---- */

/* Called in the thread.  Returns the result, or NULL with @error.  @tick stops the work when the
 * task's cancellable is cancelled. */
typedef gpointer (*CyanTaskFunc) (gpointer data, const CyanTick *tick, GError **error);

/* Called in the main loop, at most once an iteration; @what is a present participle. */
typedef void (*CyanProgressFunc) (double fraction, const char *what, gpointer data);

/* Who waits for the result. */
typedef struct
{
  gpointer source;           /* that of the result: a GObject, or NULL */
  GCancellable *cancellable; /* or NULL */
  GAsyncReadyCallback done;  /* called with @data at the end */
  gpointer data;
  CyanProgressFunc progress; /* or NULL; not called after the task was cancelled or has finished */
  gpointer progress_data;
} CyanTaskCaller;

GTask *cyan_task_new (const CyanTaskCaller *caller);
/* Without progress. */
GTask *cyan_task_new_quiet (gpointer source,
                            GCancellable *cancellable,
                            GAsyncReadyCallback done,
                            gpointer data);

/* Runs @func in a thread.  Takes ownership of @task.  @data may be freed in any thread.
 * @free_result frees the result unless cyan_task_finish() returns it. */
void cyan_task_run (GTask *task,
                    CyanTaskFunc func,
                    gpointer data,
                    GDestroyNotify free_data,
                    GDestroyNotify free_result);

/* Call it in the callback: returns the result, which the caller owns. */
gpointer cyan_task_finish (GAsyncResult *result, GError **error);

/* The @data of cyan_task_run(); it lives as long as @result. */
gpointer cyan_task_data (GAsyncResult *result);

/* ---- the newest of several ---- */

/* Each of these has the cancellable of the newest task of its kind in *@newest, NULL if none is
 * under way.  This one stops that task. */
void cyan_task_stop (GCancellable **newest);
/* Stops it and makes the cancellable of another one, which *@newest owns. */
GCancellable *cyan_task_begin (GCancellable **newest);
/* Whether @result is of the newest task, which is over then. */
gboolean cyan_task_end (GCancellable **newest, GAsyncResult *result);
