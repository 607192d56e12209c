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
      return cyan_fail (error, CYAN_ERROR_TEMPORARY, _ ("%s: another program has locked it"), name);
    case SQLITE_FULL:
      return cyan_fail (error, CYAN_ERROR_TEMPORARY, _ ("%s: the disk is full"), name);
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
cyan_sqlite_exec (sqlite3 *db, const char *name, const char *sql, GError **error)
{
  int code = sqlite3_exec (db, sql, NULL, NULL, NULL);

  return code == SQLITE_OK || cyan_sqlite_fail (db, name, code, error);
}

/* The integer that @sql returns; 0 if there is none. */
static gboolean
get_integer (CyanStore *store, const char *sql, gint64 *value, GError **error)
{
  gboolean found;

  *value = 0;
  return cyan_store_query_integer (store, sql, NULL, 0, value, &found, error);
}

gboolean
cyan_sqlite_is_empty (CyanStore *store, gboolean *is_empty, GError **error)
{
  gint64 application, tables;

  if (!get_integer (store, "PRAGMA application_id", &application, error)
      || !get_integer (store, "SELECT count(*) FROM sqlite_schema", &tables, error))
    return FALSE;
  *is_empty = application == 0 && tables == 0;
  return TRUE;
}

/* ---- whole ---- */

static gboolean
has_log (sqlite3 *db)
{
  g_autofree char *log = g_strconcat (sqlite3_db_filename (db, "main"), "-wal", NULL);
  GStatBuf status;

  return g_stat (log, &status) == 0 && status.st_size > 0;
}

/* *@is_whole: the file has @bytes. */
static gboolean
has_bytes (CyanStore *store, sqlite3 *db, gint64 bytes, gboolean *is_whole, GError **error)
{
  sqlite3_file *file = NULL;
  sqlite3_int64 size;

  if (sqlite3_file_control (db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK
      || file == NULL || file->pMethods->xFileSize (file, &size) != SQLITE_OK)
    return cyan_fail (error, CYAN_ERROR_IO, _ ("%s: its size cannot be read"), store->name);
  *is_whole = size >= bytes;
  return TRUE;
}

/* SQLite reads zeros where a part of the last page is missing.  While there is a log, pages may
 * still have to come from it.  Another program may write it, or empty it into the file, between
 * two questions. */
static gboolean
check_size (CyanStore *store, sqlite3 *db, GError **error)
{
  gint64 page_size, n_pages;
  gboolean is_whole = FALSE;

  if (has_log (db))
    return TRUE;
  if (!get_integer (store, "PRAGMA page_size", &page_size, error)
      || !get_integer (store, "PRAGMA page_count", &n_pages, error)
      || !has_bytes (store, db, page_size * n_pages, &is_whole, error))
    return FALSE;
  if (is_whole || has_log (db))
    return TRUE;
  if (!has_bytes (store, db, page_size * n_pages, &is_whole, error))
    return FALSE;
  return is_whole
         || cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: damaged: its end is missing"),
                       store->name);
}

static gboolean
check_pages (CyanStore *store, GError **error)
{
  g_autofree char *line = NULL;

  if (!cyan_store_query_text (store, "PRAGMA quick_check(1)", NULL, 0, &line, error))
    return FALSE;
  return g_strcmp0 (line, "ok") == 0 || cyan_sqlite_fail_check (store->name, line, error);
}

/* ---- ours ---- */

static void
take_object (const CyanSql *columns, gpointer objects)
{
  /* Only indices that SQLite makes itself have no text. */
  g_ptr_array_add (objects, cyan_sql_dup_name (columns[0]));
  g_ptr_array_add (objects, cyan_sql_dup_name (columns[1]));
}

/* Pairs of a name, 'table "run"', and the text of all objects of @store. */
static gboolean
list_objects (CyanStore *store, GPtrArray *objects, GError **error)
{
  return cyan_store_query (store,
                           "SELECT type || ' \"' || name || '\"', coalesce(sql, '')"
                           " FROM sqlite_schema ORDER BY type, name",
                           NULL, 0, take_object, objects, error);
}

/* The same for a new store. */
static gboolean
list_our_objects (const CyanStore *store, GPtrArray *objects, GError **error)
{
  g_autoptr (CyanStore) model = cyan_store_open_memory (store->name, error);

  return model != NULL && list_objects (model, objects, error);
}

static gboolean
check_schema (CyanStore *store, GError **error)
{
  const char *name = store->name;
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) ours = g_ptr_array_new_with_free_func (g_free);
  gboolean ok = list_our_objects (store, ours, error) && list_objects (store, found, error);

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
check_newer (CyanStore *store, gint64 version, gboolean writes, GError **error)
{
  gint64 n_foreign, needed = 0;

  if (!get_integer (store,
                    "SELECT count(*) FROM sqlite_schema WHERE type NOT IN ('table', 'index')",
                    &n_foreign, error))
    return FALSE;
  if (n_foreign > 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: it has triggers or views"), store->name);
  if (!get_integer (store,
                    writes ? "SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'min_writer'"
                           : "SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'min_reader'",
                    &needed, error))
    return FALSE;
  return cyan_store_check_version (store->name, version, needed, writes, error);
}

gboolean
cyan_sqlite_check_file (CyanStore *store, sqlite3 *db, gboolean writes, GError **error)
{
  gint64 application, version, page_size, n_pages;

  if (!get_integer (store, "PRAGMA application_id", &application, error)
      || !get_integer (store, "PRAGMA user_version", &version, error)
      || !get_integer (store, "PRAGMA page_size", &page_size, error)
      || !get_integer (store, "PRAGMA page_count", &n_pages, error))
    return FALSE;
  if (application != CYAN_SQLITE_APPLICATION)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: not a store of Cyanotype"), store->name);
  if (version < 1 ? !cyan_store_check_version (store->name, version, 0, writes, error)
      : version > CYAN_STORE_SCHEMA ? !check_newer (store, version, writes, error)
                                    : !check_schema (store, error))
    return FALSE;
  return check_size (store, db, error)
         && (page_size * n_pages > CYAN_STORE_CHECK_MAX || check_pages (store, error));
}

/* A view, or a table that computes its columns, may have the name of one of ours. */
gboolean
cyan_sqlite_list_tables (CyanStore *store, GHashTable **tables, GError **error)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) ours = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) texts = g_hash_table_new (g_str_hash, g_str_equal);
  gint64 version;

  if (!get_integer (store, "PRAGMA user_version", &version, error))
    return FALSE;
  if (version > CYAN_STORE_SCHEMA
      && !cyan_store_check_version (store->name, version, 0, FALSE, error))
    return FALSE;
  if (!list_our_objects (store, ours, error) || !list_objects (store, found, error))
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
  return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: not a store of Cyanotype"), store->name);
}
