/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The delta hot path: from a node down to what changed most.
 */
#pragma once

#include "cyan-comparison.h"

G_BEGIN_DECLS

/**
 * CyanHotPathKind:
 * @CYAN_HOT_PATH_MASS: along the largest mass, in the comparison's direction
 * @CYAN_HOT_PATH_SLOWER: along the largest mass of what got slower
 * @CYAN_HOT_PATH_FASTER: along the largest mass of what got faster
 * @CYAN_HOT_PATH_DELTA: the paper's, read literally
 */
typedef enum
{
  CYAN_HOT_PATH_MASS,
  CYAN_HOT_PATH_SLOWER,
  CYAN_HOT_PATH_FASTER,
  CYAN_HOT_PATH_DELTA,
} CyanHotPathKind;

/* "mass", "slower", "faster", "delta"; NULL-terminated. */
extern const char *const cyan_hot_path_names[];

/* The path from a node to a leaf along the largest mass.  */
typedef struct
{
  CyanDirection direction;
  double mass;      /* of the culprit itself, in the unit of the difference; 0 without one */
  double share;     /* of the whole tree's mass that the culprit explains, 0...1 */
  GArray *nodes;    /* of CyanNode, from the start downwards; at least the start */
  CyanNode culprit; /* the first node that itself changed as much as all below the next; or NONE */
  CyanNode fork;    /* the first from which less than half goes on into one child; or NONE */
} CyanHotPath;

/* Ends where nothing below changed.  Ties: larger difference of totals, larger total, sibling
 * order.  Free with cyan_hot_path_free(). */
CyanHotPath *
cyan_hot_path_new (const CyanComparison *comparison, CyanNode from, CyanDirection direction);
/* Up to @n paths from @from with different culprits, at least one: first the hot path, then through
 * what else changed most by itself, largest first.  O(n) for small @n.  Free with
 * g_ptr_array_unref(). */
GPtrArray *cyan_hot_paths_new (const CyanComparison *comparison,
                               CyanNode from,
                               CyanDirection direction,
                               guint n);
/* The paper's path, taken literally (section III): each time the child whose height is largest,
 * whatever its sign; culprit and fork are not looked for. */
CyanHotPath *cyan_hot_path_new_largest_delta (const CyanComparison *comparison,
                                              CyanNode from,
                                              CyanBasis reading);
/* The one of a kind; its direction is the comparison's unless the kind says otherwise. */
CyanHotPath *cyan_hot_path_new_kind (const CyanComparison *comparison,
                                     CyanNode from,
                                     CyanHotPathKind kind,
                                     CyanBasis reading);
void cyan_hot_path_free (CyanHotPath *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanHotPath, cyan_hot_path_free)

G_END_DECLS
