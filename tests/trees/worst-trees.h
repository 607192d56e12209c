/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pairs of trees made to be slow to match, of any size, for tests and for the bench.
 */
#pragma once

#include "cyan-profile.h"

typedef struct
{
  const char *name;
  /* The name of node @i of @n, of before (side 0) or after, and its parent among those before it;
   * the parent of node 0 is not asked for. */
  guint32 (*node) (guint i, guint n, guint side, guint64 *random, guint32 *parent);
} WorstShape;

/* Ends with one without a name. */
extern const WorstShape worst_shapes[];

/* A tree of @n nodes below the synthetic root, each of weight 1. */
CyanProfile *worst_tree_new (CyanStrings *strings, const WorstShape *shape, guint n, guint side);
