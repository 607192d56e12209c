/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Some lines of a file, followed from one tree to a neighbouring one.
 */
#pragma once

#include "cyan-git-repository.h"
#include "cyan-tick.h"

G_BEGIN_DECLS

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
  GPtrArray *texts; /* of a few blobs, the latest last */
} CyanGitFollower;

/* Both are the caller's and outlive it. */
CyanGitFollower *cyan_git_follower_new (CyanGitRepository *repository, const CyanTick *tick);
void cyan_git_follower_free (CyanGitFollower *self);

/* Lines @start to @end of @path in @tree.  Fails with CYAN_ERROR_IO if it is no file there. */
CyanGitLines *cyan_git_lines_new (CyanGitFollower *follower,
                                  const git_oid *tree,
                                  const char *path,
                                  guint start,
                                  guint end,
                                  GError **error);

/* Where @lines of the tree @from are in the tree @to, in the same file or the one it is a renamed
 * version of: @found is NULL if they are nowhere there.  @touched says whether a change intersects
 * them.  The ranges are those of `git log -L`: what replaced some of the lines counts as them.
 * Forwards, @to is the later one, and @marks (a GArray of guint; may be NULL) are lines among these
 * that still say what they did: they are followed too, and dropped where that changed in more than
 * white space. */
gboolean cyan_git_follow (CyanGitFollower *self,
                          const CyanGitLines *lines,
                          const git_oid *from,
                          const git_oid *to,
                          gboolean forwards,
                          GArray *marks,
                          CyanGitLines **found,
                          gboolean *touched,
                          GError **error);

/* The whole text of the file that @lines are in; a GRefString. */
char *cyan_git_follower_text (CyanGitFollower *self, const CyanGitLines *lines, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanGitLines, cyan_git_lines_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanGitFollower, cyan_git_follower_free)

G_END_DECLS
