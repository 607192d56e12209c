/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same tests for all databases that a store can be in. */
#pragma once

#include <glib.h>

/* Adds a test that runs once for each database: PATH/sqlite, PATH/postgresql. */
void store_add_test (const char *path, void (*test) (void));

/* Where the running test can make a store: a path or a URL.  It is the same for the same name. 
 * Caller frees. */
char *store_address (const char *name);
/* Whether the running test has SQLite. */
gboolean store_is_file (void);
/* Runs statements as another program would.  Returns the first integer of the last, or -1. */
gint64 store_run (const char *address, const char *sql);
