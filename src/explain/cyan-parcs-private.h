/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the list of explanations and the reasons of each share.
 *
 * Private to this layer.
 */
#pragma once

#include "cyan-parcs-causes.h"

G_BEGIN_DECLS

/* The two nodes that a merged node stands for: of what was moved the one it was. */
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

/* Adds a pair, unless it is there already or is the one to read first. */
void cyan_explanation_add_suspect (CyanExplanation *self, guint32 pair);

/* Fills in reason, read, suspects, and who calls it more or less often, from node, sums and calls;
 * the reason of subtrees is one of added, deleted, modified-above and side-effect already. */
void cyan_explanation_find_reason (CyanExplanation *self, const CyanParcs *parcs);

G_END_DECLS
