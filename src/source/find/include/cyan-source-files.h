/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The files of one side's sources, wherever they are: a directory, or a repository's revision.
 *
 * Nothing outside is ever opened.  For one thread at a time.
 */
#pragma once

#include <glib.h>

#include "cyan-tick.h"

G_BEGIN_DECLS

typedef struct _CyanSourceFiles CyanSourceFiles;

/* @location is a directory, or else "REPOSITORY@REVISION", where the last "@" counts behind which
 * a revision stands.  Fails with CYAN_ERROR_IO or CYAN_ERROR_INVALID. */
CyanSourceFiles *cyan_source_files_open (const char *location, GError **error);
void cyan_source_files_free (CyanSourceFiles *self);

/* For people: the directory's name, or "cmark@76cbc2d9162c". */
const char *cyan_source_files_label (const CyanSourceFiles *self);
/* The root's absolute path without links, where recorded absolute paths may begin; or NULL. */
const char *cyan_source_files_real_path (const CyanSourceFiles *self);
/* The repository and the commit (40 digits) of a revision; NULL for a directory. */
const char *cyan_source_files_repository (const CyanSourceFiles *self);
const char *cyan_source_files_commit (const CyanSourceFiles *self);

/* Whether @path, relative to the root, is a regular file. */
gboolean cyan_source_files_has (CyanSourceFiles *self, const char *path);

/* The text of a file as valid UTF-8 with LF line ends, a GRefString.  A byte that is not UTF-8 is
 * taken for Latin-1.  Fails with CYAN_ERROR_IO, with CYAN_ERROR_LIMIT if it is too large or too
 * long, and with CYAN_ERROR_UNSUPPORTED if it is no text. */
char *cyan_source_files_read (CyanSourceFiles *self, const char *path, GError **error);

/* All files in a language we know, relative to the root, sorted, as a GPtrArray of char *.  Hidden
 * folders and those of tools are left out.  Fails with CYAN_ERROR_LIMIT if there are too many. */
GPtrArray *cyan_source_files_list (CyanSourceFiles *self, const CyanTick *tick, GError **error);

/* An id of a file's content, found without reading it: equal for equal contents of one repository.
 * NULL if the file would have to be read.  Free with g_free(). */
char *cyan_source_files_content_id (CyanSourceFiles *self, const char *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSourceFiles, cyan_source_files_free)

G_END_DECLS
