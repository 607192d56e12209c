/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A call graph, and the calling-context tree that is inferred from it.
 *
 * Vertices have self costs; arcs have calls and inclusive costs.  Many trees have the same graph.
 * The tree made here splits the cost of a vertex in a context in proportion to its self cost and to
 * the inclusive costs of its arcs.  So a callee directly below an entry costs what its arc says,
 * and further down it costs its caller's share of that.
 *
 *   Recursion   is folded: a vertex is not unfolded again below itself.  The calls of such an arc
 *               are counted at the vertex above, whose cost is split without that arc.
 *   Unfolding   takes the heaviest context first.  It stops below CYAN_CALL_GRAPH_LEAST of the
 *               total and at the limit of nodes, but every vertex gets a node.
 *   Costs       of each vertex are scaled over its contexts.  So for every metric the total of the
 *               tree and the self cost of each vertex equal those of the graph, whatever was folded
 *               or cut.  The cost of contexts that were cut is part of others of the same vertex.
 *   Calls       of an arc are split among the contexts of its caller in the same proportion as its
 *               costs, and their sum is that of the arc.
 */
#pragma once

#include "cyan-input.h"
#include "cyan-profile-builder.h"

/* Contexts below this share of the total, in every metric, are not unfolded. */
#define CYAN_CALL_GRAPH_LEAST 1e-5

/* The share of reading in the work of a reader that unfolds a graph. */
#define CYAN_CALL_GRAPH_READING 0.7

/* The caller of vertices that are called from outside of the graph. */
#define CYAN_CALL_GRAPH_OUTSIDE G_MAXUINT32

typedef struct _CyanCallGraph CyanCallGraph;

/* Creates an empty graph.  @n_metrics is at least 1.  Memory of the graph is charged to @budget. */
CyanCallGraph *cyan_call_graph_new (guint n_metrics, CyanBudget *budget);
void cyan_call_graph_free (CyanCallGraph *self);

/* Adds a vertex and returns its number, counted from 0. */
guint cyan_call_graph_add_vertex (CyanCallGraph *self);
guint cyan_call_graph_n_vertices (const CyanCallGraph *self);
guint cyan_call_graph_n_arcs (const CyanCallGraph *self);

/* Says that @vertex is a context of @function, an index of the builder.  Several may be. */
void cyan_call_graph_set_function (CyanCallGraph *self, guint vertex, guint32 function);

/* The self costs of @vertex, one per metric.  The caller may add finite values of at least 0 to
 * them.  Valid until the next vertex is added. */
double *cyan_call_graph_self (CyanCallGraph *self, guint vertex);

/* Adds @calls to the arc from @caller, which may be CYAN_CALL_GRAPH_OUTSIDE, to @callee.  Returns
 * its inclusive costs, one per metric, to which the caller may add finite values of at least 0.
 * Valid until the next arc is added.  @call_site, a line or 0, is kept while all calls of the arc
 * have the same. */
double *cyan_call_graph_add_arc (
    CyanCallGraph *self, guint caller, guint callee, guint32 call_site, guint64 calls);

/* Arcs without cost get one when the graph is unfolded: like gprof, what a callee costs is split by
 * calls.  For graphs with one metric. */
void cyan_call_graph_set_by_calls (CyanCallGraph *self);

/* Warns of @n calls of functions by themselves that the caller left out, if there are any. */
void cyan_call_graph_warn_loops (CyanProfileBuilder *builder, guint64 n);

/* Warns of @n costs below 0 that the caller raised to 0, if there are any. */
void cyan_call_graph_warn_negative (CyanProfileBuilder *builder, guint64 n);

/* Unfolds the graph into @builder, which has its metrics and no node but the root, and adds
 * warnings about what was inferred, folded and cut.  The children of the root are the vertices that
 * are called from outside, those without callers and, if there are no arcs from outside, those that
 * cost clearly more than their incoming arcs.  Returns FALSE with CYAN_ERROR_LIMIT or
 * CYAN_ERROR_CANCELLED. */
gboolean cyan_call_graph_unfold (CyanCallGraph *self,
                                 CyanProfileBuilder *builder,
                                 const CyanTick *tick,
                                 GError **error);

/* The same after reading @input, with the rest of its tick and its name in errors. */
gboolean cyan_call_graph_unfold_input (CyanCallGraph *self,
                                       const CyanInput *input,
                                       CyanProfileBuilder *builder,
                                       GError **error);

/* For a graph without arcs: makes all vertices children of the root.  Their calls are unknown. */
gboolean cyan_call_graph_list (CyanCallGraph *self, CyanProfileBuilder *builder, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanCallGraph, cyan_call_graph_free)
