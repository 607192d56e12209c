/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the matchers share: a tree as they see it, and the pairing of children of one name.
 *
 * Names are ranks of strings (see cyan_strings_ranks()), so that equal numbers are equal names and
 * smaller numbers are smaller names whatever the order in which a pool was filled.
 */
#pragma once

#include "cyan-match.h"

G_BEGIN_DECLS

/* One of the two trees. */
typedef struct
{
  const CyanProfile *profile;
  guint n_nodes;
  guint32 *name;  /* by node: the rank of its name */
  guint32 *first; /* by node: where its children start in kids; one more at the end */
  CyanNode *kids; /* the children of each node by name, then in sibling order */
} CyanMatchSide;

/* @ranks belongs to the pool of @profile; @label, by function, may be NULL. */
void cyan_match_side_init (CyanMatchSide *self,
                           const CyanProfile *profile,
                           const CyanStr *label,
                           const guint32 *ranks);
/* Both, in two threads where it pays. */
void cyan_match_sides_init (CyanMatchSide sides[2],
                            const CyanProfile *before,
                            const CyanProfile *after,
                            const CyanStr *const labels[2],
                            const guint32 *ranks);
/* Gives names by @new_name, which has one for each. */
void cyan_match_side_rename (CyanMatchSide *self, const guint32 *new_name);
void cyan_match_side_clear (CyanMatchSide *self);

typedef void (*CyanMatchSideFunc) (gpointer data, guint side);

/* Calls @func for side 0 and for side 1, in two threads if the smaller side has many nodes.  The
 * two calls must not write to the same place. */
void cyan_match_both_sides (CyanMatchSideFunc func, gpointer data, guint n_nodes);

static inline guint
cyan_match_n_kids (const CyanMatchSide *self, CyanNode node)
{
  return self->first[node + 1] - self->first[node];
}

static inline const CyanNode *
cyan_match_kids (const CyanMatchSide *self, CyanNode node)
{
  return self->kids + self->first[node];
}

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

gboolean cyan_match_path (CyanMatching *matching,
                          const CyanMatchSide *before,
                          const CyanMatchSide *after,
                          const CyanTick *tick,
                          GError **error);

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
