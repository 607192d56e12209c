/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The heaviest chain of pairs whose both ends ascend.
 *
 * Sparse dynamic programming over a tree of maxima (Hunt and Szymanski 1977, with weights), exact
 * for whatever pairs it is given.  Private to this layer.
 */
#pragma once

#include "cyan-profile.h"
#include "cyan-tick.h"

G_BEGIN_DECLS

/* A pair that may be in the chain. */
typedef struct
{
  CyanNode x, y;
  guint64 value; /* above 0; those of a chain add up */
  guint64 tie;   /* decides between chains of equal value and start: the least is taken */
  guint64 best;  /* set: the value of the best chain that starts here */
  guint32 next;  /* set: the link that follows in it, or G_MAXUINT32 */
} CyanMatchLink;

/* Finds the best chain among @n links in ascending order of x and then y, and sets @head to its
 * first link, G_MAXUINT32 without any.  Of chains of equal value it is the one that starts further
 * left (the sum of both ends); so what is found does not depend on which end is called x, unless
 * ties are equal too.  O(n log n).  FALSE only with CYAN_ERROR_CANCELLED; @fraction is passed to
 * @tick. */
gboolean cyan_match_chain (CyanMatchLink *links,
                           guint n,
                           guint32 *head,
                           double fraction,
                           const CyanTick *tick,
                           GError **error);

G_END_DECLS
