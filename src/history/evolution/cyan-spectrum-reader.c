/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-spectrum-reader.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-store-near.h"

static void
clear_way (gpointer way)
{
  g_clear_pointer (&((CyanSpectrumWay *) way)->counts, g_hash_table_unref);
}

void
cyan_spectrum_reader_clear (CyanSpectrumReader *self)
{
  g_free (self->project_name);
  g_free (self->benchmark);
  g_free (self->machine_name);
  g_free (self->metric_name);
  g_clear_pointer (&self->definitions, g_ptr_array_unref);
  g_clear_pointer (&self->evolution, cyan_evolution_free);
  g_free (self->columns);
  g_clear_pointer (&self->ways, g_array_unref);
  g_clear_pointer (&self->overview, cyan_spectrum_overview_free);
}

/* ---- what is asked for ---- */

typedef enum
{
  CHOOSE_BENCHMARK,
  CHOOSE_PROJECT,
  CHOOSE_MACHINE,
} Choice;

static gboolean
is_candidate (const CyanSpectrumReader *self, const CyanStoreSeries *series)
{
  const char *project = self->project_name != NULL ? self->project_name : self->query->project;

  return (project == NULL || strcmp (series->project, project) == 0)
         && (self->benchmark == NULL || strcmp (series->benchmark, self->benchmark) == 0);
}

/* The name that is asked for, of those that go with what was chosen before.  Caller frees. */
static char *
choose (const CyanSpectrumReader *self, const GPtrArray *all, Choice choice, GError **error)
{
  const CyanSpectrumQuery *query = self->query;
  const struct
  {
    const char *wanted, *none, *several;
    CyanHint hint;
  } of[] = {
    [CHOOSE_BENCHMARK] = { query->benchmark, _ ("no such benchmark"), _ ("several benchmarks"),
                           CYAN_HINT_BENCHMARK },
    [CHOOSE_PROJECT] = { query->project, _ ("no such project"), _ ("several projects"),
                         CYAN_HINT_PROJECT },
    [CHOOSE_MACHINE] = { query->machine, _ ("no such machine"), _ ("several machines"),
                         CYAN_HINT_MACHINE },
  };
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  guint chosen;

  for (guint i = 0; i < all->len; i++)
    {
      const CyanStoreSeries *series = all->pdata[i];

      if (choice == CHOOSE_PROJECT || is_candidate (self, series))
        cyan_store_add_name (names, choice == CHOOSE_BENCHMARK ? series->benchmark
                                    : choice == CHOOSE_PROJECT ? series->project
                                                               : series->machine);
    }
  if (!cyan_store_choose (self->store, names, of[choice].wanted, choice == CHOOSE_MACHINE,
                          of[choice].none, of[choice].several, of[choice].hint, &chosen, error))
    return NULL;
  return g_strdup (names->pdata[chosen]);
}

static gboolean
choose_names (CyanSpectrumReader *self, GError **error)
{
  g_autoptr (GPtrArray) all = cyan_store_read_overview (self->store, error);

  if (all == NULL)
    return FALSE;
  self->project_name = choose (self, all, CHOOSE_PROJECT, error);
  self->benchmark = self->project_name != NULL ? choose (self, all, CHOOSE_BENCHMARK, error) : NULL;
  self->machine_name = self->benchmark != NULL ? choose (self, all, CHOOSE_MACHINE, error) : NULL;
  return self->machine_name != NULL;
}

static gboolean
find_ids (CyanSpectrumReader *self, GError **error)
{
  g_autoptr (GPtrArray) projects = cyan_store_read_projects (self->store, error);
  g_autoptr (GPtrArray) machines =
      projects != NULL ? cyan_store_read_machines (self->store, error) : NULL;
  const CyanStoreProject *project;
  const CyanStoreMachine *machine;

  if (machines == NULL)
    return FALSE;
  project = cyan_store_find_named (projects, self->project_name);
  machine = cyan_store_find_named (machines, self->machine_name);
  /* Another program may have removed them since. */
  if (project != NULL)
    self->project = project->id;
  if (machine != NULL)
    self->machine = machine->id;
  self->definitions = cyan_store_read_definitions (self->store, self->project, error);
  return self->definitions != NULL;
}

/* The name of the first metric of the newest profile of the benchmark. */
static gboolean
find_first_metric (CyanSpectrumReader *self, GError **error)
{
  gint64 newest = CYAN_STORE_UNKNOWN;
  g_autoptr (GBytes) packed = NULL;
  g_autoptr (CyanProfile) profile = NULL;
  gconstpointer bytes;
  gsize length;

  for (guint i = self->definitions->len; i-- > 0 && newest == CYAN_STORE_UNKNOWN;)
    {
      const CyanStoreDefinition *definition = self->definitions->pdata[i];

      if (strcmp (definition->benchmark, self->benchmark) == 0
          && !cyan_store_newest_profile (self->store, definition->id, &newest, error))
        return FALSE;
    }
  if (newest == CYAN_STORE_UNKNOWN)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("%s: no run of %s has a profile"),
                      cyan_store_name (self->store), self->benchmark);
  packed = cyan_store_read_profile (self->store, newest, error);
  if (packed == NULL)
    return FALSE;
  bytes = g_bytes_get_data (packed, &length);
  profile =
      cyan_profile_load_memory (self->benchmark, bytes, length, &self->query->limits, NULL, error);
  if (profile == NULL)
    return FALSE;
  self->metric_name = g_strdup (profile->metrics[0].name);
  return TRUE;
}

static gboolean
find_metric (CyanSpectrumReader *self, GError **error)
{
  if (self->query->metric == NULL)
    return find_first_metric (self, error);
  self->metric_name = g_strdup (self->query->metric);
  return TRUE;
}

/* ---- its evolution ---- */

static gboolean
read_columns (CyanSpectrumReader *self, GError **error)
{
  g_autoptr (GPtrArray) revisions = cyan_store_read_revisions (self->store, self->project, error);
  g_autoptr (GHashTable) by_oid = g_hash_table_new (g_str_hash, g_str_equal);

  if (revisions == NULL)
    return FALSE;
  for (guint i = 0; i < revisions->len; i++)
    g_hash_table_insert (by_oid, ((CyanStoreRevision *) revisions->pdata[i])->oid,
                         revisions->pdata[i]);
  self->columns = g_new (gint64, self->evolution->n_columns);
  for (guint i = 0; i < self->evolution->n_columns; i++)
    {
      const CyanStoreRevision *revision =
          g_hash_table_lookup (by_oid, self->evolution->columns[i].oid);

      self->columns[i] = revision != NULL ? revision->id : CYAN_STORE_UNKNOWN;
    }
  return TRUE;
}

static gboolean
read_ways (CyanSpectrumReader *self, GError **error)
{
  self->ways = g_array_new (FALSE, FALSE, sizeof (CyanSpectrumWay));
  g_array_set_clear_func (self->ways, clear_way);
  for (guint i = 0; i < self->evolution->n_series; i++)
    {
      CyanSpectrumWay way = { .series = &self->evolution->series[i] };

      for (guint k = 0; k < self->definitions->len; k++)
        {
          const CyanStoreDefinition *definition = self->definitions->pdata[k];

          if (strcmp (definition->benchmark, self->benchmark) == 0
              && strcmp (definition->hash, way.series->definition) == 0)
            way.definition = definition->id;
        }
      way.counts = cyan_spectrum_count_runs (self->store, way.definition, self->machine, error);
      if (way.counts == NULL)
        return FALSE;
      g_array_append_val (self->ways, way);
    }
  return TRUE;
}

/* The row of the metric, whose name may be there with several units. */
static gboolean
find_metric_row (CyanSpectrumReader *self, GError **error)
{
  const CyanEvolution *evolution = self->evolution;
  g_autoptr (GPtrArray) metrics = cyan_store_read_metrics (self->store, error);

  if (metrics == NULL)
    return FALSE;
  if (evolution->n_lines > 1)
    return cyan_fail (error, CYAN_ERROR_MISMATCH,
                      _ ("%s: %s was measured in different units, which cannot be compared"),
                      cyan_store_name (self->store), self->metric_name);
  self->metric = CYAN_STORE_UNKNOWN;
  for (guint i = 0; i < metrics->len && evolution->n_series > 0; i++)
    {
      const CyanStoreMetric *metric = metrics->pdata[i];

      if (strcmp (metric->name, self->metric_name) == 0
          && strcmp (metric->unit, evolution->series->unit) == 0)
        self->metric = metric->id;
    }
  return TRUE;
}

static gboolean
read_evolution (CyanSpectrumReader *self, GError **error)
{
  g_autofree char *exactly = cyan_evolution_exactly (self->benchmark);
  const CyanEvolutionQuery query = { .project = self->project_name,
                                     .benchmark = exactly,
                                     .metric = self->metric_name,
                                     .machine = self->machine_name,
                                     .tip = self->query->tip,
                                     .last = self->query->last };

  self->evolution = cyan_evolution_read (self->store, &query, error);
  if (self->evolution == NULL)
    return FALSE;
  if (self->evolution->n_series == 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: %s has no metric \"%s\""),
                      cyan_store_name (self->store), self->benchmark, self->metric_name);
  return read_columns (self, error) && read_ways (self, error) && find_metric_row (self, error);
}

gboolean
cyan_spectrum_reader_open (CyanSpectrumReader *self, GError **error)
{
  return choose_names (self, error) && find_ids (self, error) && find_metric (self, error)
         && read_evolution (self, error);
}

guint
cyan_spectrum_reader_count (const CyanSpectrumReader *self,
                            const CyanSpectrumWay *way,
                            guint column)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (way->counts, &self->columns[column]));
}
