/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the reports of this room have in common.
 *
 * Private to this room.
 */
#pragma once

#include "cyan-answers.h"
#include "cyan-report-history.h"
#include "cyan-report-kind.h"
#include "cyan-sentences.h"

/* A command is never cut before this many characters. */
#define CYAN_REPORT_COMMAND_CHARS 4096

/* By CyanCell: "empty", "measured", "failed", "failed-build". */
extern const char *const cyan_report_cell_names[];

/* "ratio", "low", "high" */
void cyan_report_put_ratio (CyanRows *rows, const CyanRatio *ratio);

/* The sentence of cyan-answers.h: the first line of text, the verdict of a page. */
void cyan_report_say_answer (CyanProse *prose, const char *answer);
/* "Next:" or another title, and a command a line; nothing if there is none. */
void cyan_report_say_commands (CyanProse *prose, const char *title, const char *const *commands);

/* ---- an evolution ---- */

/* "perf.db: project main, 40 revisions, r0 to r39", and the notes about what is not among them. */
void cyan_report_say_evolution (CyanProse *prose, const CyanReportEvolution *about);
/* "parse, wall on box": what tells a line from the others. */
const char *cyan_report_line (CyanProse *prose,
                              const CyanReportEvolution *about,
                              const CyanEvolutionSeries *series);
/* "+8.1 % (+7.3 % to +8.9 %), q 0.002" */
const char *cyan_report_step (CyanProse *prose, const CyanStep *step);
/* "1.01 s to 1.21 s", with the digits that tell them apart */
const char *
cyan_report_levels (CyanProse *prose, const CyanEvolutionSeries *series, const CyanStep *step);
/* "worse", "better" or "changed"; to be translated on pages */
const char *cyan_report_direction (int direction);
/* The command that compares the two sides of @step.  Caller frees. */
char *cyan_report_step_command (const CyanReportEvolution *about, const CyanEvolutionStep *step);
/* That of the largest step, and where to start there if that is known; nothing without a step. */
void cyan_report_say_next (CyanProse *prose, const CyanReportEvolution *about);

/* " "subject", author" of a commit, as far as it is known. */
const char *cyan_report_whose (CyanProse *prose, const CyanEvolutionColumn *column);
/* "revision", "subject", "author" of a row. */
void cyan_report_put_commit (CyanRows *rows, const CyanEvolutionColumn *column);
/* "benchmark", "metric", "machine", "ratio", "low", "high", "where" of a row. */
void cyan_report_put_step (CyanRows *rows,
                           const CyanEvolution *evolution,
                           const CyanEvolutionStep *step,
                           guint n_where);

/* The table of cyan_report_evolution_commits for a page, and what its numbers are. */
void cyan_report_commits_table (CyanProse *prose, const CyanReportEvolution *about);
const char *cyan_report_commits_note (void);

/* "project" to "unit" of a row. */
void cyan_report_put_series (CyanRows *rows,
                             const CyanEvolution *evolution,
                             const CyanEvolutionSeries *series);
/* The table of the report, with its optional column if the series are of functions. */
void cyan_report_open_table (CyanRows *rows, const char *name, const CyanEvolution *evolution);

/* ---- a similarity ---- */

/* "matched", "renamed", "moved", "added": no run of the base has a value, "gone": no new one
 * has. */
const char *cyan_report_spectrum_status (const CyanSimilarity *self, const CyanSimilarityRow *row);
CyanChange cyan_report_spectrum_change (const CyanReportSpectrum *about,
                                        const CyanSimilarityRow *row);

/* Appends a sentence each: what values are, how many rows changed, what few runs mean. */
void cyan_report_spectrum_head (CyanProse *prose, const CyanReportSpectrum *about);
/* How rows are sorted. */
const char *cyan_report_spectrum_order (const CyanSimilarity *self);

/* "0.03", "0.0000", "exact", "" if it was not tested.  Caller frees. */
char *cyan_report_spectrum_q (const CyanSimilarityRow *row);
/* "900 B to 1.50 kB", or "none".  Caller frees. */
char *cyan_report_spectrum_range (const CyanSimilarity *self, const CyanSimilarityRow *row);

/* The numbers of the rows that are changed, or that are not but differ: in order, at most @most.
 * @n is how many there are without that limit.  Caller frees. */
GArray *
cyan_report_spectrum_list (const CyanSimilarity *self, gboolean changed, guint most, guint *n);
/* The function, or the stack of row @at of @list with at least @least callers, and as many as tell
 * it from those of the other rows, with @ellipsis in front of more. */
const char *cyan_report_spectrum_name (CyanProse *prose,
                                       const CyanReportSpectrum *about,
                                       const GArray *list,
                                       guint at,
                                       guint least,
                                       const char *ellipsis);

void cyan_report_spectrum_html (CyanProse *prose, gconstpointer about);
