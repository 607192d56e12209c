/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Moved subtrees: subtrees that have another parent after.
 *
 * A matching cannot contain them (I3).  So they stay removed at the old place and added at the new
 * one, and a link connects the two.  A link joins two nodes of one name whose subtrees have at
 * least half of their nodes or of their weight in common by path.  A subtree of fewer than three
 * nodes is linked only if its name allows no other choice.  Below a link, nodes of equal path are
 * linked too.  Each node is in at most one link.
 */
#pragma once

#include "cyan-merged.h"

/* A link; both nodes are of the merged tree. */
typedef struct
{
  CyanNode removed;
  CyanNode added;
  gboolean top; /* FALSE: its caller moved with it */
} CyanMove;

typedef struct
{
  guint n;
  CyanMove *by_removed; /* sorted by removed node */
  CyanMove *by_added;   /* the same moves, sorted by added node */
} CyanMoves;

/* The merged tree to search; all pointers are borrowed. */
typedef struct
{
  const CyanProfile *profile[2]; /* before and after, with one pool of strings */
  guint metric[2];               /* metrics whose weights decide between candidates */
  const CyanStr *label[2];       /* by function: the name to match by; NULL: its normal name */
  const CyanMergedTree *tree;
  const guint8 *unseen; /* by merged node: nonzero if chance may explain that it is one-sided; such
                         * a node never moves */
} CyanMovesInput;

/* Finds all moves.  Free with cyan_moves_free().  NULL only with CYAN_ERROR_CANCELLED. */
CyanMoves *cyan_moves_find (const CyanMovesInput *input, const CyanTick *tick, GError **error);
void cyan_moves_free (CyanMoves *self);

/* Checks that moves are sorted, join removed with added nodes of @tree, and lead both ways.  FALSE
 * with CYAN_ERROR_INVALID. */
gboolean cyan_moves_check (const CyanMoves *self, const CyanMergedTree *tree, GError **error);

/* The added node to which @removed moved, and the reverse; CYAN_NODE_NONE if there is no link, or
 * @self is NULL. */
CyanNode cyan_moves_to (const CyanMoves *self, CyanNode removed);
CyanNode cyan_moves_from (const CyanMoves *self, CyanNode added);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanMoves, cyan_moves_free)
