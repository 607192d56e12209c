/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Copying rows from one store to another.
 *
 * Rows refer to others by ids, which differ between stores.  A row that is referred to is copied
 * first, if need be on demand: the other store may grow meanwhile.
 */
#include "cyan-store-private.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"

/* A transaction ends after so much. */
#define MAX_PENDING_ROWS  20000
#define MAX_PENDING_BYTES (16 * 1024 * 1024)

/* Rows behind a damaged part are searched by id, with steps that grow by one after so many
 * failures. After the maximum there is no more: some 40,000 ids were passed by. */
#define STEP_MISSES 8
#define MAX_MISSES  800

typedef struct
{
  CyanStore *from, *to;
  CyanStoreSalvage *salvage; /* or NULL: damage is an error */
  CyanStoreCopied copied;
  GHashTable
      *ids[CYAN_N_STORE_TABLES]; /* in @to, by the id in @from: the second of a pair of gint64 */
  GHashTable
      *equal[CYAN_N_STORE_TABLES]; /* likewise by content, for tables without a key; or NULL */
  guint pending_rows;
  gsize pending_bytes;
} Copy;

/* ---- rows in memory ---- */

typedef struct
{
  CyanSql id;
  CyanSql columns[CYAN_STORE_TABLE_COLUMNS]; /* bytes are owned */
} Row;

static void
free_row (gpointer data)
{
  Row *self = data;

  for (guint i = 0; i < CYAN_STORE_TABLE_COLUMNS; i++)
    g_free ((char *) self->columns[i].bytes);
  g_free (self);
}

typedef struct
{
  GPtrArray *rows;
  guint n_columns;
} Rows;

static void
take_row (const CyanSql *columns, gpointer data)
{
  Rows *self = data;
  Row *row = g_new0 (Row, 1);

  row->id = columns[0];
  for (guint i = 0; i < self->n_columns; i++)
    {
      row->columns[i] = columns[1 + i];
      if (columns[1 + i].bytes != NULL)
        {
          char *bytes = g_malloc (columns[1 + i].length + 1);

          memcpy (bytes, columns[1 + i].bytes, columns[1 + i].length);
          bytes[columns[1 + i].length] = '\0';
          row->columns[i].bytes = bytes;
        }
    }
  g_ptr_array_add (self->rows, row);
}

/* The rows that @sql gives for @id.  After an error some may be there; FALSE if there was one. */
static gboolean
read_rows (CyanStore *store,
           CyanStoreTable table,
           const char *sql,
           gint64 id,
           GPtrArray **rows,
           GError **error)
{
  Rows data = { g_ptr_array_new_with_free_func (free_row),
                (guint) strlen (cyan_store_tables[table].types) };
  CyanSql value = cyan_sql_integer (id);

  *rows = data.rows;
  return cyan_store_query (store, sql, &value, 1, take_row, &data, error);
}

/* The largest id of @rows if it is above @id, else @id: rows of a damaged table may be in any
 * order. */
static gint64
last_id (const GPtrArray *rows, gint64 id)
{
  for (guint i = 0; i < rows->len; i++)
    id = MAX (id, ((Row *) rows->pdata[i])->id.integer);
  return id;
}

/* ---- rows that are there already ---- */

static char *
make_key (CyanStoreTable table, const CyanSql *columns)
{
  GString *key = g_string_new (NULL);

  for (guint i = 0; cyan_store_tables[table].types[i] != '\0'; i++)
    if (columns[i].type == CYAN_SQL_INTEGER)
      g_string_append_printf (key, "i%" G_GINT64_FORMAT, columns[i].integer);
    else if (columns[i].type == CYAN_SQL_TEXT)
      g_string_append_printf (key, "t%" G_GSIZE_FORMAT ":%s", columns[i].length, columns[i].bytes);
    else
      g_string_append_c (key, 'n');
  return g_string_free (key, FALSE);
}

static void
remember_equal (Copy *self, CyanStoreTable table, const CyanSql *columns, gint64 id)
{
  g_hash_table_insert (self->equal[table], make_key (table, columns), g_memdup2 (&id, sizeof id));
}

/* Tables without a key have no index for this either, so all their rows are read once. */
static gboolean
load_equal (Copy *self, CyanStoreTable table, GError **error)
{
  gint64 after = G_MININT64 + 1, before;

  self->equal[table] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  do
    {
      g_autoptr (GPtrArray) rows = NULL;

      if (!read_rows (self->to, table, cyan_store_statements (table)->page, after, &rows, error))
        return FALSE;
      for (guint i = 0; i < rows->len; i++)
        {
          const Row *row = rows->pdata[i];

          remember_equal (self, table, row->columns, row->id.integer);
        }
      before = after;
      after = last_id (rows, after);
    }
  while (after > before);
  return TRUE;
}

static gboolean
find_equal (Copy *self,
            CyanStoreTable table,
            const CyanSql *columns,
            gint64 *id,
            gboolean *found,
            GError **error)
{
  g_autofree char *key = make_key (table, columns);
  const gint64 *known;

  if (self->equal[table] == NULL && !load_equal (self, table, error))
    return FALSE;
  known = g_hash_table_lookup (self->equal[table], key);
  *found = known != NULL;
  if (*found)
    *id = *known;
  return TRUE;
}

static gboolean
find_row (Copy *self,
          CyanStoreTable table,
          const CyanSql *columns,
          gint64 *id,
          gboolean *found,
          GError **error)
{
  guint n_key = cyan_store_tables[table].n_key;

  if (n_key == 0)
    return find_equal (self, table, columns, id, found, error);
  return cyan_store_query_integer (self->to, cyan_store_statements (table)->find, columns, n_key,
                                   id, found, error);
}

/* ---- putting ---- */

static gboolean
insert_row (Copy *self,
            CyanStoreTable table,
            const CyanSql *columns,
            gint64 *id,
            gboolean *added,
            GError **error)
{
  if (!cyan_store_insert_row (self->to, table, columns, id, added, error))
    return FALSE;
  if (*added && cyan_store_tables[table].n_key == 0)
    remember_equal (self, table, columns, *id);
  return TRUE;
}

static gboolean
put_row (Copy *self,
         CyanStoreTable table,
         const CyanSql *columns,
         gint64 *id,
         gboolean *added,
         GError **error)
{
  const char *fill_in = cyan_store_statements (table)->fill_in;
  guint n = (guint) strlen (cyan_store_tables[table].types);
  gboolean found;

  *added = FALSE;
  if (!find_row (self, table, columns, id, &found, error))
    return FALSE;
  if (!found)
    return insert_row (self, table, columns, id, added, error);
  return fill_in == NULL || cyan_store_query (self->to, fill_in, columns, n, NULL, NULL, error);
}

/* ---- one row ---- */

static gboolean copy_row (Copy *self, CyanStoreTable table, Row *row, GError **error);

/* A row that cannot be copied. */
static gboolean
drop_row (Copy *self, CyanStoreTable table, GError **error)
{
  if (self->salvage == NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: damaged: a row of \"%s\" is not valid"),
                      self->from->name, cyan_store_tables[table].name);
  self->salvage->lost[table]++;
  return TRUE;
}

/* Whether reading may go on after @reason. */
static gboolean
note_damage (Copy *self, CyanStoreTable table, GError *reason, GError **error)
{
  if (self->salvage == NULL)
    {
      g_propagate_error (error, reason);
      return FALSE;
    }
  self->salvage->damaged[table] = TRUE;
  g_error_free (reason);
  return TRUE;
}

/* read_rows() of what is copied. */
static gboolean
read_from (
    Copy *self, CyanStoreTable table, const char *sql, gint64 id, GPtrArray **rows, GError **error)
{
  if (self->salvage == NULL || self->salvage->readable[table])
    return read_rows (self->from, table, sql, id, rows, error);
  *rows = g_ptr_array_new ();
  return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, "%s", cyan_store_tables[table].name);
}

/* Copies the rows with @id: one, or those of a run. */
static gboolean
copy_one (Copy *self, CyanStoreTable table, gint64 id, GError **error)
{
  g_autoptr (GPtrArray) rows = NULL;
  GError *reason = NULL;

  if (!read_from (self, table, cyan_store_statements (table)->one, id, &rows, &reason)
      && !note_damage (self, table, reason, error))
    return FALSE;
  for (guint i = 0; i < rows->len; i++)
    if (!copy_row (self, table, rows->pdata[i], error))
      return FALSE;
  return TRUE;
}

/* Replaces the ids in @columns by those in @to.  *@ok is FALSE if there is none. */
static gboolean
translate (Copy *self, CyanStoreTable table, CyanSql *columns, gboolean *ok, GError **error)
{
  const CyanStoreTableText *text = &cyan_store_tables[table];

  *ok = TRUE;
  for (guint i = 0; text->types[i] != '\0'; i++)
    {
      CyanStoreTable other = text->refers[i];
      const gint64 *pair;

      if (other == CYAN_STORE_TABLE_NONE || columns[i].type == CYAN_SQL_NULL)
        continue;
      if (g_hash_table_lookup (self->ids[other], &columns[i].integer) == NULL
          && !copy_one (self, other, columns[i].integer, error))
        return FALSE;
      pair = g_hash_table_lookup (self->ids[other], &columns[i].integer);
      if (pair != NULL)
        columns[i].integer = pair[1];
      else if (self->salvage != NULL && g_ascii_isupper (text->types[i]))
        columns[i].type = CYAN_SQL_NULL;
      else
        *ok = FALSE;
    }
  return TRUE;
}

/* Whether the bytes of a profile are those of its checksum. */
static gboolean
is_profile_whole (const CyanSql *columns)
{
  const CyanSql *data = &columns[5];
  g_autofree char *sha256 = NULL;

  if (data->type == CYAN_SQL_NULL)
    return TRUE;
  sha256 =
      g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) data->bytes, data->length);
  return strcmp (sha256, columns[0].bytes) == 0 && columns[2].integer == (gint64) data->length;
}

/* A profile that is elsewhere comes inside. */
static gboolean
fetch_profile (Copy *self, CyanSql *columns, GError **error)
{
  CyanSql *location = &columns[4], *data = &columns[5];
  g_autoptr (GBytes) bytes = NULL;

  if (data->type != CYAN_SQL_NULL || location->type != CYAN_SQL_TEXT || self->from->files == NULL)
    return TRUE;
  bytes = cyan_files_fetch_profile (self->from->files, location->bytes, columns[2].integer, error);
  if (bytes == NULL)
    return FALSE;
  *data = cyan_sql_blob (bytes);
  data->bytes = g_memdup2 (data->bytes, data->length);
  location->type = CYAN_SQL_NULL;
  return TRUE;
}

static void
count_row (Copy *self, CyanStoreTable table, const CyanSql *columns, gboolean added)
{
  if (added)
    self->pending_rows++;
  if (added && table == CYAN_STORE_TABLE_PROFILE)
    self->pending_bytes += columns[5].length;
  if (added && table == CYAN_STORE_TABLE_RUN)
    self->copied.added++;
  if (self->salvage != NULL)
    self->salvage->kept[table]++;
}

static gboolean
copy_row (Copy *self, CyanStoreTable table, Row *row, GError **error)
{
  CyanSql *columns = row->columns;
  gint64 pair[2] = { row->id.integer, 0 };
  gboolean ok, added, known = FALSE;
  guint column;

  if (table == CYAN_STORE_TABLE_PROFILE && !fetch_profile (self, columns, error))
    return FALSE;
  if (!cyan_store_table_is_valid (table, columns, &column)
      || (table == CYAN_STORE_TABLE_PROFILE && !is_profile_whole (columns)))
    return drop_row (self, table, error);
  if (cyan_store_table_is_own_parent (table, columns))
    columns[CYAN_STORE_REVISION_PARENT].type = CYAN_SQL_NULL;
  /* The rows that a known run refers to need not be copied again. */
  if (table == CYAN_STORE_TABLE_RUN && !find_row (self, table, columns, &pair[1], &known, error))
    return FALSE;
  if (known)
    {
      self->copied.known++;
      return TRUE;
    }
  if (!translate (self, table, columns, &ok, error))
    return FALSE;
  if (!ok)
    return drop_row (self, table, error);
  if (!put_row (self, table, columns, &pair[1], &added, error))
    return FALSE;
  g_hash_table_add (self->ids[table], g_memdup2 (pair, sizeof pair));
  count_row (self, table, columns, added);
  return table != CYAN_STORE_TABLE_RUN
         || (copy_one (self, CYAN_STORE_TABLE_VALUE, pair[0], error)
             && copy_one (self, CYAN_STORE_TABLE_FUNCTION_VALUE, pair[0], error));
}

/* ---- tables ---- */

static gboolean
commit_much (Copy *self, GError **error)
{
  if (self->pending_rows < MAX_PENDING_ROWS && self->pending_bytes < MAX_PENDING_BYTES)
    return TRUE;
  self->pending_rows = 0;
  self->pending_bytes = 0;
  return cyan_store_commit (self->to, error) && cyan_store_begin (self->to, error);
}

/* Whether there is a row above @id that can be read. */
static gboolean
is_readable (Copy *self, CyanStoreTable table, gint64 id)
{
  g_autoptr (GPtrArray) rows = NULL;

  read_from (self, table, cyan_store_statements (table)->page, id, &rows, NULL);
  return last_id (rows, id) > id;
}

/* The least id above which rows can be read again, or where to end; none can above @id. */
static gint64
pass_by_damage (Copy *self, CyanStoreTable table, gint64 id, gboolean *found)
{
  gint64 good = MAX (id, 0);

  *found = FALSE;
  for (guint i = 0; i < MAX_MISSES && !*found && good < G_MAXINT64 - MAX_MISSES; i++)
    {
      id = good;
      good += 1 + i / STEP_MISSES;
      *found = is_readable (self, table, good);
    }
  while (*found && good - id > 1)
    {
      gint64 middle = id + (good - id) / 2;

      if (is_readable (self, table, middle))
        good = middle;
      else
        id = middle;
    }
  return good;
}

static gboolean
copy_table (Copy *self, CyanStoreTable table, GError **error)
{
  gint64 after = G_MININT64 + 1;
  gboolean goes_on = TRUE;

  while (goes_on)
    {
      g_autoptr (GPtrArray) rows = NULL;
      GError *reason = NULL;
      gboolean whole =
          read_from (self, table, cyan_store_statements (table)->page, after, &rows, &reason);
      /* Another error than damage is one of the whole table. */
      gboolean is_damaged = !whole && g_error_matches (reason, CYAN_ERROR, CYAN_ERROR_INVALID);

      if (!whole && !note_damage (self, table, reason, error))
        return FALSE;
      for (guint i = 0; i < rows->len; i++)
        if (!copy_row (self, table, rows->pdata[i], error) || !commit_much (self, error))
          return FALSE;
      goes_on = last_id (rows, after) > after;
      after = last_id (rows, after);
      if (!goes_on && rows->len > 0 && !drop_row (self, table, error))
        return FALSE;
      if (!goes_on && (is_damaged || rows->len > 0))
        after = pass_by_damage (self, table, after, &goes_on);
    }
  return TRUE;
}

/* The others are copied on demand. */
static gboolean
copy_tables (Copy *self, GError **error)
{
  static const CyanStoreTable tables[] = {
    CYAN_STORE_TABLE_PROJECT, CYAN_STORE_TABLE_BRANCH,      CYAN_STORE_TABLE_REVISION,
    CYAN_STORE_TABLE_MACHINE, CYAN_STORE_TABLE_ENVIRONMENT, CYAN_STORE_TABLE_DEFINITION,
    CYAN_STORE_TABLE_METRIC,  CYAN_STORE_TABLE_BUILD,       CYAN_STORE_TABLE_RUN,
    CYAN_STORE_TABLE_MARK,
  };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    if (!copy_table (self, tables[i], error))
      return FALSE;
  return TRUE;
}

/* ---- settings ---- */

/* Those that the other store has stay. */
static gboolean
copy_settings (CyanStore *from, CyanStore *to, GError **error)
{
  static const char *const names[] = { CYAN_STORE_KEEP, CYAN_STORE_TRACK };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *value = NULL, *there = NULL;

      if (!cyan_store_get (from, names[i], &value, error))
        return FALSE;
      if (value == NULL)
        continue;
      if (!cyan_store_get (to, names[i], &there, error)
          || (there == NULL && !cyan_store_set (to, names[i], value, error)))
        return FALSE;
    }
  return TRUE;
}

/* ---- the copy ---- */

static void
set_up (Copy *self)
{
  for (CyanStoreTable i = CYAN_STORE_TABLE_NONE + 1; i < CYAN_N_STORE_TABLES; i++)
    self->ids[i] = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
}

static void
tear_down (Copy *self)
{
  for (CyanStoreTable i = CYAN_STORE_TABLE_NONE + 1; i < CYAN_N_STORE_TABLES; i++)
    {
      g_hash_table_unref (self->ids[i]);
      g_clear_pointer (&self->equal[i], g_hash_table_unref);
    }
}

gboolean
cyan_store_copy_rows (CyanStore *from,
                      CyanStore *to,
                      CyanStoreSalvage *salvage,
                      CyanStoreCopied *copied,
                      GError **error)
{
  Copy self = { .from = from, .to = to, .salvage = salvage };
  gboolean ok;

  if (!cyan_store_begin (to, error))
    return FALSE;
  set_up (&self);
  ok = copy_tables (&self, error) && (salvage != NULL || copy_settings (from, to, error));
  tear_down (&self);
  if (copied != NULL)
    *copied = self.copied;
  if (ok)
    return cyan_store_commit (to, error);
  if (to->in_transaction)
    cyan_store_rollback (to);
  return FALSE;
}

gboolean
cyan_store_copy (CyanStore *from, CyanStore *to, CyanStoreCopied *copied, GError **error)
{
  g_assert (from != to);
  return cyan_store_copy_rows (from, to, NULL, copied, error);
}
