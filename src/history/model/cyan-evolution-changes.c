/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-evolution-changes.h"

#include <math.h>
#include <string.h>

#include "cyan-statistics.h"

/* ---- heat ---- */

static const CyanRatio no_ratio = { NAN, NAN, NAN };

static const CyanLevel *
level_at (const CyanSteps *steps, guint column)
{
  for (guint i = 0; i < steps->n_levels; i++)
    if (column < steps->levels[i].end)
      return &steps->levels[i];
  return NULL;
}

/* The ratio of two levels.  Their errors are independent and normal on logs. */
static CyanRatio
compare_levels (const CyanLevel *before, const CyanLevel *after)
{
  double ratio, half;

  if (before == after)
    return (CyanRatio){ 1, 1, 1 };
  if (!(before->low > 0 && after->low > 0))
    return no_ratio;
  ratio = after->level / before->level;
  half = hypot (log (before->high / before->low), log (after->high / after->low)) / 2;
  return (CyanRatio){ ratio, ratio * exp (-half), ratio * exp (half) };
}

/* Whether @column is among the measured ones of @series, or between two of them. */
static gboolean
covers (const CyanEvolutionSeries *series, guint column)
{
  guint n_columns = series->steps->levels[series->steps->n_levels - 1].end;

  return column < n_columns && series->begin[column + 1] > 0
         && series->begin[column] < series->begin[n_columns];
}

/* The median of @column / its level. */
static CyanRatio
compare_noise (const CyanEvolutionSeries *series, guint column)
{
  guint n = series->begin[column + 1] - series->begin[column];
  const CyanLevel *level = level_at (series->steps, column);
  g_autofree double *values =
      g_memdup2 (series->values + series->begin[column], n * sizeof (double));
  double ratio = cyan_median (values, n) / level->level;

  return ratio > 0 && isfinite (ratio) ? (CyanRatio){ ratio, NAN, NAN } : no_ratio;
}

static gboolean
is_last (const CyanEvolutionSeries *series, guint column)
{
  guint n_columns = series->steps->levels[series->steps->n_levels - 1].end;

  return series->begin[column + 1] == series->begin[n_columns];
}

CyanHeat
cyan_evolution_heat (const CyanEvolutionSeries *series, guint column, guint base)
{
  CyanHeat heat = { .cell = (CyanCell) series->cells[column], .change = no_ratio, .q = NAN };
  const CyanStep *step = cyan_evolution_step (series, column);

  g_assert (series->steps != NULL);
  if (heat.cell != CYAN_CELL_MEASURED)
    return heat;
  if (base != CYAN_EVOLUTION_NO_BASE)
    {
      if (covers (series, base))
        heat.change =
            compare_levels (level_at (series->steps, base), level_at (series->steps, column));
    }
  else if (step != NULL)
    {
      heat.change = step->size;
      heat.q = step->q;
    }
  else
    {
      heat.change = compare_noise (series, column);
      heat.possible = series->steps->possible > 0 && is_last (series, column);
    }
  heat.significant = heat.change.low > 1 || heat.change.high < 1;
  if (heat.significant)
    heat.direction = step != NULL && base == CYAN_EVOLUTION_NO_BASE
                         ? cyan_evolution_step_direction (series, step)
                         : cyan_evolution_direction (series, heat.change.ratio);
  return heat;
}

const CyanEvolutionSeries *
cyan_evolution_line_series (const CyanEvolution *self, guint line, guint column)
{
  guint n;
  const CyanEvolutionSeries *series = cyan_evolution_line (self, line, &n);

  g_assert (column < self->n_columns);
  for (guint i = n; i-- > 0;)
    if (series[i].cells[column] != CYAN_CELL_EMPTY)
      return &series[i];
  return series;
}

CyanHeat
cyan_evolution_line_heat (const CyanEvolution *self, guint line, guint column, guint base)
{
  return cyan_evolution_heat (cyan_evolution_line_series (self, line, column), column, base);
}

/* ---- lists ---- */

/* The sort key of a list.  Compares equal only to itself. */
typedef struct
{
  const CyanEvolutionSeries *series; /* or the first one of the line */
  const CyanStep *step;              /* or NULL */
  guint number;
} Key;

static double
size_of (const CyanStep *step)
{
  return step != NULL ? fabs (log (step->size.ratio)) : -1;
}

/* Larger first, then newer first, then by name; @newest: newer first, then larger. */
static int
compare_steps (const Key *a, const Key *b, gboolean newest)
{
  double first = size_of (a->step), second = size_of (b->step);
  int by_size = (first < second) - (first > second), by_age = 0;

  if (a->step != NULL && b->step != NULL)
    by_age = (a->step->revision < b->step->revision) - (a->step->revision > b->step->revision);
  else
    return by_size;
  return newest ? (by_age != 0 ? by_age : by_size) : (by_size != 0 ? by_size : by_age);
}

static int
compare_keys (gconstpointer first, gconstpointer second, gpointer data)
{
  const CyanEvolutionOrder *by = data;
  const Key *a = first, *b = second;
  int order =
      *by == CYAN_EVOLUTION_BY_NAME ? 0 : compare_steps (a, b, *by == CYAN_EVOLUTION_BY_NEWEST);

  if (order == 0)
    order = cyan_evolution_compare_lines (a->series, b->series);
  return order != 0 ? order : (a->number > b->number) - (a->number < b->number);
}

GArray *
cyan_evolution_list_steps (const CyanEvolution *self, CyanEvolutionOrder order)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (CyanEvolutionStep));
  g_autoptr (GArray) keys = g_array_new (FALSE, FALSE, sizeof (Key));

  for (guint i = 0; i < self->n_series; i++)
    for (guint k = 0; k < self->series[i].steps->n_steps; k++)
      {
        const Key key = { &self->series[i], &self->series[i].steps->steps[k], keys->len };

        g_array_append_val (keys, key);
      }
  g_array_sort_with_data (keys, compare_keys, &order);
  for (guint i = 0; i < keys->len; i++)
    {
      const Key *key = &g_array_index (keys, Key, i);
      CyanEvolutionStep step = { .series = (guint) (key->series - self->series),
                                 .step = key->step };

      gboolean has_sides =
          cyan_evolution_sides (key->series, key->step->revision, &step.before, &step.after);

      g_assert (has_sides);
      step.direction = cyan_evolution_step_direction (key->series, key->step);
      g_array_append_val (steps, step);
    }
  return steps;
}

/* The step of @line that comes first in this order, as its key. */
static Key
first_of_line (const CyanEvolution *self, guint line, gboolean newest)
{
  guint n;
  const CyanEvolutionSeries *series = cyan_evolution_line (self, line, &n);
  Key first = { series, NULL, line };

  g_assert (n > 0);
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < series[i].steps->n_steps; k++)
      {
        const Key key = { series, &series[i].steps->steps[k], line };

        if (compare_steps (&key, &first, newest) < 0)
          first = key;
      }
  return first;
}

guint *
cyan_evolution_sort_lines (const CyanEvolution *self, CyanEvolutionOrder order)
{
  g_autoptr (GArray) keys = g_array_new (FALSE, FALSE, sizeof (Key));
  guint *lines = g_new (guint, self->n_lines);

  for (guint i = 0; i < self->n_lines; i++)
    {
      const Key key = first_of_line (self, i, order == CYAN_EVOLUTION_BY_NEWEST);

      g_array_append_val (keys, key);
    }
  g_array_sort_with_data (keys, compare_keys, &order);
  for (guint i = 0; i < self->n_lines; i++)
    lines[i] = g_array_index (keys, Key, i).number;
  return lines;
}
