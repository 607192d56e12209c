/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The warnings of the runs of a side, as those of their mean.
 *
 * Private to this layer.
 */
#pragma once

#include "cyan-profile-builder.h"

/* Copies the warnings of @n_runs @runs to @mean.  What several runs say is said once, also where
 * only numbers differ: "each run: only the 8052 to 8119 heaviest contexts were unfolded". */
void cyan_run_notes_copy (CyanProfileBuilder *mean, CyanProfile *const *runs, guint n_runs);
