/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-risk-reader.h"

#include "cyan-i18n.h"

/* What the thread does; all is owned. */
typedef struct
{
  CyanHistoryStore *store;
  char *project, *metric, *machine;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  cyan_history_store_unref (job->store);
  g_free (job->project);
  g_free (job->metric);
  g_free (job->machine);
  g_free (job);
}

static gpointer
predict_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  const Job *job = data;
  const CyanEvolutionQuery query = { .project = job->project,
                                     .metric = job->metric,
                                     .machine = job->machine };
  const CyanPredictionOptions options = CYAN_PREDICTION_OPTIONS_INIT;
  /* A store of its own, since this may take long and others want to read meanwhile. */
  g_autoptr (CyanStore) store = NULL;

  if (cyan_tick (tick, 0, N_ ("Reading the store"), error))
    store = cyan_store_open (cyan_history_store_location (job->store), CYAN_STORE_READ, error);
  return store != NULL ? cyan_prediction_new (store, &query, &options, tick, error) : NULL;
}

void
cyan_risk_read_async (CyanHistoryStore *store,
                      CyanHistory *history,
                      GCancellable *cancellable,
                      CyanProgressFunc progress,
                      gpointer progress_data,
                      GAsyncReadyCallback callback,
                      gpointer user_data)
{
  Job *job = g_new0 (Job, 1);

  job->store = cyan_history_store_ref (store);
  job->project = g_strdup (cyan_history_evolution (history)->project);
  job->metric = g_strdup (cyan_history_metrics (history)[cyan_history_metric (history)]);
  job->machine = g_strdup (cyan_history_machines (history)[cyan_history_machine (history)]);
  cyan_task_run (g_task_new (NULL, cancellable, callback, user_data), predict_in_thread, job,
                 job_free, (GDestroyNotify) cyan_prediction_free, progress, progress_data);
}

CyanPrediction *
cyan_risk_read_finish (GAsyncResult *result, GError **error)
{
  return cyan_task_finish (result, error);
}
