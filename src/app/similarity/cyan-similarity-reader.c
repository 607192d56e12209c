/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-similarity-reader.h"

#include "cyan-i18n.h"
#include "cyan-pipeline.h"
#include "cyan-settings.h"
#include "cyan-spectrum-read.h"

/* Parts of the progress. */
#define READ_SHARE    0.6
#define COMPARE_SHARE 0.9

/* The input of a thread, and its result. */
typedef struct
{
  CyanHistoryStore *store;
  CyanHistory *history; /* the thread only reads its evolution */
  guint line, before, after;
  CyanSimilarityOptions options;
  CyanRequest *request;       /* to be filled, or what was compared before */
  CyanComparison *comparison; /* or NULL */
  CyanSimilarityFound *found; /* the result, without what is made of the comparison */
} Job;

void
cyan_similarity_found_free (CyanSimilarityFound *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->similarity, cyan_similarity_free);
  g_clear_pointer (&self->request, cyan_request_free);
  g_ptr_array_unref (self->notes);
  g_free (self);
}

static Job *
job_new (CyanHistoryStore *store, CyanHistory *history, guint line)
{
  Job *job = cyan_job_new (Job);

  job->store = cyan_job_keep (job, cyan_history_store_ref (store), cyan_history_store_unref);
  job->history = cyan_job_keep (job, g_object_ref (history), g_object_unref);
  job->line = line;
  return job;
}

/* Another one, or a copy of that of @old. */
static void
set_request (Job *job, const CyanSimilarityFound *old)
{
  CyanRequest *request =
      old != NULL ? cyan_request_copy (old->request) : cyan_settings_new_request (NULL, NULL);

  if (old == NULL)
    cyan_settings_limits (&request->limits);
  job->request = cyan_job_keep (job, request, cyan_request_free);
}

/* ---- one revision ---- */

/* Fills the request with the runs of the revision and of its base. */
static gboolean
read_runs (Job *job, const CyanTick *tick, GError **error)
{
  const CyanEvolution *evolution = job->history->evolution;
  const CyanEvolutionSeries *series = cyan_history_series (job->history, job->line, job->after);
  CyanSimilarityFound *found = job->found;
  CyanStorePair pair = { .project = evolution->project,
                         .benchmark = series->benchmark,
                         .definition = series->definition,
                         .machine = series->machine,
                         .metric = series->metric,
                         .revisions = { found->is_chosen ? evolution->columns[job->before].oid
                                                         : NULL,
                                        evolution->columns[job->after].oid } };
  g_auto (CyanSpectrumBase) base = { { NULL } };
  CyanStore *store = cyan_history_store_begin (job->store, error);
  gboolean read = store != NULL && cyan_spectrum_find_base (store, &pair, NULL, &base, error);

  if (read)
    {
      pair.revisions[0] = base.oids[0];
      found->before = cyan_history_find_column (job->history, base.oids[0]);
      found->n_passed = base.n_passed;
      read = cyan_store_request (store, &pair, job->request, found->notes, tick, error);
    }
  cyan_history_store_end (job->store);
  return read;
}

/* The metric of @series, if it is one of the profiles of @request; NULL: their first one. */
static const char *
metric_of (const CyanRequest *request, const CyanEvolutionSeries *series)
{
  guint index;

  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < request->profiles[side]->len; i++)
      if (!cyan_profile_find_metric (g_ptr_array_index (request->profiles[side], i), series->metric,
                                     &index))
        return NULL;
  return series->metric;
}

static gboolean
compare (Job *job, const CyanTick *tick, GError **error)
{
  const CyanTick reading = cyan_tick_slice (tick, 0, READ_SHARE);
  const CyanTick comparing = cyan_tick_slice (tick, READ_SHARE, COMPARE_SHARE);

  /* While this waited for a thread, another revision may have been selected. */
  if (!cyan_tick (tick, 0, N_ ("Reading the store"), error) || !read_runs (job, &reading, error))
    return FALSE;
  job->request->how.metric = g_intern_string (
      metric_of (job->request, cyan_history_series (job->history, job->line, job->after)));
  job->comparison = cyan_job_keep (job, cyan_pipeline_compare (job->request, &comparing, error),
                                   cyan_comparison_unref);
  return job->comparison != NULL;
}

static gpointer
read_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  Job *job = data;
  const CyanTick last = cyan_tick_slice (tick, COMPARE_SHARE, 1);

  if (job->comparison == NULL && !compare (job, tick, error))
    return NULL;
  job->found->similarity = cyan_similarity_new (job->comparison, &job->options, &last, error);
  if (job->found->similarity == NULL)
    return NULL;
  job->found->request = cyan_job_take (job, &job->request);
  return cyan_job_take (job, &job->found);
}

/* Copies the members that do not depend on the options. */
static void
copy_found (const CyanSimilarityFound *old, CyanSimilarityFound *found)
{
  found->before = old->before;
  found->n_passed = old->n_passed;
  for (guint i = 0; i < old->notes->len; i++)
    g_ptr_array_add (found->notes, g_strdup (g_ptr_array_index (old->notes, i)));
}

void
cyan_similarity_read_async (CyanHistoryStore *store,
                            CyanHistory *history,
                            const CyanSimilarityWanted *wanted,
                            const CyanSimilarityFound *old,
                            const CyanTaskCaller *caller)
{
  Job *job = job_new (store, history, wanted->line);
  CyanSimilarityFound *found = g_new0 (CyanSimilarityFound, 1);

  job->before = wanted->before;
  job->after = wanted->after;
  job->options = wanted->options;
  job->found = cyan_job_keep (job, found, cyan_similarity_found_free);
  found->before = wanted->before;
  found->after = wanted->after;
  found->is_chosen = wanted->before != CYAN_HISTORY_NONE;
  found->notes = g_ptr_array_new_with_free_func (g_free);
  set_request (job, old);
  if (old != NULL)
    {
      job->comparison = cyan_job_keep (job, cyan_comparison_ref (old->similarity->comparison),
                                       cyan_comparison_unref);
      copy_found (old, found);
    }
  cyan_task_run (cyan_task_new (caller), read_in_thread, job, cyan_job_free,
                 (GDestroyNotify) cyan_similarity_found_free);
}

/* ---- all revisions ---- */

/* The metric of the line as the profiles of @column have it, or NULL. */
static const char *
find_metric (const Job *job, CyanStore *store, guint column, const CyanTick *tick)
{
  const CyanEvolution *evolution = job->history->evolution;
  const CyanEvolutionSeries *series = cyan_history_series (job->history, job->line, column);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  CyanStorePair pair;

  if (series == NULL)
    return NULL;
  pair = (CyanStorePair){ .project = evolution->project,
                          .benchmark = series->benchmark,
                          .definition = series->definition,
                          .machine = series->machine,
                          .revisions = { evolution->columns[column].oid,
                                         evolution->columns[column].oid } };
  /* An error here is also one of the overview, which reports it. */
  return cyan_store_request (store, &pair, job->request, notes, tick, NULL)
             ? metric_of (job->request, series)
             : NULL;
}

static CyanSpectrumOverview *
read_overview (const Job *job, CyanStore *store, const CyanTick *tick, GError **error)
{
  const CyanEvolution *evolution = job->history->evolution;
  const CyanHistoryLine *line = &job->history->lines[job->line];
  const CyanEvolutionSeries *series = &evolution->series[line->first];
  const CyanSimilarityOptions options = CYAN_SIMILARITY_OPTIONS_INIT;
  gboolean is_one = job->after != CYAN_HISTORY_NONE;
  guint tip = is_one ? job->after : evolution->n_columns - 1;
  guint measured = is_one ? job->after : line->last_measured;
  const CyanSpectrumQuery query = { .project = evolution->project,
                                    .benchmark = series->benchmark,
                                    .machine = series->machine,
                                    .metric = measured != CYAN_HISTORY_NONE
                                                  ? find_metric (job, store, measured, tick)
                                                  : NULL,
                                    .tip = evolution->columns[tip].oid,
                                    .last = is_one ? 1 : evolution->n_columns,
                                    .match = job->request->how.method,
                                    .similarity = options,
                                    .limits = job->request->limits };

  return cyan_spectrum_overview_read (store, &query, tick, error);
}

static gpointer
overview_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  const Job *job = data;
  /* A store of its own, since this may take long and others want to read meanwhile. */
  g_autoptr (CyanStore) store = NULL;

  if (cyan_tick (tick, 0, N_ ("Comparing revisions"), error))
    store = cyan_store_open (cyan_history_store_location (job->store), CYAN_STORE_READ, error);
  return store != NULL ? read_overview (job, store, tick, error) : NULL;
}

void
cyan_spectrum_overview_read_async (CyanHistoryStore *store,
                                   CyanHistory *history,
                                   guint line,
                                   guint column,
                                   const CyanTaskCaller *caller)
{
  Job *job = job_new (store, history, line);

  job->after = column;
  set_request (job, NULL);
  cyan_task_run (cyan_task_new (caller), overview_in_thread, job, cyan_job_free,
                 (GDestroyNotify) cyan_spectrum_overview_free);
}
