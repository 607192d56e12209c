/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The state of the search for moved subtrees: both trees with their children by name, and their
 * one-sided nodes.  Shared by cyan-moved.c, which links, and cyan-moved-choose.c, which finds
 * candidates and compares two.
 */
#pragma once

#include "cyan-match-shared.h"
#include "cyan-moved.h"

/* Number of next ancestors, in both trees, that decide how near two nodes are. */
#define CYAN_MOVED_LEVELS 3

/* Flags of a node; 0 for nodes that cannot be linked. */
enum
{
  CYAN_MOVED_ABLE = 1 << 0,  /* certainly one-sided, as is a node of the same name on the other
                              * side */
  CYAN_MOVED_TAKEN = 1 << 1, /* linked */
  CYAN_MOVED_WANTED = 1 << 2 /* in a link that is considered */
};

typedef struct
{
  const CyanMovesInput *input;
  const CyanProfile *profile[2]; /* before and after */
  const CyanMetric *metric[2];
  CyanMatchSide side[2];
  CyanNode *merged[2]; /* by node of before and of after: its node in the merged tree */
  CyanNode *nearest;   /* by merged node: its nearest ancestor that is in both trees */
  guint8 *state[2];    /* by node of before and of after */
  guint32 *start[2];   /* by name: index of its first node in nodes; one more entry at the end */
  CyanNode *nodes[2];  /* the nodes with CYAN_MOVED_ABLE by name, then in preorder */
  GArray *open[2];     /* of CyanNode: the nodes of one name that are considered, the heaviest
                        * first */
  GArray *around[2];   /* of guint64: their near callers */
  GArray *keys;        /* of guint64: the pairs of them to compare, removed << 32 | added */
  guint64 work;        /* pairs of nodes and children visited */
} CyanMoved;

static inline gboolean
cyan_moved_is_open (const CyanMoved *self, guint side, CyanNode node)
{
  return (self->state[side][node] & (CYAN_MOVED_ABLE | CYAN_MOVED_TAKEN)) == CYAN_MOVED_ABLE;
}

/* Fills open with the nodes of a name that have no partner yet: at most the 256 heaviest, and none
 * lighter than @least.  Returns the number of all of them. */
guint cyan_moved_collect (CyanMoved *self, guint side, guint32 name, double least);
/* Fills keys from open: at most about 50 pairs a node. */
void cyan_moved_choose (CyanMoved *self);

/* The weight of a subtree as a fraction of the total: its total, plus a little for its size.  Above
 * 0. */
double cyan_moved_weight (const CyanMoved *self, guint side, CyanNode node);

/* The similarity of two subtrees of one name, 0...1: the fraction of their nodes, or of their
 * weight, that have an open partner by path, whichever is larger.  Only the top of a large subtree
 * is compared. */
double cyan_moved_similarity (CyanMoved *self, CyanNode removed, CyanNode added);

/* How near two one-sided nodes are in the merged tree, 0...5: 5 below the same node that is in both
 * trees, 0 if none of the three next such ancestors of one is an ancestor of the other. */
guint cyan_moved_nearness (const CyanMoved *self, CyanNode removed, CyanNode added);
