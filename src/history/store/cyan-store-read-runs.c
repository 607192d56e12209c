/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading what an evolution needs: the values of many runs at once. */
#include "cyan-store-private.h"

#include <string.h>

/* ---- values ---- */

static void
take_measurement (const CyanSql *columns, gpointer rows)
{
  const CyanStoreMeasurement row = {
    .run = cyan_sql_get_integer (columns[0]),
    .revision = cyan_sql_get_integer (columns[1]),
    .definition = cyan_sql_get_integer (columns[2]),
    .machine = cyan_sql_get_integer (columns[3]),
    .session = cyan_sql_get_integer (columns[4]),
    .status = cyan_store_get_status (columns[5]),
    .metric = cyan_sql_get_integer (columns[6]),
    .value = cyan_sql_get_real (columns[7]),
  };

  g_array_append_val ((GArray *) rows, row);
}

#define MEASUREMENTS                                                                               \
  "SELECT run.id, run.revision, run.definition, run.machine, run.session, run.status,"             \
  " value.metric, value.value FROM run LEFT JOIN value ON value.run = run.id"

GArray *
cyan_store_read_measurements (CyanStore *self, gint64 definition, GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (CyanStoreMeasurement));
  const CyanSql values[] = { cyan_sql_integer (definition) };
  gboolean ok;

  if (definition == CYAN_STORE_UNKNOWN)
    ok = cyan_store_query (self, MEASUREMENTS " ORDER BY run.id", NULL, 0, take_measurement, rows,
                           error);
  else
    ok = cyan_store_query (self, MEASUREMENTS " WHERE run.definition = $1 ORDER BY run.id", values,
                           G_N_ELEMENTS (values), take_measurement, rows, error);
  return ok ? g_steal_pointer (&rows) : NULL;
}

/* ---- functions ---- */

static void
free_function (gpointer data)
{
  CyanStoreFunctionName *self = data;

  g_free (self->name);
  g_free (self->module);
  g_free (self->file);
  g_free (self);
}

typedef struct
{
  const GRegex *name;
  GPtrArray *rows;
} Finder;

static void
take_function (const CyanSql *columns, gpointer data)
{
  const Finder *self = data;
  g_autofree char *name = cyan_sql_dup_text (columns[1]);
  CyanStoreFunctionName *function;

  if (name == NULL || !g_regex_match (self->name, name, 0, NULL))
    return;
  function = g_new (CyanStoreFunctionName, 1);
  function->id = cyan_sql_get_integer (columns[0]);
  function->name = g_steal_pointer (&name);
  function->module = cyan_sql_dup_name (columns[2]);
  function->file = cyan_sql_dup_name (columns[3]);
  g_ptr_array_add (self->rows, function);
}

GPtrArray *
cyan_store_find_functions (CyanStore *self, const GRegex *name, GError **error)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (free_function);
  Finder finder = { name, rows };

  if (!cyan_store_query (self,
                         "SELECT id, name, module, file FROM function ORDER BY name, module, file",
                         NULL, 0, take_function, &finder, error))
    return NULL;
  return g_steal_pointer (&rows);
}

static void
take_function_value (const CyanSql *columns, gpointer rows)
{
  const CyanStoreFunctionValue row = {
    .run = cyan_sql_get_integer (columns[0]),
    .self = cyan_sql_get_real (columns[1]),
    .total = cyan_sql_get_real (columns[2]),
    .calls = cyan_sql_get_integer (columns[3]),
  };

  g_array_append_val ((GArray *) rows, row);
}

GArray *
cyan_store_read_function (CyanStore *self, gint64 function, gint64 definition, GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (CyanStoreFunctionValue));
  const CyanSql values[] = { cyan_sql_integer (function), cyan_sql_integer (definition) };

  /* The table has no index by function, so the runs come first, also for SQLite's planner. */
  if (!cyan_store_query (self,
                         "SELECT run.id, f.self, f.total, f.calls"
                         " FROM run CROSS JOIN function_value AS f"
                         " WHERE f.run = run.id AND f.function = $1 AND run.definition = $2"
                         " ORDER BY run.id",
                         values, G_N_ELEMENTS (values), take_function_value, rows, error))
    return NULL;
  return g_steal_pointer (&rows);
}

gboolean
cyan_store_newest_profile (CyanStore *self, gint64 definition, gint64 *profile, GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (definition) };
  gboolean found;

  *profile = CYAN_STORE_UNKNOWN;
  return cyan_store_query_integer (self,
                                   "SELECT profile.id FROM run"
                                   " JOIN profile ON profile.id = run.profile"
                                   " WHERE run.definition = $1"
                                   " AND (profile.data IS NOT NULL OR profile.location IS NOT NULL)"
                                   " ORDER BY run.id DESC LIMIT 1",
                                   values, G_N_ELEMENTS (values), profile, &found, error);
}

/* ---- builds ---- */

static void
clear_build (gpointer data)
{
  g_free (((CyanStoreBuild *) data)->recipe);
}

/* What a newer version calls otherwise is no success. */
static CyanBuildStatus
read_build_status (CyanSql name)
{
  if (name.type == CYAN_SQL_TEXT && strcmp (name.bytes, "ok") == 0)
    return CYAN_BUILD_OK;
  return name.type == CYAN_SQL_TEXT && strcmp (name.bytes, "timeout") == 0 ? CYAN_BUILD_TIMEOUT
                                                                           : CYAN_BUILD_FAILED;
}

static void
take_build (const CyanSql *columns, gpointer rows)
{
  const CyanStoreBuild row = {
    .id = cyan_sql_get_integer (columns[0]),
    .revision = cyan_sql_get_integer (columns[1]),
    .machine = cyan_sql_get_integer (columns[2]),
    .status = read_build_status (columns[3]),
    .recipe = cyan_sql_dup_text (columns[4]),
  };

  g_array_append_val ((GArray *) rows, row);
}

GArray *
cyan_store_read_builds (CyanStore *self, gint64 project, GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (CyanStoreBuild));
  const CyanSql values[] = { cyan_sql_integer (project) };

  g_array_set_clear_func (rows, clear_build);
  if (!cyan_store_query (self,
                         "SELECT build.id, build.revision, build.machine, build.status,"
                         " build.recipe FROM build"
                         " JOIN revision ON revision.id = build.revision"
                         " WHERE revision.project = $1 ORDER BY build.id",
                         values, G_N_ELEMENTS (values), take_build, rows, error))
    return NULL;
  return g_steal_pointer (&rows);
}

/* ---- branches ---- */

static void
free_branch (gpointer data)
{
  CyanStoreBranch *self = data;

  g_free (self->name);
  g_free (self->tip);
  g_free (self);
}

static void
take_branch (const CyanSql *columns, gpointer rows)
{
  CyanStoreBranch *branch = g_new (CyanStoreBranch, 1);

  branch->name = cyan_sql_dup_name (columns[0]);
  branch->seen = cyan_sql_get_integer (columns[1]);
  branch->tip = cyan_sql_dup_name (columns[2]);
  g_ptr_array_add (rows, branch);
}

GPtrArray *
cyan_store_read_branches (CyanStore *self, gint64 project, GError **error)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (free_branch);
  const CyanSql values[] = { cyan_sql_integer (project) };

  if (!cyan_store_query (self,
                         "SELECT name, seen, tip FROM branch WHERE project = $1"
                         " ORDER BY seen DESC, name",
                         values, G_N_ELEMENTS (values), take_branch, rows, error))
    return NULL;
  return g_steal_pointer (&rows);
}
