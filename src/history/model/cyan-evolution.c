/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-evolution.h"

#include <math.h>

#include "cyan-error.h"

#include <string.h>

static gboolean
is_of_machine (const CyanEvolutionMark *mark, const CyanEvolutionSeries *series)
{
  return mark->kind == CYAN_MARK_ENVIRONMENT && g_strcmp0 (mark->machine, series->machine) == 0;
}

/* Whether @series was measured on the machine as it was before @mark also after @step, or as it was
 * after @mark also before @step.  Then @mark is not what made the step. */
static gboolean
is_on_both_sides (const CyanEvolution *self,
                  const CyanEvolutionSeries *series,
                  const CyanStep *step,
                  const CyanEvolutionMark *mark)
{
  const CyanLevel *level = &series->steps->levels[step - series->steps->steps];

  for (guint i = 0; i < self->n_marks && self->marks[i].column < level[1].end; i++)
    {
      const CyanEvolutionMark *other = &self->marks[i];

      if (is_of_machine (other, series)
          && ((other->column > mark->column && other->after == mark->before)
              || (other->column < mark->column && other->column > level[0].begin
                  && other->before == mark->after)))
        return TRUE;
    }
  return FALSE;
}

/* The first mark of the machine where @step may be with 99.9 %: 1 + its number, or 0. */
static guint
find_break (const CyanEvolution *self, const CyanEvolutionSeries *series, const CyanStep *step)
{
  for (guint i = 0; i < self->n_marks && self->marks[i].column <= step->last; i++)
    if (self->marks[i].column >= step->first && is_of_machine (&self->marks[i], series)
        && !is_on_both_sides (self, series, step, &self->marks[i]))
      return i + 1;
  return 0;
}

static gboolean
find_steps (const CyanEvolution *self,
            CyanEvolutionSeries *series,
            const CyanStepsOptions *options,
            GError **error)
{
  const CyanSeries values = { self->n_columns, series->begin, series->values };

  g_clear_pointer (&series->steps, cyan_steps_free);
  g_clear_pointer (&series->breaks, g_free);
  series->steps = cyan_steps_new (&values, options, error);
  if (series->steps == NULL)
    {
      g_prefix_error (error, "%s, %s: ", series->benchmark, series->metric);
      return FALSE;
    }
  series->breaks = g_new (guint, series->steps->n_steps);
  for (guint i = 0; i < series->steps->n_steps; i++)
    series->breaks[i] = find_break (self, series, &series->steps->steps[i]);
  return TRUE;
}

gboolean
cyan_evolution_find_steps (CyanEvolution *self, const CyanStepsOptions *options, GError **error)
{
  g_autofree CyanSteps **all = g_new (CyanSteps *, self->n_series);

  for (guint i = 0; i < self->n_series; i++)
    {
      if (!find_steps (self, &self->series[i], options, error))
        return FALSE;
      g_assert (self->series[i].line < self->n_lines);
      g_assert (i == 0 || self->series[i].line >= self->series[i - 1].line);
      all[i] = self->series[i].steps;
    }
  cyan_steps_adjust (all, self->n_series);
  return TRUE;
}

CyanEvolutionColumn
cyan_evolution_column_copy (const CyanEvolutionColumn *column)
{
  CyanEvolutionColumn copy = *column;

  copy.oid = g_strdup (column->oid);
  copy.name = g_strdup (column->name);
  copy.parent = g_strdup (column->parent);
  copy.subject = g_strdup (column->subject);
  copy.author = g_strdup (column->author);
  return copy;
}

void
cyan_evolution_column_clear (CyanEvolutionColumn *self)
{
  g_free (self->oid);
  g_free (self->name);
  g_free (self->parent);
  g_free (self->subject);
  g_free (self->author);
}

static void
clear_mark (CyanEvolutionMark *mark)
{
  g_free (mark->benchmark);
  g_free (mark->machine);
  g_free (mark->text);
}

void
cyan_evolution_series_clear (CyanEvolutionSeries *self)
{
  g_free (self->benchmark);
  g_free (self->definition);
  g_free (self->machine);
  g_free (self->metric);
  g_free (self->unit);
  g_free (self->function);
  g_free (self->begin);
  g_free (self->values);
  g_free (self->runs);
  g_free (self->cells);
  g_free (self->n_failed);
  g_free (self->failures);
  g_clear_pointer (&self->steps, cyan_steps_free);
  g_free (self->breaks);
}

static gboolean
fail (GError **error, const char *what, guint number)
{
  return cyan_fail (error, CYAN_ERROR_INVALID, "evolution: %s %u", what, number);
}

static gboolean
check_series (const CyanEvolution *self, guint number, GError **error)
{
  const CyanEvolutionSeries *series = &self->series[number];

  if (series->line >= self->n_lines || (number > 0 && series->line < self->series[number - 1].line))
    return fail (error, "out of order: series", number);
  if (series->better < -1 || series->better > 1)
    return fail (error, "it is not known what is better in series", number);
  if (series->begin[0] != 0)
    return fail (error, "values do not begin at 0 in series", number);
  for (guint i = 0; i < self->n_columns; i++)
    {
      gboolean has_values = series->begin[i + 1] > series->begin[i];

      if (series->begin[i + 1] < series->begin[i])
        return fail (error, "values are out of order in series", number);
      if (series->cells[i] > CYAN_CELL_FAILED_BUILD
          || has_values != (series->cells[i] == CYAN_CELL_MEASURED))
        return fail (error, "a cell does not say whether there are values, in series", number);
    }
  for (guint i = 0; i < series->n_failures; i++)
    if (series->failures[i].column >= self->n_columns
        || (i > 0 && series->failures[i].column < series->failures[i - 1].column))
      return fail (error, "failures are out of order in series", number);
  return TRUE;
}

gboolean
cyan_evolution_check (const CyanEvolution *self, GError **error)
{
  for (guint i = 0; i < self->n_series; i++)
    if (!check_series (self, i, error))
      return FALSE;
  for (guint i = 0; i < self->n_marks; i++)
    {
      const CyanEvolutionMark *mark = &self->marks[i];

      if (mark->column >= self->n_columns || (i > 0 && mark->column < self->marks[i - 1].column)
          || (mark->line >= 0 && (guint) mark->line >= self->n_lines))
        return fail (error, "out of order: mark", i);
    }
  return TRUE;
}

void
cyan_evolution_free (CyanEvolution *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_columns; i++)
    cyan_evolution_column_clear (&self->columns[i]);
  for (guint i = 0; i < self->n_series; i++)
    cyan_evolution_series_clear (&self->series[i]);
  for (guint i = 0; i < self->n_marks; i++)
    clear_mark (&self->marks[i]);
  g_free (self->columns);
  g_free (self->series);
  g_free (self->marks);
  g_free (self->project);
  g_free (self);
}

/* The number of the first series whose line is @line or later. */
static guint
find_line (const CyanEvolution *self, guint line)
{
  guint first = 0, end = self->n_series;

  while (first < end)
    {
      guint middle = first + (end - first) / 2;

      if (self->series[middle].line < line)
        first = middle + 1;
      else
        end = middle;
    }
  return first;
}

const CyanEvolutionSeries *
cyan_evolution_line (const CyanEvolution *self, guint line, guint *n)
{
  guint first = find_line (self, line);

  g_assert (line < self->n_lines);
  *n = find_line (self, line + 1) - first;
  return self->series + first;
}

int
cyan_evolution_compare_lines (const CyanEvolutionSeries *a, const CyanEvolutionSeries *b)
{
  int order = strcmp (a->benchmark, b->benchmark);

  if (order == 0)
    order = g_strcmp0 (a->function, b->function);
  if (order == 0)
    order = strcmp (a->metric, b->metric);
  if (order == 0)
    order = strcmp (a->unit, b->unit);
  return order != 0 ? order : strcmp (a->machine, b->machine);
}

gboolean
cyan_evolution_mark_is_of (const CyanEvolution *self, const CyanEvolutionMark *mark, guint line)
{
  guint n;
  const CyanEvolutionSeries *series = cyan_evolution_line (self, line, &n);

  return n > 0 && (mark->line < 0 || (guint) mark->line == line)
         && (mark->benchmark == NULL || strcmp (mark->benchmark, series->benchmark) == 0)
         && (mark->machine == NULL || strcmp (mark->machine, series->machine) == 0);
}

gboolean
cyan_evolution_is_risky (const CyanEvolution *self, guint column)
{
  g_assert (column < self->n_columns);
  for (guint i = 0; i < self->n_marks && self->marks[i].column <= column; i++)
    if (self->marks[i].column == column && self->marks[i].kind == CYAN_MARK_RISK)
      return TRUE;
  return FALSE;
}

const CyanStep *
cyan_evolution_step (const CyanEvolutionSeries *series, guint column)
{
  const CyanSteps *steps = series->steps;

  for (guint i = 0; steps != NULL && i < steps->n_steps; i++)
    if (steps->steps[i].revision == column)
      return &steps->steps[i];
  return NULL;
}

gboolean
cyan_evolution_is_outlier (const CyanEvolutionSeries *series, guint column)
{
  const CyanSteps *steps = series->steps;

  for (guint i = 0; steps != NULL && i < steps->n_outliers; i++)
    if (steps->outliers[i] == column)
      return TRUE;
  return FALSE;
}

static gboolean
has_level (const CyanEvolutionSeries *series, guint column)
{
  return series->begin[column + 1] > series->begin[column]
         && !cyan_evolution_is_outlier (series, column);
}

gboolean
cyan_evolution_sides (const CyanEvolutionSeries *series, guint column, guint *before, guint *after)
{
  const CyanStep *step = cyan_evolution_step (series, column);
  const CyanLevel *level;
  gboolean found = FALSE;

  if (step == NULL)
    return FALSE;
  /* The levels on both sides of the step, and the columns of these outside its set. */
  level = &series->steps->levels[step - series->steps->steps];
  for (guint i = level[0].begin; i < level[0].end && (!found || i < step->where[0]); i++)
    if (has_level (series, i))
      {
        *before = i;
        found = TRUE;
      }
  *after = column;
  for (guint i = column; i <= step->where[step->n_where - 1] && i < level[1].end; i++)
    if (has_level (series, i))
      *after = i;
  return found;
}

double
cyan_evolution_exact_change (const CyanEvolution *self,
                             const CyanEvolutionSeries *series,
                             guint column,
                             const CyanEvolutionSeries **exact)
{
  for (guint k = 0; k < self->n_series; k++)
    {
      const CyanEvolutionSeries *other = &self->series[k];
      guint before = column;

      if (!other->steps->exact || other->function != NULL
          || !g_str_equal (other->benchmark, series->benchmark)
          || !g_str_equal (other->machine, series->machine)
          || !g_str_equal (other->definition, series->definition) || !has_level (other, column))
        continue;
      while (before > 0 && !has_level (other, before - 1))
        before--;
      if (before == 0 || !(other->values[other->begin[before - 1]] > 0))
        continue;
      *exact = other;
      return other->values[other->begin[column]] / other->values[other->begin[before - 1]];
    }
  return NAN;
}

int
cyan_evolution_direction (const CyanEvolutionSeries *series, double ratio)
{
  return ratio > 1 ? series->better * -1 : ratio < 1 ? series->better : 0;
}

static guint
break_of (const CyanEvolutionSeries *series, const CyanStep *step)
{
  return series->breaks != NULL ? series->breaks[step - series->steps->steps] : 0;
}

int
cyan_evolution_step_direction (const CyanEvolutionSeries *series, const CyanStep *step)
{
  return break_of (series, step) > 0 ? 0 : cyan_evolution_direction (series, step->size.ratio);
}

const CyanEvolutionMark *
cyan_evolution_step_break (const CyanEvolution *self,
                           const CyanEvolutionSeries *series,
                           const CyanStep *step)
{
  guint number = break_of (series, step);

  return number > 0 ? &self->marks[number - 1] : NULL;
}
