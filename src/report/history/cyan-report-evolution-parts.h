/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the texts about an evolution have in common.
 *
 * Private to this layer.
 */
#pragma once

#include "cyan-history-pages.h"

/* "perf.db: project main, 40 revisions, r0 to r39", and the notes about what is not among them. */
void cyan_report_put_evolution (CyanProse *prose, const CyanReportEvolution *about);
/* "parse, wall on box": what tells a line from the others. */
const char *cyan_report_line (CyanProse *prose,
                              const CyanReportEvolution *about,
                              const CyanEvolutionSeries *series);
/* "+8.1 % (+7.3 % to +8.9 %), q 0.002" */
const char *cyan_report_step (CyanProse *prose, const CyanStep *step);
/* "worse", "better" or "changed" */
const char *cyan_report_direction (int direction);
/* The command that compares the two sides of the largest step, and where to start there if that is
 * known; nothing without a step. */
void cyan_report_put_next (CyanProse *prose, const CyanReportEvolution *about);

/* "project" to "unit" of a row. */
void cyan_report_put_series (CyanRows *rows,
                             const CyanEvolution *evolution,
                             const CyanEvolutionSeries *series);
/* Whether the series are of functions, and rows have a column "function" more. */
gboolean cyan_report_has_functions (const CyanEvolution *evolution);
