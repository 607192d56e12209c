/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What reports and the window say of measured revisions in the same words.
 *
 * The caller frees each char *.  Names that are passed in are escaped or shortened already.
 */
#pragma once

#include "cyan-bisection.h"
#include "cyan-prediction.h"
#include "cyan-similarity.h"
#include "cyan-spectrum-overview.h"

/* "the build failed"; "" of a measured revision. */
const char *cyan_cell_words (CyanCell cell);
/* "touches find_entry (table.c)", with @name in place of what it touches; NULL: no likelier than
 * others. */
char *cyan_bisection_because_text (const CyanBisectionRevision *revision, const char *name);
/* The mean of a revision against that of its base: "+7.8 %"; "" without one. */
char *cyan_spectrum_change_text (const CyanSpectrumOverview *self,
                                 const CyanSpectrumRevision *revision);

/* "0.58"; "" if it is not known. */
char *cyan_similarity_sc_text (const CyanSimilarityRow *row);
/* The verdict of the paper's rule, and how much of it is chance. */
char *cyan_similarity_paper_text (const CyanSimilarity *self);

/* What could not be predicted, and what no model sees: of char *, a sentence each, which the caller
 * unrefs.  @skip_unknown: see CyanPredictionOptions. */
GPtrArray *cyan_prediction_notes (const CyanPrediction *self, gboolean skip_unknown);
/* The dC of a benchmark; one that rests on guesses says no more than that it is large. */
char *cyan_prediction_dc_text (const CyanPredictedBenchmark *benchmark);
/* "find_entry (table.c:12): +1.20 ms (guessed)" */
char *cyan_predicted_function_text (const CyanPredictedBenchmark *self,
                                    const CyanPredictedFunction *function,
                                    const char *name,
                                    const char *file);
/* What one call costs, and how often it is executed: "1.20 µs (guessed), 300 times" */
char *cyan_predicted_call_text (const CyanPredictedBenchmark *self, const CyanPredictedCall *call);
