/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts GTK's files to paths. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The paths of @files, a list of GFile; NULL if one is not on this computer.  Free with
 * g_strfreev(). */
char **cyan_paths_of_files (GSList *files);

G_END_DECLS
