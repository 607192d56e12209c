/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-metric-rank.h"
#include "cyan-prediction-private.h"

#include <math.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-store-choose.h"

/* What is loaded, and what from. */
typedef struct
{
  CyanPrediction *prediction;
  CyanStore *store;
  const CyanEvolutionQuery *query;
  CyanPredictionCells *cells;
  GPtrArray *machines, *metrics; /* of the store; owned */
  GHashTable *columns;           /* ids of revisions -> column + 1; owned, like the next */
  GPtrArray *revisions;
  const CyanStoreMachine *machine; /* the chosen ones */
  const CyanStoreMetric *metric;
} Reader;

static void
reader_clear (Reader *self)
{
  g_clear_pointer (&self->cells, cyan_prediction_cells_free);
  g_clear_pointer (&self->machines, g_ptr_array_unref);
  g_clear_pointer (&self->metrics, g_ptr_array_unref);
  g_clear_pointer (&self->columns, g_hash_table_unref);
  g_clear_pointer (&self->revisions, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reader, reader_clear)

void
cyan_prediction_cells_free (CyanPredictionCells *self)
{
  g_clear_pointer (&self->definitions, g_ptr_array_unref);
  g_free (self->benchmarks);
  g_free (self->means);
  for (guint i = 0; self->steps != NULL && i < self->n_definitions; i++)
    g_clear_pointer (&self->steps[i], cyan_steps_free);
  g_free (self->steps);
  g_free (self->profiles);
  g_free (self);
}

/* ---- rows of the store ---- */

static gboolean
read_definitions (Reader *self, gint64 project, GError **error)
{
  g_autoptr (GError) failure = NULL;
  const char *expression = self->query->benchmark;
  g_autoptr (GRegex) regex = expression != NULL ? g_regex_new (expression, 0, 0, &failure) : NULL;
  GPtrArray *definitions = cyan_store_read_definitions (self->store, project, error);

  if (failure != NULL)
    return cyan_fail (error, CYAN_ERROR_INVALID, "%s", failure->message);
  self->cells->definitions = definitions;
  for (guint i = definitions != NULL ? definitions->len : 0; regex != NULL && i-- > 0;)
    if (!g_regex_match (regex, ((CyanStoreDefinition *) definitions->pdata[i])->benchmark, 0, NULL))
      g_ptr_array_remove_index (definitions, i);
  return definitions != NULL;
}

/* Numbers the benchmarks: definitions are sorted by them. */
static void
set_benchmarks (Reader *self)
{
  CyanPredictionCells *cells = self->cells;
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  const char *last = NULL;
  guint n = 0;

  cells->n_definitions = cells->definitions->len;
  cells->benchmarks = g_new (guint, MAX (cells->n_definitions, 1));
  for (guint i = 0; i < cells->n_definitions; i++)
    {
      const CyanStoreDefinition *definition = cells->definitions->pdata[i];

      if (g_strcmp0 (definition->benchmark, last) != 0)
        {
          g_strv_builder_add (names, definition->benchmark);
          n++;
        }
      last = definition->benchmark;
      cells->benchmarks[i] = n - 1;
    }
  self->prediction->benchmarks = g_strv_builder_end (names);
  self->prediction->n_benchmarks = n;
}

static gboolean
read_columns (Reader *self, gint64 project, GError **error)
{
  g_autoptr (GHashTable) by_oid = NULL;

  self->revisions = cyan_store_read_revisions (self->store, project, error);
  if (self->revisions == NULL)
    return FALSE;
  self->columns = g_hash_table_new (g_int64_hash, g_int64_equal);
  by_oid = cyan_store_by_oid (self->revisions);
  for (guint i = 0; i < self->prediction->n_columns; i++)
    {
      CyanStoreRevision *revision = g_hash_table_lookup (by_oid, self->prediction->columns[i].oid);

      if (revision != NULL)
        g_hash_table_insert (self->columns, &revision->id, GUINT_TO_POINTER (i + 1));
    }
  return TRUE;
}

/* ---- machine and metric ---- */

static gboolean
choose_machine (Reader *self, const CyanStoreMachine *machine, GError **error)
{
  if (machine == NULL
      || (self->query->machine != NULL && strcmp (machine->name, self->query->machine) != 0))
    return TRUE;
  if (self->machine != NULL && self->machine != machine)
    return cyan_fail_hint (error, CYAN_ERROR_MISMATCH, CYAN_HINT_MACHINE,
                           _ ("%s: several machines have runs, such as %s and %s"),
                           cyan_store_name (self->store), self->machine->name, machine->name);
  self->machine = machine;
  return TRUE;
}

/* A store numbers the metrics of a profile in their order. */
static gboolean
is_better (const CyanStoreMetric *a, const CyanStoreMetric *b)
{
  guint x = cyan_metric_rank (a->name), y = cyan_metric_rank (b->name);

  return x != y ? x < y : a->id < b->id;
}

static void
choose_metric (Reader *self, const CyanStoreMetric *metric)
{
  if (metric == NULL
      || (self->query->metric != NULL && strcmp (metric->name, self->query->metric) != 0))
    return;
  if (self->metric == NULL || is_better (metric, self->metric))
    self->metric = metric;
}

static gboolean
refuse_metric (const Reader *self, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < self->metrics->len; i++)
    g_ptr_array_add (names, ((CyanStoreMetric *) self->metrics->pdata[i])->name);
  return cyan_store_refuse_name (self->store, CYAN_CHOICE_METRIC, names,
                                 self->query->metric != NULL ? self->query->metric : "", error);
}

/* From the values that the columns have. */
static gboolean
choose (Reader *self, GError **error)
{
  for (guint i = 0; i < self->cells->n_definitions; i++)
    {
      const CyanStoreDefinition *definition = self->cells->definitions->pdata[i];
      g_autoptr (GArray) values = cyan_store_read_measurements (self->store, definition->id, error);

      if (values == NULL)
        return FALSE;
      for (guint k = 0; k < values->len; k++)
        {
          CyanStoreMeasurement *value = &g_array_index (values, CyanStoreMeasurement, k);

          if (value->status != CYAN_RUN_OK
              || !g_hash_table_contains (self->columns, &value->revision))
            continue;
          if (!choose_machine (self, cyan_store_find_row (self->machines, value->machine), error))
            return FALSE;
          if (self->machine != NULL && value->machine == self->machine->id)
            choose_metric (self, cyan_store_find_row (self->metrics, value->metric));
        }
    }
  if (self->machine == NULL)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      _ ("%s: none of these revisions was measured successfully"),
                      cyan_store_name (self->store));
  if (self->metric == NULL)
    return refuse_metric (self, error);
  return TRUE;
}

/* ---- cells ---- */

/* By column: GArray of double, one a run. */
static GPtrArray *
values_new (guint n)
{
  GPtrArray *values = g_ptr_array_new_full (n, (GDestroyNotify) g_array_unref);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (values, g_array_new (FALSE, FALSE, sizeof (double)));
  return values;
}

/* Sets the means, and the steps; NULL: they cannot tell. */
static void
set_values (CyanPredictionCells *cells, guint definition, const GPtrArray *values)
{
  /* Whatever is large enough to be a regression is one if it is a step. */
  CyanStepsOptions options = CYAN_STEPS_OPTIONS_INIT;
  g_autofree guint *begin = g_new0 (guint, (gsize) cells->n_columns + 1);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (double));
  CyanSeries series = { cells->n_columns, begin, NULL };

  for (guint i = 0; i < cells->n_columns; i++)
    {
      const GArray *runs = values->pdata[i];
      double *mean = &cells->means[(gsize) definition * cells->n_columns + i];

      for (guint k = 0; k < runs->len; k++)
        *mean = (k > 0 ? *mean : 0) + g_array_index (runs, double, k) / runs->len;
      g_array_append_vals (all, runs->data, runs->len);
      begin[i + 1] = all->len;
    }
  options.magnitude = 0;
  series.values = (const double *) (gconstpointer) all->data;
  cells->steps[definition] = cyan_steps_new (&series, &options, NULL);
}

static gboolean
read_cells (Reader *self, guint definition, GError **error)
{
  CyanPredictionCells *cells = self->cells;
  const CyanStoreDefinition *row = cells->definitions->pdata[definition];
  gsize first = (gsize) definition * cells->n_columns;
  g_autoptr (GPtrArray) values = values_new (cells->n_columns);
  g_autoptr (GArray) points =
      cyan_store_read_series (self->store, row->id, self->machine->id, self->metric->id, error);

  if (points == NULL)
    return FALSE;
  for (guint i = 0; i < points->len; i++)
    {
      CyanStorePoint *point = &g_array_index (points, CyanStorePoint, i);
      guint column = GPOINTER_TO_UINT (g_hash_table_lookup (self->columns, &point->revision));

      if (column == 0 || point->status != CYAN_RUN_OK)
        continue;
      if (point->profile != CYAN_STORE_UNKNOWN)
        cells->profiles[first + column - 1] = point->profile;
      if (isfinite (point->value))
        g_array_append_val (values->pdata[column - 1], point->value);
    }
  set_values (cells, definition, values);
  return TRUE;
}

static gboolean
read_all (Reader *self, GError **error)
{
  CyanPredictionCells *cells = self->cells;
  gsize n = (gsize) cells->n_definitions * cells->n_columns;

  cells->means = g_new (double, n);
  cells->profiles = g_new (gint64, n);
  cells->steps = g_new0 (CyanSteps *, cells->n_definitions);
  for (gsize i = 0; i < n; i++)
    {
      cells->means[i] = NAN;
      cells->profiles[i] = CYAN_STORE_UNKNOWN;
    }
  for (guint i = 0; i < cells->n_definitions; i++)
    if (!read_cells (self, i, error))
      return FALSE;
  return TRUE;
}

CyanPredictionCells *
cyan_prediction_cells_new (CyanPrediction *prediction,
                           CyanStore *store,
                           const CyanEvolutionQuery *query,
                           GError **error)
{
  g_auto (Reader) self = { .prediction = prediction, .store = store, .query = query };
  g_autoptr (GPtrArray) projects = cyan_store_read_projects (store, error);
  const CyanStoreProject *project;

  if (projects == NULL)
    return NULL;
  project = cyan_store_find_named (projects, prediction->project);
  self.cells = g_new0 (CyanPredictionCells, 1);
  self.cells->n_columns = prediction->n_columns;
  self.machines = cyan_store_read_machines (store, error);
  self.metrics = self.machines != NULL ? cyan_store_read_metrics (store, error) : NULL;
  if (self.metrics == NULL || !read_definitions (&self, project->id, error))
    return NULL;
  set_benchmarks (&self);
  if (!read_columns (&self, project->id, error) || !choose (&self, error)
      || !read_all (&self, error))
    return NULL;
  self.cells->better = self.metric->better;
  prediction->machine = g_strdup (self.machine->name);
  prediction->metric = g_strdup (self.metric->name);
  prediction->unit = g_strdup (self.metric->unit);
  return g_steal_pointer (&self.cells);
}

/* ---- questions ---- */

static gboolean
is_among (const guint *columns, guint n, guint column)
{
  for (guint i = 0; i < n; i++)
    if (columns[i] == column)
      return TRUE;
  return FALSE;
}

static gboolean
is_outlier (const CyanSteps *steps, guint column)
{
  return steps != NULL && is_among (steps->outliers, steps->n_outliers, column);
}

/* Whether the values around @column say that its change is none for good.  A step may be at any
 * revision of its set; whether there is one at the newest, only the next one can tell. */
static gboolean
is_accident (const CyanSteps *steps, guint column, gboolean is_newest)
{
  if (is_outlier (steps, column))
    return TRUE;
  if (steps == NULL || !steps->tested || steps->exact || (is_newest && steps->possible > 0))
    return FALSE;
  for (guint i = 0; i < steps->n_steps; i++)
    if (is_among (steps->steps[i].where, steps->steps[i].n_where, column))
      return FALSE;
  return TRUE;
}

/* Whether no column after @column has a mean. */
static gboolean
is_newest (const CyanPredictionCells *self, const double *means, guint column)
{
  while (++column < self->n_columns)
    if (!isnan (means[column]))
      return FALSE;
  return TRUE;
}

double
cyan_prediction_cells_change (const CyanPredictionCells *self,
                              guint benchmark,
                              guint column,
                              gboolean *accident)
{
  double change = NAN;

  for (guint i = 0; i < self->n_definitions; i++)
    {
      const double *means = self->means + (gsize) i * self->n_columns;
      guint parent = column - 1;

      while (parent > 0 && is_outlier (self->steps[i], parent))
        parent--;
      if (self->benchmarks[i] != benchmark || isnan (means[column]) || isnan (means[parent]))
        continue;
      if (self->better > 0)
        change = means[column] > 0 ? means[parent] / means[column] - 1 : NAN;
      else
        change = means[parent] > 0 ? means[column] / means[parent] - 1 : NAN;
      *accident = is_accident (self->steps[i], column, is_newest (self, means, column));
    }
  return change;
}

gint64
cyan_prediction_cells_profile (const CyanPredictionCells *self, guint benchmark, guint column)
{
  gint64 profile = CYAN_STORE_UNKNOWN;

  for (guint i = 0; i < self->n_definitions; i++)
    {
      gint64 here = self->profiles[(gsize) i * self->n_columns + column];

      if (self->benchmarks[i] == benchmark && here != CYAN_STORE_UNKNOWN)
        profile = here;
    }
  return profile;
}
