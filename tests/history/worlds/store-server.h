/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A PostgreSQL server of this test program alone: in a new folder, on a unix socket there, run by
 * an ordinary user.  It starts when it is asked for, and ends with the program, however that ends.
 */
#pragma once

#include <glib.h>

/* A URL for @schema, or for none; anybody may be its user.  Caller frees. */
char *server_address (const char *schema);
/* The same for a user of the server who has to know a password. */
char *server_guarded_address (const char *schema);
/* Runs statements in the schema of @address.  Returns the first integer of the last, or -1. */
gint64 server_run (const char *address, const char *sql);
/* Ends all connections at once, as a crash of the server would; it can be connected to again. */
void server_restart (void);
void server_stop (void);
