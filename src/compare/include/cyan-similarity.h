/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which contexts are to blame: SPECTRAPERF's similarity of each row of a comparison of several runs
 * a side.
 *
 * The paper's rows are complete stack traces.  Here a row is a node of the merged tree, so that a
 * context which was moved, renamed or wrapped keeps its range; or a pair of functions.
 * docs/similarity.md has the formulas.
 */
#pragma once

#include "cyan-comparison.h"
#include "cyan-spectrum.h"

typedef enum
{
  CYAN_SIMILARITY_STACK,   /* a row for each node but the root; for the two ends of a move, one at
                            * the added end */
  CYAN_SIMILARITY_FUNCTION /* a row for each function, over its contexts */
} CyanSimilarityBy;

typedef enum
{
  CYAN_SIMILARITY_PER_CALL, /* the paper's: self value / calls */
  CYAN_SIMILARITY_PER_RUN   /* self value; calls count as 1 */
} CyanSimilarityValue;

typedef enum
{
  CYAN_SIMILARITY_RANK_TOTAL, /* |total impact|, largest first */
  CYAN_SIMILARITY_RANK_PAPER  /* SC, lowest first, then impact * calls after, largest first */
} CyanSimilarityRank;

/* "stack", "function"; "per-call", "per-run"; "total", "paper"; NULL-terminated. */
extern const char *const cyan_similarity_by_names[];
extern const char *const cyan_similarity_value_names[];
extern const char *const cyan_similarity_rank_names[];

typedef struct
{
  CyanSimilarityBy by;
  CyanSimilarityValue value; /* PER_CALL becomes PER_RUN if a side does not know its calls, and for
                              * a row if a run does not know those of the row */
  CyanSimilarityRank rank;
  CyanRangeRule range;
  double alpha; /* accepted false discovery rate of changed rows, 0...1 */
} CyanSimilarityOptions;

#define CYAN_SIMILARITY_OPTIONS_INIT                                                               \
  {                                                                                                \
    .alpha = CYAN_ALPHA                                                                            \
  }

typedef struct
{
  guint32 number; /* of the node; of the pair of functions of that node, if by function */
  CyanNode node;  /* see cyan_similarity_node() */
  guint at;       /* of its values; private */
  CyanSpectrum spectrum;
  double q;            /* of the moderated t-test, over all rows; NAN: not tested, since it is too
                        * small, or exact as most rows are */
  gboolean changed;    /* q <= alpha; or exact and different, if most rows are exact */
  gboolean gone;       /* no new run has a value */
  double calls[2];     /* mean over the runs with a value, before and after; 0: none has one */
  double total_impact; /* impact * the calls of the side with fewer, or of that with any; in the
                        * metric's unit, and at most what a run costs */
  double mean[2];      /* of the values, before and after; NAN: no run has one */
} CyanSimilarityRow;

typedef struct
{
  CyanComparison *comparison;    /* owned */
  CyanSimilarityOptions options; /* as used: see CyanSimilarityValue */
  gboolean has_calls;
  guint n_runs[2];
  CyanSimilarityRow *rows; /* best rank first */
  guint n_rows;
  guint n_changed;
  /* Rows in both with an SC below 1, which the paper's rule would call changed, and how many of
   * them chance explains: the sum of 1 - P (all inside) over the rows with a chance. */
  guint n_below;
  double expected;
  /* Changed rows that have more a call but less in a run, or the reverse; without a test, so many
   * of the rows outside of their range.  Their calls changed more than their value. */
  guint n_against;
  double *values[2]; /* by side; private */
} CyanSimilarity;

/* The rows of @comparison that have a value other than 0 in some run.  A side may have one run;
 * with fewer than two on either side nothing is tested, and only rows that are exact are called
 * changed.  Fails with CYAN_ERROR_MISMATCH if the metric has another unit after than before, and
 * with CYAN_ERROR_CANCELLED. */
CyanSimilarity *cyan_similarity_new (CyanComparison *comparison,
                                     const CyanSimilarityOptions *options,
                                     const CyanTick *tick,
                                     GError **error);
void cyan_similarity_free (CyanSimilarity *self);

/* The values of a row in the runs of @side, 0 before and 1 after, as n_runs[side] numbers; NAN in a
 * run without it. */
void cyan_similarity_values (const CyanSimilarity *self,
                             const CyanSimilarityRow *row,
                             guint side,
                             double *values);

/* The node at which a blueprint shows @row: of a pair of functions, the one with the largest
 * change. */
CyanNode cyan_similarity_node (const CyanSimilarity *self, const CyanSimilarityRow *row);

/* Below so many runs on a side, SC alone says little. */
#define CYAN_SIMILARITY_FEW_RUNS 4

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanSimilarity, cyan_similarity_free)
