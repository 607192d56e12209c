/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What cyan_layout_save() keeps, node by node, so that it can be written to files.
 */
#pragma once

#include "cyan-layout.h"

typedef struct
{
  CyanNode top;
  GArray *below;         /* of CyanNode, ascending: the shown nodes below the top */
  GArray *unfolded;      /* nodes that do not fold until they are folded again */
  GArray *goals;         /* what paths lead to: does not fold until the next opening */
  double fold_threshold; /* own change above which no node folds, 0...1, in parts of the run */
} CyanShownNodes;

/* The top is the root, and nothing is shown below it. */
CyanShownNodes *cyan_shown_nodes_new (void);
/* NULL if @saved is not of cyan_layout_save(). */
CyanShownNodes *cyan_shown_nodes_from_saved (GBytes *saved);
void cyan_shown_nodes_free (CyanShownNodes *self);

/* For cyan_layout_restore() of a layout of @comparison, which has these nodes. */
GBytes *cyan_shown_nodes_to_saved (const CyanShownNodes *self, const CyanComparison *comparison);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanShownNodes, cyan_shown_nodes_free)
