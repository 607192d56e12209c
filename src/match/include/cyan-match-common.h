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

typedef struct
{
  gboolean strict;
  gboolean ordered; /* both profiles know the order of siblings; else neither order nor index is a
                     * condition */
  /* By node of before and of after: nonzero to leave out the node with its subtree.  May be NULL.
   */
  const guint8 *excised[2];
} CyanMatchCommonOptions;

/* Matches the subtrees below @a and @b, which are partners in @matching.  No node below them may
 * have a partner yet.  Fills in after_of and before_of, and adds its steps to work.  It takes the
 * heaviest pairing that keeps the order; a pair of siblings weighs the size of its smaller subtree,
 * and equal known call sites break ties.  If a name repeats so often among siblings that the search
 * may miss the heaviest pairing, it sets matching->bounded.  FALSE only with CYAN_ERROR_CANCELLED.
 */
gboolean cyan_match_common_below (CyanMatching *matching,
                                  const CyanMatchSide *before,
                                  const CyanMatchSide *after,
                                  CyanNode a,
                                  CyanNode b,
                                  const CyanMatchCommonOptions *options,
                                  const CyanTick *tick,
                                  GError **error);
