/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The heat map: benchmarks over revisions, a sign or a row a cell. */
#include "cyan-report-history-parts.h"

/* Cells of a line, and steps in the list below, at most. */
#define MAX_CELLS 80
#define MAX_STEPS 10
/* Names are padded to at most this width. */
#define NAME_WIDTH 40

static const CyanField columns[] = {
  { "project,benchmark,definition,machine", "What was measured, and how" },
  { "metric,unit", "The values" },
  { "revision", "The commit" },
  { "cell", "measured, failed, failed-build or empty" },
  { "ratio,low,high", "Level after / level before, and the 95 % interval" },
  { "q", "If there is a step: the expected part of false steps" },
  { "significant", "1 if the interval does not contain 1" },
  { "direction", "worse or better, if it is significant" },
  { "function", "Only with --function", .optional = TRUE },
  { NULL },
};
/* ---- text ---- */

static const char *
sign_of (const CyanHeat *heat)
{
  switch (heat->cell)
    {
    case CYAN_CELL_EMPTY:
      return " ";
    case CYAN_CELL_FAILED:
      return "×";
    case CYAN_CELL_FAILED_BUILD:
      return "B";
    case CYAN_CELL_MEASURED:
    default:
      if (heat->possible)
        return "?";
      return !heat->significant ? "·" : heat->direction > 0 ? "▲" : heat->direction < 0 ? "▼" : "◆";
    }
}

static guint
first_cell (const CyanEvolution *evolution)
{
  return evolution->n_columns - MIN (evolution->n_columns, MAX_CELLS);
}

static gboolean
has_risk (const CyanEvolution *evolution)
{
  for (guint i = first_cell (evolution); i < evolution->n_columns; i++)
    if (cyan_evolution_is_risky (evolution, i))
      return TRUE;
  return FALSE;
}

static void
append_key (CyanProse *prose, const CyanReportEvolution *about)
{
  const CyanEvolution *evolution = about->evolution;

  if (about->base == CYAN_EVOLUTION_NO_BASE)
    cyan_prose_say (prose, "▲ worse than the level before   ▼ better   ◆ changed   · no step   "
                           "? possible step\n");
  else
    cyan_prose_say (prose, "▲ worse than at %s   ▼ better   ◆ changed   · the same\n",
                    cyan_prose_name (prose, evolution->columns[about->base].name, NAME_WIDTH));
  cyan_prose_say (prose, "× run failed   B build failed   blank: not measured%s\n",
                  has_risk (evolution) ? "   △ predicted to be slower" : "");
  if (first_cell (evolution) > 0)
    cyan_prose_say (
        prose, "The newest %u revisions, from %s\n", MAX_CELLS,
        cyan_prose_name (prose, evolution->columns[first_cell (evolution)].name, NAME_WIDTH));
}

static const char *
label_of (CyanProse *prose, const CyanReportEvolution *about, guint line)
{
  guint n;

  return cyan_report_line (prose, about, cyan_evolution_line (about->evolution, line, &n));
}

static void
append_line (CyanProse *prose, const CyanReportEvolution *about, guint line, guint width)
{
  const CyanEvolution *evolution = about->evolution;

  cyan_prose_say (prose, "%s  ", cyan_prose_pad (prose, label_of (prose, about, line), width));
  for (guint i = first_cell (evolution); i < evolution->n_columns; i++)
    {
      CyanHeat heat = cyan_evolution_line_heat (evolution, line, i, about->base);

      cyan_prose_say (prose, "%s", sign_of (&heat));
    }
  cyan_prose_say (prose, "\n");
}

/* The row of the revisions that were predicted to be slower. */
static void
append_risk (CyanProse *prose, const CyanEvolution *evolution, guint width)
{
  cyan_prose_say (prose, "%-*s  ", (int) width, "risky");
  for (guint i = first_cell (evolution); i < evolution->n_columns; i++)
    cyan_prose_say (prose, "%s", cyan_evolution_is_risky (evolution, i) ? "△" : " ");
  cyan_prose_say (prose, "\n");
}

static void
append_map (CyanProse *prose, const CyanReportEvolution *about)
{
  const CyanEvolution *evolution = about->evolution;
  g_autofree guint *lines = cyan_evolution_sort_lines (evolution, about->order);
  guint width = 0;

  for (guint i = 0; i < evolution->n_lines; i++)
    width = MAX (width, (guint) g_utf8_strlen (label_of (prose, about, i), -1));
  cyan_prose_say (prose, "\n");
  if (has_risk (evolution))
    append_risk (prose, evolution, MIN (width, NAME_WIDTH));
  for (guint i = 0; i < evolution->n_lines; i++)
    append_line (prose, about, lines[i], MIN (width, NAME_WIDTH));
}

static void
append_steps (CyanProse *prose, const CyanReportEvolution *about)
{
  const CyanEvolution *evolution = about->evolution;
  g_autoptr (GArray) steps = cyan_evolution_list_steps (
      evolution,
      about->order == CYAN_EVOLUTION_BY_NEWEST ? CYAN_EVOLUTION_BY_NEWEST : CYAN_EVOLUTION_BY_SIZE);

  cyan_prose_say (prose, "\n%s\n",
                  steps->len == 0 ? "no step" : cyan_prose_count (prose, steps->len, "step"));
  for (guint i = 0; i < MIN (steps->len, MAX_STEPS); i++)
    {
      const CyanEvolutionStep *step = &g_array_index (steps, CyanEvolutionStep, i);

      cyan_prose_say (prose, "  %s at %s: %s by %s\n",
                      cyan_report_line (prose, about, &evolution->series[step->series]),
                      cyan_prose_label (prose, evolution->columns[step->after].name),
                      cyan_report_direction (step->direction),
                      cyan_report_step (prose, step->step));
    }
  if (steps->len > MAX_STEPS)
    cyan_prose_say (prose, "  and %u more\n", steps->len - MAX_STEPS);
}

static void
say_heat (CyanProse *prose, gconstpointer data)
{
  const CyanReportEvolution *about = data;

  cyan_report_say_evolution (prose, about);
  if (about->evolution->n_series == 0)
    return;
  append_key (prose, about);
  append_map (prose, about);
  append_steps (prose, about);
  cyan_report_say_next (prose, about);
}

/* ---- rows ---- */

static void
put_cell (CyanRows *rows, const CyanReportEvolution *about, guint line, guint column)
{
  const CyanEvolution *evolution = about->evolution;
  const CyanEvolutionSeries *series = cyan_evolution_line_series (evolution, line, column);
  CyanHeat heat = cyan_evolution_heat (series, column, about->base);

  cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
  cyan_report_put_series (rows, evolution, series);
  cyan_rows_text (rows, "revision", evolution->columns[column].oid);
  cyan_rows_text (rows, "cell", cyan_report_cell_names[heat.cell]);
  cyan_report_put_ratio (rows, &heat.change);
  cyan_rows_number (rows, "q", heat.q);
  cyan_rows_flag (rows, "significant", heat.significant);
  cyan_rows_text (rows, "direction",
                  heat.direction != 0 ? cyan_report_direction (heat.direction) : NULL);
  if (series->function != NULL)
    cyan_rows_text (rows, "function", series->function);
  cyan_rows_close (rows);
}

static void
put_heat (CyanRows *rows, gconstpointer data)
{
  const CyanReportEvolution *about = data;
  const CyanEvolution *evolution = about->evolution;
  g_autofree guint *lines = cyan_evolution_sort_lines (evolution, about->order);

  cyan_rows_comment (rows, "store %s, project %s", about->store, evolution->project);
  cyan_rows_text (rows, "store", about->store);
  cyan_rows_text (rows, "project", evolution->project);
  cyan_rows_text (rows, "base",
                  about->base != CYAN_EVOLUTION_NO_BASE ? evolution->columns[about->base].oid
                                                        : NULL);
  cyan_report_open_table (rows, "cells", evolution);
  for (guint i = 0; i < evolution->n_lines; i++)
    for (guint column = 0; column < evolution->n_columns && cyan_rows_go_on (rows); column++)
      put_cell (rows, about, lines[i], column);
  cyan_rows_close (rows);
}

const CyanReport cyan_report_heat = { .text = say_heat, .rows = put_heat, .columns = columns };
