/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What explains the difference of two runs: a ranked list in which nothing counts twice.
 *
 * The own value of every node of the merged tree counts once, so that the changes of all
 * explanations and of what noise may explain add up to the difference of the two totals.  A subtree
 * that one side lacks is one explanation, with what PARCS says of its cause (see cyan-parcs.h); all
 * that both sides have counts for its function, as a difference of weights.  What was moved is on
 * both sides.
 */
#pragma once

#include "cyan-parcs.h"

G_BEGIN_DECLS

/**
 * CyanReason:
 * @CYAN_REASON_MODIFIED: its own source changed
 * @CYAN_REASON_ADDED: only after has this function
 * @CYAN_REASON_DELETED: only before has this function
 * @CYAN_REASON_MODIFIED_ABOVE: a modified function above it
 * @CYAN_REASON_MODIFIED_BELOW: a modified function that it calls
 * @CYAN_REASON_SIDE_EFFECT: nothing around it was modified: a side effect, or non-determinism
 * @CYAN_REASON_UNKNOWN: no source tells
 */
typedef enum
{
  CYAN_REASON_MODIFIED,
  CYAN_REASON_ADDED,
  CYAN_REASON_DELETED,
  CYAN_REASON_MODIFIED_ABOVE,
  CYAN_REASON_MODIFIED_BELOW,
  CYAN_REASON_SIDE_EFFECT,
  CYAN_REASON_UNKNOWN,
} CyanReason;

/* "modified", "added", "deleted", "modified-above", "modified-below", "side-effect", "unknown". */
extern const char *const cyan_reason_names[];

#define CYAN_MAX_SUSPECTS 8

typedef struct
{
  CyanReason reason;
  gboolean structural;   /* subtrees that one side lacks; else weights of what both have */
  guint side;            /* of subtrees: which one has them */
  gboolean source_known; /* of added and deleted functions: see CyanDifference */
  CyanNode node;         /* where it counts most, in the merged tree: the topmost node */
  guint32 pair;          /* its functions */
  guint n_contexts;      /* subtrees, or contexts whose own value differs */
  guint n_nodes;         /* of all subtrees; of weights n_contexts */
  double before;         /* own values of all these, in the unit of the difference */
  double after;
  double change;     /* after - before */
  double explains;   /* in parts of the whole difference; NAN if that is 0 */
  double part;       /* the magnitude in parts of all magnitudes, 0...1 */
  guint64 calls[2];  /* of the function in all these contexts, before and after; unknown as usual */
  gboolean by_calls; /* weights: more or fewer calls are the larger part of the change */
  CyanNode caller;   /* weights: who calls it more or less often, not being called so itself; or
                      * CYAN_NODE_NONE.  Of node. */
  guint32 read;      /* the pair to read first; G_MAXUINT32: none is better than another */
  guint n_suspects;
  guint32 suspects[CYAN_MAX_SUSPECTS]; /* pairs, nearest first, without read */
} CyanExplanation;

typedef struct
{
  double difference;       /* after's total less before's; of different units always 0, in shares */
  gboolean ranked_by_size; /* no direction comes first: the totals hardly differ, or changes nearly
                            * cancel out */
  guint n;
  CyanExplanation *at; /* those in the direction of the difference first, the largest first */
  double noise;        /* the sum of what noise may explain */
  guint n_noise;       /* functions of which that is so */
} CyanExplanations;

/* NULL only with CYAN_ERROR_CANCELLED. */
CyanExplanations *
cyan_explanations_new (const CyanParcs *parcs, const CyanTick *tick, GError **error);
void cyan_explanations_free (CyanExplanations *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanExplanations, cyan_explanations_free)

G_END_DECLS
