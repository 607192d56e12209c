/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The commits between two revisions, as a graph.
 */
#pragma once

#include "cyan-git-repository.h"
#include "cyan-tick.h"

typedef struct _CyanGitCommit CyanGitCommit;

struct _CyanGitCommit
{
  git_oid id;
  git_oid tree;
  gint64 time;             /* of the committer */
  CyanGitCommit **parents; /* owned by the set */
  guint n_parents;
  gboolean is_hidden;  /* reachable from the earlier revision */
  gboolean is_shallow; /* its parents were not cloned */
  guint index;         /* in the order of the set */
  guint n_children;    /* number of children that are not hidden */
  guint state;         /* of the walk */
};

typedef struct
{
  GHashTable *all;      /* id -> CyanGitCommit */
  GPtrArray *order;     /* those that are not hidden: children before parents, otherwise newest
                         * first */
  CyanGitCommit *first; /* the earlier revision, or NULL */
  CyanGitCommit *last;  /* the later revision, order[0] unless it is hidden */
} CyanGitCommits;

/* The commits reachable from @after but not from @before, which may be NULL.  Their parents outside of this range are
 * included as hidden commits.  Fails with CYAN_ERROR_LIMIT if there are more than @max_commits, or
 * if more than ten times as many had to be read. */
CyanGitCommits *cyan_git_commits_between (CyanGitRepository *repository,
                                          const git_oid *before,
                                          const git_oid *after,
                                          guint max_commits,
                                          const CyanTick *tick,
                                          GError **error);
void cyan_git_commits_free (CyanGitCommits *self);

/* A set or a map of ids, which are copies. */
GHashTable *cyan_git_oid_table (GDestroyNotify free_value);
/* The set of commits whose parents were not cloned: the file "shallow", which libgit2 ignores. */
GHashTable *cyan_git_read_shallow (git_repository *git);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanGitCommits, cyan_git_commits_free)
