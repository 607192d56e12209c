/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pairs of trees that are slow to match, of any size, for tests and for the bench.
 */
#pragma once

#include "cyan-profile.h"

typedef struct
{
  const char *name;
  /* The name of node @i of @n, for before (side 0) or after, and its parent among the nodes before
   * it.  The parent of node 0 is not used. */
  guint32 (*node) (guint i, guint n, guint side, guint64 *random, guint32 *parent);
} WorstShape;

/* Terminated by an element without a name. */
extern const WorstShape worst_shapes[];

/* A tree of @n nodes below the synthetic root, each with weight 1. */
CyanProfile *worst_tree_new (CyanStrings *strings, const WorstShape *shape, guint n, guint side);
