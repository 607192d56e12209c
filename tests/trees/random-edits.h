/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A tree of calls that can be edited like code: in every context of a function at once.
 *
 * Nodes keep their numbers in an edited copy, so a number says what became of a context.  Used by
 * random-trees.c only.
 */
#pragma once

#include "random-trees.h"

#define RANDOM_NONE G_MAXUINT32

typedef struct
{
  guint32 parent, first, last, next;
  guint32 name;
  guint32 site;   /* line in the caller, from 1; 0: unknown */
  guint32 merged; /* the node into which it was merged, or RANDOM_NONE */
  guint8 moved;   /* its call moved to another function */
  double self;
} RandomNode;

typedef GArray RandomTree; /* of RandomNode; node 0 is the root */

#define RANDOM_NODE(tree, i) (&g_array_index ((tree), RandomNode, (i)))

guint random_below (guint64 *state, guint n);
double random_uniform (guint64 *state);

guint32 random_tree_add (RandomTree *tree, guint32 parent, guint32 name, guint32 site, double self);

/* Unfolds a random call graph to @options->n_nodes nodes. */
RandomTree *random_tree_unfold (const RandomOptions *options, guint64 *state);

/* Makes one edit of one of @kinds in all contexts.  @n_names is the number of names in use. */
void random_tree_edit (RandomTree *tree, guint kinds, guint64 *state, guint32 *n_names);

/* Shuffles the children of @part of all nodes. */
void random_tree_shuffle (RandomTree *tree, double part, guint64 *state);
