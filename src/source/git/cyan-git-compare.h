/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The files that differ in two trees.
 *
 * git_diff_tree_to_tree() asks nobody while it looks for files, so folders of folders that share
 * their subfolders and hold no file keep it busy for ever.
 */
#pragma once

#include "cyan-git-repository.h"
#include "cyan-tick.h"

typedef struct
{
  char *path;        /* bytes, relative to the root */
  gboolean is_added; /* a regular file that was not there */
  git_oid blob;      /* if so, its content */
} CyanGitChange;

/* The differences, links and submodules included, in no order, as a GArray of CyanGitChange; files
 * with paths that cannot be checked out are left out.  @what is for the tick, marked by N_().
 * Fails with CYAN_ERROR_IO if a tree cannot be read, and with CYAN_ERROR_LIMIT if too many differ.
 * Free with g_array_unref(). */
GArray *cyan_git_compare_trees (CyanGitRepository *self,
                                const git_oid *before,
                                const git_oid *after,
                                const char *what,
                                const CyanTick *tick,
                                GError **error);
