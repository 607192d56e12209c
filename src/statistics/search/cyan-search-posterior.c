/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where one step may be, or that there is none; the smallest set of revisions; the size. */
#include "cyan-search-private.h"

#include "cyan-number.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

/* ---- what is not known ---- */

/* How much builds scatter, relative to what was said, and how likely that is. */
static const struct
{
  double factor, prior;
} scatters[] = { { 0.5, 0.1 }, { 1, 0.4 }, { 1.5, 0.2 }, { 2, 0.12 }, { 3, 0.12 }, { 4, 0.06 } };

/* The size of a step: normal with one of these standard deviations, of the log. */
static const double sizes[] = { 0.02, 0.08, 0.3 };

/* That there is no step, before anything is measured. */
#define NONE 0.5

/* ---- the units of a segment, for one scatter of builds ---- */

typedef struct
{
  guint n;
  const CyanSearchUnit **units;
  double *weights; /* the inverse of their covariance */
  double log_determinant;
  double ones, sum, squares; /* 1'W1, 1'Wz, z'Wz; levels are relative to that of the first */
} Sample;

static gboolean
has_unit (const CyanSearchSegment *self, const CyanSearchUnit *unit)
{
  return unit->revision >= self->first && unit->revision <= self->last
         && !self->left_out[unit->revision];
}

static double
level_in (const Sample *sample, guint i)
{
  return sample->units[i]->level - sample->units[0]->level;
}

static void
sample_init (Sample *sample, const CyanSearchSegment *self, double build)
{
  const GArray *all = self->levels->units;
  g_autofree guint *rows = g_new (guint, all->len);
  guint n = 0;

  *sample = (Sample){ .units = g_new (const CyanSearchUnit *, all->len) };
  for (guint i = 0; i < all->len; i++)
    if (has_unit (self, &g_array_index (all, CyanSearchUnit, i)))
      {
        sample->units[n] = &g_array_index (all, CyanSearchUnit, i);
        rows[n++] = i;
      }
  sample->n = n;
  sample->weights = g_new (double, (gsize) n *n);
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      sample->weights[i * n + j] =
          self->levels->covariance[rows[i] * all->len + rows[j]] + (i == j ? build : 0);
  sample->log_determinant = cyan_search_invert (sample->weights, n);
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      {
        double weight = sample->weights[i * n + j];

        sample->ones += weight;
        sample->sum += weight * level_in (sample, j);
        sample->squares += weight * level_in (sample, i) * level_in (sample, j);
      }
}

static void
sample_clear (Sample *sample)
{
  g_free (sample->units);
  g_free (sample->weights);
}

/* The step between unit @left - 1 and unit @left: how much it is, and 1 / its variance. */
typedef struct
{
  double size, weight;
} Split;

/* By the number of units on the left; caller frees. */
static Split *
list_splits (const Sample *self)
{
  Split *splits = g_new0 (Split, self->n + 1);
  double ones = 0, sum = 0, both = 0; /* r'W1, r'Wz, r'Wr, of those on the right */

  for (guint i = self->n; i-- > 1;)
    {
      double row = 0, row_sum = 0, inside = 0;

      for (guint j = 0; j < self->n; j++)
        {
          double weight = self->weights[i * self->n + j];

          row += weight;
          row_sum += weight * level_in (self, j);
          inside += j > i ? 2 * weight : j == i ? weight : 0;
        }
      ones += row;
      sum += row_sum;
      both += inside;
      splits[i].weight = both - ones * ones / self->ones;
      splits[i].size = (sum - ones * self->sum / self->ones) / splits[i].weight;
    }
  return splits;
}

/* Squares around one level. */
static double
residual (const Sample *self)
{
  return MAX (0, self->squares - self->sum * self->sum / self->ones);
}

/* log P(levels) up to a constant, without a step: a flat prior of the level, and Student's
 * distribution since the scatter of runs is estimated, too. */
static double
log_none (const Sample *self, double df)
{
  return -0.5 * (self->log_determinant + log (self->ones))
         - (df + self->n - 1) / 2 * log1p (residual (self) / df);
}

/* The same with a step, of one of the sizes, relative to that without. */
static double
log_step (const Sample *self, const Split *split, double df)
{
  double sum = 0, all = residual (self), square = split->size * split->size;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      double prior = sizes[i] * sizes[i];
      double rest = MAX (0, all - split->weight * square) + square / (prior + 1 / split->weight);

      sum += exp (-(df + self->n - 1) / 2 * (log1p (rest / df) - log1p (all / df)))
             / sqrt (1 + prior * split->weight);
    }
  return log (sum / G_N_ELEMENTS (sizes));
}

/* ---- the posterior ---- */

/* Fills in the logs of the joint probabilities with one scatter of builds, up to a constant: [0]
 * that of none, then those of the revisions after the first end. */
static void
fill_logs (const CyanSearchSegment *self, const Sample *sample, double *logs)
{
  g_autofree Split *splits = list_splits (sample);
  double df = self->levels->noise.df, none = log_none (sample, df), prior = 0, step = 0;
  guint left = 0;

  for (guint k = self->first + 1; k <= self->last; k++)
    prior += self->prior[k];
  logs[0] = log (NONE) + none;
  for (guint k = self->first + 1; k <= self->last; k++)
    {
      guint before = left;

      while (sample->units[left]->revision < k)
        left++;
      if (left != before)
        step = log_step (sample, &splits[left], df);
      logs[k - self->first] = log1p (-NONE) + none + step + log (self->prior[k] / prior);
    }
}

static double
variance_of (const CyanSearchSegment *self, guint scatter)
{
  double factor = scatters[scatter].factor;

  return self->levels->noise.build * factor * factor;
}

static void
set_size (const CyanSearchSegment *self,
          const Sample *sample,
          const double *probability,
          CyanSearchPosterior *posterior)
{
  g_autofree Split *splits = list_splits (sample);
  guint best = self->first + 1, left = 0;
  double df = self->levels->noise.df + sample->n - 2, q, half;
  const Split *split;

  for (guint k = self->first + 1; k <= self->last; k++)
    if (probability[k] > probability[best])
      best = k;
  while (sample->units[left]->revision < best)
    left++;
  split = &splits[left];
  q = MAX (0, residual (sample) - split->weight * split->size * split->size);
  half = gsl_cdf_tdist_Pinv (0.975, df) * sqrt ((self->levels->noise.df + q) / df / split->weight);
  posterior->size =
      (CyanRatio){ exp (split->size), exp (split->size - half), exp (split->size + half) };
}

CyanSearchPosterior
cyan_search_find_posterior (const CyanSearchSegment *self, double *probability)
{
  CyanSearchPosterior posterior = { 0 };
  guint n = self->last - self->first + 1, n_all = n * G_N_ELEMENTS (scatters);
  g_autofree double *logs = g_new (double, n_all), *sums = g_new0 (double, n);
  double highest = -INFINITY, sum = 0;
  Sample sample;

  for (guint i = 0; i < G_N_ELEMENTS (scatters); i++)
    {
      sample_init (&sample, self, variance_of (self, i));
      fill_logs (self, &sample, logs + i * n);
      sample_clear (&sample);
    }
  for (guint i = 0; i < n_all; i++)
    highest = MAX (highest, logs[i]);
  for (guint i = 0; i < n_all; i++)
    {
      double p = scatters[i / n].prior * exp (logs[i] - highest);

      sums[i % n] += p;
      posterior.build += p * log (variance_of (self, i / n));
      sum += p;
    }
  posterior.none = sums[0] / sum;
  posterior.build = exp (posterior.build / sum);
  for (guint k = 1; k < n; k++)
    probability[self->first + k] = sums[k] / sum;
  sample_init (&sample, self, posterior.build);
  set_size (self, &sample, probability, &posterior);
  sample_clear (&sample);
  return posterior;
}

/* ---- the set ---- */

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

  for (guint k = self->first + 1; k <= self->last; k++)
    {
      Group group = { k, k, probability[k] };

      while (self->dead[group.last] && group.last < self->last)
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

CyanBisectionStep
cyan_search_find_step (const CyanSearchSegment *self, const double *probability, double confidence)
{
  g_autoptr (GArray) groups = list_groups (self, probability);
  g_autoptr (GArray) credible = g_array_new (FALSE, FALSE, sizeof (guint));
  CyanBisectionStep step = { 0 };

  g_array_sort (groups, compare_groups);
  for (guint i = 0; i < groups->len && step.mass < confidence; i++)
    {
      const Group *group = &g_array_index (groups, Group, i);

      step.mass += group->mass;
      for (guint k = group->first; k <= group->last; k++)
        g_array_append_val (credible, k);
    }
  step.mass = MIN (step.mass, 1);
  step.n_credible = credible->len;
  step.credible = (guint *) g_array_free (g_steal_pointer (&credible), FALSE);
  qsort (step.credible, step.n_credible, sizeof (guint), cyan_compare_uint32);
  step.revision = step.credible[0];
  for (guint i = 1; i < step.n_credible; i++)
    if (probability[step.credible[i]] > probability[step.revision])
      step.revision = step.credible[i];
  return step;
}
