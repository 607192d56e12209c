/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loads and compares in a thread.
 */
#pragma once

#include "cyan-request.h"
#include "cyan-session.h"

G_BEGIN_DECLS

/* Called in the main loop, at most once an iteration; @what is a present participle. */
typedef void (*CyanProgressFunc) (double fraction, const char *what, gpointer data);

/* @progress is not called any more once @cancellable is cancelled or @callback was called. */
void cyan_load_async (const CyanRequest *request,
                      GCancellable *cancellable,
                      CyanProgressFunc progress,
                      gpointer progress_data,
                      GAsyncReadyCallback callback,
                      gpointer user_data);
CyanSession *cyan_load_finish (GAsyncResult *result, GError **error);

G_END_DECLS
