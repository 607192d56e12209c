/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The files of one side's sources: in a directory, or in a revision of a repository.
 *
 * Never opens anything outside.  For one thread at a time.
 */
#pragma once

#include <glib.h>

#include "cyan-tick.h"

typedef struct _CyanSourceFiles CyanSourceFiles;

/* "REPOSITORY@REVISION".  Caller frees. */
char *cyan_source_files_join (const char *repository, const char *revision);
/* The opposite: FALSE if @location is a folder, or if there is none in front of an "@".  Free
 * *@repository; *@revision is within @location. */
gboolean cyan_source_files_split (const char *location, char **repository, const char **revision);

/* @location is a directory, or else "REPOSITORY@REVISION", split at the last "@" that can precede a
 * revision.  Fails with CYAN_ERROR_IO or CYAN_ERROR_INVALID. */
CyanSourceFiles *cyan_source_files_open (const char *location, GError **error);
void cyan_source_files_free (CyanSourceFiles *self);

/* For people: the directory's name, or "cmark@76cbc2d9162c". */
const char *cyan_source_files_label (const CyanSourceFiles *self);
/* The root's absolute path without links, which recorded absolute paths may start with; or NULL. */
const char *cyan_source_files_real_path (const CyanSourceFiles *self);
/* The repository and the commit (40 digits) of a revision; NULL for a directory. */
const char *cyan_source_files_repository (const CyanSourceFiles *self);
const char *cyan_source_files_commit (const CyanSourceFiles *self);

/* Whether @path, relative to the root, is a regular file. */
gboolean cyan_source_files_has (CyanSourceFiles *self, const char *path);

/* The text of a file as valid UTF-8 with LF line ends, a GRefString.  Invalid bytes are read as
 * Latin-1.  Fails with CYAN_ERROR_IO, with CYAN_ERROR_LIMIT if it is too large or too long, and
 * with CYAN_ERROR_UNSUPPORTED if it is not text. */
char *cyan_source_files_read (CyanSourceFiles *self, const char *path, GError **error);

/* All files in known languages, relative to the root, sorted, as a GPtrArray of char *.  Omits
 * hidden folders and those of tools.  Fails with CYAN_ERROR_LIMIT if there are too many. */
GPtrArray *cyan_source_files_list (CyanSourceFiles *self, const CyanTick *tick, GError **error);

/* An id of a file's content: equal for equal contents of one repository.  NULL if finding it needs
 * the file to be read.  Free with g_free(). */
char *cyan_source_files_content_id (CyanSourceFiles *self, const char *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSourceFiles, cyan_source_files_free)
