/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Removes folders that programs of others have filled. */
#pragma once

#include <glib.h>

/* Removes @folder with all that is in it, whatever its modes are; TRUE if there is none.  Follows
 * no links. */
gboolean cyan_remove_folder (const char *folder, GError **error);
