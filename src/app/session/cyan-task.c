/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a task carries into its thread and back.
 *
 * Both threads hold the task, and so the job; whoever lets go of it last frees it.
 */
#include "cyan-task.h"

#include "cyan-i18n.h"
#include "cyan-sync.h"

/* Milliseconds between two shown ticks.  An idle source would wait for what draws all the time, as
 * a spinner does. */
#define PROGRESS_INTERVAL 40

typedef struct
{
  CyanTaskFunc func;
  gpointer data;
  GDestroyNotify free_data;
  GDestroyNotify free_result;
  CyanProgressFunc progress;
  gpointer progress_data;
  gboolean finished; /* of the main loop */

  CyanMutex mutex; /* of all below */
  double fraction;
  char *what;
  gboolean is_queued; /* what will show them */
} Job;

static void
job_free (gpointer data)
{
  Job *self = data;

  cyan_sync_acquire (self);
  if (self->free_data != NULL)
    self->free_data (self->data);
  cyan_mutex_clear (&self->mutex);
  g_free (self->what);
  g_free (self);
}

static gboolean
show_progress (gpointer data)
{
  GTask *task = data;
  Job *job = g_task_get_task_data (task);
  g_autofree char *what = NULL;
  double fraction;

  cyan_mutex_lock (&job->mutex);
  job->is_queued = FALSE;
  fraction = job->fraction;
  what = g_strdup (job->what);
  cyan_mutex_unlock (&job->mutex);
  if (!job->finished && !g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    job->progress (fraction, what != NULL ? _ (what) : NULL, job->progress_data);
  cyan_sync_release (job);
  return G_SOURCE_REMOVE;
}

static gboolean
on_tick (double fraction, const char *what, gpointer data)
{
  GTask *task = data;
  Job *job = g_task_get_task_data (task);

  if (job->progress != NULL)
    {
      cyan_mutex_lock (&job->mutex);
      job->fraction = fraction;
      if (g_strcmp0 (job->what, what) != 0)
        {
          g_free (job->what);
          job->what = g_strdup (what);
        }
      if (!job->is_queued)
        g_timeout_add_full (G_PRIORITY_DEFAULT, PROGRESS_INTERVAL, show_progress,
                            g_object_ref (task), g_object_unref);
      job->is_queued = TRUE;
      cyan_mutex_unlock (&job->mutex);
    }
  return !g_cancellable_is_cancelled (g_task_get_cancellable (task));
}

static void
run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  const CyanTick tick = CYAN_TICK_INIT (on_tick, task);
  GDestroyNotify free_result;
  GError *error = NULL;
  gpointer result;

  cyan_sync_acquire (job);
  free_result = job->free_result;
  result = job->func (job->data, &tick, &error);
  cyan_sync_release (job);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, result, free_result);
}

void
cyan_task_run (GTask *task_,
               CyanTaskFunc func,
               gpointer data,
               GDestroyNotify free_data,
               GDestroyNotify free_result,
               CyanProgressFunc progress,
               gpointer progress_data)
{
  g_autoptr (GTask) task = task_;
  Job *job = g_new0 (Job, 1);

  job->func = func;
  job->data = data;
  job->free_data = free_data;
  job->free_result = free_result;
  job->progress = progress;
  job->progress_data = progress_data;
  cyan_mutex_init (&job->mutex);
  g_task_set_task_data (task, job, job_free);
  cyan_sync_release (job);
  g_task_run_in_thread (task, run);
}

gpointer
cyan_task_finish (GAsyncResult *result, GError **error)
{
  GTask *task = G_TASK (result);
  Job *job = g_task_get_task_data (task);

  cyan_sync_acquire (job);
  job->finished = TRUE;
  cyan_sync_release (job);
  return g_task_propagate_pointer (task, error);
}
