/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chart-fixture.h"
#include "tests.h"

#include <math.h>
#include <string.h>

#define DAY 86400

static CyanEvolution *
evolution_new (guint n_columns, guint n_series)
{
  CyanEvolution *self = g_new0 (CyanEvolution, 1);

  self->project = g_strdup ("main");
  self->n_columns = n_columns;
  self->columns = g_new0 (CyanEvolutionColumn, n_columns);
  for (guint i = 0; i < n_columns; i++)
    {
      CyanEvolutionColumn *column = &self->columns[i];

      column->oid = g_strdup_printf ("r%u", i);
      column->name = g_strdup (column->oid);
      column->time = 1600000000 + (gint64) i * DAY;
      column->depth = i;
    }
  self->n_series = n_series;
  self->series = g_new0 (CyanEvolutionSeries, n_series);
  return self;
}

static void
series_init (CyanEvolutionSeries *self, const char *benchmark, guint line, int better, guint n)
{
  self->line = line;
  self->benchmark = g_strdup (benchmark);
  self->definition = g_strdup ("d");
  self->machine = g_strdup ("box");
  self->metric = g_strdup ("wall");
  self->unit = g_strdup ("ms");
  self->better = better;
  self->begin = g_new0 (guint, n + 1);
  self->cells = g_new0 (guint8, n);
  self->n_failed = g_new0 (guint, n);
}

static void
take_column (CyanEvolutionSeries *series, guint column, const char *text, GArray *values)
{
  g_auto (GStrv) runs = g_strsplit (text, "/", -1);

  for (guint i = 0; runs[i] != NULL; i++)
    {
      double value = g_ascii_strtod (runs[i], NULL);

      if (strcmp (runs[i], "x") == 0)
        series->cells[column] = CYAN_CELL_FAILED_BUILD;
      else if (strcmp (runs[i], "f") == 0)
        series->n_failed[column]++;
      else if (strcmp (runs[i], "-") != 0)
        g_array_append_val (values, value);
    }
  if (values->len > series->begin[column])
    series->cells[column] = CYAN_CELL_MEASURED;
  else if (series->n_failed[column] > 0)
    series->cells[column] = CYAN_CELL_FAILED;
}

static void
find_steps (CyanEvolution *self)
{
  const CyanStepsOptions options = CYAN_STEPS_OPTIONS_INIT;

  MUST (cyan_evolution_find_steps (self, &options, &failure));
}

CyanEvolution *
evolution_of (const SeriesText *series, guint n_series)
{
  g_auto (GStrv) first = g_strsplit (series[0].values, " ", -1);
  CyanEvolution *self = evolution_new (g_strv_length (first), n_series);

  for (guint i = 0; i < n_series; i++)
    {
      g_auto (GStrv) columns = g_strsplit (series[i].values, " ", -1);
      g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));
      CyanEvolutionSeries *one = &self->series[i];

      g_assert_cmpuint (g_strv_length (columns), ==, self->n_columns);
      series_init (one, series[i].benchmark, series[i].line, series[i].better, self->n_columns);
      for (guint c = 0; c < self->n_columns; c++)
        {
          one->begin[c] = values->len;
          take_column (one, c, columns[c], values);
        }
      one->begin[self->n_columns] = values->len;
      one->values = g_memdup2 (values->data, values->len * sizeof (double));
      self->n_lines = series[i].line + 1;
    }
  find_steps (self);
  return self;
}

void
evolution_mark (CyanEvolution *self, CyanMarkKind kind, guint column, int line, const char *text)
{
  self->marks = g_renew (CyanEvolutionMark, self->marks, self->n_marks + 1);
  self->marks[self->n_marks++] =
      (CyanEvolutionMark){ .kind = kind, .column = column, .line = line, .text = g_strdup (text) };
}

/* What a search would find, which takes long: the first step is at column @apart - 1. */
static CyanSteps *
known_steps (const double *levels, guint n_columns, guint apart)
{
  CyanSteps *self = g_new0 (CyanSteps, 1);

  self->tested = TRUE;
  self->drift = (CyanRatio){ 1, 1, 1 };
  self->n_steps = n_columns / apart;
  self->n_levels = self->n_steps + 1;
  self->levels = g_new0 (CyanLevel, self->n_levels);
  self->steps = g_new0 (CyanStep, MAX (self->n_steps, 1));
  for (guint i = 0; i < self->n_levels; i++)
    {
      CyanLevel *level = &self->levels[i];

      level->begin = i > 0 ? i * apart - 1 : 0;
      level->end = i < self->n_steps ? (i + 1) * apart - 1 : n_columns;
      level->level = levels[level->begin];
      level->low = 0.995 * level->level;
      level->high = 1.005 * level->level;
    }
  for (guint i = 0; i < self->n_steps; i++)
    {
      double ratio = self->levels[i + 1].level / self->levels[i].level;
      CyanStep *step = &self->steps[i];

      step->revision = self->levels[i + 1].begin;
      step->size = (CyanRatio){ ratio, 0.99 * ratio, 1.01 * ratio };
      step->where = g_new (guint, 2);
      step->where[0] = step->revision - 1;
      step->where[1] = step->revision;
      step->n_where = 2;
    }
  return self;
}

CyanEvolution *
evolution_large (guint n_lines, guint n_columns, guint n_runs, guint apart, gboolean holes)
{
  CyanEvolution *self = evolution_new (n_columns, n_lines);
  GRand *random = g_rand_new_with_seed (3);

  self->n_lines = n_lines;
  for (guint line = 0; line < n_lines; line++)
    {
      CyanEvolutionSeries *series = &self->series[line];
      g_autofree char *benchmark = g_strdup_printf ("benchmark %u", line);
      g_autofree double *levels = g_new (double, n_columns);
      double level = 0;
      guint n = 0;

      series_init (series, benchmark, line, -1, n_columns);
      series->values = g_new (double, (gsize) n_columns *n_runs);
      for (guint c = 0; c < n_columns; c++)
        {
          series->begin[c] = n;
          if (c % apart == apart - 1)
            level = g_rand_double_range (random, -0.3, 0.3);
          levels[c] = 100 * exp (level);
          if (holes && c % 2 == 1)
            continue;
          for (guint i = 0; i < n_runs; i++)
            series->values[n++] = 100 * exp (level + g_rand_double_range (random, -0.01, 0.01));
          series->cells[c] = CYAN_CELL_MEASURED;
        }
      series->begin[n_columns] = n;
      series->steps = known_steps (levels, n_columns, apart);
    }
  g_rand_free (random);
  return self;
}

CyanChartStyle
style_of (double width)
{
  CyanChartStyle style = CYAN_CHART_STYLE_INIT;

  style.width = width;
  return style;
}
