/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Work in a thread that is joined.
 *
 * The caller that starts a worker joins it, and then sees all that it wrote.  If the system cannot
 * start a thread, the caller does the work when it joins.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* FALSE with @error set if it failed. */
typedef gboolean (*CyanWorkFunc) (gpointer data, GError **error);

/* Zeroed, it has nothing to do, and joining it gives TRUE. */
typedef struct
{
  CyanWorkFunc func;
  gpointer data;
  GThread *thread; /* NULL if there was none to be had */
  gboolean ok;
  GError *error;
} CyanWorker;

/* Starts a thread that calls @func; @name is for debuggers.  FALSE if the system has none: then
 * cyan_worker_join() calls @func. */
gboolean cyan_worker_start (CyanWorker *self, const char *name, CyanWorkFunc func, gpointer data);

/* Waits for the end.  What @func returned, and its error. */
gboolean cyan_worker_join (CyanWorker *self, GError **error);

/* Calls @func for each of @n data at the same time, for the first one in this thread, and waits for
 * all.  FALSE if any of them failed: with the error of the first that was not merely cancelled,
 * since those that fail often cancel the others. */
gboolean cyan_workers_run (
    const char *name, CyanWorkFunc func, gpointer const *data, guint n, GError **error);

G_END_DECLS
