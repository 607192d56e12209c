/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What only this folder and its tests may do with a location. */
#pragma once

#include "cyan-source.h"

G_BEGIN_DECLS

/* Lets ctags take @timeout_ms for a file instead of CYAN_CTAGS_TIMEOUT_MS.  To be called before
 * the first search. */
void cyan_source_location_set_ctags_timeout (CyanSourceLocation *self, guint timeout_ms);

G_END_DECLS
