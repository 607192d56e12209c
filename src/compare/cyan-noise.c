/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What noise says of one node: samples and their weight, and how much of a change is left.
 *
 * Where noise is known, a change counts whole if it is significant and not at all if it is not.
 */
#include "cyan-noise-private.h"

#include <math.h>
#include <string.h>

#include "cyan-number.h"

/* Values looked at to guess a period. */
#define GUESS_VALUES 65536
/* Fewer tell nothing: one is one. */
#define FEW_VALUES 20

/* Folded stacks call everything samples.  Where nearly no node has fewer, they are times. */
#define NOT_COUNTS 20.0

/* Samples of V8's profiler, each with the time since the one before, scatter as if they were of 1.3
 * to 3 times the usual weight. */
#define UNEQUAL 2.0

/* Standard deviations of sampling that are taken off what one side lacks. */
#define ONE_SIDED_Z 2.0

/* Whether small values are whole numbers of samples, as they are if each weighs the same. */
static gboolean
weigh_the_same (GArray *sorted, double sample)
{
  guint n = 0, n_whole = 0;

  for (guint i = 0; i < sorted->len && g_array_index (sorted, double, i) < 10 * sample; i++)
    {
      double samples = g_array_index (sorted, double, i) / sample;

      n++;
      n_whole += fabs (samples - round (samples)) < 0.02;
    }
  return n_whole * 4 >= n * 3;
}

static double
guess_period (const CyanProfile *profile, guint metric)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));
  guint stride = profile->n_nodes / GUESS_VALUES + 1;
  double sample;

  for (guint i = 0; i < profile->n_nodes; i += stride)
    if (profile->metrics[metric].self[i] > 0)
      g_array_append_val (values, profile->metrics[metric].self[i]);
  if (values->len < FEW_VALUES)
    return 1;
  g_array_sort (values, cyan_compare_doubles);
  sample = g_array_index (values, double, values->len / 10);
  /* Samples of different weights count for fewer: sum (w) squared by sum (w squared) of them. */
  return weigh_the_same (values, sample) ? sample : UNEQUAL * sample;
}

double
cyan_noise_period (const CyanProfile *profile, guint metric)
{
  gboolean is_count = strcmp (profile->metrics[metric].unit, "samples") == 0;
  double guess;

  if (profile->recording != CYAN_RECORDING_SAMPLED)
    return 0;
  if (metric == 0 && isfinite (profile->period) && profile->period > 0)
    return profile->period;
  guess = guess_period (profile, metric);
  return is_count && guess < NOT_COUNTS ? 1 : guess;
}

gboolean
cyan_noise_measure (CyanComparison *self,
                    const CyanRuns *before,
                    const CyanRuns *after,
                    const CyanTick *tick,
                    GError **error)
{
  if (before->n_runs > 1 && after->n_runs > 1)
    {
      self->noise = CYAN_NOISE_RUNS;
      return cyan_noise_measure_runs (self, before, after, tick, error);
    }
  self->noise = CYAN_NOISE_UNKNOWN;
  if (self->before_period > 0 || self->after_period > 0)
    {
      self->noise = CYAN_NOISE_SAMPLING;
      cyan_noise_measure_sampling (self);
    }
  return TRUE;
}

/* The factor by which a side's values become those of differences. */
static double
factor (const CyanComparison *self, double run)
{
  if (self->same_unit)
    return 1;
  return run > 0 ? 1 / run : 0;
}

double
cyan_noise_self_difference (const CyanComparison *self, CyanNode node)
{
  CyanNode before = self->tree->before[node], after = self->tree->after[node];
  double difference = 0;

  if (after != CYAN_NODE_NONE)
    difference +=
        self->after->metrics[self->after_metric].self[after] * factor (self, self->after_run);
  if (before != CYAN_NODE_NONE)
    difference -=
        self->before->metrics[self->before_metric].self[before] * factor (self, self->before_run);
  return difference;
}

static double
in_direction (double difference, CyanDirection direction)
{
  return MAX (0.0, direction == CYAN_DIRECTION_SLOWER ? difference : -difference);
}

static gboolean
is_significant (const CyanComparison *self, const CyanEstimate *estimate)
{
  return estimate != NULL && estimate->q <= self->alpha;
}

/* Where a share was tested, the value itself may have gone the other way, by what the whole run was
 * faster or slower: that is no change of the node or function itself. */
static gboolean
agrees (const CyanEstimate *estimate, double difference)
{
  return estimate->ratio >= 1 ? difference > 0 : difference < 0;
}

/* Of what one side lacks for sure: samples scatter. */
static double
one_sided_gain (const CyanComparison *self, CyanNode node, CyanDirection direction)
{
  gboolean added = self->tree->before[node] == CYAN_NODE_NONE;
  double difference = cyan_noise_self_difference (self, node);
  /* n samples of weight p have the value n p and the variance n p^2. */
  double period = added ? self->after_period * factor (self, self->after_run)
                        : self->before_period * factor (self, self->before_run);

  return MAX (0.0, in_direction (difference, direction)
                       - ONE_SIDED_Z * sqrt (fabs (difference) * period));
}

/* What both sides have at @node, or at the two ends of a move whose added one it is. */
static double
both_sided_gain (const CyanComparison *self,
                 CyanNode node,
                 CyanNode before,
                 CyanNode after,
                 CyanDirection direction)
{
  double of_before = self->before->metrics[self->before_metric].self[before];
  double of_after = self->after->metrics[self->after_metric].self[after];
  double difference =
      of_after * factor (self, self->after_run) - of_before * factor (self, self->before_run);
  double gain = in_direction (difference, direction);
  const CyanEstimate *estimate;

  if (gain == 0 || self->noise == CYAN_NOISE_UNKNOWN)
    return gain;
  if (!cyan_noise_is_large (self, of_before, of_after))
    return 0;
  estimate = cyan_noise_find_estimate (&self->self_estimates, node);
  return is_significant (self, estimate) && agrees (estimate, difference) ? gain : 0;
}

double
cyan_noise_gain (const CyanComparison *self, CyanNode node, CyanDirection direction)
{
  gboolean added = self->tree->before[node] == CYAN_NODE_NONE;
  gboolean removed = self->tree->after[node] == CYAN_NODE_NONE;
  CyanNode place = node; /* where the estimate is */
  CyanNode before, after;

  if (removed)
    place = cyan_comparison_moved_to (self, node);
  if (place != CYAN_NODE_NONE && cyan_noise_ends (self, place, &before, &after))
    {
      /* What moved got slower where it is, and faster where it was: once, and the same if the sides
       * are exchanged. */
      if ((added && direction == CYAN_DIRECTION_FASTER)
          || (removed && direction == CYAN_DIRECTION_SLOWER))
        return 0;
      return both_sided_gain (self, place, before, after, direction);
    }
  return self->not_seen[node] ? 0 : one_sided_gain (self, node, direction);
}

double
cyan_noise_total_gain (const CyanComparison *self, CyanNode node, CyanDirection direction)
{
  CyanNode before = self->tree->before[node], after = self->tree->after[node];
  double of_before, of_after, difference;

  if (self->noise == CYAN_NOISE_UNKNOWN || before == CYAN_NODE_NONE || after == CYAN_NODE_NONE)
    return 0;
  of_before = self->before->metrics[self->before_metric].total[before];
  of_after = self->after->metrics[self->after_metric].total[after];
  difference =
      of_after * factor (self, self->after_run) - of_before * factor (self, self->before_run);
  if (in_direction (difference, direction) == 0 || !cyan_noise_is_large (self, of_before, of_after))
    return 0;

  for (guint reading = 0; reading < 2; reading++)
    {
      const CyanEstimate *estimate;

      /* Several runs tell absolute values directly. */
      if (self->noise == CYAN_NOISE_RUNS && self->same_unit && reading == CYAN_READING_SHARE)
        continue;
      estimate = cyan_noise_find_estimate (&self->total_estimates[reading], node);
      if (is_significant (self, estimate) && agrees (estimate, difference))
        return fabs (difference);
    }
  return 0;
}

gboolean
cyan_noise_function_changed (const CyanComparison *self, guint32 function)
{
  const CyanEstimate *estimate;
  double ratio;

  if (self->noise == CYAN_NOISE_UNKNOWN)
    return TRUE;
  estimate = cyan_noise_find_estimate (&self->function_estimates, function);
  if (!is_significant (self, estimate))
    return FALSE;
  if (self->noise != CYAN_NOISE_SAMPLING || !self->same_unit)
    return TRUE;
  ratio = estimate->ratio * (self->after_run / self->before_run);
  return agrees (estimate, ratio - 1);
}

gboolean
cyan_comparison_estimate (const CyanComparison *self,
                          CyanNode node,
                          CyanReading reading,
                          CyanEstimate *estimate)
{
  const CyanEstimate *found = cyan_noise_find_estimate (&self->total_estimates[reading], node);

  if (found == NULL)
    return FALSE;
  *estimate = *found;
  return TRUE;
}
