/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A folder that shows libgit2 a repository without its configuration.
 *
 * Since libgit2 1.8 even git_repository_open_bare() reads the repository's file "config" and all
 * files that this includes, wherever they are.  A private folder with links to the rest of the
 * repository has none.  Nor does it have any other file that a revision could name, such as
 * "hooks/x".  It is laid out like the folder of a linked worktree, which has some references of its
 * own.
 */
#pragma once

#include <glib.h>

/* The folder in a view that stands for that with objects and branches. */
#define CYAN_GIT_VIEW_COMMON "common"

/* Makes the view of the repository @git_folder, whose objects and branches are in the folder
 * @common (the same but for a linked worktree).  Returns its path, without links; fails with
 * CYAN_ERROR_IO. */
char *cyan_git_view_new (const char *git_folder, const char *common, GError **error);

/* Removes it with its links, and frees the path. */
void cyan_git_view_free (char *view);

/* Whether git keeps a file of this name, such as HEAD or FETCH_HEAD, at the top of a repository. */
gboolean cyan_git_view_is_ref (const char *name);
