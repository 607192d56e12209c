/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-evolution-commits.h"

#include <math.h>

static double
cost_of (const CyanEvolutionSeries *series, const CyanStep *step)
{
  double ratio = step->size.ratio;

  if (series->better == 0)
    return 0;
  return (series->better > 0 ? 1 / ratio : ratio) - 1;
}

/* The column at which the level of @series came back to that before @step, or went beyond it. */
static guint
find_undone (const CyanEvolutionSeries *series, const CyanStep *step)
{
  const CyanSteps *steps = series->steps;
  guint number = (guint) (step - steps->steps);
  const CyanLevel *before = &steps->levels[number];

  for (guint i = number + 1; i < steps->n_steps; i++)
    {
      const CyanLevel *level = &steps->levels[i + 1];

      if (step->size.ratio > 1 ? level->low <= before->high : level->high >= before->low)
        return steps->steps[i].revision;
    }
  return CYAN_EVOLUTION_NOT_UNDONE;
}

static double
size_of (const CyanEvolutionStep *step)
{
  return fabs (log (step->step->size.ratio));
}

static void
add_step (CyanEvolutionCommit *commit, const CyanEvolution *self, const CyanEvolutionStep *step)
{
  const CyanEvolutionSeries *series = &self->series[step->series];
  guint undone = find_undone (series, step->step);
  double cost = cost_of (series, step->step);

  if (commit->largest.step == NULL || size_of (step) > size_of (&commit->largest))
    commit->largest = *step;
  commit->n_worse += step->direction > 0;
  commit->n_better += step->direction < 0;
  commit->sum += cost;
  if (undone == CYAN_EVOLUTION_NOT_UNDONE)
    {
      commit->today += cost;
      commit->undone_by = CYAN_EVOLUTION_NOT_UNDONE;
    }
  else if (commit->undone_by != CYAN_EVOLUTION_NOT_UNDONE)
    commit->undone_by = MAX (commit->undone_by, undone);
}

static int
compare_commits (gconstpointer a, gconstpointer b)
{
  const CyanEvolutionCommit *x = a, *y = b;

  if (x->today != y->today)
    return x->today < y->today ? 1 : -1;
  return (x->column < y->column) - (x->column > y->column);
}

GArray *
cyan_evolution_list_commits (const CyanEvolution *self)
{
  GArray *commits = g_array_new (FALSE, FALSE, sizeof (CyanEvolutionCommit));
  g_autoptr (GArray) steps = cyan_evolution_list_steps (self, CYAN_EVOLUTION_BY_NEWEST);

  for (guint i = 0; i < steps->len; i++)
    {
      const CyanEvolutionStep *step = &g_array_index (steps, CyanEvolutionStep, i);
      CyanEvolutionCommit *last =
          commits->len > 0 ? &g_array_index (commits, CyanEvolutionCommit, commits->len - 1) : NULL;

      if (last == NULL || last->column != step->step->revision)
        {
          const CyanEvolutionCommit empty = { .column = step->step->revision };

          g_array_append_val (commits, empty);
          last = &g_array_index (commits, CyanEvolutionCommit, commits->len - 1);
        }
      add_step (last, self, step);
    }
  g_array_sort (commits, compare_commits);
  return commits;
}
