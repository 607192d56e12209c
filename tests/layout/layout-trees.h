/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparisons and layouts for tests. */
#pragma once

#include "cyan-icicle.h"
#include "cyan-layout.h"

/* Compares two profiles in text form, matched by path. */
CyanComparison *compare_texts (const char *before, const char *after);
/* The same, matched by context. */
CyanComparison *compare_contexts (const char *before, const char *after);

/* Shapes of random trees. */
typedef enum
{
  SHAPE_BUSHY, /* the parent is any earlier node */
  SHAPE_DEEP,  /* the parent is one of the last few */
  SHAPE_WIDE,  /* a few nodes have nearly all of the children */
  SHAPE_ROWS,  /* most nodes have one child */
} Shape;

/* Two runs with about @n nodes, nine in ten of them matched.  The same @seed gives the same
 * comparison. */
CyanComparison *compare_random (Shape shape, guint n, guint32 seed);

/* Sizes by the node's number, from none to 100 x 18 px. */
void measure_by_number (
    CyanNode node, CyanNode last, guint n_folded, double *width, double *height, gpointer data);

/* A layout that folds, with labels of random sizes. */
CyanLayout *folding_layout (CyanComparison *comparison);

/* The shown nodes in preorder: "main(parse(lex) eval)". */
char *shown_text (CyanLayout *layout);
void assert_shown (CyanLayout *layout, const char *expected);

/* The icicle of its envelope. */
CyanIcicle *icicle_of (CyanComparison *comparison, CyanBasis basis);

/* The hot path from @node with the changes around it. */
void show_hot_path (CyanLayout *layout, CyanNode node, CyanDirection direction);

/* The first node with that name. */
CyanNode find_node (const CyanComparison *comparison, const char *name);

/* All shown nodes with their positions in preorder; of CyanPlaced. */
GArray *all_placed (CyanLayout *layout);
/* Appends to the array @data. */
void collect_placed (const CyanPlaced *placed, gpointer data);

/* The rectangle around the box and the label. */
CyanRect room_of (const CyanPlaced *placed);
