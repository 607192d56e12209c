/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of taking back what cannot be drawn: the pairs of one gap, see cyan-match-repair.c. */
#pragma once

#include "cyan-match-release.h"

typedef struct
{
  guint32 count;
  guint64 weight;
} CyanMatchGapSum;

/* A pair of the gap. */
typedef struct
{
  CyanNode node[2];
  guint64 weight;
  guint32 index; /* among all pairs of the gap */
  gboolean is_dropped;
} CyanMatchGapPair;

/* Pairs that are compared with each other: those of a gap, or those below two of its nodes that are
 * above the same pairs. */
typedef struct
{
  CyanNode owner[2];
  GArray *pairs; /* of CyanMatchGapPair */
} CyanMatchGapJob;

typedef struct
{
  const CyanMatchFunctions *functions;
  CyanMatchRun *run;
  CyanNode *above[2]; /* by node: its nearest paired ancestor */
  GArray *dropped;    /* of guint8: by index, whether the pair of the gap is dropped */
  GArray *jobs;       /* of CyanMatchGapJob */
  CyanNode owner[2];  /* of the present job; its nodes and pairs follow */
  guint32 *number[2]; /* by node: 1 + its index among the nodes of the gap; 0: it is not there */
  GArray *nodes[2];   /* of CyanNode: the unmatched nodes between the owner and the pairs */
  GArray *pairs;      /* of CyanMatchGapPair */
  CyanMatchGapSum *below[2]; /* by index in nodes: of the pairs below */
  CyanMatchGapSum *both;     /* by index in nodes[0] and in nodes[1]: of the pairs below both */
  guint64 left;              /* comparisons that may still be made in the job */
  gint64 budget;             /* pairs and nodes of the gap that may still be divided */
} CyanMatchRepair;

static inline CyanNode
cyan_match_gap_parent (const CyanMatchRepair *self, guint side, CyanNode node)
{
  return self->functions[side].profile->parent[node];
}

/* By index of a node of @side: that of the topmost node above it, or its own.  Free with g_free(). */
guint32 *cyan_match_gap_tops (const CyanMatchRepair *self, guint side);

/* Drops pairs of the present job and adds jobs for the rest, if there are too many nodes to compare
 * them all: of the topmost ones, those that are each other's best stay, and what is below both is
 * compared by itself.  After too much of that, it drops all with nodes above them on both sides. */
void cyan_match_gap_divide (CyanMatchRepair *self);
