/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Writes the files of a revision, or of a work tree, into a folder of ours.
 *
 * Nothing in the repository changes and none of its programs runs: no hook, no filter, nothing of
 * its configuration or attributes.  Files have the modes and times of a new checkout.
 */
#pragma once

#include <glib.h>

#include "cyan-tick.h"

typedef struct
{
  guint n_files, n_links, n_folders;
  guint n_written;    /* files and links that were not there already */
  guint n_submodules; /* left as empty folders */
} CyanExported;

/* Writes the tree of the commit @oid of @repository into @folder, which is made unless it is there.
 * Files that are there are only written if they differ; what the revision before, @previous (or
 * NULL), had and this one has not, is removed: that of a build stays.  @exported may be NULL.
 *
 * Fails with CYAN_ERROR_INVALID if the tree has a name that cannot be written safely (".git", "..",
 * one with a "/"), with CYAN_ERROR_LIMIT beyond the limits below. */
gboolean cyan_export_tree (const char *repository,
                           const char *oid,
                           const char *previous,
                           const char *folder,
                           CyanExported *exported,
                           const CyanTick *tick,
                           GError **error);

/* Begins the id of a work tree as a revision: what is not committed yet can be measured, too. */
#define CYAN_DIRTY_PREFIX "dirty-"

/* The id of the work tree of @repository as it is now: of the names, modes and contents of its
 * files. If @folder is not NULL, the files are copied to this folder, which must not exist.  Caller
 * frees; NULL with @error. */
char *
cyan_dirty_copy (const char *repository, const char *folder, const CyanTick *tick, GError **error);

#define CYAN_EXPORT_MAX_FILES 1000000
#define CYAN_EXPORT_MAX_BYTES (G_GUINT64_CONSTANT (64) << 30)

/* Adds a detached worktree of the commit @oid at @folder, which must not exist, with `git
 * worktree`: without hooks, filters and network.  It is entered in the repository until it is
 * removed. */
gboolean cyan_worktree_add (const char *repository,
                            const char *oid,
                            const char *folder,
                            const CyanTick *tick,
                            GError **error);
gboolean cyan_worktree_remove (const char *repository, const char *folder, GError **error);
