/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether an SQLite file is a store of ours.
 *
 * Anybody may have made the file.  Its triggers and views could run when we touch its tables, so a
 * file with a schema other than ours is refused.
 */
#include "cyan-store-sqlite-private.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-store-private.h"

/* How SQLite ends what it says of a page that it could not read. */
#define CODE "error code="

gboolean
cyan_sqlite_fail (sqlite3 *db, const char *name, int code, GError **error)
{
  int number = sqlite3_system_errno (db);

  switch (code & 0xff)
    {
    case SQLITE_NOTADB:
      return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: not an SQLite file"), name);
    case SQLITE_CORRUPT:
      return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: damaged: %s"), name,
                        sqlite3_errmsg (db));
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return cyan_fail (error, CYAN_ERROR_LOCKED, _ ("%s: another program has locked it"), name);
    case SQLITE_FULL:
      return cyan_fail (error, CYAN_ERROR_IO, _ ("%s: the disk is full"), name);
    case SQLITE_READONLY:
      return cyan_fail (error, CYAN_ERROR_IO, "%s: %s", name, g_strerror (EACCES));
    case SQLITE_TOOBIG:
      return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: a text or a profile is too large"), name);
    case SQLITE_CONSTRAINT:
      return cyan_fail (error, CYAN_ERROR_INVALID, "%s: %s", name, sqlite3_errmsg (db));
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
      if (number != 0)
        return cyan_fail (error, CYAN_ERROR_IO, "%s: %s", name, g_strerror (number));
      return cyan_fail (error, CYAN_ERROR_IO, "%s: %s", name, sqlite3_errmsg (db));
    default:
      return cyan_fail (error, CYAN_ERROR_IO, "%s: %s", name, sqlite3_errmsg (db));
    }
}

gboolean
cyan_sqlite_fail_check (const char *name, const char *problem, GError **error)
{
  /* The first line is the name of the database in SQLite. */
  const char *line = g_str_has_prefix (problem, "*** in database") ? strchr (problem, '\n') : NULL;
  const char *number = strstr (problem, CODE);
  int code = number != NULL ? atoi (number + strlen (CODE)) : SQLITE_CORRUPT;

  if ((code & 0xff) != SQLITE_CORRUPT)
    return cyan_fail (error, CYAN_ERROR_IO, "%s: %s", name, sqlite3_errstr (code));
  return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: damaged: %s"), name,
                    line != NULL ? line + 1 : problem);
}

gboolean
cyan_sqlite_exec (sqlite3 *db,
                  const char *name,
                  const char *sql,
                  CyanSqliteRow row,
                  gpointer data,
                  GError **error)
{
  int code = sqlite3_exec (db, sql, row, data, NULL);

  return code == SQLITE_OK || code == SQLITE_ABORT || cyan_sqlite_fail (db, name, code, error);
}

static int
take_number (void *data, int n_columns, char **columns, char **names)
{
  gint64 *value = data;

  *value = columns[0] != NULL ? g_ascii_strtoll (columns[0], NULL, 10) : 0;
  return 0;
}

/* The integer that @sql returns; 0 if there is none. */
static gboolean
get_integer (sqlite3 *db, const char *name, const char *sql, gint64 *value, GError **error)
{
  *value = 0;
  return cyan_sqlite_exec (db, name, sql, take_number, value, error);
}

gboolean
cyan_sqlite_is_empty (sqlite3 *db, const char *name, gboolean *is_empty, GError **error)
{
  gint64 application, tables;

  if (!get_integer (db, name, "PRAGMA application_id", &application, error)
      || !get_integer (db, name, "SELECT count(*) FROM sqlite_schema", &tables, error))
    return FALSE;
  *is_empty = application == 0 && tables == 0;
  return TRUE;
}

/* ---- whole ---- */

/* SQLite reads zeros where a part of the last page is missing.  While there is a log, pages may
 * still have to come from it. */
static gboolean
check_size (sqlite3 *db, const char *name, GError **error)
{
  sqlite3_file *file = NULL;
  sqlite3_int64 size;
  GStatBuf status;
  g_autofree char *log = g_strconcat (sqlite3_db_filename (db, "main"), "-wal", NULL);
  gint64 page_size, n_pages;

  if (g_stat (log, &status) == 0 && status.st_size > 0)
    return TRUE;
  if (!get_integer (db, name, "PRAGMA page_size", &page_size, error)
      || !get_integer (db, name, "PRAGMA page_count", &n_pages, error))
    return FALSE;
  if (sqlite3_file_control (db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK
      || file == NULL || file->pMethods->xFileSize (file, &size) != SQLITE_OK)
    return cyan_fail (error, CYAN_ERROR_IO, _ ("%s: its size cannot be read"), name);
  if (size < page_size * n_pages)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: damaged: its end is missing"), name);
  return TRUE;
}

static int
take_line (void *data, int n_columns, char **columns, char **names)
{
  char **line = data;

  g_free (*line);
  *line = g_strdup (columns[0]);
  return 1;
}

static gboolean
check_pages (sqlite3 *db, const char *name, GError **error)
{
  g_autofree char *line = NULL;

  if (!cyan_sqlite_exec (db, name, "PRAGMA quick_check(1)", take_line, &line, error))
    return FALSE;
  return g_strcmp0 (line, "ok") == 0
         || cyan_sqlite_fail_check (name, line != NULL ? line : "?", error);
}

/* ---- ours ---- */

static int
take_object (void *data, int n_columns, char **columns, char **names)
{
  GPtrArray *objects = data;

  /* Only indices that SQLite makes itself have no text. */
  g_ptr_array_add (objects, g_strdup_printf ("%s \"%s\"", columns[0], columns[1]));
  g_ptr_array_add (objects, g_strdup (columns[2]));
  return 0;
}

/* Pairs of a name and the text of all objects of @db. */
static gboolean
list_objects (sqlite3 *db, const char *name, GPtrArray *objects, GError **error)
{
  return cyan_sqlite_exec (
      db, name, "SELECT type, name, coalesce(sql, '') FROM sqlite_schema ORDER BY type, name",
      take_object, objects, error);
}

/* The same for a new store. */
static gboolean
list_our_objects (const char *name, GPtrArray *objects, GError **error)
{
  g_autofree char *text = cyan_store_schema (CYAN_DIALECT_SQLITE);
  sqlite3 *model = NULL;
  gboolean ok = sqlite3_open (":memory:", &model) == SQLITE_OK
                && cyan_sqlite_exec (model, name, text, NULL, NULL, error)
                && list_objects (model, name, objects, error);

  sqlite3_close (model);
  return ok;
}

static gboolean
check_schema (sqlite3 *db, const char *name, GError **error)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) ours = g_ptr_array_new_with_free_func (g_free);
  gboolean ok = list_our_objects (name, ours, error) && list_objects (db, name, found, error);

  for (guint i = 0; ok && i < MAX (found->len, ours->len); i += 2)
    {
      const char *missing = i < ours->len ? ours->pdata[i] : NULL;
      const char *object = i < found->len ? found->pdata[i] : NULL;

      if (object != NULL && missing != NULL && strcmp (object, missing) == 0)
        {
          if (strcmp (found->pdata[i + 1], ours->pdata[i + 1]) != 0)
            ok = cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: %s is not that of a store"), name,
                            object);
        }
      else if (object != NULL && (missing == NULL || strcmp (object, missing) < 0))
        ok = cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: %s does not belong to a store"), name,
                        object);
      else
        ok = cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: %s is missing"), name, missing);
    }
  return ok;
}

/* A newer store may have more tables, but nothing that runs. */
static gboolean
check_newer (sqlite3 *db, const char *name, gint64 version, gboolean writes, GError **error)
{
  gint64 n_foreign, needed = 0;

  if (!get_integer (db, name,
                    "SELECT count(*) FROM sqlite_schema WHERE type NOT IN ('table', 'index')",
                    &n_foreign, error))
    return FALSE;
  if (n_foreign > 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: it has triggers or views"), name);
  if (!get_integer (db, name,
                    writes ? "SELECT value FROM meta WHERE key = 'min_writer'"
                           : "SELECT value FROM meta WHERE key = 'min_reader'",
                    &needed, error))
    return FALSE;
  if (needed >= 1 && needed <= CYAN_STORE_SCHEMA)
    return TRUE;
  return cyan_fail (
      error, CYAN_ERROR_UNSUPPORTED,
      writes ? _ ("%s: a store of version %d; this program writes stores up to version %d")
             : _ ("%s: a store of version %d; this program reads stores up to version %d"),
      name, (int) version, CYAN_STORE_SCHEMA);
}

gboolean
cyan_sqlite_check_file (sqlite3 *db, const char *name, gboolean writes, GError **error)
{
  gint64 application, version, page_size, n_pages;

  if (!get_integer (db, name, "PRAGMA application_id", &application, error)
      || !get_integer (db, name, "PRAGMA user_version", &version, error)
      || !get_integer (db, name, "PRAGMA page_size", &page_size, error)
      || !get_integer (db, name, "PRAGMA page_count", &n_pages, error))
    return FALSE;
  if (application != CYAN_SQLITE_APPLICATION)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: not a store of Cyanotype"), name);
  if (version < 1)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: damaged: it has no version"), name);
  if (version > CYAN_STORE_SCHEMA ? !check_newer (db, name, version, writes, error)
                                  : !check_schema (db, name, error))
    return FALSE;
  return check_size (db, name, error)
         && (page_size * n_pages > CYAN_STORE_CHECK_MAX || check_pages (db, name, error));
}

/* A view, or a table that computes its columns, may have the name of one of ours. */
gboolean
cyan_sqlite_list_tables (sqlite3 *db, const char *name, GHashTable **tables, GError **error)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) ours = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) texts = g_hash_table_new (g_str_hash, g_str_equal);
  gint64 version;

  if (!get_integer (db, name, "PRAGMA user_version", &version, error))
    return FALSE;
  if (version > CYAN_STORE_SCHEMA)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      _ ("%s: a store of version %d; this program reads stores up to version %d"),
                      name, (int) version, CYAN_STORE_SCHEMA);
  if (!list_our_objects (name, ours, error) || !list_objects (db, name, found, error))
    return FALSE;
  for (guint i = 0; i < ours->len; i += 2)
    g_hash_table_insert (texts, ours->pdata[i], ours->pdata[i + 1]);
  *tables = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < found->len; i += 2)
    if (g_strcmp0 (g_hash_table_lookup (texts, found->pdata[i]), found->pdata[i + 1]) == 0)
      g_hash_table_add (*tables, g_strdup (found->pdata[i]));
  if (g_hash_table_size (*tables) > 0)
    return TRUE;
  g_clear_pointer (tables, g_hash_table_unref);
  return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: not a store of Cyanotype"), name);
}
