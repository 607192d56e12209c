/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The commits between two revisions that changed a function.
 *
 * The function's lines are followed backwards from the later revision through the diffs of its
 * file, like `git log -L`; if the function does not exist there, forwards from the earlier
 * revision.
 */
#pragma once

#include "cyan-function-text.h"
#include "cyan-git.h"
#include "cyan-tick.h"

/* Maximum number of commits that are searched. */
#define CYAN_GIT_MAX_COMMITS 20000

/* A commit that changed the function's lines, compared with its first parent. */
typedef struct
{
  char commit[41];    /* hexadecimal */
  char *author;       /* valid UTF-8, one line */
  char *subject;      /* likewise */
  gint64 author_time; /* seconds since 1970, UTC */
  int author_offset;  /* minutes east of UTC */
  char *path[2];      /* of the file in parent and commit; NULL if the function is not there */
  guint first_line[2], last_line[2]; /* the function's lines there, from 1 */
  gboolean is_reformat;              /* the function means the same; see cyan_function_commits() */
} CyanGitTouch;

/* Finds the commits reachable from @after_revision and not from @before_revision that changed the
 * function of these texts (either may be NULL: added, removed).  Newest first, as a GPtrArray of
 * CyanGitTouch.  Fails with CYAN_ERROR_UNSUPPORTED if the two are not revisions of one repository,
 * with CYAN_ERROR_LIMIT beyond CYAN_GIT_MAX_COMMITS.  Opens the repository anew, so that it may run
 * concurrently with other work. */
GPtrArray *cyan_git_history (const CyanGitRevision *before_revision,
                             const CyanGitRevision *after_revision,
                             const CyanFunctionText *before,
                             const CyanFunctionText *after,
                             const CyanTick *tick,
                             GError **error);

/* Loads the function's texts before and after a touch; *@before or *@after is NULL if it is not
 * there. */
gboolean cyan_git_touch_load (const CyanGitTouch *self,
                              const char *repository,
                              CyanFunctionText **before,
                              CyanFunctionText **after,
                              GError **error);
