/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What `cyan history evolution` and `cyan history heat` have in common.
 */
#pragma once

#include "cyan-cli.h"
#include "cyan-cli-force.h"

#include "cyan-report-evolution.h"

G_BEGIN_DECLS

/* The options of both commands; strings are owned. */
typedef struct
{
  char *project, *benchmark, *metric, *function, *machine, *branch;
  int last;
  char *magnitude, *alpha;
  char *format, *path;
  gboolean raw_cells;
  char *palette; /* of pictures, like the next */
  gboolean dark, by_date;
  gboolean from_zero; /* evolution */
  char *base, *order; /* heat map */
} CyanCliEvolution;

void cyan_cli_evolution_clear (CyanCliEvolution *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanCliEvolution, cyan_cli_evolution_clear)

/* clang-format off */
#define CYAN_CLI_EVOLUTION_ENTRIES(options)                                                        \
  { "project", 'p', 0, G_OPTION_ARG_STRING, &(options)->project,                                   \
    "Of which program (default: the only one)", "NAME" },                                          \
  { "benchmark", 'b', 0, G_OPTION_ARG_STRING, &(options)->benchmark,                               \
    "Only benchmarks with this in their name (default: all)", "EXPRESSION" },                      \
  { "metric", 0, 0, G_OPTION_ARG_STRING, &(options)->metric,                                       \
    "Only this metric, such as wall (default: all)", "NAME" },                                     \
  { "function", 0, 0, G_OPTION_ARG_STRING, &(options)->function,                                   \
    "Functions with this in their name, in place of the program: metrics self, total and calls",   \
    "EXPRESSION" },                                                                                \
  { "machine", 0, 0, G_OPTION_ARG_STRING, &(options)->machine,                                     \
    "Only runs on this machine (default: all)", "NAME" },                                          \
  { "branch", 0, 0, G_OPTION_ARG_STRING, &(options)->branch,                                       \
    "The branch, or its newest revision (default: the branch that was seen last)", "NAME" },       \
  { "last", 0, 0, G_OPTION_ARG_INT, &(options)->last, "Only the N newest revisions", "N" },        \
  { "magnitude", 0, 0, G_OPTION_ARG_STRING, &(options)->magnitude,                                 \
    "Smaller changes are no steps (default: 2%)", "SHARE" },                                       \
  { "alpha", 0, 0, G_OPTION_ARG_STRING, &(options)->alpha,                                         \
    "The largest p of a step (default: 0.05)", "SHARE" },                                          \
  { "format", 'f', 0, G_OPTION_ARG_STRING, &(options)->format,                                     \
    "text (default), csv, json, svg, png or pdf", "FORMAT" },                                      \
  { "palette", 0, 0, G_OPTION_ARG_STRING, &(options)->palette,                                     \
    "Pictures: classic (default: red and green) or safe (for colour-blind eyes)", "NAME" },        \
  { "dark", 0, 0, G_OPTION_ARG_NONE, &(options)->dark, "Pictures: light on dark", NULL },          \
  { "by-date", 0, 0, G_OPTION_ARG_NONE, &(options)->by_date,                                       \
    "Pictures: revisions stand at their time", NULL },                                             \
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &(options)->path,                                     \
    "Where to write; .svg, .png and .pdf are pictures (default: standard output)", "FILE" },       \
  CYAN_CLI_FORCE_ENTRY,                                                                            \
  { "raw-cells", 0, 0, G_OPTION_ARG_NONE, &(options)->raw_cells,                                   \
    "CSV: write cells as they are, also those that a spreadsheet would run", NULL }
/* clang-format on */

/* Runs @command with its options: reads the store in @argv and writes @report.  Returns the exit
 * status. */
int cyan_cli_evolution_run (const CyanCliEvolution *self,
                            const char *command,
                            const CyanReport *report,
                            int argc,
                            char **argv);

G_END_DECLS
