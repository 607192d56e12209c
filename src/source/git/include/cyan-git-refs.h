/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The branches and tags of a repository, for people to choose from.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* References that are looked at at most. */
#define CYAN_GIT_MAX_REFS 5000

/* The names of branches, tags and branches of remotes ("main", "v1.0", "origin/main") of the
 * repository at @path or above it, those of the newest commits first, at most @max, as a GPtrArray
 * of char * that are UTF-8; free with g_ptr_array_unref().  What leads to no commit is left out.
 * Fails as cyan_git_tree_open() does where there is no repository that can be read. */
GPtrArray *cyan_git_list_refs (const char *path, guint max, GError **error);

G_END_DECLS
