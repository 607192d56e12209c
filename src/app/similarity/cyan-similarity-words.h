/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rows of a similarity in words.  The caller frees each text; foreign text in it is fit for a
 * label.
 */
#pragma once

#include "cyan-history.h"
#include "cyan-similarity-reader.h"

/* The columns with numbers. */
typedef enum
{
  CYAN_SIMILARITY_TOTAL_IMPACT,
  CYAN_SIMILARITY_SC,
  CYAN_SIMILARITY_CHANCE,
  CYAN_SIMILARITY_Q,
  CYAN_SIMILARITY_IMPACT,
  CYAN_SIMILARITY_CALLS,
  CYAN_SIMILARITY_CALLS_DIFF,
  CYAN_SIMILARITY_N_COLUMNS
} CyanSimilarityColumn;

/* A number for people; "" if there is none. */
char *cyan_similarity_text (const CyanSimilarity *self,
                            const CyanSimilarityRow *row,
                            CyanSimilarityColumn column);

/* The short name of the function, and its callers from main on, of a row of a stack; else its
 * module, or "". */
char *cyan_similarity_name (const CyanSimilarity *self, const CyanSimilarityRow *row);
char *cyan_similarity_place (const CyanSimilarity *self, const CyanSimilarityRow *row);
/* The whole stack, a function a line; the name of a function. */
char *cyan_similarity_stack (const CyanSimilarity *self, const CyanSimilarityRow *row);

/* "higher", "new"; "" if the row did not change.  Static. */
const char *cyan_similarity_change (const CyanSimilarityRow *row);
/* Whether a changed row costs more, 1, or less, -1; 0: it did not change. */
int cyan_similarity_direction (const CyanSimilarityRow *row);

/* "Accepted 1.20 ms to 1.60 ms.  New: 2.20 ms, 2.00 ms, 1.60 ms." */
char *cyan_similarity_range (const CyanSimilarity *self, const CyanSimilarityRow *row);
/* The whole row for a screen reader, in one line. */
char *cyan_similarity_spoken (const CyanSimilarity *self, const CyanSimilarityRow *row);

/* The compared revisions, and notes on the result. */
char *cyan_similarity_heading (CyanHistory *history, const CyanSimilarityFound *found);
char *cyan_similarity_notes (const CyanSimilarityFound *found);
