/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The merged tree of two profiles.
 *
 * Every node of both profiles occurs exactly once: a pair of partners as one node, any other node
 * alone.  n_nodes == nodes before + nodes after - pairs.  Nodes are in preorder, with the
 * invariants of CyanProfile for parent and end.  Without the nodes of the other side, the nodes of
 * one side are that side's tree: ancestors stay ancestors, but siblings may be regrouped under a
 * wrapper.
 */
#pragma once

#include "cyan-match.h"

typedef struct
{
  guint n_nodes;
  CyanNode *parent;
  CyanNode *end;
  CyanNode *before; /* node of before, or CYAN_NODE_NONE if added */
  CyanNode *after;  /* node of after, or CYAN_NODE_NONE if removed */
} CyanMergedTree;

/* Siblings keep the order of before.  An added node follows its left sibling in after.  Free with
 * cyan_merged_tree_free(). */
CyanMergedTree *cyan_merged_tree_new (const CyanProfile *before,
                                      const CyanProfile *after,
                                      const CyanMatching *matching,
                                      const CyanTick *tick,
                                      GError **error);
void cyan_merged_tree_free (CyanMergedTree *self);

/* Checks the invariants above.  FALSE with CYAN_ERROR_INVALID. */
gboolean cyan_merged_tree_check (const CyanMergedTree *self,
                                 const CyanProfile *before,
                                 const CyanProfile *after,
                                 GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanMergedTree, cyan_merged_tree_free)
