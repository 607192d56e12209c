/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which names are one function: the votes of all pairs of nodes.
 *
 * A pair of nodes has a gap if unmatched nodes lie between it and its nearest paired ancestors.  A
 * function f of one side and g of the other are one function if they enclose the same pairs wherever
 * they are: if nearly all gaps that contain one of them contain the other.
 */
#pragma once

#include "cyan-match-release.h"

G_BEGIN_DECLS

/* Two names that may be one function. */
typedef struct
{
  guint32 name[2]; /* of before and after */
  guint share;     /* of the gaps of both that contain both, in percent */
  guint alike;     /* the texts of the names, in percent */
  guint64 weight;  /* of the pairs in these gaps, see cyan_match_run_weight() */
} CyanMatchVote;

/* The votes that win, the best first; a name is in one of them at most.  Free with g_array_unref(). */
GArray *cyan_match_count_votes (const CyanMatchElection *election,
                                const CyanMatchFunctions *functions,
                                const CyanMatchRun *run);

G_END_DECLS
