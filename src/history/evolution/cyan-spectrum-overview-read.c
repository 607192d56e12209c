/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares each revision of a benchmark with its base. */
#include <math.h>
#include <string.h>

#include "cyan-assert.h"
#include "cyan-error.h"
#include "cyan-evolution-private.h"
#include "cyan-i18n.h"
#include "cyan-store-choose.h"
#include "cyan-pipeline.h"

/* ---- what is read: the names and rows that a query means, and their evolution ---- */

/* One definition of the benchmark. */
typedef struct
{
  const CyanEvolutionSeries *series;
  gint64 definition;  /* id of its row */
  GHashTable *counts; /* runs with a profile, by id of their revision */
} Way;

typedef struct
{
  CyanStore *store;
  const CyanSpectrumQuery *query;
  gint64 project, machine, metric; /* ids of rows */
  char *project_name, *benchmark, *machine_name, *metric_name;
  GPtrArray *definitions; /* of CyanStoreDefinition: all of the project */
  CyanEvolution *evolution;
  gint64 *columns;                /* ids of the revisions, by column */
  GArray *ways;                   /* of Way, oldest first */
  CyanSpectrumOverview *overview; /* what is being made */
} Reader;

static void
clear_way (gpointer way)
{
  g_clear_pointer (&((Way *) way)->counts, g_hash_table_unref);
}

static void
reader_clear (Reader *self)
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

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reader, reader_clear)

/* ---- what is asked for ---- */

static gboolean
is_candidate (const Reader *self, const CyanStoreSeries *series)
{
  const char *project = self->project_name != NULL ? self->project_name : self->query->project;

  return (project == NULL || strcmp (series->project, project) == 0)
         && (self->benchmark == NULL || strcmp (series->benchmark, self->benchmark) == 0);
}

/* The name that is asked for, of those that go with what was chosen before.  Caller frees. */
static char *
choose (const Reader *self,
        const GPtrArray *all,
        CyanStoreChoice choice,
        const char *wanted,
        GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  guint chosen;

  for (guint i = 0; i < all->len; i++)
    {
      const CyanStoreSeries *series = all->pdata[i];

      if (choice == CYAN_CHOICE_PROJECT || is_candidate (self, series))
        cyan_store_add_name (names, choice == CYAN_CHOICE_BENCHMARK ? series->benchmark
                                    : choice == CYAN_CHOICE_PROJECT ? series->project
                                                                    : series->machine);
    }
  return cyan_store_choose (self->store, choice, names, wanted, &chosen, error)
             ? g_strdup (names->pdata[chosen])
             : NULL;
}

static gboolean
choose_names (Reader *self, GError **error)
{
  g_autoptr (GPtrArray) all = cyan_store_read_overview (self->store, error);

  if (all == NULL)
    return FALSE;
  self->project_name = choose (self, all, CYAN_CHOICE_PROJECT, self->query->project, error);
  self->benchmark = self->project_name != NULL
                        ? choose (self, all, CYAN_CHOICE_BENCHMARK, self->query->benchmark, error)
                        : NULL;
  self->machine_name = self->benchmark != NULL
                           ? choose (self, all, CYAN_CHOICE_MACHINE, self->query->machine, error)
                           : NULL;
  return self->machine_name != NULL;
}

static gboolean
find_ids (Reader *self, GError **error)
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
find_first_metric (Reader *self, GError **error)
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
find_metric (Reader *self, GError **error)
{
  if (self->query->metric == NULL)
    return find_first_metric (self, error);
  self->metric_name = g_strdup (self->query->metric);
  return TRUE;
}

/* ---- its evolution ---- */

static gboolean
read_columns (Reader *self, GError **error)
{
  g_autoptr (GPtrArray) revisions = cyan_store_read_revisions (self->store, self->project, error);
  g_autoptr (GHashTable) by_oid = NULL;

  if (revisions == NULL)
    return FALSE;
  by_oid = cyan_store_by_oid (revisions);
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
read_ways (Reader *self, GError **error)
{
  self->ways = g_array_new (FALSE, FALSE, sizeof (Way));
  g_array_set_clear_func (self->ways, clear_way);
  for (guint i = 0; i < self->evolution->n_series; i++)
    {
      Way way = { .series = &self->evolution->series[i] };

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
find_metric_row (Reader *self, GError **error)
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
read_evolution (Reader *self, GError **error)
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

/* Sets all but the overview, for the store and the query. */
static gboolean
open_reader (Reader *self, GError **error)
{
  return choose_names (self, error) && find_ids (self, error) && find_metric (self, error)
         && read_evolution (self, error);
}

static guint
count_runs (const Reader *self, const Way *way, guint column)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (way->counts, &self->columns[column]));
}

/* ---- revisions ---- */

/* The definition with runs of @column: the newest one, of those that were successful if any. */
static const Way *
find_way (const Reader *self, guint column)
{
  const Way *found = NULL;

  for (guint i = 0; i < self->ways->len; i++)
    {
      const Way *way = &g_array_index (self->ways, Way, i);
      CyanCell cell = way->series->cells[column];

      if (cell == CYAN_CELL_MEASURED
          || (cell == CYAN_CELL_FAILED
              && (found == NULL || found->series->cells[column] != CYAN_CELL_MEASURED)))
        found = way;
    }
  return found;
}

/* The nearest revision before @column with enough runs, else the nearest with one. */
static guint
find_base (const Reader *self, const Way *way, guint column)
{
  guint enough = cyan_spectrum_enough_runs (count_runs (self, way, column));

  for (; enough > 0 && !self->evolution->is_unordered; enough--)
    for (guint i = column; i-- > 0;)
      if (count_runs (self, way, i) >= enough)
        return i;
  return CYAN_SPECTRUM_NO_BASE;
}

static void
set_mean (CyanSpectrumRevision *revision, const CyanEvolutionSeries *series, guint column)
{
  double sum = 0;
  guint n = series->begin[column + 1] - series->begin[column];

  for (guint i = series->begin[column]; i < series->begin[column + 1]; i++)
    sum += series->values[i];
  revision->mean = n > 0 ? sum / n : NAN;
}

/* The runs of both revisions, or of one if it has no base. */
static CyanRequest *
load_runs (Reader *self, const Way *way, guint column, const CyanTick *tick, GError **error)
{
  const CyanSpectrumRevision *revisions = self->overview->revisions;
  guint base = revisions[column].base;
  const CyanStorePair pair = {
    .project = self->project_name,
    .benchmark = self->benchmark,
    .definition = way->series->definition,
    .machine = self->machine_name,
    .revisions = { revisions[base != CYAN_SPECTRUM_NO_BASE ? base : column].commit.oid,
                   revisions[column].commit.oid },
  };
  const CyanSpectrumQuery *query = self->query;
  g_autoptr (CyanRequest) request =
      query->like != NULL ? cyan_request_copy (query->like) : cyan_request_new (NULL, NULL);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);

  request->how.metric = g_intern_string (self->metric_name);
  request->how.method = query->match;
  request->how.alpha = query->similarity.alpha;
  request->limits = query->limits;
  return cyan_store_request (self->store, &pair, request, notes, tick, error)
             ? g_steal_pointer (&request)
             : NULL;
}

static gboolean
compare (Reader *self,
         CyanSpectrumRevision *revision,
         const CyanRequest *request,
         const CyanTick *tick,
         GError **error)
{
  const CyanTick compares = cyan_tick_slice (tick, 0, 0.8), finds = cyan_tick_slice (tick, 0.8, 1);
  g_autoptr (CyanComparison) comparison = cyan_pipeline_compare (request, &compares, error);
  g_autoptr (CyanSimilarity) similarity =
      comparison != NULL ? cyan_similarity_new (comparison, &self->query->similarity, &finds, error)
                         : NULL;

  if (similarity == NULL)
    return FALSE;
  revision->n_base_runs = similarity->n_runs[0];
  revision->n_new_runs = similarity->n_runs[1];
  revision->n_rows = similarity->n_rows;
  revision->n_changed = similarity->n_changed;
  revision->n_below = similarity->n_below;
  revision->expected = similarity->expected;
  return TRUE;
}

/* Whether @error is about the revisions, not about the store or the person who waits. */
static gboolean
is_problem (const GError *error)
{
  return g_error_matches (error, CYAN_ERROR, CYAN_ERROR_INVALID)
         || g_error_matches (error, CYAN_ERROR, CYAN_ERROR_UNSUPPORTED)
         || g_error_matches (error, CYAN_ERROR, CYAN_ERROR_MISMATCH)
         || g_error_matches (error, CYAN_ERROR, CYAN_ERROR_LIMIT);
}

static gboolean
measure (Reader *self, const Way *way, guint column, const CyanTick *tick, GError **error)
{
  CyanSpectrumRevision *revision = &self->overview->revisions[column];
  const CyanTick loads = cyan_tick_slice (tick, 0, 0.5), compares = cyan_tick_slice (tick, 0.5, 1);
  g_autoptr (GError) reason = NULL;
  g_autoptr (CyanRequest) request = load_runs (self, way, column, &loads, &reason);

  if (request != NULL)
    {
      self->overview->has_calls |=
          cyan_spectrum_find_largest (revision, request->profiles[1], self->metric_name);
      if (revision->base == CYAN_SPECTRUM_NO_BASE
          || compare (self, revision, request, &compares, &reason))
        return TRUE;
    }
  if (!is_problem (reason))
    return cyan_error_pass (&reason, error);
  g_free (revision->problem);
  revision->problem = g_strdup (reason->message);
  revision->base = CYAN_SPECTRUM_NO_BASE;
  return TRUE;
}

/* Why a revision without runs to compare has no base. */
static char *
problem_new (const Reader *self, const Way *way, guint column)
{
  if (way == NULL || way->series->cells[column] == CYAN_CELL_FAILED_BUILD)
    return g_strdup (self->overview->revisions[column].cell == CYAN_CELL_FAILED_BUILD
                         ? _ ("its build failed")
                         : _ ("not measured"));
  if (way->series->cells[column] == CYAN_CELL_FAILED)
    return g_strdup (_ ("all of its runs failed"));
  if (count_runs (self, way, column) == 0)
    return g_strdup (_ ("the store has only the numbers of its runs, no profile"));
  return g_strdup (_ ("no revision before it in this list has runs to compare with"));
}

static CyanCell
find_cell (const Reader *self, const Way *way, guint column)
{
  if (way != NULL)
    return way->series->cells[column];
  for (guint i = 0; i < self->evolution->n_series; i++)
    if (self->evolution->series[i].cells[column] != CYAN_CELL_EMPTY)
      return self->evolution->series[i].cells[column];
  return CYAN_CELL_EMPTY;
}

static gboolean
read_revision (Reader *self, guint column, const CyanTick *tick, GError **error)
{
  CyanSpectrumRevision *revision = &self->overview->revisions[column];
  const Way *way = find_way (self, column);

  revision->commit = self->evolution->columns[column];
  self->evolution->columns[column] = (CyanEvolutionColumn){ 0 };
  revision->cell = find_cell (self, way, column);
  revision->mean = NAN;
  revision->base = CYAN_SPECTRUM_NO_BASE;
  if (way != NULL)
    {
      const CyanSpectrumCell cell = { self->columns[column], way->definition, self->machine,
                                      self->metric };

      revision->definition = g_strdup (way->series->definition);
      set_mean (revision, way->series, column);
      revision->base = find_base (self, way, column);
      if (!cyan_spectrum_read_runs (self->store, &cell, revision, error))
        return FALSE;
    }
  if (way == NULL || count_runs (self, way, column) == 0)
    revision->base = CYAN_SPECTRUM_NO_BASE;
  if (revision->base == CYAN_SPECTRUM_NO_BASE)
    revision->problem = problem_new (self, way, column);
  return way == NULL || count_runs (self, way, column) == 0
         || measure (self, way, column, tick, error);
}

static gboolean
read_revisions (Reader *self, const CyanTick *tick, GError **error)
{
  const CyanEvolution *evolution = self->evolution;
  guint n = evolution->n_columns;

  self->overview = g_new0 (CyanSpectrumOverview, 1);
  self->overview->project = g_strdup (self->project_name);
  self->overview->benchmark = g_strdup (self->benchmark);
  self->overview->machine = g_strdup (self->machine_name);
  self->overview->metric = g_strdup (self->metric_name);
  self->overview->unit = g_strdup (evolution->series->unit);
  self->overview->better = evolution->series->better;
  self->overview->alpha = self->query->similarity.alpha;
  self->overview->is_unordered = evolution->is_unordered;
  self->overview->revisions = g_new0 (CyanSpectrumRevision, n);
  self->overview->n_revisions = n;
  for (guint i = 0; i < n; i++)
    {
      const CyanTick slice = cyan_tick_slice (tick, (double) i / n, (double) (i + 1) / n);

      if (!cyan_tick (&slice, 0, N_ ("Comparing"), error)
          || !read_revision (self, i, &slice, error))
        return FALSE;
    }
  return TRUE;
}

/* Whether each revision has a base before it, or a reason for having none. */
static gboolean
has_bases (const CyanSpectrumOverview *self)
{
  for (guint i = 0; i < self->n_revisions; i++)
    {
      const CyanSpectrumRevision *revision = &self->revisions[i];
      gboolean has_base = revision->base != CYAN_SPECTRUM_NO_BASE;

      if (has_base ? revision->base >= i || self->is_unordered : revision->n_rows > 0)
        return FALSE;
      if (has_base != (revision->problem == NULL) || revision->n_changed > revision->n_rows)
        return FALSE;
    }
  return TRUE;
}

CyanSpectrumOverview *
cyan_spectrum_overview_read (CyanStore *store,
                             const CyanSpectrumQuery *query,
                             const CyanTick *tick,
                             GError **error)
{
  g_auto (Reader) self = { .store = store, .query = query };

  if (!open_reader (&self, error) || !read_revisions (&self, tick, error))
    return NULL;
  cyan_assert_slow (has_bases (self.overview));
  return g_steal_pointer (&self.overview);
}
