/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What pruned trees (cyan-hot-tree.h) may lack, over several runs.
 *
 * Private to this folder.
 */
#pragma once

#include "cyan-profile-builder.h"

/* Sets what is missing of the mean of @n_runs @runs in @builder.  @sums has by node of the builder the
 * sum over the runs that have the node of what they lack, each less its floor.  If not @is_bounded,
 * metric 0 of the mean is not that of each run, so that nothing is known. */
void cyan_missing_set_mean (CyanProfileBuilder *builder,
                            CyanProfile *const *runs,
                            guint n_runs,
                            const GArray *sums,
                            gboolean is_bounded);
