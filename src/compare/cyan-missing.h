/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a pruned tree (cyan-hot-tree.h) may lack, as intervals of a comparison.
 *
 * Private to this folder.
 */
#pragma once

#include "cyan-compared.h"
#include "cyan-match.h"
#include "cyan-profile-builder.h"

G_BEGIN_DECLS

/* Takes apart the pairs of @matching, of these profiles, of what was pruned with something else: it is
 * no function, so none was renamed to it. */
void
cyan_missing_unpair (CyanMatching *matching, const CyanProfile *before, const CyanProfile *after);

/* Fills self->missing and the sides' cold functions; tree and labels must be there. */
void cyan_missing_fill (CyanCompared *self);

/* Marks in @unseen, by node, the one-sided nodes of which the other side may have pruned so much that
 * the change is below @threshold, those below them, and those that hold what was pruned.  Fills
 * self->below_unseen. */
void cyan_missing_mark_unseen (CyanCompared *self, double threshold, guint8 *unseen);

/* Sets what is missing of the mean of @n_runs @runs in @builder.  @sums has by node of the builder the
 * sum over the runs that have the node of what they lack, each less its floor.  If not @is_bounded,
 * metric 0 of the mean is not that of each run, so that nothing is known. */
void cyan_missing_set_mean (CyanProfileBuilder *builder,
                            CyanProfile *const *runs,
                            guint n_runs,
                            const GArray *sums,
                            gboolean is_bounded);

G_END_DECLS
