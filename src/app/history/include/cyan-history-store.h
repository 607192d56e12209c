/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads a store in threads: its evolution, and the runs to compare.
 *
 * The store is opened when it is first needed, and stays open.  One thread at a time uses it;
 * others wait.
 */
#pragma once

#include "cyan-history.h"
#include "cyan-request.h"
#include "cyan-store.h"
#include "cyan-task.h"

typedef struct _CyanHistoryStore CyanHistoryStore;

CyanHistoryStore *cyan_history_store_new (const char *location);
/* The store that comes with the program. */
CyanHistoryStore *cyan_history_store_new_demo (void);
CyanHistoryStore *cyan_history_store_ref (CyanHistoryStore *self);
void cyan_history_store_unref (CyanHistoryStore *self);
const char *cyan_history_store_location (const CyanHistoryStore *self);
/* Its name for people: without folders, and nothing that may have a password.  Caller frees. */
char *cyan_history_store_name (const CyanHistoryStore *self);

/* For threads that read.  Waits for other threads, and opens the store if it is not open.  To be
 * ended with cyan_history_store_end() whatever this returns; NULL with @error. */
CyanStore *cyan_history_store_begin (CyanHistoryStore *self, GError **error);
void cyan_history_store_end (CyanHistoryStore *self);

/* Reads all benchmarks of @project (NULL: the first one), or the self time of @function (may be
 * NULL) in them.  The result is a CyanHistory. */
void cyan_history_read_async (CyanHistoryStore *self,
                              const char *project,
                              const char *function,
                              const CyanTaskCaller *caller);

/* Makes a request of all runs of @line at both revisions, of which the first is the ancestor. */
void cyan_history_request_async (CyanHistoryStore *self,
                                 CyanHistory *history,
                                 guint line,
                                 const guint sides[2],
                                 const CyanTaskCaller *caller);
/* The caller owns the result, and *@notes: lines for people about it, of char *. */
CyanRequest *cyan_history_request_finish (GAsyncResult *result, GPtrArray **notes, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanHistoryStore, cyan_history_store_unref)
