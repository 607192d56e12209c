/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One open repository, for this folder's own use: where it is, whose it is, and its objects.
 *
 * Nothing of its configuration is in force: libgit2 is handed an empty one.  Every object's size
 * is looked at before it is read.
 */
#pragma once

#include "cyan-git-objects.h"

G_BEGIN_DECLS

typedef struct
{
  char *path;     /* what it was opened by, absolute */
  char *worktree; /* without links; NULL for a bare repository */
  git_repository *git;
  git_odb *objects;
} CyanGitRepository;

/* Whether there is a repository at @path or above it, as far as its folders show. */
gboolean cyan_git_repository_exists (const char *path);

/* Fails with CYAN_ERROR_IO where there is none, or where it belongs to somebody else and the
 * user's safe.directory does not name it; with CYAN_ERROR_UNSUPPORTED for SHA-256 and reftables. */
CyanGitRepository *cyan_git_repository_open (const char *path, GError **error);
void cyan_git_repository_free (CyanGitRepository *self);

/* Whether both read the same objects and branches. */
gboolean cyan_git_repository_equal (const CyanGitRepository *a, const CyanGitRepository *b);

/* Objects by id.  @where is the path in the tree that leads there, or NULL, for the message.  They
 * fail with CYAN_ERROR_IO if the object is missing or broken, and with CYAN_ERROR_LIMIT. */
git_commit *cyan_git_load_commit (CyanGitRepository *self, const git_oid *id, GError **error);
git_tree *
cyan_git_load_tree (CyanGitRepository *self, const git_oid *id, const char *where, GError **error);
/* The text in a blob, by the rules of cyan_source_decode(). */
char *
cyan_git_load_text (CyanGitRepository *self, const git_oid *id, const char *where, GError **error);

/* Whether an entry of a tree is a regular file. */
gboolean cyan_git_entry_is_file (const git_tree_entry *entry);

/* The part of @path in front of its first "/", as an entry of @tree; @rest is what follows, or NULL
 * at the path's end.  NULL if there is none, or if no entry can have that name. */
const git_tree_entry *cyan_git_find_step (git_tree *tree, const char *path, const char **rest);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanGitRepository, cyan_git_repository_free)

G_END_DECLS
