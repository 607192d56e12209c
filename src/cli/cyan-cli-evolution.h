/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What `cyan history evolution` and `cyan history heat` have in common.
 */
#pragma once

#include "cyan-cli.h"

#include "cyan-chart.h"
#include "cyan-evolution-read.h"
#include "cyan-report-history.h"

/* The options of both commands. */
typedef struct
{
  CyanEvolutionQuery query;
  CyanStepsOptions steps;
  CyanEvolutionOrder order;
  CyanChartStyle style; /* of pictures, but for the order and the base */
  const char *format;   /* of a report or a picture; NULL: by the ending of the path, or text */
  CyanCliOutput output;
  const char *base; /* heat map */
} CyanCliEvolution;

#define CYAN_CLI_EVOLUTION_INIT                                                                    \
  {                                                                                                \
    .steps = CYAN_STEPS_OPTIONS_INIT, .style = CYAN_CHART_STYLE_INIT                               \
  }

extern const CyanCliOption cyan_cli_evolution_options[];

/* Runs @command with its options: reads the store in @argv and writes @report.  Returns the exit
 * status. */
int cyan_cli_evolution_run (
    CyanCliEvolution *self, const char *command, const CyanReport *report, int argc, char **argv);
