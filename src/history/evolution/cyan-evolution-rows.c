/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values of runs and of functions in runs, by series. */
#include "cyan-evolution-private.h"

#include <string.h>

#include "cyan-format.h"
#include "cyan-store-query.h"

static void
builder_free (gpointer data)
{
  CyanEvolutionBuilder *self = data;

  g_array_unref (self->points);
  g_free (self);
}

static void
setting_free (gpointer data)
{
  CyanEvolutionSetting *self = data;

  g_ptr_array_unref (self->builders);
  g_array_unref (self->failures);
  g_free (self);
}

static guint
setting_hash (gconstpointer data)
{
  const CyanEvolutionSetting *self = data;

  return (guint) self->definition * 31 + (guint) self->machine;
}

static gboolean
setting_equal (gconstpointer a, gconstpointer b)
{
  const CyanEvolutionSetting *first = a, *second = b;

  return first->definition == second->definition && first->machine == second->machine;
}

/* ---- runs ---- */

/* NULL if these rows were not asked for. */
static CyanEvolutionSetting *
find_setting (CyanEvolutionReader *self, gint64 definition, gint64 machine)
{
  const CyanEvolutionSetting key = { .definition = definition, .machine = machine };
  CyanEvolutionSetting *setting = self->last_setting;
  const CyanStoreDefinition *about = g_hash_table_lookup (self->chosen, &definition);
  gpointer on = cyan_store_find_row (self->machines, machine);

  if (setting != NULL && setting_equal (setting, &key))
    return setting;
  setting = g_hash_table_lookup (self->settings, &key);
  if (setting == NULL && about != NULL && on != NULL)
    {
      setting = g_new0 (CyanEvolutionSetting, 1);
      *setting = (CyanEvolutionSetting){
        .definition = definition,
        .machine = machine,
        .about = about,
        .on = on,
        .builders = g_ptr_array_new_with_free_func (builder_free),
        .failures = g_array_new (FALSE, FALSE, sizeof (CyanEvolutionFailure)),
      };
      g_ptr_array_find (self->machines, on, &setting->n_machine);
      g_hash_table_add (self->settings, setting);
      g_ptr_array_add (self->setting_list, setting);
    }
  self->last_setting = setting != NULL ? setting : self->last_setting;
  return setting;
}

/* The builder of @setting for a metric; @unit and the names are borrowed and the same pointers for
 * the same metric. */
static CyanEvolutionBuilder *
find_builder (CyanEvolutionSetting *setting,
              const char *metric,
              const char *unit,
              int better,
              const char *function)
{
  CyanEvolutionBuilder *builder;

  for (guint i = 0; i < setting->builders->len; i++)
    {
      builder = setting->builders->pdata[i];
      if (builder->metric == metric && builder->unit == unit && builder->function == function)
        return builder;
    }
  builder = g_new (CyanEvolutionBuilder, 1);
  *builder = (CyanEvolutionBuilder){ metric, unit, function, better,
                                     g_array_new (FALSE, FALSE, sizeof (CyanEvolutionPoint)) };
  g_ptr_array_add (setting->builders, builder);
  return builder;
}

static void
add_point (CyanEvolutionBuilder *builder, guint column, gint64 run, double value)
{
  const CyanEvolutionPoint point = { column, run, value };

  g_array_append_val (builder->points, point);
}

static void
add_failure (CyanEvolutionSetting *setting, guint column, const CyanStoreMeasurement *row)
{
  const CyanEvolutionFailure failure = { column, row->run, cyan_run_status_names[row->status] };
  const GArray *failures = setting->failures;

  /* A failed run may have values, each a row. */
  if (failures->len == 0
      || g_array_index (failures, CyanEvolutionFailure, failures->len - 1).run != row->run)
    g_array_append_val (setting->failures, failure);
}

static void
add_elsewhere (CyanEvolutionReader *self, gint64 revision)
{
  if (!g_hash_table_contains (self->elsewhere, &revision))
    g_hash_table_add (self->elsewhere, g_memdup2 (&revision, sizeof revision));
}

static void
add_environment (CyanEvolutionReader *self,
                 const CyanEvolutionSetting *setting,
                 guint column,
                 const CyanStoreMeasurement *row)
{
  gsize i = (gsize) setting->n_machine * self->branch->len + column;

  if (row->run >= self->environment_runs[i])
    {
      self->environment_runs[i] = row->run;
      self->environments[i] = row->environment;
    }
}

static const CyanStoreMetric *
find_metric (const CyanEvolutionReader *self, gint64 id)
{
  const CyanStoreMetric *metric = cyan_store_find_row (self->metrics, id);

  return metric != NULL
                 && (self->query->metric == NULL || strcmp (metric->name, self->query->metric) == 0)
             ? metric
             : NULL;
}

static void
add_row (CyanEvolutionReader *self, const CyanStoreMeasurement *row)
{
  CyanEvolutionSetting *setting = find_setting (self, row->definition, row->machine);
  guint column = GPOINTER_TO_UINT (g_hash_table_lookup (self->columns, &row->revision));
  const CyanStoreMetric *metric;

  if (setting == NULL)
    return;
  if (column-- == 0)
    {
      add_elsewhere (self, row->revision);
      return;
    }
  add_environment (self, setting, column, row);
  if (row->status != CYAN_RUN_OK)
    {
      add_failure (setting, column, row);
      return;
    }
  metric = self->functions == NULL ? find_metric (self, row->metric) : NULL;
  if (metric != NULL)
    add_point (find_builder (setting, metric->name, metric->unit, metric->better, NULL), column,
               row->run, row->value);
}

/* ---- functions ---- */

/* The unit of the functions of a definition: that of the first metric of its profiles.  Without a
 * profile it is unknown.  Caller frees. */
static gboolean
read_unit (CyanEvolutionReader *self, gint64 definition, char **unit, GError **error)
{
  g_autoptr (CyanProfile) profile = NULL;
  gint64 id;

  if (!cyan_store_newest_profile (self->store, definition, &id, error))
    return FALSE;
  cyan_store_load_profile (self->store, id, "profile", NULL, NULL, &profile, NULL);
  *unit = g_strdup (profile != NULL ? profile->metrics[0].unit : "");
  return TRUE;
}

static int
compare_runs (gconstpointer a, gconstpointer b)
{
  const CyanStoreMeasurement *first = a, *second = b;

  return (first->run > second->run) - (first->run < second->run);
}

static void
add_function_value (CyanEvolutionReader *self,
                    const CyanStoreMeasurement *run,
                    const CyanStoreFunctionValue *value,
                    const char *label,
                    const char *unit)
{
  const struct
  {
    const char *metric, *unit;
    double value;
    gboolean exists;
  } values[] = {
    { "self", unit, value->self, TRUE },
    { "total", unit, value->total, TRUE },
    { "calls", "count", (double) value->calls, value->calls != CYAN_STORE_UNKNOWN },
  };
  CyanEvolutionSetting *setting = find_setting (self, run->definition, run->machine);
  guint column = GPOINTER_TO_UINT (g_hash_table_lookup (self->columns, &run->revision));

  if (setting == NULL || column-- == 0 || run->status != CYAN_RUN_OK)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    if (values[i].exists
        && (self->query->metric == NULL || strcmp (self->query->metric, values[i].metric) == 0))
      add_point (find_builder (setting, values[i].metric, values[i].unit, -1, label), column,
                 run->run, values[i].value);
}

/* Adds the functions of the runs @rows, all of one definition. */
static gboolean
add_functions (CyanEvolutionReader *self, gint64 definition, const GArray *rows, GError **error)
{
  char *unit;

  if (!read_unit (self, definition, &unit, error))
    return FALSE;
  g_ptr_array_add (self->units, unit);
  for (guint i = 0; i < self->functions->len; i++)
    {
      const CyanStoreFunctionName *function = self->functions->pdata[i];
      g_autoptr (GArray) values =
          cyan_store_read_function (self->store, function->id, definition, error);

      if (values == NULL)
        return FALSE;
      for (guint k = 0; k < values->len; k++)
        {
          const CyanStoreFunctionValue *value = &g_array_index (values, CyanStoreFunctionValue, k);
          const CyanStoreMeasurement key = { .run = value->run };
          const CyanStoreMeasurement *run =
              bsearch (&key, rows->data, rows->len, sizeof key, compare_runs);

          if (run != NULL)
            add_function_value (self, run, value, self->function_labels->pdata[i], unit);
        }
    }
  return TRUE;
}

/* Reads the rows of @definition; of all if that is CYAN_STORE_UNKNOWN. */
static gboolean
read_rows (CyanEvolutionReader *self, gint64 definition, GError **error)
{
  g_autoptr (GArray) rows = cyan_store_read_measurements (self->store, definition, error);

  if (rows == NULL)
    return FALSE;
  for (guint i = 0; i < rows->len; i++)
    add_row (self, &g_array_index (rows, CyanStoreMeasurement, i));
  return self->functions == NULL || add_functions (self, definition, rows, error);
}

gboolean
cyan_evolution_read_rows (CyanEvolutionReader *self, GError **error)
{
  gsize n_cells = (gsize) self->machines->len * self->branch->len;

  self->settings = g_hash_table_new (setting_hash, setting_equal);
  self->setting_list = g_ptr_array_new_with_free_func (setting_free);
  self->units = g_ptr_array_new_with_free_func (g_free);
  self->environments = g_new (gint64, n_cells);
  self->environment_runs = g_new (gint64, n_cells);
  for (gsize i = 0; i < n_cells; i++)
    self->environments[i] = self->environment_runs[i] = CYAN_STORE_UNKNOWN;
  if (self->functions == NULL && g_hash_table_size (self->chosen) == self->definitions->len)
    return read_rows (self, CYAN_STORE_UNKNOWN, error);
  for (guint i = 0; i < self->definitions->len; i++)
    {
      const CyanStoreDefinition *definition = self->definitions->pdata[i];

      if (g_hash_table_contains (self->chosen, &definition->id)
          && !read_rows (self, definition->id, error))
        return FALSE;
    }
  return TRUE;
}
