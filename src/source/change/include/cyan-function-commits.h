/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The commits between two revisions that changed a function, and those that only reformatted it.
 */
#pragma once

#include "cyan-git-history.h"

/* As cyan_git_history(), with is_reformat set where both texts of a touch can be read and mean the
 * same to their language. */
GPtrArray *cyan_function_commits (const CyanGitRevision *before_revision,
                                  const CyanGitRevision *after_revision,
                                  const CyanFunctionText *before,
                                  const CyanFunctionText *after,
                                  const CyanTick *tick,
                                  GError **error);
