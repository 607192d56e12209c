/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables as data, and their statements. */
#include <math.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-store-private.h"
#include "cyan-sync.h"

/* Rows of a page.  They are in memory at a time; profiles are read one by one. */
#define PAGE_ROWS "200"

const CyanStoreTableText cyan_store_tables[CYAN_N_STORE_TABLES] = {
  [CYAN_STORE_TABLE_PROJECT] = { "project", "name, root", "tT", .n_key = 1,
                                 .size = sizeof (CyanStoreProject), .order = "name" },
  [CYAN_STORE_TABLE_BRANCH] = { "branch", "project, name, seen, tip", "itit",
                                .replace = "tip = excluded.tip", .id = "seen", .n_key = 3,
                                .size = sizeof (CyanStoreBranch), .order = "seen DESC, name",
                                .refers = { CYAN_STORE_TABLE_PROJECT } },
  [CYAN_STORE_TABLE_REVISION] = { "revision",
                                  "project, oid, parent, depth, author_time, commit_time, author,"
                                  " subject",
                                  "itTIIITT", .n_key = 2, .size = sizeof (CyanStoreRevision),
                                  .order = "id", .refers = { CYAN_STORE_TABLE_PROJECT },
                                  .fill_in =
                                      "parent = coalesce(revision.parent, excluded.parent),"
                                      " depth = coalesce(revision.depth, excluded.depth),"
                                      " author_time = coalesce(revision.author_time,"
                                      " excluded.author_time),"
                                      " commit_time = coalesce(revision.commit_time,"
                                      " excluded.commit_time),"
                                      " author = coalesce(revision.author, excluded.author),"
                                      " subject = coalesce(revision.subject, excluded.subject)" },
  [CYAN_STORE_TABLE_MACHINE] = { "machine", "name, identity", "tt", .n_key = 2,
                                 .size = sizeof (CyanStoreMachine), .order = "name" },
  [CYAN_STORE_TABLE_ENVIRONMENT] = { "session", "machine, began, facts, program", "iitt",
                                     .size = sizeof (CyanStoreEnvironment), .order = "id",
                                     .refers = { CYAN_STORE_TABLE_MACHINE } },
  [CYAN_STORE_TABLE_DEFINITION] = { "definition", "project, benchmark, hash, text", "ittt",
                                    .n_key = 3, .size = sizeof (CyanStoreDefinition),
                                    .order = "benchmark, id",
                                    .refers = { CYAN_STORE_TABLE_PROJECT } },
  [CYAN_STORE_TABLE_METRIC] = { "metric", "name, unit, better", "ttd", .n_key = 2,
                                .size = sizeof (CyanStoreMetric), .order = "name, unit" },
  [CYAN_STORE_TABLE_BUILD] = { "build", "revision, machine, recipe, status, seconds, log, session",
                               "iituRLI", .n_key = 3,
                               .replace = "status = excluded.status, seconds = excluded.seconds,"
                                          " log = excluded.log, session = excluded.session",
                               .refers = { CYAN_STORE_TABLE_REVISION, CYAN_STORE_TABLE_MACHINE,
                                           [6] = CYAN_STORE_TABLE_ENVIRONMENT } },
  /* If only the numbers were kept, the bytes may come with another copy. */
  [CYAN_STORE_TABLE_PROFILE] = { "profile", "sha256, format, bytes, nodes, location, data",
                                 "ttiITB", .n_key = 1,
                                 .fill_in = "data = excluded.data WHERE profile.data IS NULL" },
  [CYAN_STORE_TABLE_FUNCTION] = { "function", "name, module, file", "ttt", .n_key = 3,
                                  .size = sizeof (CyanStoreFunctionName),
                                  .order = "name, module, file" },
  [CYAN_STORE_TABLE_RUN] = { "run",
                             "uid, revision, definition, machine, session, build, number, status,"
                             " began, seconds, exit_code, log, profile",
                             "tiiiiIisiRILI", .n_key = 1,
                             .refers = { CYAN_STORE_TABLE_NONE, CYAN_STORE_TABLE_REVISION,
                                         CYAN_STORE_TABLE_DEFINITION, CYAN_STORE_TABLE_MACHINE,
                                         CYAN_STORE_TABLE_ENVIRONMENT, CYAN_STORE_TABLE_BUILD,
                                         [12] = CYAN_STORE_TABLE_PROFILE } },
  [CYAN_STORE_TABLE_VALUE] = { "value", "run, metric, value", "iir", .id = "run", .n_key = 2,
                               .refers = { CYAN_STORE_TABLE_RUN, CYAN_STORE_TABLE_METRIC } },
  [CYAN_STORE_TABLE_FUNCTION_VALUE] = { "function_value", "run, function, self, total, calls",
                                        "iirrI", .id = "run", .n_key = 2,
                                        .refers = { CYAN_STORE_TABLE_RUN,
                                                    CYAN_STORE_TABLE_FUNCTION } },
  [CYAN_STORE_TABLE_MARK] = { "mark", "project, benchmark, revision, kind, text, made", "iTttti",
                              .size = sizeof (CyanStoreMark), .order = "made, id",
                              .refers = { CYAN_STORE_TABLE_PROJECT } },
};

/* ---- statements ---- */

/* Whether the rows are those of a row of another table, which the first column tells. */
static gboolean
is_owned (const CyanStoreTableText *self)
{
  return self->refers[0] != CYAN_STORE_TABLE_NONE;
}

/* Appends the columns of the key, the second and later ones after @between; each with its parameter
 * if @binds. */
static void
append_key (GString *sql, const CyanStoreTableText *self, const char *between, gboolean binds)
{
  g_auto (GStrv) columns = g_strsplit (self->columns, ", ", -1);

  for (guint i = 0; i < self->n_key; i++)
    {
      g_string_append_printf (sql, "%s%s", i > 0 ? between : "", columns[i]);
      if (binds)
        g_string_append_printf (sql, " = $%u", i + 1);
    }
}

/* The members of its struct: all columns but the one that says whose row it is. */
static const char *
make_list (const CyanStoreTableText *self)
{
  const char *columns = is_owned (self) ? strchr (self->columns, ' ') + 1 : self->columns;
  g_autofree char *owner =
      g_strndup (self->columns, is_owned (self) ? strcspn (self->columns, ",") : 0);
  g_autofree char *sql = g_strdup_printf (
      "SELECT %s%s FROM %s%s%s%s ORDER BY %s", self->id == NULL ? "id, " : "", columns, self->name,
      *owner != '\0' ? " WHERE " : "", owner, *owner != '\0' ? " = $1" : "", self->order);

  return g_intern_string (sql);
}

static const char *
make_find (const CyanStoreTableText *self, const char *id)
{
  g_autoptr (GString) sql = g_string_new (NULL);

  g_string_printf (sql, "SELECT %s FROM %s WHERE ", id, self->name);
  append_key (sql, self, " AND ", TRUE);
  return g_intern_string (sql->str);
}

/* @set says what a row that is there gets; NULL: it stays as it is. */
static const char *
make_insert (const CyanStoreTableText *self, const char *id, const char *set)
{
  g_autoptr (GString) sql = g_string_new (NULL);

  g_string_printf (sql, "INSERT INTO %s (%s)", self->name, self->columns);
  for (guint i = 0; self->types[i] != '\0'; i++)
    g_string_append_printf (sql, i == 0 ? " VALUES ($%u" : ", $%u", i + 1);
  g_string_append (sql, ") ON CONFLICT ");
  if (set != NULL)
    {
      g_string_append_c (sql, '(');
      append_key (sql, self, ", ", FALSE);
      g_string_append_printf (sql, ") DO UPDATE SET %s", set);
    }
  else
    g_string_append (sql, "DO NOTHING");
  g_string_append_printf (sql, " RETURNING %s", id);
  return g_intern_string (sql->str);
}

static CyanStoreStatements statements[CYAN_N_STORE_TABLES];

static void
make_statements (void)
{
  for (CyanStoreTable i = CYAN_STORE_TABLE_NONE + 1; i < CYAN_N_STORE_TABLES; i++)
    {
      const CyanStoreTableText *table = &cyan_store_tables[i];
      const char *id = table->id != NULL ? table->id : "id";
      g_autofree char *all =
          g_strdup_printf ("SELECT %s, %s FROM %s WHERE %s", id, table->columns, table->name, id);
      /* Rows with one id must not be torn apart. */
      g_autofree char *page = g_strdup_printf ("%s > $1 ORDER BY %s%s", all, id,
                                               table->id == NULL ? " LIMIT " PAGE_ROWS : "");
      g_autofree char *one = g_strdup_printf ("%s = $1", all);

      statements[i] = (CyanStoreStatements){
        .page = g_intern_string (page),
        .one = g_intern_string (one),
        .list = table->size > 0 ? make_list (table) : NULL,
        .find = make_find (table, id),
        .insert = make_insert (table, id, NULL),
        .put = make_insert (table, id, table->replace != NULL ? table->replace : table->fill_in),
        .fill_in = table->fill_in != NULL ? make_insert (table, id, table->fill_in) : NULL,
      };
    }
}

const CyanStoreStatements *
cyan_store_statements (CyanStoreTable table)
{
  static CyanOnce once = CYAN_ONCE_INIT;

  cyan_once (&once, make_statements);
  return &statements[table];
}

/* ---- rows ---- */

static gboolean
is_valid (char type, const CyanSql *value)
{
  if (value->type == CYAN_SQL_NULL)
    return g_ascii_isupper (type);
  switch (g_ascii_tolower (type))
    {
    case 'i':
    case 'd':
      return value->type == CYAN_SQL_INTEGER;
    case 'r':
      return value->type == CYAN_SQL_INTEGER
             || (value->type == CYAN_SQL_REAL && isfinite (value->real));
    case 'b':
      return value->type == CYAN_SQL_BLOB;
    default:
      return value->type == CYAN_SQL_TEXT
             && g_utf8_validate (value->bytes, (gssize) value->length, NULL);
    }
}

gboolean
cyan_store_table_is_valid (CyanStoreTable table, const CyanSql *columns, guint *column)
{
  const char *types = cyan_store_tables[table].types;

  for (*column = 0; types[*column] != '\0'; ++*column)
    if (!is_valid (types[*column], &columns[*column]))
      return FALSE;
  return TRUE;
}

gboolean
cyan_store_table_is_own_parent (CyanStoreTable table, const CyanSql *columns)
{
  const CyanSql *oid = &columns[CYAN_STORE_REVISION_OID];
  const CyanSql *parent = &columns[CYAN_STORE_REVISION_PARENT];

  return table == CYAN_STORE_TABLE_REVISION && parent->type == CYAN_SQL_TEXT
         && oid->length == parent->length && memcmp (oid->bytes, parent->bytes, oid->length) == 0;
}

const char *
cyan_store_table_column (CyanStoreTable table, guint column)
{
  g_auto (GStrv) names = g_strsplit (cyan_store_tables[table].columns, ", ", -1);

  return g_intern_string (names[column]);
}

GPtrArray *
cyan_store_table_read (CyanStore *self, CyanStoreTable table, gint64 owner, GError **error)
{
  const CyanStoreTableText *text = &cyan_store_tables[table];
  gboolean owned = is_owned (text);
  g_autofree char *types = g_strconcat (text->id == NULL ? "i" : "", text->types + owned, NULL);
  const CyanSql value = cyan_sql_integer (owner);

  return cyan_store_read_rows (self, cyan_store_statements (table)->list, &value, owned, types,
                               text->size, error);
}

/* ---- the schema: one text for all databases.  Stores are compared with it, so it does not change:
 * a change is a new CYAN_STORE_SCHEMA ---- */

/* With the parts of CyanStoreDialect. */
static const char schema_text[] =
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);\n"
    "CREATE TABLE project (id @ID, name TEXT NOT NULL UNIQUE, root TEXT);\n"
    "CREATE TABLE branch (project BIGINT NOT NULL REFERENCES project, name TEXT NOT NULL,"
    " seen BIGINT NOT NULL, tip TEXT NOT NULL, PRIMARY KEY (project, name, seen));\n"
    "CREATE TABLE revision (id @ID, project BIGINT NOT NULL REFERENCES project, oid TEXT NOT NULL,"
    " parent TEXT, depth BIGINT, author_time BIGINT, commit_time BIGINT, author TEXT, subject TEXT,"
    " UNIQUE (project, oid));\n"
    "CREATE TABLE machine (id @ID, name TEXT NOT NULL UNIQUE, identity TEXT NOT NULL);\n"
    "CREATE TABLE session (id @ID, machine BIGINT NOT NULL REFERENCES machine,"
    " began BIGINT NOT NULL, facts TEXT NOT NULL, program TEXT NOT NULL);\n"
    "CREATE TABLE definition (id @ID, project BIGINT NOT NULL REFERENCES project,"
    " benchmark TEXT NOT NULL, hash TEXT NOT NULL, text TEXT NOT NULL,"
    " UNIQUE (project, benchmark, hash));\n"
    "CREATE TABLE metric (id @ID, name TEXT NOT NULL, unit TEXT NOT NULL, better BIGINT NOT NULL,"
    " UNIQUE (name, unit));\n"
    "CREATE TABLE build (id @ID, revision BIGINT NOT NULL REFERENCES revision,"
    " machine BIGINT NOT NULL REFERENCES machine, recipe TEXT NOT NULL, status TEXT NOT NULL,"
    " seconds @REAL, log TEXT, session BIGINT REFERENCES session,"
    " UNIQUE (revision, machine, recipe));\n"
    "CREATE TABLE profile (id @ID, sha256 TEXT NOT NULL UNIQUE, format TEXT NOT NULL,"
    " bytes BIGINT NOT NULL, nodes BIGINT, data @BLOB, location TEXT);\n"
    "CREATE TABLE run (id @ID, revision BIGINT NOT NULL REFERENCES revision,"
    " definition BIGINT NOT NULL REFERENCES definition,"
    " machine BIGINT NOT NULL REFERENCES machine, session BIGINT NOT NULL REFERENCES session,"
    " build BIGINT REFERENCES build, number BIGINT NOT NULL, status TEXT NOT NULL,"
    " began BIGINT NOT NULL, seconds @REAL, exit_code BIGINT, log TEXT,"
    " profile BIGINT REFERENCES profile, uid TEXT NOT NULL UNIQUE);\n"
    "CREATE INDEX run_cell ON run (definition, machine, revision);\n"
    "CREATE TABLE value (run BIGINT NOT NULL REFERENCES run,"
    " metric BIGINT NOT NULL REFERENCES metric, value @REAL NOT NULL,"
    " PRIMARY KEY (run, metric))@PAIR;\n"
    "CREATE TABLE function (id @ID, name TEXT NOT NULL, module TEXT NOT NULL, file TEXT NOT NULL"
    "@NAMES;\n"
    "CREATE TABLE function_value (run BIGINT NOT NULL REFERENCES run,"
    " function BIGINT NOT NULL REFERENCES function, self @REAL NOT NULL, total @REAL NOT NULL,"
    " calls BIGINT, PRIMARY KEY (run, function))@PAIR;\n"
    "CREATE TABLE mark (id @ID, project BIGINT NOT NULL REFERENCES project, benchmark TEXT,"
    " revision TEXT NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL, made BIGINT NOT NULL);\n"
    "CREATE TABLE claim (cell TEXT PRIMARY KEY, owner TEXT NOT NULL, until BIGINT NOT NULL);\n";

char *
cyan_store_schema (const CyanStoreDialect *dialect)
{
  const char *const marks[][2] = {
    { "@ID", dialect->id },     { "@REAL", dialect->real }, { "@BLOB", dialect->blob },
    { "@PAIR", dialect->pair }, { " TEXT", dialect->text }, { "@NAMES", dialect->names },
  };
  g_autoptr (GString) schema = g_string_new (schema_text);

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    g_string_replace (schema, marks[i][0], marks[i][1], 0);
  g_string_append_printf (
      schema,
      "INSERT INTO meta VALUES ('schema', '%d'), ('min_reader', '%d'), ('min_writer', '%d');\n",
      CYAN_STORE_SCHEMA, CYAN_STORE_MIN_READER, CYAN_STORE_MIN_WRITER);
  return g_string_free (g_steal_pointer (&schema), FALSE);
}

gboolean
cyan_store_check_version (
    const char *name, gint64 version, gint64 needed, gboolean writes, GError **error)
{
  if (version < 1)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: damaged: it has no version"), name);
  return version <= CYAN_STORE_SCHEMA || (needed >= 1 && needed <= CYAN_STORE_SCHEMA)
         || cyan_fail (
             error, CYAN_ERROR_UNSUPPORTED,
             writes ? _ ("%s: a store of version %d; this program writes stores up to version %d")
                    : _ ("%s: a store of version %d; this program reads stores up to version %d"),
             name, (int) version, CYAN_STORE_SCHEMA);
}
