/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The evolution of each benchmark: what changed, for people, and all runs, for programs. */
#include "cyan-report-history-parts.h"

#include <math.h>
#include <string.h>

#include "cyan-text.h"
#include "cyan-units.h"

/* ---- what changed ---- */

/* Subjects of commits, and revisions in a list, at most. */
#define SUBJECT_CHARS 60
#define MAX_LISTED    8

static const char *
name_of (CyanProse *prose, const CyanEvolution *evolution, guint column)
{
  return cyan_prose_label (prose, evolution->columns[column].name);
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

/* ", Ir +8.1 %", or nothing. */
static const char *
exact_text (CyanProse *prose,
            const CyanEvolution *evolution,
            const CyanEvolutionSeries *series,
            guint column)
{
  const CyanEvolutionSeries *exact;
  double change = cyan_evolution_exact_change (evolution, series, column, &exact);

  if (isnan (change))
    return "";
  return cyan_prose_text (prose, ", %s %s", cyan_prose_label (prose, exact->metric),
                          cyan_prose_value (prose, cyan_change_to_text (1, change)));
}

/* The revisions that may have the step, each with what is known of it. */
static void
append_set (CyanProse *prose,
            const CyanEvolution *evolution,
            const CyanEvolutionSeries *series,
            const CyanStep *step)
{
  cyan_prose_say (prose, "    it is at one of %u revisions with 95 %%:\n", step->n_where);
  for (guint i = 0; i < MIN (step->n_where, MAX_LISTED); i++)
    {
      const CyanEvolutionColumn *column = &evolution->columns[step->where[i]];

      cyan_prose_say (prose, "      %s%s", name_of (prose, evolution, step->where[i]),
                      exact_text (prose, evolution, series, step->where[i]));
      if (column->subject != NULL && *column->subject != '\0')
        cyan_prose_say (prose, " \"%s\"", cyan_prose_name (prose, column->subject, SUBJECT_CHARS));
      cyan_prose_say (prose, "\n");
    }
  if (step->n_where > MAX_LISTED)
    cyan_prose_say (prose, "      and %u more\n", step->n_where - MAX_LISTED);
}

static void
append_step (CyanProse *prose,
             const CyanEvolution *evolution,
             const CyanEvolutionSeries *series,
             guint number)
{
  const CyanStep *step = &series->steps->steps[number];
  const CyanEvolutionColumn *column = &evolution->columns[step->revision];
  const CyanEvolutionMark *machine = cyan_evolution_step_break (evolution, series, step);

  cyan_prose_say (prose, "  %s: %s by %s", name_of (prose, evolution, step->revision),
                  cyan_report_direction (cyan_evolution_step_direction (series, step)),
                  cyan_report_step (prose, step));
  cyan_prose_say (prose, "; %s\n", cyan_report_levels (prose, series, step));
  if (machine != NULL)
    cyan_prose_say (prose, "    the machine changed, too: %s\n",
                    cyan_prose_label (prose, machine->text));
  if (step->n_where > 1)
    append_set (prose, evolution, series, step);
  else if (column->subject != NULL && *column->subject != '\0')
    cyan_prose_say (prose, "    \"%s\"\n", cyan_prose_name (prose, column->subject, SUBJECT_CHARS));
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
                        cyan_prose_label (prose, mark->text));
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
  guint needed = series->steps->needed;
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
  else if (2 * needed > measured->len)
    cyan_prose_say (prose, "; it scatters so that a step of %.0f %% needs %s%u on each side",
                    100 * CYAN_STEPS_NEEDED, needed == CYAN_STEPS_MOST_WINDOW ? "more than " : "",
                    needed);
  cyan_prose_say (prose, "\n");
  for (guint i = 0; i < n_steps; i++)
    append_step (prose, evolution, series, i);
  append_rest (prose, evolution, series);
}

static void
say_evolution (CyanProse *prose, gconstpointer data)
{
  const CyanReportEvolution *about = data;
  const CyanEvolution *evolution = about->evolution;
  g_autofree guint *lines = cyan_evolution_sort_lines (evolution, CYAN_EVOLUTION_BY_SIZE);
  g_autofree char *answer = cyan_evolution_answer (evolution, NULL, 0);

  cyan_report_say_answer (prose, answer);
  cyan_report_say_evolution (prose, about);
  for (guint i = 0; i < evolution->n_lines; i++)
    {
      guint n;
      const CyanEvolutionSeries *series = cyan_evolution_line (evolution, lines[i], &n);

      for (guint k = 0; k < n; k++)
        append_series (prose, about, &series[k], n > 1);
      append_marks (prose, evolution, lines[i]);
    }
  cyan_report_say_next (prose, about);
}

/* ---- rows ---- */

/* A row a run. */
static const CyanField columns[] = {
  { "project,benchmark,definition,machine", "What was measured, and how" },
  { "metric,unit", "The values" },
  { "revision,depth,commit_time", "The commit, its number of first parents, seconds since 1970" },
  { "run", "Its number in this store" },
  { "status", "ok, failed, timeout, no-profile, bad-profile or lost" },
  { "value", "Empty for a failed run" },
  { "step", "1 if there is a step at this revision, else 0" },
  { "ratio,low,high", "Of the step: level after / level before, and the 95 % interval" },
  { "q", "The expected part of false steps" },
  { "function", "Only with --function", .optional = TRUE },
  { NULL },
};

/* By CyanMarkKind. */
static const char *const mark_names[] = { "definition", "environment", "note", "risk" };

/* By CyanEvolutionSeries.better + 1. */
static const char *const better_names[] = { "lower", NULL, "higher" };

void
cyan_report_put_series (CyanRows *rows,
                        const CyanEvolution *evolution,
                        const CyanEvolutionSeries *series)
{
  cyan_rows_text (rows, "project", evolution->project);
  cyan_rows_text (rows, "benchmark", series->benchmark);
  cyan_rows_text (rows, "definition", series->definition);
  cyan_rows_text (rows, "machine", series->machine);
  cyan_rows_text (rows, "metric", series->metric);
  cyan_rows_unit (rows, series->unit);
}

void
cyan_report_put_ratio (CyanRows *rows, const CyanRatio *ratio)
{
  cyan_rows_number (rows, "ratio", ratio->ratio);
  cyan_rows_number (rows, "low", ratio->low);
  cyan_rows_number (rows, "high", ratio->high);
}

void
cyan_report_open_table (CyanRows *rows, const char *name, const CyanEvolution *evolution)
{
  rows->has_optional = evolution->n_series > 0 && evolution->series[0].function != NULL;
  cyan_rows_open_table (rows, name);
}

static void
put_column (CyanRows *rows, gconstpointer evolution, guint i)
{
  const CyanEvolutionColumn *column = &((const CyanEvolution *) evolution)->columns[i];

  cyan_rows_text (rows, "revision", column->oid);
  cyan_rows_text (rows, "name", column->name);
  cyan_rows_text (rows, "parent", column->parent);
  cyan_rows_integer (rows, "depth", column->depth);
  cyan_rows_integer (rows, "commit_time", column->time);
  cyan_rows_text (rows, "author", column->author);
  cyan_rows_text (rows, "subject", column->subject);
}

static void
put_mark (CyanRows *rows, gconstpointer about, guint i)
{
  const CyanEvolution *evolution = about;
  const CyanEvolutionMark *mark = &evolution->marks[i];

  cyan_rows_text (rows, "kind", mark_names[mark->kind]);
  cyan_rows_text (rows, "revision", evolution->columns[mark->column].oid);
  cyan_rows_text (rows, "benchmark", mark->benchmark);
  cyan_rows_text (rows, "machine", mark->machine);
  cyan_rows_text (rows, "text", mark->text);
}

/* The revisions of columns. */
static void
put_oids (
    CyanRows *rows, const char *name, const CyanEvolution *evolution, const guint *numbers, guint n)
{
  cyan_rows_open (rows, name, CYAN_GROUP_LIST);
  for (guint i = 0; i < n; i++)
    cyan_rows_text (rows, NULL, evolution->columns[numbers[i]].oid);
  cyan_rows_close (rows);
}

static void
put_step (CyanRows *rows,
          const CyanEvolution *evolution,
          const CyanEvolutionSeries *series,
          const CyanStep *step)
{
  guint before = step->revision, after = before;
  const CyanEvolutionMark *machine = cyan_evolution_step_break (evolution, series, step);

  cyan_evolution_sides (series, step->revision, &before, &after);
  cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, "revision", evolution->columns[step->revision].oid);
  cyan_rows_text (rows, "before", evolution->columns[before].oid);
  cyan_rows_text (rows, "after", evolution->columns[after].oid);
  cyan_report_put_ratio (rows, &step->size);
  cyan_rows_number (rows, "p", step->p);
  cyan_rows_number (rows, "q", step->q);
  put_oids (rows, "where", evolution, step->where, step->n_where);
  cyan_rows_text (rows, "machine_changed", machine != NULL ? machine->text : NULL);
  cyan_rows_close (rows);
}

static void
put_level (CyanRows *rows, const CyanEvolution *evolution, const CyanLevel *level)
{
  cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, "first", evolution->columns[level->begin].oid);
  cyan_rows_text (rows, "last", evolution->columns[level->end - 1].oid);
  cyan_rows_number (rows, "level", level->level);
  cyan_rows_number (rows, "low", level->low);
  cyan_rows_number (rows, "high", level->high);
  cyan_rows_close (rows);
}

static void
put_steps (CyanRows *rows, const CyanEvolution *evolution, const CyanEvolutionSeries *series)
{
  const CyanSteps *steps = series->steps;

  cyan_rows_flag (rows, "tested", steps->tested);
  cyan_rows_flag (rows, "exact", steps->exact);
  cyan_rows_open (rows, "steps", CYAN_GROUP_LIST);
  for (guint i = 0; i < steps->n_steps; i++)
    put_step (rows, evolution, series, &steps->steps[i]);
  cyan_rows_close (rows);
  cyan_rows_open (rows, "levels", CYAN_GROUP_LIST);
  for (guint i = 0; i < steps->n_levels; i++)
    put_level (rows, evolution, &steps->levels[i]);
  cyan_rows_close (rows);
  put_oids (rows, "outliers", evolution, steps->outliers, steps->n_outliers);
  cyan_rows_number_if (rows, "possible", steps->possible > 0, steps->possible);
  cyan_rows_open (rows, "drift", CYAN_GROUP_OBJECT);
  cyan_report_put_ratio (rows, &steps->drift);
  cyan_rows_close (rows);
}

static void
put_series (CyanRows *rows, gconstpointer about, guint i)
{
  const CyanEvolution *evolution = about;
  const CyanEvolutionSeries *series = &evolution->series[i];
  g_autoptr (GArray) failed = find_cells (evolution, series, CYAN_CELL_FAILED_BUILD);

  cyan_report_put_series (rows, evolution, series);
  cyan_rows_text (rows, "function", series->function);
  cyan_rows_count (rows, "line", series->line);
  cyan_rows_text (rows, "better", better_names[series->better + 1]);
  put_steps (rows, evolution, series);
  put_oids (rows, "failed_builds", evolution, (const guint *) (gconstpointer) failed->data,
            failed->len);
}

/* A run of a series: with a value, or a failed one. */
typedef struct
{
  guint column;
  gint64 run;
  const char *status;
  double value; /* NAN: none */
} Run;

static void
put_run (CyanRows *rows,
         const CyanEvolution *evolution,
         const CyanEvolutionSeries *series,
         const Run *run)
{
  const CyanEvolutionColumn *column = &evolution->columns[run->column];
  const CyanStep *step = cyan_evolution_step (series, run->column);
  const CyanRatio none = { NAN, NAN, NAN };

  cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
  cyan_report_put_series (rows, evolution, series);
  cyan_rows_text (rows, "revision", column->oid);
  cyan_rows_integer (rows, "depth", column->depth);
  cyan_rows_integer (rows, "commit_time", column->time);
  cyan_rows_integer (rows, "run", run->run);
  cyan_rows_text (rows, "status", run->status);
  cyan_rows_number (rows, "value", run->value);
  cyan_rows_flag (rows, "step", step != NULL);
  cyan_report_put_ratio (rows, step != NULL ? &step->size : &none);
  cyan_rows_number (rows, "q", step != NULL ? step->q : NAN);
  if (series->function != NULL)
    cyan_rows_text (rows, "function", series->function);
  cyan_rows_close (rows);
}

static void
put_runs (CyanRows *rows, const CyanEvolution *evolution, const CyanEvolutionSeries *series)
{
  guint failure = 0;

  for (guint column = 0; column < evolution->n_columns && cyan_rows_go_on (rows); column++)
    {
      for (guint i = series->begin[column]; i < series->begin[column + 1]; i++)
        put_run (rows, evolution, series,
                 &(Run){ column, series->runs[i], "ok", series->values[i] });
      for (; failure < series->n_failures && series->failures[failure].column == column; failure++)
        put_run (
            rows, evolution, series,
            &(Run){ column, series->failures[failure].run, series->failures[failure].status, NAN });
    }
}

static void
put_evolution (CyanRows *rows, gconstpointer data)
{
  const CyanReportEvolution *about = data;
  const CyanEvolution *evolution = about->evolution;

  cyan_rows_comment (rows, "store %s, project %s", about->store, evolution->project);
  cyan_rows_text (rows, "store", about->store);
  cyan_rows_text (rows, "project", evolution->project);
  cyan_rows_flag (rows, "ordered", !evolution->is_unordered);
  cyan_rows_count (rows, "elsewhere", evolution->n_elsewhere);
  cyan_rows_list (rows, "revisions", CYAN_GROUP_TABLE, evolution->n_columns, put_column, evolution);
  cyan_rows_list (rows, "series", CYAN_GROUP_TABLE, evolution->n_series, put_series, evolution);
  cyan_rows_list (rows, "marks", CYAN_GROUP_TABLE, evolution->n_marks, put_mark, evolution);
  cyan_report_open_table (rows, "runs", evolution);
  for (guint i = 0; i < evolution->n_series && cyan_rows_go_on (rows); i++)
    put_runs (rows, evolution, &evolution->series[i]);
  cyan_rows_close (rows);
}

const CyanReport cyan_report_evolution = { .text = say_evolution,
                                           .rows = put_evolution,
                                           .columns = columns };
