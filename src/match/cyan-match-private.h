/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the matchers: the similarity of two subtrees, and the ways to match.
 */
#pragma once

#include "cyan-match-names.h"
#include "cyan-match-side.h"
#include "cyan-match.h"

/* Bins of the minimum hash of a subtree's names; see cyan-match-sketch.c. */
#define CYAN_MATCH_BINS 16

/* Data for estimating the similarity of two subtrees. */
typedef struct
{
  const CyanMatchSide *sides[2]; /* before and after */
  const double *total[2];        /* by node, of the metric that decides between candidates */
  double per_total[2];           /* converts a total to a fraction of the larger total; 0 if the
                                  * profile is empty */
  double per_node;               /* weight of a node regardless of its time */
  gint16 *bins[2];               /* minimum hashes, CYAN_MATCH_BINS for each node */
  guint64 work;                  /* steps so far */
  guint64 budget;                /* steps after which only the bins are compared */
} CyanMatchSketch;

void cyan_match_sketch_init (CyanMatchSketch *self,
                             const CyanMatchSide *before,
                             const CyanMatchSide *after,
                             const double *before_total,
                             const double *after_total,
                             const guint32 *hash_of);
void cyan_match_sketch_clear (CyanMatchSketch *self);

/* The weight of the subtree of @node as a fraction of its tree: its total, plus a small amount for
 * its size, so that nodes without any time can be compared too.  At least 0. */
double cyan_match_weight (const CyanMatchSketch *self, guint side, CyanNode node);

/* The fraction of the names in the subtrees of @a of before and @b of after that both have, 0...1,
 * estimated from their hashes only. */
double cyan_match_similar_names (const CyanMatchSketch *self, CyanNode a, CyanNode b);

/* The similarity of the subtrees of @a of before and @b of after, 0...1.  The names of @a and @b
 * count only if they are equal. */
double cyan_match_similarity (CyanMatchSketch *self, CyanNode a, CyanNode b);

/* Finds renamed functions by their callers and callees, by their sources and by their names.  Of the
 * sides only shape, calls and names are used.  @known is by name: bit k is set if side k has it.
 * Sets @new_name, by name: the lesser name of two that are one function, else the name itself.
 * Returns their number. */
guint cyan_match_unify_renamed (const CyanMatchNames *names,
                                const CyanMatchSide *const sides[2],
                                const guint8 *known,
                                guint32 *new_name);

/* Trees to match by calling context, and what came of the search. */
typedef struct
{
  CyanMatchSide *sides[2]; /* renamed functions of after get their names of before */
  const double *total[2];  /* by node */
  const CyanMatchNames *names;

  CyanNode *partner[2]; /* by node: allocated, CYAN_NODE_NONE everywhere; receives the partners */
  double per_total[2];  /* see CyanMatchSketch */
  guint64 work;         /* steps of the search */
  gboolean bounded;     /* the search reached its limit, and the rest is matched by path */
} CyanMatchSearch;

/* Matches by calling context.  FALSE only with CYAN_ERROR_CANCELLED. */
gboolean cyan_match_context (CyanMatchSearch *self, const CyanTick *tick, GError **error);

/* Matches two releases by calling context, see cyan-match-release.c.  Fills in after_of, which must
 * be allocated, the renames, and the notes about the search. */
gboolean cyan_match_releases (CyanMatching *matching,
                              const CyanMatchNames *names,
                              const CyanProfile *before,
                              const CyanProfile *after,
                              const CyanMatchOptions *options,
                              const CyanTick *tick,
                              GError **error);
