/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The commits between two revisions that touched one function.
 *
 * A function's lines are followed backwards from the later revision through the diffs of its file,
 * as `git log -L` does, and where it is gone there, forwards from the earlier one.
 */
#pragma once

#include "cyan-function-text.h"
#include "cyan-git-revision.h"
#include "cyan-tick.h"

G_BEGIN_DECLS

/* Commits that are looked at at most. */
#define CYAN_GIT_MAX_COMMITS 20000

/* One commit that changed the function's lines; its first parent is what it is compared with. */
typedef struct
{
  char commit[41];    /* hexadecimal */
  char *author;       /* valid UTF-8, one line */
  char *subject;      /* likewise */
  gint64 author_time; /* seconds since 1970, UTC */
  int author_offset;  /* minutes east of UTC */
  char *path[2];      /* of the file in parent and commit; NULL where the function is not there */
  guint first_line[2], last_line[2]; /* its lines there, from 1 */
} CyanGitTouch;

/* The commits reachable from @after_revision and not from @before_revision that touched the
 * function whose texts these are (either may be NULL: added, removed), newest first, as a GPtrArray
 * of CyanGitTouch.  They must be revisions of one repository: fails with CYAN_ERROR_UNSUPPORTED
 * where they are not, with CYAN_ERROR_LIMIT beyond CYAN_GIT_MAX_COMMITS. Opens the repository anew,
 * so that it may run beside anything else. */
GPtrArray *cyan_git_history (const CyanGitRevision *before_revision,
                             const CyanGitRevision *after_revision,
                             const CyanFunctionText *before,
                             const CyanFunctionText *after,
                             const CyanTick *tick,
                             GError **error);

/* The two texts of the function around a touch; *@before or *@after is NULL where it is not there.
 */
gboolean cyan_git_touch_load (const CyanGitTouch *self,
                              const char *repository,
                              CyanFunctionText **before,
                              CyanFunctionText **after,
                              GError **error);

G_END_DECLS
