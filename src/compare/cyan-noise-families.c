/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses which nodes and functions are tested together, and turns tests into estimates. */
#include "cyan-noise-private.h"

#include <math.h>

gboolean
cyan_noise_ends (const CyanCompared *compared, CyanNode node, CyanNode *before, CyanNode *after)
{
  *before = compared->tree->before[node];
  *after = compared->tree->after[node];
  if (*before == CYAN_NODE_NONE)
    {
      CyanNode from =
          compared->moves != NULL ? cyan_moves_from (compared->moves, node) : CYAN_NODE_NONE;

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
choose (CyanNoiseTested *tested, guint32 number, double before, double after, guint *n_allocated)
{
  if (tested->n == *n_allocated)
    {
      *n_allocated = *n_allocated == 0 ? 256 : *n_allocated * 2;
      tested->numbers = g_renew (guint32, tested->numbers, *n_allocated);
      for (guint side = 0; side < 2; side++)
        tested->value[side] = g_renew (double, tested->value[side], *n_allocated);
    }
  tested->numbers[tested->n] = number;
  tested->value[0][tested->n] = MAX (before, 0.0);
  tested->value[1][tested->n++] = MAX (after, 0.0);
}

static void
choose_functions (const CyanCompared *compared, CyanNoiseTested *tested, guint *n_allocated)
{
  g_autofree double *before = cyan_compared_function_values (compared, 0);
  g_autofree double *after = cyan_compared_function_values (compared, 1);

  for (guint32 f = 0; f < compared->pairs->n_functions; f++)
    if (cyan_noise_is_large (compared, before[f], after[f]))
      choose (tested, f, before[f], after[f], n_allocated);
}

CyanNoiseTested *
cyan_noise_choose (const CyanCompared *compared, CyanNoiseSubject subject)
{
  const CyanMetric *before = cyan_compared_metric (compared, 0);
  const CyanMetric *after = cyan_compared_metric (compared, 1);
  const double *const of_before = subject == CYAN_NOISE_TOTALS ? before->total : before->self;
  const double *const of_after = subject == CYAN_NOISE_TOTALS ? after->total : after->self;
  CyanNoiseTested *tested = g_new0 (CyanNoiseTested, 1);
  guint n_allocated = 0;

  if (subject == CYAN_NOISE_FUNCTIONS)
    {
      choose_functions (compared, tested, &n_allocated);
      return tested;
    }
  for (CyanNode i = 0; i < compared->n_nodes; i++)
    {
      CyanNode a = compared->tree->before[i], b = compared->tree->after[i];
      gboolean both = subject == CYAN_NOISE_SELVES ? cyan_noise_ends (compared, i, &a, &b)
                                                   : a != CYAN_NODE_NONE && b != CYAN_NODE_NONE;

      if (both && cyan_noise_is_large (compared, of_before[a], of_after[b]))
        choose (tested, i, of_before[a], of_after[b], &n_allocated);
    }
  return tested;
}

void
cyan_noise_tested_free (CyanNoiseTested *self)
{
  g_free (self->numbers);
  g_free (self->value[0]);
  g_free (self->value[1]);
  g_free (self);
}

static float
ratio_of (double log_ratio)
{
  return (float) exp (CLAMP (log_ratio, -87.0, 88.0));
}

void
cyan_noise_write_estimates (const CyanNoiseTested *tested,
                            const CyanTest *tests,
                            const double scale[2],
                            CyanEstimates *estimates)
{
  estimates->n = tested->n;
  estimates->at = g_new (CyanEstimate, tested->n);
  for (guint i = 0; i < tested->n; i++)
    {
      double before = tested->value[0][i] / scale[0], after = tested->value[1][i] / scale[1];
      CyanEstimate *estimate = &estimates->at[i];

      estimate->number = tested->numbers[i];
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
      g_assert (i == 0 || tested->numbers[i] > tested->numbers[i - 1]);
      g_assert (estimate->q >= 0 && estimate->q <= 1);
    }
}

const CyanEstimate *
cyan_estimates_find (const CyanEstimates *self, guint32 number)
{
  guint from = 0, to = self->n;

  while (from < to)
    {
      guint middle = from + (to - from) / 2;

      if (self->at[middle].number < number)
        from = middle + 1;
      else
        to = middle;
    }
  return from < self->n && self->at[from].number == number ? &self->at[from] : NULL;
}
