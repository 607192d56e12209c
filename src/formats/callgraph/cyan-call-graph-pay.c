/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The costs of arcs that have calls and no cost, as gprof pays them: the total of a component is
 * split over the arcs into it in proportion to their calls.
 *
 * Arcs within a component get costs with which each vertex costs what its callers pay: a guess by
 * calls, and what then is too much or too little goes by way of the vertex that is paid most from
 * outside.  So the callers of a cycle cost what gprof says, whatever the guess.
 */
#include "cyan-call-graph-private.h"

typedef struct
{
  CyanCallGraph *graph;
  guint32 *member_first; /* by component, of member; one more than there are */
  guint32 *member;       /* vertices by component */
  guint32 *in_first;     /* by vertex, of in; one more than there are */
  guint32 *in;           /* arcs by callee */
  double *total;         /* by component: what it costs with all that it calls */
  double *own;           /* by vertex: what it costs without its component */
  double *over;          /* by vertex: what its callers pay too much */
  guint32 *queue;        /* vertices of one component, in the order of a search */
  guint32 *found_by;     /* by vertex: the arc of that search; NONE: not found yet */
} Payment;

static double *
cost_of (const CyanCallGraph *graph, guint arc)
{
  return &g_array_index (graph->inclusive, double, arc);
}

/* Sorts the numbers below @n by @key_of, a number below @n_keys; *@first is by key. */
static guint32 *
sort_by (guint n,
         guint n_keys,
         guint32 (*key_of) (const CyanCallGraph *, guint),
         const CyanCallGraph *graph,
         guint32 **first)
{
  guint32 *sorted = g_new (guint32, n), *at = *first = g_new0 (guint32, n_keys + 1);

  for (guint i = 0; i < n; i++)
    at[key_of (graph, i) + 1]++;
  for (guint key = 0; key < n_keys; key++)
    at[key + 1] += at[key];
  for (guint i = 0; i < n; i++)
    sorted[at[key_of (graph, i)]++] = i;
  for (guint key = n_keys; key > 0; key--)
    at[key] = at[key - 1];
  at[0] = 0;
  return sorted;
}

static guint32
component_of (const CyanCallGraph *graph, guint vertex)
{
  return graph->component[vertex];
}

static guint32
callee_of (const CyanCallGraph *graph, guint arc)
{
  return cyan_call_graph_arc (graph, arc)->callee;
}

static gboolean
is_inner (const CyanCallGraph *graph, guint arc)
{
  const CyanArc *ends = cyan_call_graph_arc (graph, arc);

  return graph->component[ends->caller] == graph->component[ends->callee];
}

/* Pays the arcs into a component, whose total is known, and adds them to what their callers cost. */
static void
pay_component (Payment *self, guint32 component)
{
  double calls = 0;

  for (guint pass = 0; pass < 2; pass++)
    for (guint m = self->member_first[component]; m < self->member_first[component + 1]; m++)
      for (guint i = self->in_first[self->member[m]]; i < self->in_first[self->member[m] + 1]; i++)
        {
          const CyanArc *arc = cyan_call_graph_arc (self->graph, self->in[i]);
          double *cost = cost_of (self->graph, self->in[i]);

          if (is_inner (self->graph, self->in[i]))
            continue;
          if (pass == 0)
            {
              calls += (double) arc->calls;
              continue;
            }
          if (*cost <= 0 && calls > 0)
            *cost = self->total[component] * ((double) arc->calls / calls);
          self->total[self->graph->component[arc->caller]] += *cost;
        }
}

/* Guesses the inner arcs of @component, and stores what its vertices are paid too much. */
static void
guess_inner (Payment *self, guint32 component)
{
  CyanCallGraph *graph = self->graph;

  for (guint m = self->member_first[component]; m < self->member_first[component + 1]; m++)
    {
      guint32 v = self->member[m];
      double calls = 0;

      self->over[v] += cyan_call_graph_entry_costs (graph, v)[0] - self->own[v];
      for (guint i = self->in_first[v]; i < self->in_first[v + 1]; i++)
        calls += (double) cyan_call_graph_arc (graph, self->in[i])->calls;
      for (guint i = self->in_first[v]; i < self->in_first[v + 1]; i++)
        {
          const CyanArc *arc = cyan_call_graph_arc (graph, self->in[i]);
          double *cost = cost_of (graph, self->in[i]);

          if (is_inner (graph, self->in[i]))
            {
              if (*cost <= 0 && calls > 0)
                *cost = self->own[v] * ((double) arc->calls / calls);
              self->over[arc->caller] -= *cost;
            }
          self->over[v] += *cost;
        }
    }
}

/* Searches the component of @root from there, along arcs or against them.  Returns the number of
 * vertices in the queue, the root first. */
static guint
search (Payment *self, guint32 root, gboolean against)
{
  const CyanCallGraph *graph = self->graph;
  const guint32 *first = against ? self->in_first : graph->first;
  const guint32 *arcs = against ? self->in : graph->out;
  guint n = 0, component = graph->component[root];

  for (guint m = self->member_first[component]; m < self->member_first[component + 1]; m++)
    self->found_by[self->member[m]] = NONE;
  self->queue[n++] = root;
  for (guint at = 0; at < n; at++)
    for (guint i = first[self->queue[at]]; i < first[self->queue[at] + 1]; i++)
      {
        const CyanArc *arc = cyan_call_graph_arc (graph, arcs[i]);
        guint32 next = against ? arc->caller : arc->callee;

        if (next == root || !is_inner (graph, arcs[i]) || self->found_by[next] != NONE)
          continue;
        self->found_by[next] = arcs[i];
        self->queue[n++] = next;
      }
  return n;
}

/* Sends what is paid too much to @root, and what is missing from there. */
static void
level (Payment *self, guint32 root)
{
  for (guint against = 2; against-- > 0;)
    for (guint n = search (self, root, against); n-- > 1;)
      {
        guint32 v = self->queue[n], arc = self->found_by[v];
        const CyanArc *ends = cyan_call_graph_arc (self->graph, arc);
        double over = self->over[v];

        if (against ? over <= 0 : over >= 0)
          continue;
        *cost_of (self->graph, arc) += against ? over : -over;
        self->over[against ? ends->callee : ends->caller] += over;
        self->over[v] = 0;
      }
}

static void
pay_cycle (Payment *self, guint32 component)
{
  guint32 root = self->member[self->member_first[component]];

  guess_inner (self, component);
  for (guint m = self->member_first[component]; m < self->member_first[component + 1]; m++)
    if (self->over[self->member[m]] > self->over[root])
      root = self->member[m];
  level (self, root);
}

static void
prepare (Payment *self, guint n_components, CyanScratch *scratch)
{
  CyanCallGraph *graph = self->graph;
  guint n = graph->n_vertices;
  gpointer freed[] = { &self->member_first, &self->member, &self->in_first,
                       &self->in,           &self->total,  &self->own,
                       &self->over,         &self->queue,  &self->found_by };

  g_assert (graph->n_metrics == 1);
  for (guint i = 0; i < G_N_ELEMENTS (freed); i++)
    cyan_scratch_free (scratch, freed[i]);
  self->member = sort_by (n, n_components, component_of, graph, &self->member_first);
  self->in = sort_by (graph->arcs->len, n, callee_of, graph, &self->in_first);
  self->total = g_new0 (double, n_components);
  self->own = g_new (double, n);
  self->over = g_new0 (double, n);
  self->queue = g_new (guint32, n);
  self->found_by = g_new (guint32, n);
  for (guint v = 0; v < n; v++)
    {
      self->own[v] = cyan_call_graph_self (graph, v)[0];
      self->total[graph->component[v]] += self->own[v];
    }
}

void
cyan_call_graph_pay_callees (CyanCallGraph *graph, guint n_components)
{
  g_auto (CyanScratch) scratch = { NULL };
  Payment self = { .graph = graph };

  prepare (&self, n_components, &scratch);
  /* A component has a lower number than those that call it. */
  for (guint c = 0; c < n_components; c++)
    pay_component (&self, c);
}

void
cyan_call_graph_pay_cycles (CyanCallGraph *graph, guint n_components)
{
  g_auto (CyanScratch) scratch = { NULL };
  Payment self = { .graph = graph };

  prepare (&self, n_components, &scratch);
  for (guint a = 0; a < graph->arcs->len; a++)
    if (!is_inner (graph, a))
      self.own[cyan_call_graph_arc (graph, a)->caller] += *cost_of (graph, a);
  for (guint c = 0; c < n_components; c++)
    if (graph->is_recursive[c])
      pay_cycle (&self, c);
}
