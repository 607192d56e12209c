/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A ranked list of what explains the difference of two profiles.  Nothing counts twice.
 *
 * Each node of the merged tree counts once, with its self value.  So the changes of all
 * explanations, those within the noise and those of contexts that may have been pruned, which have
 * no explanation, add up to the difference of the two totals.  A subtree that exists on one side
 * only is one explanation, with the cause that PARCS finds for it (see cyan-parcs.h).  A node that
 * both sides have counts for its function, as a difference of weights.  A moved node counts as a
 * node of both sides.
 */
#pragma once

#include "cyan-parcs.h"

/**
 * CyanReason:
 * @CYAN_REASON_MODIFIED: the source of the function was modified
 * @CYAN_REASON_ADDED: the function exists only after
 * @CYAN_REASON_DELETED: the function existed only before
 * @CYAN_REASON_MODIFIED_ABOVE: a caller above it was modified
 * @CYAN_REASON_MODIFIED_BELOW: a function that it calls was modified
 * @CYAN_REASON_SIDE_EFFECT: no function around it was modified: a side effect, or non-determinism
 * @CYAN_REASON_UNKNOWN: the sources do not show it
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
  gboolean structural;   /* TRUE: subtrees that one side lacks; FALSE: weights of nodes that both
                          * sides have */
  guint side;            /* of subtrees: the side that has them */
  gboolean source_known; /* of added and deleted functions: see CyanDifference */
  CyanNode node;         /* in the merged tree: the node with the largest part; of subtrees the
                          * topmost node */
  guint32 pair;          /* the function pair */
  guint n_contexts;      /* subtrees, or contexts whose self value differs */
  guint n_nodes;         /* nodes of all subtrees; of weights the same as n_contexts */
  double before;         /* sums of self values, in the unit of the difference */
  double after;
  double change;     /* after - before */
  double explains;   /* change as a fraction of the whole difference; NAN if that is 0 */
  double part;       /* magnitude as a fraction of the sum of all magnitudes, 0...1 */
  guint64 calls[2];  /* of the function in all these contexts, before and after; CYAN_CALLS_UNKNOWN
                      * if not known */
  gboolean by_calls; /* weights only: more than half of the change comes from more or fewer calls */
  CyanNode caller;   /* weights only: the caller of node that makes more or fewer calls though its
                      * own calls did not change; CYAN_NODE_NONE if there is none */
  guint32 read;      /* the pair to read first; G_MAXUINT32 if none stands out */
  guint n_suspects;
  guint32 suspects[CYAN_MAX_SUSPECTS]; /* pairs, nearest first, without the pair in read */
} CyanExplanation;

typedef struct
{
  double difference;       /* total of after - total of before; with different units the totals are
                            * shares and this is 0 */
  gboolean ranked_by_size; /* neither direction comes first: the totals hardly differ, or the
                            * changes nearly cancel out */
  guint n;
  CyanExplanation *at; /* those in the direction of the difference come first, the largest first */
  double noise;        /* sum of the changes that noise may explain */
  guint n_noise;       /* number of functions with such a change */
  double pruned;       /* sum of the changes of contexts that may have been pruned */
  guint n_pruned;      /* number of such contexts whose value differs */
  guint32 *of_node;    /* by merged node: the explanation for which it counts, as an index of at;
                        * G_MAXUINT32 if there is none */
} CyanExplanations;

/* Ranks the explanations.  NULL only with CYAN_ERROR_CANCELLED. */
CyanExplanations *
cyan_explanations_new (const CyanParcs *parcs, const CyanTick *tick, GError **error);
void cyan_explanations_free (CyanExplanations *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanExplanations, cyan_explanations_free)
