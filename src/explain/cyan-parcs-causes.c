/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds the list of explanations: one sweep sums up, one finds the main node of each, then they
 * are ranked. */
#include "cyan-parcs-causes.h"

#include <math.h>

#include "cyan-assert.h"
#include "cyan-i18n.h"
#include "cyan-noise.h"
#include "cyan-number.h"
#include "cyan-explain-private.h"

#define NONE G_MAXUINT32

/* Sums that cancel out are zero except for rounding errors. */
#define ROUNDING 1e-9

/* If the difference is less than this fraction of all changes, it has no direction. */
#define CANCELS 0.2

/* Kinds of subtrees, by side and cause. */
enum
{
  DELETED,
  ADDED,
  MODIFIED_BEFORE,
  MODIFIED_AFTER,
  EFFECT_BEFORE,
  EFFECT_AFTER,
  N_KINDS,
};

/* How the topmost node of a subtree counts: for its own function, or for a function above it. */
enum
{
  TOP = 1,
  TOP_BELOW = 2,
};

typedef struct
{
  const CyanParcs *parcs;
  const CyanComparison *comparison;
  GArray *explanations;      /* of CyanExplanation */
  GArray *moved;             /* of double: by explanation, the sum of all magnitudes */
  guint32 *of_function;      /* by function: the explanation of its weights, or NONE */
  guint32 *of_root[N_KINDS]; /* by function: that of its subtrees; made when needed */
  guint32 *of_node;          /* by merged node: index of its explanation, or NONE */
  guint8 *is_top;            /* by merged node: a value of the enumeration above, or 0 */
  double pruned;             /* as in CyanExplanations */
  guint n_pruned;
} Sums;

static gboolean
is_structural (const CyanComparison *comparison, CyanNode node)
{
  const CyanMergedTree *tree = comparison->compared.tree;

  if (cyan_compared_is_unseen (&comparison->compared, node))
    return FALSE;
  if (tree->after[node] == CYAN_NODE_NONE)
    return cyan_comparison_moved_to (comparison, node) == CYAN_NODE_NONE;
  return tree->before[node] == CYAN_NODE_NONE
         && cyan_comparison_moved_from (comparison, node) == CYAN_NODE_NONE;
}

gboolean
cyan_parcs_may_be_pruned (const CyanCompared *compared, CyanNode node)
{
  return cyan_compared_is_pruned (compared)
         && (cyan_compared_is_unseen (compared, node) || cyan_compared_is_cold (compared, node)
             || (compared->below_unseen != NULL && compared->below_unseen[node]));
}

void
cyan_parcs_self_values (const CyanComparison *comparison, CyanBoth both, double value[2])
{
  const CyanNode node[2] = { both.before, both.after };

  for (guint side = 0; side < 2; side++)
    {
      const CyanComparedSide *of = &comparison->compared.side[side];

      value[side] =
          node[side] != CYAN_NODE_NONE ? of->profile->metrics[of->metric].self[node[side]] : 0;
      if (!comparison->compared.same_unit)
        value[side] = of->total > 0 ? value[side] / of->total : 0;
    }
}

static guint32
new_explanation (Sums *self, CyanNode node)
{
  const CyanExplanation explanation = { .node = node,
                                        .pair = self->comparison->compared.pairs->of_node[node],
                                        .caller = CYAN_NODE_NONE,
                                        .read = NONE };
  const double zero = 0;

  g_array_append_val (self->explanations, explanation);
  g_array_append_val (self->moved, zero);
  return self->explanations->len - 1;
}

/* The node for which a one-sided node counts: the root of the subtree that PARCS cut out, unless
 * the node is the top of an explanation of its own or a modified function stands between the two.
 */
static CyanNode
root_of (const Sums *self, CyanNode node)
{
  const CyanParcs *parcs = self->parcs;
  guint side = cyan_compared_side (&self->comparison->compared, node);
  CyanNode own = side == 0 ? self->comparison->compared.tree->before[node]
                           : self->comparison->compared.tree->after[node];
  CyanNode modified = parcs->modified_above[side][own];
  guint32 index = parcs->difference_of[side][own];
  const CyanDifference *difference;
  CyanCause cause;
  gboolean source_known;

  if (index == NONE)
    return node;
  difference = &parcs->differences[index];
  cyan_parcs_judge (parcs, side, own, &cause, &source_known);
  if (!is_structural (self->comparison, difference->node) || cause == CYAN_CAUSE_ADDED
      || cause == CYAN_CAUSE_DELETED || (modified != CYAN_NODE_NONE && modified > difference->root))
    return node;
  return difference->node;
}

/* The explanation of the subtrees with this root; made if needed. */
static guint32
subtrees_of (Sums *self, CyanNode node)
{
  static const CyanReason reasons[] = { CYAN_REASON_DELETED, CYAN_REASON_ADDED,
                                        CYAN_REASON_MODIFIED_ABOVE, CYAN_REASON_SIDE_EFFECT };
  const CyanMergedTree *tree = self->comparison->compared.tree;
  guint32 function = cyan_compared_function (&self->comparison->compared, node);
  guint side = cyan_compared_side (&self->comparison->compared, node);
  CyanNode own = side == 0 ? tree->before[node] : tree->after[node];
  CyanCause cause;
  gboolean source_known;
  guint kind;
  guint32 *index;

  cyan_parcs_judge (self->parcs, side, own, &cause, &source_known);
  kind = cause == CYAN_CAUSE_DELETED    ? DELETED
         : cause == CYAN_CAUSE_ADDED    ? ADDED
         : cause == CYAN_CAUSE_MODIFIED ? MODIFIED_BEFORE + side
                                        : EFFECT_BEFORE + side;
  if (self->of_root[kind] == NULL)
    self->of_root[kind] = cyan_new_numbers (self->comparison->compared.pairs->n_functions);
  index = &self->of_root[kind][function];
  if (*index == NONE)
    {
      CyanExplanation *made;

      *index = new_explanation (self, node);
      made = &g_array_index (self->explanations, CyanExplanation, *index);
      made->structural = TRUE;
      made->side = side;
      made->reason = reasons[cause];
      made->source_known = source_known;
    }
  return *index;
}

static guint32
place_of (Sums *self, CyanNode node)
{
  const CyanComparison *comparison = self->comparison;
  const CyanMergedTree *tree = comparison->compared.tree;
  guint32 *of_function;

  if (is_structural (comparison, node))
    {
      CyanNode up = tree->parent[node], root;
      gboolean below =
          is_structural (comparison, up)
          && (tree->before[up] == CYAN_NODE_NONE) == (tree->before[node] == CYAN_NODE_NONE);

      if (below)
        return self->of_node[up];
      root = root_of (self, node);
      self->is_top[node] = root == node ? TOP : TOP_BELOW;
      /* The root may itself lie within a larger subtree, and count for that. */
      return root == node ? subtrees_of (self, node) : self->of_node[root];
    }
  of_function = &self->of_function[cyan_compared_function (&comparison->compared, node)];
  if (*of_function == NONE)
    *of_function = new_explanation (self, node);
  return *of_function;
}

static void
add_calls (guint64 *sum, const CyanProfile *profile, CyanNode node)
{
  guint64 calls = node != CYAN_NODE_NONE ? cyan_profile_calls (profile, node) : 0;

  if (calls == CYAN_CALLS_UNKNOWN || *sum == CYAN_CALLS_UNKNOWN
      || calls >= CYAN_CALLS_UNKNOWN - *sum)
    *sum = CYAN_CALLS_UNKNOWN;
  else
    *sum += calls;
}

static gboolean
sum_up (Sums *self, const CyanTick *tick, GError **error)
{
  const CyanComparison *comparison = self->comparison;

  for (CyanNode node = 1; node < comparison->compared.n_nodes; node++)
    {
      CyanBoth both = cyan_parcs_both (comparison, node);
      CyanExplanation *explanation;
      double value[2], change;

      if (node % CYAN_TICK_STRIDE == 0
          && !cyan_tick (tick, 0.5 * node / comparison->compared.n_nodes, N_ ("Looking for causes"),
                         error))
        return FALSE;
      /* A moved node counts at its new place. */
      if (both.after == CYAN_NODE_NONE
          && cyan_comparison_moved_to (comparison, node) != CYAN_NODE_NONE)
        {
          self->of_node[node] = NONE;
          continue;
        }
      cyan_parcs_self_values (comparison, both, value);
      change = value[1] - value[0];
      if (cyan_parcs_may_be_pruned (&comparison->compared, node))
        {
          self->of_node[node] = NONE;
          self->pruned += change;
          self->n_pruned += change != 0;
          continue;
        }
      self->of_node[node] = place_of (self, node);
      explanation = &g_array_index (self->explanations, CyanExplanation, self->of_node[node]);
      explanation->before += value[0];
      explanation->after += value[1];
      explanation->change += change;
      g_array_index (self->moved, double, self->of_node[node]) += fabs (change);
      if (explanation->structural)
        explanation->n_nodes++;
      if (explanation->structural ? self->is_top[node] == TOP : change != 0)
        explanation->n_contexts++;
      if (!explanation->structural || self->is_top[node] == TOP)
        {
          add_calls (&explanation->calls[0], comparison->compared.side[0].profile, both.before);
          add_calls (&explanation->calls[1], comparison->compared.side[1].profile, both.after);
        }
    }
  return TRUE;
}

/* Sets the main node of each explanation: of subtrees the heaviest, of weights the node that
 * changed most in the direction of the sum. */
static void
find_main_nodes (Sums *self)
{
  const CyanComparison *comparison = self->comparison;
  g_autofree double *most = g_new (double, MAX (self->explanations->len, 1));

  for (guint i = 0; i < self->explanations->len; i++)
    most[i] = -INFINITY;
  for (CyanNode node = 1; node < comparison->compared.n_nodes; node++)
    {
      guint32 index = self->of_node[node];
      CyanExplanation *explanation;
      double own[2], value;

      if (index == NONE)
        continue;
      explanation = &g_array_index (self->explanations, CyanExplanation, index);
      if (explanation->structural && self->is_top[node] != TOP)
        continue;
      cyan_parcs_self_values (comparison, cyan_parcs_both (comparison, node), own);
      value = explanation->change < 0 ? own[0] - own[1] : own[1] - own[0];
      if (explanation->structural)
        value = explanation->side == 0 ? cyan_compared_total (&comparison->compared, 0, node)
                                       : cyan_compared_total (&comparison->compared, 1, node);
      if (value <= most[index])
        continue;
      most[index] = value;
      explanation->node = node;
      explanation->pair = comparison->compared.pairs->of_node[node];
    }
}

/* Adds the callers in all contexts as suspects, the caller of the main node first (PARCS, section
 * 3.5). */
static void
add_callers (Sums *self)
{
  const CyanComparison *comparison = self->comparison;
  const CyanMergedTree *tree = comparison->compared.tree;

  for (CyanNode node = 1; node < comparison->compared.n_nodes; node++)
    {
      CyanExplanation *explanation;
      guint side = cyan_compared_side (&comparison->compared, node);
      CyanNode caller;

      if (self->is_top[node] != TOP)
        continue;
      explanation = &g_array_index (self->explanations, CyanExplanation, self->of_node[node]);
      caller = side == 0 ? comparison->compared.side[0].profile->parent[tree->before[node]]
                         : comparison->compared.side[1].profile->parent[tree->after[node]];
      if (caller != CYAN_NODE_ROOT
          && (explanation->reason == CYAN_REASON_ADDED
              || explanation->reason == CYAN_REASON_DELETED))
        cyan_explanation_add_suspect (
            explanation, comparison->compared.pairs->of_node[self->parcs->merged_of[side][caller]]);
    }
}

typedef struct
{
  const CyanExplanations *list;
  double sign;
} Order;

static int
compare_explanations (gconstpointer a, gconstpointer b, gpointer data)
{
  const CyanExplanation *x = a, *y = b;
  const Order *order = data;
  gboolean x_first = order->list->ranked_by_size || x->change * order->sign > 0;
  gboolean y_first = order->list->ranked_by_size || y->change * order->sign > 0;

  if (x_first != y_first)
    return x_first ? -1 : 1;
  if (fabs (x->change) != fabs (y->change))
    return fabs (x->change) > fabs (y->change) ? -1 : 1;
  if (x->node != y->node)
    return x->node < y->node ? -1 : 1;
  return x->structural - y->structural;
}

/* Moves of_node to @list, with the numbers that its explanations have there. */
static void
renumber (Sums *self, CyanExplanations *list)
{
  g_autofree guint32 *rank_of = cyan_new_numbers (self->moved->len);

  /* Each explanation has a node of its own. */
  for (guint i = 0; i < list->n; i++)
    rank_of[self->of_node[list->at[i].node]] = i;
  for (CyanNode node = 0; node < self->comparison->compared.n_nodes; node++)
    if (self->of_node[node] != NONE)
      self->of_node[node] = rank_of[self->of_node[node]];
  list->of_node = g_steal_pointer (&self->of_node);
}

/* Leaves out what did not change or is within the noise, and ranks the rest. */
static CyanExplanations *
rank (Sums *self)
{
  const CyanComparison *comparison = self->comparison;
  CyanExplanations *list = g_new0 (CyanExplanations, 1);
  Order order = { list, 1 };
  double all = 0;
  guint n = 0;

  list->pruned = self->pruned;
  list->n_pruned = self->n_pruned;
  if (comparison->compared.same_unit)
    list->difference = comparison->compared.side[1].sum - comparison->compared.side[0].sum;
  order.sign = list->difference < 0 ? -1 : 1;
  for (guint i = 0; i < self->explanations->len; i++)
    {
      CyanExplanation *explanation = &g_array_index (self->explanations, CyanExplanation, i);
      guint32 function = comparison->compared.pairs->function[explanation->pair];

      if (!explanation->structural)
        explanation->n_nodes = explanation->n_contexts;
      if (!explanation->structural
          && fabs (explanation->change) <= ROUNDING * g_array_index (self->moved, double, i))
        continue;
      if (!explanation->structural
          && !cyan_noise_function_changed (&comparison->noise, &comparison->compared, function))
        {
          list->noise += explanation->change;
          list->n_noise++;
          continue;
        }
      all += fabs (explanation->change);
      g_array_index (self->explanations, CyanExplanation, n++) = *explanation;
    }
  g_array_set_size (self->explanations, n);
  list->ranked_by_size =
      fabs (list->difference)
      <= MAX (comparison->threshold * cyan_compared_run (&comparison->compared), CANCELS * all);
  for (guint i = 0; i < n; i++)
    {
      CyanExplanation *explanation = &g_array_index (self->explanations, CyanExplanation, i);

      explanation->part = all > 0 ? fabs (explanation->change) / all : 0;
      explanation->explains =
          list->difference != 0 ? explanation->change / list->difference : (double) NAN;
    }
  g_array_sort_with_data (self->explanations, compare_explanations, &order);
  list->n = n;
  list->at = (CyanExplanation *) g_array_free (g_steal_pointer (&self->explanations), FALSE);
  renumber (self, list);
  return list;
}

static void
clear_sums (Sums *self)
{
  if (self->explanations != NULL)
    g_array_unref (self->explanations);
  g_array_unref (self->moved);
  g_free (self->of_function);
  for (guint i = 0; i < N_KINDS; i++)
    g_free (self->of_root[i]);
  g_free (self->of_node);
  g_free (self->is_top);
}

/* Whether all changes add up to the difference of the totals, but for rounding; with different
 * units there is none. */
static gboolean
adds_up (const CyanExplanations *self, const CyanCompared *compared)
{
  double sum = self->noise + self->pruned;

  for (guint i = 0; i < self->n; i++)
    sum += self->at[i].change;
  return !compared->same_unit
         || fabs (sum - self->difference) <= ROUNDING * cyan_compared_larger_total (compared);
}

CyanExplanations *
cyan_explanations_new (const CyanParcs *parcs, const CyanTick *tick, GError **error)
{
  const CyanComparison *comparison = parcs->comparison;
  CyanExplanations *list = NULL;
  Sums self = { .parcs = parcs, .comparison = comparison };

  self.explanations = g_array_new (FALSE, FALSE, sizeof (CyanExplanation));
  self.moved = g_array_new (FALSE, FALSE, sizeof (double));
  self.of_function = cyan_new_numbers (comparison->compared.pairs->n_functions);
  self.of_node = cyan_new_numbers (comparison->compared.n_nodes);
  self.is_top = g_new0 (guint8, comparison->compared.n_nodes);
  if (sum_up (&self, tick, error))
    {
      find_main_nodes (&self);
      for (guint i = 0; i < self.explanations->len; i++)
        {
          CyanExplanation *explanation = &g_array_index (self.explanations, CyanExplanation, i);

          cyan_explanation_find_reason (explanation, parcs);
        }
      add_callers (&self);
      list = rank (&self);
      cyan_assert_slow (adds_up (list, &comparison->compared));
    }
  clear_sums (&self);
  return list;
}

void
cyan_explanations_free (CyanExplanations *self)
{
  g_free (self->at);
  g_free (self->of_node);
  g_free (self);
}
