/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the matchers share: the pairing of children of one name, and how alike two subtrees are.
 */
#pragma once

#include "cyan-match-side.h"
#include "cyan-match.h"

G_BEGIN_DECLS

/* Pairs children of one name: those of equal call site first, then of equal file and line, then of
 * equal file, then the k-th left with the k-th left.  For each of @xs the index of its partner in
 * @ys, or G_MAXUINT32, goes to @partner. */
void cyan_match_group (const CyanMatchSide *before,
                       const CyanNode *xs,
                       guint n_xs,
                       const CyanMatchSide *after,
                       const CyanNode *ys,
                       guint n_ys,
                       guint32 *partner);

/* Sorts numbers upwards. */
void cyan_match_sort (guint64 *keys, gsize n);

/* Names in the minimum hash of a subtree; see cyan-match-sketch.c. */
#define CYAN_MATCH_BINS 16

/* What tells how alike two subtrees are. */
typedef struct
{
  const CyanMatchSide *sides[2]; /* before and after */
  const double *total[2];        /* by node, of the metric that decides */
  double per_total[2];           /* makes a total a part of the longer run; 0 if the run is empty */
  double per_node;               /* what a node weighs by being there */
  gint16 *bins[2];               /* CYAN_MATCH_BINS by node */
  guint64 work;                  /* steps taken so far */
  guint64 budget;                /* steps after which only the bins are looked at */
} CyanMatchSketch;

void cyan_match_sketch_init (CyanMatchSketch *self,
                             const CyanMatchSide *before,
                             const CyanMatchSide *after,
                             const double *before_total,
                             const double *after_total,
                             const guint32 *hash_of);
void cyan_match_sketch_clear (CyanMatchSketch *self);

/* The weight of the subtree of @node in parts of its tree: its total, and a little for its size,
 * so that nodes without any weight are told apart too.  At least 0. */
double cyan_match_weight (const CyanMatchSketch *self, guint side, CyanNode node);

/* The part of the names in the subtrees of @a of before and @b of after that both have, 0...1,
 * estimated from their hashes alone. */
double cyan_match_similar_names (const CyanMatchSketch *self, CyanNode a, CyanNode b);

/* How alike the subtrees of @a of before and @b of after are, 0...1.  Their own names count if
 * they are equal, else only what is below. */
double cyan_match_similarity (CyanMatchSketch *self, CyanNode a, CyanNode b);

/* Matches by calling context; @matching has room, and its roots are paired.  @hash_of gives a hash
 * of the text of a name by its rank.  Functions of after that were renamed get the names of before.
 */
gboolean cyan_match_context (CyanMatching *matching,
                             CyanMatchSide *before,
                             CyanMatchSide *after,
                             guint n_names,
                             const guint32 *hash_of,
                             const double *before_total,
                             const double *after_total,
                             const CyanTick *tick,
                             GError **error);

G_END_DECLS
