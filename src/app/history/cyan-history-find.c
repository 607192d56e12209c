/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds revisions, series and steps from what is selected in a history. */
#include "cyan-history.h"

/* The series of @line with @index, from 0. */
static const CyanEvolutionSeries *
series_of (CyanHistory *self, guint line, guint index)
{
  return &cyan_history_evolution (self)->series[cyan_history_line (self, line)->first + index];
}

static gboolean
has_runs (const CyanEvolutionSeries *series, guint column)
{
  return series->begin[column + 1] > series->begin[column];
}

guint
cyan_history_find_column (CyanHistory *self, const char *oid)
{
  const CyanEvolution *evolution = cyan_history_evolution (self);

  for (guint i = 0; i < evolution->n_columns; i++)
    if (g_str_equal (evolution->columns[i].oid, oid))
      return i;
  return CYAN_HISTORY_NONE;
}

const CyanEvolutionSeries *
cyan_history_series (CyanHistory *self, guint line, guint column)
{
  const CyanEvolutionSeries *failed = NULL;

  for (guint i = 0; i < cyan_history_line (self, line)->n; i++)
    {
      const CyanEvolutionSeries *series = series_of (self, line, i);

      if (has_runs (series, column))
        return series;
      if (failed == NULL && series->cells[column] != CYAN_CELL_EMPTY)
        failed = series;
    }
  return failed;
}

const CyanStep *
cyan_history_step (CyanHistory *self, guint line, guint column)
{
  const CyanStep *step = NULL;

  for (guint i = 0; step == NULL && i < cyan_history_line (self, line)->n; i++)
    step = cyan_evolution_step (series_of (self, line, i), column);
  return step;
}

guint
cyan_history_next_column (CyanHistory *self, guint column, int offset)
{
  guint line = cyan_history_selected_line (self);
  guint n_columns = cyan_history_evolution (self)->n_columns;

  if (line == CYAN_HISTORY_NONE)
    return CYAN_HISTORY_NONE;
  for (gint64 i = (column == CYAN_HISTORY_NONE ? -1 : (gint64) column) + offset;
       i >= 0 && i < n_columns; i += offset)
    if (cyan_history_series (self, line, (guint) i) != NULL)
      return (guint) i;
  return CYAN_HISTORY_NONE;
}

guint
cyan_history_next_step (CyanHistory *self, guint column, int offset)
{
  guint line = cyan_history_selected_line (self);
  guint n_columns = cyan_history_evolution (self)->n_columns;

  if (line == CYAN_HISTORY_NONE)
    return CYAN_HISTORY_NONE;
  for (gint64 i = (gint64) column + offset; i >= 0 && i < n_columns; i += offset)
    if (cyan_history_step (self, line, (guint) i) != NULL)
      return (guint) i;
  return CYAN_HISTORY_NONE;
}

gboolean
cyan_history_sides (CyanHistory *self, guint *before, guint *after)
{
  const CyanEvolutionSeries *series;
  guint line = cyan_history_selected_line (self), column = cyan_history_column (self);
  guint other = cyan_history_second (self);

  if (line == CYAN_HISTORY_NONE || column == CYAN_HISTORY_NONE)
    return FALSE;
  series = cyan_history_series (self, line, column);
  if (series == NULL || !has_runs (series, column))
    return FALSE;
  if (other == CYAN_HISTORY_NONE && cyan_history_base (self) != column)
    other = cyan_history_base (self);
  if (other == CYAN_HISTORY_NONE && cyan_evolution_sides (series, column, before, after))
    return TRUE;
  for (guint i = column; other == CYAN_HISTORY_NONE && i-- > 0;)
    if (has_runs (series, i))
      other = i;
  if (other == CYAN_HISTORY_NONE || !has_runs (series, other))
    return FALSE;
  *before = MIN (column, other);
  *after = MAX (column, other);
  return TRUE;
}
