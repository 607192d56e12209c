/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What chance may explain, with one run a side.
 *
 * Samples are counted, so that a node's self value scatters by the square root of its samples, and
 * a node with few samples may have none in the other run.  Exact recordings have no such noise.
 * Private to this layer.
 */
#pragma once

#include "cyan-comparison.h"

G_BEGIN_DECLS

/* Standard deviations of sampling noise that a change of self value has to exceed. */
#define CYAN_NOISE_Z 2.0

/* The weight of one sample of a metric; 0 if @profile is not sampled.  Where the recording does
 * not say, the lowest decile of the positive self values: in a sampled tree so many nodes were hit
 * once. */
double cyan_noise_period (const CyanProfile *profile, guint metric);

/* After's self value less before's, in the unit of differences (the metric's; shares where units
 * differ); an absent node has 0.  @variance gets the square of its sampling noise. */
double cyan_noise_self_difference (const CyanComparison *self, CyanNode node, double *variance);

/* How much a node itself changed in @direction beyond CYAN_NOISE_Z of its noise; at least 0. */
double cyan_noise_gain (const CyanComparison *self, CyanNode node, CyanDirection direction);

/* Fills not_seen; see docs/blueprint.md, "Not seen is not removed". */
void cyan_noise_mark_not_seen (CyanComparison *self);

G_END_DECLS
