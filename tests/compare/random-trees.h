/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pairs of random trees of which we know what became of what.
 *
 * A random call graph is unfolded into a tree; the second tree is the first after edits made in
 * the code, that is, in every context of a function: calls wrapped in a new function, a function
 * inlined, renamed, calls added and removed.  The same seed gives the same pair.
 */
#pragma once

#include "cyan-profile.h"

typedef struct
{
  CyanProfile *before;
  CyanProfile *after;
  CyanNode *origin;   /* by node of after: the node of before that it was, or CYAN_NODE_NONE */
  guint8 *below_edit; /* by node of after: whether its path changed */
} RandomPair;

typedef struct
{
  guint64 seed;
  guint n_nodes;
  guint n_functions;
  guint n_edits;
  gboolean sampled;       /* self values are counts, nodes without any are lost */
  gboolean backward_pool; /* names are interned in another order */
} RandomOptions;

RandomPair random_pair_new (const RandomOptions *options);
void random_pair_clear (RandomPair *pair);

/* The next number of a generator that is the same everywhere. */
guint64 random_next (guint64 *state);
