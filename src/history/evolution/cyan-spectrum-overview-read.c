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
  gint64 id;          /* of its row */
  GHashTable *counts; /* runs with a profile, by id of their revision */
} Definition;

typedef struct
{
  CyanStore *store;
  const CyanSpectrumQuery *query;
  GPtrArray *all; /* of CyanStoreSeries: what the store has; owns the names */
  const char *project, *benchmark, *machine_name;
  gint64 machine, metric; /* ids of rows */
  char *metric_name;
  CyanEvolution *evolution;
  GArray *definitions;            /* of Definition, oldest first */
  CyanSpectrumOverview *overview; /* what is being made */
} Reader;

static void
clear_definition (gpointer definition)
{
  g_clear_pointer (&((Definition *) definition)->counts, g_hash_table_unref);
}

static void
reader_clear (Reader *self)
{
  g_free (self->metric_name);
  g_clear_pointer (&self->all, g_ptr_array_unref);
  g_clear_pointer (&self->evolution, cyan_evolution_free);
  g_clear_pointer (&self->definitions, g_array_unref);
  g_clear_pointer (&self->overview, cyan_spectrum_overview_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reader, reader_clear)

/* ---- what is asked for ---- */

/* Whether @series goes with what was chosen so far. */
static gboolean
is_chosen (const Reader *self, const CyanStoreSeries *series)
{
  return (self->project == NULL || strcmp (series->project, self->project) == 0)
         && (self->benchmark == NULL || strcmp (series->benchmark, self->benchmark) == 0)
         && (self->machine_name == NULL || strcmp (series->machine, self->machine_name) == 0);
}

/* Sets *@name, one that a member of CyanStoreSeries has, to what is asked for. */
static gboolean
choose (const Reader *self,
        gsize member,
        CyanStoreChoice choice,
        const char *wanted,
        const char **name,
        GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  guint chosen;

  for (guint i = 0; i < self->all->len; i++)
    if (is_chosen (self, self->all->pdata[i]))
      cyan_store_add_name (names, G_STRUCT_MEMBER (char *, self->all->pdata[i], member));
  if (!cyan_store_choose (self->store, choice, names, wanted, &chosen, error))
    return FALSE;
  *name = names->pdata[chosen];
  return TRUE;
}

static gboolean
choose_names (Reader *self, GError **error)
{
  const CyanSpectrumQuery *query = self->query;

  self->all = cyan_store_read_overview (self->store, error);
  if (self->all == NULL
      || !choose (self, offsetof (CyanStoreSeries, project), CYAN_CHOICE_PROJECT, query->project,
                  &self->project, error)
      || !choose (self, offsetof (CyanStoreSeries, benchmark), CYAN_CHOICE_BENCHMARK,
                  query->benchmark, &self->benchmark, error)
      || !choose (self, offsetof (CyanStoreSeries, machine), CYAN_CHOICE_MACHINE, query->machine,
                  &self->machine_name, error))
    return FALSE;
  for (guint i = 0; i < self->all->len; i++)
    if (is_chosen (self, self->all->pdata[i]))
      self->machine = ((const CyanStoreSeries *) self->all->pdata[i])->machine_id;
  return TRUE;
}

/* The name of the first metric of the newest profile of the benchmark. */
static gboolean
find_first_metric (Reader *self, GError **error)
{
  gint64 newest = CYAN_STORE_UNKNOWN;
  g_autoptr (CyanProfile) profile = NULL;

  for (guint i = self->all->len; i-- > 0 && newest == CYAN_STORE_UNKNOWN;)
    {
      const CyanStoreSeries *series = self->all->pdata[i];

      if (strcmp (series->project, self->project) == 0
          && strcmp (series->benchmark, self->benchmark) == 0
          && !cyan_store_newest_profile (self->store, series->definition_id, &newest, error))
        return FALSE;
    }
  if (!cyan_store_load_profile (self->store, newest, self->benchmark, &self->query->limits, NULL,
                                &profile, error))
    return FALSE;
  if (profile == NULL)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("%s: no run of %s has a profile"),
                      cyan_store_name (self->store), self->benchmark);
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
read_definitions (Reader *self, GError **error)
{
  self->definitions = g_array_new (FALSE, FALSE, sizeof (Definition));
  g_array_set_clear_func (self->definitions, clear_definition);
  for (guint i = 0; i < self->evolution->n_series; i++)
    {
      Definition definition = { .series = &self->evolution->series[i] };

      for (guint k = 0; k < self->all->len; k++)
        {
          const CyanStoreSeries *row = self->all->pdata[k];

          if (is_chosen (self, row) && strcmp (row->definition, definition.series->definition) == 0)
            definition.id = row->definition_id;
        }
      definition.counts =
          cyan_spectrum_count_runs (self->store, definition.id, self->machine, error);
      if (definition.counts == NULL)
        return FALSE;
      g_array_append_val (self->definitions, definition);
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
  const CyanEvolutionQuery query = { .project = self->project,
                                     .benchmark = exactly,
                                     .metric = self->metric_name,
                                     .machine = self->machine_name,
                                     .tip = self->query->tip,
                                     .last = self->query->last };
  const CyanStepsOptions steps = CYAN_STEPS_OPTIONS_INIT;

  self->evolution = cyan_evolution_read (self->store, &query, error);
  if (self->evolution == NULL)
    return FALSE;
  if (self->evolution->n_series == 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: %s has no metric \"%s\""),
                      cyan_store_name (self->store), self->benchmark, self->metric_name);
  return cyan_evolution_find_steps (self->evolution, &steps, error)
         && read_definitions (self, error) && find_metric_row (self, error);
}

/* Sets all but the overview, for the store and the query. */
static gboolean
open_reader (Reader *self, GError **error)
{
  return choose_names (self, error) && find_metric (self, error) && read_evolution (self, error);
}

static guint
count_runs (const Reader *self, const Definition *definition, guint column)
{
  return GPOINTER_TO_UINT (
      g_hash_table_lookup (definition->counts, &self->overview->revisions[column].commit.id));
}

/* ---- revisions ---- */

/* The definition with runs of @column: the newest one, of those that were successful if any. */
static const Definition *
find_definition (const Reader *self, guint column)
{
  const Definition *found = NULL;

  for (guint i = 0; i < self->definitions->len; i++)
    {
      const Definition *definition = &g_array_index (self->definitions, Definition, i);
      CyanCell cell = definition->series->cells[column];

      if (cell == CYAN_CELL_MEASURED
          || (cell == CYAN_CELL_FAILED
              && (found == NULL || found->series->cells[column] != CYAN_CELL_MEASURED)))
        found = definition;
    }
  return found;
}

/* The nearest revision before @column with enough runs that is no outlier, else the nearest with
 * one. */
static guint
find_base (const Reader *self, const Definition *definition, guint column)
{
  guint enough = cyan_spectrum_enough_runs (count_runs (self, definition, column));

  for (; enough > 0 && !self->evolution->is_unordered; enough--)
    for (guint i = column; i-- > 0;)
      if (count_runs (self, definition, i) >= enough
          && !cyan_evolution_is_outlier (definition->series, i))
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
load_runs (
    Reader *self, const Definition *definition, guint column, const CyanTick *tick, GError **error)
{
  const CyanSpectrumRevision *revisions = self->overview->revisions;
  guint base = revisions[column].base;
  const CyanStorePair pair = {
    .project = self->project,
    .benchmark = self->benchmark,
    .definition = definition->series->definition,
    .machine = self->machine_name,
    .revisions = { revisions[base != CYAN_SPECTRUM_NO_BASE ? base : column].commit.oid,
                   revisions[column].commit.oid },
    .ignore_times = TRUE,
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
measure (
    Reader *self, const Definition *definition, guint column, const CyanTick *tick, GError **error)
{
  CyanSpectrumRevision *revision = &self->overview->revisions[column];
  const CyanTick loads = cyan_tick_slice (tick, 0, 0.5), compares = cyan_tick_slice (tick, 0.5, 1);
  g_autoptr (GError) reason = NULL;
  g_autoptr (CyanRequest) request = load_runs (self, definition, column, &loads, &reason);

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
problem_new (const Reader *self, const Definition *definition, guint column)
{
  if (definition == NULL || definition->series->cells[column] == CYAN_CELL_FAILED_BUILD)
    return g_strdup (self->overview->revisions[column].cell == CYAN_CELL_FAILED_BUILD
                         ? _ ("its build failed")
                         : _ ("not measured"));
  if (definition->series->cells[column] == CYAN_CELL_FAILED)
    return g_strdup (_ ("all of its runs failed"));
  if (count_runs (self, definition, column) == 0)
    return g_strdup (_ ("the store has only the numbers of its runs, no profile"));
  return g_strdup (_ ("no revision before it in this list has runs to compare with"));
}

static CyanCell
find_cell (const Reader *self, const Definition *definition, guint column)
{
  if (definition != NULL)
    return definition->series->cells[column];
  for (guint i = 0; i < self->evolution->n_series; i++)
    if (self->evolution->series[i].cells[column] != CYAN_CELL_EMPTY)
      return self->evolution->series[i].cells[column];
  return CYAN_CELL_EMPTY;
}

static gboolean
read_revision (Reader *self, guint column, const CyanTick *tick, GError **error)
{
  CyanSpectrumRevision *revision = &self->overview->revisions[column];
  const Definition *definition = find_definition (self, column);

  revision->commit = self->evolution->columns[column];
  self->evolution->columns[column] = (CyanEvolutionColumn){ 0 };
  revision->cell = find_cell (self, definition, column);
  revision->mean = NAN;
  revision->base = CYAN_SPECTRUM_NO_BASE;
  if (definition != NULL)
    {
      const CyanSpectrumCell cell = { revision->commit.id, definition->id, self->machine,
                                      self->metric };

      revision->definition = g_strdup (definition->series->definition);
      revision->is_outlier = cyan_evolution_is_outlier (definition->series, column);
      set_mean (revision, definition->series, column);
      revision->base = find_base (self, definition, column);
      if (!cyan_spectrum_read_runs (self->store, &cell, revision, error))
        return FALSE;
    }
  if (definition == NULL || count_runs (self, definition, column) == 0)
    revision->base = CYAN_SPECTRUM_NO_BASE;
  if (revision->base == CYAN_SPECTRUM_NO_BASE)
    revision->problem = problem_new (self, definition, column);
  return definition == NULL || count_runs (self, definition, column) == 0
         || measure (self, definition, column, tick, error);
}

static gboolean
read_revisions (Reader *self, const CyanTick *tick, GError **error)
{
  const CyanEvolution *evolution = self->evolution;
  guint n = evolution->n_columns;

  self->overview = g_new0 (CyanSpectrumOverview, 1);
  self->overview->project = g_strdup (self->project);
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
