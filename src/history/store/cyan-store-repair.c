/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies of stores in new files, also of what can be read of a damaged one. */
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <unistd.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-store-private.h"
#include "cyan-store-copy.h"

/* ---- a store that is made whole before it gets its name ---- */

static char *
part_of (const char *path)
{
  return g_strconcat (path, ".part", NULL);
}

/* The store, and what SQLite puts beside it. */
static void
remove_store (const char *path)
{
  static const char *const ends[] = { "", "-wal", "-shm", "-journal" };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *file = g_strconcat (path, ends[i], NULL);

      g_unlink (file);
    }
}

/* Renames @from to @to, where nothing may be. */
static int
move (const char *from, const char *to)
{
  if (renameat2 (AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
    return 0;
  /* Network folders cannot do it at once. */
  return errno == EINVAL && link (from, to) == 0 ? g_unlink (from) : -1;
}

/* Opens a new store that is to become the file @path; fails if there is something. */
static CyanStore *
new_file (const char *path, GError **error)
{
  g_autofree char *part = part_of (path);
  CyanStore *store;

  if (g_file_test (path, G_FILE_TEST_EXISTS) || g_file_test (path, G_FILE_TEST_IS_SYMLINK))
    return cyan_fail_null (error, CYAN_ERROR_IO, "%s: %s", path, g_strerror (EEXIST));
  /* Of a program that was killed. */
  remove_store (part);
  store = cyan_store_open_sqlite (part, CYAN_STORE_CREATE, error);
  if (store == NULL)
    remove_store (part);
  return store;
}

/* Brings what is in the log into the file itself. */
static gboolean
end_log (CyanStore *store, GError **error)
{
  g_autofree char *mode = NULL;

  if (!cyan_store_query_text (store, "PRAGMA journal_mode = DELETE", NULL, 0, &mode, error))
    return FALSE;
  return g_strcmp0 (mode, "delete") == 0
         || cyan_fail (error, CYAN_ERROR_TEMPORARY, _ ("%s: another program has locked it"),
                       store->name);
}

/* Closes it.  If @ok, it appears at @path, otherwise it is removed; returns whether it is there. */
static gboolean
finish_file (CyanStore *store, const char *path, gboolean ok, GError **error)
{
  g_autofree char *part = part_of (path);

  g_assert (!store->in_transaction);
  ok = ok && end_log (store, error);
  cyan_store_free (store);
  /* Whoever made @path meanwhile keeps it. */
  if (ok && move (part, path) != 0)
    ok = cyan_fail (error, CYAN_ERROR_IO, "%s: %s", path, g_strerror (errno));
  if (!ok)
    remove_store (part);
  return ok;
}

gboolean
cyan_store_export (CyanStore *from, const char *path, CyanStoreCopied *copied, GError **error)
{
  CyanStore *store = new_file (path, error);
  gboolean ok;

  if (store == NULL)
    return FALSE;
  ok = cyan_store_copy (from, store, copied, error);
  return finish_file (store, path, ok, error);
}

/* ---- what can be saved of a damaged store ---- */

static const char *const names[CYAN_N_STORE_TABLES] = {
  [CYAN_STORE_TABLE_PROJECT] = "projects",
  [CYAN_STORE_TABLE_BRANCH] = "tips of branches",
  [CYAN_STORE_TABLE_REVISION] = "revisions",
  [CYAN_STORE_TABLE_MACHINE] = "machines",
  [CYAN_STORE_TABLE_ENVIRONMENT] = "environments",
  [CYAN_STORE_TABLE_DEFINITION] = "definitions of benchmarks",
  [CYAN_STORE_TABLE_METRIC] = "metrics",
  [CYAN_STORE_TABLE_BUILD] = "builds",
  [CYAN_STORE_TABLE_PROFILE] = "profiles",
  [CYAN_STORE_TABLE_FUNCTION] = "functions",
  [CYAN_STORE_TABLE_RUN] = "runs",
  [CYAN_STORE_TABLE_VALUE] = "values of runs",
  [CYAN_STORE_TABLE_FUNCTION_VALUE] = "values of functions",
  [CYAN_STORE_TABLE_MARK] = "notes",
};

/* How many rows there were, as far as the file knows. */
static gint64
count_rows (CyanStore *store, CyanStoreTable table)
{
  g_autofree char *sql = g_strdup_printf ("SELECT count(*) FROM %s", cyan_store_tables[table].name);
  gint64 n = CYAN_STORE_UNKNOWN;
  gboolean found;

  cyan_store_query_integer (store, g_intern_string (sql), NULL, 0, &n, &found, NULL);
  return n;
}

static CyanStoreRemains
tell_remains (CyanStore *store, CyanStoreTable table, const CyanStoreSalvage *salvage)
{
  CyanStoreRemains remains = { names[table], salvage->kept[table], (gint64) salvage->lost[table] };
  gint64 n = salvage->readable[table] ? count_rows (store, table) : CYAN_STORE_UNKNOWN;

  g_assert (remains.what != NULL);
  /* An index may tell the number of rows that cannot be read any more. */
  if (n != CYAN_STORE_UNKNOWN && n >= (gint64) remains.kept)
    remains.lost = n - (gint64) remains.kept;
  else if (salvage->damaged[table])
    remains.lost = CYAN_STORE_UNKNOWN;
  return remains;
}

static GArray *
list_remains (CyanStore *store, const CyanStoreSalvage *salvage)
{
  GArray *remains = g_array_new (FALSE, FALSE, sizeof (CyanStoreRemains));

  for (CyanStoreTable table = CYAN_STORE_TABLE_NONE + 1; table < CYAN_N_STORE_TABLES; table++)
    {
      CyanStoreRemains row = tell_remains (store, table, salvage);

      g_array_append_val (remains, row);
    }
  return remains;
}

static void
find_readable (const GHashTable *tables, CyanStoreSalvage *salvage)
{
  for (CyanStoreTable table = CYAN_STORE_TABLE_NONE + 1; table < CYAN_N_STORE_TABLES; table++)
    {
      g_autofree char *name = g_strdup_printf ("table \"%s\"", cyan_store_tables[table].name);

      salvage->readable[table] = g_hash_table_contains ((GHashTable *) tables, name);
    }
}

static gboolean
copy_readable (CyanStore *from, CyanStore *to, CyanStoreSalvage *salvage, GError **error)
{
  if (!cyan_store_copy_rows (from, to, salvage, NULL, error))
    return FALSE;
  return salvage->kept[CYAN_STORE_TABLE_PROJECT] > 0
         || cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: nothing of it can be saved"), from->name);
}

GArray *
cyan_store_repair (const char *path, const char *out, GError **error)
{
  g_autoptr (GHashTable) tables = NULL;
  g_autoptr (CyanStore) from = cyan_store_open_damaged (path, &tables, error);
  CyanStoreSalvage salvage = { 0 };
  CyanStore *to;
  gboolean ok;

  if (from == NULL)
    return NULL;
  to = new_file (out, error);
  if (to == NULL)
    return NULL;
  find_readable (tables, &salvage);
  ok = copy_readable (from, to, &salvage, error);
  return finish_file (to, out, ok, error) ? list_remains (from, &salvage) : NULL;
}
