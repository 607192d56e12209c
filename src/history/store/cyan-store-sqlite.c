/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores in an SQLite file: opening, statements, transactions. */
#include "cyan-store-sqlite-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-store-private.h"

/* linux/magic.h lacks it. */
#define CIFS_MAGIC 0xff534d42u

/* Microseconds between two tries to get a lock. */
#define FIRST_PAUSE 1000
#define LAST_PAUSE  50000

typedef struct
{
  CyanStore store;
  sqlite3 *db;
  GHashTable *statements; /* sqlite3_stmt by its text, by address */
  gint64 waits_since;
  gboolean was_reported;
} CyanSqlite;

/* ---- statements ---- */

static sqlite3_stmt *
prepare (CyanSqlite *self, const char *sql, GError **error)
{
  sqlite3_stmt *statement = g_hash_table_lookup (self->statements, sql);
  int code;

  if (statement != NULL)
    return statement;
  code = sqlite3_prepare_v3 (self->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
  if (code != SQLITE_OK)
    {
      cyan_sqlite_fail (self->db, self->store.name, code, error);
      return NULL;
    }
  g_hash_table_insert (self->statements, (gpointer) sql, statement);
  return statement;
}

/* The bytes live until the statement is reset. */
static int
bind (sqlite3_stmt *statement, int number, const CyanSql *value)
{
  switch (value->type)
    {
    case CYAN_SQL_INTEGER:
      return sqlite3_bind_int64 (statement, number, value->integer);
    case CYAN_SQL_REAL:
      return sqlite3_bind_double (statement, number, value->real);
    case CYAN_SQL_TEXT:
      return sqlite3_bind_text64 (statement, number, value->bytes, value->length, SQLITE_STATIC,
                                  SQLITE_UTF8);
    case CYAN_SQL_BLOB:
      return sqlite3_bind_blob64 (statement, number, value->bytes, value->length, SQLITE_STATIC);
    case CYAN_SQL_NULL:
    default:
      return sqlite3_bind_null (statement, number);
    }
}

static CyanSql
get_column (sqlite3_stmt *statement, int column)
{
  CyanSql value = { .type = CYAN_SQL_NULL };

  switch (sqlite3_column_type (statement, column))
    {
    case SQLITE_INTEGER:
      return cyan_sql_integer (sqlite3_column_int64 (statement, column));
    case SQLITE_FLOAT:
      return cyan_sql_real (sqlite3_column_double (statement, column));
    case SQLITE_TEXT:
      value.type = CYAN_SQL_TEXT;
      value.bytes = (const char *) sqlite3_column_text (statement, column);
      break;
    case SQLITE_BLOB:
      value.type = CYAN_SQL_BLOB;
      value.bytes = sqlite3_column_blob (statement, column);
      break;
    default:
      break;
    }
  if (value.type != CYAN_SQL_NULL)
    value.length = (gsize) sqlite3_column_bytes (statement, column);
  return value;
}

static gboolean
query (CyanStore *store,
       const char *sql,
       const CyanSql *values,
       guint n_values,
       CyanSqlRow row,
       gpointer data,
       GError **error)
{
  CyanSqlite *self = (CyanSqlite *) store;
  sqlite3_stmt *statement = prepare (self, sql, error);
  CyanSql columns[16];
  int code = SQLITE_OK, n_columns;
  gboolean ok = TRUE;

  G_STATIC_ASSERT (1 + CYAN_STORE_TABLE_COLUMNS <= G_N_ELEMENTS (columns));
  if (statement == NULL)
    return FALSE;
  n_columns = sqlite3_column_count (statement);
  g_assert (n_columns <= (int) G_N_ELEMENTS (columns));
  g_assert (sqlite3_bind_parameter_count (statement) == (int) n_values);
  for (guint i = 0; i < n_values && code == SQLITE_OK; i++)
    code = bind (statement, (int) i + 1, &values[i]);
  if (code == SQLITE_OK)
    while ((code = sqlite3_step (statement)) == SQLITE_ROW)
      {
        if (row == NULL)
          continue;
        for (int i = 0; i < n_columns; i++)
          columns[i] = get_column (statement, i);
        row (columns, data);
      }
  /* The message is that of the connection, which the reset may change. */
  if (code != SQLITE_DONE)
    ok = cyan_sqlite_fail (self->db, store->name, code, error);
  sqlite3_reset (statement);
  sqlite3_clear_bindings (statement);
  return ok;
}

/* ---- transactions ---- */

/* After a full disk SQLite may have rolled back itself. */
static void
rollback (CyanStore *store)
{
  CyanSqlite *self = (CyanSqlite *) store;

  if (!sqlite3_get_autocommit (self->db))
    sqlite3_exec (self->db, "ROLLBACK", NULL, NULL, NULL);
}

static gboolean
begin (CyanStore *store, GError **error)
{
  if (!query (store, "BEGIN IMMEDIATE", NULL, 0, NULL, NULL, error))
    return FALSE;
  g_assert (!sqlite3_get_autocommit (((CyanSqlite *) store)->db));
  return TRUE;
}

static gboolean
commit (CyanStore *store, GError **error)
{
  if (query (store, "COMMIT", NULL, 0, NULL, NULL, error))
    {
      g_assert (sqlite3_get_autocommit (((CyanSqlite *) store)->db));
      return TRUE;
    }
  rollback (store);
  return FALSE;
}

/* ---- the rest of the driver ---- */

static gboolean
check (CyanStore *store, GError **error)
{
  g_autofree char *problem = NULL, *table = NULL;

  if (!cyan_store_query_text (store, "PRAGMA integrity_check(1)", NULL, 0, &problem, error))
    return FALSE;
  if (g_strcmp0 (problem, "ok") != 0)
    return cyan_sqlite_fail_check (store->name, problem, error);
  if (!cyan_store_query_text (store, "PRAGMA foreign_key_check", NULL, 0, &table, error))
    return FALSE;
  if (table != NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      _ ("%s: damaged: a row of \"%s\" refers to one that is not there"),
                      store->name, table);
  return TRUE;
}

static guint64
size (CyanStore *store)
{
  CyanSqlite *self = (CyanSqlite *) store;
  GStatBuf status;

  return g_stat (sqlite3_db_filename (self->db, "main"), &status) == 0 ? (guint64) status.st_size
                                                                       : 0;
}

static void
free_sqlite (CyanStore *store)
{
  CyanSqlite *self = (CyanSqlite *) store;

  g_hash_table_unref (self->statements);
  sqlite3_close (self->db);
  g_free (self);
}

static gboolean
compact (CyanStore *store, GError **error)
{
  return cyan_sqlite_exec (((CyanSqlite *) store)->db, store->name, "VACUUM", error);
}

static const CyanStoreDriver driver = {
  query,   begin, commit,      rollback,
  check,   size,  free_sqlite, "SELECT CAST(strftime('%s', 'now') AS INTEGER)",
  compact,
};

/* ---- opening ---- */

/* Called while another program holds a lock; 0 gives up. */
static int
wait_for_lock (void *data, int n_calls)
{
  CyanSqlite *self = data;
  gint64 now = g_get_monotonic_time (), waited;

  if (n_calls == 0)
    {
      self->waits_since = now;
      self->was_reported = FALSE;
    }
  waited = now - self->waits_since;
  if (waited > CYAN_STORE_BUSY_SECONDS * G_USEC_PER_SEC)
    return 0;
  if (waited > G_USEC_PER_SEC && !self->was_reported && self->store.waiting != NULL)
    {
      self->was_reported = TRUE;
      self->store.waiting (self->store.waiting_data);
    }
  g_usleep (MIN (FIRST_PAUSE << MIN (n_calls, 6), LAST_PAUSE));
  return 1;
}

/* Nothing of the file is trusted, from here on. */
static void
restrict_db (sqlite3 *db)
{
  static const struct
  {
    int what, value;
  } settings[] = {
    { SQLITE_DBCONFIG_DEFENSIVE, 1 },      { SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0 },
    { SQLITE_DBCONFIG_ENABLE_TRIGGER, 0 }, { SQLITE_DBCONFIG_ENABLE_VIEW, 0 },
    { SQLITE_DBCONFIG_DQS_DML, 0 },        { SQLITE_DBCONFIG_DQS_DDL, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    sqlite3_db_config (db, settings[i].what, settings[i].value, NULL);
  /* The largest row is one with a profile. */
  sqlite3_limit (db, SQLITE_LIMIT_LENGTH, CYAN_STORE_PROFILE_MAX + CYAN_STRING_MAX);
}

static gboolean
distrust (sqlite3 *db, const char *name, gboolean writes, GError **error)
{
  restrict_db (db);
  return cyan_sqlite_exec (db, name,
                           "PRAGMA mmap_size = 0; PRAGMA cell_size_check = ON;"
                           "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL",
                           error)
         && (writes || cyan_sqlite_exec (db, name, "PRAGMA query_only = ON", error));
}

static const CyanStoreDialect dialect = {
  .id = "INTEGER PRIMARY KEY",
  .real = "REAL",
  .blob = "BLOB",
  .text = " TEXT",
  .pair = " WITHOUT ROWID",
  .names = ", UNIQUE (name, module, file))",
};

/* Makes the tables, unless another program has done so meanwhile. */
static gboolean
create (CyanSqlite *self, GError **error)
{
  sqlite3 *db = self->db;
  const char *name = self->store.name;
  g_autofree char *schema = cyan_store_schema (&dialect);
  g_autofree char *sql = g_strdup_printf ("%sPRAGMA application_id = %d; PRAGMA user_version = %d",
                                          schema, CYAN_SQLITE_APPLICATION, CYAN_STORE_SCHEMA);
  gboolean is_empty, ok;

  if (!cyan_sqlite_exec (db, name, "BEGIN IMMEDIATE", error))
    return FALSE;
  ok = cyan_sqlite_is_empty (&self->store, &is_empty, error)
       && (!is_empty || cyan_sqlite_exec (db, name, sql, error))
       && cyan_sqlite_exec (db, name, "COMMIT", error);
  if (!ok && !sqlite3_get_autocommit (db))
    sqlite3_exec (db, "ROLLBACK", NULL, NULL, NULL);
  return ok;
}

/* The memory that programs share to use a log cannot be shared over a network. */
static gboolean
is_on_network (const char *path)
{
  struct statfs status;

  if (statfs (path, &status) != 0)
    return FALSE;
  switch ((guint32) status.f_type)
    {
    case NFS_SUPER_MAGIC:
    case SMB_SUPER_MAGIC:
    case SMB2_SUPER_MAGIC:
    case CIFS_MAGIC:
      return TRUE;
    default:
      return FALSE;
    }
}

/* With a log, readers and a writer do not wait for each other.  If another program uses the file
 * right now, the next one that opens it changes this. */
static void
choose_journal (CyanStore *store, sqlite3 *db, const char *path)
{
  if (is_on_network (path))
    {
      store->warning = g_strdup_printf (
          _ ("%s: this is a network folder, where only one program at a time should use a store"),
          store->name);
      sqlite3_exec (db, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    }
  else
    sqlite3_exec (db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
}

static gboolean
check_path (const char *path, CyanStoreMode mode, GError **error)
{
  GStatBuf status;

  if (g_stat (path, &status) != 0)
    {
      if (errno == ENOENT && mode == CYAN_STORE_CREATE)
        return TRUE;
      return cyan_fail (error, CYAN_ERROR_IO, "%s: %s", path, g_strerror (errno));
    }
  if (S_ISDIR (status.st_mode))
    return cyan_fail (error, CYAN_ERROR_IO, "%s: %s", path, g_strerror (EISDIR));
  if (!S_ISREG (status.st_mode))
    return cyan_fail (error, CYAN_ERROR_IO, _ ("%s: not a file"), path);
  if (mode != CYAN_STORE_READ && g_access (path, W_OK) != 0)
    return cyan_fail (error, CYAN_ERROR_IO, "%s: %s", path, g_strerror (errno));
  if (status.st_size == 0 && mode != CYAN_STORE_CREATE)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: an empty file, not a store"), path);
  return TRUE;
}

/* Whether files can be made in @folder.  Its mode does not say what the kernel lets this process do. */
static gboolean
is_writable (const char *folder)
{
  int fd;

  if (g_access (folder, W_OK) != 0)
    return FALSE;
  fd = open (folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
  if (fd >= 0)
    close (fd);
  return fd >= 0 || errno != EACCES;
}

/* The name under which SQLite opens @path.  Where no log can be made, as on a read-only disk, it
 * must know that nobody writes. */
static char *
name_for_sqlite (const char *path, CyanStoreMode mode)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *folder = g_path_get_dirname (absolute);
  g_autofree char *log = g_strconcat (absolute, "-wal", NULL);
  g_autofree char *uri = g_filename_to_uri (absolute, NULL, NULL);

  if (mode == CYAN_STORE_READ && !is_writable (folder) && !g_file_test (log, G_FILE_TEST_EXISTS))
    return g_strconcat (uri, "?immutable=1", NULL);
  return g_steal_pointer (&uri);
}

static gboolean
set_up (CyanSqlite *self, const char *path, CyanStoreMode mode, GError **error)
{
  const char *name = self->store.name;
  gboolean writes = mode != CYAN_STORE_READ, is_empty;

  if (!distrust (self->db, name, writes, error)
      || !cyan_sqlite_is_empty (&self->store, &is_empty, error))
    return FALSE;
  if (is_empty && mode == CYAN_STORE_CREATE && !create (self, error))
    return FALSE;
  if (!cyan_sqlite_check_file (&self->store, self->db, writes, error))
    return FALSE;
  if (writes)
    choose_journal (&self->store, self->db, path);
  return TRUE;
}

static void
finalize (gpointer statement)
{
  sqlite3_finalize (statement);
}

/* The database @uri, which was not looked at yet. */
static CyanSqlite *
open_database (const char *path, const char *uri, int flags, GError **error)
{
  CyanSqlite *self = g_new0 (CyanSqlite, 1);
  int code;

  self->store.driver = &driver;
  self->store.name = g_filename_display_name (path);
  self->statements = g_hash_table_new_full (NULL, NULL, NULL, finalize);
  code = sqlite3_open_v2 (uri, &self->db, flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
  if (code == SQLITE_OK)
    {
      sqlite3_busy_handler (self->db, wait_for_lock, self);
      return self;
    }
  cyan_sqlite_fail (self->db, self->store.name, code, error);
  cyan_store_free (&self->store);
  return NULL;
}

CyanStore *
cyan_store_open_sqlite (const char *path, CyanStoreMode mode, GError **error)
{
  CyanSqlite *self;
  g_autofree char *uri = NULL;

  if (!check_path (path, mode, error))
    return NULL;
  uri = name_for_sqlite (path, mode);
  self = open_database (
      path, uri, SQLITE_OPEN_READWRITE | (mode == CYAN_STORE_CREATE ? SQLITE_OPEN_CREATE : 0),
      error);
  if (self == NULL)
    return NULL;
  self->store.folder = g_path_get_dirname (path);
  if (set_up (self, path, mode, error))
    return &self->store;
  cyan_store_free (&self->store);
  return NULL;
}

CyanStore *
cyan_store_open_memory (const char *name, GError **error)
{
  CyanSqlite *self = open_database (name, "file::memory:", SQLITE_OPEN_READWRITE, error);

  if (self == NULL)
    return NULL;
  if (distrust (self->db, self->store.name, TRUE, error) && create (self, error))
    return &self->store;
  cyan_store_free (&self->store);
  return NULL;
}

CyanStore *
cyan_store_open_damaged (const char *path, GHashTable **tables, GError **error)
{
  CyanSqlite *self;
  g_autofree char *uri = NULL;
  gboolean ok;

  if (!check_path (path, CYAN_STORE_READ, error))
    return NULL;
  uri = name_for_sqlite (path, CYAN_STORE_READ);
  self = open_database (path, uri, SQLITE_OPEN_READONLY, error);
  if (self == NULL)
    return NULL;
  restrict_db (self->db);
  /* Nothing is written, not even what a log has. */
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
  /* With a writable schema, SQLite reads files that were cut, and skips tables it cannot parse. */
  sqlite3_db_config (self->db, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
  ok = cyan_sqlite_exec (self->db, self->store.name,
                         "PRAGMA writable_schema = ON; PRAGMA query_only = ON;"
                         "PRAGMA mmap_size = 0; PRAGMA cell_size_check = ON",
                         error)
       && cyan_sqlite_list_tables (&self->store, tables, error);
  if (ok)
    return &self->store;
  cyan_store_free (&self->store);
  return NULL;
}
