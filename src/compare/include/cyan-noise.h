/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What chance may explain.
 *
 * With several runs a side, what differs from run to run; with one sampled run a side, the dice of
 * sampling.  One exact run says nothing of noise.  Private to this layer.
 */
#pragma once

#include "cyan-comparison.h"

G_BEGIN_DECLS

/* The weight of one sample of a metric; 0 if @profile is not sampled.  Where the recording does
 * not say, the lowest decile of the positive self values, as in a sampled tree so many nodes were
 * hit once; twice that if samples weigh differently; 1 if the unit is samples and that is below 20.
 * A format that knows the weights w of its samples records sum (w squared) / sum (w). */
double cyan_noise_period (const CyanProfile *profile, guint metric);

/* Fills noise and the estimates; the merged tree, totals, pairs, functions and periods are there.
 * FALSE only with CYAN_ERROR_CANCELLED. */
gboolean cyan_noise_measure (CyanComparison *self,
                             const CyanRuns *before,
                             const CyanRuns *after,
                             const CyanTick *tick,
                             GError **error);

/* After's self value less before's, in the unit of differences (the metric's; shares where units
 * differ); an absent node has 0. */
double cyan_noise_self_difference (const CyanComparison *self, CyanNode node);

/* How much a node itself changed in @direction; 0 where noise may explain it, or where it is too
 * small for a test though noise is known.  One end of a move is compared with the other: what came
 * along unchanged is no change, what got slower counts at the added end, and what got faster at the
 * removed one.  At least 0. */
double cyan_noise_gain (const CyanComparison *self, CyanNode node, CyanDirection direction);

/* How much the total of a node, all below it included, changed in @direction if that is more than
 * noise; 0 if it is not, or if noise is unknown.  Where a change is spread so thinly below a node
 * that no single one of those is significant, this is what is left of it.  At least 0. */
double cyan_noise_total_gain (const CyanComparison *self, CyanNode node, CyanDirection direction);

/* Whether the own values of a function, summed over its contexts, changed by more than noise; TRUE
 * if noise is unknown. */
gboolean cyan_noise_function_changed (const CyanComparison *self, guint32 function);

/* Fills not_seen; see docs/blueprint.md, "Not seen is not removed". */
void cyan_noise_mark_not_seen (CyanComparison *self, const CyanRuns *before, const CyanRuns *after);

G_END_DECLS
