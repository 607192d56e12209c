/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the SQLite driver. */
#pragma once

#include <sqlite3.h>

#include "cyan-store-private.h"

/* "Cyan", in the header of the file. */
#define CYAN_SQLITE_APPLICATION 0x4379616e

/* Runs statements without parameters; rows are dropped.  @name is that of the store. */
gboolean cyan_sqlite_exec (sqlite3 *db, const char *name, const char *sql, GError **error);
/* Fails for @code, the result of a call for @db. */
gboolean cyan_sqlite_fail (sqlite3 *db, const char *name, int code, GError **error);
/* Fails for @problem, a row of a check that is not "ok": with CYAN_ERROR_INVALID if the file is
 * damaged, with CYAN_ERROR_IO if it could not be read. */
gboolean cyan_sqlite_fail_check (const char *name, const char *problem, GError **error);

/* Whether the file contains nothing at all. */
gboolean cyan_sqlite_is_empty (CyanStore *store, gboolean *is_empty, GError **error);
/* Whether @store, in @db, is a whole store of ours, with nothing in it but our tables, of a version that we can
 * read, or write if @writes. */
gboolean cyan_sqlite_check_file (CyanStore *store, sqlite3 *db, gboolean writes, GError **error);

/* The tables and indices of @store that are those of a store, by their names: "table \"run\"".  Fails
 * if there are none. */
gboolean cyan_sqlite_list_tables (CyanStore *store, GHashTable **tables, GError **error);
