/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Session files, read and written in a thread: checksums of large profiles take a while. */
#include "cyan-session-opener.h"

typedef struct
{
  CyanSessionFile *file;      /* NULL: it is read */
  CyanComparison *comparison; /* likewise */
  char *path;
} Job;

static void
job_free (gpointer data)
{
  Job *self = data;

  g_clear_pointer (&self->file, cyan_session_file_unref);
  g_clear_pointer (&self->comparison, cyan_comparison_unref);
  g_free (self->path);
  g_free (self);
}

static gpointer
open_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  g_autoptr (CyanSessionFile) file = cyan_session_file_read (((Job *) data)->path, error);

  if (file == NULL || !cyan_session_file_check (file, tick, error))
    return NULL;
  return g_steal_pointer (&file);
}

void
cyan_session_file_open_async (const char *path,
                              GCancellable *cancellable,
                              CyanProgressFunc progress,
                              gpointer progress_data,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  Job *job = g_new0 (Job, 1);

  job->path = g_strdup (path);
  cyan_task_run (g_task_new (NULL, cancellable, callback, user_data), open_in_thread, job, job_free,
                 (GDestroyNotify) cyan_session_file_unref, progress, progress_data);
}

CyanSessionFile *
cyan_session_file_open_finish (GAsyncResult *result, GError **error)
{
  return cyan_task_finish (result, error);
}

/* Any pointer but NULL for a file that is there. */
static gpointer
save_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  const Job *job = data;

  return GINT_TO_POINTER (
      cyan_session_file_write (job->file, job->comparison, job->path, tick, error));
}

void
cyan_session_file_save_async (CyanSessionFile *file,
                              CyanComparison *comparison,
                              const char *path,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Job *job = g_new0 (Job, 1);

  job->file = cyan_session_file_ref (file);
  job->comparison = cyan_comparison_ref (comparison);
  job->path = g_strdup (path);
  /* The file may be there although somebody cancelled: the thread knows. */
  g_task_set_check_cancellable (task, FALSE);
  cyan_task_run (task, save_in_thread, job, job_free, NULL, NULL, NULL);
}

gboolean
cyan_session_file_save_finish (GAsyncResult *result, GError **error)
{
  return cyan_task_finish (result, error) != NULL;
}
