/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Builds a call graph: vertices, arcs and their costs; finds its strongly connected components and
 * the vertices at which it is entered from outside.
 */
#include "cyan-call-graph-private.h"

#include "cyan-number.h"

/* If a component costs more than its callers account for by at least this share, it is also entered
 * from outside. */
#define UNEXPLAINED 0.01

CyanCallGraph *
cyan_call_graph_new (guint n_metrics, CyanBudget *budget)
{
  CyanCallGraph *self = g_new0 (CyanCallGraph, 1);
  gpointer prepared[] = { &self->total, &self->first, &self->out, &self->component,
                          &self->is_recursive };

  cyan_scratch_charge (&self->kept, &self->charge, budget);
  self->n_metrics = n_metrics;
  self->functions = cyan_scratch_array (&self->kept, sizeof (guint32));
  self->self = cyan_scratch_array (&self->kept, sizeof (double));
  self->arcs = cyan_scratch_array (&self->kept, sizeof (CyanArc));
  self->inclusive = cyan_scratch_array (&self->kept, sizeof (double));
  cyan_scratch_hold (&self->kept, cyan_table, &self->table);
  self->entries = cyan_scratch_array (&self->kept, sizeof (double));
  self->entry_calls = cyan_scratch_array (&self->kept, sizeof (guint64));
  self->loop_calls = cyan_scratch_array (&self->kept, sizeof (guint64));
  self->is_entry = cyan_scratch_array (&self->kept, sizeof (guint8));
  self->scratch = cyan_scratch_own (&self->kept, g_new0 (double, n_metrics), g_free);
  for (guint i = 0; i < G_N_ELEMENTS (prepared); i++)
    cyan_scratch_free (&self->kept, prepared[i]);
  return self;
}

void
cyan_call_graph_free (CyanCallGraph *self)
{
  cyan_scratch_clear (&self->kept);
  g_free (self);
}

guint
cyan_call_graph_add_vertex (CyanCallGraph *self)
{
  guint n = ++self->n_vertices;

  g_array_set_size (self->functions, n);
  g_array_set_size (self->self, n * self->n_metrics);
  g_array_set_size (self->entries, n * self->n_metrics);
  g_array_set_size (self->entry_calls, n);
  g_array_set_size (self->loop_calls, n);
  g_array_set_size (self->is_entry, n);
  cyan_charge_add (&self->charge, sizeof (guint32) + 2 * sizeof (guint64) + sizeof (guint8)
                                      + 2 * self->n_metrics * sizeof (double));
  return n - 1;
}

guint
cyan_call_graph_n_vertices (const CyanCallGraph *self)
{
  return self->n_vertices;
}

guint
cyan_call_graph_n_arcs (const CyanCallGraph *self)
{
  return self->arcs->len;
}

void
cyan_call_graph_set_function (CyanCallGraph *self, guint vertex, guint32 function)
{
  g_array_index (self->functions, guint32, vertex) = function;
}

double *
cyan_call_graph_self (CyanCallGraph *self, guint vertex)
{
  return &g_array_index (self->self, double, (gsize) vertex * self->n_metrics);
}

static gboolean
has_ends (gconstpointer owner, guint32 number, gconstpointer key)
{
  const CyanArc *arc = cyan_call_graph_arc (owner, number - 1), *wanted = key;

  return arc->caller == wanted->caller && arc->callee == wanted->callee;
}

static inline guint32
hash_arc (const CyanCallGraph *self, const CyanArc *arc)
{
  return cyan_table_hash (&self->table, (guint64) arc->caller << 32 | arc->callee, 0);
}

/* The index of the arc, added if new. */
static guint32
find_arc (CyanCallGraph *self, guint32 caller, guint32 callee)
{
  const CyanArc arc = { .caller = caller, .callee = callee };
  guint32 hash = hash_arc (self, &arc);
  guint32 number = cyan_table_find (&self->table, hash, has_ends, self, &arc);
  guint64 before = cyan_table_memory (&self->table);

  if (number != 0)
    return number - 1;
  g_array_append_val (self->arcs, arc);
  g_array_set_size (self->inclusive, self->arcs->len * self->n_metrics);
  number = self->arcs->len;
  if (cyan_table_make_room (&self->table, number))
    for (guint32 i = 1; i < number; i++)
      cyan_table_add (&self->table, hash_arc (self, cyan_call_graph_arc (self, i - 1)), i);
  cyan_table_add (&self->table, hash, number);
  cyan_charge_add (&self->charge, sizeof arc + self->n_metrics * sizeof (double)
                                      + cyan_table_memory (&self->table) - before);
  return number - 1;
}

double *
cyan_call_graph_add_arc (
    CyanCallGraph *self, guint caller, guint callee, guint32 call_site, guint64 calls)
{
  guint32 index;
  CyanArc *arc;

  self->has_calls |= calls > 0;
  if (caller == CYAN_CALL_GRAPH_OUTSIDE || caller == callee)
    {
      GArray *counts = caller == callee ? self->loop_calls : self->entry_calls;
      guint64 *count = &g_array_index (counts, guint64, callee);

      *count = cyan_add_saturating (*count, calls);
      if (caller == callee)
        return self->scratch;
      g_array_index (self->is_entry, guint8, callee) = TRUE;
      self->has_entries = TRUE;
      return cyan_call_graph_entry_costs (self, callee);
    }

  index = find_arc (self, caller, callee);
  arc = &g_array_index (self->arcs, CyanArc, index);
  arc->calls = cyan_add_saturating (arc->calls, calls);
  if (!arc->has_sites)
    arc->call_site = call_site;
  else if (arc->call_site != call_site)
    arc->call_site = 0;
  arc->has_sites = TRUE;
  return &g_array_index (self->inclusive, double, (gsize) index * self->n_metrics);
}

void
cyan_call_graph_set_by_calls (CyanCallGraph *self)
{
  g_assert (self->n_metrics == 1);
  self->by_calls = TRUE;
}

static void
sort_arcs (CyanCallGraph *self)
{
  guint n = self->arcs->len;

  self->first = g_new0 (guint32, self->n_vertices + 1);
  self->out = g_new (guint32, n);
  for (guint a = 0; a < n; a++)
    self->first[cyan_call_graph_arc (self, a)->caller + 1]++;
  for (guint v = 0; v < self->n_vertices; v++)
    self->first[v + 1] += self->first[v];
  for (guint a = 0; a < n; a++)
    self->out[self->first[cyan_call_graph_arc (self, a)->caller]++] = a;
  for (guint v = self->n_vertices; v > 0; v--)
    self->first[v] = self->first[v - 1];
  self->first[0] = 0;
}

/* Tarjan's algorithm with an explicit stack. */
static guint
find_components (CyanCallGraph *self)
{
  guint n = self->n_vertices, n_seen = 0, n_open = 0, n_components = 0;
  g_autofree guint32 *seen = g_new0 (guint32, n); /* order of first visit, from 1 */
  g_autofree guint32 *low = g_new (guint32, n);
  g_autofree guint32 *open = g_new (guint32, n);
  g_autofree guint32 *up = g_new (guint32, n);
  g_autofree guint32 *next = g_new (guint32, n);

  self->component = g_new (guint32, n);
  self->is_recursive = g_new0 (guint8, n);
  for (guint v = 0; v < n; v++)
    self->component[v] = NONE;
  for (guint start = 0; start < n; start++)
    {
      guint32 v = start;

      if (seen[start] != 0)
        continue;
      up[v] = NONE;
      while (v != NONE)
        {
          if (seen[v] == 0)
            {
              seen[v] = low[v] = ++n_seen;
              next[v] = self->first[v];
              open[n_open++] = v;
            }
          if (next[v] < self->first[v + 1])
            {
              guint32 to = cyan_call_graph_arc (self, self->out[next[v]])->callee;

              if (seen[to] == 0)
                {
                  up[to] = v;
                  v = to;
                  continue;
                }
              next[v]++;
              if (self->component[to] == NONE)
                low[v] = MIN (low[v], low[to]);
              continue;
            }
          if (low[v] == seen[v])
            {
              self->is_recursive[n_components] = open[n_open - 1] != v;
              do
                self->component[open[--n_open]] = n_components;
              while (open[n_open] != v);
              n_components++;
            }
          v = up[v];
        }
    }
  return n_components;
}

/* Costs of each component, the costs that its callers account for, and the vertex of each component
 * whose own callers account for least. */
typedef struct
{
  double *cost; /* n_metrics per component */
  double *paid;
  double *surplus;     /* by vertex, of metric 0 */
  guint8 *has_callers; /* by component */
  guint32 *best;       /* by component */
} Balance;

static void
balance_arcs (const CyanCallGraph *self, Balance *balance)
{
  guint n_metrics = self->n_metrics;

  for (guint a = 0; a < self->arcs->len; a++)
    {
      const CyanArc *arc = cyan_call_graph_arc (self, a);
      const double *costs = cyan_call_graph_arc_costs (self, a);
      gsize from = self->component[arc->caller], to = self->component[arc->callee];

      balance->surplus[arc->caller] += costs[0];
      balance->surplus[arc->callee] -= costs[0];
      if (from == to)
        continue;
      balance->has_callers[to] = TRUE;
      for (guint m = 0; m < n_metrics; m++)
        {
          balance->cost[from * n_metrics + m] += costs[m];
          balance->paid[to * n_metrics + m] += costs[m];
        }
    }
}

static void
balance_vertices (CyanCallGraph *self, Balance *balance)
{
  guint n_metrics = self->n_metrics;

  for (guint v = 0; v < self->n_vertices; v++)
    {
      gsize c = self->component[v];
      const double *costs = cyan_call_graph_self (self, v);
      const double *entry = cyan_call_graph_entry_costs (self, v);

      balance->has_callers[c] |= g_array_index (self->is_entry, guint8, v);
      balance->surplus[v] += costs[0] - entry[0];
      for (guint m = 0; m < n_metrics; m++)
        {
          balance->cost[c * n_metrics + m] += costs[m];
          balance->paid[c * n_metrics + m] += entry[m];
          self->total[m] += costs[m];
        }
    }
  for (guint v = 0; v < self->n_vertices; v++)
    {
      guint32 *best = &balance->best[self->component[v]];

      if (*best == NONE || balance->surplus[v] > balance->surplus[*best])
        *best = v;
    }
}

static void
find_entries (CyanCallGraph *self, guint n_components)
{
  guint n_metrics = self->n_metrics;
  g_autofree double *cost_of = g_new0 (double, (gsize) n_components *n_metrics);
  g_autofree double *paid_of = g_new0 (double, (gsize) n_components *n_metrics);
  g_autofree double *surplus = g_new0 (double, self->n_vertices);
  g_autofree guint8 *has_callers = g_new0 (guint8, n_components);
  g_autofree guint32 *best = g_new (guint32, n_components);
  Balance balance = { cost_of, paid_of, surplus, has_callers, best };

  for (guint c = 0; c < n_components; c++)
    balance.best[c] = NONE;
  balance_arcs (self, &balance);
  balance_vertices (self, &balance);
  for (gsize c = 0; c < n_components; c++)
    {
      const double *cost = balance.cost + c * n_metrics, *paid = balance.paid + c * n_metrics;
      gboolean unexplained = !balance.has_callers[c];

      for (guint m = 0; m < n_metrics && !self->has_entries; m++)
        unexplained |= cost[m] - paid[m] > UNEXPLAINED * cost[m]
                       && cost[m] - paid[m] > CYAN_CALL_GRAPH_LEAST * self->total[m];
      if (!unexplained)
        continue;
      g_array_index (self->is_entry, guint8, balance.best[c]) = TRUE;
      for (guint m = 0; m < n_metrics; m++)
        cyan_call_graph_entry_costs (self, balance.best[c])[m] += MAX (cost[m] - paid[m], 0);
    }
}

gboolean
cyan_call_graph_prepare (CyanCallGraph *self, GError **error)
{
  /* kept: first, component, is_recursive and out. passing: the columns of find_components(), which
   * are freed before find_entries() and paying allocate their own. */
  guint64 kept = self->n_vertices * (2 * sizeof (guint32) + sizeof (guint8))
                 + self->arcs->len * sizeof (guint32);
  guint64 passing =
      self->n_vertices
          * MAX (5 * (sizeof (guint32) + sizeof (double)),
                 sizeof (guint8) + sizeof (guint32) + (1 + 2 * self->n_metrics) * sizeof (double))
      + self->arcs->len * sizeof (guint32);
  guint n_components;

  if (!cyan_budget_check (self->charge.budget, kept + passing, error))
    return FALSE;
  cyan_charge_add (&self->charge, kept + passing);
  self->total = g_new0 (double, self->n_metrics);
  sort_arcs (self);
  n_components = find_components (self);
  if (self->by_calls)
    cyan_call_graph_pay_callees (self, n_components);
  find_entries (self, n_components);
  if (self->by_calls)
    cyan_call_graph_pay_cycles (self, n_components);
  cyan_charge_drop (&self->charge, passing);
  return TRUE;
}
