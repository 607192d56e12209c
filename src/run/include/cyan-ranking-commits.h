/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The commits between the revisions of two sources that changed functions of a comparison.
 */
#pragma once

#include "cyan-commits.h"
#include "cyan-ranking.h"
#include "cyan-source-table.h"

/* The commits that changed the function @pair and do more than reformat it: a GPtrArray of
 * CyanGitTouch, newest first; empty if its text is known on neither side.  Fails like
 * cyan_git_history(). */
GPtrArray *
cyan_pair_commits (CyanSourceTable *sources, guint32 pair, const CyanTick *tick, GError **error);

/* Functions of a ranking whose commits are searched. */
#define CYAN_RANKING_MOST_WITH_COMMITS 20

/* The commits of the first functions of @ranking; the others are part of its rest.  Fails with
 * CYAN_ERROR_UNSUPPORTED if the sources are not two revisions of a repository, or with
 * CYAN_ERROR_CANCELLED; if it fails for a function, its commits are not known. */
CyanCommits *cyan_ranking_commits (const CyanRanking *ranking,
                                   CyanSourceTable *sources,
                                   const CyanTick *tick,
                                   GError **error);

/* Whether there are at least two commits between the revisions of the sources.  FALSE if they are
 * not two revisions of a repository. */
gboolean cyan_has_commits_between (const CyanSourceTable *sources, const CyanTick *tick);
