/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Older stores become new ones, step by step.
 *
 * The store is copied first.  Each step is a transaction, so whoever is killed leaves a store of some
 * version, from which the next program goes on.
 */
#include "cyan-store-sqlite-private.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-store-schema.h"

static int
take_number (void *data, int n_columns, char **columns, char **names)
{
  *(gint64 *) data = g_ascii_strtoll (columns[0], NULL, 10);
  return 0;
}

static gboolean
get_version (sqlite3 *db, const char *name, gint64 *version, GError **error)
{
  return cyan_sqlite_exec (db, name, "PRAGMA user_version", take_number, version, error);
}

/* Copies the store to its name with ".v" and its version at the end, unless another program, which
 * has made its own copy, is faster. */
static gboolean
copy_store (sqlite3 *db, const char *name, gint64 version, GError **error)
{
  g_autofree char *copy =
      g_strdup_printf ("%s.v%d", sqlite3_db_filename (db, "main"), (int) version);
  g_autofree char *part = g_strdup_printf ("%s.%d.part", copy, (int) getpid ());
  char *sql = sqlite3_mprintf ("VACUUM INTO %Q", part);
  gint64 found = 0;
  gboolean ok;

  g_unlink (part);
  ok = cyan_sqlite_exec (db, name, sql, NULL, NULL, error) && get_version (db, name, &found, error);
  if (found == version && g_rename (part, copy) != 0)
    ok = cyan_fail (error, CYAN_ERROR_IO, "%s: %s", copy, g_strerror (errno));
  g_unlink (part);
  sqlite3_free (sql);
  return ok;
}

/* Does nothing if another program has taken the step meanwhile. */
static gboolean
take_step (sqlite3 *db, const char *name, const char *step, gint64 version, GError **error)
{
  g_autofree char *text = cyan_store_step (CYAN_DIALECT_SQLITE, step, version);
  g_autofree char *sql = g_strdup_printf ("%sPRAGMA user_version = %d", text, (int) version);
  gint64 found;
  gboolean ok;

  if (!cyan_sqlite_exec (db, name, "BEGIN IMMEDIATE", NULL, NULL, error))
    return FALSE;
  ok = get_version (db, name, &found, error)
       && (found >= version || cyan_sqlite_exec (db, name, sql, NULL, NULL, error))
       && cyan_sqlite_exec (db, name, "COMMIT", NULL, NULL, error);
  if (!ok && !sqlite3_get_autocommit (db))
    sqlite3_exec (db, "ROLLBACK", NULL, NULL, NULL);
  return ok;
}

gboolean
cyan_sqlite_upgrade (sqlite3 *db, const char *name, const char *const *steps, GError **error)
{
  gint64 version, newest = 1 + g_strv_length ((char **) steps);

  if (!get_version (db, name, &version, error))
    return FALSE;
  /* Another program may have changed it since it was checked. */
  if (version < 1)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: damaged: it has no version"), name);
  if (version < newest && !copy_store (db, name, version, error))
    return FALSE;
  for (; version < newest; version++)
    if (!take_step (db, name, steps[version - 1], version + 1, error))
      return FALSE;
  return TRUE;
}
