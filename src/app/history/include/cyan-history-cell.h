/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What only the store knows of a benchmark at a revision: failures, and the machine. */
#pragma once

#include "cyan-history-store.h"

/* A run or a build that failed.  All strings are owned and valid UTF-8. */
typedef struct
{
  gboolean is_build;
  char *status;
  gint64 exit_code; /* or CYAN_STORE_UNKNOWN */
  char *log;        /* its end; or NULL */
} CyanHistoryFailure;

/* What only the store knows of a line at a revision. */
typedef struct
{
  GPtrArray *failures; /* of CyanHistoryFailure */
  GPtrArray *facts;    /* of char *: "compiler: gcc 12.2", what was true of the machine */
} CyanHistoryCell;

void cyan_history_cell_free (CyanHistoryCell *cell);

/* @history was read from @store. */
void cyan_history_read_cell_async (CyanHistoryStore *store,
                                   CyanHistory *history,
                                   guint line,
                                   guint column,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
/* The caller owns the result. */
CyanHistoryCell *cyan_history_read_cell_finish (GAsyncResult *result, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanHistoryCell, cyan_history_cell_free)
