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
#include "cyan-store-schema.h"

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

static void
take_line (const CyanSql *columns, gpointer data)
{
  char **line = data;

  g_free (*line);
  *line = cyan_sql_dup_text (columns[0]);
}

char **
cyan_postgres_tables (gint64 version)
{
  g_autofree char *schema = cyan_store_schema (CYAN_DIALECT_POSTGRESQL, version);
  g_autoptr (GRegex) table = g_regex_new ("CREATE TABLE (\\w+)", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (g_regex_match (table, schema, 0, &match); g_match_info_matches (match);
       g_match_info_next (match, NULL))
    {
      g_autofree char *name = g_match_info_fetch (match, 1);

      g_strv_builder_add (names, name);
    }
  return g_strv_builder_end (names);
}

static gboolean
check_nothing_runs (CyanPostgres *self, GError **error)
{
  const CyanSql values[] = { cyan_sql_text (self->schema) };
  g_autofree char *object = NULL;

  if (!cyan_postgres_query (
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
          " UNION ALL SELECT 'policy', polname FROM pg_policy JOIN ours ON polrelid = id"
          " UNION ALL SELECT 'default', relname FROM pg_attrdef JOIN ours ON adrelid = id"
          " UNION ALL SELECT 'constraint', conname FROM pg_constraint JOIN ours ON conrelid = id"
          " WHERE contype = 'c'"
          " UNION ALL SELECT 'index', relname FROM pg_index JOIN ours ON indexrelid = id"
          " WHERE indpred IS NOT NULL OR (indexprs IS NOT NULL AND"
          " pg_get_expr(indexprs, indrelid) <> '" CYAN_STORE_FUNCTION_KEY "')"
          " UNION ALL SELECT 'column', attname FROM pg_attribute JOIN ours ON attrelid = id"
          " WHERE relkind = 'r' AND attnum > 0 AND NOT attisdropped AND atttypid NOT IN"
          " ('text'::regtype, 'bigint'::regtype, 'double precision'::regtype, 'bytea'::regtype)"
          " UNION ALL SELECT 'function', proname FROM pg_proc JOIN pg_namespace"
          " ON pg_namespace.oid = pronamespace WHERE nspname = $1"
          " UNION ALL SELECT 'operator', oprname FROM pg_operator JOIN pg_namespace"
          " ON pg_namespace.oid = oprnamespace WHERE nspname = $1"
          ") AS foreign_object ORDER BY kind, name LIMIT 1",
          values, G_N_ELEMENTS (values), take_line, &object, error))
    return FALSE;
  return object == NULL
         || cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: %s does not belong to a store"),
                       self->store.name, object);
}

static gboolean
check_tables (CyanPostgres *self, gint64 version, GError **error)
{
  g_auto (GStrv) ours = cyan_postgres_tables (version);
  g_autofree char *names = g_strjoinv (",", ours), *array = g_strconcat ("{", names, "}", NULL);
  g_autofree char *missing = NULL, *foreign = NULL;
  const CyanSql values[] = { cyan_sql_text (self->schema), cyan_sql_text (array) };

  if (!cyan_postgres_query (&self->store,
                            "SELECT 'table \"' || name || '\"' FROM unnest($2::text[]) AS name"
                            " WHERE name NOT IN (SELECT relname FROM pg_class JOIN pg_namespace"
                            " ON pg_namespace.oid = relnamespace WHERE nspname = $1"
                            " AND relkind = 'r') LIMIT 1",
                            values, G_N_ELEMENTS (values), take_line, &missing, error)
      || !cyan_postgres_query (&self->store,
                               "SELECT 'table \"' || relname || '\"' FROM pg_class"
                               " JOIN pg_namespace ON pg_namespace.oid = relnamespace"
                               " WHERE nspname = $1 AND relkind = 'r'"
                               " AND relname <> ALL ($2::text[]) LIMIT 1",
                               values, G_N_ELEMENTS (values), take_line, &foreign, error))
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
cyan_postgres_get_version (CyanPostgres *self, gint64 *version, GError **error)
{
  gint64 needed;

  return read_versions (self, version, &needed, error);
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
  if (!check_nothing_runs (self, error) || !read_versions (self, &version, &needed, error))
    return FALSE;
  if (version < 1)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: damaged: it has no version"), name);
  if (version <= CYAN_STORE_SCHEMA)
    return check_tables (self, version, error);
  if (needed >= 1 && needed <= CYAN_STORE_SCHEMA)
    return TRUE;
  return cyan_fail (
      error, CYAN_ERROR_UNSUPPORTED,
      self->writes ? _ ("%s: a store of version %d; this program writes stores up to version %d")
                   : _ ("%s: a store of version %d; this program reads stores up to version %d"),
      name, (int) version, CYAN_STORE_SCHEMA);
}
