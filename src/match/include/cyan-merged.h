/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The merged tree: two trees laid over each other.
 *
 * Every node of both profiles appears exactly once: a pair of partners as one node, anything else
 * alone.  n_nodes == nodes before + nodes after - pairs.  Preorder, with the invariants of
 * CyanProfile for parent and end; the nodes of one side, in order, with those of the other left
 * out, are that side's tree in its ancestor order (siblings may be regrouped under a wrapper).
 */
#pragma once

#include "cyan-match.h"

G_BEGIN_DECLS

typedef struct
{
  guint n_nodes;
  CyanNode *parent;
  CyanNode *end;
  CyanNode *before; /* node of before, or CYAN_NODE_NONE for an added one */
  CyanNode *after;  /* node of after, or CYAN_NODE_NONE for a removed one */
} CyanMergedTree;

/* Siblings keep the order of before; what was added stands after its left sibling in after. */
CyanMergedTree *cyan_merged_tree_new (const CyanProfile *before,
                                      const CyanProfile *after,
                                      const CyanMatching *matching,
                                      const CyanTick *tick,
                                      GError **error);
void cyan_merged_tree_free (CyanMergedTree *self);

/* Checks the invariants above, and that ancestors on either side stay ancestors. */
gboolean cyan_merged_tree_check (const CyanMergedTree *self,
                                 const CyanProfile *before,
                                 const CyanProfile *after,
                                 GError **error);

/* For tests: "=main(=parse(=lex +scan) -eval ~old>new)"; = matched, ~ renamed, + added,
 * - removed; the synthetic root is left out.  Caller frees. */
char *cyan_merged_tree_to_text (const CyanMergedTree *self,
                                const CyanProfile *before,
                                const CyanProfile *after);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanMergedTree, cyan_merged_tree_free)

G_END_DECLS
