/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Computes the verdicts of all nodes once, since each needs a search among the estimates, and
 * pictures and reports need many.  Private to this folder.
 */
#pragma once

#include "cyan-comparison.h"

/* Fills self->verdicts; all other fields must be filled already.  FALSE only with
 * CYAN_ERROR_CANCELLED. */
gboolean cyan_verdicts_fill (CyanComparison *self, const CyanTick *tick, GError **error);
