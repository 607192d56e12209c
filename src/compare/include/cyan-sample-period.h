/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one sample weighs. */
#pragma once

#include "cyan-profile.h"

G_BEGIN_DECLS

/* The weight of one sample of a metric; 0 if @profile is not sampled.  Where the recording does
 * not say, the lowest decile of the positive self values, as in a sampled tree so many nodes were
 * hit once; twice that if samples weigh differently; 1 if the unit is samples and that is below 20.
 * A format that knows the weights w of its samples records sum (w squared) / sum (w). */
double cyan_sample_period (const CyanProfile *profile, guint metric);

G_END_DECLS
