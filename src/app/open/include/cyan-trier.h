/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Tries two revisions in a thread: builds, records, and loads what was recorded.
 *
 * Until the callback is called the application lives on, even without a window: the thread stops
 * what runs and removes its folders.
 */
#pragma once

#include "cyan-request.h"
#include "cyan-task.h"
#include "cyan-try.h"

/* A deep copy. */
CyanTryRequest *cyan_try_request_copy (const CyanTryRequest *self);
void cyan_try_request_free (CyanTryRequest *self);

/* The progress gets whole phrases, which are translated: "Run 2 of 6". */
void cyan_try_async (const CyanTryRequest *request, const CyanTaskCaller *caller);
/* The runs of both revisions with their sources; the caller frees it.  *@notes is owned by the
 * caller: lines for people, of char *.  With an error, *@log is the end of what the build or the
 * run that failed said, in UTF-8, or NULL; the caller frees it. */
CyanRequest *cyan_try_finish (GAsyncResult *result, GPtrArray **notes, char **log, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanTryRequest, cyan_try_request_free)
