/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Evolutions for tests, written as text, and large ones.
 */
#pragma once

#include "cyan-chart.h"

/* The values of a series by column, separated by spaces: "10" or "10/11/12" for runs, "-" not
 * measured, "x" the build failed, "f" a run failed, "10/f" one of two. */
typedef struct
{
  const char *benchmark;
  guint line;
  int better;
  const char *values;
} SeriesText;

/* Columns are called r0, r1, ..., a day apart; with the steps.  Marks may be added. */
CyanEvolution *evolution_of (const SeriesText *series, guint n_series);
void evolution_mark (
    CyanEvolution *evolution, CyanMarkKind kind, guint column, int line, const char *text);

/* @n_lines of @n_columns with @n_runs each, noise, and steps of 5 % to 30 % up and down every
 * @apart columns.  @holes: every other column is not measured. */
CyanEvolution *
evolution_large (guint n_lines, guint n_columns, guint n_runs, guint apart, gboolean holes);

/* A style with the defaults. */
CyanChartStyle style_of (double width);
