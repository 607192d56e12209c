/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A folder of sources that cannot be left.
 *
 * Every open starts at the folder's descriptor and follows no link.  So no path of a profile and no
 * link in the tree can lead to a file outside.  Only regular files are read.
 */
#pragma once

#include <glib.h>

#include "cyan-tick.h"

typedef struct _CyanSourceDirectory CyanSourceDirectory;

CyanSourceDirectory *cyan_source_directory_open (const char *path, GError **error);
void cyan_source_directory_free (CyanSourceDirectory *self);

/* The folder's own absolute path without links; NULL if it cannot be determined. */
const char *cyan_source_directory_real_path (const CyanSourceDirectory *self);

/* Whether @path, relative to the folder, is a regular file in it. */
gboolean cyan_source_directory_has (const CyanSourceDirectory *self, const char *path);

/* The text of a file as valid UTF-8 with LF line ends, a GRefString.  Invalid bytes are read as
 * Latin-1.  Fails with CYAN_ERROR_IO, with CYAN_ERROR_LIMIT if it is too large or too long, and
 * with CYAN_ERROR_UNSUPPORTED if it is not text. */
char *
cyan_source_directory_read (const CyanSourceDirectory *self, const char *path, GError **error);

/* The files of the tree in known languages, relative to the folder, sorted, as a GPtrArray of char
 * *.  Omits hidden folders, folders of tools, and links.  Fails with CYAN_ERROR_LIMIT if there are
 * more than CYAN_SOURCE_MAX_FILES. */
GPtrArray *
cyan_source_directory_list (const CyanSourceDirectory *self, const CyanTick *tick, GError **error);

/* For tests: opens files as on a kernel without openat2(). */
void cyan_source_directory_forget_openat2 (CyanSourceDirectory *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSourceDirectory, cyan_source_directory_free)
