/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The overlap of weights and its adjustment.  Pairs are in plain arrays; each step is one sweep. */
#include "cyan-overlap.h"

#include <math.h>
#include <stdlib.h>

#include "cyan-assert.h"
#include "cyan-error.h"
#include "cyan-i18n.h"

const char *const cyan_weight_names[] = { "self", "total", "calls", NULL };

G_STATIC_ASSERT (G_N_ELEMENTS (cyan_weight_names) == CYAN_WEIGHT_CALLS + 2);

static double
weight_of (const CyanProfile *profile, guint metric, CyanNode node, CyanWeight weight)
{
  double value = 0;

  if (weight == CYAN_WEIGHT_SELF)
    value = profile->metrics[metric].self[node];
  else if (weight == CYAN_WEIGHT_TOTAL)
    value = profile->metrics[metric].total[node];
  else if (cyan_profile_calls (profile, node) != CYAN_CALLS_UNKNOWN)
    value = (double) cyan_profile_calls (profile, node);
  return MAX (value, 0.0);
}

CyanWeights *
cyan_weights_new (const CyanComparison *comparison, CyanWeight weight, GError **error)
{
  const CyanMergedTree *tree = comparison->compared.tree;
  CyanWeights *self;
  guint n = 0;

  if (weight == CYAN_WEIGHT_CALLS && !comparison->compared.has_calls)
    return cyan_fail_null (error, CYAN_ERROR_MISMATCH, _ ("calls are not known on both sides"));
  for (CyanNode node = 1; node < comparison->compared.n_nodes; node++)
    n += tree->before[node] != CYAN_NODE_NONE && tree->after[node] != CYAN_NODE_NONE;

  self = g_new0 (CyanWeights, 1);
  self->node = g_new (CyanNode, MAX (n, 1));
  self->weight[0] = g_new (double, MAX (n, 1));
  self->weight[1] = g_new (double, MAX (n, 1));
  for (CyanNode node = 1; node < comparison->compared.n_nodes; node++)
    {
      CyanNode before = tree->before[node], after = tree->after[node];
      double a = before != CYAN_NODE_NONE
                     ? weight_of (comparison->compared.side[0].profile,
                                  comparison->compared.side[0].metric, before, weight)
                     : 0;
      double b = after != CYAN_NODE_NONE
                     ? weight_of (comparison->compared.side[1].profile,
                                  comparison->compared.side[1].metric, after, weight)
                     : 0;

      if (before != CYAN_NODE_NONE && after != CYAN_NODE_NONE)
        {
          self->node[self->n_pairs] = node;
          self->weight[0][self->n_pairs] = a;
          self->weight[1][self->n_pairs++] = b;
        }
      else
        {
          self->rest[0] += a;
          self->rest[1] += b;
        }
    }
  g_assert (self->n_pairs == n);
  return self;
}

void
cyan_weights_free (CyanWeights *self)
{
  g_free (self->node);
  g_free (self->weight[0]);
  g_free (self->weight[1]);
  g_free (self);
}

static double
sum_of (const double *weight, guint n, double rest)
{
  double sum = rest;

  for (guint i = 0; i < n; i++)
    sum += weight[i];
  return sum;
}

static double
overlap_of (const double *const *weight, guint n, const double *sum)
{
  double overlap = 0;

  if (!(sum[0] > 0) || !(sum[1] > 0))
    return !(sum[0] > 0) && !(sum[1] > 0);
  for (guint i = 0; i < n; i++)
    overlap += MIN (weight[0][i] / sum[0], weight[1][i] / sum[1]);
  return MIN (overlap, 1.0);
}

double
cyan_weights_overlap (const CyanWeights *self)
{
  const double *const weight[2] = { self->weight[0], self->weight[1] };
  const double sum[2] = { sum_of (weight[0], self->n_pairs, self->rest[0]),
                          sum_of (weight[1], self->n_pairs, self->rest[1]) };

  double overlap = overlap_of (weight, self->n_pairs, sum);

  g_assert (overlap >= 0 && overlap <= 1);
  return overlap;
}

typedef struct
{
  double difference;
  guint32 pair;
} Ranked;

static int
compare_ranked (gconstpointer a, gconstpointer b)
{
  const Ranked *x = a, *y = b;

  return (x->difference < y->difference) - (x->difference > y->difference);
}

/* The pairs that differ, the largest difference first; the sort is stable. */
static GArray *
rank_pairs (const CyanWeights *weights, const double *sum)
{
  GArray *ranked = g_array_new (FALSE, FALSE, sizeof (Ranked));

  for (guint32 i = 0; i < weights->n_pairs; i++)
    {
      const Ranked pair = { fabs (weights->weight[0][i] / sum[0] - weights->weight[1][i] / sum[1]),
                            i };

      if (pair.difference > 0)
        g_array_append_val (ranked, pair);
    }
  g_array_sort (ranked, compare_ranked);
  return ranked;
}

/* Makes the two pweights of a pair equal.  FALSE if they are equal already or this is impossible.
 */
static gboolean
adjust (double *const *weight, double *sum, guint32 pair, CyanOverlapStep *step)
{
  double p[2] = { weight[0][pair] / sum[0], weight[1][pair] / sum[1] };
  guint side = p[0] < p[1] ? 0 : 1;
  double larger = p[1 - side];
  double others = sum[side] - weight[side][pair];
  double raised;

  if (p[0] == p[1] || larger >= 1 || others <= 0)
    return FALSE;
  raised = larger * others / (1 - larger);
  if (!isfinite (raised) || !isfinite (others + raised))
    return FALSE;
  weight[side][pair] = raised;
  sum[side] = others + raised;
  step->side = side;
  step->weight = raised;
  return TRUE;
}

CyanOverlap *
cyan_overlap_new (const CyanWeights *weights,
                  double threshold,
                  guint n_nodes,
                  const CyanTick *tick,
                  GError **error)
{
  g_autoptr (CyanOverlap) self = g_new0 (CyanOverlap, 1);
  guint n = weights->n_pairs;
  g_autofree double *before = g_memdup2 (weights->weight[0], n * sizeof (double));
  g_autofree double *after = g_memdup2 (weights->weight[1], n * sizeof (double));
  double *const weight[2] = { before, after };
  const double *const fixed[2] = { before, after };
  double sum[2] = { sum_of (before, n, weights->rest[0]), sum_of (after, n, weights->rest[1]) };
  const double first_sum[2] = { sum[0], sum[1] };
  g_autoptr (GArray) ranked = NULL;
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (CyanOverlapStep));
  double overlap = overlap_of (fixed, n, sum);

  g_assert (overlap >= 0 && overlap <= 1);
  self->overlap = overlap;
  if (!(sum[0] > 0) || !(sum[1] > 0))
    return g_steal_pointer (&self);
  ranked = rank_pairs (weights, sum);
  for (guint i = 0; i < ranked->len && steps->len < n_nodes && overlap < threshold; i++)
    {
      CyanOverlapStep step = { .pair = g_array_index (ranked, Ranked, i).pair };

      if (steps->len == CYAN_OVERLAP_MAX_STEPS)
        {
          self->capped = TRUE;
          break;
        }
      if (!cyan_tick (tick, (double) steps->len / MIN (n_nodes, CYAN_OVERLAP_MAX_STEPS),
                      N_ ("Comparing weights"), error))
        return NULL;
      step.node = weights->node[step.pair];
      for (guint side = 0; side < 2; side++)
        step.pweight[side] = weights->weight[side][step.pair] / first_sum[side];
      if (!adjust (weight, sum, step.pair, &step))
        continue;
      step.overlap = overlap_of (fixed, n, sum);
      cyan_assert_slow (step.overlap >= overlap - 1e-9);
      overlap = step.overlap;
      g_array_append_val (steps, step);
    }
  self->n_steps = steps->len;
  self->steps = (CyanOverlapStep *) g_array_free (g_steal_pointer (&steps), FALSE);
  return g_steal_pointer (&self);
}

void
cyan_overlap_free (CyanOverlap *self)
{
  g_free (self->steps);
  g_free (self);
}
