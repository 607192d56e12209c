/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which definition file a store has. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The one that was remembered for @store, or "track.ini" beside it; NULL if neither exists.  Caller
 * frees. */
char *cyan_bisect_definition_of (const char *store);
void cyan_bisect_remember_definition (const char *store, const char *path);

G_END_DECLS
