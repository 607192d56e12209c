/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What finding moved subtrees looks at: both trees with their children by name, and what of them is
 * one-sided.  Shared by cyan-moved.c, which links, cyan-moved-choose.c, which finds candidates, and
 * cyan-moved-alike.c, which compares two.
 */
#pragma once

#include "cyan-match-private.h"
#include "cyan-moved.h"

G_BEGIN_DECLS

/* Next ancestors of a node in both trees that say what stands near it. */
#define CYAN_MOVED_LEVELS 3

/* Of a node; none for what cannot be linked. */
enum
{
  CYAN_MOVED_ABLE = 1 << 0,  /* certainly one-sided, as is one of its name on the other side */
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
  CyanNode *nearest;   /* by merged node: its nearest ancestor that is in both */
  guint8 *state[2];    /* by node of before and of after */
  guint32 *start[2];   /* by name: where its nodes start in nodes; one more at the end */
  CyanNode *nodes[2];  /* the able ones by name, then in preorder */
  GArray *open[2];     /* of CyanNode: those of one name that are looked at, the heaviest first */
  GArray *around[2];   /* of guint64: their near callers */
  GArray *keys;        /* of guint64: the pairs of them that are compared, removed << 32 | added */
  guint64 work;        /* pairs of nodes and children looked at */
} CyanMoved;

static inline gboolean
cyan_moved_is_open (const CyanMoved *self, guint side, CyanNode node)
{
  return (self->state[side][node] & (CYAN_MOVED_ABLE | CYAN_MOVED_TAKEN)) == CYAN_MOVED_ABLE;
}

/* Fills open with the nodes of a name that have no partner yet, at most the 256 heaviest and none
 * that weighs less than @least; returns how many there are in all. */
guint cyan_moved_collect (CyanMoved *self, guint side, guint32 name, double least);
/* Fills keys from open.  At most some 50 pairs a node. */
void cyan_moved_choose (CyanMoved *self);

/* The weight of a subtree in parts of the total: its total, and a little for its size.  Above 0. */
double cyan_moved_weight (const CyanMoved *self, guint side, CyanNode node);

/* How alike two subtrees of one name are, 0...1: the part of their nodes, or of their weight, that
 * have an open partner by path in the other, whichever is more.  Of large ones the top is looked
 * at. */
double cyan_moved_alike (CyanMoved *self, CyanNode removed, CyanNode added);

/* How near to each other two one-sided nodes stand in the merged tree, 0...5: 5 below the same node
 * that is in both, 0 if none of the three next above one is above the other. */
guint cyan_moved_nearness (const CyanMoved *self, CyanNode removed, CyanNode added);

G_END_DECLS
