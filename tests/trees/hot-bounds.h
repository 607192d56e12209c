/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a pruned profile says, against the exact one.  Siblings differ in function or call site. */
#pragma once

#include "cyan-profile.h"

/* Values that were added up in another order differ by this share. */
#define HOT_BOUNDS_ROUNDING 1e-9

/* By node of @profile: the same context of @other, or CYAN_NODE_NONE.  Free with g_free(). */
CyanNode *hot_bounds_contexts (const CyanProfile *profile, const CyanProfile *other);
/* Whether @node has what was pruned. */
gboolean hot_bounds_is_cold (const CyanProfile *profile, CyanNode node);
/* All that @hot says of the contexts of @exact holds. */
void hot_bounds_assert (const CyanProfile *hot, const CyanProfile *exact);
