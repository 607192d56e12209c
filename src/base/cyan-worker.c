/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts and joins threads. */
#include "cyan-worker.h"

#include "cyan-error.h"
#include "cyan-i18n.h"

/* How often a tick is polled by a thread that waits. */
#define POLL_US G_USEC_PER_SEC

static gpointer
work (gpointer data)
{
  CyanWorker *self = data;

  self->ok = self->func (self->data, &self->error);
  g_assert (self->ok == (self->error == NULL));
  self->has_ended = TRUE;
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
  else if (!self->has_ended)
    work (self);
  self->func = NULL;
  if (self->error != NULL)
    g_propagate_error (error, g_steal_pointer (&self->error));
  return self->ok;
}

/* ---- several ---- */

/* Those of a group that have a thread of their own. */
typedef struct
{
  CyanMutex mutex;
  CyanCond ended;
  guint n_running;
} Group;

typedef struct
{
  CyanWorkFunc func;
  gpointer data;
  Group *group;
} Member;

static gboolean
work_in_group (gpointer data, GError **error)
{
  const Member *self = data;
  gboolean ok = self->func (self->data, error);

  cyan_mutex_lock (&self->group->mutex);
  self->group->n_running--;
  cyan_cond_signal (&self->group->ended);
  cyan_mutex_unlock (&self->group->mutex);
  return ok;
}

/* Polls @tick until all have ended.  Who is to stop polls it, too. */
static void
wait_for_all (Group *self, const CyanTick *tick)
{
  cyan_mutex_lock (&self->mutex);
  while (self->n_running > 0)
    {
      if (cyan_cond_wait_until (&self->ended, &self->mutex, g_get_monotonic_time () + POLL_US))
        continue;
      cyan_mutex_unlock (&self->mutex);
      cyan_tick (tick, 0, N_ ("Waiting"), NULL);
      cyan_mutex_lock (&self->mutex);
    }
  cyan_mutex_unlock (&self->mutex);
}

/* Joins all.  An error that is no cancellation goes first. */
static gboolean
join_all (CyanWorker *workers, guint n, GError **error)
{
  g_autoptr (GError) first = NULL;
  gboolean ok = TRUE;

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

gboolean
cyan_workers_run_watched (const char *name,
                          CyanWorkFunc func,
                          gpointer const *data,
                          guint n,
                          const CyanTick *tick,
                          GError **error)
{
  g_autofree CyanWorker *workers = g_new0 (CyanWorker, n);
  g_autofree Member *members = g_new (Member, n);
  Group group = { .n_running = n };
  gboolean ok;

  g_assert (n > 0);
  cyan_mutex_init (&group.mutex);
  cyan_cond_init (&group.ended);
  for (guint i = n; i-- > 0;)
    {
      members[i] = (Member){ func, data[i], &group };
      workers[i] = (CyanWorker){ .func = work_in_group, .data = &members[i] };
      if (i > 0)
        cyan_worker_start (&workers[i], name, work_in_group, &members[i]);
    }
  for (guint i = 0; i < n; i++)
    if (workers[i].thread == NULL)
      work (&workers[i]);
  if (tick != NULL)
    wait_for_all (&group, tick);
  ok = join_all (workers, n, error);
  cyan_cond_clear (&group.ended);
  cyan_mutex_clear (&group.mutex);
  return ok;
}

gboolean
cyan_workers_run (
    const char *name, CyanWorkFunc func, gpointer const *data, guint n, GError **error)
{
  return cyan_workers_run_watched (name, func, data, n, NULL, error);
}
