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
  guint64 weight;  /* of the pairs in these gaps, see cyan_match_run_weight() */
} CyanMatchVote;

/* What restricts the votes. */
typedef struct
{
  guint n_names;
  const guint8 *sides;     /* by name: bit k is set if side k has it */
  const guint8 *is_target; /* by name: another name was mapped to it */
  /* The least share of a vote, in percent; above 100: never. */
  guint (*least_share) (gconstpointer data, guint32 before, guint32 after);
  gconstpointer data;
} CyanMatchElection;

/* The votes that win, the best first; a name is in one of them at most.  Free with g_array_unref(). */
GArray *cyan_match_count_votes (const CyanMatchElection *election,
                                const CyanMatchFunctions functions[2],
                                const CyanMatchRun *run);

G_END_DECLS
