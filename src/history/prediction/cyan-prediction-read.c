/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks the revisions of a prediction, oldest first, with the newest sample of each benchmark. */
#include <math.h>

#include "cyan-assert.h"
#include "cyan-error.h"
#include "cyan-format.h"
#include "cyan-i18n.h"
#include "cyan-prediction-private.h"
#include "cyan-prediction-read.h"
#include "cyan-source-files.h"
#include "cyan-store-query.h"

/* The newest sample of a benchmark. */
typedef struct
{
  CyanSample *sample;  /* or NULL */
  guint column;        /* of it */
  guint next;          /* the column from which on another one is due */
  gboolean is_inexact; /* a profile did not count calls */
} Newest;

typedef struct
{
  CyanPrediction *prediction;
  CyanStore *store;
  const CyanPredictionOptions *options;
  CyanPredictionCells *cells;
  char *repository;
  Newest *newest; /* by benchmark: of @n_newest */
  guint n_newest;
  CyanProgramFiles *files;
  CyanSourceLocation *before; /* the sources of the column before; NULL: they cannot be read */
  CyanProgram *program;       /* their functions, or NULL: not needed yet */
  char *problem;              /* why they cannot be read */
  CyanProfile *uncovered;     /* a sample that says nothing about the metric, or NULL */
} Walk;

static void
walk_clear (Walk *self)
{
  for (guint i = 0; i < self->n_newest; i++)
    g_clear_pointer (&self->newest[i].sample, cyan_sample_free);
  g_clear_pointer (&self->newest, g_free);
  g_clear_pointer (&self->cells, cyan_prediction_cells_free);
  g_clear_pointer (&self->program, cyan_program_free);
  g_clear_pointer (&self->files, cyan_program_files_free);
  g_clear_pointer (&self->before, cyan_source_location_unref);
  g_clear_pointer (&self->prediction, cyan_prediction_free);
  g_clear_pointer (&self->uncovered, cyan_profile_unref);
  g_free (self->repository);
  g_free (self->problem);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Walk, walk_clear)

/* ---- samples ---- */

/* Takes the profile of @column as a sample if there is one and it is time for the next. */
static gboolean
take_sample (Walk *self, guint benchmark, guint column, const CyanTick *tick, GError **error)
{
  Newest *newest = &self->newest[benchmark];
  gint64 id = cyan_prediction_cells_profile (self->cells, benchmark, column);
  const CyanLoadOptions limits = { 0 };
  g_autoptr (CyanProfile) profile = NULL;

  if (id == CYAN_STORE_UNKNOWN || column < newest->next)
    return TRUE;
  if (!cyan_store_load_profile (self->store, id, cyan_store_name (self->store), &limits, tick,
                                &profile, error))
    return FALSE;
  if (profile == NULL)
    return TRUE;
  newest->next = column + self->options->every;
  if (!cyan_sample_is_exact (profile))
    {
      newest->is_inexact = TRUE;
      return TRUE;
    }
  if (!cyan_sample_covers (profile, self->prediction->metric))
    {
      g_clear_pointer (&self->uncovered, cyan_profile_unref);
      self->uncovered = g_steal_pointer (&profile);
      return TRUE;
    }
  g_clear_pointer (&newest->sample, cyan_sample_free);
  newest->sample = cyan_sample_new (profile, self->prediction->metric);
  newest->column = column;
  return TRUE;
}

static gboolean
take_samples (Walk *self, guint column, const CyanTick *tick, GError **error)
{
  for (guint i = 0; i < self->prediction->n_benchmarks; i++)
    if (!take_sample (self, i, column, tick, error))
      return FALSE;
  return TRUE;
}

/* Names the metrics of the store that can be predicted. */
static gboolean
refuse_metric (const Walk *self, GError **error)
{
  g_autoptr (GPtrArray) metrics = cyan_store_read_metrics (self->store, error);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *list = NULL;

  if (metrics == NULL)
    return FALSE;
  for (guint i = 0; i < metrics->len; i++)
    {
      char *name = ((CyanStoreMetric *) metrics->pdata[i])->name;

      if (cyan_sample_covers (self->uncovered, name))
        g_ptr_array_add (names, name);
    }
  if (names->len == 0)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      _ ("%s: the costs of calls say nothing about %s, nor about another metric"),
                      cyan_store_name (self->store), self->prediction->metric);
  g_ptr_array_add (names, NULL);
  list = g_strjoinv (", ", (char **) names->pdata);
  return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                    _ ("%s: the costs of calls say nothing about %s, but about %s"),
                    cyan_store_name (self->store), self->prediction->metric, list);
}

/* At the end, whether there was any sample before a revision. */
static gboolean
check_samples (const Walk *self, GError **error)
{
  gboolean is_inexact = FALSE;

  for (guint i = 0; i < self->n_newest; i++)
    is_inexact |= self->newest[i].is_inexact;
  for (guint i = 1; i < self->prediction->n_columns; i++)
    for (guint k = 0; k < self->prediction->n_benchmarks; k++)
      if (self->prediction->revisions[i].benchmarks[k].sample != CYAN_PREDICTION_NONE)
        return TRUE;
  if (self->uncovered != NULL)
    return refuse_metric (self, error);
  if (is_inexact)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                      _ ("%s: its profiles do not count calls: record one by callgrind or uftrace"),
                      cyan_store_name (self->store));
  return cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                    _ ("%s: no revision before the last has a profile with counted calls"),
                    cyan_store_name (self->store));
}

/* ---- sources ---- */

static CyanSourceLocation *
open_sources (const Walk *self, guint column, GError **error)
{
  g_autofree char *location =
      cyan_source_files_join (self->repository, self->prediction->columns[column].oid);

  return cyan_source_location_open (location, error);
}

/* Samples keep up with the names of functions. */
static void
rename_functions (const Walk *self, const CyanPredictionChanges *changes)
{
  for (guint i = 0; i < changes->renamed->len; i++)
    {
      const CyanRenamed *renamed = &g_array_index (changes->renamed, CyanRenamed, i);

      for (guint k = 0; k < self->n_newest; k++)
        if (self->newest[k].sample != NULL)
          cyan_sample_rename (self->newest[k].sample, renamed->names[0], renamed->names[1]);
    }
}

/* Reads the functions of both sides. */
static gboolean
read_programs (Walk *self,
               CyanSourceLocation *after,
               CyanProgram **programs,
               const CyanTick *tick,
               GError **error)
{
  if (self->program == NULL)
    self->program = cyan_program_new (self->files, self->before, tick, error);
  if (self->program == NULL)
    return FALSE;
  programs[1] = cyan_program_new (self->files, after, tick, error);
  if (programs[1] == NULL)
    return FALSE;
  programs[0] = g_steal_pointer (&self->program);
  return TRUE;
}

static void
predict_benchmarks (Walk *self,
                    CyanPredictedRevision *revision,
                    const CyanPredictionChanges *changes,
                    CyanProgram *const *programs)
{
  double perfscope = programs[1] != NULL ? cyan_prediction_perfscope (changes, programs[1]) : 0;
  guint most_unknown = 0;

  for (guint i = 0; i < self->n_newest; i++)
    {
      CyanPredictedBenchmark *benchmark = &revision->benchmarks[i];
      guint n_unknown = 0;

      benchmark->perfscope = perfscope;
      if (self->newest[i].sample == NULL)
        continue;
      cyan_prediction_cost (self->newest[i].sample, changes, programs, self->options, benchmark,
                            &n_unknown);
      most_unknown = MAX (most_unknown, n_unknown);
    }
  self->prediction->n_unknown_callees += most_unknown;
}

/* Sets @revision from the sources of both columns. */
static gboolean
predict (Walk *self,
         CyanPredictedRevision *revision,
         CyanSourceLocation *after,
         const CyanTick *tick,
         GError **error)
{
  g_autoptr (CyanPredictionChanges) changes =
      cyan_prediction_changes_new (self->before, after, tick, error);
  CyanProgram *programs[2] = { NULL, NULL };

  if (changes == NULL)
    return FALSE;
  if ((changes->modified->len > 0 || changes->added->len > 0)
      && !read_programs (self, after, programs, tick, error))
    return FALSE;
  rename_functions (self, changes);
  predict_benchmarks (self, revision, changes, programs);
  g_clear_pointer (&programs[0], cyan_program_free);
  g_clear_pointer (&self->program, cyan_program_free);
  self->program = programs[1];
  revision->is_known = TRUE;
  if (changes->functions->unread->len > 0)
    revision->problem = g_strdup (changes->functions->unread->pdata[0]);
  return TRUE;
}

/* ---- the truth ---- */

static void
set_truth (const Walk *self, CyanPredictedRevision *revision, guint column)
{
  for (guint i = 0; i < self->prediction->n_benchmarks; i++)
    revision->benchmarks[i].dd =
        cyan_prediction_cells_change (self->cells, i, column, &revision->benchmarks[i].is_accident);
}

/* ---- the walk ---- */

static void
set_samples (const Walk *self, CyanPredictedRevision *revision)
{
  for (guint i = 0; i < self->n_newest; i++)
    if (self->newest[i].sample != NULL)
      {
        revision->benchmarks[i].sample = self->newest[i].column;
        revision->benchmarks[i].unit = g_strdup (self->newest[i].sample->unit);
      }
}

static gboolean
visit (Walk *self, guint column, const CyanTick *tick, GError **error)
{
  CyanPredictedRevision *revision = &self->prediction->revisions[column];
  g_autoptr (GError) reason = NULL;
  CyanSourceLocation *after = open_sources (self, column, &reason);

  set_samples (self, revision);
  if (after != NULL && self->before != NULL)
    predict (self, revision, after, tick, &reason);
  if (cyan_error_is_cancelled (reason))
    {
      g_clear_pointer (&after, cyan_source_location_unref);
      g_propagate_error (error, g_steal_pointer (&reason));
      return FALSE;
    }
  if (reason != NULL || self->before == NULL)
    revision->problem = g_strdup (reason != NULL ? reason->message : self->problem);
  g_free (self->problem);
  self->problem = after == NULL ? g_strdup (reason->message) : NULL;
  g_clear_pointer (&self->before, cyan_source_location_unref);
  self->before = after;
  if (!revision->is_known)
    g_clear_pointer (&self->program, cyan_program_free);
  set_truth (self, revision, column);
  return TRUE;
}

static void
init_revisions (CyanPrediction *self)
{
  for (guint i = 0; i < self->n_columns; i++)
    {
      self->revisions[i].benchmarks = g_new0 (CyanPredictedBenchmark, self->n_benchmarks);
      for (guint k = 0; k < self->n_benchmarks; k++)
        {
          CyanPredictedBenchmark *benchmark = &self->revisions[i].benchmarks[k];

          benchmark->sample = CYAN_PREDICTION_NONE;
          benchmark->dc = benchmark->dd = NAN;
        }
    }
}

static gboolean
walk (Walk *self, const CyanTick *tick, GError **error)
{
  guint n = self->prediction->n_columns;
  g_autoptr (GError) reason = NULL;

  self->before = open_sources (self, 0, &reason);
  if (self->before == NULL)
    self->problem = g_strdup (reason->message);
  for (guint i = 0; i < n; i++)
    {
      const CyanTick slice = cyan_tick_slice (tick, (double) i / n, (i + 1.0) / n);

      if (!cyan_tick (&slice, 0, N_ ("Predicting"), error)
          || (i > 0 && !visit (self, i, &slice, error)) || !take_samples (self, i, &slice, error))
        return FALSE;
    }
  return check_samples (self, error);
}

/* Whether each sample is before the revision that it predicts. */
static gboolean
has_samples_before (const CyanPrediction *self)
{
  for (guint i = 0; i < self->n_columns; i++)
    for (guint k = 0; k < self->n_benchmarks; k++)
      {
        const CyanPredictedBenchmark *benchmark = &self->revisions[i].benchmarks[k];

        if (benchmark->sample != CYAN_PREDICTION_NONE ? benchmark->sample >= i
                                                      : !isnan (benchmark->dc))
          return FALSE;
      }
  return TRUE;
}

CyanPrediction *
cyan_prediction_new (CyanStore *store,
                     const CyanEvolutionQuery *query,
                     const CyanPredictionOptions *options,
                     const CyanTick *tick,
                     GError **error)
{
  g_auto (Walk) self = { .store = store, .options = options };
  CyanPrediction *prediction = self.prediction = g_new0 (CyanPrediction, 1);

  g_assert (options->model < CYAN_N_RISK_MODELS && options->every > 0);
  g_assert (options->threshold >= 0 && options->perfscope_threshold >= 0);
  prediction->model = options->model;
  prediction->threshold = options->threshold;
  prediction->perfscope_threshold = options->perfscope_threshold;
  prediction->every = options->every;
  if (!cyan_prediction_find_columns (prediction, store, query, options, tick, &self.repository,
                                     error))
    return NULL;
  self.cells = cyan_prediction_cells_new (prediction, store, query, error);
  if (self.cells == NULL)
    return NULL;
  init_revisions (prediction);
  self.n_newest = prediction->n_benchmarks;
  self.newest = g_new0 (Newest, MAX (self.n_newest, 1));
  self.files = cyan_program_files_new ();
  if (!walk (&self, tick, error))
    return NULL;
  cyan_prediction_judge (prediction);
  g_assert (prediction->n_columns >= 2);
  cyan_assert_slow (has_samples_before (prediction));
  self.prediction = NULL;
  return prediction;
}

/* ---- marks in the store ---- */

/* Not translated: others read it too.  Caller frees. */
static char *
describe (const CyanPrediction *self, guint column)
{
  const char *model = cyan_risk_model_names[self->model];
  guint number = cyan_prediction_benchmark (self, column);
  const CyanPredictedBenchmark *benchmark = &self->revisions[column].benchmarks[number];
  const char *name = self->benchmarks[number];

  if (self->model == CYAN_RISK_LITO && cyan_predicted_benchmark_is_guessed (benchmark))
    return g_strdup_printf ("risky (%s): %s more than +100%% (guessed)", model, name);
  if (self->model == CYAN_RISK_LITO)
    return g_strdup_printf ("risky (%s): %s %+.1f%%", model, name, benchmark->dc * 100);
  if (self->model == CYAN_RISK_COMBINED && benchmark->own >= self->threshold)
    return g_strdup_printf ("risky (%s): modified functions have %.1f%% of %s", model,
                            benchmark->own * 100, name);
  return g_strdup_printf ("risky (%s)", model);
}

static gboolean
put_marks (
    const CyanPrediction *self, CyanStore *store, gint64 project, gint64 made, GError **error)
{
  for (guint i = 1; i < self->n_columns; i++)
    {
      const char *oid = self->columns[i].oid;
      g_autofree char *text = NULL;
      gint64 id;

      if (!cyan_store_do (store, error,
                          "DELETE FROM mark WHERE project = $1 AND revision = $2 AND kind = $3",
                          cyan_sql_integer (project), cyan_sql_text (oid),
                          cyan_sql_text (CYAN_STORE_MARK_RISK)))
        return FALSE;
      if (!cyan_prediction_is_selected (self, i))
        continue;
      text = describe (self, i);
      if (!cyan_store_put_mark (
              store, project,
              &(CyanStoreMark){
                  .revision = oid, .kind = CYAN_STORE_MARK_RISK, .text = text, .made = made },
              &id, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
cyan_prediction_mark (const CyanPrediction *self, CyanStore *store, gint64 made, GError **error)
{
  gint64 project = 0;
  gboolean began;

  return cyan_store_find_project (store, self->project, &project, error)
         && cyan_store_enter (store, &began, error)
         && cyan_store_leave (store, began, put_marks (self, store, project, made, error), error);
}
