/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The weight of one sample. */
#pragma once

#include "cyan-profile.h"

/* Whether values of this unit may count samples: it is samples, or unknown. */
gboolean cyan_may_be_samples (const char *unit);

/* The weight of one sample of a metric, in its unit; 0 if @profile is not sampled.  If the profile
 * does not give it, it is the lowest decile of the positive self values, since many nodes of a
 * sampled tree were hit once; twice that if samples have different weights; and 1 if the values
 * may be samples and the decile is below 20.  A format that knows the weights w of its samples
 * records sum (w squared) / sum (w). */
double cyan_sample_period (const CyanProfile *profile, guint metric);
