/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The change of one node that remains after noise is removed.
 *
 * If noise is known, a significant change counts in full, and any other change does not count.  Of
 * pruned trees only that part of a change counts that is there whatever is missing.
 */
#include "cyan-noise-private.h"

#include <math.h>
#include <string.h>

#include "cyan-i18n.h"
#include "cyan-number.h"
#include "cyan-sample-period.h"
#include "cyan-units.h"

/* ---- nodes and functions that are tested together; tests as estimates ---- */

gboolean
cyan_noise_ends (const CyanCompared *compared, CyanNode node, CyanNode *before, CyanNode *after)
{
  *before = compared->tree->before[node];
  *after = compared->tree->after[node];
  if (*before == CYAN_NODE_NONE)
    {
      CyanNode from = cyan_moves_from (compared->moves, node);

      if (from != CYAN_NODE_NONE)
        *before = compared->tree->before[from];
    }
  return *before != CYAN_NODE_NONE && *after != CYAN_NODE_NONE;
}

/* The samples of one run that correspond to a value of the mean of several runs. */
static double
samples (const CyanCompared *compared, guint side, double value)
{
  return value / (compared->side[side].period * compared->side[side].n_runs);
}

gboolean
cyan_noise_is_large (const CyanCompared *compared, double before, double after)
{
  const double totals[2] = { compared->side[0].total, compared->side[1].total };
  double share[2], sum = 0;
  guint n_sampled = 0;

  if (!(totals[0] > 0) || !(totals[1] > 0) || !isfinite (totals[0]) || !isfinite (totals[1]))
    return FALSE;
  share[0] = MAX (before, 0.0) / totals[0];
  share[1] = MAX (after, 0.0) / totals[1];
  if (share[0] + share[1] < 2 * CYAN_NOISE_LEAST_SHARE)
    return FALSE;

  /* An exact side has no samples; the samples that the other side would expect count. */
  for (guint side = 0; side < 2; side++)
    if (compared->side[side].period > 0)
      {
        n_sampled++;
        sum += samples (compared, side, 0.5 * (share[0] + share[1]) * totals[side]);
      }
  return n_sampled == 0 || sum >= CYAN_NOISE_LEAST_SAMPLES * n_sampled;
}

static void
choose (const CyanCompared *compared, GArray *tested, guint32 number, double before, double after)
{
  const CyanNoiseTested test = { number, { MAX (before, 0.0), MAX (after, 0.0) } };

  if (cyan_noise_is_large (compared, before, after))
    g_array_append_val (tested, test);
}

GArray *
cyan_noise_choose (const CyanCompared *compared, CyanNoiseSubject subject)
{
  const CyanMetric *before = cyan_compared_metric (compared, 0);
  const CyanMetric *after = cyan_compared_metric (compared, 1);
  const double *const of_before = subject == CYAN_NOISE_TOTALS ? before->total : before->self;
  const double *const of_after = subject == CYAN_NOISE_TOTALS ? after->total : after->self;
  GArray *tested = g_array_new (FALSE, FALSE, sizeof (CyanNoiseTested));

  if (subject == CYAN_NOISE_FUNCTIONS)
    {
      g_autofree double *f_before = cyan_compared_function_values (compared, 0);
      g_autofree double *f_after = cyan_compared_function_values (compared, 1);

      for (guint32 f = 0; f < compared->pairs->n_functions; f++)
        choose (compared, tested, f, f_before[f], f_after[f]);
      return tested;
    }
  for (CyanNode i = 0; i < compared->n_nodes; i++)
    {
      CyanNode a = compared->tree->before[i], b = compared->tree->after[i];
      gboolean both = subject == CYAN_NOISE_SELVES ? cyan_noise_ends (compared, i, &a, &b)
                                                   : a != CYAN_NODE_NONE && b != CYAN_NODE_NONE;

      if (both)
        choose (compared, tested, i, of_before[a], of_after[b]);
    }
  return tested;
}

static float
ratio_of (double log_ratio)
{
  return (float) exp (CLAMP (log_ratio, -87.0, 88.0));
}

void
cyan_noise_write_estimates (const CyanCompared *compared,
                            CyanBasis basis,
                            const GArray *tested,
                            CyanTest *tests,
                            CyanEstimates *estimates)
{
  gboolean is_share = basis == CYAN_BASIS_SHARE;
  double scale[2] = { is_share ? compared->side[0].total : 1,
                      is_share ? compared->side[1].total : 1 };

  cyan_adjust_p_values (tests, tested->len);
  estimates->n = tested->len;
  estimates->at = g_new (CyanEstimate, tested->len);
  for (guint i = 0; i < tested->len; i++)
    {
      const CyanNoiseTested *test = cyan_noise_tested (tested, i);
      double before = test->value[0] / scale[0], after = test->value[1] / scale[1];
      CyanEstimate *estimate = &estimates->at[i];

      estimate->number = test->number;
      if (!(before > 0))
        estimate->ratio = INFINITY;
      else if (!(after > 0))
        estimate->ratio = 0;
      else
        estimate->ratio = ratio_of (log (after / before));
      /* The interval is around a mean of logs, but the ratio is one of means. */
      estimate->low = MIN (ratio_of (tests[i].difference - tests[i].half), estimate->ratio);
      estimate->high = MAX (ratio_of (tests[i].difference + tests[i].half), estimate->ratio);
      estimate->q = (float) tests[i].q;
      g_assert (i == 0 || test->number > test[-1].number);
      g_assert (estimate->q >= 0 && estimate->q <= 1);
    }
}

const CyanEstimate *
cyan_estimates_find (const CyanEstimates *self, guint32 number)
{
  guint at = CYAN_FIND_FIRST (self->n, i, self->at[i].number < number);

  return at < self->n && self->at[at].number == number ? &self->at[at] : NULL;
}

/* ---- what remains ---- */

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

/* How much of a change in @direction may be missing on the side that has less.  At the added end of
 * a move, the side before is its removed end. */
static double
unproved (const CyanCompared *compared, CyanNode node, CyanBasis basis, CyanDirection direction)
{
  guint side = direction == CYAN_DIRECTION_SLOWER ? 0 : 1;
  double missing;

  if (side == 0 && compared->tree->before[node] == CYAN_NODE_NONE
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
  guint side = cyan_compared_side (compared, node);
  double factor = factor_of (compared, basis, side);
  double value[2] = { 0, 0 };
  double difference;

  value[side] = cyan_compared_self (compared, side, node);
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
  double value[2], difference, gain;

  if ((cyan_noise_counts_all (self) && !cyan_compared_is_pruned (compared))
      || !cyan_compared_is_pair (compared, node) || cyan_compared_is_cold (compared, node))
    return 0;
  for (guint side = 0; side < 2; side++)
    value[side] = cyan_compared_total (compared, side, node);
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

/* ---- words ---- */

/* "5 sampled runs", "1 exact run", "300 sampled hosts". */
static char *
runs_text (const CyanComparedSide *side)
{
  guint n = side->n_runs;

  if (side->are_hosts)
    return g_strdup_printf (side->period > 0 ? ngettext ("%'u sampled host", "%'u sampled hosts", n)
                                             : ngettext ("%'u exact host", "%'u exact hosts", n),
                            n);
  return g_strdup_printf (side->period > 0 ? ngettext ("%'u sampled run", "%'u sampled runs", n)
                                           : ngettext ("%'u exact run", "%'u exact runs", n),
                          n);
}

/* Whether the profile records its sample period; folded stacks do not. */
static gboolean
is_recorded (const CyanProfile *profile, guint metric)
{
  return metric == 0 && profile->period > 0 && strcmp (profile->format, "folded") != 0;
}

/* The weight of one sample of a run: "1 ms", "1 ms (guessed)", "1 ms (given)".  NULL for an exact
 * side and for counts of samples. */
static char *
period_text (const CyanComparedSide *side)
{
  double of_run = side->period * side->n_runs;
  const char *unit = side->profile->metrics[side->metric].unit;
  g_autofree char *value = cyan_value_to_text (of_run, unit);

  if (!(side->period > 0) || (cyan_may_be_samples (unit) && fabs (of_run - 1) < 1e-9))
    return NULL;
  if (fabs (side->period - side->found_period) > 1e-9 * side->found_period)
    return g_strdup_printf (_ ("%s (given)"), value);
  if (!is_recorded (side->profile, side->metric))
    return g_strdup_printf (_ ("%s (guessed)"), value);
  return g_steal_pointer (&value);
}

/* Adds the sample periods to @runs. */
static char *
with_periods (const CyanCompared *compared, const char *runs)
{
  g_autofree char *before = period_text (&compared->side[0]);
  g_autofree char *after = period_text (&compared->side[1]);

  if (before == NULL && after == NULL)
    return g_strdup (runs);
  if (before == NULL || after == NULL || strcmp (before, after) == 0)
    return g_strdup_printf (_ ("%s, one sample is %s"), runs, before != NULL ? before : after);
  return g_strdup_printf (_ ("%s, one sample is %s before and %s after"), runs, before, after);
}

/* Describes how the noise of one exact run a side was estimated. */
static char *
null_text (const CyanNoise *self, const char *runs)
{
  g_autofree char *share = cyan_share_to_text (self->spread);
  g_autofree char *spread = g_strconcat ("\xc2\xb1", share, NULL); /* "±4 %" */

  return g_strdup_printf (
      ngettext (
          "%s: noise estimated from %'u function with equal calls (%s for one of 1 %% of the run)",
          "%s: noise estimated from %'u functions with equal calls (%s for one of 1 %% of the run)",
          self->n_null),
      runs, self->n_null, spread);
}

char *
cyan_noise_text (const CyanNoise *self, const CyanCompared *compared)
{
  g_autofree char *before = runs_text (&compared->side[0]);
  g_autofree char *after = runs_text (&compared->side[1]);
  g_autofree char *of_sides = NULL, *runs = NULL;

  if (compared->single)
    return g_strdup (_ ("a single recording: nothing to compare it with"));
  if (strcmp (before, after) == 0)
    of_sides = g_strdup_printf (_ ("%s a side"), before);
  else
    of_sides = g_strdup_printf (_ ("%s before and %s after"), before, after);
  runs = with_periods (compared, of_sides);
  switch (self->kind)
    {
    case CYAN_NOISE_RUNS:
      return g_strdup_printf (compared->side[0].are_hosts && compared->side[1].are_hosts
                                  ? _ ("%s: noise is what differs from host to host")
                                  : _ ("%s: noise is what differs from run to run"),
                              runs);
    case CYAN_NOISE_SAMPLING:
      return g_strdup_printf (_ ("%s: only the noise of sampling is known"), runs);
    case CYAN_NOISE_NULL:
      return null_text (self, runs);
    default:
      return g_strdup_printf (_ ("%s: noise cannot be estimated"), runs);
    }
}
