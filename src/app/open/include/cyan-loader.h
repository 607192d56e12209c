/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Loads and compares profiles, and reads and writes session files, in threads.
 */
#pragma once

#include "cyan-opened-sources.h"
#include "cyan-request.h"
#include "cyan-session.h"
#include "cyan-session-file.h"
#include "cyan-task.h"

/* @old (may be NULL) and @keep_folders are those of cyan_opened_sources_new().  @file (may be NULL)
 * is what the session shows then; nobody else may use it before that. */
void cyan_load_async (const CyanRequest *request,
                      CyanSessionFile *file,
                      CyanOpenedSources *old,
                      gboolean keep_folders,
                      const CyanTaskCaller *caller);
/* The caller unrefs *@opened.  If sources cannot be opened, it contains the reason; this is not an
 * error. */
CyanSession *cyan_load_finish (GAsyncResult *result, CyanOpenedSources **opened, GError **error);

/* Reads the session at @path and checks its inputs.  The result is a CyanSessionFile. */
void cyan_session_file_open_async (const char *path, const CyanTaskCaller *caller);

/* Writes @file, with nodes of @comparison, to @path.  Nobody else may use @file until then. */
void cyan_session_file_save_async (CyanSessionFile *file,
                                   CyanComparison *comparison,
                                   const char *path,
                                   const CyanTaskCaller *caller);
gboolean cyan_session_file_save_finish (GAsyncResult *result, GError **error);
