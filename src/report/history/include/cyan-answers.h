/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The answer to a question about many revisions, in one sentence: the first line of a report, and
 * the line at the top of a page.  It claims no more than what was tested.
 *
 * The caller frees each.  All foreign text in it is fit for a label.
 */
#pragma once

#include "cyan-bisection.h"
#include "cyan-evolution.h"
#include "cyan-prediction.h"
#include "cyan-similarity.h"
#include "cyan-spectrum-overview.h"

/* Which revisions changed @n @lines of an evolution, whose steps are found; NULL: all lines.  "2 of
 * 36 revisions are slower than what they replaced; the largest is 3f2a1bc: +18.2 % (+17.1 % to
 * +19.3 %)." */
char *cyan_evolution_answer (const CyanEvolution *self, const guint *lines, guint n);
/* At which revisions rows changed.  "Rows changed at 3 of 36 revisions, most of them at 3f2a1bc: 2
 * of 18, and the mean by +8.2 %; 1 outlier is left out." */
char *cyan_spectrum_overview_answer (const CyanSpectrumOverview *self);
/* Which rows changed.  "1 of 18 stacks changed beyond the noise; the largest is find_entry: +491 µs." */
char *cyan_similarity_answer (const CyanSimilarity *self);
/* Which revisions are risky, and how many of these were measured to be slower.  "3 of 39 revisions
 * are risky by their sources, a rank and no probability; ..." */
char *cyan_prediction_answer (const CyanPrediction *self);
/* Which commit it was, or why none was found.  "3f2a1bc “Check twice” made it worse: wall +8.2 %
 * (+7.4 % to +9.0 %), with 97.2 %." */
char *cyan_bisection_answer (const CyanBisection *self);
