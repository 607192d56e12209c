/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The values of a recording by the hosts that its parts came from.
 *
 * A host has a cell at each node that its parts have: its calls and its self values there, which may
 * be 0.  Where such a value is a sum that a double cannot hold, further cells of the host follow with
 * what it was rounded by (cyan-exact-sum.h), and no calls.  All cells of a node add up to the values
 * of the node.
 */
#pragma once

#include "cyan-budget.h"
#include "cyan-pieces.h"
#include "cyan-sync.h"

/* Immutable. */
typedef struct
{
  CyanRefCount refs;
  guint n_hosts; /* at least 1 */
  char **names;  /* NULL-terminated, ascending as bytes, all different */
  guint n_nodes;
  guint n_metrics;
  gsize *first;   /* by node, and one more: the cells of node i are [first[i], first[i + 1]) */
  guint32 *host;  /* by cell; in order among those of a node */
  guint64 *calls; /* by cell; CYAN_CALLS_UNKNOWN where unknown; NULL: all unknown */
  double **self;  /* by metric, by cell */
} CyanHosts;

/* Whether cell @i of @node is the first one of its host. */
static inline gboolean
cyan_hosts_is_first (const CyanHosts *self, guint32 node, gsize i)
{
  return i == self->first[node] || self->host[i] != self->host[i - 1];
}

CyanHosts *cyan_hosts_ref (CyanHosts *self);
void cyan_hosts_unref (CyanHosts *self);

/* The same hosts without the self values of some nodes: @left_out is nonzero for each. */
CyanHosts *cyan_hosts_without (const CyanHosts *self, const guint8 *left_out);
/* The same hosts with all values and calls multiplied by @factor. */
CyanHosts *cyan_hosts_scale (const CyanHosts *self, double factor);

/* Adds the cells to @pieces as those of the dimension "host". */
void cyan_hosts_add_pieces (const CyanHosts *self, CyanStrings *strings, CyanPieces *pieces);

/* Checks all invariants above, and that they are of a tree with so many nodes and metrics.  FALSE
 * with CYAN_ERROR_INVALID. */
gboolean cyan_hosts_check (const CyanHosts *self, guint n_nodes, guint n_metrics, GError **error);

guint64 cyan_hosts_memory (const CyanHosts *self);

/* ---- collecting cells ---- */

typedef struct _CyanHostCells CyanHostCells;

/* The memory is charged to @budget, which may be NULL. */
CyanHostCells *cyan_host_cells_new (guint n_metrics, CyanBudget *budget);
void cyan_host_cells_free (CyanHostCells *self);

guint cyan_host_cells_n_hosts (const CyanHostCells *self);
/* The number of the host @name; adds it if new. */
guint32 cyan_host_cells_host (CyanHostCells *self, const char *name);

/* Adds a cell; several of one node and host become their sum, whose calls are unknown if those of one
 * are.  @values are by metric. */
void cyan_host_cells_add (
    CyanHostCells *self, guint32 node, guint32 host, guint64 calls, const double *values);

/* The hosts of the @n cells so far, in the order of adding. */
const guint32 *cyan_host_cells_hosts (const CyanHostCells *self, gsize *n);

/* Keeps the @n metrics @chosen, in this order. */
void cyan_host_cells_choose_metrics (CyanHostCells *self, const guint *chosen, guint n);
/* The new numbers of all nodes, by their old ones. */
void cyan_host_cells_renumber (CyanHostCells *self, const guint32 *numbers);

/* Moves the cells, of a tree of @n_nodes, to hosts, which are at least one.  The collection is empty
 * afterwards and can only be freed. */
CyanHosts *cyan_host_cells_finish (CyanHostCells *self, guint n_nodes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanHosts, cyan_hosts_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanHostCells, cyan_host_cells_free)
