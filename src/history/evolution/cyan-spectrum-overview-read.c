/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares each revision of a benchmark with its base. */
#include <math.h>

#include "cyan-assert.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-pipeline.h"
#include "cyan-spectrum-reader.h"
#include "cyan-spectrum-runs.h"

/* The definition with runs of @column: the newest one, of those that were successful if any. */
static const CyanSpectrumWay *
find_way (const CyanSpectrumReader *self, guint column)
{
  const CyanSpectrumWay *found = NULL;

  for (guint i = 0; i < self->ways->len; i++)
    {
      const CyanSpectrumWay *way = &g_array_index (self->ways, CyanSpectrumWay, i);
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
find_base (const CyanSpectrumReader *self, const CyanSpectrumWay *way, guint column)
{
  guint enough = cyan_spectrum_enough_runs (cyan_spectrum_reader_count (self, way, column));

  for (; enough > 0 && !self->evolution->is_unordered; enough--)
    for (guint i = column; i-- > 0;)
      if (cyan_spectrum_reader_count (self, way, i) >= enough)
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
load_runs (CyanSpectrumReader *self,
           const CyanSpectrumWay *way,
           guint column,
           const CyanTick *tick,
           GError **error)
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

  g_free (request->metric);
  request->metric = g_strdup (self->metric_name);
  request->match = query->match;
  request->alpha = query->similarity.alpha;
  request->limits = query->limits;
  return cyan_store_request (self->store, &pair, request, notes, tick, error)
             ? g_steal_pointer (&request)
             : NULL;
}

static gboolean
compare (CyanSpectrumReader *self,
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
measure (CyanSpectrumReader *self,
         const CyanSpectrumWay *way,
         guint column,
         const CyanTick *tick,
         GError **error)
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
    {
      g_propagate_error (error, g_steal_pointer (&reason));
      return FALSE;
    }
  g_free (revision->problem);
  revision->problem = g_strdup (reason->message);
  revision->base = CYAN_SPECTRUM_NO_BASE;
  return TRUE;
}

/* Why a revision without runs to compare has no base. */
static char *
problem_new (const CyanSpectrumReader *self, const CyanSpectrumWay *way, guint column)
{
  if (way == NULL || way->series->cells[column] == CYAN_CELL_FAILED_BUILD)
    return g_strdup (self->overview->revisions[column].cell == CYAN_CELL_FAILED_BUILD
                         ? _ ("its build failed")
                         : _ ("not measured"));
  if (way->series->cells[column] == CYAN_CELL_FAILED)
    return g_strdup (_ ("all of its runs failed"));
  if (cyan_spectrum_reader_count (self, way, column) == 0)
    return g_strdup (_ ("the store has only the numbers of its runs, no profile"));
  return g_strdup (_ ("no revision before it in this list has runs to compare with"));
}

static CyanCell
find_cell (const CyanSpectrumReader *self, const CyanSpectrumWay *way, guint column)
{
  if (way != NULL)
    return way->series->cells[column];
  for (guint i = 0; i < self->evolution->n_series; i++)
    if (self->evolution->series[i].cells[column] != CYAN_CELL_EMPTY)
      return self->evolution->series[i].cells[column];
  return CYAN_CELL_EMPTY;
}

static gboolean
read_revision (CyanSpectrumReader *self, guint column, const CyanTick *tick, GError **error)
{
  CyanSpectrumRevision *revision = &self->overview->revisions[column];
  const CyanSpectrumWay *way = find_way (self, column);

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
  if (way == NULL || cyan_spectrum_reader_count (self, way, column) == 0)
    revision->base = CYAN_SPECTRUM_NO_BASE;
  if (revision->base == CYAN_SPECTRUM_NO_BASE)
    revision->problem = problem_new (self, way, column);
  return way == NULL || cyan_spectrum_reader_count (self, way, column) == 0
         || measure (self, way, column, tick, error);
}

static gboolean
read_revisions (CyanSpectrumReader *self, const CyanTick *tick, GError **error)
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
  g_auto (CyanSpectrumReader) self = { .store = store, .query = query };

  if (!cyan_spectrum_reader_open (&self, error) || !read_revisions (&self, tick, error))
    return NULL;
  cyan_assert_slow (has_bases (self.overview));
  return g_steal_pointer (&self.overview);
}
