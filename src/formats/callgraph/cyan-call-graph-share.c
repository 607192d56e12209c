/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Distributes the costs and calls of a call graph over its contexts, in proportion to how active
 * each vertex is in each of them.  The sums are those of the graph.
 */
#include "cyan-call-graph-private.h"

#include "cyan-i18n.h"
#include "cyan-number.h"

#include <math.h>
#include <string.h>

/* If a metric is 0 in all contexts of a vertex, they are weighted by metric 0, or else equally.  So
 * their shares of it are always defined. */
static void
complete (CyanUnfolding *self)
{
  guint n_nodes = self->vertex->len;

  for (guint n = 0; n < n_nodes; n++)
    {
      const double *sum = cyan_unfolding_sum (self, cyan_unfolding_at (self->vertex, n));
      double *active = cyan_unfolding_active (self, n);

      if (!(sum[0] > 0))
        active[0] = 1;
      for (guint m = 1; m < self->n_metrics; m++)
        if (!(sum[m] > 0))
          active[m] = active[0];
    }
}

static int
by_parent_and_arc (gconstpointer a, gconstpointer b, gpointer data)
{
  const CyanUnfolding *self = data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;
  /* NONE, the parent of entries, sorts first. */
  guint32 x_parent = cyan_unfolding_at (self->parent, x) + 1,
          y_parent = cyan_unfolding_at (self->parent, y) + 1;

  if (x_parent != y_parent)
    return x_parent < y_parent ? -1 : 1;
  if (cyan_unfolding_at (self->arc, x) != cyan_unfolding_at (self->arc, y))
    return cyan_unfolding_at (self->arc, x) < cyan_unfolding_at (self->arc, y) ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* The nodes, parents before children, siblings in the order of the file. */
static guint32 *
order_nodes (const CyanUnfolding *self)
{
  guint n = self->vertex->len;
  guint32 *order = g_new (guint32, n);

  for (guint i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint) n, sizeof *order, by_parent_and_arc, (gpointer) self);
  return order;
}

/* A whole number that is handed out in parts.  The amount given so far is always the rounded sum of
 * the parts so far, so all of it is given once the parts add up to @sum. */
typedef struct
{
  double sum; /* of all parts */
  double come;
  double given;
} Portion;

static double
take (Portion *portion, double whole, double part, gboolean in_ones)
{
  double due, taken;

  if (!in_ones)
    return whole * (part / portion->sum);
  portion->come += part;
  due =
      portion->come >= portion->sum ? whole : floor (whole * (portion->come / portion->sum) + 0.5);
  taken = MAX (due - portion->given, 0);
  portion->given += taken;
  return taken;
}

static gboolean
is_counted_in_ones (const CyanUnfolding *self, guint metric)
{
  for (guint v = 0; v < self->graph->n_vertices; v++)
    {
      double value = cyan_call_graph_self (self->graph, v)[metric];

      if (value != floor (value) || value > 9e15)
        return FALSE;
    }
  return TRUE;
}

static void
share_costs (CyanUnfolding *self,
             guint metric,
             const guint32 *order,
             const CyanNode *nodes,
             CyanProfileBuilder *builder)
{
  guint n_nodes = self->vertex->len;
  gboolean in_ones = is_counted_in_ones (self, metric);
  g_autofree Portion *portions = g_new0 (Portion, self->graph->n_vertices);

  for (guint i = 0; i < n_nodes; i++)
    portions[cyan_unfolding_at (self->vertex, order[i])].sum +=
        cyan_unfolding_active (self, order[i])[metric];
  for (guint i = 0; i < n_nodes; i++)
    {
      guint32 v = cyan_unfolding_at (self->vertex, order[i]);
      double whole = cyan_call_graph_self (self->graph, v)[metric];

      if (whole > 0)
        cyan_profile_builder_add (
            builder, metric, nodes[order[i]],
            take (&portions[v], whole, cyan_unfolding_active (self, order[i])[metric], in_ones));
    }
}

/* Like take(), for calls, which may not fit into a double. */
static guint64
take_calls (Portion *portion, guint64 whole, double part)
{
  double taken;

  if (portion->sum == part)
    return whole;
  taken = take (portion, (double) whole, part, TRUE);
  return taken < 18446744073709549568.0 ? (guint64) taken : G_MAXUINT64;
}

/* The share of its arc's calls that a node or a back arc gets: its caller's activity; equal shares
 * if the sum of all is 0. */
static double
part_of_arc (const CyanUnfolding *self, guint32 caller, double sum)
{
  return sum > 0 ? cyan_unfolding_active (self, caller)[0] : 1;
}

static void
share_calls_of_arcs (CyanUnfolding *self,
                     const guint32 *order,
                     const CyanNode *nodes,
                     guint64 *left,
                     CyanProfileBuilder *builder)
{
  const CyanCallGraph *graph = self->graph;
  guint n_nodes = self->vertex->len, n_arcs = graph->arcs->len;
  g_autofree Portion *portions = g_new0 (Portion, n_arcs);
  g_autofree guint32 *n_parts = g_new0 (guint32, n_arcs);
  g_autofree double *sums = g_new0 (double, n_arcs);

  for (guint i = 0; i < n_nodes; i++)
    if (cyan_unfolding_at (self->arc, order[i]) != NONE)
      {
        sums[cyan_unfolding_at (self->arc, order[i])] +=
            cyan_unfolding_active (self, cyan_unfolding_at (self->parent, order[i]))[0];
        n_parts[cyan_unfolding_at (self->arc, order[i])]++;
      }
  for (guint i = 0; i < self->back_arcs->len; i++)
    {
      const CyanBackArc *back_arc = &g_array_index (self->back_arcs, CyanBackArc, i);

      sums[back_arc->arc] += cyan_unfolding_active (self, back_arc->from)[0];
      n_parts[back_arc->arc]++;
    }
  for (guint a = 0; a < n_arcs; a++)
    {
      const CyanArc *arc = cyan_call_graph_arc (graph, a);

      portions[a].sum = sums[a] > 0 ? sums[a] : n_parts[a];
      if (n_parts[a] == 0)
        left[arc->callee] = cyan_add_saturating (left[arc->callee], arc->calls);
    }

  for (guint i = 0; i < n_nodes; i++)
    {
      guint32 n = order[i], a = cyan_unfolding_at (self->arc, n);

      if (a != NONE)
        cyan_profile_builder_add_calls (
            builder, nodes[n],
            take_calls (&portions[a], cyan_call_graph_arc (graph, a)->calls,
                        part_of_arc (self, cyan_unfolding_at (self->parent, n), sums[a])));
    }
  for (guint i = 0; i < self->back_arcs->len; i++)
    {
      const CyanBackArc *back_arc = &g_array_index (self->back_arcs, CyanBackArc, i);

      cyan_profile_builder_add_calls (
          builder, nodes[back_arc->to],
          take_calls (&portions[back_arc->arc], cyan_call_graph_arc (graph, back_arc->arc)->calls,
                      part_of_arc (self, back_arc->from, sums[back_arc->arc])));
    }
}

/* Distributes the calls of a vertex that belong to no arc of the tree: those by itself, and those
 * by arcs that are in no context. */
static void
share_calls_left (CyanUnfolding *self,
                  const guint32 *order,
                  const CyanNode *nodes,
                  const guint64 *left,
                  CyanProfileBuilder *builder)
{
  guint n_nodes = self->vertex->len;
  g_autofree Portion *portions = g_new0 (Portion, self->graph->n_vertices);

  for (guint i = 0; i < n_nodes; i++)
    portions[cyan_unfolding_at (self->vertex, order[i])].sum +=
        cyan_unfolding_active (self, order[i])[0];
  for (guint i = 0; i < n_nodes; i++)
    {
      guint32 v = cyan_unfolding_at (self->vertex, order[i]);

      if (left[v] > 0)
        cyan_profile_builder_add_calls (
            builder, nodes[order[i]],
            take_calls (&portions[v], left[v], cyan_unfolding_active (self, order[i])[0]));
    }
}

static void
share_calls (CyanUnfolding *self,
             const guint32 *order,
             const CyanNode *nodes,
             CyanProfileBuilder *builder)
{
  CyanCallGraph *graph = self->graph;
  g_autofree guint64 *left = g_new0 (guint64, graph->n_vertices);

  if (!graph->has_calls)
    return;
  for (guint n = 0; n < self->vertex->len; n++)
    {
      guint64 calls =
          g_array_index (graph->entry_calls, guint64, cyan_unfolding_at (self->vertex, n));

      if (cyan_unfolding_at (self->parent, n) == NONE && calls > 0)
        cyan_profile_builder_add_calls (builder, nodes[n], calls);
    }
  memcpy (left, graph->loop_calls->data, graph->n_vertices * sizeof *left);
  share_calls_of_arcs (self, order, nodes, left, builder);
  share_calls_left (self, order, nodes, left, builder);
}

static void
warn (const CyanUnfolding *self, CyanProfileBuilder *builder)
{
  gboolean folded = self->back_arcs->len > 0;
  double lost = self->entered > 0 ? self->lost / self->entered : 0;
  double cut = self->entered > 0 ? 1 - self->kept / self->entered - lost : 0;

  cyan_profile_builder_warn (builder,
                             _ ("the tree was inferred from a call graph: contexts share what a "
                                "function costs in proportion to what its callers pay"));
  for (guint v = 0; v < self->graph->n_vertices; v++)
    folded |= g_array_index (self->graph->loop_calls, guint64, v) > 0;
  if (folded)
    cyan_profile_builder_warn (builder, _ ("recursion was folded: the calls of a function below "
                                           "itself are counted where it stands above"));
  if (lost > 0.0005)
    cyan_profile_builder_warn (builder,
                               _ ("the call graph contradicts itself: %.1f %% of the total is paid "
                                  "for calls of functions that cost nothing"),
                               100 * lost);
  if (cut > 0.0005)
    cyan_profile_builder_warn (
        builder,
        _ ("only the %'u heaviest contexts were unfolded: %.1f %% of the total lies in others, and "
           "is counted where the same functions are shown"),
        cyan_profile_builder_n_nodes (builder) - 1, 100 * cut);
}

gboolean
cyan_unfolding_emit (CyanUnfolding *self, CyanProfileBuilder *builder, GError **error)
{
  guint n_nodes = self->vertex->len;
  g_autofree guint32 *order = order_nodes (self);
  g_autofree CyanNode *nodes = g_new (CyanNode, n_nodes);

  for (guint i = 0; i < n_nodes; i++)
    {
      guint32 n = order[i], up = cyan_unfolding_at (self->parent, n),
              arc = cyan_unfolding_at (self->arc, n);

      nodes[n] = cyan_profile_builder_child (
          builder, up != NONE ? nodes[up] : CYAN_NODE_ROOT,
          cyan_unfolding_at (self->graph->functions, cyan_unfolding_at (self->vertex, n)),
          arc != NONE ? cyan_call_graph_arc (self->graph, arc)->call_site : 0, error);
      if (nodes[n] == CYAN_NODE_NONE)
        return FALSE;
    }
  complete (self);
  for (guint m = 0; m < self->n_metrics; m++)
    share_costs (self, m, order, nodes, builder);
  share_calls (self, order, nodes, builder);
  warn (self, builder);
  cyan_profile_builder_set_recording (builder, CYAN_RECORDING_INFERRED, 0);
  cyan_profile_builder_set_unordered (builder);
  return TRUE;
}

gboolean
cyan_call_graph_list (CyanCallGraph *self, CyanProfileBuilder *builder, GError **error)
{
  for (guint v = 0; v < self->n_vertices; v++)
    {
      CyanNode node = cyan_profile_builder_child (builder, CYAN_NODE_ROOT,
                                                  cyan_unfolding_at (self->functions, v), 0, error);

      if (node == CYAN_NODE_NONE)
        return FALSE;
      for (guint m = 0; m < self->n_metrics; m++)
        cyan_profile_builder_add (builder, m, node, cyan_call_graph_self (self, v)[m]);
    }
  cyan_profile_builder_warn (builder,
                             _ ("the file knows no calls: all functions stand side by side"));
  cyan_profile_builder_set_unordered (builder);
  return TRUE;
}

void
cyan_call_graph_warn_negative (CyanProfileBuilder *builder, guint64 n)
{
  cyan_profile_builder_warn_n (builder, n, "%'" PRIu64 " negative cost was taken as 0",
                               "%'" PRIu64 " negative costs were taken as 0", n);
}

void
cyan_call_graph_warn_loops (CyanProfileBuilder *builder, guint64 n)
{
  cyan_profile_builder_warn_n (
      builder, n,
      "%'" PRIu64 " call of a function by itself is not counted, as in gprof's flat profile",
      "%'" PRIu64 " calls of functions by themselves are not counted, as in gprof's flat profile",
      n);
}
