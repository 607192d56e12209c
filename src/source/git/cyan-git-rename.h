/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The new name of a file that was renamed.
 */
#pragma once

#include "cyan-git-repository.h"
#include "cyan-tick.h"

/* Finds the path in tree @to of the file @path of tree @from with the content @blob.  Of the files
 * that are not in @from it is the one with equal content, else the most similar one, with the
 * measure and the threshold of git's renames (half of its lines).  Sets *@renamed to NULL if there
 * is none; caller frees. */
gboolean cyan_git_find_renamed (CyanGitRepository *repository,
                                const git_oid *from,
                                const git_oid *to,
                                const char *path,
                                const git_oid *blob,
                                char **renamed,
                                const CyanTick *tick,
                                GError **error);
