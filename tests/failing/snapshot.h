/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The contents of a folder, to compare them and to bring them back. */
#pragma once

#include <glib.h>

/* GBytes by the path within the folder: what a file contains, or where a link leads to; NULL for a
 * folder.  Links cannot be brought back. */
typedef GHashTable Snapshot;

/* Takes all files of @folder.  Caller unrefs. */
Snapshot *snapshot_take (const char *folder);
/* Makes @folder what @self says; @now is what it has. */
void snapshot_restore (Snapshot *self, Snapshot *now, const char *folder);
/* Whether the file or folder @path is the same in both, or in none. */
gboolean snapshot_same (Snapshot *self, Snapshot *other, const char *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Snapshot, g_hash_table_unref)
