/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Looks at the files of a repository before libgit2 opens them.
 *
 * libgit2 opens what it finds under certain names, in folders that anybody may have filled: it
 * would wait for somebody to write into a pipe, and read a device for ever.  What somebody
 * exchanges while the program runs is not seen: they need no trick to stop it.
 */
#pragma once

#include <glib.h>

/* A regular file's content as a string; NULL if there is none, it is not regular, or has more than
 * @max_bytes.  Caller frees. */
char *cyan_git_files_read (const char *path, gsize max_bytes);

/* Checks all that libgit2 may open of a repository: in @git_folder, in @common, the folder with
 * objects and branches (the same but for a linked worktree), and in the folders of objects that
 * these borrow from.  Fails with CYAN_ERROR_IO if a file is no regular one or a link out of the
 * repository, and with CYAN_ERROR_LIMIT if it is too large or if there are too many. */
gboolean cyan_git_files_check (const char *git_folder, const char *common, GError **error);

/* Checks in the same way the files with rules (.gitignore ...) of all folders of a work tree. */
gboolean cyan_git_files_check_rules (const char *worktree, GError **error);
