/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A calling-context tree of a stream of any length, in bounded memory.
 *
 * Contexts with little value are pruned: what they had is added to the rest of their callers, so
 * that no value is lost.  Each node knows how much of its total may be missing.  These are
 * hierarchical heavy hitters (Cormode, Korn, Muthukrishnan and Srivastava, VLDB 2003) on calling
 * contexts; docs/structures.md has the bounds and their proof:
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
#include "cyan-open-calls.h"
#include "cyan-profile-builder.h"
#include "cyan-table.h"

/* Nodes are numbered such that callers come before their callees; node 0 is the root. */
typedef struct
{
  CyanNode parent; /* CYAN_NODE_NONE of the root */
  guint32 function, call_site;
  guint64 calls; /* at least so many */
} CyanHotNode;

/* One field of all nodes for each metric. */
typedef struct
{
  double *seen;  /* own value since the node was made */
  double *rest;  /* what was pruned below it */
  double *birth; /* the floor when it was made: what it may have had before */
  double whole;
  double floor; /* the largest true total that a context outside of the tree can have */
} CyanHotValues;

/* Read only. */
typedef struct
{
  double epsilon;       /* as asked for */
  double kept;          /* as kept */
  gboolean is_negative; /* a value is below 0: nothing holds */
  gboolean is_whole;    /* all values of the first metric are whole numbers: so are limits */
  guint max_nodes;
  guint next;       /* nodes beyond which it prunes */
  gboolean is_full; /* after it was pruned last: nearly all nodes are open calls */
  guint n_prunings;
  CyanCharge charge;

  guint n_nodes, n_allocated; /* with the root */
  CyanHotNode *nodes;
  guint8 *kept_nodes; /* while it prunes: whether a node has a callee that stays, or is open */
  CyanTable children; /* nodes by parent, function and call site */
  guint n_metrics;
  CyanHotValues *values;

  CyanFlatProfile *flat; /* exact, by function */

  CyanOpenCalls calls; /* nodes */
} CyanHotTree;

/* The smallest epsilon: trees of up to about ten times 1 / epsilon nodes. */
#define CYAN_HOT_TREE_LEAST_EPSILON 1e-7

/* @epsilon is in CYAN_HOT_TREE_LEAST_EPSILON...1, @n_metrics at least 1.  Beyond @max_nodes, at
 * least 1000, more is pruned than @epsilon asks for; 0: CYAN_MAX_NODES. */
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

/* ---- the end ---- */

/* Prunes every context whose true total is surely below @phi, as a fraction of the whole value of
 * the first metric; 0 prunes none.  Open calls end. */
void cyan_hot_tree_finish (CyanHotTree *self, double phi);

/* Adds the tree, which was finished with @phi, to @builder: functions are its functions, metrics
 * its metrics.  What was pruned below a node becomes a child named CYAN_COLD_NAME, which comes
 * last. Fails with CYAN_ERROR_LIMIT like the builder, and with CYAN_ERROR_INVALID if a value was
 * below 0. */
gboolean cyan_hot_tree_freeze (const CyanHotTree *self,
                               double phi,
                               CyanProfileBuilder *builder,
                               GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanHotTree, cyan_hot_tree_free)
