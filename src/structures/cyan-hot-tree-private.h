/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the files of the hot tree. */
#pragma once

#include "cyan-hot-tree.h"
#include "cyan-open-calls.h"
#include "cyan-table.h"

/* One field of all nodes for each metric. */
typedef struct
{
  double *seen;  /* own value since the node was made */
  double *rest;  /* what was pruned below it */
  double *birth; /* the floor when it was made: what it may have had before */
  double whole, floor;
} CyanHotValues;

struct _CyanHotTree
{
  double epsilon;       /* as asked for */
  double kept;          /* as kept */
  gboolean is_negative; /* a value is below 0: nothing holds */
  gboolean is_whole;    /* all values of the first metric are whole numbers: so are limits */
  guint max_nodes;
  guint next;       /* nodes beyond which it prunes */
  gboolean is_full; /* after it was pruned last: nearly all nodes are open calls */
  guint n_prunings;
  CyanCharge charge;

  guint n_nodes, n_allocated;
  CyanHotNode *nodes;
  guint8 *kept_nodes; /* while it prunes: whether a node has a callee that stays, or is open */
  CyanTable children; /* nodes by parent, function and call site */
  guint n_metrics;
  CyanHotValues *values;

  CyanFlatProfile *flat; /* exact, by function */

  CyanOpenCalls calls; /* nodes */
};

/* Adds all that @node has to the rest of its caller. */
void cyan_hot_tree_give_up (CyanHotTree *self, CyanNode node);
/* Moves the nodes that stay together, in their order. */
void cyan_hot_tree_compact (CyanHotTree *self, const guint8 *stays);
