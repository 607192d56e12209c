/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the revisions to measure between the ends, where there may be one step or several. */
#include "cyan-search-private.h"

#include "cyan-number.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

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

/* ---- the set and the size ---- */

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
  qsort (step->credible, step->n_credible, sizeof (guint), cyan_compare_uint32);
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

/* ---- levels between the ends, which one step does not explain ----
 *
 * A revision that differs from both ends may be of another level, or stand alone: its neighbours
 * tell. */

/* Standard errors by which a level differs from another. */
#define LEVEL_ERRORS 3.0

/* Runs of a revision before it may be called another level, so that slow runs are not taken for
 * one. */
#define LEVEL_RUNS 10

double
cyan_search_errors (const CyanSearchPoint *a, const CyanSearchPoint *b)
{
  return fabs (a->level - b->level) / sqrt (a->variance + b->variance);
}

static gboolean
differ (const CyanSearchPoint *a, const CyanSearchPoint *b, double least)
{
  return cyan_search_errors (a, b) >= LEVEL_ERRORS && fabs (a->level - b->level) > least;
}

static const CyanSearchPoint *
last_of (const CyanSearchSegment *self)
{
  return &self->points[self->n_points - 1];
}

static gboolean
is_between (const CyanSearchSegment *self, const CyanSearchPoint *point, double least)
{
  return differ (point, &self->points[0], least) && differ (point, last_of (self), least);
}

/* The point that differs most from both ends; 0: none does. */
static guint
find_strangest (const CyanSearchSegment *self, double least)
{
  guint strangest = 0;
  double most = 0;

  for (guint i = 1; i + 1 < self->n_points; i++)
    {
      double errors = MIN (cyan_search_errors (&self->points[i], &self->points[0]),
                           cyan_search_errors (&self->points[i], last_of (self)));

      if (errors > most && is_between (self, &self->points[i], least))
        {
          most = errors;
          strangest = i;
        }
    }
  return strangest;
}

/* Whether two points have one level, which is at neither end. */
static gboolean
share_level (const CyanSearchSegment *self, guint i, guint j, double least)
{
  const CyanSearchPoint *a = &self->points[i], *b = &self->points[j];
  double weight = 1 / a->variance + 1 / b->variance;
  const CyanSearchPoint both = { .level =
                                     (a->level / a->variance + b->level / b->variance) / weight,
                                 .variance = 1 / weight };

  return !differ (a, b, 0) && is_between (self, &both, least);
}

/* The revision before, or after, the point @number that can be measured. */
static guint
neighbour_of (const CyanSearchSegment *self, guint number, int step)
{
  guint revision = self->points[number].revision;

  do
    revision = (guint) ((int) revision + step);
  while (self->dead[revision]);
  return revision;
}

CyanSearchLevel
cyan_search_find_level (const CyanSearchSegment *self, double least)
{
  CyanSearchLevel levels = { .point = find_strangest (self, least) };
  const CyanSearchPoint *point = &self->points[levels.point];
  guint before, after;

  if (levels.point == 0)
    return levels;
  levels.kind = CYAN_SEARCH_LEVEL_DOUBT;
  levels.revision = point->revision;
  if (point->n_runs < LEVEL_RUNS)
    return levels;
  levels.kind = CYAN_SEARCH_LEVEL_FOUND;
  if (share_level (self, levels.point, levels.point - 1, least)
      || share_level (self, levels.point, levels.point + 1, least))
    return levels;

  before = neighbour_of (self, levels.point, -1);
  after = neighbour_of (self, levels.point, 1);
  levels.kind = CYAN_SEARCH_LEVEL_DOUBT;
  levels.revision = before;
  if (point[-1].revision != before)
    return levels;
  levels.revision = after;
  if (point[1].revision != after)
    return levels;
  levels.kind =
      differ (&point[-1], &point[1], least) ? CYAN_SEARCH_LEVEL_FOUND : CYAN_SEARCH_LEVEL_OUTLIER;
  return levels;
}

/* ---- what to measure next ---- */

/* The part of a level's variance between builds below which that between runs does not matter. */
#define LEAST_RUN_SHARE 0.1

/* A revision is visited if it splits better than 5 : 95, and better than more runs would. */
#define WORST_SPLIT 0.45
/* Revisions that are less likely to be next to the step are not visited. */
#define LEAST_MASS 1e-6

/* A visit has so many runs that the variance of the level is this part of the squared difference:
 * its standard error is 0.29 of the difference then, and one level in 24 seems to be on the other
 * side. */
#define VISIT_VARIANCE (1 / 12.0)

/* A level in between counts if it is at this part of the ends' difference from both. */
#define LEVEL_SHARE 0.2

static guint
runs_of_visit (const CyanSearchNoise *noise, double difference)
{
  double need = VISIT_VARIANCE * difference * difference - noise->build;

  if (need <= 0)
    return CYAN_SEARCH_MOST_RUNS;
  return (guint) CLAMP (ceil (CYAN_SEARCH_MEDIAN_VARIANCE * noise->run / need),
                        CYAN_SEARCH_LEAST_RUNS, CYAN_SEARCH_MOST_RUNS);
}

/* ---- one step ---- */

typedef struct
{
  CyanSearchSegment segment;
  double difference; /* of its ends */
  CyanBisectionStep step;
  gboolean found;
} Part;

/* Whether the revisions of the set cannot be told apart. */
static gboolean
is_one (const CyanSearch *self, const CyanBisectionStep *step)
{
  for (guint i = 0; i + 1 < step->n_credible; i++)
    if (!self->dead[step->credible[i]] || step->credible[i + 1] != step->credible[i] + 1)
      return FALSE;
  return TRUE;
}

/* How far from one half the chance is that the step is at @revision or before. */
typedef struct
{
  guint revision;
  double away;
} Split;

/* Whether more runs of a build would tell more. */
static gboolean
is_scattered (const CyanSearchNoise *noise, const CyanSearchPoint *point)
{
  return point->n_runs < CYAN_SEARCH_ENOUGH_RUNS
         && point->variance > (1 + LEAST_RUN_SHARE) * noise->build;
}

/* The best revisions that are not measured yet, and of those that are. */
static void
find_splits (const CyanSearch *self,
             const CyanSearchNoise *noise,
             const Part *part,
             Split *fresh,
             Split *again)
{
  const CyanSearchSegment *segment = &part->segment;
  guint first = segment->points[0].revision, last = segment->points[segment->n_points - 1].revision;
  const double *p = self->answer.probability;
  double sum = 0;
  guint point = 0;

  *fresh = *again = (Split){ first, 1 };
  for (guint k = first; k <= last; k++)
    {
      gboolean is_end = k == first || k == last;
      Split split;

      sum += k > first ? p[k] : 0;
      split = (Split){ k, is_end ? 0.5 : fabs (sum - 0.5) };
      if (point < segment->n_points && segment->points[point].revision == k)
        {
          if (is_scattered (noise, &segment->points[point]) && split.away < again->away)
            *again = split;
          point++;
        }
      else if (!self->dead[k] && self->logs[k] == NULL && p[k] + p[k + 1] > LEAST_MASS
               && split.away < fresh->away)
        *fresh = split;
    }
}

static void
ask_within (CyanSearch *self, const CyanSearchNoise *noise, const Part *part)
{
  guint n_runs = runs_of_visit (noise, part->difference);
  Split fresh, again;

  find_splits (self, noise, part, &fresh, &again);
  if (fresh.away <= WORST_SPLIT
      && (again.away > fresh.away
          || cyan_search_count_runs (self, again.revision) >= 3 * CYAN_SEARCH_MOST_RUNS))
    cyan_search_ask_for (self, fresh.revision, fresh.revision, n_runs);
  else if (again.away < 1)
    cyan_search_ask_for (self, again.revision, again.revision, (n_runs + 1) / 2);
  else
    self->answer.state = CYAN_BISECTION_BUDGET;
}

/* ---- several steps ---- */

/* Removes outliers from @points; the ends of the parts are then in @ends (guint, numbers of points,
 * ascending).  Returns the revision that must be measured to know more, or 0. */
static guint
find_parts (CyanSearch *self, GArray *points, double least, GArray *ends)
{
  guint doubt = 0, zero = 0, last = points->len - 1;

  g_array_append_val (ends, zero);
  g_array_append_val (ends, last);
  for (guint i = 0; i + 1 < ends->len;)
    {
      guint from = g_array_index (ends, guint, i), to = g_array_index (ends, guint, i + 1);
      CyanSearchSegment segment = { &g_array_index (points, CyanSearchPoint, from), to - from + 1,
                                    self->dead, self->prior };
      CyanSearchLevel levels = cyan_search_find_level (&segment, least);
      guint number = from + levels.point;

      if (levels.kind == CYAN_SEARCH_LEVEL_FOUND)
        {
          g_array_insert_val (ends, i + 1, number);
          continue;
        }
      if (levels.kind == CYAN_SEARCH_LEVEL_OUTLIER)
        {
          CyanSearchAnswer *answer = &self->answer;

          answer->outliers = g_renew (guint, answer->outliers, answer->n_outliers + 1);
          answer->outliers[answer->n_outliers++] = segment.points[levels.point].revision;
          g_array_remove_index (points, number);
          for (guint j = i + 1; j < ends->len; j++)
            g_array_index (ends, guint, j)--;
          continue;
        }
      if (levels.kind == CYAN_SEARCH_LEVEL_DOUBT && doubt == 0)
        doubt = levels.revision;
      i++;
    }
  return doubt;
}

static int
compare_parts (gconstpointer a, gconstpointer b)
{
  double x = fabs (((const Part *) a)->difference), y = fabs (((const Part *) b)->difference);

  return (x < y) - (x > y);
}

static GArray *
list_parts (CyanSearch *self,
            const CyanSearchNoise *noise,
            const GArray *points,
            const GArray *ends)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (Part));

  for (guint i = 0; i + 1 < ends->len; i++)
    {
      guint from = g_array_index (ends, guint, i), to = g_array_index (ends, guint, i + 1);
      const CyanSearchPoint *first = &g_array_index (points, CyanSearchPoint, from);
      const CyanSearchPoint *last = &g_array_index (points, CyanSearchPoint, to);
      Part part = { .segment = { first, to - from + 1, self->dead, self->prior },
                    .difference = last->level - first->level };

      cyan_search_posterior (&part.segment, noise, self->answer.probability);
      part.step = cyan_search_step (&part.segment, noise, self->answer.probability,
                                    self->options.confidence);
      part.found = is_one (self, &part.step);
      g_array_append_val (parts, part);
    }
  g_array_sort (parts, compare_parts);
  return parts;
}

void
cyan_search_ask_between (CyanSearch *self, const CyanSearchNoise *noise, GArray *points)
{
  CyanSearchAnswer *answer = &self->answer;
  double difference = g_array_index (points, CyanSearchPoint, points->len - 1).level
                      - g_array_index (points, CyanSearchPoint, 0).level;
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (guint)), parts = NULL;
  guint doubt = find_parts (self, points, LEVEL_SHARE * fabs (difference), ends);
  const Part *next = NULL;

  parts = list_parts (self, noise, points, ends);
  answer->n_steps = parts->len;
  answer->steps = g_new (CyanBisectionStep, parts->len);
  for (guint i = 0; i < parts->len; i++)
    {
      const Part *part = &g_array_index (parts, Part, i);

      answer->steps[i] = part->step;
      if (next == NULL && !part->found)
        next = part;
    }
  if (doubt != 0)
    cyan_search_ask_for (self, doubt, doubt, runs_of_visit (noise, difference));
  else if (next == NULL)
    answer->state = CYAN_BISECTION_FOUND;
  else
    {
      const CyanSearchPoint *a = &next->segment.points[0];
      const CyanSearchPoint *b = &next->segment.points[next->segment.n_points - 1];

      if (parts->len > 1 && cyan_search_errors (a, b) < CYAN_SEARCH_END_ERRORS
          && cyan_search_runs_help (noise, a, b))
        cyan_search_ask_for_ends (self, a->revision, b->revision);
      else
        ask_within (self, noise, next);
    }
}
