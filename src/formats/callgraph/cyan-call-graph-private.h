/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Internals of a call graph that making and unfolding share. */
#pragma once

#include "cyan-call-graph.h"
#include "cyan-table.h"

G_BEGIN_DECLS

#define NONE G_MAXUINT32

typedef struct
{
  guint32 caller;
  guint32 callee;
  guint32 call_site; /* 0: unknown or more than one */
  guint32 has_sites; /* whether call_site was ever set */
  guint64 calls;
} CyanArc;

struct _CyanCallGraph
{
  guint n_metrics;
  guint n_vertices;
  CyanCharge charge;
  GArray *functions; /* of guint32 by vertex */
  GArray *self;      /* of double, n_metrics a vertex */

  GArray *arcs;      /* of CyanArc, in the order of first sight; none from outside or of a loop */
  GArray *inclusive; /* of double, n_metrics an arc */
  CyanTable table;   /* index + 1 of an arc by its ends */

  GArray *entries;     /* of double, n_metrics a vertex: the costs of calls from outside */
  GArray *entry_calls; /* of guint64 by vertex */
  GArray *loop_calls;  /* of guint64 by vertex: calls of itself */
  GArray *is_entry;    /* of guint8 by vertex */
  double *scratch;     /* n_metrics: the costs of loops, which are ignored */
  gboolean has_calls;
  gboolean has_entries; /* there are calls from outside */

  /* Made by cyan_call_graph_prepare(). */
  double *total;        /* by metric */
  guint32 *first;       /* n_vertices + 1: a vertex's arcs are out[first[v]] ... */
  guint32 *out;         /* indices of arcs, ascending for each caller */
  guint32 *component;   /* by vertex: strongly connected ones have the same number */
  guint8 *is_recursive; /* by component: of more than one vertex */
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

/* Sorts arcs by caller, finds the components, and where the graph is entered from outside.  FALSE
 * with CYAN_ERROR_LIMIT where the budget has no room for it. */
gboolean cyan_call_graph_prepare (CyanCallGraph *self, GError **error);

/* An arc that leads back to a vertex that stands above. */
typedef struct
{
  guint32 from; /* the node whose vertex calls */
  guint32 to;   /* the node above */
  guint32 arc;
} CyanFold;

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
  GArray *active; /* of double, n_metrics a node: part of all that its vertex does */
  GArray *folds;

  struct _CyanCandidate *heap; /* contexts that may become nodes */
  guint n_heap, n_heap_allocated;

  guint32 *stamp;      /* by vertex: the node + 1 below which it was last seen to stand ... */
  guint32 *above;      /* ... and where */
  guint32 *n_contexts; /* by vertex */
  double *sum;         /* by vertex and metric: of active */
  double entered;      /* of metric 0 */
  double kept;         /* of that, what is in the nodes */
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

/* Makes the nodes, shares out costs and calls, and warns of what was done. */
gboolean cyan_unfolding_emit (CyanUnfolding *self, CyanProfileBuilder *builder, GError **error);

G_END_DECLS
