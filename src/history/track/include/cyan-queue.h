/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Who measures what right now: the claims of trackers in a store, as a person reads them.
 */
#pragma once

#include "cyan-store.h"

/* What a tracker claims: a revision on a machine, since it builds that once.  Both are ids in the
 * store.  Caller frees. */
char *cyan_queue_cell (gint64 machine, gint64 revision);

/* This process as an owner of claims: cyan_machine_process(), its computer, and @since when it
 * claims.  Caller frees. */
char *cyan_queue_owner (gint64 since);

/* A revision that a tracker measures.  Texts are NULL, and numbers CYAN_STORE_UNKNOWN, where its
 * claim does not tell. */
typedef struct
{
  char *project, *oid, *subject;
  char *machine; /* the name in the store, which several computers may have */
  char *host;    /* the computer */
  gint64 pid;    /* of the tracker there */
  gint64 since, until;
  gint64 runs; /* of the revision on that machine that are stored */
} CyanQueueRow;

/* Of CyanQueueRow, those that were claimed first before others.  *@now is the time by which they
 * are over; free with g_ptr_array_unref(). */
GPtrArray *cyan_queue_read (CyanStore *store, gint64 *now, GError **error);
