/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * All that a revision contains, to be written somewhere else: files, links, folders, submodules.
 *
 * Unlike CyanGitTree, which reads sources, this leaves bytes as they are.
 */
#pragma once

#include <glib.h>

#include "cyan-tick.h"

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

typedef struct _CyanGitTreeFiles CyanGitTreeFiles;

/* The revision @revision of @repository.  Fails like cyan_git_tree_open(). */
CyanGitTreeFiles *
cyan_git_tree_files_open (const char *repository, const char *revision, GError **error);
void cyan_git_tree_files_free (CyanGitTreeFiles *self);

/* All entries, a folder before what is in it, at most @max: GPtrArray of CyanGitEntry.  Fails with
 * CYAN_ERROR_INVALID if a name could leave its folder or take the place of ".git", with
 * CYAN_ERROR_LIMIT if there are more. */
GPtrArray *
cyan_git_tree_files_list (CyanGitTreeFiles *self, guint max, const CyanTick *tick, GError **error);
/* The bytes of a file, or the target of a link. */
GBytes *
cyan_git_tree_files_read (CyanGitTreeFiles *self, const CyanGitEntry *entry, GError **error);
/* The object at @path, of any kind, as hexadecimal digits; NULL if there is none.  Caller frees. */
char *cyan_git_tree_files_find (CyanGitTreeFiles *self, const char *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanGitTreeFiles, cyan_git_tree_files_free)
