/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What changed in an evolution: the cells of a heat map, the list of all steps, and the order of
 * lines.  All of it needs the steps, see cyan_evolution_find_steps().
 */
#pragma once

#include "cyan-evolution.h"

/* In place of a base column: each revision is compared with the level before it. */
#define CYAN_EVOLUTION_NO_BASE G_MAXUINT

/* A change that is no larger than its noise has the direction 0 and is drawn neutral. */
typedef struct
{
  CyanCell cell;
  CyanRatio change;     /* NAN if there is nothing to compare with */
  double q;             /* of the step at this column; NAN if there is none, or with a base */
  gboolean significant; /* the interval of the change does not contain 1 */
  gboolean possible;    /* the newest revision, if it may be a step */
  int direction;        /* 1: significant and worse; -1: and better; 0 */
} CyanHeat;

/* How @series changes at @column.  Without a base: the step at @column, level after / level before;
 * else the median of the column / its level, which is never significant.  With one: the level of
 * @column / that of @base; different definitions are never compared. */
CyanHeat cyan_evolution_heat (const CyanEvolutionSeries *series, guint column, guint base);
/* The series of @line that has something at @column: the later one, if it was measured again under
 * another definition; the first one if none has. */
const CyanEvolutionSeries *
cyan_evolution_line_series (const CyanEvolution *self, guint line, guint column);
/* The same for a line: of this series. */
CyanHeat cyan_evolution_line_heat (const CyanEvolution *self, guint line, guint column, guint base);

typedef enum
{
  CYAN_EVOLUTION_BY_SIZE,   /* the largest step first, then by name */
  CYAN_EVOLUTION_BY_NEWEST, /* the newest step first, then by size */
  CYAN_EVOLUTION_BY_NAME,   /* of benchmark, metric, function and machine */
} CyanEvolutionOrder;

/* A step of one of the series. */
typedef struct
{
  guint series;
  const CyanStep *step;
  guint before, after; /* columns, see cyan_evolution_sides() */
  int direction;       /* see cyan_evolution_step_direction() */
} CyanEvolutionStep;

/* All steps: an array of CyanEvolutionStep that the caller frees with g_array_unref(). */
GArray *cyan_evolution_list_steps (const CyanEvolution *self, CyanEvolutionOrder order);
/* The lines in this order; lines without a step come last.  Caller frees with g_free(). */
guint *cyan_evolution_sort_lines (const CyanEvolution *self, CyanEvolutionOrder order);
