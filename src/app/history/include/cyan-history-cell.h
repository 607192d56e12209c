/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data of a benchmark at a revision that only the store has: failures, and the machine. */
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

/* Data of a line at a revision that only the store has.  Free with cyan_job_free(). */
typedef struct
{
  GPtrArray *failures; /* of CyanHistoryFailure */
  GPtrArray *facts;    /* of char *: "compiler: gcc 12.2", what was true of the machine */
} CyanHistoryCell;

/* @history was read from @store.  The result is a CyanHistoryCell. */
void cyan_history_read_cell_async (CyanHistoryStore *store,
                                   CyanHistory *history,
                                   guint line,
                                   guint column,
                                   const CyanTaskCaller *caller);
