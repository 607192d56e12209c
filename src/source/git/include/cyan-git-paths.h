/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where a git repository is, and whether it may be read.
 *
 * This is looked up as git does it, but with nothing of the repository's configuration in force,
 * and before libgit2 opens anything.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  char *worktree;   /* without links; NULL if bare */
  char *link;       /* the file ".git" of a linked worktree or a submodule, or NULL */
  char *git_folder; /* ".git", or the bare repository; without links */
} CyanGitPaths;

/* The repository at @path or above it, on the same file system.  Fails with CYAN_ERROR_IO. */
CyanGitPaths *cyan_git_paths_find (const char *path, GError **error);
void cyan_git_paths_free (CyanGitPaths *self);

/* Whether it may and can be read: it belongs to the user or is named by the user's or the system's
 * safe.directory (CYAN_ERROR_IO), and its ids are SHA-1 (CYAN_ERROR_UNSUPPORTED). */
gboolean cyan_git_paths_check (const CyanGitPaths *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanGitPaths, cyan_git_paths_free)

G_END_DECLS
