/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-evolution-commits.h"

#include <math.h>
#include <string.h>

/* ---- a step ---- */

static double
cost_of (const CyanEvolutionSeries *series, const CyanStep *step)
{
  double ratio = step->size.ratio;

  if (cyan_evolution_step_direction (series, step) == 0)
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

/* A series is looked at again with each revision; that is like so many tests in a year. */
#define LOOKS 100
/* A change that may be at more revisions than these is rather a drift. */
#define MOST_WHERE 20

static gboolean
is_short (const CyanEvolutionSeries *series, const CyanLevel *level)
{
  guint n = 0;

  for (guint i = level->begin; i < level->end && n < CYAN_EVOLUTION_SETTLED; i++)
    n += series->begin[i + 1] > series->begin[i] && !cyan_evolution_is_outlier (series, i);
  return n < CYAN_EVOLUTION_SETTLED;
}

/* Whether @level is short, and the level after it is nearer to that before it than to this one. */
static gboolean
is_excursion (const CyanEvolutionSeries *series, const CyanLevel *level)
{
  const CyanLevel *first = series->steps->levels, *end = first + series->steps->n_levels;

  return level > first && level + 1 < end && is_short (series, level)
         && fabs (level[1].level - level[-1].level) < fabs (level[1].level - level->level);
}

gboolean
cyan_evolution_is_settled (const CyanEvolutionSeries *series, const CyanStep *step)
{
  const CyanSteps *steps = series->steps;
  const CyanLevel *after = &steps->levels[step - steps->steps + 1];
  gboolean is_last = after + 1 == steps->levels + steps->n_levels;

  return step->n_where <= MOST_WHERE && step->p <= CYAN_ALPHA / LOOKS && step->q <= CYAN_ALPHA
         && !(is_last && is_short (series, after)) && !is_excursion (series, after)
         && !is_excursion (series, after - 1);
}

static double
size_of (const CyanEvolutionStep *step)
{
  return fabs (log (step->step->size.ratio));
}

static gboolean
is_in_set (const CyanStep *step, guint column)
{
  for (guint i = 0; i < step->n_where; i++)
    if (step->where[i] == column)
      return TRUE;
  return FALSE;
}

/* ---- which steps are one change ---- */

typedef struct
{
  CyanEvolutionStep step;
  const char *benchmark;
  const CyanStep *surest;
} Placed;

static int
compare_groups (const Placed *a, const Placed *b)
{
  int order = strcmp (a->benchmark, b->benchmark);

  return order != 0 ? order : b->step.direction - a->step.direction;
}

/* By benchmark and direction, the surest first. */
static int
compare_sureness (gconstpointer a, gconstpointer b)
{
  const Placed *x = a, *y = b;
  const CyanStep *first = x->step.step, *second = y->step.step;
  int order = compare_groups (x, y);

  if (order != 0)
    return order;
  if (first->n_where != second->n_where)
    return first->n_where < second->n_where ? -1 : 1;
  if (first->revision != second->revision)
    return first->revision < second->revision ? -1 : 1;
  return (x->step.series > y->step.series) - (x->step.series < y->step.series);
}

/* The steps of a group come with the surest first, and those before one are placed. */
static void
place (Placed *group, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      const CyanStep *step = group[i].step.step;

      group[i].surest = step;
      for (guint k = 0; k < i; k++)
        if (group[k].step.step->n_where < step->n_where
            && is_in_set (step, group[k].surest->revision))
          {
            group[i].surest = group[k].surest;
            break;
          }
    }
}

static int
compare_placed (gconstpointer a, gconstpointer b)
{
  const Placed *x = a, *y = b;
  int order;

  if (x->surest->revision != y->surest->revision)
    return x->surest->revision < y->surest->revision ? -1 : 1;
  order = compare_groups (x, y);
  if (order != 0)
    return order;
  if (size_of (&x->step) != size_of (&y->step))
    return size_of (&x->step) > size_of (&y->step) ? -1 : 1;
  return (x->step.series > y->step.series) - (x->step.series < y->step.series);
}

static GArray *
place_steps (const CyanEvolution *self)
{
  GArray *placed = g_array_new (FALSE, FALSE, sizeof (Placed));
  g_autoptr (GArray) steps = cyan_evolution_list_steps (self, CYAN_EVOLUTION_BY_NAME);
  Placed *all;

  for (guint i = 0; i < steps->len; i++)
    {
      const CyanEvolutionStep *step = &g_array_index (steps, CyanEvolutionStep, i);
      const Placed one = { *step, self->series[step->series].benchmark, NULL };

      g_array_append_val (placed, one);
    }
  g_array_sort (placed, compare_sureness);
  all = (Placed *) (gpointer) placed->data;
  for (guint begin = 0, end; begin < placed->len; begin = end)
    {
      for (end = begin + 1; end < placed->len && compare_groups (&all[begin], &all[end]) == 0;)
        end++;
      place (all + begin, end - begin);
    }
  g_array_sort (placed, compare_placed);
  return placed;
}

/* ---- changes ---- */

/* The newest of two columns that undo; not undone if one is not. */
static guint
both_undone (guint a, guint b)
{
  return a == CYAN_EVOLUTION_NOT_UNDONE || b == CYAN_EVOLUTION_NOT_UNDONE
             ? CYAN_EVOLUTION_NOT_UNDONE
             : MAX (a, b);
}

static void
add_step (CyanEvolutionChange *change, const CyanEvolution *self, const CyanEvolutionStep *step)
{
  const CyanEvolutionSeries *series = &self->series[step->series];
  guint undone = find_undone (series, step->step);
  double cost = cost_of (series, step->step);

  change->undone_by = change->n_steps++ == 0 ? undone : both_undone (change->undone_by, undone);
  change->sum += cost;
  change->is_settled |= cyan_evolution_is_settled (series, step->step);
  if (undone == CYAN_EVOLUTION_NOT_UNDONE)
    change->today += cost;
}

CyanEvolutionChanges *
cyan_evolution_list_changes (const CyanEvolution *self)
{
  CyanEvolutionChanges *all = g_new0 (CyanEvolutionChanges, 1);
  g_autoptr (GArray) placed = place_steps (self);
  CyanEvolutionChange *change = NULL;

  all->steps = g_array_new (FALSE, FALSE, sizeof (CyanEvolutionStep));
  all->changes = g_array_new (FALSE, FALSE, sizeof (CyanEvolutionChange));
  for (guint i = 0; i < placed->len; i++)
    {
      const Placed *step = &g_array_index (placed, Placed, i);

      if (change == NULL || change->column != step->surest->revision
          || compare_groups (step - 1, step) != 0)
        {
          const CyanEvolutionChange begun = { .column = step->surest->revision,
                                              .benchmark = step->benchmark,
                                              .direction = step->step.direction,
                                              .first = i,
                                              .surest = step->surest };

          g_array_append_val (all->changes, begun);
          change = &g_array_index (all->changes, CyanEvolutionChange, all->changes->len - 1);
        }
      if (step->surest->n_where < change->surest->n_where)
        change->surest = step->surest;
      add_step (change, self, &step->step);
      g_array_append_val (all->steps, step->step);
    }
  return all;
}

void
cyan_evolution_changes_free (CyanEvolutionChanges *self)
{
  g_array_unref (self->steps);
  g_array_unref (self->changes);
  g_free (self);
}

const CyanEvolutionStep *
cyan_evolution_change_step (const CyanEvolutionChanges *self,
                            const CyanEvolutionChange *change,
                            guint i)
{
  g_assert (i < change->n_steps);
  return &g_array_index (self->steps, CyanEvolutionStep, change->first + i);
}

gboolean
cyan_evolution_change_may_be_at (const CyanEvolutionChanges *self,
                                 const CyanEvolutionChange *change,
                                 guint column)
{
  for (guint i = 0; i < change->n_steps; i++)
    if (is_in_set (cyan_evolution_change_step (self, change, i)->step, column))
      return TRUE;
  return change->column == column;
}

/* ---- commits ---- */

static void
add_change (CyanEvolutionCommit *commit,
            const CyanEvolutionChanges *changes,
            const CyanEvolutionChange *change)
{
  const CyanEvolutionStep *largest = cyan_evolution_change_step (changes, change, 0);
  gboolean is_first = commit->largest.step == NULL;

  if (is_first || size_of (largest) > size_of (&commit->largest))
    commit->largest = *largest;
  if (change->direction > 0)
    commit->n_worse += change->n_steps;
  if (change->direction < 0)
    commit->n_better += change->n_steps;
  commit->sum += change->sum;
  commit->today += change->today;
  commit->undone_by =
      is_first ? change->undone_by : both_undone (commit->undone_by, change->undone_by);
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
  g_autoptr (CyanEvolutionChanges) changes = cyan_evolution_list_changes (self);

  for (guint i = 0; i < changes->changes->len; i++)
    {
      const CyanEvolutionChange *change = &g_array_index (changes->changes, CyanEvolutionChange, i);
      const CyanEvolutionStep *largest = cyan_evolution_change_step (changes, change, 0);
      CyanEvolutionCommit *last =
          commits->len > 0 ? &g_array_index (commits, CyanEvolutionCommit, commits->len - 1) : NULL;

      if (cyan_evolution_step_break (self, &self->series[largest->series], largest->step) != NULL)
        continue;
      if (last == NULL || last->column != change->column)
        {
          const CyanEvolutionCommit empty = { .column = change->column };

          g_array_append_val (commits, empty);
          last = &g_array_index (commits, CyanEvolutionCommit, commits->len - 1);
        }
      add_change (last, changes, change);
    }
  g_array_sort (commits, compare_commits);
  return commits;
}
