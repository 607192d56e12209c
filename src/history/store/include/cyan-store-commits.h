/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commits of a repository as revisions of a store. */
#pragma once

#include "cyan-store.h"

/* Puts the last of @commits, at least one, which are first parents (CyanGitLogCommit, parents
 * first), and those before it up to one that is there with its depth.  *@id is that of the last. */
gboolean cyan_store_put_commits (
    CyanStore *self, gint64 project, const GPtrArray *commits, gint64 *id, GError **error);
