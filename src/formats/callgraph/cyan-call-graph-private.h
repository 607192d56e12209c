/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internals of a call graph, shared by its construction and its unfolding. */
#pragma once

#include "cyan-call-graph.h"
#include "cyan-scratch.h"
#include "cyan-table.h"

#define NONE G_MAXUINT32

typedef struct
{
  guint32 caller;
  guint32 callee;
  guint32 call_site; /* 0: unknown, or several */
  guint32 has_sites; /* whether call_site was ever set */
  guint64 calls;
} CyanArc;

struct _CyanCallGraph
{
  CyanScratch kept; /* frees what is below */
  guint n_metrics;
  guint n_vertices;
  CyanCharge charge;
  GArray *functions; /* of guint32 by vertex */
  GArray *self;      /* of double, n_metrics per vertex */

  GArray *arcs;      /* of CyanArc, in the order of first use, without entries and loops */
  GArray *inclusive; /* of double, n_metrics per arc */
  CyanTable table;   /* index + 1 of an arc by its caller and callee */

  GArray *entries;     /* of double, n_metrics per vertex: the costs of calls from outside */
  GArray *entry_calls; /* of guint64 by vertex */
  GArray *loop_calls;  /* of guint64 by vertex: calls of itself */
  GArray *is_entry;    /* of guint8 by vertex */
  double *scratch;     /* n_metrics values: receives the costs of loops, which are ignored */
  gboolean has_calls;
  gboolean has_entries; /* there are calls from outside */
  gboolean by_calls;    /* arcs without cost are paid by their calls */

  /* Set by cyan_call_graph_prepare(). */
  double *total;        /* by metric */
  guint32 *first;       /* n_vertices + 1 values; out[first[v]] is the first arc of v,
                           out[first[v + 1]] that of v + 1 */
  guint32 *out;         /* indices of arcs, ascending for each caller */
  guint32 *component;   /* by vertex: number of its strongly connected component */
  guint8 *is_recursive; /* by component: whether it has several vertices */
};

static inline const CyanArc *
cyan_call_graph_arc (const CyanCallGraph *self, guint arc)
{
  return &g_array_index (self->arcs, CyanArc, arc);
}

static inline const double *
cyan_call_graph_arc_costs (const CyanCallGraph *self, guint arc)
{
  return &g_array_index (self->inclusive, double, (gsize) arc * self->n_metrics);
}

static inline double *
cyan_call_graph_entry_costs (const CyanCallGraph *self, guint vertex)
{
  return &g_array_index (self->entries, double, (gsize) vertex * self->n_metrics);
}

/* Sorts the arcs by caller, finds the components and the vertices at which the graph is entered.
 * Returns FALSE with CYAN_ERROR_LIMIT if the budget is too small. */
gboolean cyan_call_graph_prepare (CyanCallGraph *self, GError **error);

/* Gives costs to arcs between components that have none, by their calls.  There is one metric. */
void cyan_call_graph_pay_callees (CyanCallGraph *self, guint n_components);
/* The same within components, once it is known what enters the graph. */
void cyan_call_graph_pay_cycles (CyanCallGraph *self, guint n_components);

/* An arc to a vertex that is already on the path. */
typedef struct
{
  guint32 from; /* the node of the caller */
  guint32 to;   /* the node of the callee, above @from */
  guint32 arc;
} CyanBackArc;

typedef struct
{
  CyanCallGraph *graph;
  guint n_metrics;
  guint max_nodes;
  guint64 work;
  CyanCharge charge;

  /* The tree, parents before children. */
  GArray *vertex; /* of guint32 */
  GArray *parent; /* of guint32; NONE below the root */
  GArray *arc;    /* of guint32; NONE below the root */
  GArray *active; /* of double, n_metrics per node: the node's share of all that its vertex does */
  GArray *back_arcs;

  struct _CyanCandidate *heap; /* contexts that may become nodes */
  guint n_heap, n_heap_allocated;

  guint32 *stamp;      /* by vertex: node + 1 on whose path it was last found ... */
  guint32 *above;      /* ... and its own node there */
  guint32 *n_contexts; /* by vertex: number of its nodes */
  double *sum;         /* by vertex and metric: sum of active */
  double entered;      /* cost of metric 0 that enters the graph */
  double kept;         /* the part of @entered that the nodes hold */
  double lost;         /* the part of @entered that is paid for functions that cost nothing */
} CyanUnfolding;

static inline guint32
cyan_unfolding_at (const GArray *array, guint index)
{
  return g_array_index (array, guint32, index);
}

static inline double *
cyan_unfolding_active (const CyanUnfolding *self, guint node)
{
  return &g_array_index (self->active, double, (gsize) node * self->n_metrics);
}

static inline double *
cyan_unfolding_sum (const CyanUnfolding *self, guint vertex)
{
  return self->sum + (gsize) vertex * self->n_metrics;
}

/* Adds the nodes to @builder, distributes costs and calls over them, and warns about what was
 * inferred, folded and cut. */
gboolean cyan_unfolding_emit (CyanUnfolding *self, CyanProfileBuilder *builder, GError **error);
