/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs that a search is told, the noise in them, and what it answers. */
#include "cyan-search-private.h"

#include "cyan-assert.h"
#include "cyan-statistics.h"

#include <math.h>

G_STATIC_ASSERT (CYAN_SEARCH_LEAST_BUDGET == 2 * 2 * CYAN_SEARCH_FIRST_RUNS);
G_STATIC_ASSERT (CYAN_SEARCH_LEAST_RUNS <= CYAN_SEARCH_MOST_RUNS);

/* ---- what it is told ---- */

static void
clear_cell (gpointer data)
{
  CyanSearchCell *self = data;

  g_array_unref (self->logs);
}

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
  self->cells = g_array_new (FALSE, FALSE, sizeof (CyanSearchCell));
  g_array_set_clear_func (self->cells, clear_cell);
  self->n_runs = g_new0 (guint, options->n_revisions);
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
  g_array_unref (self->cells);
  g_free (self->n_runs);
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

/* The logs of a build in a visit. */
static GArray *
logs_of (CyanSearch *self, guint revision, const CyanSearchOccasion *occasion)
{
  CyanSearchCell new_cell = { occasion->visit, revision, occasion->build, NULL };

  for (guint i = self->cells->len; i-- > 0;)
    {
      const CyanSearchCell *cell = &g_array_index (self->cells, CyanSearchCell, i);

      if (cell->visit == occasion->visit && cell->revision == revision
          && cell->build == occasion->build)
        return cell->logs;
    }
  new_cell.logs = g_array_new (FALSE, FALSE, sizeof (double));
  g_array_append_val (self->cells, new_cell);
  return new_cell.logs;
}

void
cyan_search_add (CyanSearch *self,
                 guint revision,
                 const CyanSearchOccasion *occasion,
                 const double *values,
                 guint n,
                 gboolean spent)
{
  GArray *logs;

  g_assert (revision < self->options.n_revisions);
  if (n == 0)
    return;
  logs = logs_of (self, revision, occasion);
  for (guint i = 0; i < n; i++)
    {
      double value = log (values[i]);

      g_assert (values[i] > 0 && isfinite (value));
      g_array_append_val (logs, value);
    }
  self->n_runs[revision] += n;
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
  answer->rebuild = FALSE;
  if (answer->n_runs > 0)
    return;
  answer->state = CYAN_BISECTION_BUDGET;
  answer->n_next = 0;
}

/* ---- whether the ends differ ----
 *
 * A search for nothing finds something, too, so this comes first. */

/* Standard errors by which the ends must differ where neither more runs nor more builds help, or
 * where they are too many by now; what is measured in between tells more. */
#define LEAST_ERRORS       2.0
#define LEAST_SPENT_ERRORS 1.0

/* Builds of each end, at most. */
#define END_BUILDS 3

/* The part of the budget that may be spent on the ends before they differ. */
#define END_SHARE 3

/* Asks for more of both ends, or of that which has much less. */
static void
ask_for_ends (CyanSearch *self)
{
  guint last = self->options.n_revisions - 1, n_a = self->n_runs[0], n_b = self->n_runs[last];

  if (n_a >= 2 * n_b && n_a > 0)
    cyan_search_ask_for (self, last, last, CYAN_SEARCH_FIRST_RUNS);
  else if (n_b >= 2 * n_a && n_b > 0)
    cyan_search_ask_for (self, 0, 0, CYAN_SEARCH_FIRST_RUNS);
  else
    cyan_search_ask_for (self, 0, last, MAX (CYAN_SEARCH_FIRST_RUNS, MIN (n_a, n_b) / 4));
}

/* Whether the ends differ; if not, answers why, or with what is needed to tell. */
static gboolean
compare_ends (CyanSearch *self,
              const CyanSearchNoise *noise,
              const CyanSearchPoint *a,
              const CyanSearchPoint *b,
              double errors)
{
  gboolean is_spent = self->options.budget > 0 && self->n_spent >= self->options.budget / END_SHARE;
  const CyanSearchPoint *fewer = a->n_builds <= b->n_builds ? a : b, *other = fewer == a ? b : a;

  if (errors >= CYAN_SEARCH_END_ERRORS)
    return TRUE;
  if (!is_spent)
    {
      if (cyan_search_is_scattered (noise, a) || cyan_search_is_scattered (noise, b))
        {
          ask_for_ends (self);
          return FALSE;
        }
      if (fewer->n_builds < END_BUILDS)
        {
          cyan_search_ask_for (self, fewer->revision, other->revision, CYAN_SEARCH_MOST_RUNS);
          self->answer.rebuild = TRUE;
          return FALSE;
        }
    }
  if (errors >= (is_spent ? LEAST_SPENT_ERRORS : LEAST_ERRORS))
    return TRUE;
  self->answer.state = CYAN_BISECTION_NO_DIFFERENCE;
  return FALSE;
}

/* ---- the whole ---- */

static CyanRatio
ratio_of_ends (double difference, double variance)
{
  double half = 1.96 * sqrt (variance);

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

/* Median of the absolute difference of two normal values / their standard deviation. */
#define DIFFERENCE_MEDIAN (0.6745 * G_SQRT2)

/* The variance between builds by the levels: most neighbours are of one, however many steps there
 * are. */
static double
find_build_variance (const CyanSearchLevels *levels)
{
  const CyanSearchUnit *units = (const CyanSearchUnit *) levels->units->data;
  guint n = levels->units->len;
  g_autofree double *differences = g_new (double, n);
  double scatter;

  for (guint i = 1; i < n; i++)
    differences[i - 1] = fabs (units[i].level - units[i - 1].level);
  scatter = cyan_median (differences, n - 1) / DIFFERENCE_MEDIAN;
  return MAX (scatter * scatter, levels->noise.build);
}

/* The noise, with the scatter of builds that the levels say. */
static CyanSearchNoise
learn_noise (CyanSearch *self, const CyanSearchLevels *levels)
{
  g_autofree guint8 *left_out = g_new0 (guint8, self->options.n_revisions);
  const CyanSearchSegment whole = { levels,   0,          self->options.n_revisions - 1,
                                    left_out, self->dead, self->prior };
  g_autofree double *probability = g_new (double, self->options.n_revisions);
  CyanSearchNoise noise = levels->noise;

  noise.build =
      MIN (cyan_search_find_posterior (&whole, probability).build, find_build_variance (levels));
  return noise;
}

/* Fills in the answer where both ends are measured. */
static void
ask_measured (CyanSearch *self)
{
  CyanSearchAnswer *answer = &self->answer;
  g_autoptr (CyanSearchLevels) levels = cyan_search_levels_new (self);
  CyanSearchNoise noise = learn_noise (self, levels);
  g_autoptr (CyanSearchPoints) points = cyan_search_points_new (self, levels, noise.build);
  const CyanSearchPoint *a = &g_array_index (points->points, CyanSearchPoint, 0);
  const CyanSearchPoint *b =
      &g_array_index (points->points, CyanSearchPoint, points->points->len - 1);

  answer->ends = ratio_of_ends (b->level - a->level, cyan_search_variance (points, a, b));
  answer->ends_differ = compare_ends (self, &noise, a, b, cyan_search_errors (points, a, b));
  if (answer->ends_differ)
    cyan_search_ask_between (self, levels, &noise, points);
}

const CyanSearchAnswer *
cyan_search_ask (CyanSearch *self)
{
  CyanSearchAnswer *answer = &self->answer;
  guint last = self->options.n_revisions - 1;

  clear_answer (answer);
  answer->probability = g_new0 (double, self->options.n_revisions);
  answer->ends = (CyanRatio){ NAN, NAN, NAN };
  if (self->dead[0] || self->dead[last])
    answer->state = CYAN_BISECTION_NOT_MEASURED;
  else if (MIN (self->n_runs[0], self->n_runs[last]) < CYAN_SEARCH_FIRST_RUNS)
    ask_for_ends (self);
  else
    ask_measured (self);
  cyan_assert_slow (is_answer (answer, self->options.n_revisions));
  return answer;
}
