/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Access to the tree of a location, for the searches in this layer and for tests. */
#pragma once

#include "cyan-extents.h"
#include "cyan-source-tree.h"
#include "cyan-source-location.h"

/* Sets the time limit of ctags for a file, instead of CYAN_CTAGS_TIMEOUT_MS.  Call it before the
 * first search. */
void cyan_source_location_set_ctags_timeout (CyanSourceLocation *self, guint timeout_ms);

/* Gives the calling thread exclusive access to the location's tree until
 * cyan_source_location_release().  NULL with CYAN_ERROR_CANCELLED if cancelled while waiting. */
CyanSourceTree *
cyan_source_location_acquire (CyanSourceLocation *self, const CyanTick *tick, GError **error);
void cyan_source_location_release (CyanSourceLocation *self);
