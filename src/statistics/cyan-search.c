/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a search is told, and what it answers. */
#include "cyan-assert.h"
#include "cyan-search-private.h"

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
  points = cyan_search_list_points (self, &noise);
  a = &g_array_index (points, CyanSearchPoint, 0);
  b = &g_array_index (points, CyanSearchPoint, points->len - 1);
  answer->ends = ratio_of_ends (a, b);
  answer->ends_differ = cyan_search_compare_ends (self, &noise, a, b);
  if (answer->ends_differ)
    cyan_search_ask_between (self, &noise, points);
  cyan_assert_slow (is_answer (answer, self->options.n_revisions));
  return answer;
}
