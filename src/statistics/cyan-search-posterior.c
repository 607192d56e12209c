/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a step may be, given the levels of some revisions. */
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

#include "cyan-search-private.h"

/* ---- one level on either side ---- */

/* Weighted sums of some points. */
typedef struct
{
  double weight, sum, squares;
} Sums;

/* Sums of the first i points, by i.  Levels are relative to that of the first point, so that
 * squares do not cancel.  Caller frees. */
static Sums *
add_up (const CyanSearchSegment *self)
{
  Sums *sums = g_new0 (Sums, self->n_points + 1);

  for (guint i = 0; i < self->n_points; i++)
    {
      double weight = 1 / self->points[i].variance;
      double level = self->points[i].level - self->points[0].level;

      sums[i + 1] = (Sums){ sums[i].weight + weight, sums[i].sum + weight * level,
                            sums[i].squares + weight * level * level };
    }
  return sums;
}

/* The sum of weighted squares around the mean of the points @from to @to. */
static double
residual (const Sums *from, const Sums *to)
{
  double sum = to->sum - from->sum, weight = to->weight - from->weight;

  return MAX (0, to->squares - from->squares - sum * sum / weight);
}

/* ---- the posterior ---- */

/* log P(B = k) up to a constant, but for the prior, where @left points are before revision k:
 * (W_L W_R)^(-1/2) (1 + (Q_L + Q_R) / nu)^(-(nu + J - 2) / 2), with flat priors of both levels and
 * of the log of the variances' factor. */
static double
log_likelihood (const Sums *sums, guint n, guint left, double df)
{
  const Sums *split = &sums[left], *end = &sums[n];
  double q = residual (&sums[0], split) + residual (split, end);

  return -0.5 * log (split->weight * (end->weight - split->weight))
         - (df + n - 2) / 2 * log1p (q / df);
}

void
cyan_search_posterior (const CyanSearchSegment *self,
                       const CyanSearchNoise *noise,
                       double *probability)
{
  guint n = self->n_points, last = self->points[n - 1].revision, left = 1;
  guint first = self->points[0].revision + 1;
  g_autofree Sums *sums = add_up (self);
  double highest = -INFINITY, sum = 0, log_p = 0;

  for (guint k = first; k <= last; k++)
    {
      if (k == first || self->points[left].revision < k)
        {
          left += k > first;
          log_p = log_likelihood (sums, n, left, noise->df);
        }
      probability[k] = log_p + log (self->prior[k]);
      highest = MAX (highest, probability[k]);
    }
  for (guint k = first; k <= last; k++)
    sum += probability[k] = exp (probability[k] - highest);
  for (guint k = first; k <= last; k++)
    probability[k] /= sum;
}

/* ---- the answer ---- */

/* Revisions that cannot be told apart: all but the last are dead. */
typedef struct
{
  guint first, last;
  double mass;
} Group;

static GArray *
list_groups (const CyanSearchSegment *self, const double *probability)
{
  GArray *groups = g_array_new (FALSE, FALSE, sizeof (Group));
  guint last = self->points[self->n_points - 1].revision;

  for (guint k = self->points[0].revision + 1; k <= last; k++)
    {
      Group group = { k, k, probability[k] };

      while (self->dead[group.last] && group.last < last)
        group.mass += probability[++group.last];
      g_array_append_val (groups, group);
      k = group.last;
    }
  return groups;
}

static int
compare_groups (gconstpointer a, gconstpointer b)
{
  const Group *x = a, *y = b;

  return x->mass != y->mass ? (x->mass < y->mass) - (x->mass > y->mass)
                            : (x->first > y->first) - (x->first < y->first);
}

static int
compare_numbers (const void *a, const void *b)
{
  guint x = *(const guint *) a, y = *(const guint *) b;

  return (x > y) - (x < y);
}

static void
find_credible_set (const CyanSearchSegment *self,
                   const double *probability,
                   double confidence,
                   CyanBisectionStep *step)
{
  g_autoptr (GArray) groups = list_groups (self, probability);
  g_autoptr (GArray) credible = g_array_new (FALSE, FALSE, sizeof (guint));

  g_array_sort (groups, compare_groups);
  for (guint i = 0; i < groups->len && step->mass < confidence; i++)
    {
      const Group *group = &g_array_index (groups, Group, i);

      step->mass += group->mass;
      for (guint k = group->first; k <= group->last; k++)
        g_array_append_val (credible, k);
    }
  step->mass = MIN (step->mass, 1);
  step->n_credible = credible->len;
  step->credible = (guint *) g_array_free (g_steal_pointer (&credible), FALSE);
  qsort (step->credible, step->n_credible, sizeof (guint), compare_numbers);
  step->revision = step->credible[0];
  for (guint i = 1; i < step->n_credible; i++)
    if (probability[step->credible[i]] > probability[step->revision])
      step->revision = step->credible[i];
}

/* The difference of the means on both sides.  Its interval is that of a t with nu + J - 2 degrees
 * of freedom. */
static CyanRatio
find_size (const CyanSearchSegment *self, const CyanSearchNoise *noise, guint revision)
{
  guint n = self->n_points, left = 1;
  g_autofree Sums *sums = add_up (self);
  double df = noise->df + n - 2, before, after, difference, half, q;
  const Sums *split;

  while (left < n - 1 && self->points[left].revision < revision)
    left++;
  split = &sums[left];
  before = split->weight;
  after = sums[n].weight - before;
  q = residual (&sums[0], split) + residual (split, &sums[n]);
  difference = (sums[n].sum - split->sum) / after - split->sum / before;
  half = gsl_cdf_tdist_Pinv (0.975, df) * sqrt ((1 / before + 1 / after) * (noise->df + q) / df);
  return (CyanRatio){ exp (difference), exp (difference - half), exp (difference + half) };
}

CyanBisectionStep
cyan_search_step (const CyanSearchSegment *self,
                  const CyanSearchNoise *noise,
                  const double *probability,
                  double confidence)
{
  CyanBisectionStep step = { 0 };

  find_credible_set (self, probability, confidence, &step);
  step.size = find_size (self, noise, step.revision);
  return step;
}
