/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that are read by their paths: of a folder, or behind HTTP. */
#pragma once

#include <glib.h>

typedef struct _CyanFiles CyanFiles;

struct _CyanFiles
{
  /* All of the file @path, which is inside and has at most @max bytes, which
   * is not above CYAN_STORE_PROFILE_MAX. */
  GBytes *(*fetch) (const CyanFiles *self, const char *path, gsize max, GError **error);
  char *name; /* a folder or a URL that ends in "/" */
};

/* Links in the folder are not followed. */
CyanFiles *cyan_files_open_folder (const char *path, GError **error);
/* Of https, or of http on this computer.  Redirections stay on that server. */
CyanFiles *cyan_files_open_http (const char *url, GError **error);
/* Seconds without a byte after which a server is given up, 10 at first, and of a whole answer, 15,
 * besides those that its size allows.  For tests, which have less patience. */
void cyan_files_http_set_seconds (guint idle, guint answer);
void cyan_files_free (CyanFiles *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanFiles, cyan_files_free)
