/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Removes folders that programs of others have filled. */
#pragma once

#include <glib.h>

/* Removes the file, link or folder @name in the open folder @parent; TRUE if there is none.  Follows
 * no links.  FALSE with errno. */
gboolean cyan_remove_at (int parent, const char *name);

/* Removes @folder with all that is in it, whatever its modes are.  Follows no links. */
gboolean cyan_remove_folder (const char *folder, GError **error);
