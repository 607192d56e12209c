/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What each of several commits explains of a difference, by the functions that it changed.
 *
 * A difference is made of contributions of functions.  Which part of a contribution belongs to
 * which of the commits that changed the function is not known: it is shared evenly among them.  So
 * the parts of the commits and the rest add up to the sum of the contributions.
 */
#pragma once

#include "cyan-git-history.h"

typedef struct
{
  const CyanGitTouch *touch; /* of one of its functions: its id, subject, author and time */
  double contribution;       /* the sum of its parts of contributions */
  GArray *functions;         /* of guint: the functions that it changed, in their order */
} CyanCommit;

typedef struct
{
  guint n_functions;
  GPtrArray **touches; /* by function: of CyanGitTouch, newest first; NULL: not known */
  guint n;
  CyanCommit *at; /* the largest magnitude first; of equal ones, the one of the first function */
  double rest;    /* the contributions of functions that none changed, or that are not known */
  char *problem;  /* why the commits of a function are not known, for people; or NULL */
} CyanCommits;

/* The commits of @n_functions functions with these @contributions; takes the @touches, as in the
 * struct. */
CyanCommits *cyan_commits_new (GPtrArray **touches, const double *contributions, guint n_functions);
void cyan_commits_free (CyanCommits *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanCommits, cyan_commits_free)

/* ---- the commits between two revisions that changed a function ---- */

/* As cyan_git_history(), with is_reformat set where both texts of a touch can be read and mean the
 * same to their language. */
GPtrArray *cyan_function_commits (const CyanGitRevision *before_revision,
                                  const CyanGitRevision *after_revision,
                                  const CyanFunctionText *before,
                                  const CyanFunctionText *after,
                                  const CyanTick *tick,
                                  GError **error);
