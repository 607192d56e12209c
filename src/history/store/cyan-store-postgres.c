/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stores in a schema of PostgreSQL: opening, transactions.
 *
 * All writers of a store take one advisory lock for a transaction, as those of an SQLite file take
 * its lock.  So they cannot wait for each other in a circle, and nothing has to be repeated.
 */
#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-store-postgres-private.h"
#include "cyan-store-private.h"

/* Seconds until a server that does not answer is given up. */
#define CONNECT_SECONDS   "10"
#define STATEMENT_SECONDS "60"
#define KEEPALIVE_SECONDS "30"

#define SETTINGS "SET extra_float_digits = 1; SET statement_timeout = '" STATEMENT_SECONDS "s'"

/* ---- addresses: a URL of libpq, with "schema=" among its parameters ---- */

#define DEFAULT_SCHEMA "cyanotype"
#define OPTION         "schema="
/* Longer names are cut by the server. */
#define MAX_NAME 63

/* Takes "schema=" out of the parameters of @url.  Caller frees; *@schema is NULL if it is no
 * text. */
static char *
take_schema (const char *url, char **schema)
{
  gsize length = strcspn (url, "?");
  GString *target = g_string_new_len (url, (gssize) length);
  g_auto (GStrv) options = g_strsplit (url[length] != '\0' ? url + length + 1 : "", "&", -1);
  char separator = '?';

  *schema = g_strdup (DEFAULT_SCHEMA);
  for (guint i = 0; options[i] != NULL; i++)
    if (g_str_has_prefix (options[i], OPTION))
      {
        g_free (*schema);
        *schema = g_uri_unescape_string (options[i] + strlen (OPTION), NULL);
      }
    else if (*options[i] != '\0')
      {
        g_string_append_printf (target, "%c%s", separator, options[i]);
        separator = '&';
      }
  return g_string_free (target, FALSE);
}

/* Divides a URL into what libpq takes, *@target, and the schema, which has a default.  Caller frees
 * both.  A URL with a password is refused, since it is shown and remembered.  Loads libpq. */
static gboolean
parse_address (const char *url, char **target, char **schema, GError **error)
{
  PQconninfoOption *options;
  gboolean has_password = FALSE;

  if (!cyan_libpq_load (error))
    return FALSE;
  *target = take_schema (url, schema);
  /* The message of libpq could contain a password. */
  options = cyan_libpq.PQconninfoParse (*target, NULL);
  for (guint i = 0; options != NULL && options[i].keyword != NULL; i++)
    if (options[i].val != NULL && strchr (options[i].dispchar, '*') != NULL)
      has_password = TRUE;
  cyan_libpq.PQconninfoFree (options);
  if (has_password)
    cyan_fail (
        error, CYAN_ERROR_INVALID,
        _ ("the password of a database belongs in ~/.pgpass or PGPASSWORD, not in its address"));
  else if (options == NULL || *schema == NULL || !g_utf8_validate (*schema, -1, NULL)
           || **schema == '\0' || strlen (*schema) > MAX_NAME)
    cyan_fail (error, CYAN_ERROR_INVALID,
               _ ("not like postgresql://USER@HOST/DATABASE?schema=NAME"));
  else
    return TRUE;
  g_clear_pointer (target, g_free);
  g_clear_pointer (schema, g_free);
  return FALSE;
}

/* ---- connections ---- */

/* The schema as a word of a statement.  Caller frees. */
static char *
quote_schema (const CyanPostgres *self)
{
  g_auto (GStrv) parts = g_strsplit (self->schema, "\"", -1);
  g_autofree char *doubled = g_strjoinv ("\"\"", parts);

  return g_strconcat ("\"", doubled, "\"", NULL);
}

/* No other schema is looked at, and this one only after it was checked: a function or an operator
 * in it that fits better than PostgreSQL's own would be taken. */
static gboolean
set_path (CyanPostgres *self, GError **error)
{
  g_autofree char *schema = quote_schema (self), *sql = NULL;

  sql = g_strdup_printf ("SET search_path = %s, pg_temp", self->is_checked ? schema : "pg_catalog");
  return cyan_postgres_exec (self, sql, error);
}

gboolean
cyan_postgres_enter (CyanPostgres *self, GError **error)
{
  self->is_checked = TRUE;
  return set_path (self, error);
}

/* Says to a new connection where names are, and that numbers are exact. */
static gboolean
set_up (CyanPostgres *self, GError **error)
{
  if (cyan_libpq.PQstatus (self->connection) != CONNECTION_OK)
    return cyan_postgres_fail (self, NULL, error);
  return set_path (self, error)
         && cyan_postgres_exec (
             self, self->writes ? SETTINGS : SETTINGS "; SET default_transaction_read_only = on",
             error);
}

gboolean
cyan_postgres_ensure (CyanPostgres *self, GError **error)
{
  if (self->store.in_transaction
      || (cyan_libpq.PQstatus (self->connection) == CONNECTION_OK && !self->is_lost))
    return TRUE;
  g_hash_table_remove_all (self->statements);
  self->n_pending = 0;
  self->is_lost = FALSE;
  cyan_libpq.PQreset (self->connection);
  return set_up (self, error);
}

/* Notices are for people at a terminal of the server's. */
static void
drop_notice (void *data, const PGresult *result)
{
}

static gboolean
connect_to (CyanPostgres *self, const char *target, GError **error)
{
  /* The address may name other values of what stands before it. */
  const char *const names[] = { "connect_timeout", "keepalives_idle", "application_name",
                                "dbname",          "client_encoding", NULL };
  const char *const values[] = { CONNECT_SECONDS, KEEPALIVE_SECONDS,
                                 "cyanotype",     target,
                                 "UTF8",          NULL };

  self->connection = cyan_libpq.PQconnectdbParams (names, values, TRUE);
  if (self->connection == NULL)
    g_error ("Out of memory");
  cyan_libpq.PQsetNoticeReceiver (self->connection, drop_notice, NULL);
  return set_up (self, error);
}

/* ---- transactions ---- */

/* Not the same for any two schemas, hopefully: then they would only wait for each other. */
static gint64
lock_number (const CyanPostgres *self)
{
  g_autofree char *text = g_strconcat ("cyanotype ", self->schema, NULL);
  g_autofree char *digits = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);

  digits[15] = '\0';
  return (gint64) g_ascii_strtoull (digits, NULL, 16);
}

static void
rollback (CyanStore *store)
{
  CyanPostgres *self = (CyanPostgres *) store;

  cyan_postgres_flush (self, NULL);
  cyan_postgres_exec (self, "ROLLBACK", NULL);
}

/* Begins a transaction once no other writer has one. */
static gboolean
begin_within (CyanPostgres *self, guint seconds, GError **error)
{
  g_autofree char *sql = g_strdup_printf ("BEGIN ISOLATION LEVEL READ COMMITTED;"
                                          "SET LOCAL lock_timeout = '%us';"
                                          "SELECT pg_advisory_xact_lock(%" G_GINT64_FORMAT ")",
                                          seconds, lock_number (self));

  if (cyan_postgres_exec (self, sql, error))
    return TRUE;
  rollback (&self->store);
  return FALSE;
}

static gboolean
begin (CyanStore *store, GError **error)
{
  CyanPostgres *self = (CyanPostgres *) store;

  if (!cyan_postgres_ensure (self, error))
    return FALSE;
  if (!self->writes)
    return cyan_postgres_exec (self, "BEGIN ISOLATION LEVEL REPEATABLE READ", error);
  if (begin_within (self, 1, NULL))
    return TRUE;
  if (cyan_libpq.PQstatus (self->connection) == CONNECTION_OK && store->waiting != NULL)
    store->waiting (store->waiting_data);
  return cyan_postgres_ensure (self, error)
         && begin_within (self, CYAN_STORE_BUSY_SECONDS - 1, error);
}

static gboolean
commit (CyanStore *store, GError **error)
{
  CyanPostgres *self = (CyanPostgres *) store;

  if (!cyan_postgres_flush (self, error))
    {
      rollback (store);
      return FALSE;
    }
  /* To the server this would be a rollback that went well. */
  if (cyan_libpq.PQtransactionStatus (self->connection) == PQTRANS_INERROR)
    cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: nothing was stored, because a part of it failed"),
               store->name);
  else if (cyan_postgres_exec (self, "COMMIT", error))
    return TRUE;
  rollback (store);
  return FALSE;
}

/* ---- the rest of the driver ---- */

/* The server keeps references whole.  What it cannot read is met when everything is read; profiles
 * are read by the caller. */
static gboolean
check (CyanStore *store, GError **error)
{
  CyanPostgres *self = (CyanPostgres *) store;
  g_auto (GStrv) tables = NULL;
  gboolean ok;

  if (!cyan_postgres_check_schema (self, error)
      || !cyan_postgres_exec (self, "BEGIN; SET LOCAL statement_timeout = 0", error))
    return FALSE;
  ok = TRUE;
  tables = cyan_postgres_tables ();
  for (guint i = 0; ok && tables[i] != NULL; i++)
    {
      g_autofree char *sql = g_strdup_printf ("SELECT count(t::text) FROM \"%s\" AS t", tables[i]);

      ok = strcmp (tables[i], "profile") == 0 || cyan_postgres_exec (self, sql, error);
    }
  rollback (store);
  return ok;
}

static guint64
size (CyanStore *store)
{
  CyanPostgres *self = (CyanPostgres *) store;
  const CyanSql values[] = { cyan_sql_text (self->schema) };
  gint64 bytes = 0;
  gboolean found;

  cyan_store_query_integer (store,
                            "SELECT sum(pg_total_relation_size(pg_class.oid)) FROM pg_class"
                            " JOIN pg_namespace ON pg_namespace.oid = relnamespace"
                            " WHERE nspname = $1 AND relkind = 'r'",
                            values, G_N_ELEMENTS (values), &bytes, &found, NULL);
  return (guint64) MAX (bytes, 0);
}

static void
free_postgres (CyanStore *store)
{
  CyanPostgres *self = (CyanPostgres *) store;

  cyan_libpq.PQfinish (self->connection);
  g_hash_table_unref (self->statements);
  g_free (self->schema);
  g_free (self);
}

static const CyanStoreDriver driver = {
  cyan_postgres_query,
  begin,
  commit,
  rollback,
  check,
  size,
  free_postgres,
  /* Not that of the transaction, which may have waited. */
  "SELECT CAST(floor(extract(epoch FROM clock_timestamp())) AS BIGINT)",
};

/* ---- opening ---- */

static const CyanStoreDialect dialect = {
  .id = "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY",
  .real = "DOUBLE PRECISION",
  .blob = "BYTEA",
  /* Names are ordered by their bytes everywhere, not as in the language of a server. */
  .text = " TEXT COLLATE \"C\"",
  .pair = "",
  .names = "); CREATE UNIQUE INDEX function_names ON function (" CYAN_POSTGRES_FUNCTION_KEY ");"
           "CREATE INDEX function_name ON function USING hash (name)",
};

/* Makes the tables, unless another program has done so meanwhile. */
static gboolean
make_tables (CyanPostgres *self, GError **error)
{
  g_autofree char *tables = cyan_store_schema (&dialect);
  gboolean exists, is_empty;

  if (!cyan_postgres_is_empty (self, &exists, &is_empty, error))
    return FALSE;
  if (!exists)
    {
      g_autofree char *schema = quote_schema (self);
      g_autofree char *sql = g_strconcat ("CREATE SCHEMA ", schema, NULL);

      if (!cyan_postgres_exec (self, sql, error))
        return FALSE;
    }
  return !is_empty || cyan_postgres_exec (self, tables, error);
}

/* As a transaction, which other programs wait for. */
static gboolean
create_tables (CyanPostgres *self, GError **error)
{
  gboolean began;

  return cyan_store_enter (&self->store, &began, error)
         && cyan_store_leave (&self->store, began, make_tables (self, error), error);
}

static gboolean
open_schema (CyanPostgres *self, CyanStoreMode mode, GError **error)
{
  const char *name = self->store.name;
  gboolean exists, is_empty;

  if (!cyan_postgres_is_empty (self, &exists, &is_empty, error))
    return FALSE;
  if (is_empty && mode == CYAN_STORE_CREATE)
    return cyan_postgres_check_nothing_runs (self, error) && cyan_postgres_enter (self, error)
           && create_tables (self, error) && cyan_postgres_check_schema (self, error);
  if (!exists)
    return cyan_fail (error, CYAN_ERROR_IO, _ ("%s: there is no schema \"%s\""), name,
                      self->schema);
  if (is_empty)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: an empty schema, not a store"), name);
  return cyan_postgres_check_schema (self, error);
}

CyanStore *
cyan_store_open_postgres (const char *url, CyanStoreMode mode, GError **error)
{
  g_autofree char *target = NULL, *schema = NULL;
  CyanPostgres *self;

  if (!parse_address (url, &target, &schema, error))
    return NULL;
  self = g_new0 (CyanPostgres, 1);
  self->store.driver = &driver;
  self->store.name = g_strdup (url);
  self->schema = g_steal_pointer (&schema);
  self->writes = mode != CYAN_STORE_READ;
  self->statements = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  if (connect_to (self, target, error) && open_schema (self, mode, error))
    return &self->store;
  cyan_store_free (&self->store);
  return NULL;
}
