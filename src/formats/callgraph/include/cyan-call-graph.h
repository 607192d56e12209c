/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A call graph, and the calling-context tree that is inferred from it.
 *
 * Vertices have self costs; arcs have calls and inclusive costs.  Many trees have the same graph.
 * The tree made here splits the cost of a vertex in a context in proportion to its self cost and to
 * the inclusive costs of its arcs.  So a callee below its caller costs what the arc says, and below
 * a longer path its share of that.
 *
 *   Recursion   is folded: a vertex is not unfolded again below itself.  The calls of such an arc
 *               are counted at the vertex above, whose cost is split without that arc.
 *   Unfolding   takes the heaviest context first.  It ends below CYAN_CALL_GRAPH_LEAST of the total
 *               and at the limit of nodes, but every vertex gets a node.
 *   Costs       of each vertex are scaled over its contexts, so that the total of the tree and the
 *               self cost of each vertex are those of the graph for every metric, whatever was
 *               folded or cut.  Contexts that were cut thus count in others of the same vertex.
 *   Calls       of an arc are split among the contexts of its caller in the same proportion as its
 *               costs, and their sum is that of the arc.
 */
#pragma once

#include "cyan-profile-builder.h"

G_BEGIN_DECLS

/* Part of the total below which a context is not unfolded, whatever the metric. */
#define CYAN_CALL_GRAPH_LEAST 1e-5

/* The caller of vertices that are called from outside. */
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

/* The self costs of @vertex, one per metric, for the caller to add finite values of at least 0 to.
 * Valid until the next vertex is added. */
double *cyan_call_graph_self (CyanCallGraph *self, guint vertex);

/* Adds @calls to the arc from @caller, which may be CYAN_CALL_GRAPH_OUTSIDE, to @callee.  Returns
 * its inclusive costs, likewise.  Valid until the next arc is added.  The call site is kept while
 * it is the only one of the arc. */
double *cyan_call_graph_add_arc (
    CyanCallGraph *self, guint caller, guint callee, guint32 call_site, guint64 calls);

/* Unfolds the graph into @builder, which has its metrics and no node but the root, and adds
 * warnings of what was inferred, folded and cut.  The children of the root are the vertices that
 * are called from outside, those without callers and, if there are no arcs from outside, those that
 * cost clearly more than their incoming arcs. */
gboolean cyan_call_graph_unfold (CyanCallGraph *self,
                                 CyanProfileBuilder *builder,
                                 const CyanTick *tick,
                                 GError **error);

/* For a graph without arcs: all vertices side by side below the root.  Their calls are unknown. */
gboolean cyan_call_graph_list (CyanCallGraph *self, CyanProfileBuilder *builder, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanCallGraph, cyan_call_graph_free)

G_END_DECLS
