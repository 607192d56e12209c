/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An open repository: its paths and its objects.  Private to this folder.
 *
 * None of its configuration applies: libgit2 gets an empty one, and sees a folder without one.  Its
 * files are checked before they are opened, and an object that takes much memory is refused: see
 * cyan-libgit2.h.
 */
#pragma once

#include "cyan-git-objects.h"

typedef struct
{
  char *path;     /* the path given when it was opened, made absolute */
  char *worktree; /* without links; NULL for a bare repository */
  char *git_folder;
  char *common; /* the folder with its objects and branches */
  char *view;   /* what libgit2 takes for the repository's folder */
  git_repository *git;
  git_odb *objects;
} CyanGitRepository;

/* Whether there seems to be a repository at @path or above it, judged by its folders. */
gboolean cyan_git_repository_exists (const char *path);

/* Fails with CYAN_ERROR_IO if there is none, or if it belongs to another user and the user's
 * safe.directory does not list it; with CYAN_ERROR_UNSUPPORTED for SHA-256 and reftables. */
CyanGitRepository *cyan_git_repository_open (const char *path, GError **error);
void cyan_git_repository_free (CyanGitRepository *self);

/* Why the last call of libgit2 for this repository in this thread failed.  Caller frees. */
char *cyan_git_repository_reason (const CyanGitRepository *self);

/* Whether both have the same objects and branches. */
gboolean cyan_git_repository_equal (const CyanGitRepository *a, const CyanGitRepository *b);

/* Load objects by id.  @where is the path in the tree, or NULL, for error messages.  Fail with
 * CYAN_ERROR_IO if the object is missing or broken, and with CYAN_ERROR_LIMIT. */
git_commit *cyan_git_load_commit (CyanGitRepository *self, const git_oid *id, GError **error);
git_tree *
cyan_git_load_tree (CyanGitRepository *self, const git_oid *id, const char *where, GError **error);
git_odb_object *cyan_git_load_blob (
    CyanGitRepository *self, const git_oid *id, const char *where, gsize max_bytes, GError **error);
/* The text of a blob, by the rules of cyan_source_decode(). */
char *
cyan_git_load_text (CyanGitRepository *self, const git_oid *id, const char *where, GError **error);

/* The commit that @revision names, in any form that `git rev-parse` accepts. */
git_commit *cyan_git_find_commit (CyanGitRepository *self, const char *revision, GError **error);
/* The commit that a reference leads to.  Fails if it leads to none, or in a circle. */
git_commit *
cyan_git_load_reference (CyanGitRepository *self, git_reference *reference, GError **error);
/* The tree of the commit of a revision, whose id goes into @id unless that is NULL. */
git_tree *
cyan_git_find_tree (CyanGitRepository *self, const char *revision, git_oid *id, GError **error);
/* Converts bytes of a commit to one line of valid UTF-8; NULL to "".  Caller frees. */
char *cyan_git_to_line (const char *bytes);

/* Whether an entry of a tree is a regular file. */
gboolean cyan_git_entry_is_file (const git_tree_entry *entry);

/* The entry of @tree for the part of @path before its first "/".  Sets @rest to the part after it,
 * or to NULL at the end of the path.  NULL if there is no such entry, or if the name is invalid. */
const git_tree_entry *cyan_git_find_step (git_tree *tree, const char *path, const char **rest);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanGitRepository, cyan_git_repository_free)
