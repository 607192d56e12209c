/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The icicle: a comparison as nested boxes, a differential flame graph.
 *
 * It is the partition of the comparison in rows of pixels: a box is an interval, and has its two
 * bars.
 *
 * The topmost node fills the picture from side to side.  The nodes above it are bars of full width,
 * in the rows above.  Rows count from the topmost node of the comparison, which is in row 0.
 *
 * A filter hides boxes and changes no width: a gap stands for what is hidden.
 *
 * The cost of everything but cyan_icicle_new() and the setters depends on what is wider than a
 * pixel, and on the logarithm of the size of the tree.
 */
#pragma once

#include "cyan-partition.h"

/* The side of an icicle in which everything is there. */
#define CYAN_ICICLE_BOTH 2

/* All is read only. */
typedef struct
{
  CyanPartition *partition; /* owned */
  guint side;               /* only nodes of this side are there; CYAN_ICICLE_BOTH: all nodes */
  CyanNode top;             /* fills the picture; cyan_comparison_top() at first */
  CyanNode *path;           /* by row: the nodes from root to top */
  CyanFiltered *filtered;   /* owned; NULL: everything is shown */
} CyanIcicle;

/* References @partition.  Where @side lacks a node that has a width there, since what it calls runs
 * on both sides, is a gap. */
CyanIcicle *cyan_icicle_new (CyanPartition *partition, guint side);
void cyan_icicle_free (CyanIcicle *self);

void cyan_icicle_set_top (CyanIcicle *self, CyanNode node);

/* References @filtered; NULL: everything is shown. */
void cyan_icicle_set_filter (CyanIcicle *self, CyanFiltered *filtered);

/* A box of the picture; lengths are in pixels. */
typedef struct
{
  CyanNode node;
  guint row;
  double x, width;
  double bar[2];       /* of before and after, from x on */
  gboolean is_above;   /* above the topmost node */
  gboolean is_lacking; /* no box of @node, which the side lacks: room of what it calls */
  /* No box of @node, but of its children side by side that are narrower than a pixel each. */
  gboolean is_rest;
  /* No box of @node, but of its children side by side that the filter hides; they and what is below
   * them are as many contexts. */
  guint n_hidden;
} CyanIcicleBox;

typedef void (*CyanIcicleFunc) (const CyanIcicleBox *box, gpointer data);

/* Calls @func, row by row from the left, for the boxes in @n_rows rows from @first_row on of a
 * picture of @width pixels: for every node that is at least a pixel wide, and for the narrower and
 * the hidden children of each such node. */
void cyan_icicle_visit (const CyanIcicle *self,
                        double width,
                        guint first_row,
                        guint n_rows,
                        CyanIcicleFunc func,
                        gpointer data);

/* The rows of that picture that have boxes, at least 1. */
guint cyan_icicle_n_rows (const CyanIcicle *self, double width);

/* The node whose box is there, or whose children are too narrow or hidden there; CYAN_NODE_NONE if
 * there is none, and in a gap. */
CyanNode cyan_icicle_hit (const CyanIcicle *self, double width, double x, guint row);

/* FALSE if @node is neither the top, nor above it, nor below it, at least a pixel wide and not
 * hidden; and if the side lacks it. */
gboolean
cyan_icicle_box_of (const CyanIcicle *self, double width, CyanNode node, CyanIcicleBox *box);

/* Neighbours among the boxes, for keys; CYAN_NODE_NONE at the rim.  Those at the sides are in the
 * same row. */
CyanNode cyan_icicle_parent_of (const CyanIcicle *self, CyanNode node);
CyanNode cyan_icicle_first_child_of (const CyanIcicle *self, double width, CyanNode node);
CyanNode cyan_icicle_next_of (const CyanIcicle *self, double width, CyanNode node);
CyanNode cyan_icicle_previous_of (const CyanIcicle *self, double width, CyanNode node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanIcicle, cyan_icicle_free)
