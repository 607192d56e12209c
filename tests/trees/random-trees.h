/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pairs of random trees with known edits, for tests and for the bench.
 *
 * A random call graph is unfolded into a tree.  The second tree is the first after edits of the
 * code, that is, in every context of a function: calls wrapped, functions inlined or renamed, calls
 * added, removed and moved; between releases also modules renamed, functions split and merged.  The
 * same seed gives the same pair.
 */
#pragma once

#include "cyan-match.h"

typedef enum
{
  RANDOM_EDIT_WRAP,
  RANDOM_EDIT_WRAP_EXISTING,
  RANDOM_EDIT_INLINE, /* everywhere; callees of one name are merged */
  RANDOM_EDIT_RENAME,
  RANDOM_EDIT_ADD,
  RANDOM_EDIT_REMOVE,
  RANDOM_EDIT_MOVE, /* to another callee of the same caller */
  RANDOM_N_COMMIT_EDITS,
  RANDOM_EDIT_INLINE_PARTLY = RANDOM_N_COMMIT_EDITS, /* into some of its callers */
  RANDOM_EDIT_SPLIT,       /* a new function takes some of its callees; called by it, or after it */
  RANDOM_EDIT_RENAME_LEAF, /* a function that calls nothing */
  RANDOM_EDIT_RENAME_MODULE, /* all functions get another prefix, or a suffix */
  RANDOM_EDIT_HASHES,        /* the names of all functions of a module have another hash */
  RANDOM_EDIT_RECURSION,     /* inlined into itself once, or its recursive call wrapped */
  RANDOM_EDIT_MERGE,         /* two functions become one of them */
  RANDOM_N_EDITS,
} RandomEdit;

/* What commits make, and what adds up between two releases. */
#define RANDOM_COMMIT_EDITS  ((1u << RANDOM_N_COMMIT_EDITS) - 1)
#define RANDOM_RELEASE_EDITS ((1u << RANDOM_N_EDITS) - 1)

/* Names of the kinds, NULL-terminated, in the order of the enumeration. */
extern const char *const random_edit_names[];

/* What became of a function. */
typedef struct
{
  CyanStr before;
  CyanStr after;
  gboolean merged; /* into a function that existed before */
} RandomRename;

/* What an edit did to a context, by bits. */
typedef enum
{
  RANDOM_WRAPPER = 1, /* of after: it was put between a caller and what that called before */
  RANDOM_INLINED = 2, /* of before: its callees are its caller's now */
  RANDOM_MERGED = 4,  /* of before: a function that existed took its place */
  RANDOM_MOVED = 8,   /* of before: its call moved to another function */
  RANDOM_JOINED = 16, /* of before: it became one with a heavier context */
  RANDOM_ADDED = 32,  /* of after: its caller did not call it before; wrappers, too */
} RandomFate;

typedef struct
{
  CyanProfile *before;
  CyanProfile *after;
  /* By node of after: the node of before from which it comes (the heaviest, if inlining merged
   * several), or CYAN_NODE_NONE for new and moved ones. */
  CyanNode *origin;
  guint8 *below_edit; /* by node of after: whether its callers differ from those of its origin */
  /* By node of before: the node of after that it became, or CYAN_NODE_NONE if it was removed. */
  CyanNode *destination;
  guint8 *below; /* by node of before: whether the callers of its destination differ from its own */
  /* By node of before: it need not match its destination, because no merged tree can show that, or
   * because another function took its place there. */
  guint8 *moved;
  guint8 *fate[2];   /* by node of a side: bits by RandomFate */
  guint32 *edits[2]; /* by node of a side: bits by RandomEdit of what changed its name or caller */
  GArray *renamed;   /* of RandomRename, for the functions that both profiles have */
} RandomPair;

typedef struct
{
  guint64 seed;
  guint n_nodes;
  guint n_functions;
  guint n_edits;
  guint kinds;            /* bits by RandomEdit; 0: RANDOM_COMMIT_EDITS */
  double shuffled;        /* part of the nodes of after whose children are shuffled */
  double jitter;          /* relative standard deviation of all times */
  gboolean sampled;       /* self values are counts; nodes without samples are lost */
  gboolean calls;         /* calls are known: 1 to 9, by function */
  gboolean call_sites;    /* functions may call another at several distinct sites */
  gboolean backward_pool; /* names are interned in reverse order */
  guint deeper;           /* of 3 + deeper calls, 1 + deeper are followed at once, not in breadth */
  guint recursion;        /* of 100 calls, how many more than 3 are of the caller itself */
} RandomOptions;

RandomPair random_pair_new (const RandomOptions *options);
void random_pair_clear (RandomPair *pair);

/* The quality of a matching.  Moved nodes are not expected in it, but count if they are in it: a
 * tree may show them as matched, and not what they moved past. */
typedef struct
{
  double precision; /* the part of its pairs and joins, without the roots, that is correct */
  double recall;    /* the part of the nodes that still exist that is paired correctly */
  double f1;
  double below; /* recall of nodes whose callers changed; NAN if there are none */
  guint n_below;
} RandomScore;

/* By node of before: the node that it joins, or CYAN_NODE_NONE.  Free with g_free(). */
CyanNode *random_pair_joins (const CyanMatching *matching);
RandomScore random_pair_score (const RandomPair *pair, const CyanMatching *matching);
/* Without the nodes of uncertain pairs, and those of before that became one of these. */
RandomScore random_pair_score_certain (const RandomPair *pair, const CyanMatching *matching);
/* By node of before: whether it is in an uncertain pair, or has no partner and what it became is in
 * one.  Free with g_free(). */
guint8 *random_pair_uncertain (const RandomPair *pair, const CyanMatching *matching);

/* The quality of a list of renames.  A function merged into another may be in it or not. */
typedef struct
{
  guint n_known;
  guint n_concluded;
  guint n_right;
} RandomRenameScore;

/* @renames is of CyanMatchRename; NULL for none. */
RandomRenameScore random_pair_score_renames (const RandomPair *pair, const GArray *renames);

/* The next number of a random generator that gives the same sequence everywhere. */
guint64 random_next (guint64 *state);
