/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The store that comes with the program, and the repository of what it has measured.
 */
#pragma once

#include <glib.h>

/* Where the store is after cyan_history_demo_unpack(): in the user's cache.  Caller frees. */
char *cyan_history_demo_path (void);

/* Writes the store and the repository into the cache, unless they are there.  Slow. */
gboolean cyan_history_demo_unpack (GError **error);
