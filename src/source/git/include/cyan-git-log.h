/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The commits of a repository, in the order of its graph.
 */
#pragma once

#include <glib.h>

#include "cyan-tick.h"

/* Maximum number of commits that are read. */
#define CYAN_GIT_LOG_MAX 2000000

typedef struct
{
  char *oid;                       /* 40 hexadecimal digits */
  char *parent;                    /* the first, or NULL */
  gint64 depth;                    /* first parents up to the root; -1 if they were not cloned */
  gint64 level;                    /* the same, as far as they were cloned */
  gint64 author_time, commit_time; /* seconds since 1970, UTC */
  char *author, *subject;          /* valid UTF-8, one line */
} CyanGitLogCommit;

typedef struct
{
  const char *tip;   /* in any form that `git rev-parse` accepts for a commit */
  const char *start; /* likewise: the commits from which it cannot be reached, and itself, are left
                      * out; or NULL */
  gboolean all;      /* FALSE: only the first parents of @tip */
  guint last;        /* only so many of the newest; 0: all */
} CyanGitRange;

/* Each returns a GPtrArray of CyanGitLogCommit, parents first; free with g_ptr_array_unref().
 * Fails like cyan_git_tree_open(), and with CYAN_ERROR_LIMIT beyond CYAN_GIT_LOG_MAX commits. */

/* The commits of @range.  Those of all parents are by topology, otherwise by time. */
GPtrArray *cyan_git_log_range (const char *repository,
                               const CyanGitRange *range,
                               const CyanTick *tick,
                               GError **error);
/* These @revisions (NULL-terminated), each once, by level. */
GPtrArray *cyan_git_log_list (const char *repository,
                              const char *const *revisions,
                              const CyanTick *tick,
                              GError **error);

/* The full names ("refs/tags/v1.0") of the tags that match the shell pattern @pattern and lead to a
 * commit. */
GStrv cyan_git_list_tags (const char *repository, const char *pattern, GError **error);

/* The short name of the branch that is checked out, or "HEAD". */
char *cyan_git_head_name (const char *repository, GError **error);
/* The name of the repository's main folder, without ".git".  The same in all its worktrees. */
char *cyan_git_name (const char *repository, GError **error);

/* An id of a commit in text for people: its first digits; anything that is no such id stays whole.
 * Caller frees. */
char *cyan_oid_short (const char *oid);

/* ---- names ---- */

/* Maximum number of references that are read. */
#define CYAN_GIT_MAX_REFS 5000

/* The names of branches, tags and remote branches ("main", "v1.0", "origin/main") of the repository
 * at @path or above it, those of the newest commits first, at most @max, as a GPtrArray of char *
 * in UTF-8; free with g_ptr_array_unref().  Omits references that do not lead to a commit.  Fails
 * like cyan_git_tree_open() if there is no readable repository. */
GPtrArray *cyan_git_list_refs (const char *path, guint max, GError **error);

/* ---- files ---- */

/* The paths that differ between each of @n @commits and the one before it in the array, as a
 * GPtrArray of GPtrArray of char *: bytes, relative to the root; a renamed file has both.  The
 * first commit has none.  Fails like cyan_git_tree_open(), and with CYAN_ERROR_LIMIT if two commits
 * differ in too many files. */
GPtrArray *cyan_git_changed_paths (const char *repository,
                                   const char *const *commits,
                                   guint n,
                                   const CyanTick *tick,
                                   GError **error);
