/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statements of PostgreSQL: parameters, rows, errors. */
#include "cyan-store-postgres-private.h"

#include <gmodule.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-sync.h"
#include "cyan-store-private.h"

#define MAX_VALUES 16
G_STATIC_ASSERT (1 + CYAN_STORE_TABLE_COLUMNS <= MAX_VALUES);
/* Their answers fit into the buffers of any connection, so that nobody waits for the other. */
#define MAX_PENDING 64
/* Maximum bytes of an answer, as text and without profiles. */
#define MAX_ANSWER (128 * 1024 * 1024)

/* Types of columns, which have these numbers on every server. */
enum
{
  TYPE_BYTEA = 17,
  TYPE_INT8 = 20,
  TYPE_INT2 = 21,
  TYPE_INT4 = 23,
  TYPE_FLOAT4 = 700,
  TYPE_FLOAT8 = 701,
  TYPE_NUMERIC = 1700,
};

/* ---- libpq ---- */

/* The name of the library with its ABI, which has been the same since PostgreSQL 8. */
#define LIBRARY "libpq.so.5"

CyanLibpq cyan_libpq;

static gboolean
find_functions (GModule *library)
{
  gboolean has_all = TRUE;

#define FIND(name)                                                                                 \
  has_all = has_all && g_module_symbol (library, #name, (gpointer *) &cyan_libpq.name);
  CYAN_LIBPQ_FUNCTIONS (FIND)
#undef FIND
  return has_all;
}

static gboolean is_loaded;

static void
load (void)
{
  GModule *library = g_module_open (LIBRARY, G_MODULE_BIND_LAZY | G_MODULE_BIND_LOCAL);

  is_loaded = library != NULL && find_functions (library);
}

gboolean
cyan_libpq_load (GError **error)
{
  static CyanOnce once = CYAN_ONCE_INIT;

  cyan_once (&once, load);
  return is_loaded
         || cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                       _ ("PostgreSQL's library %s is not installed, or too old"), LIBRARY);
}

/* ---- errors ---- */

gboolean
cyan_postgres_fail (CyanPostgres *self, const PGresult *result, GError **error)
{
  const char *name = self->store.name;
  const char *state = cyan_libpq.PQresultErrorField (result, PG_DIAG_SQLSTATE);
  const char *message = cyan_libpq.PQresultErrorField (result, PG_DIAG_MESSAGE_PRIMARY);
  g_autofree char *line = NULL;

  /* Lines after the first are hints. */
  if (message == NULL)
    message = cyan_libpq.PQerrorMessage (self->connection);
  line = g_strndup (message, strcspn (message, "\n"));
  /* An error that is not of the server is of the connection; or the server is shut down, starts, or
   * has too many connections. */
  if (cyan_libpq.PQstatus (self->connection) != CONNECTION_OK || state == NULL
      || g_str_has_prefix (state, "57P") || strcmp (state, "53300") == 0)
    return cyan_fail (error, CYAN_ERROR_TEMPORARY, _ ("%s: no connection: %s"), name, line);
  if (strcmp (state, "55P03") == 0)
    return cyan_fail (error, CYAN_ERROR_TEMPORARY, _ ("%s: another program has locked it"), name);
  if (strcmp (state, "53100") == 0)
    return cyan_fail (error, CYAN_ERROR_TEMPORARY, _ ("%s: the disk is full"), name);
  if (g_str_has_prefix (state, "54"))
    return cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: a text or a profile is too large"), name);
  /* A table or a column is not there, or what is on the disk cannot be read. */
  if (strcmp (state, "42P01") == 0 || strcmp (state, "42703") == 0
      || g_str_has_prefix (state, "XX00"))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: damaged: %s"), name, line);
  return cyan_fail (error,
                    g_str_has_prefix (state, "22") || g_str_has_prefix (state, "23")
                        ? CYAN_ERROR_INVALID
                        : CYAN_ERROR_IO,
                    "%s: %s", name, line);
}

/* ---- statements ---- */

gboolean
cyan_postgres_flush (CyanPostgres *self, GError **error)
{
  gboolean ok = TRUE, is_synced = FALSE;
  guint n_ends = 0;

  if (self->n_pending == 0)
    return TRUE;
  self->n_pending = 0;
  /* One end follows each answer; two are the end of the connection.  What follows a statement that
   * failed was not run. */
  if (cyan_libpq.PQpipelineSync (self->connection))
    while (!is_synced && n_ends < 2)
      {
        PGresult *result = cyan_libpq.PQgetResult (self->connection);

        n_ends = result == NULL ? n_ends + 1 : 0;
        is_synced = result != NULL && cyan_libpq.PQresultStatus (result) == PGRES_PIPELINE_SYNC;
        if (result != NULL && cyan_libpq.PQresultStatus (result) == PGRES_FATAL_ERROR && ok)
          ok = cyan_postgres_fail (self, result, error);
        cyan_libpq.PQclear (result);
      }
  self->is_lost = !is_synced || !cyan_libpq.PQexitPipelineMode (self->connection);
  return ok && (!self->is_lost || cyan_postgres_fail (self, NULL, error));
}

gboolean
cyan_postgres_exec (CyanPostgres *self, const char *sql, GError **error)
{
  PGresult *result;
  ExecStatusType status;
  gboolean ok;

  if (!cyan_postgres_flush (self, error))
    return FALSE;
  result = cyan_libpq.PQexec (self->connection, sql);
  status = cyan_libpq.PQresultStatus (result);
  ok = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK
       || cyan_postgres_fail (self, result, error);
  cyan_libpq.PQclear (result);
  return ok;
}

/* ---- parameters ---- */

/* The name of the prepared statement, or NULL. */
static const char *
prepare (CyanPostgres *self, const char *sql, GError **error)
{
  const char *known = g_hash_table_lookup (self->statements, sql);
  g_autofree char *name = NULL;
  PGresult *result;
  gboolean ok;

  if (known != NULL)
    return known;
  if (!cyan_postgres_flush (self, error))
    return NULL;
  name = g_strdup_printf ("s%u", g_hash_table_size (self->statements));
  result = cyan_libpq.PQprepare (self->connection, name, sql, 0, NULL);
  ok = cyan_libpq.PQresultStatus (result) == PGRES_COMMAND_OK
       || cyan_postgres_fail (self, result, error);
  cyan_libpq.PQclear (result);
  if (!ok)
    return NULL;
  known = g_steal_pointer (&name);
  g_hash_table_insert (self->statements, (gpointer) sql, (gpointer) known);
  return known;
}

/* All parameters of a statement, as libpq takes them. */
typedef struct
{
  const char *bytes[MAX_VALUES];
  int lengths[MAX_VALUES], formats[MAX_VALUES];
  char numbers[MAX_VALUES][G_ASCII_DTOSTR_BUF_SIZE];
} Parameters;

static void
set_parameters (Parameters *self, const CyanSql *values, guint n_values)
{
  g_assert (n_values <= MAX_VALUES);
  for (guint i = 0; i < n_values; i++)
    {
      const CyanSql *value = &values[i];

      self->bytes[i] = value->type == CYAN_SQL_NULL ? NULL : self->numbers[i];
      self->lengths[i] = 0;
      self->formats[i] = value->type == CYAN_SQL_BLOB;
      switch (value->type)
        {
        case CYAN_SQL_INTEGER:
          g_snprintf (self->numbers[i], sizeof self->numbers[i], "%" G_GINT64_FORMAT,
                      value->integer);
          break;
        case CYAN_SQL_REAL:
          g_ascii_dtostr (self->numbers[i], sizeof self->numbers[i], value->real);
          break;
        case CYAN_SQL_BLOB:
          self->lengths[i] = (int) value->length;
          G_GNUC_FALLTHROUGH;
        case CYAN_SQL_TEXT:
          self->bytes[i] = value->bytes;
          break;
        case CYAN_SQL_NULL:
        default:
          break;
        }
    }
}

/* ---- rows ---- */

/* The sum of integers is a NUMERIC. */
static CyanSql
parse_numeric (const char *text)
{
  char *end;
  gint64 integer = g_ascii_strtoll (text, &end, 10);

  return *end == '\0' ? cyan_sql_integer (integer) : cyan_sql_real (g_ascii_strtod (text, NULL));
}

/* *@bytes is freed with PQfreemem() after use. */
static CyanSql
get_column (const PGresult *result, int row, int column, guchar **bytes)
{
  CyanSql value = { .type = CYAN_SQL_NULL };
  const char *text = cyan_libpq.PQgetvalue (result, row, column);

  *bytes = NULL;
  if (cyan_libpq.PQgetisnull (result, row, column))
    return value;
  switch (cyan_libpq.PQftype (result, column))
    {
    case TYPE_INT2:
    case TYPE_INT4:
    case TYPE_INT8:
      return cyan_sql_integer (g_ascii_strtoll (text, NULL, 10));
    case TYPE_FLOAT4:
    case TYPE_FLOAT8:
      return cyan_sql_real (g_ascii_strtod (text, NULL));
    case TYPE_NUMERIC:
      return parse_numeric (text);
    case TYPE_BYTEA:
      *bytes = cyan_libpq.PQunescapeBytea ((const guchar *) text, &value.length);
      if (*bytes == NULL)
        g_error ("Out of memory");
      value.type = CYAN_SQL_BLOB;
      value.bytes = (const char *) *bytes;
      return value;
    default:
      value.type = CYAN_SQL_TEXT;
      value.bytes = text;
      value.length = (gsize) cyan_libpq.PQgetlength (result, row, column);
      return value;
    }
}

static gsize
count_bytes (const PGresult *result, int row)
{
  gsize bytes = 0;

  for (int i = 0; i < cyan_libpq.PQnfields (result); i++)
    if (cyan_libpq.PQftype (result, i) != TYPE_BYTEA)
      bytes += (gsize) cyan_libpq.PQgetlength (result, row, i);
  return bytes;
}

static void
take_rows (const PGresult *result, CyanSqlRow row, gpointer data)
{
  CyanSql columns[MAX_VALUES];
  guchar *bytes[MAX_VALUES];
  int n_columns = cyan_libpq.PQnfields (result);

  g_assert (n_columns <= MAX_VALUES);
  for (int i = 0; i < cyan_libpq.PQntuples (result); i++)
    {
      for (int j = 0; j < n_columns; j++)
        columns[j] = get_column (result, i, j, &bytes[j]);
      row (columns, data);
      for (int j = 0; j < n_columns; j++)
        cyan_libpq.PQfreemem (bytes[j]);
    }
}

/* Asks the server for no more rows.  If it sends them all the same, they are dropped. */
static void
cancel (CyanPostgres *self)
{
  PGcancel *request = cyan_libpq.PQgetCancel (self->connection);
  char reason[256];

  if (request != NULL)
    cyan_libpq.PQcancel (request, reason, sizeof reason);
  cyan_libpq.PQfreeCancel (request);
}

/* Takes each row when it comes; libpq would keep all of them. */
static gboolean
take_answer (CyanPostgres *self, CyanSqlRow row, gpointer data, GError **error)
{
  gsize bytes = 0;
  gboolean ok = TRUE;
  PGresult *result;

  while ((result = cyan_libpq.PQgetResult (self->connection)) != NULL)
    {
      ExecStatusType status = cyan_libpq.PQresultStatus (result);

      if (ok && status == PGRES_SINGLE_TUPLE && row != NULL)
        {
          bytes += count_bytes (result, 0);
          if (bytes <= MAX_ANSWER)
            take_rows (result, row, data);
          else
            {
              ok = cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: an answer of more than %d MB"),
                              self->store.name, MAX_ANSWER / 1024 / 1024);
              cancel (self);
            }
        }
      else if (ok && status != PGRES_SINGLE_TUPLE && status != PGRES_TUPLES_OK
               && status != PGRES_COMMAND_OK)
        ok = cyan_postgres_fail (self, result, error);
      cyan_libpq.PQclear (result);
    }
  return ok;
}

static gboolean
send (CyanPostgres *self,
      const char *name,
      const Parameters *parameters,
      guint n_values,
      GError **error)
{
  if (self->n_pending == 0)
    cyan_libpq.PQenterPipelineMode (self->connection);
  self->n_pending++;
  if (!cyan_libpq.PQsendQueryPrepared (self->connection, name, (int) n_values, parameters->bytes,
                                       parameters->lengths, parameters->formats, 0))
    return cyan_postgres_fail (self, NULL, error);
  return self->n_pending < MAX_PENDING || cyan_postgres_flush (self, error);
}

gboolean
cyan_postgres_query (CyanStore *store,
                     const char *sql,
                     const CyanSql *values,
                     guint n_values,
                     CyanSqlRow row,
                     gpointer data,
                     GError **error)
{
  CyanPostgres *self = (CyanPostgres *) store;
  Parameters parameters;
  const char *name;
  gboolean ok;

  /* A row may not ask for others on the way. */
  g_assert (!self->is_answering);
  if (!cyan_postgres_ensure (self, error))
    return FALSE;
  name = prepare (self, sql, error);
  if (name == NULL)
    return FALSE;
  set_parameters (&parameters, values, n_values);
  if (row == NULL && store->in_transaction)
    return send (self, name, &parameters, n_values, error);
  if (!cyan_postgres_flush (self, error))
    return FALSE;
  if (!cyan_libpq.PQsendQueryPrepared (self->connection, name, (int) n_values, parameters.bytes,
                                       parameters.lengths, parameters.formats, 0))
    return cyan_postgres_fail (self, NULL, error);
  cyan_libpq.PQsetSingleRowMode (self->connection);
  self->is_answering = TRUE;
  ok = take_answer (self, row, data, error);
  self->is_answering = FALSE;
  return ok;
}
