/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths of files: of GTK's files, and what they seem to be. */
#pragma once

#include <gio/gio.h>

/* The paths of @files, a list of GFile; NULL if one is not on this computer.  Free with
 * g_strfreev(). */
char **cyan_paths_of_files (GSList *files);

/* Whether there is a store at @path: a file of SQLite that says so in its header, or a folder with an
 * index.  A pipe is not read. */
gboolean cyan_path_is_store (const char *path);
/* Whether @location is no path, but where a database or a server has a store. */
gboolean cyan_location_is_url (const char *location);
