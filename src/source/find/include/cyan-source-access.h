/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree behind a location, for what searches it: the rooms of this layer and its tests. */
#pragma once

#include "cyan-extents.h"
#include "cyan-source-tree.h"
#include "cyan-source-location.h"

G_BEGIN_DECLS

/* Lets ctags take @timeout_ms for a file instead of CYAN_CTAGS_TIMEOUT_MS.  To be called before
 * the first search. */
void cyan_source_location_set_ctags_timeout (CyanSourceLocation *self, guint timeout_ms);

/* The location's tree for the calling thread alone, until cyan_source_location_release(); NULL with
 * CYAN_ERROR_CANCELLED if that was not worth waiting for. */
CyanSourceTree *
cyan_source_location_acquire (CyanSourceLocation *self, const CyanTick *tick, GError **error);
void cyan_source_location_release (CyanSourceLocation *self);

G_END_DECLS
