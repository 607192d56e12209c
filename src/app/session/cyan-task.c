/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a task carries into its thread and back.
 *
 * Both threads hold the task, and so the work; whoever lets go of it last frees it.
 */
#include "cyan-task.h"

#include "cyan-i18n.h"
#include "cyan-scratch.h"
#include "cyan-sync.h"

#include <stddef.h>

/* Milliseconds between two shown ticks.  An idle source would wait for what draws all the time, as
 * a spinner does. */
#define PROGRESS_INTERVAL 40

/* ---- what a thread gets ---- */

/* In front of each job. */
typedef struct
{
  _Alignas(max_align_t) CyanScratch kept;
} Header;

static Header *
header_of (gpointer job)
{
  return (Header *) job - 1;
}

gpointer
cyan_job_alloc (gsize size)
{
  return (Header *) g_malloc0 (sizeof (Header) + size) + 1;
}

gpointer
cyan_job_keep_pointer (gpointer job, gpointer value, GDestroyNotify free_value)
{
  return value != NULL ? cyan_scratch_own (&header_of (job)->kept, value, free_value) : NULL;
}

void
cyan_job_forget_pointer (gpointer job, gconstpointer value)
{
  cyan_scratch_disown (&header_of (job)->kept, value);
}

void
cyan_job_free (gpointer job)
{
  if (job == NULL)
    return;
  cyan_scratch_clear (&header_of (job)->kept);
  g_free (header_of (job));
}

/* ---- the thread ---- */

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
} Work;

static void
work_free (gpointer data)
{
  Work *self = data;

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
  Work *work = g_task_get_task_data (task);
  g_autofree char *what = NULL;
  double fraction;

  cyan_mutex_lock (&work->mutex);
  work->is_queued = FALSE;
  fraction = work->fraction;
  what = g_strdup (work->what);
  cyan_mutex_unlock (&work->mutex);
  if (!work->finished && !g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    work->progress (fraction, what != NULL ? _ (what) : NULL, work->progress_data);
  cyan_sync_release (work);
  return G_SOURCE_REMOVE;
}

static gboolean
on_tick (double fraction, const char *what, gpointer data)
{
  GTask *task = data;
  Work *work = g_task_get_task_data (task);

  if (work->progress != NULL)
    {
      cyan_mutex_lock (&work->mutex);
      work->fraction = fraction;
      if (g_strcmp0 (work->what, what) != 0)
        {
          g_free (work->what);
          work->what = g_strdup (what);
        }
      if (!work->is_queued)
        g_timeout_add_full (G_PRIORITY_DEFAULT, PROGRESS_INTERVAL, show_progress,
                            g_object_ref (task), g_object_unref);
      work->is_queued = TRUE;
      cyan_mutex_unlock (&work->mutex);
    }
  return !g_cancellable_is_cancelled (g_task_get_cancellable (task));
}

static void
run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Work *work = data;
  const CyanTick tick = CYAN_TICK_INIT (on_tick, task);
  GDestroyNotify free_result;
  GError *error = NULL;
  gpointer result;

  cyan_sync_acquire (work);
  free_result = work->free_result;
  result = work->func (work->data, &tick, &error);
  cyan_sync_release (work);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, result, free_result);
}

GTask *
cyan_task_new (const CyanTaskCaller *caller)
{
  GTask *task = g_task_new (caller->source, caller->cancellable, caller->done, caller->data);
  Work *work = g_new0 (Work, 1);

  work->progress = caller->progress;
  work->progress_data = caller->progress_data;
  cyan_mutex_init (&work->mutex);
  g_task_set_task_data (task, work, work_free);
  return task;
}

GTask *
cyan_task_new_quiet (gpointer source,
                     GCancellable *cancellable,
                     GAsyncReadyCallback done,
                     gpointer data)
{
  const CyanTaskCaller caller = {
    .source = source, .cancellable = cancellable, .done = done, .data = data
  };

  return cyan_task_new (&caller);
}

void
cyan_task_run (GTask *task_,
               CyanTaskFunc func,
               gpointer data,
               GDestroyNotify free_data,
               GDestroyNotify free_result)
{
  g_autoptr (GTask) task = task_;
  Work *work = g_task_get_task_data (task);

  work->func = func;
  work->data = data;
  work->free_data = free_data;
  work->free_result = free_result;
  cyan_sync_release (work);
  g_task_run_in_thread (task, run);
}

gpointer
cyan_task_finish (GAsyncResult *result, GError **error)
{
  GTask *task = G_TASK (result);
  Work *work = g_task_get_task_data (task);

  cyan_sync_acquire (work);
  work->finished = TRUE;
  cyan_sync_release (work);
  return g_task_propagate_pointer (task, error);
}

gpointer
cyan_task_data (GAsyncResult *result)
{
  return ((Work *) g_task_get_task_data (G_TASK (result)))->data;
}

void
cyan_task_stop (GCancellable **newest)
{
  g_cancellable_cancel (*newest);
  g_clear_object (newest);
}

GCancellable *
cyan_task_begin (GCancellable **newest)
{
  cyan_task_stop (newest);
  return *newest = g_cancellable_new ();
}

gboolean
cyan_task_end (GCancellable **newest, GAsyncResult *result)
{
  if (*newest == NULL || *newest != g_task_get_cancellable (G_TASK (result)))
    return FALSE;
  g_clear_object (newest);
  return TRUE;
}
