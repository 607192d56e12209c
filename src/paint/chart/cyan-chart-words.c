/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The facts about a series at a revision. */
#include "cyan-chart.h"

#include "cyan-i18n.h"
#include "cyan-text.h"
#include "cyan-units.h"

/* Appends a line of foreign text, cut. */
static void
append_line (GString *tip, const char *text)
{
  g_autofree char *line = cyan_text_for_label (text, CYAN_CHART_LINE_MAX);

  if (tip->len > 0)
    g_string_append_c (tip, '\n');
  g_string_append (tip, line);
}

static void
append_series (GString *tip, const CyanEvolutionSeries *series)
{
  g_autofree char *line = g_strjoin (" \xc2\xb7 ", series->benchmark, series->metric,
                                     series->machine, series->function, NULL);

  append_line (tip, line);
}

static void
append_column (GString *tip, const CyanEvolutionColumn *column)
{
  g_autofree char *line = column->subject != NULL
                              ? g_strdup_printf ("%s: %s", column->name, column->subject)
                              : g_strdup (column->name);

  append_line (tip, line);
}

static void
append_runs (GString *tip, const CyanEvolutionSeries *series, guint column)
{
  guint begin = series->begin[column], n = series->begin[column + 1] - begin;
  double low, high;
  g_autofree char *from = NULL, *to = NULL, *line = NULL;

  if (n == 0)
    return;
  low = high = series->values[begin];
  for (guint i = 1; i < n; i++)
    {
      low = MIN (low, series->values[begin + i]);
      high = MAX (high, series->values[begin + i]);
    }
  from = cyan_value_to_text (low, series->unit);
  to = cyan_value_to_text (high, series->unit);
  if (low < high)
    line = g_strdup_printf (ngettext ("%u run: %s to %s", "%u runs: %s to %s", n), n, from, to);
  else
    line = g_strdup_printf (ngettext ("%u run: %s", "%u runs: %s", n), n, from);
  append_line (tip, line);
}

static void
append_failures (GString *tip, const CyanEvolutionSeries *series, guint column)
{
  guint n = series->n_failed[column];
  g_autofree char *line = NULL;

  if (series->cells[column] == CYAN_CELL_EMPTY)
    append_line (tip, _ ("not measured"));
  else if (series->cells[column] == CYAN_CELL_FAILED_BUILD)
    append_line (tip, _ ("the build failed"));
  else if (n > 0)
    {
      line = g_strdup_printf (ngettext ("%u run failed", "%u runs failed", n), n);
      append_line (tip, line);
    }
}

static void
append_level (GString *tip, const CyanEvolutionSeries *series, guint column)
{
  const CyanSteps *steps = series->steps;

  for (guint i = 0; steps->tested && i < steps->n_levels; i++)
    {
      const CyanLevel *level = &steps->levels[i];
      g_autofree char *value = NULL, *low = NULL, *high = NULL, *line = NULL;

      if (column < level->begin || column >= level->end)
        continue;
      value = cyan_value_to_text (level->level, series->unit);
      low = cyan_value_to_text (level->low, series->unit);
      high = cyan_value_to_text (level->high, series->unit);
      line = g_strdup_printf (_ ("level %s, 95 %% from %s to %s"), value, low, high);
      append_line (tip, line);
    }
  for (guint i = 0; i < steps->n_outliers; i++)
    if (steps->outliers[i] == column)
      append_line (tip, _ ("outlier: stands alone and is left out"));
}

static void
append_step (GString *tip, const CyanEvolutionSeries *series, guint column)
{
  const CyanStep *step = cyan_evolution_step (series, column);
  int direction = step != NULL ? cyan_evolution_step_direction (series, step) : 0;
  g_autofree char *size = NULL, *low = NULL, *high = NULL, *line = NULL, *where = NULL;

  if (step == NULL)
    return;
  size = cyan_change_to_text (1, step->size.ratio);
  low = cyan_change_to_text (1, step->size.low);
  high = cyan_change_to_text (1, step->size.high);
  line = g_strdup_printf (direction > 0   ? _ ("worse: step %s, 95 %% from %s to %s")
                          : direction < 0 ? _ ("better: step %s, 95 %% from %s to %s")
                                          : _ ("step %s, 95 %% from %s to %s"),
                          size, low, high);
  append_line (tip, line);
  if (step->n_where < 2)
    return;
  where = g_strdup_printf (
      ngettext ("%u revision may have made it", "%u revisions may have made it", step->n_where),
      step->n_where);
  append_line (tip, where);
}

/* Appends that the newest revision may be a step. */
static void
append_possible (GString *tip,
                 const CyanEvolution *evolution,
                 const CyanEvolutionSeries *series,
                 guint column)
{
  guint values = series->begin[evolution->n_columns];
  g_autofree char *size = NULL, *line = NULL;

  if (series->steps->possible <= 0 || series->begin[column + 1] != values
      || series->begin[column] == values)
    return;
  size = cyan_change_to_text (1, series->steps->possible);
  line = g_strdup_printf (_ ("possible step %s, not confirmed"), size);
  append_line (tip, line);
}

char *
cyan_chart_tip (const CyanEvolution *evolution, guint s, guint column)
{
  const CyanEvolutionSeries *series = &evolution->series[s];
  GString *tip = g_string_new (NULL);

  append_series (tip, series);
  append_column (tip, &evolution->columns[column]);
  append_runs (tip, series, column);
  append_failures (tip, series, column);
  append_level (tip, series, column);
  append_step (tip, series, column);
  append_possible (tip, evolution, series, column);
  return g_string_free (tip, FALSE);
}
