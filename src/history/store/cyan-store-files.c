/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stores that are an index of profiles, to be read only.
 *
 * The rows of the index are put into an SQLite database in memory, which answers all questions;
 * profiles are fetched when they are asked for.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cyan-error.h"
#include "cyan-files.h"
#include "cyan-i18n.h"
#include "cyan-store-private.h"

/* The project of an index that names none, as of `history add`. */
#define PROJECT "main"

typedef struct
{
  CyanStore store;
  CyanStore *rows;
  CyanFiles *files;
} CyanFilesStore;

/* ---- the driver ---- */

static gboolean
query (CyanStore *store,
       const char *sql,
       const CyanSql *values,
       guint n_values,
       CyanSqlRow row,
       gpointer data,
       GError **error)
{
  CyanStore *rows = ((CyanFilesStore *) store)->rows;

  return rows->driver->query (rows, sql, values, n_values, row, data, error);
}

static gboolean
begin (CyanStore *store, GError **error)
{
  return query (store, "BEGIN", NULL, 0, NULL, NULL, error);
}

static gboolean
commit (CyanStore *store, GError **error)
{
  return query (store, "COMMIT", NULL, 0, NULL, NULL, error);
}

static void
rollback (CyanStore *store)
{
  query (store, "ROLLBACK", NULL, 0, NULL, NULL, NULL);
}

/* There is nothing but profiles, which the caller reads. */
static gboolean
check (CyanStore *store, GError **error)
{
  return TRUE;
}

static void
take_size (const CyanSql *columns, gpointer data)
{
  *(gint64 *) data = cyan_sql_get_integer (columns[0]);
}

static guint64
size (CyanStore *store)
{
  gint64 bytes = 0;

  query (store, "SELECT sum(bytes) FROM profile", NULL, 0, take_size, &bytes, NULL);
  return (guint64) MAX (bytes, 0);
}

static GBytes *
fetch (CyanStore *store, const char *location, gint64 bytes, GError **error)
{
  CyanFilesStore *self = (CyanFilesStore *) store;
  GBytes *profile = self->files->fetch (self->files, location, (gsize) bytes, error);

  if (profile == NULL || g_bytes_get_size (profile) == (gsize) bytes)
    return profile;
  cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s%s: %u bytes, not %u as in the index"),
             self->files->name, location, (guint) g_bytes_get_size (profile), (guint) bytes);
  g_bytes_unref (profile);
  return NULL;
}

static void
free_files_store (CyanStore *store)
{
  CyanFilesStore *self = (CyanFilesStore *) store;

  cyan_store_free (self->rows);
  cyan_files_free (self->files);
  g_free (self);
}

static const CyanStoreDriver driver = { query, begin, commit,           rollback,
                                        check, size,  free_files_store, fetch };

/* ---- rows of an index ---- */

/* Rows that many runs share, by name. */
typedef struct
{
  CyanStore *rows;
  gint64 project;
  GHashTable *machines, *sessions, *definitions;
} Ids;

static gint64 *
new_id (void)
{
  return g_new0 (gint64, 1);
}

static gboolean
find_machine (Ids *ids, const char *name, CyanStoreRun *run, GError **error)
{
  gint64 *machine = g_hash_table_lookup (ids->machines, name);
  gint64 *session = g_hash_table_lookup (ids->sessions, name);

  if (machine == NULL)
    {
      machine = new_id ();
      session = new_id ();
      g_hash_table_insert (ids->machines, (gpointer) name, machine);
      g_hash_table_insert (ids->sessions, (gpointer) name, session);
      if (!cyan_store_put_machine (ids->rows, name, name, machine, error)
          || !cyan_store_add_session (ids->rows, *machine, 0, "{}", "", session, error))
        return FALSE;
    }
  run->machine = *machine;
  run->session = *session;
  return TRUE;
}

static gboolean
find_definition (Ids *ids, const char *benchmark, CyanStoreRun *run, GError **error)
{
  gint64 *definition = g_hash_table_lookup (ids->definitions, benchmark);

  if (definition == NULL)
    {
      definition = new_id ();
      g_hash_table_insert (ids->definitions, (gpointer) benchmark, definition);
      if (!cyan_store_put_definition (ids->rows, ids->project, benchmark, "", "", definition,
                                      error))
        return FALSE;
    }
  run->definition = *definition;
  return TRUE;
}

static GArray *
put_values (CyanStore *rows, const CyanIndexRun *run, GError **error)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (CyanStoreValue));

  for (guint i = 0; i < run->values->len; i++)
    {
      const CyanIndexValue *value = run->values->pdata[i];
      CyanStoreValue row = { .value = value->value };

      if (!cyan_store_put_metric (rows, value->metric, value->unit, -1, &row.metric, error))
        return NULL;
      g_array_append_val (values, row);
    }
  return g_steal_pointer (&values);
}

static gboolean
put_profile (CyanStore *rows, const CyanIndexRun *run, const char *uid, GError **error)
{
  return cyan_store_do (rows, error,
                        "INSERT INTO profile (sha256, format, bytes, location)"
                        " VALUES ($1, 'pb.gz', $2, $3) ON CONFLICT DO NOTHING",
                        cyan_sql_text (run->sha256), cyan_sql_integer (run->bytes),
                        cyan_sql_text (run->path))
         && cyan_store_do (
             rows, error,
             "UPDATE run SET profile = (SELECT id FROM profile WHERE sha256 = $1) WHERE uid = $2",
             cyan_sql_text (run->sha256), cyan_sql_text (uid));
}

static gboolean
put_run (Ids *ids, const CyanIndexRun *run, GError **error)
{
  CyanStoreRevision revision = { .oid = run->revision,
                                 .parent = run->parent,
                                 .depth = run->depth,
                                 .author_time = CYAN_STORE_UNKNOWN,
                                 .commit_time = run->commit_time,
                                 .subject = run->subject };
  CyanStoreRun row = { .build = CYAN_STORE_UNKNOWN,
                       .status = CYAN_RUN_OK,
                       .began = 0,
                       .seconds = NAN,
                       .exit_code = CYAN_STORE_UNKNOWN };
  g_autofree char *identity = g_strconcat (run->path, "\n", run->sha256, NULL);
  g_autofree char *uid = g_compute_checksum_for_string (G_CHECKSUM_SHA256, identity, -1);
  g_autoptr (GArray) values = put_values (ids->rows, run, error);

  if (values == NULL || !find_machine (ids, run->machine, &row, error)
      || !find_definition (ids, run->benchmark, &row, error)
      || !cyan_store_put_revision (ids->rows, ids->project, &revision, &row.revision, error)
      || !cyan_store_next_number (ids->rows, row.revision, row.definition, row.machine, &row.number,
                                  error))
    return FALSE;
  /* The same wherever the folder is, so that its runs can be imported again. */
  uid[32] = '\0';
  row.uid = uid;
  row.values = (const CyanStoreValue *) values->data;
  row.n_values = values->len;
  return cyan_store_add_run (ids->rows, &row, NULL, error)
         && put_profile (ids->rows, run, uid, error);
}

static gboolean
put_index (CyanStore *rows, const CyanIndex *index, GError **error)
{
  g_autoptr (GHashTable) machines = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  g_autoptr (GHashTable) sessions = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  g_autoptr (GHashTable) definitions =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  Ids ids = {
    .rows = rows, .machines = machines, .sessions = sessions, .definitions = definitions
  };

  if (!cyan_store_put_project (rows, index->project != NULL ? index->project : PROJECT, NULL,
                               &ids.project, error))
    return FALSE;
  for (guint i = 0; i < index->runs->len; i++)
    if (!put_run (&ids, index->runs->pdata[i], error))
      return FALSE;
  return TRUE;
}

/* ---- opening ---- */

static gboolean
read_index (CyanFilesStore *self, GError **error)
{
  g_autofree char *name = g_strconcat (self->files->name, CYAN_INDEX_NAME, NULL);
  g_autoptr (GBytes) json =
      self->files->fetch (self->files, CYAN_INDEX_NAME, CYAN_INDEX_MAX, error);
  g_autoptr (CyanIndex) index = json != NULL ? cyan_index_read (name, json, error) : NULL;

  if (index == NULL)
    return FALSE;
  self->rows = cyan_store_open_memory (self->store.name, error);
  if (self->rows == NULL || !cyan_store_begin (self->rows, error))
    return FALSE;
  if (!put_index (self->rows, index, error))
    {
      cyan_store_rollback (self->rows);
      return FALSE;
    }
  return cyan_store_commit (self->rows, error)
         && query (&self->store, "PRAGMA query_only = ON", NULL, 0, NULL, NULL, error);
}

CyanStore *
cyan_store_open_files (const char *address, CyanStoreMode mode, GError **error)
{
  CyanFilesStore *self;
  CyanFiles *files;

  if (mode != CYAN_STORE_READ)
    return cyan_fail_null (error, CYAN_ERROR_UNSUPPORTED,
                           _ ("%s: a folder of profiles can only be read as a store"), address);
  files = strstr (address, "://") != NULL ? cyan_files_open_http (address, error)
                                          : cyan_files_open_folder (address, error);
  if (files == NULL)
    return NULL;
  self = g_new0 (CyanFilesStore, 1);
  self->store.driver = &driver;
  self->store.name = g_filename_display_name (address);
  self->files = files;
  if (read_index (self, error))
    return &self->store;
  cyan_store_free (&self->store);
  return NULL;
}

/* ---- files of a folder ---- */

/* Whoever made the folder may have put links into it that lead to other files of the reader's. */
static int
open_inside (const char *folder, const char *path)
{
  g_auto (GStrv) steps = g_strsplit (path, "/", -1);
  int fd = open (folder, O_PATH | O_DIRECTORY | O_CLOEXEC);

  for (guint i = 0; steps[i] != NULL && fd >= 0; i++)
    {
      int flags = steps[i + 1] != NULL ? O_PATH | O_DIRECTORY : O_RDONLY | O_NONBLOCK | O_NOCTTY;
      int next = openat (fd, steps[i], flags | O_NOFOLLOW | O_CLOEXEC), reason = errno;

      close (fd);
      errno = reason;
      fd = next;
    }
  return fd;
}

/* @length bytes of the file, or fewer if it ends. */
static GBytes *
read_all (int fd, gsize length)
{
  g_autofree char *bytes = g_malloc (MAX (length, 1));
  gsize n = 0;
  gssize got;

  while (n < length
         && ((got = read (fd, bytes + n, length - n)) > 0 || (got < 0 && errno == EINTR)))
    n += (gsize) MAX (got, 0);
  return n < length && got < 0 ? NULL : g_bytes_new_take (g_steal_pointer (&bytes), n);
}

static GBytes *
fetch_file (const CyanFiles *self, const char *path, gsize max, GError **error)
{
  g_autofree char *shown = g_filename_display_name (path);
  int fd = open_inside (self->name, path);
  struct stat status;
  GBytes *bytes = NULL;

  if (fd < 0 || fstat (fd, &status) != 0)
    cyan_fail (error, CYAN_ERROR_IO, "%s%s: %s", self->name, shown,
               errno == ELOOP ? _ ("a link") : g_strerror (errno));
  else if (!S_ISREG (status.st_mode))
    cyan_fail (error, CYAN_ERROR_IO, _ ("%s%s: not a file"), self->name, shown);
  else if ((guint64) status.st_size > max)
    cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s%s: more than %u bytes"), self->name, shown,
               (guint) max);
  else if ((bytes = read_all (fd, (gsize) status.st_size)) == NULL)
    cyan_fail (error, CYAN_ERROR_IO, "%s%s: %s", self->name, shown, g_strerror (errno));
  if (fd >= 0)
    close (fd);
  return bytes;
}

CyanFiles *
cyan_files_open_folder (const char *path, GError **error)
{
  CyanFiles *self = g_new0 (CyanFiles, 1);

  self->fetch = fetch_file;
  self->name = g_str_has_suffix (path, "/") ? g_strdup (path) : g_strconcat (path, "/", NULL);
  return self;
}

void
cyan_files_free (CyanFiles *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_free (self);
}
