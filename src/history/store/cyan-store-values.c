/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs of one cell: a revision, a definition and a machine. */
#include "cyan-store-private.h"

#include <math.h>

static void
take_count (const CyanSql *columns, gpointer data)
{
  CyanStoreCounts *counts = data;
  guint n = (guint) cyan_sql_get_integer (columns[1]);
  g_autofree char *status = cyan_sql_dup_text (columns[0]);

  if (g_strcmp0 (status, cyan_run_status_names[CYAN_RUN_OK]) == 0)
    counts->ok = n;
  else if (g_strcmp0 (status, cyan_run_status_names[CYAN_RUN_LOST]) != 0)
    counts->failed += n;
}

gboolean
cyan_store_count_runs (CyanStore *self,
                       gint64 revision,
                       gint64 definition,
                       gint64 machine,
                       CyanStoreCounts *counts,
                       GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (revision), cyan_sql_integer (definition),
                             cyan_sql_integer (machine) };

  g_assert (revision != CYAN_STORE_UNKNOWN && definition != CYAN_STORE_UNKNOWN);
  g_assert (machine != CYAN_STORE_UNKNOWN);
  *counts = (CyanStoreCounts){ 0, 0 };
  return cyan_store_query (self,
                           "SELECT status, count(*) FROM run"
                           " WHERE revision = $1 AND definition = $2 AND machine = $3"
                           " GROUP BY status",
                           values, G_N_ELEMENTS (values), take_count, counts, error);
}

static void
free_value (gpointer data)
{
  CyanStoreCellValue *self = data;

  g_free (self->name);
  g_free (self->unit);
  g_free (self);
}

static void
take_value (const CyanSql *columns, gpointer rows)
{
  CyanStoreCellValue *value = g_new (CyanStoreCellValue, 1);

  value->metric = cyan_sql_get_integer (columns[0]);
  value->name = cyan_sql_dup_text (columns[1]);
  value->unit = cyan_sql_dup_text (columns[2]);
  value->value = cyan_sql_get_real (columns[3]);
  g_ptr_array_add (rows, value);
}

GPtrArray *
cyan_store_read_values (
    CyanStore *self, gint64 revision, gint64 definition, gint64 machine, GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (revision), cyan_sql_integer (definition),
                             cyan_sql_integer (machine),
                             cyan_sql_text (cyan_run_status_names[CYAN_RUN_OK]) };
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (free_value);

  if (!cyan_store_query (self,
                         "SELECT metric.id, metric.name, metric.unit, value.value FROM run"
                         " JOIN value ON value.run = run.id JOIN metric ON metric.id = value.metric"
                         " WHERE run.revision = $1 AND run.definition = $2 AND run.machine = $3"
                         " AND run.status = $4 ORDER BY metric.id, run.number, run.id",
                         values, G_N_ELEMENTS (values), take_value, rows, error))
    return NULL;
  return g_steal_pointer (&rows);
}

static void
take_seconds (const CyanSql *columns, gpointer data)
{
  *(double *) data = cyan_sql_get_real (columns[0]);
}

gboolean
cyan_store_mean_run_seconds (CyanStore *self,
                             gint64 project,
                             const char *benchmark,
                             gint64 machine,
                             double *seconds,
                             GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (project), cyan_sql_text (benchmark),
                             cyan_sql_integer (machine) };

  *seconds = NAN;
  return cyan_store_query (self,
                           "SELECT avg(run.seconds) FROM run"
                           " JOIN definition ON definition.id = run.definition"
                           " WHERE definition.project = $1 AND definition.benchmark = $2"
                           " AND run.machine = $3",
                           values, G_N_ELEMENTS (values), take_seconds, seconds, error);
}

gboolean
cyan_store_mean_build_seconds (
    CyanStore *self, gint64 machine, const char *recipe, double *seconds, GError **error)
{
  const CyanSql values[] = { cyan_sql_integer (machine), cyan_sql_text (recipe) };

  *seconds = NAN;
  return cyan_store_query (self,
                           "SELECT avg(seconds) FROM build WHERE machine = $1 AND recipe = $2",
                           values, G_N_ELEMENTS (values), take_seconds, seconds, error);
}
