/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The stacks of a pprof profile as a tree of locations, with a row of values for each stack.
 *
 * In most files the samples come before the tables that they refer to.  Common callers are stored
 * once, so the tree is smaller than the stacks.
 */
#pragma once

#include "cyan-table.h"

typedef struct _CyanPprofFrame CyanPprofFrame;

/* Zero it and call cyan_pprof_stacks_init() before use. */
typedef struct
{
  /* Columns by node.  Node 0 is the root of all stacks; parents come before their children. */
  guint n_nodes, n_allocated, max_nodes;
  guint32 *parent;
  guint32 *location; /* number of the location */
  guint32 *row;      /* number of the row + 1; 0: none */

  guint width;  /* values in a row, as many as in the first sample */
  GArray *rows; /* of gint64 */
  guint n_rows;
  gboolean saturated; /* a sum did not fit in 64 bits */

  CyanTable table; /* nodes by path */
  guint64 *hash_a; /* hash of each node's path: 96 bits in two columns */
  guint32 *hash_b;
  guint64 keys[4];

  /* The last stack, root first. */
  CyanPprofFrame *path;
  guint path_length, path_allocated;
} CyanPprofStacks;

void cyan_pprof_stacks_init (CyanPprofStacks *self, guint max_nodes);
void cyan_pprof_stacks_clear (CyanPprofStacks *self);

/* Begins a stack.  It shares the first @common locations, from the root, with the previous stack;
 * its other @n locations are given leaf first.  Do other work before cyan_pprof_stacks_end(),
 * because this call prefetches. */
void
cyan_pprof_stacks_begin (CyanPprofStacks *self, guint common, const guint32 *locations, guint n);
/* The node of the stack that was begun; G_MAXUINT32 if there are too many nodes. */
guint32 cyan_pprof_stacks_end (CyanPprofStacks *self);
/* Adds @width values to the row of @node. */
void cyan_pprof_stacks_add_values (CyanPprofStacks *self, guint32 node, const guint64 *values);
/* Allocated bytes, including growth that is about to happen. */
guint64 cyan_pprof_stacks_memory (const CyanPprofStacks *self);
/* Frees what only adding stacks needs. */
void cyan_pprof_stacks_close (CyanPprofStacks *self);

/* The values of @node, or NULL if no sample ended there. */
static inline const gint64 *
cyan_pprof_stacks_values (const CyanPprofStacks *self, guint32 node)
{
  return self->row[node] == 0
             ? NULL
             : &g_array_index (self->rows, gint64, (gsize) (self->row[node] - 1) * self->width);
}
