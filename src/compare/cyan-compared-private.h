/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values and nodes that pruning and sampling may have hidden, and contexts that became one.
 * Private to this layer. */
#pragma once

#include "cyan-compared.h"
#include "cyan-match.h"

/* Takes apart the pairs of @matching, of these profiles, of what was pruned with something else: it
 * is no function, so none was renamed to it. */
void
cyan_missing_unpair (CyanMatching *matching, const CyanProfile *before, const CyanProfile *after);

/* Fills self->missing and the sides' cold functions; tree and labels must be there. */
void cyan_missing_fill (CyanCompared *self);

/* Marks in @unseen, by node, the one-sided nodes of which the other side may have pruned so much
 * that the change is below @threshold, those below them, and those that hold what was pruned.
 * Fills self->below_unseen. */
void cyan_missing_mark_unseen (CyanCompared *self, double threshold, guint8 *unseen);

/* Fills self->joins and self->uncertain from @matching; the tree must be there. */
void cyan_compared_take_doubts (CyanCompared *self, const CyanMatching *matching);

/* Whether calls are known, or there are none. */
static inline gboolean
cyan_compared_knows_calls (const CyanProfile *profile)
{
  return cyan_profile_has_calls (profile) || profile->n_nodes == 1;
}

/* ln of the chance that the other side missed one unit of the total of @side; 0 if it is not known
 * or not sampled. */
double cyan_unseen_log_miss (const CyanCompared *compared, guint side);
