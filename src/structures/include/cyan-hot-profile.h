/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles that are there already, pruned like a hot tree at its end. */
#pragma once

#include "cyan-profile-builder.h"

/* The same profile with only the contexts that can have at least @phi, 0...1, of metric 0.  What
 * the others had becomes a child of their caller that is named CYAN_COLD_NAME, so that all totals
 * stay. The memory is charged to @budget (or NULL) while it works.  Fails with CYAN_ERROR_INVALID
 * if a value is below 0, and with CYAN_ERROR_CANCELLED if @tick stops the work. */
CyanProfile *cyan_hot_profile_new (const CyanProfile *profile,
                                   double phi,
                                   CyanBudget *budget,
                                   const CyanTick *tick,
                                   GError **error);
