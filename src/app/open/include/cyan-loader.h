/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loads and compares profiles in a thread.
 */
#pragma once

#include "cyan-opened-sources.h"
#include "cyan-request.h"
#include "cyan-session.h"
#include "cyan-session-file.h"
#include "cyan-task.h"

/* @old (may be NULL) and @keep_folders are those of cyan_opened_sources_new().  @file (may be NULL)
 * is what the session shows then; nobody else may use it until @callback is called.  @progress is
 * not called after @cancellable was cancelled or @callback was called. */
void cyan_load_async (const CyanRequest *request,
                      CyanSessionFile *file,
                      CyanOpenedSources *old,
                      gboolean keep_folders,
                      GCancellable *cancellable,
                      CyanProgressFunc progress,
                      gpointer progress_data,
                      GAsyncReadyCallback callback,
                      gpointer user_data);
/* The caller unrefs *@opened.  If sources cannot be opened, it contains the reason; this is not an
 * error. */
CyanSession *cyan_load_finish (GAsyncResult *result, CyanOpenedSources **opened, GError **error);
