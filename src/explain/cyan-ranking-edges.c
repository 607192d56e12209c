/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A function that costs more or less below one of its callers only did not change itself: that
 * caller gives it more or less to do.
 *
 * Let g1 and g2 be what a function costs below one caller before and after, o1 and o2 below all
 * others. If the function itself had changed, log (o2 / o1) would be about log (g2 / g1).  What is
 * left of the latter, as a fraction, is the caller's, as far as the change is larger than what
 * sampling, and a spread of 5 % between callers, explain of the others.
 */
#include <math.h>

#include "cyan-explain-private.h"

/* Standard deviation of log (o2 / o1) without a change, besides sampling. */
#define SPREAD 0.05

/* The other callers tell in full if they have this part of a function's cost. */
#define ENOUGH 0.1

/* A variance of the others that is this many times smaller than the change squared leaves half of
 * it. */
#define PRIOR 4.0

/* In place of samples, of a function's cost: so that the logarithm of nothing is finite. */
#define LEAST 1e-9

static void
add (double sum[2], const double value[2])
{
  for (guint side = 0; side < 2; side++)
    sum[side] += value[side];
}

/* The fraction of a change from group[0] to group[1] that is the caller's. */
static double
fraction_above (const CyanRankingSweep *self, const double group[2], const double all[2])
{
  double log_group, log_others, weight, whole = all[0] + all[1];
  double variance = SPREAD * SPREAD, least = LEAST * whole, others[2];

  for (guint side = 0; side < 2; side++)
    {
      double period =
          self->compared->side[side].period * cyan_compared_factor (self->compared, side);

      others[side] = all[side] - MAX (group[side], 0);
      if (!(others[side] > LEAST * whole))
        return 0;
      variance += period / others[side];
      least = MAX (least, period / 2);
    }
  log_others = log (others[1] / others[0]);
  log_group = log ((MAX (group[1], 0) + least) / (MAX (group[0], 0) + least));
  if (log_group == 0)
    return 0;
  weight = log_group * log_group / (log_group * log_group + PRIOR * variance)
           * MIN (1.0, (others[0] + others[1]) / whole / ENOUGH);
  return weight * (1 - CLAMP (log_others / log_group, 0.0, 1.0));
}

/* By pair: its first pair of the same function in the same file.  Two functions of one name that
 * two files have are two. */
static guint32 *
group_pairs (const CyanRankingSweep *self)
{
  const CyanFunctionPairs *pairs = self->compared->pairs;
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  guint32 *groups = g_new (guint32, MAX (pairs->n, 1));

  for (guint32 pair = 0; pair < pairs->n; pair++)
    {
      gsize file = cyan_comparison_pair_function (self->comparison, pair)->file;
      gpointer key = (gpointer) (file * pairs->n_functions + pairs->function[pair]);
      gpointer found;

      groups[pair] =
          g_hash_table_lookup_extended (known, key, NULL, &found) ? GPOINTER_TO_UINT (found) : pair;
      g_hash_table_insert (known, key, GUINT_TO_POINTER (groups[pair]));
    }
  return groups;
}

static guint32
edge_of (CyanRankingSweep *self, GHashTable *known, const guint32 *groups, CyanNode node)
{
  const CyanFunctionPairs *pairs = self->compared->pairs;
  CyanNode caller = self->caller[node];
  guint32 group = groups[pairs->of_node[node]];
  gsize above = caller != CYAN_NODE_ROOT ? cyan_compared_function (self->compared, caller) + 1 : 0;
  gpointer key = (gpointer) (above * pairs->n + group);
  gpointer found;

  if (!g_hash_table_lookup_extended (known, key, NULL, &found))
    {
      const CyanRankingEdge edge = { .group = group };

      found = GUINT_TO_POINTER (self->edges->len);
      g_hash_table_insert (known, key, found);
      g_array_append_val (self->edges, edge);
    }
  return GPOINTER_TO_UINT (found);
}

static void
add_self (CyanRankingSweep *self, CyanNode node)
{
  CyanBoth both = cyan_parcs_both (self->comparison, node);
  CyanNode home = self->home[node];
  double value[2], calls = 0;

  if (home == CYAN_NODE_ROOT || self->common[node] != node
      || (cyan_ranking_kind (self, node) & CYAN_RANKING_ENVIRONMENT) != 0
      || cyan_ranking_moved_away (self, node, both))
    return;
  cyan_parcs_self_values (self->comparison, both, value);
  if (cyan_ranking_has_both (both)
      && cyan_parcs_find_caller (self->comparison, node) != CYAN_NODE_NONE)
    calls = cyan_ranking_part_of_calls (self, both, value);
  value[0] += calls / 2;
  value[1] -= calls / 2;
  add (g_array_index (self->edges, CyanRankingEdge, self->edge[home]).self, value);
}

/* In a recursion the outermost context has the time of all. */
static void
add_total (CyanRankingSweep *self, CyanNode node)
{
  const CyanCompared *compared = self->compared;
  CyanNode above = self->home[compared->tree->parent[node]];
  double value[2];

  if (above != CYAN_NODE_ROOT
      && cyan_compared_function (compared, above) == cyan_compared_function (compared, node))
    return;
  for (guint side = 0; side < 2; side++)
    value[side] =
        cyan_compared_total (compared, side, node) * cyan_compared_factor (compared, side);
  add (g_array_index (self->edges, CyanRankingEdge, self->edge[node]).total, value);
}

static void
find_fractions (CyanRankingSweep *self)
{
  g_autofree CyanRankingEdge *all = g_new0 (CyanRankingEdge, MAX (self->compared->pairs->n, 1));

  for (guint i = 0; i < self->edges->len; i++)
    {
      const CyanRankingEdge *edge = &g_array_index (self->edges, CyanRankingEdge, i);

      add (all[edge->group].self, edge->self);
      add (all[edge->group].total, edge->total);
    }
  for (guint i = 0; i < self->edges->len; i++)
    {
      const CyanRankingEdge *edge = &g_array_index (self->edges, CyanRankingEdge, i);

      self->above[0][i] = fraction_above (self, edge->self, all[edge->group].self);
      self->above[1][i] = fraction_above (self, edge->total, all[edge->group].total);
    }
}

void
cyan_ranking_find_edges (CyanRankingSweep *self)
{
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  g_autofree guint32 *groups = group_pairs (self);
  guint n = self->compared->n_nodes;

  for (CyanNode node = 1; node < n; node++)
    if (self->home[node] == node)
      {
        self->edge[node] = edge_of (self, known, groups, node);
        add_total (self, node);
      }
  for (CyanNode node = 1; node < n; node++)
    add_self (self, node);
  for (guint i = 0; i < 2; i++)
    self->above[i] = g_new (double, MAX (self->edges->len, 1));
  find_fractions (self);
}
