/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where to start: the functions that explain a difference, in one order for all commands and forms.
 *
 * Each node of the merged tree has one change of its self value, and it belongs to one function:
 *
 *   With sources, to the nearest function at or above it that was modified, is new or is gone.
 *   What has none above it is a side effect, and stays in rest.
 *
 *   Without sources, what comes from more or fewer calls belongs to the caller, and up as far as that
 *   caller's own calls changed alike; what comes from the cost of a call belongs to the function.  A
 *   subtree that one side lacks belongs to the nearest caller that both sides have.
 *
 * A function of a runtime counts for its nearest caller that is none, and a lambda for the function that
 * it is written in.  What the environment does (the collector of garbage, new pages, imports) belongs to
 * none.  So the contributions, the rest and what may have been pruned add up to the difference
 * of the two totals.  Swapping the two sides negates each of them, unless wrappers of both sides stand
 * around one call: then which of them is nearer depends on the order of the sides.
 *
 * The order is that of |contribution| times how much the function changed as a whole, callees included:
 * a function that hardly changed itself is no place to start.
 */
#pragma once

#include "cyan-parcs.h"

G_BEGIN_DECLS

/**
 * CyanConfidence:
 * @CYAN_CONFIDENCE_POSSIBLE: chance may explain it, or its part of the run is small
 * @CYAN_CONFIDENCE_LIKELY: it changed by more than is known to be noise
 * @CYAN_CONFIDENCE_STRONG: besides, noise is known, its source and those of few others changed, and it has
 *   most of the change
 */
typedef enum
{
  CYAN_CONFIDENCE_POSSIBLE,
  CYAN_CONFIDENCE_LIKELY,
  CYAN_CONFIDENCE_STRONG,
} CyanConfidence;

/* "possible", "likely", "strong". */
extern const char *const cyan_confidence_names[];

/* A function that explains a part of the difference. */
typedef struct
{
  guint32 pair;           /* of node */
  CyanNode node;          /* its context with the largest part, in the merged tree */
  CyanChange change;      /* of its source */
  double contribution;    /* what it explains, in the unit of the difference */
  double share_of_before; /* the same, as a fraction of the run before; NAN if that is 0 */
  CyanConfidence confidence;
} CyanStart;

typedef struct
{
  double difference;  /* total of after - total of before; of shares if the units differ */
  gboolean by_source; /* contributions are those of changed sources */
  guint n;
  CyanStart *at;
  double rest;   /* side effects, and the environment: what belongs to no function */
  double pruned; /* sum of the changes of contexts that may have been pruned */
} CyanRanking;

/* Ranks the functions; one that explains nothing is not in the list.  NULL only with
 * CYAN_ERROR_CANCELLED. */
CyanRanking *cyan_ranking_new (const CyanParcs *parcs, const CyanTick *tick, GError **error);
void cyan_ranking_free (CyanRanking *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanRanking, cyan_ranking_free)

G_END_DECLS
