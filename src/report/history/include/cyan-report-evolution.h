/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reports of the evolution of benchmarks: what changed and where, and the heat map.
 */
#pragma once

#include "cyan-evolution-changes.h"
#include "cyan-report.h"

/* The data of both reports. */
typedef struct
{
  const CyanEvolution *evolution; /* with its steps */
  const char *store;              /* its path, for the commands that text suggests */
  gboolean names_project;         /* whether these commands must name the project */

  /* Of the text: the comparison of the two sides of the largest step, with its ranking; NULL: there is
   * no step, or its runs have no profiles. */
  const CyanReportOptions *largest;

  /* Heat map only. */
  CyanEvolutionOrder order;
  guint base; /* a column, or CYAN_EVOLUTION_NO_BASE */
} CyanReportEvolution;

/* Text: each benchmark with its steps, largest first, where they may be, and what else there is to
 * say of it; at last the command that compares the two sides of the largest step, and where to start there.  Rows: one for
 * each run, in the order of the series and of the revisions, with the step at its revision; JSON
 * adds the revisions, series, levels, steps and marks. */
extern const CyanReport cyan_report_evolution;

/* Text: a line for each benchmark with a sign for each of the newest revisions, and the largest
 * steps.  Rows: one for each cell. */
extern const CyanReport cyan_report_heat;
