/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Verdicts, worked out once a comparison: a frame of the picture and a report ask for those of many
 * nodes, and each takes a search among the estimates.  Private to this layer.
 */
#pragma once

#include "cyan-comparison.h"

G_BEGIN_DECLS

/* Fills self->verdicts; all else is there.  FALSE only with CYAN_ERROR_CANCELLED. */
gboolean cyan_verdicts_fill (CyanComparison *self, const CyanTick *tick, GError **error);

G_END_DECLS
