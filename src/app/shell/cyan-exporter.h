/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Draws and writes pictures in a thread.
 */
#pragma once

#include "cyan-session.h"
#include "cyan-task.h"

G_BEGIN_DECLS

/* Writes what @session shows now as cyan_scene_save() does: the part in @view, or all for NULL.
 * What happens to @session meanwhile is not seen in the picture.  @progress is not called any more
 * once @cancellable is cancelled or @callback was called. */
void cyan_export_async (CyanSession *session,
                        const char *path,
                        CyanPalette palette,
                        const CyanRect *view,
                        GCancellable *cancellable,
                        CyanProgressFunc progress,
                        gpointer progress_data,
                        GAsyncReadyCallback callback,
                        gpointer user_data);
/* FALSE with an error if there is no picture, whoever cancelled it. */
gboolean cyan_export_finish (GAsyncResult *result, GError **error);

G_END_DECLS
