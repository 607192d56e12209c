/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds a git repository and checks whether it may be read.
 *
 * The rules are those of git.  The repository's configuration is not applied, and all checks come
 * before libgit2 opens anything.
 */
#pragma once

#include <glib.h>

typedef struct
{
  char *worktree;   /* without links; NULL if bare */
  char *link;       /* the file ".git" of a linked worktree or a submodule, or NULL */
  char *git_folder; /* ".git", or the bare repository; without links */
} CyanGitPaths;

/* The repository at @path or above it, on the same file system.  Fails with CYAN_ERROR_IO. */
CyanGitPaths *cyan_git_paths_find (const char *path, GError **error);
void cyan_git_paths_free (CyanGitPaths *self);

/* The folder with the objects and branches: that of the main worktree for a linked one, else
 * git_folder.  Caller frees. */
char *cyan_git_paths_common (const CyanGitPaths *self);

/* Checks that the repository belongs to the user or is listed in the user's or the system's
 * safe.directory (CYAN_ERROR_IO), that libgit2 may open its files (CYAN_ERROR_IO,
 * CYAN_ERROR_LIMIT), and that its ids are SHA-1 (CYAN_ERROR_UNSUPPORTED). */
gboolean cyan_git_paths_check (const CyanGitPaths *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanGitPaths, cyan_git_paths_free)
