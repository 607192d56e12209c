/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-structure-statistics.h"

#include "cyan-assert.h"

#include <math.h>
#include <string.h>

static guint64
count_of (const CyanTrie *tree, guint32 node)
{
  return tree->count != NULL ? tree->count[node] : 1;
}

void
cyan_structure_statistics (const CyanTrie *tree, CyanStructureStatistics *statistics)
{
  CyanStructureStatistics s = { .nodes = tree->n_nodes };
  g_autofree guint32 *degree = g_new0 (guint32, tree->n_nodes);
  g_autofree guint32 *depth = g_new0 (guint32, tree->n_nodes);
  g_autoptr (GHashTable) threads = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) functions = g_hash_table_new (NULL, NULL);

  for (guint32 i = 1; i < tree->n_nodes; i++)
    {
      guint32 parent = tree->parent[i];
      gpointer key = GUINT_TO_POINTER (tree->key[i]);

      degree[parent]++;
      depth[i] = depth[parent] + 1;
      s.depth = MAX (s.depth, depth[i]);
      s.most_calls = MAX (s.most_calls, count_of (tree, i));
      s.calls += count_of (tree, i);
      g_hash_table_add (functions, key);
      if (parent == 0)
        g_hash_table_add (threads, key);
    }
  for (guint32 i = 0; i < tree->n_nodes; i++)
    {
      s.degree = MAX (s.degree, degree[i]);
      s.leaves += i > 0 && degree[i] == 0;
    }
  s.mean_degree = tree->n_nodes > 1 ? (double) (s.nodes - 1) / (s.nodes - s.leaves) : 0;
  s.threads = g_hash_table_size (threads);
  s.functions = g_hash_table_size (functions);
  *statistics = s;
}

/* ---- accuracy ---- */

/* A mean and the largest of what is added. */
typedef struct
{
  double sum, most;
  guint n;
} Spread;

static void
spread_add (Spread *self, double value)
{
  self->sum += value;
  self->most = MAX (self->most, value);
  self->n++;
}

static double
spread_mean (const Spread *self)
{
  return self->n > 0 ? self->sum / self->n : 0;
}

/* The node of @tree for each of @whole; 0 if there is none. */
static guint32 *
find_nodes (const CyanTrie *tree, const CyanTrie *whole)
{
  g_autofree guint32 *of = g_new0 (guint32, tree->n_nodes);
  guint32 *found = g_new0 (guint32, whole->n_nodes);

  for (guint32 i = 1; i < tree->n_nodes; i++)
    {
      of[i] = cyan_trie_find (whole, of[tree->parent[i]], tree->key[i]);
      cyan_assert_slow (of[i] != 0);
      found[of[i]] = i;
    }
  found[0] = 0;
  return found;
}

/* Calls of each node with all below it. */
static double *
sum_totals (const CyanTrie *tree, const double *rest)
{
  double *totals = g_new (double, tree->n_nodes);

  for (guint32 i = 0; i < tree->n_nodes; i++)
    totals[i] = (double) tree->count[i] + (rest != NULL ? rest[i] : 0);
  for (guint32 i = tree->n_nodes; i-- > 1;)
    totals[tree->parent[i]] += totals[i];
  return totals;
}

/* Measures the share of the contexts that is in the tree. */
static void
measure_coverage (const CyanTrie *whole, const guint32 *found, CyanStructureAccuracy *a)
{
  guint64 most = 0, outside = 0, least = G_MAXUINT64, all = 0, inside = 0;
  guint n_wanted = 0, n_covered = 0;
  Spread uncovered = { 0 };

  for (guint32 i = 1; i < whole->n_nodes; i++)
    {
      most = MAX (most, whole->count[i]);
      all += whole->count[i];
      if (found[i] == 0)
        outside = MAX (outside, whole->count[i]);
    }
  if (most == 0)
    return;
  for (guint32 i = 1; i < whole->n_nodes; i++)
    {
      guint64 w = whole->count[i];
      gboolean is_wanted = (double) w >= CYAN_COVERAGE_TAU * (double) most;

      n_wanted += is_wanted;
      n_covered += is_wanted && found[i] != 0;
      if (found[i] != 0)
        inside += w;
      else
        spread_add (&uncovered, (double) w / (double) most);
      if (w > outside)
        least = MIN (least, w);
    }
  a->overlap = (double) inside / (double) all;
  a->coverage = (double) n_covered / n_wanted;
  /* Nothing reaches the most calls if the hottest context itself is outside. */
  a->tau = least == G_MAXUINT64 ? NAN : (double) least / (double) most;
  a->uncovered_most = uncovered.most;
  a->uncovered_mean = spread_mean (&uncovered);
}

/* Measures the accuracy of the hot contexts. */
static void
measure_hot (const CyanTrie *tree,
             const double *rest,
             const CyanTrie *whole,
             const guint32 *found,
             guint64 limit,
             CyanStructureAccuracy *a)
{
  g_autofree double *totals = sum_totals (tree, rest);
  g_autofree double *true_totals = sum_totals (whole, NULL);
  Spread errors = { 0 }, shortfalls = { 0 };

  for (guint32 i = 1; i < whole->n_nodes; i++)
    {
      double w = (double) whole->count[i];
      guint64 count = found[i] != 0 ? tree->count[found[i]] : 0;
      gboolean is_hot = whole->count[i] >= limit;

      a->hot += count >= limit;
      a->callers += found[i] != 0 && count < limit;
      a->not_hot += count >= limit && !is_hot;
      a->missed += is_hot && count < limit;
      if (is_hot && found[i] != 0)
        spread_add (&errors, fabs (w - (double) count) / w);
      if (true_totals[i] >= (double) limit)
        {
          double total = found[i] != 0 ? totals[found[i]] : 0;

          spread_add (&shortfalls, MAX (0, (true_totals[i] - total) / true_totals[i]));
        }
    }
  a->error_most = errors.most;
  a->error_mean = spread_mean (&errors);
  a->shortfall_most = shortfalls.most;
  a->shortfall_mean = spread_mean (&shortfalls);
}

void
cyan_structure_accuracy (const CyanTrie *tree,
                         const double *rest,
                         const CyanTrie *whole,
                         guint64 limit,
                         CyanStructureAccuracy *accuracy)
{
  g_autofree guint32 *found = find_nodes (tree, whole);

  g_assert (limit > 0);
  memset (accuracy, 0, sizeof *accuracy);
  measure_coverage (whole, found, accuracy);
  measure_hot (tree, rest, whole, found, limit, accuracy);
  g_assert (accuracy->overlap >= 0 && accuracy->overlap <= 1);
  g_assert (accuracy->hot + accuracy->callers + 1 == tree->n_nodes);
}
