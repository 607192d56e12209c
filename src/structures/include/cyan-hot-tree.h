/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A calling-context tree of a stream of any length, in bounded memory.
 *
 * Contexts with little value are pruned: what they had is added to the rest of their callers, so that
 * no value is lost.  Each node knows how much of its total may be missing.  These are hierarchical
 * heavy hitters (Cormode, Korn, Muthukrishnan and Srivastava, VLDB 2003) on calling contexts;
 * docs/structures.md has the bounds and their proof:
 *
 *   seen <= own value <= seen + birth, and total <= true total <= total + birth, of a node;
 *   the true total of a context that is not in the tree is at most the floor, which is at most
 *   epsilon times the whole value while the memory suffices.
 *
 * Values belong to metrics.  The first one decides what is pruned; each has a floor of its own.
 * Values are finite and at least 0.
 */
#pragma once

#include "cyan-budget.h"
#include "cyan-profile-builder.h"

typedef struct _CyanHotTree CyanHotTree;

/* The smallest epsilon: trees of up to about ten times 1 / epsilon nodes. */
#define CYAN_HOT_TREE_LEAST_EPSILON 1e-7

/* @epsilon is in CYAN_HOT_TREE_LEAST_EPSILON...1, @n_metrics at least 1.  Beyond @max_nodes, at least
 * 1000, more is pruned than @epsilon asks for; 0: CYAN_MAX_NODES. */
CyanHotTree *cyan_hot_tree_new (double epsilon, guint n_metrics, guint max_nodes);
void cyan_hot_tree_free (CyanHotTree *self);
/* The memory of a tree with one metric, or more, for each of its most nodes. */
guint64 cyan_hot_tree_bytes_per_node (guint n_metrics);
/* Charges the memory of the tree to @budget. */
void cyan_hot_tree_set_budget (CyanHotTree *self, CyanBudget *budget);

/* ---- the stream ----
 *
 * Threads are numbered by the caller, from 0 without large gaps.  Each has a stack of open calls,
 * whose contexts are never pruned.  Functions and call sites are numbers of the caller. */

/* Begins a call.  Fails with CYAN_ERROR_LIMIT if so many are open that they do not fit. */
gboolean cyan_hot_tree_enter (
    CyanHotTree *self, guint thread, guint32 function, guint32 call_site, GError **error);
/* Ends the innermost open call of @thread; does nothing if there is none. */
void cyan_hot_tree_leave (CyanHotTree *self, guint thread);
/* Adds to the own value of the innermost open call of @thread; without one, to that of the root. */
void cyan_hot_tree_add (CyanHotTree *self, guint thread, guint metric, double value);
/* Adds to the calls of the innermost open call of @thread. */
void cyan_hot_tree_add_calls (CyanHotTree *self, guint thread, guint64 calls);

/* ---- what is known ---- */

guint cyan_hot_tree_n_nodes (const CyanHotTree *self); /* with the root */
guint cyan_hot_tree_n_prunings (const CyanHotTree *self);
/* The largest true total that a context outside of the tree can have. */
double cyan_hot_tree_floor (const CyanHotTree *self, guint metric);

/* Prunes every context whose true total is surely below @phi, as a fraction of the whole value of the
 * first metric; 0 prunes none.  Open calls end. */
void cyan_hot_tree_finish (CyanHotTree *self, double phi);

/* Adds the tree, which was finished with @phi, to @builder: functions are its functions, metrics its
 * metrics.  What was pruned below a node becomes a child named CYAN_COLD_NAME, which comes last.
 * Fails with CYAN_ERROR_LIMIT like the builder, and with CYAN_ERROR_INVALID if a value was
 * below 0. */
gboolean cyan_hot_tree_freeze (const CyanHotTree *self,
                               double phi,
                               CyanProfileBuilder *builder,
                               GError **error);

/* ---- nodes ---- */

/* Nodes are numbered such that callers come before their callees; node 0 is the root. */
typedef struct
{
  CyanNode parent; /* CYAN_NODE_NONE of the root */
  guint32 function, call_site;
  guint64 calls; /* at least so many */
} CyanHotNode;

CyanHotNode cyan_hot_tree_node (const CyanHotTree *self, CyanNode node);
/* Its own value, as far as it was seen; what was pruned below it. */
double cyan_hot_tree_seen (const CyanHotTree *self, guint metric, CyanNode node);
double cyan_hot_tree_rest (const CyanHotTree *self, guint metric, CyanNode node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanHotTree, cyan_hot_tree_free)
