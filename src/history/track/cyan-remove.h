/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Removes folders that programs of others have filled. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Removes the file, link or folder @name in the open folder @parent; TRUE if there is none.  Follows
 * no links.  FALSE with errno. */
gboolean cyan_remove_at (int parent, const char *name);

G_END_DECLS
