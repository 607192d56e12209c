/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A git repository at one revision: its files, read from blobs.
 *
 * Only libgit2 accesses the repository, and it reads only objects and refs: no configuration of the
 * user, the system or the repository, no hooks, no filters, no attributes, no replaced objects, no
 * submodules, no checkout.  Like git, it refuses a repository of another user unless safe.directory
 * lists it.
 */
#pragma once

#include <glib.h>

#include "cyan-tick.h"

typedef struct _CyanGitTree CyanGitTree;

/* Whether there is a repository at @path, or above it. */
gboolean cyan_git_is_repository (const char *path);

/* Opens @repository (its work tree, a folder in it, or a bare repository) at @revision, in any form
 * that `git rev-parse` accepts for a commit.  Fails with CYAN_ERROR_IO if there is no readable
 * repository, with CYAN_ERROR_INVALID if there is no such revision. */
CyanGitTree *cyan_git_tree_open (const char *repository, const char *revision, GError **error);
void cyan_git_tree_free (CyanGitTree *self);

/* The repository's absolute path, as given when it was opened. */
const char *cyan_git_tree_repository (const CyanGitTree *self);
/* The work tree's absolute path without links; NULL for a bare repository. */
const char *cyan_git_tree_real_path (const CyanGitTree *self);
/* 40 hexadecimal digits. */
const char *cyan_git_tree_commit (const CyanGitTree *self);

/* The next three are like those of CyanSourceDirectory; paths are relative to the tree's root.
 * Links and submodules do not count as files. */
gboolean cyan_git_tree_has (CyanGitTree *self, const char *path);
char *cyan_git_tree_read (CyanGitTree *self, const char *path, GError **error);
GPtrArray *cyan_git_tree_list (CyanGitTree *self, const CyanTick *tick, GError **error);

/* The id of the file's blob, 40 hexadecimal digits; NULL if there is no such file.  Does not read
 * the blob.  Free with g_free(). */
char *cyan_git_tree_blob (CyanGitTree *self, const char *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanGitTree, cyan_git_tree_free)
