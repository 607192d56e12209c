/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bisects in a thread, and carries what is known to the main loop. */
#include "cyan-bisector.h"

#include "config.h"
#include "cyan-bisect.h"
#include "cyan-sync.h"

typedef struct
{
  CyanBisectorRequest *request;
  GTask *task; /* borrowed: it holds this */
  CyanBisectorFunc show;
  gpointer show_data;
  gboolean has_finished; /* of the main loop */

  CyanMutex mutex;       /* of all below */
  CyanBisection *latest; /* that was not shown yet, or NULL */
  gboolean is_queued;    /* what will show it */
} Job;

static void
job_free (gpointer data)
{
  Job *self = data;

  cyan_bisector_request_free (self->request);
  cyan_bisection_free (self->latest);
  cyan_mutex_clear (&self->mutex);
  g_free (self);
}

static gboolean
show_latest (gpointer data)
{
  Job *job = data;
  g_autoptr (CyanBisection) latest = NULL;

  cyan_mutex_lock (&job->mutex);
  job->is_queued = FALSE;
  latest = g_steal_pointer (&job->latest);
  cyan_mutex_unlock (&job->mutex);
  if (latest != NULL && !job->has_finished
      && !g_cancellable_is_cancelled (g_task_get_cancellable (job->task)))
    job->show (latest, job->show_data);
  return G_SOURCE_REMOVE;
}

static void
release_task (gpointer data)
{
  Job *job = data;

  g_object_unref (job->task);
}

static void
on_state (const CyanBisection *state, gpointer data)
{
  Job *job = data;
  CyanBisection *copy = cyan_bisection_copy (state);

  cyan_mutex_lock (&job->mutex);
  cyan_bisection_free (job->latest);
  job->latest = copy;
  if (!job->is_queued)
    {
      /* The task lives until then, and with it the job. */
      g_object_ref (job->task);
      /* Before what draws: a spinner draws all the time. */
      g_idle_add_full (G_PRIORITY_DEFAULT, show_latest, job, release_task);
    }
  job->is_queued = TRUE;
  cyan_mutex_unlock (&job->mutex);
}

static gpointer
bisect_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  Job *job = data;
  const CyanBisectorRequest *request = job->request;
  g_autoptr (CyanTrack) track = cyan_track_load (request->definition, error);
  CyanBisectOptions options = CYAN_BISECT_OPTIONS_INIT;
  g_autoptr (CyanStore) store = NULL;
  g_autoptr (CyanBisect) bisect = NULL;

  if (track == NULL)
    return NULL;
  store = cyan_store_open (request->store, CYAN_STORE_WRITE, error);
  if (store == NULL)
    return NULL;
  options.benchmark = request->benchmark;
  options.metric = request->metric;
  options.good = request->good;
  options.bad = request->bad;
  options.tracker.program = "cyanotype " CYAN_VERSION;
  options.say = on_state;
  options.say_data = job;
  bisect = cyan_bisect_new (track, store, &options, tick, error);
  if (bisect == NULL || !cyan_bisect_run (bisect, tick, error))
    return NULL;
  return cyan_bisection_copy (cyan_bisect_state (bisect));
}

void
cyan_bisector_async (const CyanBisectorRequest *request,
                     GCancellable *cancellable,
                     CyanBisectorFunc show,
                     CyanProgressFunc progress,
                     gpointer data,
                     GAsyncReadyCallback callback,
                     gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Job *job = g_new0 (Job, 1);

  job->request = cyan_bisector_request_copy (request);
  job->task = task;
  job->show = show;
  job->show_data = data;
  cyan_mutex_init (&job->mutex);
  g_object_set_data (G_OBJECT (task), "cyan-bisector", job);
  g_application_hold (g_application_get_default ());
  cyan_task_run (task, bisect_in_thread, job, job_free, (GDestroyNotify) cyan_bisection_free,
                 progress, data);
}

CyanBisection *
cyan_bisector_finish (GAsyncResult *result, GError **error)
{
  Job *job = g_object_get_data (G_OBJECT (result), "cyan-bisector");

  job->has_finished = TRUE;
  g_application_release (g_application_get_default ());
  return cyan_task_finish (result, error);
}
