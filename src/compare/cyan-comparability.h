/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether two recordings can be compared at all, in words.
 *
 * Private to this layer.
 */
#pragma once

#include "cyan-comparison.h"

G_BEGIN_DECLS

/* Fills warnings: what the recordings say of themselves, with their side in front, and what makes
 * them hard to compare.  @n_common is the number of functions that both have. */
void cyan_comparability_warn (CyanComparison *self, guint n_common);

G_END_DECLS
