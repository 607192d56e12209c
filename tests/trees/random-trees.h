/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pairs of random trees of which we know what became of what, for tests and for the bench.
 *
 * A random call graph is unfolded into a tree; the second tree is the first after edits made in
 * the code, that is, in every context of a function: calls wrapped, a function inlined, renamed,
 * calls added, removed and moved.  The same seed gives the same pair.
 */
#pragma once

#include "cyan-match.h"

typedef enum
{
  RANDOM_EDIT_WRAP,
  RANDOM_EDIT_WRAP_EXISTING,
  RANDOM_EDIT_INLINE, /* everywhere; callees of one name become one */
  RANDOM_EDIT_RENAME,
  RANDOM_EDIT_ADD,
  RANDOM_EDIT_REMOVE,
  RANDOM_EDIT_MOVE, /* to another callee of the same caller */
  RANDOM_N_EDITS,
} RandomEdit;

/* In words; NULL-terminated, in the order of the enumeration. */
extern const char *const random_edit_names[];

typedef struct
{
  CyanProfile *before;
  CyanProfile *after;
  /* By node of after: the node of before that it was (the heaviest, if inlining made several one),
   * or CYAN_NODE_NONE for new and for moved ones. */
  CyanNode *origin;
  guint8 *below_edit; /* by node of after: whether its callers are others than its origin's */
  /* By node of before: the node of after that it became, or CYAN_NODE_NONE for what is gone. */
  CyanNode *destination;
  guint8 *
      below; /* by node of before: whether the callers of its destination are others than its own */
  guint8 *moved; /* by node of before: its destination is where no drawing of both can show it */
} RandomPair;

typedef struct
{
  guint64 seed;
  guint n_nodes;
  guint n_functions;
  guint n_edits;
  guint kinds;            /* bits by RandomEdit; 0 all of them */
  double shuffled;        /* part of the nodes of after whose children stand in another order */
  double jitter;          /* standard deviation of all times, as a part of them */
  gboolean sampled;       /* self values are counts, nodes without any are lost */
  gboolean call_sites;    /* functions may call another at several sites, told apart */
  gboolean backward_pool; /* names are interned in another order */
} RandomOptions;

RandomPair random_pair_new (const RandomOptions *options);
void random_pair_clear (RandomPair *pair);

/* How good a matching is.  Moved nodes are not expected in it, nor held against it. */
typedef struct
{
  double precision; /* of its pairs, the roots left out, the part that is true */
  double recall;    /* of what became of something, the part that is paired with it */
  double f1;
  double below; /* recall of those whose callers are others now; NAN if there are none */
  guint n_below;
} RandomScore;

RandomScore random_pair_score (const RandomPair *pair, const CyanMatching *matching);

/* The next number of a generator that is the same everywhere. */
guint64 random_next (guint64 *state);
