/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts and joins threads. */
#include "cyan-worker.h"

#include "cyan-error.h"

static gpointer
work (gpointer data)
{
  CyanWorker *self = data;

  self->ok = self->func (self->data, &self->error);
  g_assert (self->ok == (self->error == NULL));
  return NULL;
}

gboolean
cyan_worker_start (CyanWorker *self, const char *name, CyanWorkFunc func, gpointer data)
{
  g_assert (func != NULL);
  *self = (CyanWorker){ .func = func, .data = data };
  self->thread = g_thread_try_new (name, work, self, NULL);
  return self->thread != NULL;
}

gboolean
cyan_worker_join (CyanWorker *self, GError **error)
{
  if (self->func == NULL)
    return TRUE;
  if (self->thread != NULL)
    g_thread_join (g_steal_pointer (&self->thread));
  else
    work (self);
  self->func = NULL;
  if (self->error != NULL)
    g_propagate_error (error, g_steal_pointer (&self->error));
  return self->ok;
}

gboolean
cyan_workers_run (
    const char *name, CyanWorkFunc func, gpointer const *data, guint n, GError **error)
{
  g_autofree CyanWorker *workers = g_new0 (CyanWorker, n);
  g_autoptr (GError) first = NULL;
  gboolean ok = TRUE;

  g_assert (n > 0);
  workers[0] = (CyanWorker){ .func = func, .data = data[0] };
  for (guint i = 1; i < n; i++)
    cyan_worker_start (&workers[i], name, func, data[i]);
  for (guint i = 0; i < n; i++)
    {
      GError *own = NULL;

      ok &= cyan_worker_join (&workers[i], &own);
      if (own != NULL && (first == NULL || cyan_error_is_cancelled (first)))
        {
          g_clear_error (&first);
          first = g_steal_pointer (&own);
        }
      g_clear_error (&own);
    }
  if (first != NULL)
    g_propagate_error (error, g_steal_pointer (&first));
  return ok;
}
