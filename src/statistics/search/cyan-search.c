/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs that a search is told, the noise in them, and what it answers. */
#include "cyan-search-private.h"

#include "cyan-assert.h"
#include "cyan-statistics.h"

#include <math.h>

G_STATIC_ASSERT (CYAN_SEARCH_LEAST_BUDGET == 2 * 2 * CYAN_SEARCH_FIRST_RUNS);
G_STATIC_ASSERT (CYAN_SEARCH_LEAST_RUNS <= CYAN_SEARCH_MOST_RUNS);

/* ---- what it is told ---- */

CyanSearch *
cyan_search_new (const CyanSearchOptions *options)
{
  CyanSearch *self = g_new0 (CyanSearch, 1);

  g_assert (options->n_revisions >= 2);
  g_assert (options->confidence > CYAN_SEARCH_LEAST_CONFIDENCE);
  g_assert (options->confidence < CYAN_SEARCH_MOST_CONFIDENCE);
  g_assert (options->budget == 0 || options->budget >= CYAN_SEARCH_LEAST_BUDGET);
  g_assert (options->build_scatter >= 0);
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
    g_free (answer->steps[i].credible);
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
    {
      g_assert (prior[i] > 0);
      self->prior[i] = prior[i];
    }
}

void
cyan_search_add (CyanSearch *self, guint revision, const double *values, guint n, gboolean spent)
{
  g_assert (revision < self->options.n_revisions);
  if (n == 0)
    return;
  if (self->logs[revision] == NULL)
    self->logs[revision] = g_array_new (FALSE, FALSE, sizeof (double));
  for (guint i = 0; i < n; i++)
    {
      double value = log (values[i]);

      g_assert (values[i] > 0 && isfinite (value));
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
  g_assert (revision < self->options.n_revisions);
  self->dead[revision] = TRUE;
}

/* ---- what is next ---- */

guint
cyan_search_count_runs (const CyanSearch *self, guint revision)
{
  return self->logs[revision] != NULL ? self->logs[revision]->len : 0;
}

void
cyan_search_ask_for (CyanSearch *self, guint revision, guint other, guint n_runs)
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

/* ---- how much runs scatter, and the levels of revisions ---- */

/* Median of the absolute difference of two normal values / their standard deviation. */
#define DIFFERENCE_MEDIAN (0.6745 * G_SQRT2)
/* Degrees of freedom of a scatter that is a median / those of a root of squares. */
#define MEDIAN_DF 0.37
#define LEAST_DF  3.0

/* Where runs hardly scatter, as those of instructions, neither do builds: but for this, as a
 * standard deviation. */
#define EXACT_SCATTER 0.0005
#define LEAST_SCATTER 1e-4

/* Differences of successive runs do not depend on the revision's level, and their median not on
 * slow runs. */
CyanSearchNoise
cyan_search_find_noise (const CyanSearch *self)
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
    run = cyan_median ((double *) differences->data, differences->len) / DIFFERENCE_MEDIAN;
  if (differences->len > 0 && run <= LEAST_SCATTER)
    build = MIN (build, EXACT_SCATTER);
  run = MAX (run, LEAST_SCATTER);
  build = MAX (build, LEAST_SCATTER);
  return (CyanSearchNoise){ run * run, build * build,
                            MAX (LEAST_DF, MEDIAN_DF * (n_runs - n_revisions)) };
}

CyanSearchPoint
cyan_search_make_point (const CyanSearch *self, const CyanSearchNoise *noise, guint revision)
{
  const GArray *logs = self->logs[revision];
  g_autofree double *values = g_memdup2 (logs->data, logs->len * sizeof (double));

  return (CyanSearchPoint){ revision, logs->len, cyan_median (values, logs->len),
                            noise->build + CYAN_SEARCH_MEDIAN_VARIANCE * noise->run / logs->len };
}

/* Of CyanSearchPoint: the measured revisions. */
static GArray *
list_points (const CyanSearch *self, const CyanSearchNoise *noise)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (CyanSearchPoint));

  for (guint i = 0; i < self->options.n_revisions; i++)
    if (self->logs[i] != NULL && !self->dead[i])
      {
        CyanSearchPoint point = cyan_search_make_point (self, noise, i);

        g_array_append_val (points, point);
      }
  return points;
}

/* ---- whether the ends differ: a search for nothing finds something, too, so this comes first
 * ---- */

/* Standard errors by which the ends must differ where more runs do not help, or are too many by
 * now. Without a step, the search does not become sure of one, unless there is nothing in between
 * that could tell. */
#define LEAST_ERRORS       2.0
#define LEAST_SPENT_ERRORS 1.5
#define LEAST_LONE_ERRORS  3.0

/* Revisions at each end that are measured where more runs do not help, and the least number of
 * revisions for that. */
#define END_REVISIONS       4
#define END_REVISIONS_AMONG 32

/* The part of the budget that may be spent on the ends before they differ. */
#define END_SHARE 3

void
cyan_search_ask_for_ends (CyanSearch *self, guint a, guint b)
{
  guint n_a = cyan_search_count_runs (self, a), n_b = cyan_search_count_runs (self, b);

  if (n_a >= 2 * n_b && n_a > 0)
    cyan_search_ask_for (self, b, b, CYAN_SEARCH_FIRST_RUNS);
  else if (n_b >= 2 * n_a && n_b > 0)
    cyan_search_ask_for (self, a, a, CYAN_SEARCH_FIRST_RUNS);
  else /* by a sixth more, so that hardly any are too many */
    cyan_search_ask_for (self, a, b,
                         n_a == 0 ? CYAN_SEARCH_FIRST_RUNS : MAX (CYAN_SEARCH_LEAST_RUNS, n_a / 6));
}

/* Whether so much was spent on the ends that they had better not differ. */
static gboolean
is_enough (const CyanSearch *self)
{
  return self->options.budget > 0 && self->n_spent >= self->options.budget / END_SHARE;
}

gboolean
cyan_search_runs_help (const CyanSearchNoise *noise,
                       const CyanSearchPoint *a,
                       const CyanSearchPoint *b)
{
  return a->variance + b->variance > 4 * noise->build
         && MIN (a->n_runs, b->n_runs) < CYAN_SEARCH_ENOUGH_RUNS;
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
          point = cyan_search_make_point (self, noise, revision);
          weight += 1 / point.variance;
          sum += point.level / point.variance;
        }
      ends[side] = (CyanSearchPoint){ .level = sum / weight, .variance = 1 / weight };
    }
  return cyan_search_errors (&ends[0], &ends[1]);
}

/* The revisions that can be measured. */
static guint
count_revisions (const CyanSearch *self)
{
  guint n = 0;

  for (guint i = 0; i < self->options.n_revisions; i++)
    n += !self->dead[i];
  return n;
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
          cyan_search_ask_for (self, self->logs[a] == NULL ? a : b, self->logs[b] == NULL ? b : a,
                               CYAN_SEARCH_MOST_RUNS);
          return TRUE;
        }
    }
  return FALSE;
}

/* Whether the ends, whose points are @a and @b, differ; if not, answers why, or with what is needed
 * to tell. */
static gboolean
compare_ends (CyanSearch *self,
              const CyanSearchNoise *noise,
              const CyanSearchPoint *a,
              const CyanSearchPoint *b)
{
  guint n_all = count_revisions (self);
  /* The step is hardly among the revisions at the ends if there are many more. */
  guint n = n_all >= END_REVISIONS_AMONG ? END_REVISIONS : 1;
  double most = 0;

  for (guint i = 1; i <= n; i++)
    most = MAX (most, errors_of_ends (self, noise, i));
  if (most >= CYAN_SEARCH_END_ERRORS)
    return TRUE;
  if (!is_enough (self))
    {
      if (cyan_search_runs_help (noise, a, b))
        {
          cyan_search_ask_for_ends (self, a->revision, b->revision);
          return FALSE;
        }
      if (ask_for_neighbours (self, n))
        return FALSE;
    }
  if (most >= (n_all == 2         ? LEAST_LONE_ERRORS
               : is_enough (self) ? LEAST_SPENT_ERRORS
                                  : LEAST_ERRORS))
    return TRUE;
  self->answer.state = CYAN_BISECTION_NO_DIFFERENCE;
  return FALSE;
}

/* ---- the whole ---- */

static CyanRatio
ratio_of_ends (const CyanSearchPoint *a, const CyanSearchPoint *b)
{
  double difference = b->level - a->level, half = 1.96 * sqrt (a->variance + b->variance);

  return (CyanRatio){ exp (difference), exp (difference - half), exp (difference + half) };
}

/* Whether the sets ascend and have their revisions, and what comes next is a revision. */
static gboolean
is_answer (const CyanSearchAnswer *self, guint n_revisions)
{
  for (guint i = 0; i < self->n_next; i++)
    if (self->next[i] >= n_revisions)
      return FALSE;
  for (guint i = 0; i < self->n_steps; i++)
    {
      const CyanBisectionStep *step = &self->steps[i];
      gboolean has_revision = FALSE;

      for (guint k = 0; k < step->n_credible; k++)
        {
          if (step->credible[k] >= n_revisions
              || (k > 0 && step->credible[k] <= step->credible[k - 1]))
            return FALSE;
          has_revision |= step->credible[k] == step->revision;
        }
      if (!has_revision || !(step->mass > 0 && step->mass < 1 + 1e-9))
        return FALSE;
    }
  return TRUE;
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
  if (MIN (cyan_search_count_runs (self, 0), cyan_search_count_runs (self, last))
      < CYAN_SEARCH_FIRST_RUNS)
    {
      cyan_search_ask_for_ends (self, 0, last);
      return answer;
    }
  noise = cyan_search_find_noise (self);
  points = list_points (self, &noise);
  a = &g_array_index (points, CyanSearchPoint, 0);
  b = &g_array_index (points, CyanSearchPoint, points->len - 1);
  answer->ends = ratio_of_ends (a, b);
  answer->ends_differ = compare_ends (self, &noise, a, b);
  if (answer->ends_differ)
    cyan_search_ask_between (self, &noise, points);
  cyan_assert_slow (is_answer (answer, self->options.n_revisions));
  return answer;
}
