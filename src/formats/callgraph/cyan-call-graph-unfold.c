/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Unfolds a call graph into a tree: chooses its contexts, heaviest first, and computes how active a
 * vertex is in each of them.
 */
#include "cyan-call-graph-private.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-scratch.h"

#include <math.h>
#include <string.h>

/* Maximum number of nodes with one metric, and of values (nodes times metrics) with several. */
#define MAX_NODES   (1u << 18)
#define MAX_NUMBERS (1u << 20)
/* A small graph gets a smaller tree: a constant plus this many nodes for each vertex and arc. */
#define NODES_FOR_ALL  (1u << 14)
#define NODES_FOR_EACH 64

/* When one of these limits is reached, only vertices without any node still get one. */
#define MAX_WORK      (1u << 23) /* arcs visited, times metrics */
#define MAX_RECURSION 512        /* vertices of one component on a path */

/* Keeps numbers finite if a graph contradicts itself. */
#define MOST_ACTIVE 1e9

/* For recursion: maximum passes over all nodes, maximum part of a cost that comes back, and the
 * change at which the passes stop. */
#define MAX_PASSES 32
#define MOST_BACK  (1 - 1e-6)
#define CONVERGED  1e-6

/* The share of unfolding in the whole work. */
#define UNFOLDING_SHARE 0.8
#define STRIDE          1024

/* A context that may become a node. */
typedef struct _CyanCandidate
{
  double weight; /* largest share of the total over all metrics */
  guint32 parent;
  guint32 arc;
} Candidate;

static inline gboolean
goes_first (const Candidate *a, const Candidate *b)
{
  if (a->weight != b->weight)
    return a->weight > b->weight;
  return a->parent != b->parent ? a->parent < b->parent : a->arc < b->arc;
}

static void
push (CyanUnfolding *self, Candidate candidate)
{
  guint hole = self->n_heap++;

  if (hole == self->n_heap_allocated)
    {
      self->n_heap_allocated = MAX (1024, 2 * hole);
      cyan_charge_add (&self->charge, (self->n_heap_allocated - hole) * sizeof candidate);
      self->heap = g_renew (Candidate, self->heap, self->n_heap_allocated);
    }
  while (hole > 0 && goes_first (&candidate, &self->heap[(hole - 1) / 2]))
    {
      self->heap[hole] = self->heap[(hole - 1) / 2];
      hole = (hole - 1) / 2;
    }
  self->heap[hole] = candidate;
}

static Candidate
pop (CyanUnfolding *self)
{
  Candidate first = self->heap[0], last = self->heap[--self->n_heap];
  guint hole = 0;

  for (guint child; (child = 2 * hole + 1) < self->n_heap; hole = child)
    {
      if (child + 1 < self->n_heap && goes_first (&self->heap[child + 1], &self->heap[child]))
        child++;
      if (!goes_first (&self->heap[child], &last))
        break;
      self->heap[hole] = self->heap[child];
    }
  self->heap[hole] = last;
  return first;
}

/* Marks the vertices on the path of @node to which its arcs may lead back.  Returns FALSE if there
 * are too many. */
static gboolean
mark_path (CyanUnfolding *self, guint32 node)
{
  const guint32 *component = self->graph->component;
  guint32 own = component[cyan_unfolding_at (self->vertex, node)];
  guint n = 0;

  if (!self->graph->is_recursive[own])
    return TRUE;
  for (guint32 up = node; up != NONE && component[cyan_unfolding_at (self->vertex, up)] == own;
       up = cyan_unfolding_at (self->parent, up))
    {
      if (n++ == MAX_RECURSION)
        return FALSE;
      self->stamp[cyan_unfolding_at (self->vertex, up)] = node + 1;
      self->above[cyan_unfolding_at (self->vertex, up)] = up;
    }
  self->work += n;
  return TRUE;
}

/* Replaces the total cost of @node in its active values by how active its vertex is there: the
 * total cost divided by the cost of the vertex and its arcs, without the arcs that lead back. */
static void
split (CyanUnfolding *self, guint32 node)
{
  const CyanCallGraph *graph = self->graph;
  guint32 v = cyan_unfolding_at (self->vertex, node);
  double *active = cyan_unfolding_active (self, node), *sum = cyan_unfolding_sum (self, v);

  for (guint m = 0; m < self->n_metrics; m++)
    {
      double cost = cyan_call_graph_self (self->graph, v)[m], back = 0;

      for (guint i = graph->first[v]; i < graph->first[v + 1]; i++)
        *(self->stamp[cyan_call_graph_arc (graph, graph->out[i])->callee] != node + 1 ? &cost
                                                                                      : &back) +=
            cyan_call_graph_arc_costs (graph, graph->out[i])[m];
      /* What only leads back is spent above. */
      if (m == 0 && !(cost > 0))
        *(back > 0 ? &self->kept : &self->lost) += active[0];
      active[m] = cost > 0 ? MIN (active[m] / cost, MOST_ACTIVE) : 0;
      sum[m] += active[m];
    }
  self->kept += active[0] * cyan_call_graph_self (self->graph, v)[0];
}

static void
push_callees (CyanUnfolding *self, guint32 node, gboolean only_new)
{
  const CyanCallGraph *graph = self->graph;
  guint32 v = cyan_unfolding_at (self->vertex, node);
  const double *active = cyan_unfolding_active (self, node);

  for (guint i = graph->first[v]; i < graph->first[v + 1]; i++)
    {
      Candidate candidate = { 0, node, graph->out[i] };
      guint32 callee = cyan_call_graph_arc (graph, candidate.arc)->callee;
      const double *costs = cyan_call_graph_arc_costs (graph, candidate.arc);

      if (self->stamp[callee] == node + 1)
        {
          CyanBackArc back_arc = { node, self->above[callee], candidate.arc };

          cyan_charge_append (&self->charge, self->back_arcs, back_arc);
          continue;
        }
      for (guint m = 0; m < self->n_metrics; m++)
        if (graph->total[m] > 0)
          candidate.weight = MAX (candidate.weight, active[m] * costs[m] / graph->total[m]);
      if (self->n_contexts[callee] == 0
              ? candidate.weight >= CYAN_CALL_GRAPH_LEAST || self->n_contexts[v] == 1
              : candidate.weight >= CYAN_CALL_GRAPH_LEAST && !only_new)
        push (self, candidate);
    }
}

/* Adds a node of @vertex.  Its total cost is @costs times the activity of its parent. */
static void
add_node (CyanUnfolding *self, guint32 vertex, guint32 parent, guint32 arc, const double *costs)
{
  guint32 node = self->vertex->len;
  gboolean only_new;

  g_array_append_val (self->vertex, vertex);
  g_array_append_val (self->parent, parent);
  g_array_append_val (self->arc, arc);
  g_array_set_size (self->active, (node + 1) * self->n_metrics);
  cyan_charge_add (&self->charge, 3 * sizeof (guint32) + self->n_metrics * sizeof (double));
  for (guint m = 0; m < self->n_metrics; m++)
    cyan_unfolding_active (self, node)[m] =
        costs[m] * (parent != NONE ? cyan_unfolding_active (self, parent)[m] : 1);
  if (parent == NONE)
    self->entered += costs[0];
  self->n_contexts[vertex]++;

  only_new = !mark_path (self, node) || self->work * self->n_metrics > MAX_WORK;
  self->work += self->graph->first[vertex + 1] - self->graph->first[vertex];
  split (self, node);
  push_callees (self, node, only_new);
}

static gboolean
unfold (CyanUnfolding *self, const CyanTick *tick, GError **error)
{
  CyanCallGraph *graph = self->graph;

  for (guint v = 0; v < graph->n_vertices; v++)
    if (g_array_index (graph->is_entry, guint8, v))
      add_node (self, v, NONE, NONE, cyan_call_graph_entry_costs (graph, v));

  for (guint n = 1; self->n_heap > 0; n++)
    {
      Candidate candidate = pop (self);
      guint32 callee = cyan_call_graph_arc (graph, candidate.arc)->callee;

      if (n % STRIDE == 0
          && (!cyan_budget_check (self->charge.budget, 0, error)
              || !cyan_tick (tick, MIN (1.0, (double) self->vertex->len / self->max_nodes),
                             N_ ("Unfolding"), error)))
        return FALSE;
      if (self->n_contexts[callee] > 0
          && (candidate.weight < CYAN_CALL_GRAPH_LEAST || self->vertex->len >= self->max_nodes))
        continue;
      add_node (self, callee, candidate.parent, candidate.arc,
                cyan_call_graph_arc_costs (graph, candidate.arc));
    }
  return TRUE;
}

/* By node: the self cost of its vertex plus the costs of those of its arcs that have a child or
 * lead back.  The cost of a node is split in proportion to these. */
static double *
sum_costs (const CyanUnfolding *self)
{
  gsize n_nodes = self->vertex->len, n_metrics = self->n_metrics;
  double *costs = g_new (double, n_nodes *n_metrics);

  for (guint n = 0; n < n_nodes; n++)
    memcpy (costs + n * n_metrics,
            cyan_call_graph_self (self->graph, cyan_unfolding_at (self->vertex, n)),
            n_metrics * sizeof *costs);
  for (guint n = 0; n < n_nodes; n++)
    if (cyan_unfolding_at (self->arc, n) != NONE)
      for (guint m = 0; m < n_metrics; m++)
        costs[cyan_unfolding_at (self->parent, n) * n_metrics + m] +=
            cyan_call_graph_arc_costs (self->graph, cyan_unfolding_at (self->arc, n))[m];
  for (guint i = 0; i < self->back_arcs->len; i++)
    {
      const CyanBackArc *back_arc = &g_array_index (self->back_arcs, CyanBackArc, i);

      for (guint m = 0; m < n_metrics; m++)
        costs[back_arc->from * n_metrics + m] +=
            cyan_call_graph_arc_costs (self->graph, back_arc->arc)[m];
    }
  return costs;
}

/* One pass from the root to the leaves for one metric.  A node gets its share of its parent and
 * what comes back from below, which is the part @back of its total.  Stores in @returned how much
 * came back. */
static void
pass_down (CyanUnfolding *self, guint metric, const double *costs, double *back, double *returned)
{
  guint n_nodes = self->vertex->len, n_metrics = self->n_metrics;

  for (guint n = 0; n < n_nodes; n++)
    {
      guint32 up = cyan_unfolding_at (self->parent, n);
      double all = up == NONE
                       ? cyan_call_graph_entry_costs (self->graph,
                                                      cyan_unfolding_at (self->vertex, n))[metric]
                       : cyan_unfolding_active (self, up)[metric]
                             * cyan_call_graph_arc_costs (self->graph,
                                                          cyan_unfolding_at (self->arc, n))[metric];
      double cost = costs[(gsize) n * n_metrics + metric];

      all /= 1 - back[n];
      cyan_unfolding_active (self, n)[metric] = cost > 0 ? MIN (all / cost, MOST_ACTIVE) : 0;
      returned[n] = 0;
    }
  for (guint i = 0; i < self->back_arcs->len; i++)
    {
      const CyanBackArc *back_arc = &g_array_index (self->back_arcs, CyanBackArc, i);

      returned[back_arc->to] += cyan_unfolding_active (self, back_arc->from)[metric]
                                * cyan_call_graph_arc_costs (self->graph, back_arc->arc)[metric];
    }
}

/* Splits the costs of recursive arcs again at the vertex above, until the result no longer changes.
 * The part of a node's cost that comes back depends on its subtree alone, so a few passes converge:
 * inner recursion first, then outer. */
static gboolean
refine (CyanUnfolding *self, const CyanTick *tick, GError **error)
{
  guint n_nodes = self->vertex->len, n_metrics = self->n_metrics;
  g_autofree double *costs = NULL;
  g_autofree double *back = NULL;
  g_autofree double *returned = NULL;

  if (self->back_arcs->len == 0)
    return TRUE;
  costs = sum_costs (self);
  back = g_new (double, n_nodes);
  returned = g_new (double, n_nodes);
  for (guint m = 0; m < n_metrics; m++)
    {
      memset (back, 0, n_nodes * sizeof *back);
      for (guint pass = 0; pass < MAX_PASSES; pass++)
        {
          double change = 0;

          if (!cyan_tick (tick, (double) m / n_metrics, N_ ("Unfolding"), error))
            return FALSE;
          pass_down (self, m, costs, back, returned);
          for (guint n = 0; n < n_nodes; n++)
            {
              double all = cyan_unfolding_active (self, n)[m] * costs[(gsize) n * n_metrics + m];
              double part = returned[n] > 0 && all > 0 ? MIN (returned[n] / all, MOST_BACK) : 0;

              change = MAX (change, fabs (part - back[n]));
              back[n] = part;
            }
          if (change < CONVERGED)
            break;
        }
    }
  memset (self->sum, 0, (gsize) self->graph->n_vertices * n_metrics * sizeof (double));
  for (guint n = 0; n < n_nodes; n++)
    for (guint m = 0; m < n_metrics; m++)
      cyan_unfolding_sum (self, cyan_unfolding_at (self->vertex, n))[m] +=
          cyan_unfolding_active (self, n)[m];
  return TRUE;
}

/* Checks that the budget has room for the temporary arrays of refining and distributing. */
static gboolean
reserve_sharing (CyanUnfolding *self, GError **error)
{
  guint64 n_nodes = self->vertex->len;
  guint64 bytes = n_nodes * ((2 + self->n_metrics) * sizeof (double) + 3 * sizeof (guint32))
                  + self->graph->n_vertices * 4 * sizeof (double)
                  + self->graph->arcs->len * (4 * sizeof (double) + sizeof (guint32));

  if (!cyan_budget_check (self->charge.budget, bytes, error))
    return FALSE;
  cyan_charge_add (&self->charge, bytes);
  return TRUE;
}

gboolean
cyan_call_graph_unfold (CyanCallGraph *self,
                        CyanProfileBuilder *builder,
                        const CyanTick *tick,
                        GError **error)
{
  CyanTick unfolding = cyan_tick_slice (tick, 0, UNFOLDING_SHARE);
  CyanTick refining = cyan_tick_slice (tick, UNFOLDING_SHARE, 1);
  guint64 size = (guint64) self->n_vertices + self->arcs->len;
  g_auto (CyanScratch) scratch = { NULL };
  CyanUnfolding u = {
    .graph = self,
    .n_metrics = self->n_metrics,
    .vertex = cyan_scratch_array (&scratch, sizeof (guint32)),
    .parent = cyan_scratch_array (&scratch, sizeof (guint32)),
    .arc = cyan_scratch_array (&scratch, sizeof (guint32)),
    .active = cyan_scratch_array (&scratch, sizeof (double)),
    .back_arcs = cyan_scratch_array (&scratch, sizeof (CyanBackArc)),
    .stamp = cyan_scratch_own (&scratch, g_new0 (guint32, self->n_vertices), g_free),
    .above = cyan_scratch_own (&scratch, g_new0 (guint32, self->n_vertices), g_free),
    .n_contexts = cyan_scratch_own (&scratch, g_new0 (guint32, self->n_vertices), g_free),
    .sum = cyan_scratch_own (&scratch, g_new0 (double, (gsize) self->n_vertices * self->n_metrics),
                             g_free),
  };

  cyan_scratch_free (&scratch, &u.heap);
  cyan_scratch_charge (&scratch, &u.charge, self->charge.budget);
  cyan_charge_set (&u.charge,
                   self->n_vertices * (3 * sizeof (guint32) + self->n_metrics * sizeof (double)));
  u.max_nodes = (guint) MIN (NODES_FOR_ALL + NODES_FOR_EACH * size,
                             MIN (MAX_NODES, MAX_NUMBERS / (3 + self->n_metrics)));
  u.max_nodes = MIN (u.max_nodes, cyan_profile_builder_max_nodes (builder) - 1);
  return cyan_call_graph_prepare (self, error) && unfold (&u, &unfolding, error)
         && reserve_sharing (&u, error) && refine (&u, &refining, error)
         && cyan_unfolding_emit (&u, builder, error);
}

gboolean
cyan_call_graph_unfold_input (CyanCallGraph *self,
                              const CyanInput *input,
                              CyanProfileBuilder *builder,
                              GError **error)
{
  CyanTick tick = cyan_input_tick_after (input);
  GError *failure = NULL;

  if (cyan_call_graph_unfold (self, builder, &tick, &failure))
    return TRUE;
  if (!cyan_error_is_cancelled (failure))
    g_prefix_error (&failure, "%s: ", cyan_input_name (input));
  g_propagate_error (error, failure);
  return FALSE;
}
