/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loads and compares in a thread.
 */
#pragma once

#include "cyan-opened-sources.h"
#include "cyan-request.h"
#include "cyan-session.h"
#include "cyan-task.h"

G_BEGIN_DECLS

/* @old (may be NULL) and @keep_folders are as of cyan_opened_sources_new().  @progress is not
 * called any more once @cancellable is cancelled or @callback was called. */
void cyan_load_async (const CyanRequest *request,
                      CyanOpenedSources *old,
                      gboolean keep_folders,
                      GCancellable *cancellable,
                      CyanProgressFunc progress,
                      gpointer progress_data,
                      GAsyncReadyCallback callback,
                      gpointer user_data);
/* *@opened is the caller's to unref; if sources cannot be opened, it says why, and that is no error. */
CyanSession *cyan_load_finish (GAsyncResult *result, CyanOpenedSources **opened, GError **error);

G_END_DECLS
