/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The evolution of each benchmark, for programs. */
#include "cyan-report-evolution-parts.h"

#include <math.h>

/* HISTORY: a row a run.  The last one is only there for functions. */
static const char *const columns[] = { "project",     "benchmark", "definition", "machine",
                                       "metric",      "unit",      "revision",   "depth",
                                       "commit_time", "run",       "status",     "value",
                                       "step",        "ratio",     "low",        "high",
                                       "q",           NULL };
static const char *const function_columns[] = { "project",     "benchmark", "definition", "machine",
                                                "metric",      "unit",      "revision",   "depth",
                                                "commit_time", "run",       "status",     "value",
                                                "step",        "ratio",     "low",        "high",
                                                "q",           "function",  NULL };

/* By CyanMarkKind. */
static const char *const mark_names[] = { "definition", "environment", "note", "risk" };

/* By CyanEvolutionSeries.better + 1. */
static const char *const better_names[] = { "lower", NULL, "higher" };

/* Unknown values are negative. */
static void
put_integer (CyanRows *rows, const char *name, gint64 value)
{
  cyan_rows_count_if (rows, name, value >= 0, (guint64) value);
}

static void
put_ratio (CyanRows *rows, const CyanRatio *ratio)
{
  cyan_rows_number (rows, "ratio", ratio->ratio);
  cyan_rows_number (rows, "low", ratio->low);
  cyan_rows_number (rows, "high", ratio->high);
}

/* ---- revisions and marks ---- */

static void
put_column (CyanRows *rows, const CyanEvolutionColumn *column)
{
  cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, "revision", column->oid);
  cyan_rows_text (rows, "name", column->name);
  cyan_rows_text (rows, "parent", column->parent);
  put_integer (rows, "depth", column->depth);
  put_integer (rows, "commit_time", column->time);
  cyan_rows_text (rows, "author", column->author);
  cyan_rows_text (rows, "subject", column->subject);
  cyan_rows_close (rows);
}

static void
put_mark (CyanRows *rows, const CyanEvolution *evolution, const CyanEvolutionMark *mark)
{
  cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, "kind", mark_names[mark->kind]);
  cyan_rows_text (rows, "revision", evolution->columns[mark->column].oid);
  cyan_rows_text (rows, "benchmark", mark->benchmark);
  cyan_rows_text (rows, "machine", mark->machine);
  cyan_rows_text (rows, "text", mark->text);
  cyan_rows_close (rows);
}

/* ---- series ---- */

static void
put_step (CyanRows *rows,
          const CyanEvolution *evolution,
          const CyanEvolutionSeries *series,
          const CyanStep *step)
{
  guint before = step->revision, after;

  cyan_evolution_sides (series, step->revision, &before, &after);
  cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
  cyan_rows_text (rows, "revision", evolution->columns[step->revision].oid);
  cyan_rows_text (rows, "before", evolution->columns[before].oid);
  put_ratio (rows, &step->size);
  cyan_rows_number (rows, "p", step->p);
  cyan_rows_number (rows, "q", step->q);
  cyan_rows_open (rows, "where", CYAN_GROUP_LIST);
  for (guint i = 0; i < step->n_where; i++)
    cyan_rows_text (rows, NULL, evolution->columns[step->where[i]].oid);
  cyan_rows_close (rows);
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
  cyan_rows_open (rows, "outliers", CYAN_GROUP_LIST);
  for (guint i = 0; i < steps->n_outliers; i++)
    cyan_rows_text (rows, NULL, evolution->columns[steps->outliers[i]].oid);
  cyan_rows_close (rows);
  cyan_rows_number_if (rows, "possible", steps->possible > 0, steps->possible);
  cyan_rows_open (rows, "drift", CYAN_GROUP_OBJECT);
  put_ratio (rows, &steps->drift);
  cyan_rows_close (rows);
}

static void
put_series (CyanRows *rows, const CyanEvolution *evolution, const CyanEvolutionSeries *series)
{
  cyan_rows_open (rows, NULL, CYAN_GROUP_OBJECT);
  cyan_report_put_series (rows, evolution, series);
  cyan_rows_text (rows, "function", series->function);
  cyan_rows_count (rows, "line", series->line);
  cyan_rows_text (rows, "better", better_names[series->better + 1]);
  put_steps (rows, evolution, series);
  cyan_rows_open (rows, "failed_builds", CYAN_GROUP_LIST);
  for (guint i = 0; i < evolution->n_columns; i++)
    if (series->cells[i] == CYAN_CELL_FAILED_BUILD)
      cyan_rows_text (rows, NULL, evolution->columns[i].oid);
  cyan_rows_close (rows);
  cyan_rows_close (rows);
}

/* ---- runs ---- */

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
  put_integer (rows, "depth", column->depth);
  put_integer (rows, "commit_time", column->time);
  put_integer (rows, "run", run->run);
  cyan_rows_text (rows, "status", run->status);
  cyan_rows_number (rows, "value", run->value);
  cyan_rows_flag (rows, "step", step != NULL);
  put_ratio (rows, step != NULL ? &step->size : &none);
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

/* ---- */

void
cyan_report_evolution_rows (CyanRows *rows, gconstpointer data)
{
  const CyanReportEvolution *about = data;
  const CyanEvolution *evolution = about->evolution;
  g_autofree char *comment =
      g_strdup_printf ("store %s, project %s", about->store, evolution->project);

  cyan_rows_comment (rows, comment);
  cyan_rows_open (rows, NULL, CYAN_GROUP_PAGE);
  cyan_rows_text (rows, "store", about->store);
  cyan_rows_text (rows, "project", evolution->project);
  cyan_rows_flag (rows, "ordered", !evolution->is_unordered);
  cyan_rows_count (rows, "elsewhere", evolution->n_elsewhere);
  cyan_rows_open (rows, "revisions", CYAN_GROUP_TABLE);
  for (guint i = 0; i < evolution->n_columns; i++)
    put_column (rows, &evolution->columns[i]);
  cyan_rows_close (rows);
  cyan_rows_open (rows, "series", CYAN_GROUP_TABLE);
  for (guint i = 0; i < evolution->n_series && cyan_rows_go_on (rows); i++)
    put_series (rows, evolution, &evolution->series[i]);
  cyan_rows_close (rows);
  cyan_rows_open (rows, "marks", CYAN_GROUP_TABLE);
  for (guint i = 0; i < evolution->n_marks; i++)
    put_mark (rows, evolution, &evolution->marks[i]);
  cyan_rows_close (rows);
  cyan_rows_open_table (rows, "runs",
                        cyan_report_has_functions (evolution) ? function_columns : columns);
  for (guint i = 0; i < evolution->n_series && cyan_rows_go_on (rows); i++)
    put_runs (rows, evolution, &evolution->series[i]);
  cyan_rows_close (rows);
  cyan_rows_close (rows);
}
