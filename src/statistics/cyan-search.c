/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What to measure next. */
#include "cyan-search-private.h"

#include <math.h>
#include <stdlib.h>

#include "cyan-number.h"

/* The first runs of each end, and how many of one visit. */
#define FIRST_RUNS 5
#define LEAST_RUNS 3
#define MOST_RUNS  10

/* Runs of one revision above which more of them hardly tell anything. */
#define ENOUGH_RUNS 100

/* Standard errors by which the ends must differ, unless more runs do not help: then these. */
#define END_ERRORS       4.0
#define LEAST_END_ERRORS 1.5

/* Revisions at each end that are measured where more runs do not help, and the least number of
 * revisions for that. */
#define END_REVISIONS       4
#define END_REVISIONS_AMONG 32

/* The part of the budget that may be spent on the ends before they differ. */
#define END_SHARE 3

/* Variance of a median / that of a run, times the number of runs. */
#define MEDIAN_VARIANCE 1.5
/* Median of the absolute difference of two normal values / their standard deviation. */
#define DIFFERENCE_MEDIAN (0.6745 * G_SQRT2)
/* Degrees of freedom of a scatter that is a median / those of a root of squares. */
#define MEDIAN_DF 0.37
#define LEAST_DF  3.0

/* Where runs hardly scatter, as those of instructions, neither do builds: but for this, as a standard
 * deviation. */
#define EXACT_SCATTER 0.0005
#define LEAST_SCATTER 1e-4

/* The part of a level's variance between builds below which that between runs does not matter. */
#define LEAST_RUN_SHARE 0.1

/* A revision is visited if it splits better than 5 : 95, and about as well as more runs would. */
#define WORST_SPLIT  0.45
#define SPLIT_MARGIN 0.0
/* Revisions that are less likely to be next to the step are not visited. */
#define LEAST_MASS 1e-6

/* A level in between counts if it is at this part of the ends' difference from both. */
#define LEVEL_SHARE 0.2

struct _CyanSearch
{
  CyanSearchOptions options;
  GArray **logs; /* by revision: of double, or NULL */
  guint8 *dead;
  double *prior;
  guint n_spent;
  CyanSearchAnswer answer;
};

/* ---- what it is told ---- */

CyanSearch *
cyan_search_new (const CyanSearchOptions *options)
{
  CyanSearch *self = g_new0 (CyanSearch, 1);

  self->options = *options;
  self->logs = g_new0 (GArray *, options->n_revisions);
  self->dead = g_new0 (guint8, options->n_revisions);
  self->prior = g_new (double, options->n_revisions);
  for (guint i = 0; i < options->n_revisions; i++)
    self->prior[i] = 1;
  return self;
}

static void
clear_answer (CyanSearchAnswer *answer)
{
  for (guint i = 0; i < answer->n_steps; i++)
    g_free (answer->steps[i].set);
  g_free (answer->steps);
  g_free (answer->outliers);
  g_free (answer->probability);
  *answer = (CyanSearchAnswer){ 0 };
}

void
cyan_search_free (CyanSearch *self)
{
  if (self == NULL)
    return;
  clear_answer (&self->answer);
  for (guint i = 0; i < self->options.n_revisions; i++)
    if (self->logs[i] != NULL)
      g_array_unref (self->logs[i]);
  g_free (self->logs);
  g_free (self->dead);
  g_free (self->prior);
  g_free (self);
}

void
cyan_search_set_prior (CyanSearch *self, const double *prior)
{
  for (guint i = 0; i < self->options.n_revisions; i++)
    self->prior[i] = prior[i];
}

void
cyan_search_add (CyanSearch *self, guint revision, const double *values, guint n, gboolean spent)
{
  if (n == 0)
    return;
  if (self->logs[revision] == NULL)
    self->logs[revision] = g_array_new (FALSE, FALSE, sizeof (double));
  for (guint i = 0; i < n; i++)
    {
      double value = log (values[i]);

      g_array_append_val (self->logs[revision], value);
    }
  if (spent)
    self->n_spent += n;
}

void
cyan_search_spend (CyanSearch *self, guint n)
{
  self->n_spent += n;
}

void
cyan_search_fail (CyanSearch *self, guint revision)
{
  self->dead[revision] = TRUE;
}

/* ---- noise and levels ---- */

double
cyan_search_median (double *values, guint n)
{
  qsort (values, n, sizeof (double), cyan_compare_doubles);
  return (values[n / 2] + values[(n - 1) / 2]) / 2;
}

/* Differences of successive runs do not depend on the revision's level, and their median not on
 * slow runs. */
static CyanSearchNoise
find_noise (const CyanSearch *self)
{
  g_autoptr (GArray) differences = g_array_new (FALSE, FALSE, sizeof (double));
  guint n_runs = 0, n_revisions = 0;
  double run = 0, build = self->options.build_scatter;

  for (guint i = 0; i < self->options.n_revisions; i++)
    {
      const GArray *logs = self->logs[i];

      if (logs == NULL)
        continue;
      n_revisions++;
      n_runs += logs->len;
      for (guint r = 1; r < logs->len; r++)
        {
          double difference =
              fabs (g_array_index (logs, double, r) - g_array_index (logs, double, r - 1));

          g_array_append_val (differences, difference);
        }
    }
  if (differences->len > 0)
    run = cyan_search_median ((double *) differences->data, differences->len) / DIFFERENCE_MEDIAN;
  if (differences->len > 0 && run <= LEAST_SCATTER)
    build = MIN (build, EXACT_SCATTER);
  run = MAX (run, LEAST_SCATTER);
  build = MAX (build, LEAST_SCATTER);
  return (CyanSearchNoise){ run * run, build * build,
                            MAX (LEAST_DF, MEDIAN_DF * (n_runs - n_revisions)) };
}

static CyanSearchPoint
make_point (const CyanSearch *self, const CyanSearchNoise *noise, guint revision)
{
  const GArray *logs = self->logs[revision];
  g_autofree double *values = g_memdup2 (logs->data, logs->len * sizeof (double));

  return (CyanSearchPoint){ revision, logs->len, cyan_search_median (values, logs->len),
                            noise->build + MEDIAN_VARIANCE * noise->run / logs->len };
}

static GArray *
list_points (const CyanSearch *self, const CyanSearchNoise *noise)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (CyanSearchPoint));

  for (guint i = 0; i < self->options.n_revisions; i++)
    if (self->logs[i] != NULL && !self->dead[i])
      {
        CyanSearchPoint point = make_point (self, noise, i);

        g_array_append_val (points, point);
      }
  return points;
}

/* ---- what is next ---- */

static guint
count_runs (const CyanSearch *self, guint revision)
{
  return self->logs[revision] != NULL ? self->logs[revision]->len : 0;
}

/* Asks for @n_runs of @revision and, unless it is the same, of @other. */
static void
ask_for (CyanSearch *self, guint revision, guint other, guint n_runs)
{
  CyanSearchAnswer *answer = &self->answer;
  guint left = self->options.budget > 0
                   ? self->options.budget - MIN (self->options.budget, self->n_spent)
                   : G_MAXUINT;

  answer->state = CYAN_BISECTION_RUNNING;
  answer->next[0] = revision;
  answer->next[1] = other;
  answer->n_next = revision == other ? 1 : 2;
  answer->n_runs = MIN (n_runs, left / answer->n_next);
  if (answer->n_runs > 0)
    return;
  answer->state = CYAN_BISECTION_BUDGET;
  answer->n_next = 0;
}

/* More runs of whichever end has fewer, or of both. */
static void
ask_for_ends (CyanSearch *self, guint a, guint b)
{
  guint n_a = count_runs (self, a), n_b = count_runs (self, b);

  if (n_a >= 2 * n_b && n_a > 0)
    ask_for (self, b, b, FIRST_RUNS);
  else if (n_b >= 2 * n_a && n_b > 0)
    ask_for (self, a, a, FIRST_RUNS);
  else
    ask_for (self, a, b, n_a == 0 ? FIRST_RUNS : MAX (LEAST_RUNS, n_a / 6));
}

/* Whether so much was spent on the ends that they had better not differ. */
static gboolean
is_enough (const CyanSearch *self)
{
  return self->options.budget > 0 && self->n_spent >= self->options.budget / END_SHARE;
}

/* Whether more runs could still make two levels differ more clearly. */
static gboolean
helps (const CyanSearchNoise *noise, const CyanSearchPoint *a, const CyanSearchPoint *b)
{
  return a->variance + b->variance > 4 * noise->build && MIN (a->n_runs, b->n_runs) < ENOUGH_RUNS;
}

/* The number @i of the revisions at the end @side, counted from it, that can be measured. */
static guint
end_revision (const CyanSearch *self, guint side, guint i)
{
  guint revision = side == 0 ? 0 : self->options.n_revisions - 1;

  while (i > 0)
    {
      revision += side == 0 ? 1 : G_MAXUINT;
      i -= !self->dead[revision];
    }
  return revision;
}

/* The standard errors between the means of the first and the last @n revisions, as far as they are
 * measured. */
static double
errors_of_ends (const CyanSearch *self, const CyanSearchNoise *noise, guint n)
{
  CyanSearchPoint ends[2];

  for (guint side = 0; side < 2; side++)
    {
      double weight = 0, sum = 0;

      for (guint i = 0; i < n; i++)
        {
          guint revision = end_revision (self, side, i);
          CyanSearchPoint point;

          if (self->logs[revision] == NULL)
            continue;
          point = make_point (self, noise, revision);
          weight += 1 / point.variance;
          sum += point.level / point.variance;
        }
      ends[side] = (CyanSearchPoint){ .level = sum / weight, .variance = 1 / weight };
    }
  return cyan_search_errors (&ends[0], &ends[1]);
}

/* The revisions at each end whose mean may be taken.  The step is hardly among them if there are
 * many more. */
static guint
count_end_revisions (const CyanSearch *self)
{
  guint n = 0;

  for (guint i = 0; i < self->options.n_revisions; i++)
    n += !self->dead[i];
  return n >= END_REVISIONS_AMONG ? END_REVISIONS : 1;
}

/* Asks for the next revisions at the ends that are not measured; FALSE: all are. */
static gboolean
ask_for_neighbours (CyanSearch *self, guint n)
{
  for (guint i = 1; i < n; i++)
    {
      guint a = end_revision (self, 0, i), b = end_revision (self, 1, i);

      if (self->logs[a] == NULL || self->logs[b] == NULL)
        {
          ask_for (self, self->logs[a] == NULL ? a : b, self->logs[b] == NULL ? b : a, MOST_RUNS);
          return TRUE;
        }
    }
  return FALSE;
}

/* Whether the ends differ; if that cannot be told yet, asks for what is needed. */
static gboolean
compare_ends (CyanSearch *self,
              const CyanSearchNoise *noise,
              const CyanSearchPoint *a,
              const CyanSearchPoint *b)
{
  guint n = count_end_revisions (self);
  double most = 0;

  for (guint i = 1; i <= n; i++)
    most = MAX (most, errors_of_ends (self, noise, i));
  if (most >= END_ERRORS)
    return TRUE;
  if (!is_enough (self))
    {
      if (helps (noise, a, b))
        {
          ask_for_ends (self, a->revision, b->revision);
          return FALSE;
        }
      if (ask_for_neighbours (self, n))
        return FALSE;
    }
  if (most >= LEAST_END_ERRORS)
    return TRUE;
  self->answer.state = CYAN_BISECTION_NO_DIFFERENCE;
  return FALSE;
}

/* So many that the level's standard error is a quarter of the difference. */
static guint
runs_of_visit (const CyanSearchNoise *noise, double difference)
{
  double need = difference * difference / 12 - noise->build;

  if (need <= 0)
    return MOST_RUNS;
  return (guint) CLAMP (ceil (MEDIAN_VARIANCE * noise->run / need), LEAST_RUNS, MOST_RUNS);
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
  for (guint i = 0; i + 1 < step->n_set; i++)
    if (!self->dead[step->set[i]] || step->set[i + 1] != step->set[i] + 1)
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
  return point->n_runs < ENOUGH_RUNS && point->variance > (1 + LEAST_RUN_SHARE) * noise->build;
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
      && (again.away > fresh.away - SPLIT_MARGIN
          || count_runs (self, again.revision) >= 3 * MOST_RUNS))
    ask_for (self, fresh.revision, fresh.revision, n_runs);
  else if (again.away < 1)
    ask_for (self, again.revision, again.revision, (n_runs + 1) / 2);
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
      CyanLevels levels = cyan_search_find_level (&segment, least);
      guint number = from + levels.point;

      if (levels.kind == CYAN_LEVELS_FOUND)
        {
          g_array_insert_val (ends, i + 1, number);
          continue;
        }
      if (levels.kind == CYAN_LEVELS_OUTLIER)
        {
          CyanSearchAnswer *answer = &self->answer;

          answer->outliers = g_renew (guint, answer->outliers, answer->n_outliers + 1);
          answer->outliers[answer->n_outliers++] = segment.points[levels.point].revision;
          g_array_remove_index (points, number);
          for (guint j = i + 1; j < ends->len; j++)
            g_array_index (ends, guint, j)--;
          continue;
        }
      if (levels.kind == CYAN_LEVELS_DOUBT && doubt == 0)
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

/* Whether a measured revision is of another level takes more runs than whether a new one is. */
static void
ask_in_doubt (CyanSearch *self, guint revision, guint n_runs)
{
  guint n = count_runs (self, revision);

  if (n > 0 && n < CYAN_LEVEL_RUNS)
    n_runs = CYAN_LEVEL_RUNS - n;
  ask_for (self, revision, revision, n_runs);
}

static void
ask_between (CyanSearch *self, const CyanSearchNoise *noise, GArray *points)
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
    ask_in_doubt (self, doubt, runs_of_visit (noise, difference));
  else if (next == NULL)
    answer->state = CYAN_BISECTION_FOUND;
  else
    {
      const CyanSearchPoint *a = &next->segment.points[0];
      const CyanSearchPoint *b = &next->segment.points[next->segment.n_points - 1];

      if (parts->len > 1 && cyan_search_errors (a, b) < END_ERRORS && helps (noise, a, b))
        ask_for_ends (self, a->revision, b->revision);
      else
        ask_within (self, noise, next);
    }
}

/* ---- the whole ---- */

static CyanRatio
ratio_of_ends (const CyanSearchPoint *a, const CyanSearchPoint *b)
{
  double difference = b->level - a->level, half = 1.96 * sqrt (a->variance + b->variance);

  return (CyanRatio){ exp (difference), exp (difference - half), exp (difference + half) };
}

const CyanSearchAnswer *
cyan_search_ask (CyanSearch *self)
{
  CyanSearchAnswer *answer = &self->answer;
  guint last = self->options.n_revisions - 1;
  const CyanSearchPoint *a, *b;
  g_autoptr (GArray) points = NULL;
  CyanSearchNoise noise;

  clear_answer (answer);
  answer->probability = g_new0 (double, self->options.n_revisions);
  answer->ends = (CyanRatio){ NAN, NAN, NAN };
  if (self->dead[0] || self->dead[last])
    {
      answer->state = CYAN_BISECTION_NOT_MEASURED;
      return answer;
    }
  if (MIN (count_runs (self, 0), count_runs (self, last)) < FIRST_RUNS)
    {
      ask_for_ends (self, 0, last);
      return answer;
    }
  noise = find_noise (self);
  points = list_points (self, &noise);
  a = &g_array_index (points, CyanSearchPoint, 0);
  b = &g_array_index (points, CyanSearchPoint, points->len - 1);
  answer->ends = ratio_of_ends (a, b);
  answer->ends_differ = compare_ends (self, &noise, a, b);
  if (answer->ends_differ)
    ask_between (self, &noise, points);
  return answer;
}
