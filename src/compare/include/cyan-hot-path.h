/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The delta hot path: from a node down to the largest change.
 */
#pragma once

#include "cyan-comparison.h"

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

/* A path from a node to a leaf; deltas are slower_delta or faster_delta of the comparison. */
typedef struct
{
  CyanDirection direction;
  GArray *nodes; /* of CyanNode, from the first downwards; at least one */
  CyanNode goal; /* what it leads to: the first node whose self delta is at least the delta of its
                      * hottest child, or the given node; or NONE */
  CyanNode fork; /* the first node of whose delta the next one has less than half; or NONE */
} CyanHotPath;

/* The path ends at the node below which nothing changed.  Of children with equal deltas it takes
 * the one with the larger difference of totals, then the larger total, then the first.  Free with
 * cyan_hot_path_free(). */
CyanHotPath *
cyan_hot_path_new (const CyanComparison *comparison, CyanNode from, CyanDirection direction);
/* The path to @start, where one is told to start, and from there along the largest delta.  The hot
 * path if @start is CYAN_NODE_NONE or not at or below @from, or @direction is not the comparison's.
 * O(length of the path and siblings on it). */
CyanHotPath *cyan_hot_path_new_to_start (const CyanComparison *comparison,
                                         CyanNode from,
                                         CyanNode start,
                                         CyanDirection direction);
/* At least one and up to @n paths from @from with different goals: first that to @start, as above,
 * then the hot path, then those to the nodes with the next largest self deltas.  O(nodes) for small
 * @n. Free with g_ptr_array_unref(). */
GPtrArray *cyan_hot_paths_new (const CyanComparison *comparison,
                               CyanNode from,
                               CyanNode start,
                               CyanDirection direction,
                               guint n);
/* The path of the paper, taken literally (section III): continues with the child of largest height,
 * whatever its sign.  It has no goal and no fork. */
CyanHotPath *
cyan_hot_path_new_largest_delta (const CyanComparison *comparison, CyanNode from, CyanBasis basis);
/* A path of @kind, to @start where its direction is that of the comparison.  Its direction is that
 * of the comparison unless @kind names one. */
CyanHotPath *cyan_hot_path_new_kind (const CyanComparison *comparison,
                                     CyanNode from,
                                     CyanNode start,
                                     CyanHotPathKind kind,
                                     CyanBasis basis);
void cyan_hot_path_free (CyanHotPath *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanHotPath, cyan_hot_path_free)
