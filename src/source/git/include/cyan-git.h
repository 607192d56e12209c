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

/* A revision of a repository; the caller owns the strings. */
typedef struct
{
  const char *label;      /* for messages */
  const char *repository; /* its path; NULL, like commit, for a directory */
  const char *commit;     /* hexadecimal */
} CyanGitRevision;

typedef struct _CyanGitTree CyanGitTree;

/* Whether there seems to be a repository at @path or above it, judged by its folders. */
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

/* ---- all that a revision contains, with bytes as they are ---- */

/* Maximum bytes of a file or link. */
#define CYAN_GIT_MAX_BLOB (G_GUINT64_CONSTANT (1) << 30)

typedef enum
{
  CYAN_GIT_FOLDER,
  CYAN_GIT_FILE,
  CYAN_GIT_PROGRAM, /* a file that can be executed */
  CYAN_GIT_LINK,    /* a symbolic one */
  CYAN_GIT_SUBMODULE,
} CyanGitKind;

typedef struct
{
  char *path; /* relative, from bytes without NUL; each part can be the name of a file */
  CyanGitKind kind;
  char oid[41]; /* of a blob, a tree, or the submodule's commit; hexadecimal */
} CyanGitEntry;

/* All entries, a folder before what is in it, at most @max: GPtrArray of CyanGitEntry.  Fails with
 * CYAN_ERROR_INVALID if a name could leave its folder or take the place of ".git", with
 * CYAN_ERROR_LIMIT if there are more. */
GPtrArray *
cyan_git_tree_entries (CyanGitTree *self, guint max, const CyanTick *tick, GError **error);
/* The bytes of a file, or the target of a link. */
GBytes *cyan_git_tree_bytes (CyanGitTree *self, const CyanGitEntry *entry, GError **error);
/* The object at @path, of any kind, as hexadecimal digits; NULL if there is none.  Caller frees. */
char *cyan_git_tree_object (CyanGitTree *self, const char *path);

/* ---- beside revisions ---- */

/* The paths of all files and links in the work tree of @repository that are tracked, or that are
 * neither tracked nor ignored, as a sorted GPtrArray of char *; free with g_ptr_array_unref().
 * Sets *@folder, which the caller frees, to the work tree.  Submodules are left out.  Fails like
 * cyan_git_repository_open(), and with CYAN_ERROR_UNSUPPORTED for a bare repository. */
GPtrArray *cyan_git_list_work_files (const char *repository, char **folder, GError **error);

/* Makes a bare repository in the new folder @folder of the @length bytes of a bundle; @name stands
 * for it in messages.  HEAD is its first branch.  Fails with CYAN_ERROR_INVALID if it is no bundle,
 * is damaged or cannot be unpacked there, with CYAN_ERROR_UNSUPPORTED if it needs other commits. */
gboolean cyan_git_unbundle (
    const char *name, gconstpointer bytes, gsize length, const char *folder, GError **error);
