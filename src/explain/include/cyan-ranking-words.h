/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The ranking in words, for all who show it; translated.  Amounts are the caller's: see
 * cyan_comparison_delta_text().
 */
#pragma once

#include "cyan-ranking.h"

/* The name of the function, as it is.  Owned by the ranking or the comparison. */
const char *cyan_start_label (const CyanComparison *comparison, const CyanStart *start);

/* "its source changed", "calls hash_word 580 times instead of 10": a clause about a function of the
 * ranking without its name.  @other is the name of the pair of @because as it should be shown;
 * ignored if it has none.  Caller frees. */
char *
cyan_because_text (const CyanComparison *comparison, const CyanBecause *because, const char *other);

/* "moved from visit_Output to 5 functions"; names as they should be shown.  Caller frees. */
char *cyan_shift_text (const CyanShift *shift, const char *from, const char *to);

/* Where no function stands out: "No function stands out: 12 functions changed by at most 0.4 % of
 * the run before", or, with @n_named functions, that they are possible.  Caller frees. */
char *cyan_ranking_nobody_text (const CyanRanking *ranking,
                                const CyanComparison *comparison,
                                guint n_named);

/**
 * CyanRestKind: what the named functions leave of the difference.
 * @CYAN_REST_FUNCTIONS: the other functions
 * @CYAN_REST_SIDE_EFFECTS: has no changed function at or above it
 * @CYAN_REST_ENVIRONMENT: collector of garbage, new pages, imports
 * @CYAN_REST_PRUNED: contexts that may have been pruned
 * @CYAN_REST_SHIFT: what is left where code only moved
 * @CYAN_REST_SHIFTS: the same of the other moves
 */
typedef enum
{
  CYAN_REST_FUNCTIONS,
  CYAN_REST_SIDE_EFFECTS,
  CYAN_REST_ENVIRONMENT,
  CYAN_REST_PRUNED,
  CYAN_REST_SHIFT,
  CYAN_REST_SHIFTS,
} CyanRestKind;

typedef struct
{
  CyanRestKind kind;
  guint n;                /* functions, or moves */
  gboolean is_more;       /* of functions: others are named */
  const CyanShift *shift; /* of CYAN_REST_SHIFT, else NULL */
  double value;           /* in the unit of the difference */
} CyanRestPart;

/* Of CyanRestPart: all parts that are not 0 in print, and the largest moves.  With the @n_named
 * functions they add up to the difference.  Free with g_array_unref(). */
GArray *cyan_ranking_list_rest (const CyanRanking *ranking,
                                const CyanComparison *comparison,
                                guint n_named);

/* "3 more", "side effects"; of CYAN_REST_SHIFT NULL: see cyan_shift_text().  Caller frees. */
char *cyan_rest_part_text (const CyanRestPart *part);
