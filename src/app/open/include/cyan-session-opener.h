/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads and writes session files in a thread.
 */
#pragma once

#include "cyan-session-file.h"
#include "cyan-task.h"

/* Reads the session at @path and checks its inputs. */
void cyan_session_file_open_async (const char *path,
                                   GCancellable *cancellable,
                                   CyanProgressFunc progress,
                                   gpointer progress_data,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
/* The caller unrefs it. */
CyanSessionFile *cyan_session_file_open_finish (GAsyncResult *result, GError **error);

/* Writes @file, with nodes of @comparison, to @path.  Nobody else may use @file until then. */
void cyan_session_file_save_async (CyanSessionFile *file,
                                   CyanComparison *comparison,
                                   const char *path,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
gboolean cyan_session_file_save_finish (GAsyncResult *result, GError **error);
