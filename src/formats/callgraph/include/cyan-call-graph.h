/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A call graph, and the calling-context tree that is inferred from it.
 *
 * A graph has vertices with costs of their own, and arcs with calls and inclusive costs.  Many
 * trees have the same graph.  The one made here splits what a vertex costs in a context in
 * proportion to its own cost and to the inclusive costs of its arcs, so that below a caller a
 * callee costs what the arc says, and below a longer path its share of that.
 *
 *   Recursion is folded: a vertex is not unfolded again below itself; the calls of such an arc are
 *   counted at the vertex above, whose cost is split without that arc.
 *   Unfolding is heaviest first, and ends below CYAN_CALL_GRAPH_LEAST of the total and at a number
 *   of nodes; but every vertex gets a node.
 *   In the end the costs of each vertex over its contexts are scaled to what the graph says, so
 * that whatever was folded or cut, the total of the tree and the self cost of each vertex are those
 * of the graph, for every metric.  What is cut is thereby counted in other contexts of the same
 *   vertices.
 *   The calls of an arc are shared by the contexts of its caller as the costs are, and sum up.
 */
#pragma once

#include "cyan-profile-builder.h"

G_BEGIN_DECLS

/* Part of the total below which a context is not unfolded, whatever the metric. */
#define CYAN_CALL_GRAPH_LEAST 1e-5

/* The caller of what is called from outside. */
#define CYAN_CALL_GRAPH_OUTSIDE G_MAXUINT32

typedef struct _CyanCallGraph CyanCallGraph;

/* @n_metrics is at least 1.  What the graph holds is charged to @budget. */
CyanCallGraph *cyan_call_graph_new (guint n_metrics, CyanBudget *budget);
void cyan_call_graph_free (CyanCallGraph *self);

/* Adds a vertex and returns its number; they count from 0. */
guint cyan_call_graph_add_vertex (CyanCallGraph *self);
guint cyan_call_graph_n_vertices (const CyanCallGraph *self);
guint cyan_call_graph_n_arcs (const CyanCallGraph *self);

/* The vertex is a context of @function, an index of the builder.  Several may be. */
void cyan_call_graph_set_function (CyanCallGraph *self, guint vertex, guint32 function);

/* The costs of @vertex itself, one a metric, to be added to; finite and not negative.  Valid until
 * the next vertex is added. */
double *cyan_call_graph_self (CyanCallGraph *self, guint vertex);

/* Adds @calls to the arc from @caller, which may be CYAN_CALL_GRAPH_OUTSIDE, to @callee.  Returns
 * its inclusive costs, one a metric, to be added to; finite and not negative.  Valid until the next
 * arc is added.  The call site is kept while it is the only one of the arc. */
double *cyan_call_graph_add_arc (
    CyanCallGraph *self, guint caller, guint callee, guint32 call_site, guint64 calls);

/* Unfolds the graph into @builder, which has its metrics and no node but the root, and warns there
 * of what was inferred, folded and cut.  Below the root stand what is called from outside, what
 * nobody calls and, unless there are arcs from outside, what costs clearly more than its callers
 * pay. */
gboolean cyan_call_graph_unfold (CyanCallGraph *self,
                                 CyanProfileBuilder *builder,
                                 const CyanTick *tick,
                                 GError **error);

/* For a graph without arcs: all vertices side by side below the root.  Their calls are unknown. */
gboolean cyan_call_graph_list (CyanCallGraph *self, CyanProfileBuilder *builder, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanCallGraph, cyan_call_graph_free)

G_END_DECLS
