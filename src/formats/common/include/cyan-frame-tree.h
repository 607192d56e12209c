/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A tree of numbered frames, for files that define the frames only at their end.
 *
 * Nodes are added as stacks are read, parents before their children; node 0 is the root.  Values
 * stay raw until their unit is known and are then committed to a column.
 */
#pragma once

#include "cyan-input.h"
#include "cyan-profile-builder.h"
#include "cyan-scratch.h"
#include "cyan-table.h"

#define CYAN_FRAME_TREE_NONE    G_MAXUINT32
#define CYAN_FRAME_TREE_COLUMNS 4

typedef struct
{
  guint32 n_nodes; /* including the root */
  guint32 max_nodes;
  guint32 n_allocated;
  guint32 *parent;
  guint32 *frame;
  guint32 *calls;                          /* saturating */
  double *values[CYAN_FRAME_TREE_COLUMNS]; /* NULL: not used */
  double *raw;                             /* values not yet in a column */
  guint32 *n_raw;                          /* number of raw values */
  GArray *touched;                         /* of guint32: nodes with raw values */
  CyanTable table;                         /* nodes by parent and frame */
  CyanCharge charge;
} CyanFrameTree;

/* Prepares a tree that @builder will receive, and that lives as long as @scratch.  It has the
 * builder's limits. */
void cyan_frame_tree_init (CyanFrameTree *self, CyanScratch *scratch, CyanProfileBuilder *builder);

/* The child of @parent with @frame, added if new.  Returns CYAN_FRAME_TREE_NONE with
 * CYAN_ERROR_LIMIT when the limit of nodes or of the budget is reached. */
guint32 cyan_frame_tree_child (CyanFrameTree *self, guint32 parent, guint32 frame, GError **error);

static inline void
cyan_frame_tree_call (CyanFrameTree *self, guint32 node)
{
  if (self->calls[node] < G_MAXUINT32)
    self->calls[node]++;
}

/* Adds a raw @value to @node. */
void cyan_frame_tree_add (CyanFrameTree *self, guint32 node, double value);
/* Whether any node got more than one value since the last cyan_frame_tree_commit(). */
gboolean cyan_frame_tree_has_repeats (const CyanFrameTree *self);
/* Moves all raw values, multiplied by @factor, to @column. */
void cyan_frame_tree_commit (CyanFrameTree *self, guint column, double factor);

/* Adds the nodes to @builder; @functions are by frame.  Returns those of the builder by node, which
 * the caller frees; NULL with @error. */
CyanNode *cyan_frame_tree_build (const CyanFrameTree *self,
                                 CyanProfileBuilder *builder,
                                 const guint32 *functions,
                                 CyanInput *input,
                                 GError **error);
/* Adds the values of each column that is used to its metric, at the nodes of the builder. */
void cyan_frame_tree_add_columns (const CyanFrameTree *self,
                                  CyanProfileBuilder *builder,
                                  const CyanNode *nodes,
                                  const guint *metrics);
