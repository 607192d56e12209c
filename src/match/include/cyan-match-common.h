/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Common-tree matching (Mostafa and Krintz, UCSB TR 2008-19, section 2.2.2).
 *
 * Partners have the same name and their parents are partners.  Definition 2 (relaxed) also keeps
 * the relative order of matched siblings; definition 1 (strict) requires the same index among them.
 */
#pragma once

#include "cyan-match-side.h"
#include "cyan-match.h"

G_BEGIN_DECLS

typedef struct
{
  gboolean strict;
  gboolean ordered; /* both recordings know the order of siblings; else neither the relative
                     * order nor the index is a condition */
  /* By node of before and of after: left out with its subtree.  May be NULL. */
  const guint8 *excised[2];
} CyanMatchCommonOptions;

/* Matches the subtrees below @a and @b, which are partners in @matching, while no node below them
 * has a partner yet.  Sets after_of and before_of of the pairs and adds its steps to work.  Of the
 * pairings that keep the order it takes the heaviest, where a pair of siblings weighs the size of
 * its smaller subtree; of equal ones that with most equal known call sites.  Where siblings of one
 * name repeat so often that it may miss the heaviest one, it sets matching->bounded.  FALSE only
 * with CYAN_ERROR_CANCELLED. */
gboolean cyan_match_common_below (CyanMatching *matching,
                                  const CyanMatchSide *before,
                                  const CyanMatchSide *after,
                                  CyanNode a,
                                  CyanNode b,
                                  const CyanMatchCommonOptions *options,
                                  const CyanTick *tick,
                                  GError **error);

G_END_DECLS
