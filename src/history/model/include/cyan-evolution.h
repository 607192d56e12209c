/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The evolution of benchmarks: their values over the revisions of a project, with the steps in
 * them.
 *
 * Plain data: charts, reports and the window read it; a store or a folder of profiles fills it in
 * (cyan-evolution-read.h).  Once cyan_evolution_find_steps() was called, it does not change.
 */
#pragma once

#include "cyan-steps.h"

#define CYAN_EVOLUTION_UNKNOWN G_MININT64

/* A revision: a column of every chart.  Each comes after its first parent. */
typedef struct
{
  char *oid;
  char *name;             /* a tag, or the first digits of the oid */
  char *parent;           /* oid of its first parent, or NULL */
  char *subject, *author; /* or NULL */
  gint64 time;            /* of the commit, in seconds since 1970; or CYAN_EVOLUTION_UNKNOWN */
  gint64 depth;           /* first parents up to the root, or CYAN_EVOLUTION_UNKNOWN */
  gint64 id;              /* its row's; CYAN_EVOLUTION_UNKNOWN: it is in no store */
} CyanEvolutionColumn;

/* The state of a series at a column. */
typedef enum
{
  CYAN_CELL_EMPTY,    /* not measured */
  CYAN_CELL_MEASURED, /* at least one run gave a value */
  CYAN_CELL_FAILED,   /* all runs failed */
  CYAN_CELL_FAILED_BUILD,
} CyanCell;

/* A run without values. */
typedef struct
{
  guint column;
  gint64 run;         /* its row's id */
  const char *status; /* of cyan_run_status_names */
} CyanEvolutionFailure;

/* One metric of one definition of a benchmark on one machine: of the whole program, or of one of
 * its functions.  Series with the same @line are the same benchmark, machine, metric and function
 * under different definitions: the chart draws them as one line with breaks, and never compares
 * across a break. */
typedef struct
{
  guint line;
  char *benchmark, *definition, *machine; /* definition: its hash */
  char *metric, *unit;                    /* "wall", "s"; "" if the unit is unknown */
  char *function;                         /* or NULL: then the metric is that of the program */
  int better;                             /* -1: lower is better; 1: higher is; 0: neither */

  guint *begin; /* of CyanSeries, by column: the values of its runs, and the rows' ids of these */
  double *values;
  gint64 *runs;
  guint8 *cells;                  /* CyanCell by column */
  guint *n_failed;                /* failed runs by column */
  CyanEvolutionFailure *failures; /* these runs, by column; may be NULL if there are none */
  guint n_failures;

  CyanSteps *steps; /* NULL before cyan_evolution_find_steps() */
  guint *breaks;    /* by step: see cyan_evolution_step_break(); 0, or 1 + the number of the mark.
                     * NULL: no step has one */
} CyanEvolutionSeries;

typedef enum
{
  CYAN_MARK_DEFINITION,  /* the series of a line ends here, another begins */
  CYAN_MARK_ENVIRONMENT, /* what is true of the machine has changed */
  CYAN_MARK_NOTE,        /* of a person */
  CYAN_MARK_RISK,        /* the revision was predicted to be slower */
} CyanMarkKind;

/* A labelled line in the chart, in front of a column; of a risk, a triangle below it. */
typedef struct
{
  CyanMarkKind kind;
  guint column;
  int line;        /* of the series that it belongs to; -1: of all */
  char *benchmark; /* the same for the lines of a benchmark or of a machine; NULL: of all */
  char *machine;
  char *text; /* "compiler: gcc 12.2 -> gcc 13.1" */
  /* Of an environment: numbers that are equal if all that is known of the machine is. */
  guint before, after;
} CyanEvolutionMark;

typedef struct
{
  char *project;
  gboolean is_unordered; /* no revision has a parent: columns are as they were added */
  guint n_elsewhere;     /* measured revisions that are not on this branch, and no columns */
  CyanEvolutionColumn *columns;
  guint n_columns;
  CyanEvolutionSeries *series; /* by line, then by column of their first value */
  guint n_series;
  guint n_lines;
  CyanEvolutionMark *marks; /* by column */
  guint n_marks;
} CyanEvolution;

/* Finds the steps of each series and their q over all of them.  Fails like cyan_steps_new(). */
gboolean
cyan_evolution_find_steps (CyanEvolution *self, const CyanStepsOptions *options, GError **error);
/* Checks what is said above of columns, series and marks.  FALSE with CYAN_ERROR_INVALID. */
gboolean cyan_evolution_check (const CyanEvolution *self, GError **error);
void cyan_evolution_free (CyanEvolution *self);
CyanEvolutionColumn cyan_evolution_column_copy (const CyanEvolutionColumn *column);
/* Free what a column owns, and a series. */
void cyan_evolution_column_clear (CyanEvolutionColumn *self);
void cyan_evolution_series_clear (CyanEvolutionSeries *self);

/* The series of @line: *@n of them. */
const CyanEvolutionSeries *cyan_evolution_line (const CyanEvolution *self, guint line, guint *n);
/* The order of lines by name: of benchmark, function, metric, unit and machine.  0: the same
 * line. */
int cyan_evolution_compare_lines (const CyanEvolutionSeries *a, const CyanEvolutionSeries *b);
/* Whether @mark belongs to @line. */
gboolean
cyan_evolution_mark_is_of (const CyanEvolution *self, const CyanEvolutionMark *mark, guint line);

/* Whether @column has a mark of kind CYAN_MARK_RISK. */
gboolean cyan_evolution_is_risky (const CyanEvolution *self, guint column);

/* The step of @series at @column, or NULL. */
const CyanStep *cyan_evolution_step (const CyanEvolutionSeries *series, guint column);

/* Whether @column stands alone, see CyanSteps.  FALSE before the steps are found. */
gboolean cyan_evolution_is_outlier (const CyanEvolutionSeries *series, guint column);

/* The two columns that a step compares: the last measured one before the set that has it with 95 %,
 * and the last one of the set, so that the step is between them with 95 %.  FALSE if there is no
 * step at @column. */
gboolean
cyan_evolution_sides (const CyanEvolutionSeries *series, guint column, guint *before, guint *after);

/* What the runs of @series tell exactly of @column, by another of their metrics, *@exact, which does
 * not scatter: its value / that of the measured column before.  NAN if there is none. */
double cyan_evolution_exact_change (const CyanEvolution *self,
                                    const CyanEvolutionSeries *series,
                                    guint column,
                                    const CyanEvolutionSeries **exact);

/* Whether a ratio of two values is worse, 1; better, -1; or neither, 0, for this metric. */
int cyan_evolution_direction (const CyanEvolutionSeries *series, double ratio);
/* The same of a step of @series; 0 if the machine may have made it. */
int cyan_evolution_step_direction (const CyanEvolutionSeries *series, const CyanStep *step);
/* What changed of the machine at one of the revisions that may have the step with 99.9 %, another
 * kernel or compiler, so that nobody knows whether the program did; NULL: nothing, or the machine was
 * like that on the other side of the step, too. */
const CyanEvolutionMark *cyan_evolution_step_break (const CyanEvolution *self,
                                                    const CyanEvolutionSeries *series,
                                                    const CyanStep *step);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanEvolution, cyan_evolution_free)
