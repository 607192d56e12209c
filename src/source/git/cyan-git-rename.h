/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Under which name a file that is gone lives on.
 */
#pragma once

#include "cyan-git-repository.h"
#include "cyan-tick.h"

G_BEGIN_DECLS

/* The path in tree @to of the file that @path of tree @from, with the content @blob, most likely
 * is there: among those that @from lacks the one with equal content, else the most similar one, by
 * the measure and the threshold of git's renames (half of its lines).  *@renamed is NULL if there
 * is none; caller frees. */
gboolean cyan_git_find_renamed (CyanGitRepository *repository,
                                const git_oid *from,
                                const git_oid *to,
                                const char *path,
                                const git_oid *blob,
                                char **renamed,
                                const CyanTick *tick,
                                GError **error);

G_END_DECLS
