/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Exports pictures and reports in a thread.
 */
#pragma once

#include "cyan-scene-icicle.h"
#include "cyan-session.h"
#include "cyan-task.h"

G_BEGIN_DECLS

/* Writes the picture that @session shows now, like cyan_scene_save(): the tree, or the icicle if
 * @icicle is not NULL; the part in @view, or all for NULL.  If @path ends with ".html", writes the
 * report instead, with the tree as its picture, once all sources were searched.  Later changes of
 * @session do not affect it.  @progress is not called after @cancellable was cancelled or @callback was called. */
void cyan_export_async (CyanSession *session,
                        const char *path,
                        CyanPalette palette,
                        const CyanIcicleLook *icicle,
                        const CyanRect *view,
                        GCancellable *cancellable,
                        CyanProgressFunc progress,
                        gpointer progress_data,
                        GAsyncReadyCallback callback,
                        gpointer user_data);
/* FALSE with an error if no picture was written, also if it was cancelled. */
gboolean cyan_export_finish (GAsyncResult *result, GError **error);

G_END_DECLS
