/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the matchers: numbers, the names of all functions, the similarity of two subtrees, and
 * the ways to match.
 *
 * Private to this layer.
 */
#pragma once

#include "cyan-match-side.h"
#include "cyan-match.h"

/* ---- numbers ---- */

/* The data of an array of nodes, and of one of keys: guint64, sorted by their upper half, then by
 * the lower. */
#define CYAN_MATCH_NODES(array) ((CyanNode *) (void *) (array)->data)
#define CYAN_MATCH_KEYS(array)  ((guint64 *) (void *) (array)->data)

static inline guint64
cyan_match_key (guint32 upper, guint32 lower)
{
  return (guint64) upper << 32 | lower;
}

/* The end of the @keys with the upper half of that at @start. */
static inline guint
cyan_match_keys_end (const guint64 *keys, guint n, guint start)
{
  guint end = start + 1;

  while (end < n && keys[end] >> 32 == keys[start] >> 32)
    end++;
  return end;
}

/* Sorts @keys and drops those that are there twice.  Returns how many are left. */
guint cyan_match_sort_distinct (guint64 *keys, guint n);
/* How many numbers two sorted lists have in common. */
guint cyan_match_count_common (const guint64 *xs, guint n_xs, const guint64 *ys, guint n_ys);

/* ---- partners, by node; CYAN_NODE_NONE: none ---- */

/* Of @n nodes without partners.  Free with g_free(), as what the next two return. */
CyanNode *cyan_match_new_unmatched (guint n);
/* By node: its nearest ancestor that has a partner. */
CyanNode *cyan_match_paired_above (const CyanProfile *profile, const CyanNode *partner);
/* By node: the pairs before it in preorder; @n + 1 entries. */
guint32 *cyan_match_count_pairs (const CyanNode *partner, guint n);

/* The best value so far with what has it, and the second best.  Zero it before use. */
typedef struct
{
  double best, next;
  guint32 other;
} CyanMatchBest;

static inline void
cyan_match_best_note (CyanMatchBest *self, double value, guint32 other)
{
  if (value > self->best)
    *self = (CyanMatchBest){ value, self->best, other };
  else
    self->next = MAX (self->next, value);
}

/* A renamed function keeps its rate of calls; below this part of the other rate it is another
 * one. */
#define CYAN_MATCH_MIN_RATE_RATIO 0.8

static inline gboolean
cyan_match_rates_agree (double before, double after)
{
  return MIN (before, after) >= CYAN_MATCH_MIN_RATE_RATIO * MAX (before, after);
}

/*
 * ---- names ----
 *
 * The names of all functions as numbers, with what a person and the sources say about them.
 * Numbers are ranks of strings.  Two names that a person says are one function have a number of
 * their own on both sides.
 */
typedef struct
{
  CyanStr *label[2]; /* by function: a string of the pool, or the number of a claim above those */
  guint32 *rank;     /* by label */
  guint n;
  guint32 *hash_of;  /* by rank: of the text */
  const char **text; /* by rank; borrowed; NULL: it is of a claim */
  GArray *apart;     /* of guint64: rank before << 32 | rank after; these are not one function */
  GHashTable *source_similarity; /* such a key -> double *: the similarity of the two sources */
  gboolean is_sampled;           /* a function may be missing by chance */
  guint8 *is_closed;  /* by rank: bit k is set if the name on side k is never looked through */
  guint8 *is_defined; /* by rank: bit k is set if the name of side k is not renamed, since both
                       * sources define it */
} CyanMatchNames;

void cyan_match_names_init (CyanMatchNames *self,
                            const CyanProfile *before,
                            const CyanProfile *after,
                            const CyanMatchOptions *options);
void cyan_match_names_clear (CyanMatchNames *self);

/* Whether a person says that the function with @name, a rank, of @side is never looked through. */
static inline gboolean
cyan_match_names_is_closed (const CyanMatchNames *self, guint side, guint32 name)
{
  return (self->is_closed[name] >> side & 1) != 0;
}

/* Whether @before and @after, two ranks, may be one function that was renamed: neither a person nor
 * the sources say that they are not. */
gboolean cyan_match_names_may_be_one (const CyanMatchNames *self, guint32 before, guint32 after);

/* The similarity of their sources, 0...1; 0 if it is not known. */
double
cyan_match_names_source_similarity (const CyanMatchNames *self, guint32 before, guint32 after);

/* The similarity of their texts, 0...1: the part of their pairs of letters that both have (Dice's
 * coefficient of bigrams), without regard to case, as the mean of that of the names and that of
 * their last parts: what is in one module has much in common. */
double cyan_match_names_similarity (const CyanMatchNames *self, guint32 before, guint32 after);

/* Whether each of @n new names, by name, is a name that keeps its own and is not greater. */
static inline gboolean
cyan_match_are_new_names (const guint32 *new_name, guint n)
{
  for (guint32 name = 0; name < n; name++)
    if (new_name[name] > name || new_name[new_name[name]] != new_name[name])
      return FALSE;
  return TRUE;
}

/* Finds renamed functions by the texts of their names only: hashes of builds that differ, and
 * prefixes and suffixes that several functions changed in one way.  @sides is by name: bit k is set
 * if side k has it.  Sets @new_name, by name: the lesser name of two that are one function, else
 * the name itself.  Returns their number. */
guint cyan_match_unify_texts (const CyanMatchNames *self, const guint8 *sides, guint32 *new_name);

/*
 * ---- chains ----
 *
 * The heaviest chain of pairs in which both x and y ascend: sparse dynamic programming with a tree
 * of maxima (Hunt and Szymanski 1977, with weights).  The result is exact for the given pairs.
 */

/* A pair that may be part of the chain. */
typedef struct
{
  CyanNode x, y;
  guint64 value; /* above 0; the values of a chain are added */
  guint64 tie;   /* decides between chains of equal value and start: the smallest wins */
  guint64 best;  /* output: value of the best chain that starts here */
  guint32 next;  /* output: the next link of that chain, or G_MAXUINT32 */
} CyanMatchLink;

/* Finds the best chain among @n links that are sorted by x and then y.  Sets @head to its first
 * link, or to G_MAXUINT32 if @n is 0.  Among chains of equal value it takes the one that starts
 * further left (the smaller sum of x and y), so exchanging x and y does not change the result
 * unless ties are equal too.  O(n log n).  Passes @fraction to @tick.  FALSE only with
 * CYAN_ERROR_CANCELLED. */
gboolean cyan_match_chain (CyanMatchLink *links,
                           guint n,
                           guint32 *head,
                           double fraction,
                           const CyanTick *tick,
                           GError **error);

/* ---- similarity ---- */

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
  const guint32 *hash_of;        /* by name; borrowed */
  gint16 *bins[2];               /* minimum hashes, CYAN_MATCH_BINS for each large subtree */
  guint32 *large[2];             /* by node: the index of the nearest large subtree around it */
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

/* Finds renamed functions by their callers and callees, by their sources and by their names.  Of
 * the sides only shape, calls and names are used.  @known is by name: bit k is set if side k has
 * it. Sets @new_name, by name: the lesser name of two that are one function, else the name itself.
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

/* Matches two releases by calling context, see cyan-match-release.c.  Sets the partners, the
 * renames, and the notes about the search. */
gboolean cyan_match_releases (CyanMatching *matching,
                              const CyanMatchNames *names,
                              const CyanProfile *before,
                              const CyanProfile *after,
                              const CyanMatchOptions *options,
                              const CyanTick *tick,
                              GError **error);
