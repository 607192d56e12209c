/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which nodes and functions are tested together, and what becomes of the tests. */
#include "cyan-noise-private.h"

#include <math.h>

gboolean
cyan_noise_ends (const CyanComparison *self, CyanNode node, CyanNode *before, CyanNode *after)
{
  *before = self->tree->before[node];
  *after = self->tree->after[node];
  if (*before == CYAN_NODE_NONE)
    {
      CyanNode from = cyan_comparison_moved_from (self, node);

      if (from != CYAN_NODE_NONE)
        *before = self->tree->before[from];
    }
  return *before != CYAN_NODE_NONE && *after != CYAN_NODE_NONE;
}

/* Samples of one run that a value of the mean of several stands for. */
static double
samples (const CyanComparison *self, guint side, double value)
{
  double period = side == 0 ? self->before_period : self->after_period;

  return value / (period * self->n_runs[side]);
}

gboolean
cyan_noise_is_large (const CyanComparison *self, double before, double after)
{
  const double run[2] = { self->before_run, self->after_run };
  double share[2], sum = 0;
  guint n_sampled = 0;

  if (!(run[0] > 0) || !(run[1] > 0) || !isfinite (run[0]) || !isfinite (run[1]))
    return FALSE;
  share[0] = MAX (before, 0.0) / run[0];
  share[1] = MAX (after, 0.0) / run[1];
  if (share[0] + share[1] < 2 * CYAN_NOISE_LEAST_SHARE)
    return FALSE;

  /* An exact side has no samples; what the other would have seen counts. */
  for (guint side = 0; side < 2; side++)
    if ((side == 0 ? self->before_period : self->after_period) > 0)
      {
        n_sampled++;
        sum += samples (self, side, 0.5 * (share[0] + share[1]) * run[side]);
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
choose_functions (const CyanComparison *self, CyanNoiseTested *tested, guint *n_allocated)
{
  g_autofree double *before = g_new0 (double, self->n_functions);
  g_autofree double *after = g_new0 (double, self->n_functions);
  const double *before_self = self->before->metrics[self->before_metric].self;
  const double *after_self = self->after->metrics[self->after_metric].self;

  for (CyanNode i = 0; i < self->n_nodes; i++)
    {
      guint32 f = cyan_noise_function (self, i);

      if (self->tree->before[i] != CYAN_NODE_NONE)
        before[f] += before_self[self->tree->before[i]];
      if (self->tree->after[i] != CYAN_NODE_NONE)
        after[f] += after_self[self->tree->after[i]];
    }
  for (guint32 f = 0; f < self->n_functions; f++)
    if (cyan_noise_is_large (self, before[f], after[f]))
      choose (tested, f, before[f], after[f], n_allocated);
}

CyanNoiseTested *
cyan_noise_choose (const CyanComparison *self, CyanNoiseSubject subject)
{
  const CyanMetric *before = &self->before->metrics[self->before_metric];
  const CyanMetric *after = &self->after->metrics[self->after_metric];
  const double *const of_before = subject == CYAN_NOISE_TOTALS ? before->total : before->self;
  const double *const of_after = subject == CYAN_NOISE_TOTALS ? after->total : after->self;
  CyanNoiseTested *tested = g_new0 (CyanNoiseTested, 1);
  guint n_allocated = 0;

  if (subject == CYAN_NOISE_FUNCTIONS)
    {
      choose_functions (self, tested, &n_allocated);
      return tested;
    }
  for (CyanNode i = 0; i < self->n_nodes; i++)
    {
      CyanNode a = self->tree->before[i], b = self->tree->after[i];
      gboolean both = subject == CYAN_NOISE_SELVES ? cyan_noise_ends (self, i, &a, &b)
                                                   : a != CYAN_NODE_NONE && b != CYAN_NODE_NONE;

      if (both && cyan_noise_is_large (self, of_before[a], of_after[b]))
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
                            CyanTest *tests,
                            const double scale[2],
                            CyanEstimates *estimates)
{
  cyan_adjust_p_values (tests, tested->n);
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
      /* The interval stands around a mean of logs, the ratio is one of means. */
      estimate->low = MIN (ratio_of (tests[i].difference - tests[i].half), estimate->ratio);
      estimate->high = MAX (ratio_of (tests[i].difference + tests[i].half), estimate->ratio);
      estimate->q = (float) tests[i].q;
    }
}

const CyanEstimate *
cyan_noise_find_estimate (const CyanEstimates *estimates, guint32 number)
{
  guint from = 0, to = estimates->n;

  while (from < to)
    {
      guint middle = from + (to - from) / 2;

      if (estimates->at[middle].number < number)
        from = middle + 1;
      else
        to = middle;
    }
  return from < estimates->n && estimates->at[from].number == number ? &estimates->at[from] : NULL;
}
