/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by the list of explanations and the search for the reason of each.  Private to this layer.
 */
#pragma once

#include "cyan-parcs-causes.h"

/* The nodes of both profiles that a merged node stands for.  A moved node has both: its own and the
 * one at the other end of the move. */
typedef struct
{
  CyanNode before;
  CyanNode after;
} CyanBoth;

static inline CyanBoth
cyan_parcs_both (const CyanComparison *comparison, CyanNode node)
{
  const CyanMergedTree *tree = comparison->compared.tree;
  CyanBoth both = { tree->before[node], tree->after[node] };
  CyanNode from = both.before == CYAN_NODE_NONE ? cyan_comparison_moved_from (comparison, node)
                                                : CYAN_NODE_NONE;

  if (from != CYAN_NODE_NONE)
    both.before = tree->before[from];
  return both;
}

/* The self values of a node, in the unit of the difference: shares if the units differ. */
void cyan_parcs_self_values (const CyanComparison *comparison, CyanBoth both, double value[2]);

/* Whether a side may have pruned @node, or a context above it, so that it may be another one there; or
 * whether it holds what was pruned. */
gboolean cyan_parcs_may_be_pruned (const CyanCompared *compared, CyanNode node);

/* The caller of @node that makes more or fewer calls though its own calls did not change alike;
 * CYAN_NODE_NONE if there is none, or if calls are not known. */
CyanNode cyan_parcs_find_caller (const CyanComparison *comparison, CyanNode node);

/* Adds a pair to the suspects, unless it is in the list already or is the pair to read first. */
void cyan_explanation_add_suspect (CyanExplanation *self, guint32 pair);

/* Fills in reason, read, suspects and caller from node, sums and calls.  The reason of a subtree
 * must already be one of added, deleted, modified-above and side-effect. */
void cyan_explanation_find_reason (CyanExplanation *self, const CyanParcs *parcs);
