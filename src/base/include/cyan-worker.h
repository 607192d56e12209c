/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Work in a thread that is joined.
 *
 * The caller that starts a worker joins it, and then sees all of its writes.  If the system cannot
 * start a thread, the work is done during the join.
 */
#pragma once

#include "cyan-tick.h"

/* FALSE with @error set if it failed. */
typedef gboolean (*CyanWorkFunc) (gpointer data, GError **error);

/* An all-zero worker has nothing to do; joining it returns TRUE. */
typedef struct
{
  CyanWorkFunc func;
  gpointer data;
  GThread *thread; /* NULL if no thread could be started */
  gboolean ok;
  gboolean has_ended; /* without a thread: before the join */
  GError *error;
} CyanWorker;

/* Starts a thread that calls @func; @name is for debuggers.  FALSE if no thread could be started;
 * then cyan_worker_join() calls @func. */
gboolean cyan_worker_start (CyanWorker *self, const char *name, CyanWorkFunc func, gpointer data);

/* Waits for the end.  Returns the result of @func and its error. */
gboolean cyan_worker_join (CyanWorker *self, GError **error);

/* Calls @func for each of @n data concurrently, for the first one in this thread, and waits for
 * all.  FALSE if any call failed.  The error is the first one other than CYAN_ERROR_CANCELLED,
 * since a call that fails often cancels the others. */
gboolean cyan_workers_run (
    const char *name, CyanWorkFunc func, gpointer const *data, guint n, GError **error);
/* The same; polls @tick (or NULL) in this thread about once a second, while it waits for the others,
 * and does not heed its answer. */
gboolean cyan_workers_run_watched (const char *name,
                                   CyanWorkFunc func,
                                   gpointer const *data,
                                   guint n,
                                   const CyanTick *tick,
                                   GError **error);
