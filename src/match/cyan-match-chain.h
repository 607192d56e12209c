/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The heaviest chain of pairs in which both x and y ascend.
 *
 * Sparse dynamic programming with a tree of maxima (Hunt and Szymanski 1977, with weights).  The
 * result is exact for the given pairs.  Private to this layer.
 */
#pragma once

#include "cyan-profile.h"
#include "cyan-tick.h"

/* A pair that may be part of the chain. */
typedef struct
{
  CyanNode x, y;
  guint64 value; /* above 0; the values of a chain are added */
  guint64 tie;   /* decides between chains of equal value and start: the smallest wins */
  guint64 best;  /* output: value of the best chain that starts here */
  guint32 next;  /* output: the next link of that chain, or G_MAXUINT32 */
} CyanMatchLink;

/* Finds the best chain among @n links that are sorted by x and then y.  Sets @head to its first
 * link, or to G_MAXUINT32 if @n is 0.  Among chains of equal value it takes the one that starts
 * further left (the smaller sum of x and y), so exchanging x and y does not change the result
 * unless ties are equal too.  O(n log n).  Passes @fraction to @tick.  FALSE only with
 * CYAN_ERROR_CANCELLED. */
gboolean cyan_match_chain (CyanMatchLink *links,
                           guint n,
                           guint32 *head,
                           double fraction,
                           const CyanTick *tick,
                           GError **error);
