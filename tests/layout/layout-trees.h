/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparisons and layouts to test with. */
#pragma once

#include "cyan-layout.h"

/* Compares two profiles in text form, by path. */
CyanComparison *compare_texts (const char *before, const char *after);

/* Shapes of random trees. */
typedef enum
{
  SHAPE_BUSHY, /* the parent is any earlier node */
  SHAPE_DEEP,  /* the parent is one of the last few */
  SHAPE_WIDE,  /* a few nodes have nearly all of the children */
} Shape;

/* Two runs with some @n nodes, nine in ten of them matched; the same for the same @seed. */
CyanComparison *compare_random (Shape shape, guint n, guint32 seed);

/* Sizes by the node's number, from none to 100 x 18 px. */
void measure_by_number (
    CyanNode node, guint n_folded, double *width, double *height, gpointer data);

/* What is shown, in preorder: "main(parse(lex) eval)". */
char *shown_text (CyanLayout *layout);
void assert_shown (CyanLayout *layout, const char *expected);

/* The first node called @name. */
CyanNode find_node (const CyanComparison *comparison, const char *name);

/* Everything that is shown, as it is placed, in preorder; of CyanPlaced. */
GArray *all_placed (CyanLayout *layout);
/* Appends to the array @data. */
void collect_placed (const CyanPlaced *placed, gpointer data);

/* Around the box and the label. */
CyanRect room_of (const CyanPlaced *placed);
