/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables as data, and the statements that copy their rows. */
#include "cyan-store-tables.h"

#include <math.h>
#include <string.h>

/* Rows of a page.  They are in memory at a time; profiles are read one by one. */
#define PAGE_ROWS "200"

const CyanStoreTableText cyan_store_tables[CYAN_N_STORE_TABLES] = {
  [CYAN_STORE_TABLE_PROJECT] = { "project", "name, root", "tT", .n_key = 1 },
  [CYAN_STORE_TABLE_BRANCH] = { "branch", "project, name, seen, tip", "itit", .id = "seen",
                                .n_key = 3, .refers = { CYAN_STORE_TABLE_PROJECT } },
  [CYAN_STORE_TABLE_REVISION] = { "revision",
                                  "project, oid, parent, depth, author_time, commit_time, author,"
                                  " subject",
                                  "itTIIITT", .n_key = 2, .refers = { CYAN_STORE_TABLE_PROJECT },
                                  .fill_in =
                                      "parent = coalesce(revision.parent, excluded.parent),"
                                      " depth = coalesce(revision.depth, excluded.depth),"
                                      " author_time = coalesce(revision.author_time,"
                                      " excluded.author_time),"
                                      " commit_time = coalesce(revision.commit_time,"
                                      " excluded.commit_time),"
                                      " author = coalesce(revision.author, excluded.author),"
                                      " subject = coalesce(revision.subject, excluded.subject)" },
  [CYAN_STORE_TABLE_MACHINE] = { "machine", "name, identity", "tt", .n_key = 2 },
  [CYAN_STORE_TABLE_SESSION] = { "session", "machine, began, facts, program", "iitt",
                                 .refers = { CYAN_STORE_TABLE_MACHINE } },
  [CYAN_STORE_TABLE_DEFINITION] = { "definition", "project, benchmark, hash, text", "ittt",
                                    .n_key = 3, .refers = { CYAN_STORE_TABLE_PROJECT } },
  [CYAN_STORE_TABLE_METRIC] = { "metric", "name, unit, better", "tti", .n_key = 2 },
  [CYAN_STORE_TABLE_BUILD] = { "build", "revision, machine, recipe, status, seconds, log, session",
                               "iittRTI", .n_key = 3,
                               .refers = { CYAN_STORE_TABLE_REVISION, CYAN_STORE_TABLE_MACHINE,
                                           [6] = CYAN_STORE_TABLE_SESSION } },
  /* If only the numbers were kept, the bytes may come with another copy. */
  [CYAN_STORE_TABLE_PROFILE] = { "profile", "sha256, format, bytes, nodes, location, data",
                                 "ttiITB", .n_key = 1,
                                 .fill_in = "data = excluded.data WHERE profile.data IS NULL" },
  [CYAN_STORE_TABLE_FUNCTION] = { "function", "name, module, file", "ttt", .n_key = 3 },
  [CYAN_STORE_TABLE_RUN] = { "run",
                             "uid, revision, definition, machine, session, build, profile, number,"
                             " status, began, seconds, exit_code, log",
                             "tiiiiIIitiRIT", .n_key = 1,
                             .refers = { CYAN_STORE_TABLE_NONE, CYAN_STORE_TABLE_REVISION,
                                         CYAN_STORE_TABLE_DEFINITION, CYAN_STORE_TABLE_MACHINE,
                                         CYAN_STORE_TABLE_SESSION, CYAN_STORE_TABLE_BUILD,
                                         CYAN_STORE_TABLE_PROFILE } },
  [CYAN_STORE_TABLE_VALUE] = { "value", "run, metric, value", "iir", .id = "run", .n_key = 2,
                               .refers = { CYAN_STORE_TABLE_RUN, CYAN_STORE_TABLE_METRIC } },
  [CYAN_STORE_TABLE_FUNCTION_VALUE] = { "function_value", "run, function, self, total, calls",
                                        "iirrI", .id = "run", .n_key = 2,
                                        .refers = { CYAN_STORE_TABLE_RUN,
                                                    CYAN_STORE_TABLE_FUNCTION } },
  [CYAN_STORE_TABLE_MARK] = { "mark", "project, benchmark, revision, kind, text, made", "iTttti",
                              .refers = { CYAN_STORE_TABLE_PROJECT } },
};

/* ---- statements ---- */

static const char *
id_of (CyanStoreTable table)
{
  return cyan_store_tables[table].id != NULL ? cyan_store_tables[table].id : "id";
}

const char *
cyan_store_table_select_page (CyanStoreTable table)
{
  const CyanStoreTableText *self = &cyan_store_tables[table];
  const char *id = id_of (table);
  /* Rows with one id must not be torn apart. */
  const char *limit = self->id == NULL ? " LIMIT " PAGE_ROWS : "";
  g_autofree char *sql = g_strdup_printf ("SELECT %s, %s FROM %s WHERE %s > $1 ORDER BY %s%s", id,
                                          self->columns, self->name, id, id, limit);

  return g_intern_string (sql);
}

const char *
cyan_store_table_select_one (CyanStoreTable table)
{
  const CyanStoreTableText *self = &cyan_store_tables[table];
  g_autofree char *sql = g_strdup_printf ("SELECT %s, %s FROM %s WHERE %s = $1", id_of (table),
                                          self->columns, self->name, id_of (table));

  return g_intern_string (sql);
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

const char *
cyan_store_table_find (CyanStoreTable table)
{
  const CyanStoreTableText *self = &cyan_store_tables[table];
  g_autoptr (GString) sql = g_string_new (NULL);

  g_string_printf (sql, "SELECT %s FROM %s WHERE ", id_of (table), self->name);
  append_key (sql, self, " AND ", TRUE);
  return g_intern_string (sql->str);
}

static GString *
begin_insert (const CyanStoreTableText *self)
{
  GString *sql = g_string_new (NULL);

  g_string_printf (sql, "INSERT INTO %s (%s) VALUES (", self->name, self->columns);
  for (guint i = 0; self->types[i] != '\0'; i++)
    g_string_append_printf (sql, "%s$%u", i == 0 ? "" : ", ", i + 1);
  g_string_append_c (sql, ')');
  return sql;
}

const char *
cyan_store_table_insert (CyanStoreTable table)
{
  g_autoptr (GString) sql = begin_insert (&cyan_store_tables[table]);

  g_string_append_printf (sql, " ON CONFLICT DO NOTHING RETURNING %s", id_of (table));
  return g_intern_string (sql->str);
}

const char *
cyan_store_table_fill_in (CyanStoreTable table)
{
  const CyanStoreTableText *self = &cyan_store_tables[table];
  g_autoptr (GString) sql = NULL;

  if (self->fill_in == NULL)
    return NULL;
  sql = begin_insert (self);
  g_string_append (sql, " ON CONFLICT (");
  append_key (sql, self, ", ", FALSE);
  g_string_append_printf (sql, ") DO UPDATE SET %s", self->fill_in);
  return g_intern_string (sql->str);
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
      return value->type == CYAN_SQL_INTEGER;
    case 'r':
      return value->type == CYAN_SQL_INTEGER
             || (value->type == CYAN_SQL_REAL && isfinite (value->real));
    case 't':
      return value->type == CYAN_SQL_TEXT
             && g_utf8_validate (value->bytes, (gssize) value->length, NULL);
    default:
      return value->type == CYAN_SQL_BLOB;
    }
}

gboolean
cyan_store_table_is_valid (CyanStoreTable table, const CyanSql *columns)
{
  const char *types = cyan_store_tables[table].types;

  for (guint i = 0; types[i] != '\0'; i++)
    if (!is_valid (types[i], &columns[i]))
      return FALSE;
  return TRUE;
}
