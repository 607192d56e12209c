/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "cyan-assert.h"
#include "cyan-bisection.h"

const char *const cyan_bisection_state_names[CYAN_N_BISECTION_STATES] = {
  "running", "found", "no-difference", "budget", "not-measured",
};

const char *const cyan_prior_kind_names[CYAN_N_PRIOR_KINDS] = {
  "even",
  "suspect",
  "risky",
  "no-sources",
};

const double cyan_prior_kind_weights[CYAN_N_PRIOR_KINDS] = { 1, 10, 10, 0.01 };

static void
clear_revision (CyanBisectionRevision *revision)
{
  cyan_evolution_column_clear (&revision->commit);
  g_free (revision->because);
  g_free (revision->values);
}

void
cyan_bisection_free (CyanBisection *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_revisions; i++)
    clear_revision (&self->revisions[i]);
  for (guint i = 0; i < self->n_steps; i++)
    g_free (self->steps[i].credible);
  g_free (self->revisions);
  g_free (self->steps);
  g_free (self->project);
  g_free (self->benchmark);
  g_free (self->definition);
  g_free (self->machine);
  g_free (self->metric);
  g_free (self->unit);
  g_free (self->metric_reason);
  g_free (self->reason);
  g_free (self);
}

static CyanBisectionRevision
copy_revision (const CyanBisectionRevision *revision)
{
  CyanBisectionRevision copy = *revision;

  copy.commit = cyan_evolution_column_copy (&revision->commit);
  copy.because = g_strdup (revision->because);
  copy.values = g_memdup2 (revision->values, revision->n_values * sizeof (double));
  return copy;
}

CyanBisection *
cyan_bisection_copy (const CyanBisection *self)
{
  CyanBisection *copy = g_new (CyanBisection, 1);

  *copy = *self;
  copy->project = g_strdup (self->project);
  copy->benchmark = g_strdup (self->benchmark);
  copy->definition = g_strdup (self->definition);
  copy->machine = g_strdup (self->machine);
  copy->metric = g_strdup (self->metric);
  copy->unit = g_strdup (self->unit);
  copy->metric_reason = g_strdup (self->metric_reason);
  copy->reason = g_strdup (self->reason);
  copy->revisions = g_new (CyanBisectionRevision, self->n_revisions);
  for (guint i = 0; i < self->n_revisions; i++)
    copy->revisions[i] = copy_revision (&self->revisions[i]);
  copy->steps = g_memdup2 (self->steps, self->n_steps * sizeof *self->steps);
  for (guint i = 0; i < self->n_steps; i++)
    copy->steps[i].credible = g_memdup2 (
        self->steps[i].credible, self->steps[i].n_credible * sizeof *self->steps[i].credible);
  return copy;
}

/* ---- as an evolution ---- */

/* ---- values ---- */

static void
fill_values (CyanEvolutionSeries *series, const CyanBisection *state)
{
  guint n = state->n_revisions, n_values = 0;

  series->begin = g_new0 (guint, n + 1);
  series->cells = g_new0 (guint8, n);
  series->n_failed = g_new0 (guint, n);
  for (guint i = 0; i < n; i++)
    {
      const CyanBisectionRevision *revision = &state->revisions[i];

      n_values += revision->n_values;
      series->begin[i + 1] = n_values;
      series->cells[i] = (guint8) revision->cell;
      series->n_failed[i] = revision->n_failed;
    }
  series->values = g_new (double, n_values);
  series->runs = g_new0 (gint64, n_values);
  for (guint i = 0; i < n; i++)
    for (guint r = 0; r < state->revisions[i].n_values; r++)
      series->values[series->begin[i] + r] = state->revisions[i].values[r];
}

/* ---- steps ---- */

static int
compare_steps (gconstpointer a, gconstpointer b)
{
  const CyanStep *x = a, *y = b;

  return x->revision < y->revision ? -1 : x->revision > y->revision;
}

static int
compare_values (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* The median of all runs of [begin, end) but those of outliers; 0 if there is none. */
static double
find_level (const CyanBisection *state, guint begin, guint end)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = begin; i < end; i++)
    if (!state->revisions[i].is_outlier && state->revisions[i].n_values > 0)
      g_array_append_vals (values, state->revisions[i].values, state->revisions[i].n_values);
  if (values->len == 0)
    return 0;
  g_array_sort (values, compare_values);
  return g_array_index (values, double, values->len / 2);
}

static void
fill_levels (CyanSteps *steps, const CyanBisection *state)
{
  steps->n_levels = steps->n_steps + 1;
  steps->levels = g_new0 (CyanLevel, steps->n_levels);
  for (guint i = 0; i < steps->n_levels; i++)
    {
      CyanLevel *level = &steps->levels[i];

      level->begin = i > 0 ? steps->steps[i - 1].revision : 0;
      level->end = i < steps->n_steps ? steps->steps[i].revision : state->n_revisions;
      level->level = find_level (state, level->begin, level->end);
      level->low = level->high = level->level;
    }
}

static CyanSteps *
steps_new (const CyanBisection *state)
{
  CyanSteps *steps = g_new0 (CyanSteps, 1);

  /* Without a step no level is known. */
  steps->tested = state->n_steps > 0;
  steps->drift = (CyanRatio){ 1, 1, 1 };
  steps->outliers = g_new (guint, state->n_revisions);
  for (guint i = 0; i < state->n_revisions; i++)
    if (state->revisions[i].is_outlier)
      steps->outliers[steps->n_outliers++] = i;
  if (state->n_steps == 0)
    return steps;
  steps->n_steps = state->n_steps;
  steps->steps = g_new0 (CyanStep, steps->n_steps);
  for (guint i = 0; i < steps->n_steps; i++)
    {
      const CyanBisectionStep *from = &state->steps[i];
      CyanStep *step = &steps->steps[i];

      step->revision = from->revision;
      step->size = from->size;
      step->p = step->q = 1 - from->mass;
      step->where = g_memdup2 (from->credible, from->n_credible * sizeof *from->credible);
      step->n_where = from->n_credible;
    }
  qsort (steps->steps, steps->n_steps, sizeof *steps->steps, compare_steps);
  fill_levels (steps, state);
  return steps;
}

CyanEvolution *
cyan_bisection_to_evolution (const CyanBisection *self)
{
  CyanEvolution *evolution = g_new0 (CyanEvolution, 1);
  CyanEvolutionSeries *series = g_new0 (CyanEvolutionSeries, 1);

  evolution->project = g_strdup (self->project);
  evolution->columns = g_new (CyanEvolutionColumn, self->n_revisions);
  evolution->n_columns = self->n_revisions;
  for (guint i = 0; i < self->n_revisions; i++)
    evolution->columns[i] = cyan_evolution_column_copy (&self->revisions[i].commit);
  series->benchmark = g_strdup (self->benchmark);
  series->definition = g_strdup (self->definition);
  series->machine = g_strdup (self->machine);
  series->metric = g_strdup (self->metric != NULL ? self->metric : "");
  series->unit = g_strdup (self->unit != NULL ? self->unit : "");
  series->better = self->better;
  fill_values (series, self);
  series->steps = steps_new (self);
  evolution->series = series;
  evolution->n_series = evolution->n_lines = 1;
  cyan_assert_valid (cyan_evolution_check, evolution);
  return evolution;
}
