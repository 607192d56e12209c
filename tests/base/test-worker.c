/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Worker threads: concurrent, joined, with one error. */
#include "cyan-error.h"
#include "cyan-sync.h"
#include "cyan-worker.h"
#include "tests.h"

#include <pthread.h>

#define N 4

/* A meeting point of workers. */
typedef struct
{
  CyanMutex mutex;
  CyanCond changed;
  guint n_here;
} Meeting;

typedef struct
{
  Meeting *meeting;
  int fails_with; /* CyanError; -1: none */
  const char *says;
  GThread *thread; /* the thread that ran it */
} Job;

/* Returns once all workers have arrived. */
static gboolean
meet (gpointer data, GError **error)
{
  Job *job = data;
  Meeting *meeting = job->meeting;

  job->thread = g_thread_self ();
  cyan_mutex_lock (&meeting->mutex);
  meeting->n_here++;
  cyan_cond_broadcast (&meeting->changed);
  while (meeting->n_here < N)
    cyan_cond_wait (&meeting->changed, &meeting->mutex);
  cyan_mutex_unlock (&meeting->mutex);
  return job->fails_with < 0 || cyan_fail (error, (CyanError) job->fails_with, "%s", job->says);
}

static gboolean
run_jobs (Job *jobs, GError **error)
{
  Meeting meeting = { .n_here = 0 };
  gpointer data[N];
  gboolean ok;

  cyan_mutex_init (&meeting.mutex);
  cyan_cond_init (&meeting.changed);
  for (guint i = 0; i < N; i++)
    {
      jobs[i].meeting = &meeting;
      data[i] = &jobs[i];
    }
  ok = cyan_workers_run ("test", meet, data, N, error);
  g_assert_cmpuint (meeting.n_here, ==, N);
  cyan_cond_clear (&meeting.changed);
  cyan_mutex_clear (&meeting.mutex);
  return ok;
}

TEST ("/worker/together")
{
  Job jobs[N] = {
    { .fails_with = -1 }, { .fails_with = -1 }, { .fails_with = -1 }, { .fails_with = -1 }
  };
  g_autoptr (GError) error = NULL;

  g_assert_true (run_jobs (jobs, &error));
  g_assert_no_error (error);
  g_assert_true (jobs[0].thread == g_thread_self ());
  for (guint i = 1; i < N; i++)
    g_assert_true (jobs[i].thread != jobs[i - 1].thread);
}

/* A failure takes precedence over the workers that it cancelled; of several the first is
 * reported. */
TEST ("/worker/first-error")
{
  Job jobs[N] = {
    { .fails_with = CYAN_ERROR_CANCELLED, .says = "cancelled" },
    { .fails_with = -1 },
    { .fails_with = CYAN_ERROR_INVALID, .says = "first" },
    { .fails_with = CYAN_ERROR_LIMIT, .says = "second" },
  };
  g_autoptr (GError) error = NULL;

  g_assert_false (run_jobs (jobs, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_INVALID);
  g_assert_cmpstr (error->message, ==, "first");
  g_clear_error (&error);

  jobs[2].fails_with = jobs[3].fails_with = CYAN_ERROR_CANCELLED;
  g_assert_false (run_jobs (jobs, &error));
  g_assert_true (cyan_error_is_cancelled (error));
  g_assert_false (run_jobs (jobs, NULL));
}

static gboolean
note_thread (gpointer data, GError **error)
{
  *(GThread **) data = g_thread_self ();
  return cyan_fail (error, CYAN_ERROR_IO, "no luck");
}

/* If no thread can be started, the work is done in the thread that joins. */
TEST ("/worker/no-thread")
{
  CyanWorker worker = { 0 };
  GThread *thread = NULL;
  g_autoptr (GError) error = NULL;
  pthread_attr_t attributes;
  size_t usual;

  g_assert_true (cyan_worker_join (&worker, &error));
  g_assert_no_error (error);

  /* No thread can have a stack this large. */
  pthread_getattr_default_np (&attributes);
  pthread_attr_getstacksize (&attributes, &usual);
  pthread_attr_setstacksize (&attributes, (size_t) 1 << 50);
  g_assert_cmpint (pthread_setattr_default_np (&attributes), ==, 0);
  g_assert_false (cyan_worker_start (&worker, "test", note_thread, &thread));
  pthread_attr_setstacksize (&attributes, usual);
  g_assert_cmpint (pthread_setattr_default_np (&attributes), ==, 0);
  pthread_attr_destroy (&attributes);

  g_assert_null (thread);
  g_assert_false (cyan_worker_join (&worker, &error));
  g_assert_error (error, CYAN_ERROR, CYAN_ERROR_IO);
  g_assert_true (thread == g_thread_self ());
  /* There is nothing to wait for. */
  g_assert_true (cyan_worker_join (&worker, NULL));
}

typedef struct
{
  GThread *thread; /* that may poll */
  gint n_polls;
} Watch;

static gboolean
count_poll (double fraction, const char *what, gpointer data)
{
  Watch *self = data;

  g_assert_true (g_thread_self () == self->thread);
  g_atomic_int_inc (&self->n_polls);
  return FALSE;
}

/* Ends once the first thread has polled. */
static gboolean
wait_for_poll (gpointer data, GError **error)
{
  Watch *self = data;

  while (g_thread_self () != self->thread && g_atomic_int_get (&self->n_polls) == 0)
    g_usleep (1000);
  return TRUE;
}

/* Who waits for the others polls the tick meanwhile, and goes on whatever it says. */
TEST ("/worker/watched")
{
  Watch watch = { .thread = g_thread_self () };
  const CyanTick tick = CYAN_TICK_INIT (count_poll, &watch);
  gpointer data[] = { &watch, &watch, &watch };
  g_autoptr (GError) error = NULL;

  g_assert_true (
      cyan_workers_run_watched ("test", wait_for_poll, data, G_N_ELEMENTS (data), &tick, &error));
  g_assert_no_error (error);
  g_assert_cmpint (watch.n_polls, >=, 1);
}

/* A wait times out if nothing happens. */
TEST ("/worker/wait-until")
{
  CyanMutex mutex;
  CyanCond cond;
  gint64 end = g_get_monotonic_time () + 20000;

  cyan_mutex_init (&mutex);
  cyan_cond_init (&cond);
  cyan_mutex_lock (&mutex);
  while (cyan_cond_wait_until (&cond, &mutex, end))
    ;
  cyan_mutex_unlock (&mutex);
  g_assert_cmpint (g_get_monotonic_time (), >=, end);
  cyan_cond_clear (&cond);
  cyan_mutex_clear (&mutex);
}
