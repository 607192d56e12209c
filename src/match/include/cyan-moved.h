/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Moved subtrees: those that went to another parent.
 *
 * A matching cannot hold them (I3), so they stay removed here and added there, and are linked.  A
 * link joins two nodes of one name whose subtrees have half of their nodes or of their weight in
 * common by path; less than three nodes are linked only where the name leaves no choice.  What has
 * the same path below a link is linked too.  Each node is in one link at most.
 */
#pragma once

#include "cyan-merged.h"

G_BEGIN_DECLS

/* A subtree that went to another parent; nodes are those of the merged tree. */
typedef struct
{
  CyanNode removed;
  CyanNode added;
  gboolean top; /* FALSE: it went along with its caller */
} CyanMove;

typedef struct
{
  guint n;
  CyanMove *by_removed; /* by removed node, ascending */
  CyanMove *by_added;   /* the same by added node, ascending */
} CyanMoves;

/* The merged tree to search; all borrowed. */
typedef struct
{
  const CyanProfile *profile[2]; /* before and after, with one pool of strings */
  guint metric[2];               /* whose weight decides between candidates */
  const CyanStr *label[2];       /* by function: what counts as its name; NULL: its name */
  const CyanMergedTree *tree;
  const guint8 *unseen; /* by merged node: chance may explain that it is one-sided; never moved */
} CyanMovesInput;

/* Finds all moves.  Free with cyan_moves_free().  NULL only with CYAN_ERROR_CANCELLED. */
CyanMoves *cyan_moves_find (const CyanMovesInput *input, const CyanTick *tick, GError **error);
void cyan_moves_free (CyanMoves *self);

/* The added node to which @removed was moved, and the reverse; CYAN_NODE_NONE if it was not. */
CyanNode cyan_moves_to (const CyanMoves *self, CyanNode removed);
CyanNode cyan_moves_from (const CyanMoves *self, CyanNode added);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanMoves, cyan_moves_free)

G_END_DECLS
