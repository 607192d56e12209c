/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The commits between two revisions that touched a function, newest first.
 *
 * A thread searches for them when the list becomes visible.
 *
 *   chosen   another commit was chosen, or none
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-git-history.h"
#include "cyan-source-location.h"

#define CYAN_TYPE_COMMIT_LIST (cyan_commit_list_get_type ())
G_DECLARE_FINAL_TYPE (CyanCommitList, cyan_commit_list, CYAN, COMMIT_LIST, GtkWidget)

/* Whether there can be commits between two locations: both are revisions.  Either may be NULL. */
gboolean cyan_commit_list_can_list (CyanSourceLocation *before, CyanSourceLocation *after);

/* Sets the function whose commits are listed; references all arguments.  Unchooses the commit
 * without a signal. */
void cyan_commit_list_set_function (CyanCommitList *self,
                                    CyanSourceLocation *before_location,
                                    CyanSourceLocation *after_location,
                                    CyanFunctionText *before,
                                    CyanFunctionText *after);
/* Removes the function. */
void cyan_commit_list_clear (CyanCommitList *self);

/* The commits (of CyanGitTouch, owned by the list), with the index of the chosen one; NULL if none
 * is chosen. */
GPtrArray *cyan_commit_list_chosen (CyanCommitList *self, guint *index);
/* Chooses the next older or newer commit, the newest first; FALSE if there is none. */
gboolean cyan_commit_list_go (CyanCommitList *self, gboolean older);
/* Unchooses the commit. */
void cyan_commit_list_unchoose (CyanCommitList *self);
