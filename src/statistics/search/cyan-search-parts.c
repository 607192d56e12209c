/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the revisions to measure between the ends, where there may be one step or several. */
#include "cyan-search-private.h"

#include <math.h>

/* ---- levels between the ends, which one step does not explain ----
 *
 * A revision that differs from both ends may be of another level, or stand alone: its neighbours
 * tell. */

/* Standard errors by which a level differs from another. */
#define LEVEL_ERRORS 3.0

/* Runs of a revision before it may be called another level, so that slow runs are not taken for
 * one. */
#define LEVEL_RUNS 10

static const CyanSearchPoint *
point_of (const CyanSearchPoints *self, guint number)
{
  return &g_array_index (self->points, CyanSearchPoint, number);
}

static gboolean
differ (const CyanSearchPoints *self,
        const CyanSearchPoint *a,
        const CyanSearchPoint *b,
        double least)
{
  return cyan_search_errors (self, a, b) >= LEVEL_ERRORS && fabs (a->level - b->level) > least;
}

/* The point between two others that differs most from both; 0: none does. */
static guint
find_strangest (const CyanSearchPoints *self, guint from, guint to, double least)
{
  const CyanSearchPoint *a = point_of (self, from), *b = point_of (self, to);
  guint strangest = 0;
  double most = 0;

  for (guint i = from + 1; i < to; i++)
    {
      const CyanSearchPoint *point = point_of (self, i);
      double errors =
          MIN (cyan_search_errors (self, point, a), cyan_search_errors (self, point, b));

      if (errors > most && differ (self, point, a, least) && differ (self, point, b, least))
        {
          most = errors;
          strangest = i;
        }
    }
  return strangest;
}

/* Whether two points that differ from both ends have one level. */
static gboolean
share_level (const CyanSearchPoints *self, guint i, guint j, guint from, guint to, double least)
{
  const CyanSearchPoint *a = point_of (self, i), *b = point_of (self, j);
  const guint ends[] = { from, to };
  double level = (a->level + b->level) / 2;

  if (j <= from || j >= to || differ (self, a, b, 0))
    return FALSE;
  for (guint e = 0; e < G_N_ELEMENTS (ends); e++)
    {
      const CyanSearchPoint *end = point_of (self, ends[e]);
      double variance =
          (cyan_search_variance (self, a, end) + cyan_search_variance (self, b, end)) / 2
          - cyan_search_variance (self, a, b) / 4;

      if (fabs (level - end->level) <= MAX (least, LEVEL_ERRORS * sqrt (variance)))
        return FALSE;
    }
  return TRUE;
}

/* The revision before, or after, @revision that can be measured. */
static guint
neighbour_of (guint revision, const guint8 *dead, int step)
{
  do
    revision = (guint) ((int) revision + step);
  while (dead[revision]);
  return revision;
}

CyanSearchLevel
cyan_search_find_level (
    const CyanSearchPoints *self, guint from, guint to, const guint8 *dead, double least)
{
  CyanSearchLevel level = { .point = find_strangest (self, from, to, least) };
  const CyanSearchPoint *point = point_of (self, level.point);
  guint before, after;

  if (level.point == 0)
    return level;
  level.kind = CYAN_SEARCH_LEVEL_DOUBT;
  level.revision = point->revision;
  if (point->n_runs < LEVEL_RUNS)
    return level;
  level.kind = CYAN_SEARCH_LEVEL_FOUND;
  if (share_level (self, level.point, level.point - 1, from, to, least)
      || share_level (self, level.point, level.point + 1, from, to, least))
    return level;

  before = neighbour_of (point->revision, dead, -1);
  after = neighbour_of (point->revision, dead, 1);
  level.kind = CYAN_SEARCH_LEVEL_DOUBT;
  level.revision = before;
  if (point[-1].revision != before)
    return level;
  level.revision = after;
  if (point[1].revision != after)
    return level;
  level.kind = differ (self, &point[-1], &point[1], least) ? CYAN_SEARCH_LEVEL_FOUND
                                                           : CYAN_SEARCH_LEVEL_OUTLIER;
  return level;
}

/* ---- what to measure next ---- */

/* The part of a level's variance between builds below which that between runs does not matter. */
#define LEAST_RUN_SHARE 1.0
/* Builds of a revision above which another one hardly tells anything. */
#define MOST_BUILDS 12

/* A revision that is not measured yet comes first where it tells so much, if that which tells most
 * has many runs; see Choice. */
#define GOOD_VALUE 0.05
/* Below that nothing tells anything. */
#define LEAST_VALUE 1e-7

/* A visit has so many runs that the variance of the level is this part of the squared difference:
 * its standard error is 0.29 of the difference then, and one level in 24 seems to be on the other
 * side. */
#define VISIT_VARIANCE (1 / 12.0)

/* One run suffices where its variance is this part of that between builds. */
#define EXACT_SHARE 0.15

/* A level in between counts if it is at this part of the ends' difference from both. */
#define LEVEL_SHARE 0.2

/* That there is no step is sure above this. */
#define SURE_NONE 0.95

/* Variance of the difference between two builds of one visit, times the runs of each, relative to
 * that between levels that all visits tell: they need not differ. */
static double
run_variance (const CyanSearchNoise *noise)
{
  return CYAN_SEARCH_LEVEL_VARIANCE * noise->run
         * (1 + noise->visit / (noise->visit + noise->run / CYAN_SEARCH_FIRST_RUNS));
}

static guint
runs_of_visit (const CyanSearchNoise *noise, double difference)
{
  double need =
      MAX (VISIT_VARIANCE * difference * difference - noise->build, LEAST_RUN_SHARE * noise->build);
  guint least = noise->run < EXACT_SHARE * noise->build ? 1 : CYAN_SEARCH_LEAST_RUNS;

  return (guint) CLAMP (ceil (run_variance (noise) / need), least, CYAN_SEARCH_MOST_RUNS);
}

/* ---- one step ---- */

typedef struct
{
  guint from, to; /* numbers of points */
  CyanSearchSegment segment;
  double difference; /* of its ends */
  CyanSearchPosterior posterior;
  CyanBisectionStep step;
  guint sides[2];   /* numbers of the points next to the set */
  gboolean is_sure; /* that it is this set, by the posterior */
  gboolean found;
} Part;

/* Whether the revisions of the set cannot be told apart. */
static gboolean
is_one (const CyanSearch *self, const CyanBisectionStep *step)
{
  for (guint i = 0; i + 1 < step->n_credible; i++)
    if (!self->dead[step->credible[i]] || step->credible[i + 1] != step->credible[i] + 1)
      return FALSE;
  return step->mass >= self->options.confidence;
}

/* What to measure, and how much it tells: the variance of the level that is expected there, over
 * where the step may be and that there is none, in squares of the step. */
typedef struct
{
  const CyanSearchPoint *point; /* or NULL: not measured yet */
  guint revision;
  double value;
} Choice;

/* @after: the chance that the step is at the revision or before; @none: that there is none; then
 * all have the level @mean, where 0 is that before the step and 1 that after it. */
static double
value_of (double after, double none, double mean)
{
  double sum = after + none * mean;

  return after + none * mean * mean - sum * sum;
}

gboolean
cyan_search_is_scattered (const CyanSearchNoise *noise, const CyanSearchPoint *point)
{
  return point->n_runs < CYAN_SEARCH_ENOUGH_RUNS * point->n_builds
         && run_variance (noise) / point->n_runs > LEAST_RUN_SHARE * noise->build / point->n_builds;
}

/* Of the builds of @part, those that are after its likeliest step. */
static double
share_after (const CyanSearchPoints *points, const Part *part)
{
  guint n = 0, n_after = 0;

  for (guint i = part->from; i <= part->to; i++)
    {
      const CyanSearchPoint *point = point_of (points, i);

      n += point->n_builds;
      n_after += point->revision >= part->step.revision ? point->n_builds : 0;
    }
  return (double) n_after / n;
}

/* The best revisions that are not measured yet, and of those that are. */
static void
find_choices (const CyanSearch *self,
              const CyanSearchPoints *points,
              const CyanSearchNoise *noise,
              const Part *part,
              Choice *fresh,
              Choice *again)
{
  const CyanSearchSegment *segment = &part->segment;
  double sum = 0, mean = share_after (points, part);
  guint number = part->from;

  *fresh = *again = (Choice){ 0 };
  for (guint k = segment->first; k <= segment->last; k++)
    {
      Choice choice = { NULL, k, 0 };

      sum += k > segment->first ? self->answer.probability[k] : 0;
      choice.value = value_of (sum, part->posterior.none, mean);
      if (number <= part->to && point_of (points, number)->revision == k)
        {
          choice.point = point_of (points, number++);
          if ((cyan_search_is_scattered (noise, choice.point)
               || choice.point->n_builds < MOST_BUILDS)
              && choice.value > again->value)
            *again = choice;
        }
      else if (!self->dead[k] && self->n_runs[k] == 0 && choice.value > fresh->value)
        *fresh = choice;
    }
}

/* What is measured in turns with @revision: the measured one before or after it that has fewer
 * runs. */
static guint
partner_of (const CyanSearchPoints *points, const Part *part, guint revision)
{
  guint before = part->from, after = part->to;

  for (guint i = part->from; i <= part->to; i++)
    {
      guint other = point_of (points, i)->revision;

      if (other < revision)
        before = i;
      if (other > revision)
        {
          after = i;
          break;
        }
    }
  if (point_of (points, before)->revision == revision)
    return point_of (points, after)->revision;
  if (point_of (points, after)->revision == revision
      || point_of (points, before)->n_runs <= point_of (points, after)->n_runs)
    return point_of (points, before)->revision;
  return point_of (points, after)->revision;
}

static void
ask_within (CyanSearch *self,
            const CyanSearchPoints *points,
            const CyanSearchNoise *noise,
            const Part *part)
{
  guint n_runs = runs_of_visit (noise, part->difference);
  Choice fresh, again;

  if (part->is_sure)
    {
      cyan_search_ask_for (self, point_of (points, part->sides[0])->revision,
                           point_of (points, part->sides[1])->revision, n_runs);
      return;
    }
  find_choices (self, points, noise, part, &fresh, &again);
  if (MAX (fresh.value, again.value) < LEAST_VALUE)
    self->answer.state = CYAN_BISECTION_BUDGET;
  else if (fresh.value >= again.value
           || (fresh.value >= GOOD_VALUE && again.point->n_runs >= 3 * CYAN_SEARCH_MOST_RUNS))
    cyan_search_ask_for (self, fresh.revision, partner_of (points, part, fresh.revision), n_runs);
  else
    {
      cyan_search_ask_for (self, again.revision, partner_of (points, part, again.revision), n_runs);
      self->answer.rebuild = self->answer.state == CYAN_BISECTION_RUNNING
                             && !cyan_search_is_scattered (noise, again.point);
    }
}

/* ---- several steps ---- */

static void
leave_out (CyanSearch *self, CyanSearchPoints *points, guint number, GArray *ends)
{
  CyanSearchAnswer *answer = &self->answer;

  answer->outliers = g_renew (guint, answer->outliers, answer->n_outliers + 1);
  answer->outliers[answer->n_outliers++] = point_of (points, number)->revision;
  g_array_remove_index (points->points, number);
  for (guint i = 0; i < ends->len; i++)
    if (g_array_index (ends, guint, i) >= number)
      g_array_index (ends, guint, i)--;
}

/* Removes outliers from @points; the ends of the parts are then in @ends (guint, numbers of points,
 * ascending).  Returns the revision that must be measured to know more, or 0. */
static guint
find_parts (CyanSearch *self, CyanSearchPoints *points, double least, GArray *ends)
{
  guint doubt = 0, zero = 0, last = points->points->len - 1;

  g_array_append_val (ends, zero);
  g_array_append_val (ends, last);
  for (guint i = 0; i + 1 < ends->len;)
    {
      guint from = g_array_index (ends, guint, i), to = g_array_index (ends, guint, i + 1);
      CyanSearchLevel level = cyan_search_find_level (points, from, to, self->dead, least);

      switch (level.kind)
        {
        case CYAN_SEARCH_LEVEL_FOUND:
          g_array_insert_val (ends, i + 1, level.point);
          continue;
        case CYAN_SEARCH_LEVEL_OUTLIER:
          leave_out (self, points, level.point, ends);
          continue;
        case CYAN_SEARCH_LEVEL_DOUBT:
          doubt = doubt == 0 ? level.revision : doubt;
          break;
        default:
          break;
        }
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

/* Runs of a visit that became slower in its middle mislead, so where visits are far from each other,
 * one does not suffice on either side of the step. */
#define LEAST_VISITS 2

static gboolean
is_confirmed (const CyanSearchPoints *points, const Part *part)
{
  for (guint side = 0; side < 2; side++)
    if (point_of (points, part->sides[side])->n_visits < LEAST_VISITS)
      return FALSE;
  return TRUE;
}

static void
find_sides (const CyanSearchPoints *points, Part *part)
{
  guint last = part->step.credible[part->step.n_credible - 1], i = part->from;

  while (i < part->to && point_of (points, i)->revision < last)
    i++;
  part->sides[1] = i;
  while (i > part->from && point_of (points, i)->revision >= part->step.credible[0])
    i--;
  part->sides[0] = i;
}

static GArray *
list_parts (CyanSearch *self,
            const CyanSearchLevels *levels,
            const CyanSearchPoints *points,
            const GArray *ends,
            const guint8 *left_out)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (Part));

  for (guint i = 0; i + 1 < ends->len; i++)
    {
      guint from = g_array_index (ends, guint, i), to = g_array_index (ends, guint, i + 1);
      const CyanSearchPoint *first = point_of (points, from), *last = point_of (points, to);
      Part part = { .from = from,
                    .to = to,
                    .segment = { levels, first->revision, last->revision, left_out, self->dead,
                                 self->prior },
                    .difference = last->level - first->level };

      part.posterior = cyan_search_find_posterior (&part.segment, self->answer.probability);
      part.step =
          cyan_search_find_step (&part.segment, self->answer.probability, self->options.confidence);
      part.step.size = part.posterior.size;
      find_sides (points, &part);
      part.is_sure = is_one (self, &part.step);
      part.found = part.is_sure && (levels->is_calm || is_confirmed (points, &part));
      g_array_append_val (parts, part);
    }
  g_array_sort (parts, compare_parts);
  return parts;
}

/* Takes over the steps of @parts; returns the first that is not found, or NULL. */
static const Part *
take_steps (CyanSearch *self, const GArray *parts)
{
  CyanSearchAnswer *answer = &self->answer;
  const Part *next = NULL;

  answer->n_steps = parts->len;
  answer->steps = g_new (CyanBisectionStep, parts->len);
  for (guint i = 0; i < parts->len; i++)
    {
      const Part *part = &g_array_index (parts, Part, i);

      answer->steps[i] = part->step;
      answer->none = MAX (answer->none, part->posterior.none);
      if (next == NULL && !part->found)
        next = part;
    }
  return next;
}

void
cyan_search_ask_between (CyanSearch *self,
                         const CyanSearchLevels *levels,
                         const CyanSearchNoise *noise,
                         CyanSearchPoints *points)
{
  CyanSearchAnswer *answer = &self->answer;
  double difference =
      point_of (points, points->points->len - 1)->level - point_of (points, 0)->level;
  g_autofree guint8 *left_out = g_new0 (guint8, self->options.n_revisions);
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (guint)), parts = NULL;
  guint doubt = find_parts (self, points, LEVEL_SHARE * fabs (difference), ends);
  const Part *next;

  for (guint i = 0; i < answer->n_outliers; i++)
    left_out[answer->outliers[i]] = TRUE;
  parts = list_parts (self, levels, points, ends, left_out);
  next = take_steps (self, parts);
  if (parts->len == 1 && answer->none >= SURE_NONE)
    answer->state = CYAN_BISECTION_NO_DIFFERENCE;
  else if (doubt != 0)
    cyan_search_ask_for (self, doubt, partner_of (points, &g_array_index (parts, Part, 0), doubt),
                         runs_of_visit (noise, difference));
  else if (next == NULL)
    answer->state = CYAN_BISECTION_FOUND;
  else
    ask_within (self, points, noise, next);
}
