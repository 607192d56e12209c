/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The k-calling-context forest of a tree: a tree for each function, with its callers below it, up
 * to k levels (Ausiello, Demetrescu, Finocchi and Firmani, OOPSLA 2012).
 *
 * A node stands for a sequence of calls: its own key, the innermost one, is called by that of its
 * parent in reverse.  Its value is the sum over all contexts that end with that sequence.  k = 0 is
 * the flat profile, k = 1 the call graph, and with k at least the depth of the tree it has every
 * context.
 */
#pragma once

#include <glib.h>

/* A tree of contexts, or several merged ones, as arrays by node; node 0 is the root and has no key.
 * All is borrowed. */
typedef struct
{
  guint n_nodes;
  const guint32 *parent; /* parent[i] < i for i > 0 */
  const guint32 *key;    /* of functions, say */
  const guint8 *trees;   /* a bit for each tree that has the node; a context is called by the
                          * innermost caller that all its trees have, and a node that none has is
                          * no context.  NULL: there is one tree */
} CyanContexts;

typedef struct
{
  guint n_nodes;   /* with the root, node 0, which has no key */
  guint32 *parent; /* parent[i] < i: of what it calls */
  guint32 *key;
  guint n_values;
  double **value; /* by value, by node */
  double **own;   /* the part of the contexts that have no further caller, or none within depth */
} CyanCallerForest;

/* The forest of depth @k; @values has @n_values arrays by node of the tree.  Time and memory are
 * O(n min (k, depth)).  Siblings are in the order of their first contexts. */
CyanCallerForest *cyan_caller_forest_new (const CyanContexts *contexts,
                                          guint k,
                                          const double *const *values,
                                          guint n_values);
void cyan_caller_forest_free (CyanCallerForest *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanCallerForest, cyan_caller_forest_free)
