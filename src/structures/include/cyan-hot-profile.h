/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles that are there already: pruned like a hot tree at its end, and put together. */
#pragma once

#include "cyan-profile-builder.h"

/* The same profile with only the contexts that can have at least @phi, 0...1, of metric 0.  What the
 * others had becomes a child of their caller that is named CYAN_COLD_NAME, so that all totals stay.
 * The memory is charged to @budget (or NULL) while it works.  Fails with CYAN_ERROR_INVALID if a value
 * is below 0, and with CYAN_ERROR_CANCELLED if @tick stops the work. */
CyanProfile *cyan_hot_profile_new (const CyanProfile *profile,
                                   double phi,
                                   CyanBudget *budget,
                                   const CyanTick *tick,
                                   GError **error);

/* What @n_parts profiles, at least 1, have together: threads, processes or hosts of one run.  Contexts
 * with equal paths are one, and values and calls add up.  It has the metrics that all parts have, in
 * the order of the first.  What may be missing adds up, too: a part without a context may have had as
 * much of it as its floor.  @names, for messages, are those of the parts.  Fails with
 * CYAN_ERROR_MISMATCH if a metric has several units, if no metric is in all parts, if only some of the
 * parts are sampled, or if a part that was pruned was pruned by another metric. */
CyanProfile *cyan_profiles_merge (const CyanProfile *const *parts,
                                  const char *const *names,
                                  guint n_parts,
                                  guint max_nodes,
                                  CyanBudget *budget,
                                  const CyanTick *tick,
                                  GError **error);
