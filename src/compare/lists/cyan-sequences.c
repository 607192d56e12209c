/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Short sequences of calls. */
#include "cyan-sequences.h"

#include "cyan-caller-forest.h"
#include "cyan-i18n.h"

#include <stdlib.h>

/* The values of the forest: calls of both sides, then self values. */
#define N_VALUES 4

typedef struct
{
  guint32 node;
  double differs;
} Ranked;

static void
sequence_free (gpointer data)
{
  CyanSequence *sequence = data;

  g_free (sequence->functions);
  g_free (sequence);
}

/* The forest of both sides. */
static CyanCallerForest *
forest_new (const CyanComparison *comparison, guint k)
{
  const CyanCompared *compared = &comparison->compared;
  guint n = compared->n_nodes;
  g_autofree guint32 *key = g_new (guint32, n);
  g_autofree guint8 *trees = g_new0 (guint8, n);
  g_autofree double *values = g_new0 (double, (gsize) N_VALUES *n);
  const double *of[N_VALUES];

  for (guint i = 0; i < N_VALUES; i++)
    of[i] = values + (gsize) i * n;
  for (CyanNode node = 0; node < n; node++)
    {
      CyanSide side[2];

      key[node] = cyan_compared_function (compared, node);
      cyan_comparison_sides (comparison, node, &side[0], &side[1]);
      for (guint i = 0; i < 2; i++)
        if (side[i].present)
          {
            trees[node] |= (guint8) (1u << i);
            values[(gsize) i * n + node] =
                side[i].calls == CYAN_CALLS_UNKNOWN ? NAN : (double) side[i].calls;
            values[(gsize) (2 + i) * n + node] = side[i].self;
          }
    }
  return cyan_caller_forest_new (&(CyanContexts){ n, compared->tree->parent, key, trees }, k, of,
                                 N_VALUES);
}

static int
compare_ranked (gconstpointer a, gconstpointer b)
{
  const Ranked *x = a, *y = b;

  return x->differs != y->differs ? (x->differs < y->differs) - (x->differs > y->differs)
                                  : (x->node > y->node) - (x->node < y->node);
}

static CyanSequence *
sequence_new (const CyanCallerForest *forest, guint32 node, guint32 n, double *const *values)
{
  CyanSequence *sequence = g_new (CyanSequence, 1);

  sequence->n = n;
  sequence->functions = g_new (guint32, n);
  for (guint i = 0; i < 2; i++)
    {
      sequence->calls[i] = values[i][node];
      sequence->self[i] = values[2 + i][node];
    }
  for (guint i = 0; i < n; i++, node = forest->parent[node])
    sequence->functions[i] = forest->key[node];
  return sequence;
}

/* The nodes whose contexts end there, with how much these changed, or weigh. */
static GArray *
rank (const CyanCallerForest *forest, const CyanCompared *compared)
{
  GArray *ranked = g_array_new (FALSE, FALSE, sizeof (Ranked));
  const double factor[2] = { cyan_compared_factor (compared, 0),
                             cyan_compared_factor (compared, 1) };

  for (guint32 i = 1; i < forest->n_nodes; i++)
    {
      Ranked at = { i, fabs (forest->own[3][i] * factor[1] - forest->own[2][i] * factor[0]) };

      if (at.differs > 0)
        g_array_append_val (ranked, at);
    }
  g_array_sort (ranked, compare_ranked);
  return ranked;
}

GPtrArray *
cyan_sequences_new (
    const CyanComparison *comparison, guint length, guint top, const CyanTick *tick, GError **error)
{
  g_assert (length > 0);
  g_autoptr (GPtrArray) sequences = g_ptr_array_new_with_free_func (sequence_free);
  g_autoptr (CyanCallerForest) forest = NULL;
  g_autoptr (GArray) ranked = NULL;
  g_autofree guint32 *depth = NULL;

  if (!cyan_tick (tick, 0, N_ ("Finding callers"), error))
    return NULL;
  forest = forest_new (comparison, length - 1);
  ranked = rank (forest, &comparison->compared);
  depth = g_new0 (guint32, forest->n_nodes);
  for (guint32 i = 1; i < forest->n_nodes; i++)
    depth[i] = depth[forest->parent[i]] + 1;
  for (guint i = 0; i < MIN (top, ranked->len); i++)
    {
      guint32 node = g_array_index (ranked, Ranked, i).node;

      g_assert (depth[node] > 0 && depth[node] <= length);
      g_ptr_array_add (sequences, sequence_new (forest, node, depth[node], forest->own));
    }
  return g_steal_pointer (&sequences);
}
