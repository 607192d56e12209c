/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A tree of numbered frames, for files that define the frames only at their end.
 *
 * Nodes are made as stacks come in, parents before their children; node 0 is the root.  Values are
 * kept raw until their unit is known, and are then committed to a column.
 */
#pragma once

#include "cyan-profile-builder.h"
#include "cyan-table.h"

G_BEGIN_DECLS

#define CYAN_FRAME_TREE_NONE    G_MAXUINT32
#define CYAN_FRAME_TREE_COLUMNS 3

typedef struct
{
  guint32 n_nodes; /* the root among them */
  guint32 max_nodes;
  guint32 n_allocated;
  guint32 *parent;
  guint32 *frame;
  guint32 *calls;                          /* saturating */
  double *values[CYAN_FRAME_TREE_COLUMNS]; /* NULL: not used */
  double *raw;                             /* values not yet in a column */
  guint32 *n_raw;                          /* how many of them */
  GArray *touched;                         /* of guint32: nodes with raw values */
  CyanTable table;                         /* nodes by parent and frame */
  CyanCharge charge;
} CyanFrameTree;

/* For a tree that @builder will have: its limits are the builder's. */
void cyan_frame_tree_init (CyanFrameTree *self, CyanProfileBuilder *builder);
void cyan_frame_tree_clear (CyanFrameTree *self);

/* The child of @parent with this frame, added if new; CYAN_FRAME_TREE_NONE with CYAN_ERROR_LIMIT
 * once the limit of nodes or of the budget is reached. */
guint32 cyan_frame_tree_child (CyanFrameTree *self, guint32 parent, guint32 frame, GError **error);

static inline void
cyan_frame_tree_call (CyanFrameTree *self, guint32 node)
{
  if (self->calls[node] < G_MAXUINT32)
    self->calls[node]++;
}

/* Adds a raw @value to @node. */
void cyan_frame_tree_add (CyanFrameTree *self, guint32 node, double value);
/* Whether any node has got more than one value since the last cyan_frame_tree_commit(). */
gboolean cyan_frame_tree_has_repeats (const CyanFrameTree *self);
/* Moves all raw values, times @factor, to a column. */
void cyan_frame_tree_commit (CyanFrameTree *self, guint column, double factor);

G_END_DECLS
