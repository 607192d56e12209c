/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What to measure between the ends, where there may be one step or several. */
#include <math.h>

#include "cyan-search-private.h"

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
