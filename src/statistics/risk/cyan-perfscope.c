/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-perfscope.h"

#include "cyan-assert.h"
#include "cyan-number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const cyan_risk_level_names[] = { "low", "moderate", "high", "extreme", NULL };

G_STATIC_ASSERT (G_N_ELEMENTS (cyan_risk_level_names) == CYAN_N_RISK_LEVELS + 1);

static double
quantile (const double *sorted, gsize n, double fraction)
{
  return sorted[MIN (n - 1, (gsize) (fraction * (double) n))];
}

CyanCuts
cyan_cuts_new (double *values, gsize n, double low, double high)
{
  g_assert (low >= 0 && low <= high && high <= 1);
  if (n == 0)
    return (CyanCuts){ -INFINITY, INFINITY };
  qsort (values, n, sizeof *values, cyan_compare_doubles);
  return (CyanCuts){ quantile (values, n, low), quantile (values, n, high) };
}

CyanThird
cyan_cuts_third (const CyanCuts *self, double value)
{
  g_assert (!isnan (value) && self->low <= self->high);
  if (value > self->high || isinf (value))
    return CYAN_THIRD_HIGH;
  return value < self->low ? CYAN_THIRD_LOW : CYAN_THIRD_MIDDLE;
}

CyanRiskLevel
cyan_risk_level (CyanThird cost, CyanThird frequency)
{
  static const CyanRiskLevel matrix[][3] = {
    /* rare, normal, frequent */
    [CYAN_THIRD_LOW] = { CYAN_RISK_LOW, CYAN_RISK_LOW, CYAN_RISK_MODERATE },
    [CYAN_THIRD_MIDDLE] = { CYAN_RISK_LOW, CYAN_RISK_MODERATE, CYAN_RISK_HIGH },
    [CYAN_THIRD_HIGH] = { CYAN_RISK_MODERATE, CYAN_RISK_HIGH, CYAN_RISK_EXTREME },
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (matrix) == CYAN_THIRD_HIGH + 1);
  g_assert (cost <= CYAN_THIRD_HIGH && frequency <= CYAN_THIRD_HIGH);
  return matrix[cost][frequency];
}

double
cyan_risk_score (const guint counts[CYAN_N_RISK_LEVELS])
{
  return 100.0 * counts[CYAN_RISK_EXTREME] + 10.0 * counts[CYAN_RISK_HIGH]
         + counts[CYAN_RISK_MODERATE] / 100.0 + counts[CYAN_RISK_LOW] / 1000.0;
}

double
cyan_perfscope_operator_cost (const char *name)
{
  g_assert (name[0] != '\0');
  return strchr ("*/%", name[0]) != NULL ? 4 : 1;
}

/* 0 times INFINITY is 0. */
static double
repeat (double cost, double trips)
{
  return cost > 0 && trips > 0 ? cost * trips : 0;
}

void
cyan_perfscope_block_costs (const CyanPerfScopeBlock *blocks,
                            guint n,
                            double unknown_trips,
                            double *costs)
{
  g_autofree double *most_expensive = g_new0 (double, n); /* of the branches so far, by choice */

  g_assert (n > 0 && !(unknown_trips < 0));
  for (guint i = 0; i < n; i++)
    costs[i] = blocks[i].own;
  /* Backwards, a block comes after all that is in it, and a choice after its other branches. */
  for (guint i = n; i-- > 1;)
    {
      const CyanPerfScopeBlock *block = &blocks[i];

      g_assert (block->parent < i && block->choice <= i);
      costs[i] = repeat (costs[i], isnan (block->trips) ? unknown_trips : block->trips);
      most_expensive[block->choice] = MAX (most_expensive[block->choice], costs[i]);
      if (block->choice == i)
        costs[block->parent] += most_expensive[i];
    }
}

void
cyan_perfscope_block_frequencies (const CyanPerfScopeBlock *blocks, guint n, double *frequencies)
{
  for (guint i = 0; i < n; i++)
    {
      double around = i > 0 ? frequencies[blocks[i].parent] : 1;

      g_assert (i == 0 || blocks[i].parent < i);
      frequencies[i] = repeat (around, isnan (blocks[i].trips) ? INFINITY : blocks[i].trips);
    }
}

/* ---- the costs of all functions of a program ----
 *
 * Tarjan's algorithm finds the functions that call each other, callees before callers, so that the
 * cost of a callee is known when it is needed.  It uses a stack of its own: a chain of calls may be
 * as long as the program. */

typedef struct
{
  CyanPerfScopeFunction *functions;
  double unknown_trips;
  guint n_seen;
  guint *number; /* by function, in the order in which they were seen; 0: not yet */
  guint *low;    /* the lowest number that is reached and has no group yet */
  guint *group;  /* 0: none yet */
  guint *next;   /* the next call to follow */
  guint n_groups;
  GArray *path; /* of guint: functions whose calls are being followed */
  GArray *open; /* of guint: functions without a group, in the order of their numbers */
} Walk;

static guint
last (const GArray *stack)
{
  return g_array_index (stack, guint, stack->len - 1);
}

static void
enter (Walk *self, guint function)
{
  self->number[function] = self->low[function] = ++self->n_seen;
  g_array_append_val (self->path, function);
  g_array_append_val (self->open, function);
}

static void
set_cost (const Walk *self, guint index)
{
  CyanPerfScopeFunction *function = &self->functions[index];
  g_autofree double *costs = g_new (double, function->n_blocks);

  for (guint i = 0; i < function->n_calls; i++)
    {
      const CyanPerfScopeCall *call = &function->calls[i];
      double *own = &function->blocks[call->block].own;

      *own += CYAN_PERFSCOPE_CALL_COST;
      if (call->callee != G_MAXUINT && self->group[call->callee] != self->group[index])
        *own += self->functions[call->callee].cost;
      function->is_recursive |= call->callee == index;
    }
  cyan_perfscope_block_costs (function->blocks, function->n_blocks, self->unknown_trips, costs);
  function->cost = costs[0];
}

/* @function is the first of its group: the others are those that were opened after it. */
static void
close_group (Walk *self, guint function)
{
  guint first = self->open->len - 1;
  gboolean is_circle;

  while (g_array_index (self->open, guint, first) != function)
    first--;
  is_circle = first + 1 < self->open->len;
  self->n_groups++;
  for (guint i = first; i < self->open->len; i++)
    self->group[g_array_index (self->open, guint, i)] = self->n_groups;
  for (guint i = first; i < self->open->len; i++)
    {
      guint index = g_array_index (self->open, guint, i);

      self->functions[index].is_recursive = is_circle;
      set_cost (self, index);
    }
  g_array_set_size (self->open, first);
}

/* Follows the next call of the last function of the path, or leaves it. */
static void
step (Walk *self)
{
  guint at = last (self->path);
  const CyanPerfScopeFunction *function = &self->functions[at];

  if (self->next[at] < function->n_calls)
    {
      guint callee = function->calls[self->next[at]++].callee;

      if (callee == G_MAXUINT || self->group[callee] != 0)
        return;
      if (self->number[callee] == 0)
        enter (self, callee);
      else
        self->low[at] = MIN (self->low[at], self->number[callee]);
      return;
    }
  g_array_set_size (self->path, self->path->len - 1);
  if (self->path->len > 0)
    self->low[last (self->path)] = MIN (self->low[last (self->path)], self->low[at]);
  if (self->low[at] == self->number[at])
    close_group (self, at);
}

/* Whether all calls are in a block of their function, and of a function of the program. */
static gboolean
are_calls_inside (const CyanPerfScopeFunction *functions, guint n)
{
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < functions[i].n_calls; k++)
      {
        const CyanPerfScopeCall *call = &functions[i].calls[k];

        if (call->block >= functions[i].n_blocks
            || (call->callee >= n && call->callee != G_MAXUINT))
          return FALSE;
      }
  return TRUE;
}

void
cyan_perfscope_program_costs (CyanPerfScopeFunction *functions, guint n, double unknown_trips)
{
  g_autofree guint *numbers = g_new0 (guint, 4 * (gsize) n);
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));
  Walk walk = { .functions = functions,
                .unknown_trips = unknown_trips,
                .number = numbers,
                .low = numbers + n,
                .group = numbers + 2 * (gsize) n,
                .next = numbers + 3 * (gsize) n,
                .path = path,
                .open = open };

  cyan_assert_slow (are_calls_inside (functions, n));
  for (guint i = 0; i < n; i++)
    if (walk.number[i] == 0)
      for (enter (&walk, i); path->len > 0;)
        step (&walk);
  g_assert (walk.n_seen == n && open->len == 0);
}
