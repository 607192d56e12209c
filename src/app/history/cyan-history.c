/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of a history page. */
#include "cyan-history.h"
#include "cyan-metric-rank.h"
#include "cyan-widgets.h"

#include <math.h>
#include <string.h>

G_DEFINE_FINAL_TYPE (CyanHistory, cyan_history, G_TYPE_OBJECT)

const char *const cyan_history_view_names[] = { "chart",     "heat", "similarity",
                                                "revisions", "risk", NULL };
const char *const cyan_history_order_names[] = { "step", "newest", "name", NULL };

static void
emit_changed (CyanHistory *self)
{
  g_signal_emit_by_name (self, "changed");
}

/* ---- lines ---- */

static const CyanEvolutionSeries *
series_at (CyanHistory *self, guint index)
{
  return &self->evolution->series[index];
}

static double
step_size (const CyanStep *step)
{
  return step->size.ratio > 0 ? fabs (log (step->size.ratio)) : G_MAXDOUBLE;
}

static void
summarise (CyanHistory *self, CyanHistoryLine *line, const CyanEvolutionSeries *series)
{
  const CyanSteps *steps = series->steps;

  for (guint i = 0; steps != NULL && i < steps->n_steps; i++)
    {
      guint column = steps->steps[i].revision;
      const CyanStep *largest = line->largest != CYAN_HISTORY_NONE
                                    ? cyan_history_step (self, series->line, line->largest)
                                    : NULL;

      if (largest == NULL || step_size (&steps->steps[i]) > step_size (largest))
        line->largest = column;
      if (line->newest == CYAN_HISTORY_NONE || column > line->newest)
        line->newest = column;
    }
  for (guint i = self->evolution->n_columns; i-- > 0;)
    if (series->begin[i + 1] > series->begin[i])
      {
        if (line->last_measured == CYAN_HISTORY_NONE || i >= line->last_measured)
          {
            line->last_measured = i;
            line->possible = steps != NULL ? steps->possible : 0;
          }
        break;
      }
}

static void
add_name (GPtrArray *names, const char *name)
{
  if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
    g_ptr_array_add (names, (gpointer) name);
}

static void
find_lines (CyanHistory *self)
{
  const CyanEvolution *evolution = self->evolution;

  self->lines = g_new0 (CyanHistoryLine, evolution->n_lines);
  for (guint i = 0; i < evolution->n_series; i++)
    {
      CyanHistoryLine *line = &self->lines[series_at (self, i)->line];

      if (line->n++ == 0)
        {
          line->first = i;
          line->largest = line->newest = line->last_measured = CYAN_HISTORY_NONE;
        }
      add_name (self->metrics, series_at (self, i)->metric);
      add_name (self->machines, series_at (self, i)->machine);
    }
  for (guint i = 0; i < evolution->n_series; i++)
    summarise (self, &self->lines[series_at (self, i)->line], series_at (self, i));
  for (guint i = 1; i < self->metrics->len; i++)
    if (cyan_metric_rank (self->metrics->pdata[i])
        < cyan_metric_rank (self->metrics->pdata[self->metric]))
      self->metric = i;
  g_ptr_array_add (self->metrics, NULL);
  g_ptr_array_add (self->machines, NULL);
}

static gboolean
is_shown (CyanHistory *self, guint line)
{
  const CyanEvolutionSeries *series = series_at (self, self->lines[line].first);

  return g_str_equal (series->metric, g_ptr_array_index (self->metrics, self->metric))
         && g_str_equal (series->machine, g_ptr_array_index (self->machines, self->machine));
}

static void
show_lines (CyanHistory *self)
{
  g_autofree guint *sorted = cyan_evolution_sort_lines (self->evolution, self->order);

  g_array_set_size (self->shown, 0);
  for (guint i = 0; i < self->evolution->n_lines; i++)
    if (is_shown (self, sorted[i]))
      g_array_append_val (self->shown, sorted[i]);
}

int
cyan_history_position (CyanHistory *self, guint line)
{
  for (guint i = 0; i < self->shown->len; i++)
    if (g_array_index (self->shown, guint, i) == line)
      return (int) i;
  return -1;
}

const char *
cyan_history_line_name (CyanHistory *self, guint line)
{
  return series_at (self, self->lines[line].first)->benchmark;
}

/* The shown line of @benchmark, or CYAN_HISTORY_NONE. */
static guint
find_benchmark (CyanHistory *self, const char *benchmark)
{
  for (guint i = 0; i < self->shown->len; i++)
    {
      guint line = g_array_index (self->shown, guint, i);

      if (g_str_equal (cyan_history_line_name (self, line), benchmark))
        return line;
    }
  return CYAN_HISTORY_NONE;
}

/* Shows the lines of what is chosen now; that of the same benchmark is selected, or else the
 * first. */
static void
show_chosen (CyanHistory *self)
{
  guint line = CYAN_HISTORY_NONE;

  show_lines (self);
  if (self->line != CYAN_HISTORY_NONE)
    line = find_benchmark (self, cyan_history_line_name (self, self->line));
  if (line == CYAN_HISTORY_NONE && self->shown->len > 0)
    line = g_array_index (self->shown, guint, 0);
  self->line = line;
  g_signal_emit_by_name (self, "lines-changed");
  emit_changed (self);
}

static void
choose (CyanHistory *self, guint *place, guint value)
{
  if (*place == value)
    return;
  *place = value;
  show_chosen (self);
}

void
cyan_history_set_metric (CyanHistory *self, guint metric)
{
  g_return_if_fail (metric + 1 < self->metrics->len);

  choose (self, &self->metric, metric);
}

void
cyan_history_set_machine (CyanHistory *self, guint machine)
{
  g_return_if_fail (machine + 1 < self->machines->len);

  choose (self, &self->machine, machine);
}

void
cyan_history_set_order (CyanHistory *self, CyanEvolutionOrder order)
{
  choose (self, &self->order, order);
}

/* ---- the selection ---- */

void
cyan_history_select_line (CyanHistory *self, guint line)
{
  if (self->line == line || cyan_history_position (self, line) < 0)
    return;
  self->line = line;
  emit_changed (self);
}

void
cyan_history_select_benchmark (CyanHistory *self, const char *benchmark)
{
  guint line = find_benchmark (self, benchmark);

  if (line != CYAN_HISTORY_NONE)
    cyan_history_select_line (self, line);
}

void
cyan_history_move_line (CyanHistory *self, int offset)
{
  int position = cyan_history_position (self, self->line) + offset;

  if (position >= 0 && position < (int) self->shown->len)
    cyan_history_select_line (self, g_array_index (self->shown, guint, position));
}

void
cyan_history_select (CyanHistory *self, guint column)
{
  if (column >= self->evolution->n_columns
      || (self->column == column && self->second == CYAN_HISTORY_NONE))
    return;
  self->column = column;
  self->second = CYAN_HISTORY_NONE;
  emit_changed (self);
}

void
cyan_history_select_second (CyanHistory *self, guint column)
{
  if (column == self->column || column >= self->evolution->n_columns)
    column = CYAN_HISTORY_NONE;
  if (self->second == column)
    return;
  self->second = column;
  emit_changed (self);
}

void
cyan_history_set_base (CyanHistory *self, guint column)
{
  if (self->base == column)
    return;
  self->base = column;
  emit_changed (self);
}

/* ---- the view ---- */

void
cyan_history_set_view (CyanHistory *self, CyanHistoryView view)
{
  if (self->view == view)
    return;
  if (view == CYAN_HISTORY_VIEW_CHART || view == CYAN_HISTORY_VIEW_HEAT)
    g_array_set_size (self->trail, 0);
  else
    g_array_append_val (self->trail, self->view);
  self->view = view;
  emit_changed (self);
}

gboolean
cyan_history_go_back (CyanHistory *self)
{
  if (self->trail->len == 0)
    return FALSE;
  self->view = g_array_index (self->trail, CyanHistoryView, self->trail->len - 1);
  g_array_set_size (self->trail, self->trail->len - 1);
  emit_changed (self);
  return TRUE;
}

/* ---- finding ---- */

/* The series of @line with @index, from 0. */
static const CyanEvolutionSeries *
series_of (CyanHistory *self, guint line, guint index)
{
  return series_at (self, self->lines[line].first + index);
}

static gboolean
has_runs (const CyanEvolutionSeries *series, guint column)
{
  return series->begin[column + 1] > series->begin[column];
}

guint
cyan_history_find_column (CyanHistory *self, const char *oid)
{
  const CyanEvolution *evolution = self->evolution;

  for (guint i = 0; i < evolution->n_columns; i++)
    if (g_str_equal (evolution->columns[i].oid, oid))
      return i;
  return CYAN_HISTORY_NONE;
}

const CyanEvolutionSeries *
cyan_history_series (CyanHistory *self, guint line, guint column)
{
  const CyanEvolutionSeries *failed = NULL;

  for (guint i = 0; i < self->lines[line].n; i++)
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

  for (guint i = 0; step == NULL && i < self->lines[line].n; i++)
    step = cyan_evolution_step (series_of (self, line, i), column);
  return step;
}

/* The next column of the selected line that was measured, or that is a step, @offset by @offset. */
static guint
next_of (CyanHistory *self, gint64 column, int offset, gboolean is_step)
{
  if (self->line == CYAN_HISTORY_NONE)
    return CYAN_HISTORY_NONE;
  for (gint64 i = column + offset; i >= 0 && i < self->evolution->n_columns; i += offset)
    if (is_step ? cyan_history_step (self, self->line, (guint) i) != NULL
                : cyan_history_series (self, self->line, (guint) i) != NULL)
      return (guint) i;
  return CYAN_HISTORY_NONE;
}

guint
cyan_history_next_column (CyanHistory *self, guint column, int offset)
{
  return next_of (self, column == CYAN_HISTORY_NONE ? -1 : (gint64) column, offset, FALSE);
}

guint
cyan_history_next_step (CyanHistory *self, guint column, int offset)
{
  return next_of (self, column, offset, TRUE);
}

gboolean
cyan_history_sides (CyanHistory *self, guint *before, guint *after)
{
  const CyanEvolutionSeries *series;
  guint line = self->line, column = self->column;
  guint other = self->second;

  if (line == CYAN_HISTORY_NONE || column == CYAN_HISTORY_NONE)
    return FALSE;
  series = cyan_history_series (self, line, column);
  if (series == NULL || !has_runs (series, column))
    return FALSE;
  if (other == CYAN_HISTORY_NONE && self->base != column)
    other = self->base;
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

/* ---- object ---- */

static void
cyan_history_finalize (GObject *object)
{
  CyanHistory *self = CYAN_HISTORY (object);

  g_clear_pointer (&self->evolution, cyan_evolution_free);
  g_clear_pointer (&self->metrics, g_ptr_array_unref);
  g_clear_pointer (&self->machines, g_ptr_array_unref);
  g_clear_pointer (&self->shown, g_array_unref);
  g_clear_pointer (&self->trail, g_array_unref);
  g_strfreev (self->projects);
  g_free (self->function);
  g_free (self->lines);
  G_OBJECT_CLASS (cyan_history_parent_class)->finalize (object);
}

static void
on_flag (GObject *object, const char *name)
{
  emit_changed (CYAN_HISTORY (object));
}

static void
cyan_history_class_init (CyanHistoryClass *class)
{
  G_OBJECT_CLASS (class)->finalize = cyan_history_finalize;
  cyan_flags_install (class, on_flag, CYAN_FLAG (CyanHistory, "by-date", by_date),
                      CYAN_FLAG (CyanHistory, "from-zero", from_zero),
                      CYAN_FLAG (CyanHistory, "commits", commits), NULL);
  cyan_signal_new (class, "lines-changed", 0);
  cyan_signal_new (class, "changed", 0);
}

static void
cyan_history_init (CyanHistory *self)
{
  self->metrics = g_ptr_array_new ();
  self->machines = g_ptr_array_new ();
  self->shown = g_array_new (FALSE, FALSE, sizeof (guint));
  self->trail = g_array_new (FALSE, FALSE, sizeof (CyanHistoryView));
  self->line = self->column = self->second = self->base = CYAN_HISTORY_NONE;
}

CyanHistory *
cyan_history_new (CyanEvolution *evolution, char **projects, const char *function)
{
  CyanHistory *self = g_object_new (CYAN_TYPE_HISTORY, NULL);

  self->evolution = evolution;
  self->projects = projects != NULL ? projects : g_new0 (char *, 1);
  self->function = g_strdup (function);
  find_lines (self);
  if (self->metrics->len > 1)
    show_lines (self);
  if (self->shown->len > 0)
    {
      const CyanHistoryLine *line;

      self->line = g_array_index (self->shown, guint, 0);
      line = &self->lines[self->line];
      self->column = line->largest != CYAN_HISTORY_NONE         ? line->largest
                     : line->last_measured != CYAN_HISTORY_NONE ? line->last_measured
                                                                : evolution->n_columns - 1;
    }
  return self;
}
