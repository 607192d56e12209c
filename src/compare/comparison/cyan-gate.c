/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decides what may not become slower: the total, nodes, functions. */
#include "cyan-gate.h"

#include <math.h>

#include "cyan-error.h"
#include "cyan-noise.h"
#include "cyan-units.h"

/* Rounding error of sums in another order, as a fraction of the larger total. */
#define ROUNDING 1e-9

const char *const cyan_gate_kind_names[] = { "total", "function", "node", NULL };

G_STATIC_ASSERT (G_N_ELEMENTS (cyan_gate_kind_names) == CYAN_GATE_NODE + 2);

typedef struct
{
  const CyanComparison *comparison;
  const CyanGateOptions *options;
  double bound; /* a change must exceed it: the limit plus rounding */
  CyanGateResult *result;
} Gate;

static guint32
function_of (const CyanComparison *comparison, CyanNode node)
{
  return cyan_compared_function (&comparison->compared, node);
}

/* 0 if @side lacks @node. */
static double
total_of (const CyanComparison *self, guint side, CyanNode node)
{
  CyanNode own = cyan_compared_node (&self->compared, side, node);

  return own != CYAN_NODE_NONE ? cyan_compared_metric (&self->compared, side)->total[own] : 0;
}

/* ---- what is more than noise ---- */

/* Finds a significant estimate in @direction.  With one sampled run a side, estimates of shares are
 * much more precise, so a share that rose significantly counts too. */
static gboolean
find_estimate (const CyanComparison *self,
               CyanNode node,
               CyanDirection direction,
               CyanEstimate *estimate)
{
  static const CyanBasis bases[] = { CYAN_BASIS_ABSOLUTE, CYAN_BASIS_SHARE };
  guint n = self->noise.kind == CYAN_NOISE_SAMPLING ? 2 : 1;

  for (guint i = 0; i < n; i++)
    if (cyan_comparison_estimate (self, node, bases[i], estimate)
        && estimate->q <= self->noise.alpha
        && (direction == CYAN_DIRECTION_SLOWER ? estimate->ratio > 1 : estimate->ratio < 1))
      return TRUE;
  return FALSE;
}

static gboolean
function_got_slower (const CyanComparison *self, guint32 function)
{
  const CyanEstimate *estimate = cyan_estimates_find (&self->noise.functions, function);

  return estimate != NULL && estimate->q <= self->noise.alpha && estimate->ratio > 1;
}

/* Whether a context changed in the direction of @change by more than the noise. */
static gboolean
surely_changed (const CyanComparison *self, CyanNode node, double change)
{
  CyanEstimate estimate;

  if (!cyan_compared_is_pair (&self->compared, node))
    return !cyan_compared_is_unseen (&self->compared, node);
  return self->noise.kind == CYAN_NOISE_UNKNOWN
         || find_estimate (self, node, change > 0 ? CYAN_DIRECTION_SLOWER : CYAN_DIRECTION_FASTER,
                           &estimate);
}

/* ---- gates ---- */

static gboolean
exceeds (const Gate *gate, double change)
{
  return change > gate->bound;
}

static void
gate_total (Gate *gate)
{
  CyanGateResult *result = gate->result;
  CyanGateEntry *total = &result->total;
  gboolean slower = exceeds (gate, total->after - total->before);

  if (!gate->options->total && !gate->options->any_node)
    return;
  /* The means may differ in another direction than the means of the logs. */
  result->by_chance =
      slower && total->has_estimate
      && (total->estimate.q > gate->comparison->noise.alpha || total->estimate.ratio <= 1);
  if (slower && !result->by_chance)
    g_array_append_val (result->failures, *total);
}

/* By node: its total before, or that of the nodes that were there before.  Sets @fresh to the part
 * of its total after that is significantly new. */
static double *
totals_before (const CyanComparison *self, double *fresh)
{
  const CyanMergedTree *tree = self->compared.tree;
  double *before = g_new0 (double, self->compared.n_nodes);

  for (CyanNode i = self->compared.n_nodes; i-- > 0;)
    {
      CyanNode up = i > 0 ? tree->parent[i] : 0;
      CyanNode from = CYAN_NODE_NONE;

      if (tree->before[i] != CYAN_NODE_NONE)
        before[i] = total_of (self, 0, i);
      else
        {
          from = cyan_comparison_moved_from (self, i);
          if (from != CYAN_NODE_NONE)
            before[i] = total_of (self, 0, from);
          fresh[i] += cyan_compared_self (&self->compared, 1, i);
        }
      if (i == 0 || tree->before[up] != CYAN_NODE_NONE)
        continue;
      before[up] += before[i];
      if (tree->before[i] == CYAN_NODE_NONE && from == CYAN_NODE_NONE
          && !cyan_compared_is_unseen (&self->compared, i))
        fresh[up] += fresh[i];
    }
  return before;
}

static gboolean
node_is_sure (const Gate *gate, const CyanGateEntry *entry, double fresh)
{
  const CyanComparison *self = gate->comparison;
  CyanNode node = entry->node;
  double missing = cyan_compared_missing (&self->compared, 0, node);

  if (cyan_compared_is_unseen (&self->compared, node)
      || !exceeds (gate, entry->after - entry->before - missing))
    return FALSE;
  if (self->noise.kind == CYAN_NOISE_UNKNOWN || self->compared.tree->before[node] != CYAN_NODE_NONE)
    return surely_changed (self, node, 1);
  return cyan_comparison_moved_from (self, node) == CYAN_NODE_NONE && exceeds (gate, fresh);
}

static void
mark_innermost (const CyanComparison *self, GArray *failures, guint first)
{
  for (guint i = first; i < failures->len; i++)
    {
      CyanGateEntry *entry = &g_array_index (failures, CyanGateEntry, i);
      const CyanGateEntry *next = entry + 1;

      entry->innermost =
          i + 1 == failures->len || next->node >= self->compared.tree->end[entry->node];
    }
}

static void
gate_nodes (Gate *gate)
{
  const CyanComparison *self = gate->comparison;
  g_autofree double *fresh = g_new0 (double, self->compared.n_nodes);
  g_autofree double *before = totals_before (self, fresh);
  guint first = gate->result->failures->len;

  for (CyanNode i = 1; i < self->compared.n_nodes; i++)
    {
      CyanGateEntry entry = { CYAN_GATE_NODE, i, function_of (self, i) };

      if (self->compared.tree->after[i] == CYAN_NODE_NONE)
        continue;
      entry.before = before[i];
      entry.after = total_of (self, 1, i);
      if (!exceeds (gate, entry.after - entry.before) || cyan_compared_is_cold (&self->compared, i))
        continue;
      if (!node_is_sure (gate, &entry, fresh[i]))
        {
          gate->result->n_by_chance++;
          continue;
        }
      entry.has_estimate = cyan_comparison_estimate (self, i, CYAN_BASIS_ABSOLUTE, &entry.estimate);
      g_array_append_val (gate->result->failures, entry);
    }
  mark_innermost (self, gate->result->failures, first);
}

/* Marks the functions that match @filter.  It is an error if an expression matches none: its gate
 * would pass without testing anything. */
static guint8 *
find_functions (const CyanComparison *self, const CyanNameFilter *filter, GError **error)
{
  guint n_patterns = cyan_name_filter_n_patterns (filter);
  g_autofree guint8 *asked = g_new0 (guint8, self->compared.pairs->n_functions);
  g_autofree gboolean *found = g_new0 (gboolean, n_patterns);
  guint32 root = function_of (self, CYAN_NODE_ROOT);

  for (guint p = 0; p < self->compared.pairs->n; p++)
    {
      guint32 function = self->compared.pairs->function[p];

      for (guint side = 0; side < 2; side++)
        {
          guint32 of_side = cyan_function_pair_of (&self->compared.pairs->at[p], side);
          const char *name;
          guint pattern = 0;

          if (of_side == G_MAXUINT32 || function == root)
            continue;
          name = cyan_comparison_string (self, self->compared.side[side].label[of_side]);
          for (; pattern < n_patterns; pattern++)
            {
              if (!cyan_name_filter_find (filter, name, pattern, &pattern, error))
                return NULL;
              if (pattern == n_patterns)
                break;
              found[pattern] = TRUE;
              asked[function] = TRUE;
            }
        }
    }
  for (guint i = 0; i < n_patterns; i++)
    if (!found[i])
      return cyan_fail_null (error, CYAN_ERROR_INVALID, "%s: no function is called \"%s\"",
                             cyan_name_filter_label (filter), cyan_name_filter_pattern (filter, i));
  return g_steal_pointer (&asked);
}

/* The cost of a function. */
typedef struct
{
  double cost[2];
  double sure; /* sum of the significant changes of its contexts */
  double own;  /* significant change of its self value over all contexts */
  double most; /* change of the context with the largest increase */
  CyanNode node;
  guint n_contexts;
  CyanNode end[2]; /* by side: of its last outermost context */
} Cost;

static void
add_context (const CyanComparison *self, Cost *cost, CyanNode node)
{
  double grown = 0,
         unproved = cyan_compared_unproved_value (&self->compared, node, CYAN_DIRECTION_SLOWER);
  gboolean is_outermost = FALSE;

  /* The other side may have pruned its part of an unseen context. */
  if (!cyan_compared_is_pruned (&self->compared)
      || !cyan_compared_is_unseen (&self->compared, node))
    cost->own += cyan_compared_self_difference (&self->compared, node);
  for (guint side = 0; side < 2; side++)
    {
      if (cyan_compared_node (&self->compared, side, node) == CYAN_NODE_NONE
          || node < cost->end[side])
        continue;
      is_outermost = TRUE;
      cost->end[side] = self->compared.tree->end[node];
      cost->cost[side] += total_of (self, side, node);
      grown += (side == 0 ? -1 : 1) * total_of (self, side, node);
    }
  if (!is_outermost)
    return;
  cost->n_contexts++;
  /* Below an unseen context of the function a side may have it open without the other. */
  if (isfinite (unproved) && surely_changed (self, node, grown))
    cost->sure += grown - unproved;
  if (cost->node == CYAN_NODE_NONE || grown > cost->most)
    {
      cost->node = node;
      cost->most = grown;
    }
}

static void
sum_costs (const CyanComparison *self, Cost *costs)
{
  for (guint32 f = 0; f < self->compared.pairs->n_functions; f++)
    costs[f].node = CYAN_NODE_NONE;
  for (CyanNode i = 1; i < self->compared.n_nodes; i++)
    if (!cyan_compared_is_cold (&self->compared, i))
      add_context (self, &costs[function_of (self, i)], i);
}

static gboolean
gate_functions (Gate *gate, GError **error)
{
  const CyanComparison *self = gate->comparison;
  g_autofree guint8 *asked = find_functions (self, gate->options->functions, error);
  g_autofree Cost *costs = g_new0 (Cost, self->compared.pairs->n_functions);

  if (asked == NULL)
    return FALSE;
  sum_costs (self, costs);
  for (guint32 f = 0; f < self->compared.pairs->n_functions; f++)
    {
      const Cost *cost = &costs[f];
      CyanGateEntry entry = { CYAN_GATE_FUNCTION, cost->node, f, cost->cost[0], cost->cost[1] };

      if (!asked[f] || cost->node == CYAN_NODE_NONE)
        continue;
      gate->result->n_functions++;
      if (!exceeds (gate, entry.after - entry.before))
        continue;
      if (exceeds (gate, cost->sure)
          || (exceeds (gate, cost->own) && function_got_slower (self, f)))
        {
          entry.has_estimate =
              cost->n_contexts == 1
              && cyan_comparison_estimate (self, cost->node, CYAN_BASIS_ABSOLUTE, &entry.estimate);
          g_array_append_val (gate->result->failures, entry);
        }
      else
        gate->result->n_by_chance++;
    }
  return TRUE;
}

/* ---- all together ---- */

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const CyanGateEntry *x = a, *y = b;
  double x_change = x->after - x->before, y_change = y->after - y->before;

  if (x->kind != y->kind)
    return x->kind < y->kind ? -1 : 1;
  if (x->innermost != y->innermost)
    return x->innermost ? -1 : 1;
  if (x_change != y_change)
    return x_change > y_change ? -1 : 1;
  return (x->node > y->node) - (x->node < y->node);
}

static gboolean
check_totals (const CyanComparison *self, const CyanGateOptions *options, GError **error)
{
  const double totals[2] = { self->compared.side[0].total, self->compared.side[1].total };

  if (!self->compared.same_unit)
    return cyan_fail (error, CYAN_ERROR_MISMATCH,
                      "before is in %s and after in %s: no limit can be held against that",
                      cyan_unit_label (cyan_compared_metric (&self->compared, 0)->unit),
                      cyan_unit_label (cyan_compared_metric (&self->compared, 1)->unit));
  for (guint side = 0; side < 2; side++)
    {
      if (!isfinite (totals[side]))
        return cyan_fail (error, CYAN_ERROR_INVALID, "%s: the total is no finite number",
                          side == 0 ? "before" : "after");
      if (!(totals[side] + options->left_out[side] > 0))
        return cyan_fail (error, CYAN_ERROR_INVALID,
                          "%s: the total is not above 0, so nothing was "
                          "measured",
                          side == 0 ? "before" : "after");
    }
  return TRUE;
}

CyanGateResult *
cyan_gate_decide (const CyanComparison *comparison, const CyanGateOptions *options, GError **error)
{
  g_assert (options->limit >= 0);
  g_autoptr (CyanGateResult) result = NULL;
  Gate gate = { comparison, options };

  if (!check_totals (comparison, options, error))
    return NULL;
  result = g_new0 (CyanGateResult, 1);
  result->failures = g_array_new (FALSE, FALSE, sizeof (CyanGateEntry));
  result->allowed = options->limit * MAX (comparison->compared.side[0].total, 0.0);
  result->total.kind = CYAN_GATE_TOTAL;
  result->total.node = CYAN_NODE_ROOT;
  result->total.function = function_of (comparison, CYAN_NODE_ROOT);
  result->total.before = comparison->compared.side[0].sum;
  result->total.after = comparison->compared.side[1].sum;
  result->total.has_estimate =
      cyan_noise_test_total (&comparison->noise, &comparison->compared, &result->total.estimate);
  gate.result = result;
  gate.bound = result->allowed + ROUNDING * cyan_compared_larger_total (&comparison->compared);

  gate_total (&gate);
  if (options->functions != NULL && !gate_functions (&gate, error))
    return NULL;
  if (options->any_node)
    gate_nodes (&gate);
  g_array_sort (result->failures, compare_entries);
  result->passed = result->failures->len == 0;
  return g_steal_pointer (&result);
}

void
cyan_gate_result_free (CyanGateResult *self)
{
  g_array_unref (self->failures);
  g_free (self);
}
