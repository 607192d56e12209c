/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The branches and tags of a repository, for a list of choices.
 */
#pragma once

#include <glib.h>

/* Maximum number of references that are read. */
#define CYAN_GIT_MAX_REFS 5000

/* The names of branches, tags and remote branches ("main", "v1.0", "origin/main") of the repository
 * at @path or above it, those of the newest commits first, at most @max, as a GPtrArray of char *
 * in UTF-8; free with g_ptr_array_unref().  Omits references that do not lead to a commit.  Fails
 * like cyan_git_tree_open() if there is no readable repository. */
GPtrArray *cyan_git_list_refs (const char *path, guint max, GError **error);
