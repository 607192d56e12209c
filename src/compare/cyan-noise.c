/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The change of one node that remains after noise is removed.
 *
 * If noise is known, a significant change counts in full, and any other change does not count.  Of
 * pruned trees only that part of a change counts that is there whatever is missing.
 */
#include "cyan-noise-private.h"

#include <math.h>

/* Standard deviations of sampling that are subtracted from a node that one side lacks. */
#define ONE_SIDED_Z 2.0

/* Rounding errors. */
#define EXACT_SPREAD 1e-6

gboolean
cyan_noise_init (CyanNoise *self,
                 const CyanCompared *compared,
                 const CyanRuns *const runs[2],
                 double alpha,
                 const CyanTick *tick,
                 GError **error)
{
  g_assert (alpha >= 0 && alpha <= 1);
  *self = (CyanNoise){ .kind = CYAN_NOISE_UNKNOWN, .alpha = alpha };
  if (compared->single)
    return TRUE;
  if (runs[0]->n_runs > 1 && runs[1]->n_runs > 1)
    {
      self->kind = CYAN_NOISE_RUNS;
      return cyan_noise_measure_runs (self, compared, runs, tick, error);
    }
  if (compared->side[0].period > 0 || compared->side[1].period > 0)
    {
      self->kind = CYAN_NOISE_SAMPLING;
      cyan_noise_measure_sampling (self, compared);
    }
  else
    cyan_noise_measure_null (self, compared);
  return TRUE;
}

void
cyan_noise_clear (CyanNoise *self)
{
  for (guint basis = 0; basis < 2; basis++)
    g_clear_pointer (&self->totals[basis].at, g_free);
  g_clear_pointer (&self->selves.at, g_free);
  g_clear_pointer (&self->functions.at, g_free);
}

gboolean
cyan_noise_counts_all (const CyanNoise *self)
{
  return self->kind == CYAN_NOISE_UNKNOWN
         || (self->kind == CYAN_NOISE_NULL && self->spread < EXACT_SPREAD);
}

static double
in_direction (double difference, CyanDirection direction)
{
  return MAX (0.0, direction == CYAN_DIRECTION_SLOWER ? difference : -difference);
}

static gboolean
is_significant (const CyanNoise *self, const CyanEstimate *estimate)
{
  return estimate != NULL && estimate->q <= self->alpha;
}

/* Whether the value changed in the direction of its estimate.  If the share was tested, the value
 * may have changed in the other direction because the whole run was faster or slower. */
static gboolean
agrees (const CyanEstimate *estimate, double difference)
{
  return estimate->ratio >= 1 ? difference > 0 : difference < 0;
}

/* Factor that converts values of @side to the unit of differences, or to shares. */
static double
factor_of (const CyanCompared *compared, CyanBasis basis, guint side)
{
  return basis == CYAN_BASIS_SHARE ? cyan_compared_part (1, compared->side[side].total)
                                   : cyan_compared_factor (compared, side);
}

/* How much of a change in @direction may be missing on the side that has less.  At the added end of a
 * move, the side before is its removed end. */
static double
unproved (const CyanCompared *compared, CyanNode node, CyanBasis basis, CyanDirection direction)
{
  guint side = direction == CYAN_DIRECTION_SLOWER ? 0 : 1;
  double missing;

  if (side == 0 && compared->tree->before[node] == CYAN_NODE_NONE && compared->moves != NULL
      && cyan_moves_from (compared->moves, node) != CYAN_NODE_NONE)
    node = cyan_moves_from (compared->moves, node);
  missing = cyan_compared_unproved_value (compared, node, direction);
  return isfinite (missing) ? missing * factor_of (compared, basis, side) : missing;
}

/* Value after - before. */
static double
difference_of (const CyanCompared *compared, CyanBasis basis, const double value[2])
{
  return value[1] * factor_of (compared, basis, 1) - value[0] * factor_of (compared, basis, 0);
}

/* The change at a node that one side lacks, less the scatter of sampling. */
static double
one_sided_gain (const CyanCompared *compared,
                CyanNode node,
                CyanBasis basis,
                CyanDirection direction)
{
  guint side = compared->tree->before[node] == CYAN_NODE_NONE ? 1 : 0;
  double factor = factor_of (compared, basis, side);
  double value[2] = { 0, 0 };
  double difference;

  value[side] =
      cyan_compared_metric (compared, side)->self[cyan_compared_node (compared, side, node)];
  difference = difference_of (compared, basis, value);
  /* n samples of weight p have the value n p and the variance n p^2. */
  return MAX (0.0,
              in_direction (difference, direction)
                  - ONE_SIDED_Z * sqrt (fabs (difference) * compared->side[side].period * factor)
                  - unproved (compared, node, basis, direction));
}

/* The change at @node if both sides have it, or between the two ends of a move whose added end it
 * is. */
static double
both_sided_gain (const CyanNoise *self,
                 const CyanCompared *compared,
                 CyanNode node,
                 CyanNode before,
                 CyanNode after,
                 CyanBasis basis,
                 CyanDirection direction)
{
  const double value[2] = { cyan_compared_metric (compared, 0)->self[before],
                            cyan_compared_metric (compared, 1)->self[after] };
  double difference, gain;
  const CyanEstimate *estimate;

  if (!cyan_noise_counts_all (self) && !cyan_noise_is_large (compared, value[0], value[1]))
    return 0;
  difference = difference_of (compared, basis, value);
  gain =
      MAX (0.0, in_direction (difference, direction) - unproved (compared, node, basis, direction));
  if (gain == 0 || cyan_noise_counts_all (self))
    return gain;
  estimate = cyan_estimates_find (&self->selves, node);
  return is_significant (self, estimate) && agrees (estimate, difference) ? gain : 0;
}

double
cyan_noise_gain_in (const CyanNoise *self,
                    const CyanCompared *compared,
                    CyanNode node,
                    CyanBasis basis,
                    CyanDirection direction)
{
  g_assert (node < compared->n_nodes);
  gboolean added = compared->tree->before[node] == CYAN_NODE_NONE;
  gboolean removed = compared->tree->after[node] == CYAN_NODE_NONE;
  CyanNode at = node; /* the node that has the estimate */
  CyanNode before, after;

  if (cyan_compared_is_cold (compared, node))
    return 0;
  if (removed)
    at = cyan_moves_to (compared->moves, node);
  if (at != CYAN_NODE_NONE && cyan_noise_ends (compared, at, &before, &after))
    {
      /* A moved node counts once: as slower at its added end, as faster at its removed end. */
      if ((added && direction == CYAN_DIRECTION_FASTER)
          || (removed && direction == CYAN_DIRECTION_SLOWER))
        return 0;
      return both_sided_gain (self, compared, at, before, after, basis, direction);
    }
  return cyan_compared_is_unseen (compared, node)
             ? 0
             : one_sided_gain (compared, node, basis, direction);
}

double
cyan_noise_total_gain_in (const CyanNoise *self,
                          const CyanCompared *compared,
                          CyanNode node,
                          CyanBasis unit,
                          CyanDirection direction)
{
  g_assert (node < compared->n_nodes);
  CyanNode before = compared->tree->before[node], after = compared->tree->after[node];
  double value[2], difference, gain;

  if ((cyan_noise_counts_all (self) && !cyan_compared_is_pruned (compared))
      || before == CYAN_NODE_NONE || after == CYAN_NODE_NONE
      || cyan_compared_is_cold (compared, node))
    return 0;
  value[0] = cyan_compared_metric (compared, 0)->total[before];
  value[1] = cyan_compared_metric (compared, 1)->total[after];
  if (!cyan_noise_counts_all (self) && !cyan_noise_is_large (compared, value[0], value[1]))
    return 0;
  difference = difference_of (compared, unit, value);
  gain = in_direction (difference, direction) - unproved (compared, node, unit, direction);
  if (cyan_noise_counts_all (self) || !(gain > 0))
    return gain > 0 ? gain : 0;

  for (guint basis = 0; basis < 2; basis++)
    {
      const CyanEstimate *estimate;

      /* Unless sampling alone is known, absolute values are tested directly. */
      if (self->kind != CYAN_NOISE_SAMPLING && compared->same_unit && basis == CYAN_BASIS_SHARE)
        continue;
      estimate = cyan_estimates_find (&self->totals[basis], node);
      if (is_significant (self, estimate) && agrees (estimate, difference))
        return gain;
    }
  return 0;
}

double
cyan_noise_gain (const CyanNoise *self,
                 const CyanCompared *compared,
                 CyanNode node,
                 CyanDirection direction)
{
  return cyan_noise_gain_in (self, compared, node, CYAN_BASIS_ABSOLUTE, direction);
}

double
cyan_noise_total_gain (const CyanNoise *self,
                       const CyanCompared *compared,
                       CyanNode node,
                       CyanDirection direction)
{
  return cyan_noise_total_gain_in (self, compared, node, CYAN_BASIS_ABSOLUTE, direction);
}

gboolean
cyan_noise_total_changed (const CyanNoise *self, const CyanCompared *compared)
{
  const CyanEstimate *estimate;
  CyanEstimate of_runs;

  if (cyan_noise_test_total (self, compared, &of_runs))
    return is_significant (self, &of_runs);
  estimate = compared->same_unit
                 ? cyan_estimates_find (&self->totals[CYAN_BASIS_ABSOLUTE], CYAN_NODE_ROOT)
                 : NULL;
  return estimate == NULL || is_significant (self, estimate);
}

gboolean
cyan_noise_function_changed (const CyanNoise *self, const CyanCompared *compared, guint32 function)
{
  const CyanEstimate *estimate;
  double ratio;

  g_assert (function < compared->pairs->n_functions);
  if (cyan_noise_counts_all (self))
    return TRUE;
  estimate = cyan_estimates_find (&self->functions, function);
  if (!is_significant (self, estimate))
    return FALSE;
  if (self->kind != CYAN_NOISE_SAMPLING || !compared->same_unit)
    return TRUE;
  ratio = estimate->ratio * (compared->side[1].total / compared->side[0].total);
  return agrees (estimate, ratio - 1);
}
