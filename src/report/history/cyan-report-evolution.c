/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changed in the evolution of each benchmark, for people. */
#include "cyan-report-evolution-parts.h"

#include <math.h>
#include <string.h>

#include "cyan-units.h"

/* Subjects of commits, and revisions in a list, at most. */
#define SUBJECT_CHARS 60
#define MAX_LISTED    8

static const char *
name_of (CyanProse *prose, const CyanEvolution *evolution, guint column)
{
  return cyan_prose_name (prose, evolution->columns[column].name, CYAN_PROSE_NAME);
}

/* "r3, r7 to r9, r12" */
static const char *
list_columns (CyanProse *prose, const CyanEvolution *evolution, const guint *columns, guint n)
{
  const char *list = "";
  guint n_listed = 0;

  for (guint i = 0; i < n;)
    {
      guint end = i + 1;
      const char *comma = i > 0 ? ", " : "";

      if (n_listed++ == MAX_LISTED)
        return cyan_prose_text (prose, "%s and %u more", list, n - i);
      while (end < n && columns[end] == columns[end - 1] + 1)
        end++;
      list = end == i + 1 ? cyan_prose_text (prose, "%s%s%s", list, comma,
                                             name_of (prose, evolution, columns[i]))
                          : cyan_prose_text (prose, "%s%s%s to %s", list, comma,
                                             name_of (prose, evolution, columns[i]),
                                             name_of (prose, evolution, columns[end - 1]));
      i = end;
    }
  return list;
}

/* The columns of @series whose cell is @cell. */
static GArray *
find_cells (const CyanEvolution *evolution, const CyanEvolutionSeries *series, CyanCell cell)
{
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < evolution->n_columns; i++)
    if (series->cells[i] == cell)
      g_array_append_val (columns, i);
  return columns;
}

/* ---- steps ---- */

/* A level beside @other, with the digits that tell them apart. */
static const char *
level_text (CyanProse *prose, double level, double other, const char *unit)
{
  g_autofree char *text = cyan_value_to_text (level, unit);
  g_autofree char *other_text = cyan_value_to_text (other, unit);

  if (strcmp (text, other_text) == 0)
    return cyan_prose_value (
        prose, cyan_tick_to_text (level, fabs (other - level), MAX (level, other), unit));
  return cyan_prose_value (prose, g_steal_pointer (&text));
}

static void
append_step (CyanProse *prose,
             const CyanEvolution *evolution,
             const CyanEvolutionSeries *series,
             guint number)
{
  const CyanStep *step = &series->steps->steps[number];
  const CyanLevel *before = &series->steps->levels[number], *after = before + 1;
  const CyanEvolutionColumn *column = &evolution->columns[step->revision];

  cyan_prose_say (prose, "  %s: %s by %s", name_of (prose, evolution, step->revision),
                  cyan_report_direction (cyan_evolution_direction (series, step->size.ratio)),
                  cyan_report_step (prose, step));
  cyan_prose_say (prose, "; %s to %s\n",
                  level_text (prose, before->level, after->level, series->unit),
                  level_text (prose, after->level, before->level, series->unit));
  if (column->subject != NULL && *column->subject != '\0')
    cyan_prose_say (prose, "    \"%s\"\n", cyan_prose_name (prose, column->subject, SUBJECT_CHARS));
  if (step->n_where > 1)
    cyan_prose_say (prose, "    it is at one of %u revisions with 95 %%: %s\n", step->n_where,
                    list_columns (prose, evolution, step->where, step->n_where));
}

/* ---- what else there is ---- */

static void
append_list (CyanProse *prose,
             const CyanEvolution *evolution,
             const char *what,
             const guint *columns,
             guint n)
{
  if (n > 0)
    cyan_prose_say (prose, "  %s: %s\n", what, list_columns (prose, evolution, columns, n));
}

static void
append_cells (CyanProse *prose,
              const CyanEvolution *evolution,
              const CyanEvolutionSeries *series,
              const char *what,
              CyanCell cell)
{
  g_autoptr (GArray) columns = find_cells (evolution, series, cell);

  append_list (prose, evolution, what, (const guint *) (gconstpointer) columns->data, columns->len);
}

/* The newest measured column. */
static guint
find_last (const CyanEvolution *evolution, const CyanEvolutionSeries *series)
{
  guint last = evolution->n_columns - 1;

  while (last > 0 && series->begin[last + 1] == series->begin[last])
    last--;
  return last;
}

static gboolean
has_drift (const CyanSteps *steps)
{
  return steps->drift.low > 1 || steps->drift.high < 1;
}

static void
append_rest (CyanProse *prose, const CyanEvolution *evolution, const CyanEvolutionSeries *series)
{
  const CyanSteps *steps = series->steps;
  const CyanRatio *drift = &steps->drift;

  if (steps->possible > 0)
    cyan_prose_say (prose,
                    "  possible step: %s by %s; the next revision, or more runs, will tell\n",
                    name_of (prose, evolution, find_last (evolution, series)),
                    cyan_prose_value (prose, cyan_change_to_text (1, steps->possible)));
  if (has_drift (steps))
    cyan_prose_say (prose, "  drift: %s over %u revisions\n", cyan_prose_ratio (prose, drift),
                    evolution->n_columns);
  append_list (prose, evolution, "outliers", steps->outliers, steps->n_outliers);
  append_cells (prose, evolution, series, "failed builds", CYAN_CELL_FAILED_BUILD);
  append_cells (prose, evolution, series, "failed runs", CYAN_CELL_FAILED);
}

static void
append_marks (CyanProse *prose, const CyanEvolution *evolution, guint line)
{
  for (guint i = 0; i < evolution->n_marks; i++)
    {
      const CyanEvolutionMark *mark = &evolution->marks[i];

      if (cyan_evolution_mark_is_of (evolution, mark, line))
        cyan_prose_say (prose, "  at %s: %s\n", name_of (prose, evolution, mark->column),
                        cyan_prose_name (prose, mark->text, CYAN_PROSE_NAME));
    }
}

/* ---- lines ---- */

/* The columns between two measured ones that were not measured. */
static guint
count_gaps (const CyanEvolution *evolution, const CyanEvolutionSeries *series)
{
  guint gaps = 0, n = evolution->n_columns;

  for (guint i = 0; i < n; i++)
    gaps += series->begin[i] > 0 && series->begin[i + 1] == series->begin[i]
            && series->begin[i] < series->begin[n] && series->cells[i] == CYAN_CELL_EMPTY;
  return gaps;
}

static void
append_series (CyanProse *prose,
               const CyanReportEvolution *about,
               const CyanEvolutionSeries *series,
               gboolean is_one_of_several)
{
  const CyanEvolution *evolution = about->evolution;
  g_autoptr (GArray) measured = find_cells (evolution, series, CYAN_CELL_MEASURED);
  guint gaps = count_gaps (evolution, series), n_steps = series->steps->n_steps;
  g_autofree char *found = !series->steps->tested ? g_strdup ("")
                           : n_steps == 0         ? g_strdup ("no step in ")
                           : n_steps == 1         ? g_strdup ("1 step in ")
                                                  : g_strdup_printf ("%u steps in ", n_steps);

  cyan_prose_say (prose, "\n%s", cyan_report_line (prose, about, series));
  if (is_one_of_several)
    cyan_prose_say (prose, ", definition %s", cyan_prose_name (prose, series->definition, 12));
  cyan_prose_say (prose, ": %s%u %s", found, measured->len,
                  measured->len == 1 ? "revision" : "revisions");
  if (gaps > 0)
    cyan_prose_say (prose, ", %u between them not measured", gaps);
  if (!series->steps->tested)
    cyan_prose_say (prose, "; it takes %d to find steps", CYAN_STEPS_LEAST_REVISIONS);
  cyan_prose_say (prose, "\n");
  for (guint i = 0; i < n_steps; i++)
    append_step (prose, evolution, series, i);
  append_rest (prose, evolution, series);
}

void
cyan_report_evolution_text (CyanProse *prose, gconstpointer data)
{
  const CyanReportEvolution *about = data;
  const CyanEvolution *evolution = about->evolution;
  g_autofree guint *lines = cyan_evolution_sort_lines (evolution, CYAN_EVOLUTION_BY_SIZE);

  cyan_report_put_evolution (prose, about);
  for (guint i = 0; i < evolution->n_lines; i++)
    {
      guint n;
      const CyanEvolutionSeries *series = cyan_evolution_line (evolution, lines[i], &n);

      for (guint k = 0; k < n; k++)
        append_series (prose, about, &series[k], n > 1);
      append_marks (prose, evolution, lines[i]);
    }
  cyan_report_put_next (prose, about);
}
