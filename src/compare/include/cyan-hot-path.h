/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The delta hot path: from a node down to the largest change.
 */
#pragma once

#include "cyan-comparison.h"

G_BEGIN_DECLS

/**
 * CyanHotPathKind:
 * @CYAN_HOT_PATH_SELF_DELTA: along the largest delta in the comparison's direction
 * @CYAN_HOT_PATH_SLOWER: along the largest slower_delta
 * @CYAN_HOT_PATH_FASTER: along the largest faster_delta
 * @CYAN_HOT_PATH_DELTA: along the largest height, as in the paper
 */
typedef enum
{
  CYAN_HOT_PATH_SELF_DELTA,
  CYAN_HOT_PATH_SLOWER,
  CYAN_HOT_PATH_FASTER,
  CYAN_HOT_PATH_DELTA,
} CyanHotPathKind;

/* "mass", "slower", "faster", "delta"; NULL-terminated. */
extern const char *const cyan_hot_path_names[];

/* What explains a smaller share of a difference is not blamed for it: such a share is often noise
 * or one of many, and reading that one function helps nobody. */
#define CYAN_BLAME_SHARE 0.1

/* A path from a node to a leaf; deltas are slower_delta or faster_delta of the comparison. */
typedef struct
{
  CyanDirection direction;
  double self_delta; /* of the culprit, in the unit of the difference; 0 without one */
  double share;      /* the culprit's fraction of the delta of the whole tree, 0...1 */
  guint n_contexts;  /* self_delta and share are sums over that many contexts of the culprit's
                      * function; 1: the culprit alone */
  GArray *nodes;     /* of CyanNode, from the start downwards; at least the start */
  CyanNode culprit;  /* the first node whose self delta is at least the delta of its hottest child;
                      * or NONE */
  CyanNode fork;     /* the first node of which no child has half of its delta; or NONE */
} CyanHotPath;

/* The path ends at the node below which nothing changed.  Of children with equal deltas it takes
 * the one with the larger difference of totals, then the larger total, then the first.  Free with
 * cyan_hot_path_free(). */
CyanHotPath *
cyan_hot_path_new (const CyanComparison *comparison, CyanNode from, CyanDirection direction);
/* At least one and up to @n paths from @from with different culprits: first the hot path, then
 * those through the nodes with the next largest self deltas.  O(nodes) for small @n.  Free with
 * g_ptr_array_unref(). */
GPtrArray *cyan_hot_paths_new (const CyanComparison *comparison,
                               CyanNode from,
                               CyanDirection direction,
                               guint n);
/* The path of the paper, taken literally (section III): continues with the child of largest height,
 * whatever its sign.  It has no culprit and no fork. */
CyanHotPath *
cyan_hot_path_new_largest_delta (const CyanComparison *comparison, CyanNode from, CyanBasis basis);
/* The same for pictures.  Where the first culprit would explain less than CYAN_BLAME_SHARE, as in a
 * recursion, the path to the function that changed most over all its contexts comes first, if that
 * explains more.  O(nodes). */
CyanHotPath *
cyan_hot_path_new_shown (const CyanComparison *comparison, CyanNode from, CyanDirection direction);
GPtrArray *cyan_hot_paths_new_shown (const CyanComparison *comparison,
                                     CyanNode from,
                                     CyanDirection direction,
                                     guint n);
/* A path of @kind, for pictures.  Its direction is that of the comparison unless @kind names
 * one. */
CyanHotPath *cyan_hot_path_new_kind (const CyanComparison *comparison,
                                     CyanNode from,
                                     CyanHotPathKind kind,
                                     CyanBasis basis);
void cyan_hot_path_free (CyanHotPath *self);

/* Whether the culprit explains enough to be called so. */
static inline gboolean
cyan_hot_path_blames (const CyanHotPath *self)
{
  return self->culprit != CYAN_NODE_NONE && self->share >= CYAN_BLAME_SHARE;
}

/* "no function stands out, the largest own change is +3 %", or that nothing changed significantly;
 * NULL if there is a culprit to blame.  For the heads of pictures.  Caller frees. */
char *cyan_hot_path_nobody_text (const CyanHotPath *self, const CyanComparison *comparison);

/* self_delta with its sign, as cyan_comparison_delta_text().  Caller frees. */
char *cyan_hot_path_own_text (const CyanHotPath *self, const CyanComparison *comparison);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanHotPath, cyan_hot_path_free)

G_END_DECLS
