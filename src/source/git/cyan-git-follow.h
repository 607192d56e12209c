/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Follows lines of a file from one tree to a neighbouring one.
 */
#pragma once

#include "cyan-git-repository.h"
#include "cyan-tick.h"

typedef struct
{
  char *path;
  guint start, end; /* lines [start, end), from 0; end > start */
  GArray *steps;    /* of git_oid: each folder of the path, the file last */
} CyanGitLines;

CyanGitLines *cyan_git_lines_copy (const CyanGitLines *self);
void cyan_git_lines_free (CyanGitLines *self); /* may be NULL */

typedef struct
{
  CyanGitRepository *repository;
  const CyanTick *tick;
  GPtrArray *texts; /* the texts of the last few blobs, the latest last */
} CyanGitFollower;

/* The caller keeps both; they must outlive the follower. */
CyanGitFollower *cyan_git_follower_new (CyanGitRepository *repository, const CyanTick *tick);
void cyan_git_follower_free (CyanGitFollower *self);

/* Lines @start to @end of @path in @tree.  Fails with CYAN_ERROR_IO if there is no such file. */
CyanGitLines *cyan_git_lines_new (CyanGitFollower *follower,
                                  const git_oid *tree,
                                  const char *path,
                                  guint start,
                                  guint end,
                                  GError **error);

/* Maps @lines of the tree @from to the tree @to, in the same file or its renamed version.  @found
 * is NULL if @to does not have them.  Sets @touched if a change intersects them.  Ranges are those
 * of `git log -L`: replaced lines are mapped to their replacement.  Forwards, @to is the later
 * tree, and @marks (a GArray of guint; may be NULL) are lines of the range with unchanged contents.
 * They are mapped too, and dropped if they change in more than white space. */
gboolean cyan_git_follow (CyanGitFollower *self,
                          const CyanGitLines *lines,
                          const git_oid *from,
                          const git_oid *to,
                          gboolean forwards,
                          GArray *marks,
                          CyanGitLines **found,
                          gboolean *touched,
                          GError **error);

/* The whole text of the file of @lines; a GRefString. */
char *cyan_git_follower_text (CyanGitFollower *self, const CyanGitLines *lines, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanGitLines, cyan_git_lines_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanGitFollower, cyan_git_follower_free)
