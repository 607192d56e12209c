/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The partition: a comparison as nested intervals, the layout of the icicle and of the ring chart.
 *
 * A node is an interval, and its children divide it from its left, in the order of the tree, as in
 * the blueprint.  What remains at the right is the node's own part.  The order does not depend on
 * values, so that intervals keep their places when the sizes or the basis change.
 *
 * A node also has two bars that begin at its left, before and after, neither longer than it is.
 *
 * Lengths are in parts of the run: of its own run with shares, of the larger one with absolute
 * values.  The root begins at 0.
 *
 * A partition is immutable and may be read from many threads.  It is made in time linear in the
 * nodes; no query depends on more than what it returns and on the logarithm of their number.
 */
#pragma once

#include "cyan-comparison.h"
#include "cyan-filter.h"
#include "cyan-sync.h"

/**
 * CyanSizes:
 * @CYAN_SIZES_ENVELOPE: the larger of the own values before and after, summed over the subtree, so
 *   that what only one side has has room, too; the bars are the totals before and after
 * @CYAN_SIZES_CHANGE: the own changes, noise left out, summed over the subtree, so that the whole
 *   is the difference; the bars are what fell and what rose, and fill the node together
 * @CYAN_SIZES_BEFORE: the total before, which is also the bar before
 * @CYAN_SIZES_AFTER: the total after, which is also the bar after
 * @CYAN_SIZES_EQUAL: all children of a node are alike and fill it, as in the calling-context ring
 *   chart (Moret et al., VISSOFT 2009); the bar after is as long as the node
 *
 * Of a single profile all but the last are its totals.
 */
typedef enum
{
  CYAN_SIZES_ENVELOPE,
  CYAN_SIZES_CHANGE,
  CYAN_SIZES_BEFORE,
  CYAN_SIZES_AFTER,
  CYAN_SIZES_EQUAL,
} CyanSizes;

/* "envelope", "change", "before", "after", "equal", NULL. */
extern const char *const cyan_sizes_names[];

/* FALSE if @name is none of them. */
gboolean cyan_sizes_parse (const char *name, CyanSizes *sizes);

/* Blocks of places in larger ones, at most. */
#define CYAN_PARTITION_MAX_LEVELS 9

/* All is read only. */
typedef struct
{
  CyanRefCount refs;
  CyanComparison *comparison;
  CyanBasis basis;
  CyanSizes sizes; /* of a single profile CYAN_SIZES_AFTER instead of all but CYAN_SIZES_EQUAL */
  CyanNode root;   /* cyan_comparison_top(), which is in row 0; nodes above it have no place */

  guint32 *row;    /* by node */
  CyanNode *order; /* by place: the node */
  guint n_rows;
  guint *first;  /* by row: its first place; and the end of the last row */
  double *x;     /* by node, in parts of the run; root begins at 0; with a place behind all */
  double *width; /* by node, likewise */
  double *rose;  /* by node: the part of a change that rose; NULL with other sizes */

  /* widest[k] is by block of BLOCK^k places, from k = 1 on. */
  guint n_levels;
  double *widest[CYAN_PARTITION_MAX_LEVELS];
} CyanPartition;

/* References @comparison. */
CyanPartition *cyan_partition_new (CyanComparison *comparison, CyanBasis basis, CyanSizes sizes);
CyanPartition *cyan_partition_ref (CyanPartition *self);
void cyan_partition_unref (CyanPartition *self);

guint cyan_partition_row_of (const CyanPartition *self, CyanNode node);

double cyan_partition_x_of (const CyanPartition *self, CyanNode node);
double cyan_partition_width_of (const CyanPartition *self, CyanNode node);
double cyan_partition_bar_of (const CyanPartition *self, CyanNode node, guint side);

/* ---- rows ----
 *
 * The nodes of a row from left to right have places side by side; they ascend. */

/* The places of the nodes of @row at or below @node, from *@from up to *@to. */
void
cyan_partition_range (const CyanPartition *self, CyanNode node, guint row, guint *from, guint *to);
/* The children of @node. */
void cyan_partition_children (const CyanPartition *self, CyanNode node, guint *from, guint *to);
CyanNode cyan_partition_at (const CyanPartition *self, guint place);
guint cyan_partition_place_of (const CyanPartition *self, CyanNode node);
/* The first of the places [@from, @to) whose node is at least @least wide and shown by @filtered,
 * which may be NULL; @to if there is none. */
guint cyan_partition_next (
    const CyanPartition *self, const CyanFiltered *filtered, guint from, guint to, double least);
/* The node of the places [@from, @to) whose interval has @x in it, CYAN_NODE_NONE if there is none.
 */
CyanNode cyan_partition_find (const CyanPartition *self, guint from, guint to, double x);

/* ---- pieces ---- */

/* A node, or nodes side by side that are not shown one by one. */
typedef struct
{
  CyanNode node;   /* the first of them */
  double x, width; /* in parts of the run */
  guint n_more;    /* so many nodes, each narrower than asked for; 0: none */
  guint n_hidden;  /* the filter hides them; they and what is below are so many contexts */
} CyanPiece;

typedef void (*CyanPieceFunc) (const CyanPiece *piece, gpointer data);

/* Calls @func from left to right for all nodes of the places [@from, @to), which have one parent:
 * for each that is at least @least wide and shown by @filtered, and once for others side by side,
 * unless they have no width and are not hidden.  Pieces cover what the nodes cover. */
void cyan_partition_visit (const CyanPartition *self,
                           const CyanFiltered *filtered,
                           guint from,
                           guint to,
                           double least,
                           CyanPieceFunc func,
                           gpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanPartition, cyan_partition_unref)
