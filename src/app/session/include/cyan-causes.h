/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where to start, and why nodes changed: what `cyan explain` says, by node.
 *
 * Immutable; made in a thread, read in the main loop.
 */
#pragma once

#include "cyan-parcs-causes.h"
#include "cyan-ranking.h"
#include "cyan-source-table.h"

typedef struct
{
  CyanSourceSnapshot *known; /* what the explanations are based on */
  CyanParcs *parcs;
  CyanExplanations *explanations;
  CyanRanking *ranking;
  GPtrArray
      *hot_paths; /* of CyanHotPath, in the direction of the comparison, the first to the start */
} CyanCauses;

/* References @comparison and @known.  NULL only with CYAN_ERROR_CANCELLED. */
CyanCauses *cyan_causes_new (CyanComparison *comparison,
                             CyanSourceSnapshot *known,
                             const CyanTick *tick,
                             GError **error);
void cyan_causes_free (CyanCauses *self);

/* The explanation of the change of @node itself; NULL if it did not change by more than noise. */
const CyanExplanation *cyan_causes_of (const CyanCauses *self, CyanNode node);

/* The function of @node as it is ranked; NULL if it explains nothing. */
const CyanStart *
cyan_start_of (const CyanRanking *ranking, const CyanComparison *comparison, CyanNode node);

/* The node of @pair to show for @node: the nearest caller, else one that it calls, else the first
 * of all. */
CyanNode cyan_causes_nearest (const CyanCauses *self, CyanNode node, guint32 pair);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanCauses, cyan_causes_free)
