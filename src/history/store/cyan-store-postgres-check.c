/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether a schema of PostgreSQL is a store of ours.
 *
 * Triggers, rules, views and defaults of somebody else would run with our rights, so a schema that
 * contains any is refused.
 */
#include "cyan-store-postgres-private.h"

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-store-private.h"

/* Maximum rows of a table that describes runs, and counts a few more than those. */
#define MAX_ROWS 100000
#define COUNT(table)                                                                               \
  "SELECT '" table "' AS name, (SELECT count(*) FROM (SELECT 1 FROM " table                        \
  " LIMIT " G_STRINGIFY (MAX_ROWS) " + 1) AS some_rows) AS n"

static void
take_numbers (const CyanSql *columns, gpointer data)
{
  gint64 *numbers = data;

  numbers[0] = cyan_sql_get_integer (columns[0]);
  numbers[1] = cyan_sql_get_integer (columns[1]);
}

gboolean
cyan_postgres_is_empty (CyanPostgres *self, gboolean *exists, gboolean *is_empty, GError **error)
{
  const CyanSql values[] = { cyan_sql_text (self->schema) };
  gint64 numbers[2] = { 0, 0 };

  if (!cyan_postgres_query (&self->store,
                            "SELECT (SELECT count(*) FROM pg_namespace WHERE nspname = $1),"
                            " (SELECT count(*) FROM pg_class JOIN pg_namespace"
                            " ON pg_namespace.oid = relnamespace WHERE nspname = $1)",
                            values, G_N_ELEMENTS (values), take_numbers, numbers, error))
    return FALSE;
  *exists = numbers[0] > 0;
  *is_empty = numbers[1] == 0;
  return TRUE;
}

gboolean
cyan_postgres_check_nothing_runs (CyanPostgres *self, GError **error)
{
  const CyanSql values[] = { cyan_sql_text (self->schema) };
  g_autofree char *object = NULL;

  if (!cyan_store_query_text (
          &self->store,
          "WITH ours AS (SELECT pg_class.* , pg_class.oid AS id, pg_namespace.oid AS space"
          " FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE nspname = $1)"
          " SELECT kind || ' \"' || name || '\"' FROM ("
          "SELECT CASE relkind WHEN 'v' THEN 'view' ELSE 'object' END AS kind,"
          " relname::text AS name FROM ours WHERE relkind NOT IN ('r', 'i', 'S')"
          " UNION ALL SELECT 'trigger', tgname FROM pg_trigger JOIN ours ON tgrelid = id"
          " WHERE NOT tgisinternal"
          " UNION ALL SELECT 'rule', rulename FROM pg_rewrite JOIN ours ON ev_class = id"
          " WHERE rulename <> '_RETURN'"
          /* They are read with the table, wherever they are, and may be on another server. */
          " UNION ALL SELECT 'inherited table', relname FROM pg_inherits JOIN ours"
          " ON inhparent = id OR inhrelid = id WHERE relkind = 'r'"
          " UNION ALL SELECT 'policy', polname FROM pg_policy JOIN ours ON polrelid = id"
          " UNION ALL SELECT 'default', relname FROM pg_attrdef JOIN ours ON adrelid = id"
          " UNION ALL SELECT 'constraint', conname FROM pg_constraint JOIN ours ON conrelid = id"
          " WHERE contype = 'c'"
          " UNION ALL SELECT 'index', relname FROM pg_index JOIN ours ON indexrelid = id"
          " WHERE indpred IS NOT NULL OR (indexprs IS NOT NULL AND"
          " pg_get_expr(indexprs, indrelid) <> '" CYAN_POSTGRES_FUNCTION_KEY "')"
          " UNION ALL SELECT 'column', attname FROM pg_attribute JOIN ours ON attrelid = id"
          " WHERE relkind = 'r' AND attnum > 0 AND NOT attisdropped AND atttypid NOT IN"
          " ('text'::regtype, 'bigint'::regtype, 'double precision'::regtype, 'bytea'::regtype)"
          " UNION ALL SELECT 'function', proname FROM pg_proc JOIN pg_namespace"
          " ON pg_namespace.oid = pronamespace WHERE nspname = $1"
          " UNION ALL SELECT 'operator', oprname FROM pg_operator JOIN pg_namespace"
          " ON pg_namespace.oid = oprnamespace WHERE nspname = $1"
          ") AS foreign_object ORDER BY kind, name LIMIT 1",
          values, G_N_ELEMENTS (values), &object, error))
    return FALSE;
  return object == NULL
         || cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: %s does not belong to a store"),
                       self->store.name, object);
}

/* ---- our tables ---- */

/* The name in PostgreSQL of a column's type. */
static const char *
get_type (char type)
{
  switch (g_ascii_tolower (type))
    {
    case 'i':
    case 'd':
      return "bigint";
    case 'r':
      return "double precision";
    case 'b':
      return "bytea";
    default:
      return "text";
    }
}

char **
cyan_postgres_tables (void)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (CyanStoreTable i = CYAN_STORE_TABLE_NONE + 1; i < CYAN_N_STORE_TABLES; i++)
    g_strv_builder_add (names, cyan_store_tables[i].name);
  g_strv_builder_add_many (names, "meta", "claim", NULL);
  return g_strv_builder_end (names);
}

/* "run.status of type text", in quotation marks, for each column of our tables. */
static char **
list_columns (void)
{
  g_autoptr (GStrvBuilder) lines = g_strv_builder_new ();

  g_strv_builder_add_many (lines, "\"meta.key of type text\"", "\"meta.value of type text\"",
                           "\"claim.cell of type text\"", "\"claim.owner of type text\"",
                           "\"claim.until of type bigint\"", NULL);
  for (CyanStoreTable i = CYAN_STORE_TABLE_NONE + 1; i < CYAN_N_STORE_TABLES; i++)
    {
      const CyanStoreTableText *table = &cyan_store_tables[i];
      g_autofree char *names = g_strconcat (table->columns, table->id == NULL ? ", id" : "", NULL);
      g_auto (GStrv) columns = g_strsplit (names, ", ", -1);

      for (guint k = 0; columns[k] != NULL; k++)
        {
          char type = table->types[k] != '\0' ? table->types[k] : 'i';
          g_autofree char *line =
              g_strdup_printf ("\"%s.%s of type %s\"", table->name, columns[k], get_type (type));

          g_strv_builder_add (lines, line);
        }
    }
  return g_strv_builder_end (lines);
}

/* Each of our columns has its type; with another one, values would be read as missing. */
static gboolean
check_columns (CyanPostgres *self, GError **error)
{
  g_auto (GStrv) columns = list_columns ();
  g_autofree char *list = g_strjoinv (",", columns), *array = g_strconcat ("{", list, "}", NULL);
  g_autofree char *wrong = NULL;
  const CyanSql values[] = { cyan_sql_text (self->schema), cyan_sql_text (array) };

  if (!cyan_store_query_text (
          &self->store,
          "SELECT name FROM unnest($2::text[]) AS name WHERE name NOT IN"
          " (SELECT relname || '.' || attname || ' of type ' || atttypid::regtype"
          " FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid"
          " JOIN pg_namespace ON pg_namespace.oid = relnamespace"
          " WHERE nspname = $1 AND attnum > 0 AND NOT attisdropped) LIMIT 1",
          values, G_N_ELEMENTS (values), &wrong, error))
    return FALSE;
  return wrong == NULL
         || cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: damaged: no column %s"), self->store.name,
                       wrong);
}

/* Tables that are read as a whole, and are small in any real store. */
static gboolean
check_counts (CyanPostgres *self, GError **error)
{
  g_autofree char *table = NULL;

  if (!cyan_store_query_text (&self->store,
                              "SELECT name FROM (" COUNT ("project") " UNION ALL " COUNT ("machine") " UNION ALL " COUNT ("session") " UNION ALL " COUNT ("definition") " UNION ALL " COUNT (
                                  "metric") " UNION ALL " COUNT ("mark") " UNION ALL " COUNT ("clai"
                                                                                              "m") ") AS counts WHERE n > " G_STRINGIFY (MAX_ROWS) " LIMIT 1",
                              NULL, 0, &table, error))
    return FALSE;
  return table == NULL
         || cyan_fail (error, CYAN_ERROR_LIMIT, _ ("%s: table \"%s\" has more than %'d rows"),
                       self->store.name, table, MAX_ROWS);
}

static gboolean
check_tables (CyanPostgres *self, GError **error)
{
  g_auto (GStrv) ours = cyan_postgres_tables ();
  g_autofree char *names = g_strjoinv (",", ours), *array = g_strconcat ("{", names, "}", NULL);
  g_autofree char *missing = NULL, *foreign = NULL;
  const CyanSql values[] = { cyan_sql_text (self->schema), cyan_sql_text (array) };

  if (!cyan_store_query_text (&self->store,
                              "SELECT 'table \"' || name || '\"' FROM unnest($2::text[]) AS name"
                              " WHERE name NOT IN (SELECT relname FROM pg_class JOIN pg_namespace"
                              " ON pg_namespace.oid = relnamespace WHERE nspname = $1"
                              " AND relkind = 'r') LIMIT 1",
                              values, G_N_ELEMENTS (values), &missing, error)
      || !cyan_store_query_text (&self->store,
                                 "SELECT 'table \"' || relname || '\"' FROM pg_class"
                                 " JOIN pg_namespace ON pg_namespace.oid = relnamespace"
                                 " WHERE nspname = $1 AND relkind = 'r'"
                                 " AND relname <> ALL ($2::text[]) LIMIT 1",
                                 values, G_N_ELEMENTS (values), &foreign, error))
    return FALSE;
  if (missing != NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: %s is missing"), self->store.name,
                      missing);
  if (foreign != NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: %s does not belong to a store"),
                      self->store.name, foreign);
  return TRUE;
}

/* The versions in our table of facts; 0 if there is none. */
static gboolean
read_versions (CyanPostgres *self, gint64 *version, gint64 *needed, GError **error)
{
  gint64 numbers[2] = { CYAN_STORE_UNKNOWN, CYAN_STORE_UNKNOWN };

  if (!cyan_postgres_query (&self->store,
                            self->writes
                                ? "SELECT max(CASE key WHEN 'schema' THEN value END)::bigint,"
                                  " max(CASE key WHEN 'min_writer' THEN value END)::bigint"
                                  " FROM meta"
                                : "SELECT max(CASE key WHEN 'schema' THEN value END)::bigint,"
                                  " max(CASE key WHEN 'min_reader' THEN value END)::bigint"
                                  " FROM meta",
                            NULL, 0, take_numbers, numbers, error))
    return FALSE;
  *version = MAX (numbers[0], 0);
  *needed = MAX (numbers[1], 0);
  return TRUE;
}

gboolean
cyan_postgres_check_schema (CyanPostgres *self, GError **error)
{
  const char *name = self->store.name;
  const CyanSql values[] = { cyan_sql_text (self->schema) };
  gint64 tables[2] = { 0, 0 }, version, needed;

  if (!cyan_postgres_query (&self->store,
                            "SELECT count(*), 0 FROM pg_class JOIN pg_namespace"
                            " ON pg_namespace.oid = relnamespace"
                            " WHERE nspname = $1 AND relname = 'meta' AND relkind = 'r'",
                            values, G_N_ELEMENTS (values), take_numbers, tables, error))
    return FALSE;
  if (tables[0] == 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: not a store of Cyanotype"), name);
  if (!cyan_postgres_check_nothing_runs (self, error) || !cyan_postgres_enter (self, error)
      || !read_versions (self, &version, &needed, error))
    return FALSE;
  if (version <= CYAN_STORE_SCHEMA && version >= 1)
    return check_tables (self, error) && check_columns (self, error) && check_counts (self, error);
  return cyan_store_check_version (name, version, needed, self->writes, error)
         && check_counts (self, error);
}
