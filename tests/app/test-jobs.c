/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What runs for an owner: the newest load counts, others clean up, and what takes long is shown. */
#include "cyan-jobs.h"
#include "cyan-tick.h"
#include "tests.h"

/* What the owner has got. */
static guint n_ended, n_dropped;

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  gpointer text = cyan_task_finish (result, &error);
  g_autoptr (GObject) owner = cyan_jobs_end (data, result);

  g_free (text);
  if (owner != NULL)
    n_ended++;
  else
    n_dropped++;
}

/* Goes on until somebody cancels. */
static gpointer
endless (gpointer data, const CyanTick *tick, GError **error)
{
  while (cyan_tick (tick, 0.25, "Waiting", error))
    g_usleep (1000);
  return NULL;
}

static gpointer
quick (gpointer data, const CyanTick *tick, GError **error)
{
  return g_strdup ("done");
}

static void
start (CyanJobs *jobs, CyanJobKind kind, CyanTaskFunc func)
{
  const CyanTaskCaller caller = cyan_jobs_begin (jobs, kind, "Title", "name", on_done);

  g_assert_cmpstr (cyan_jobs_name (caller.data), ==, "name");
  cyan_task_run (cyan_task_new (&caller), func, NULL, NULL, g_free);
}

static void
iterate_until_ended (guint n)
{
  while (n_ended + n_dropped < n)
    g_main_context_iteration (NULL, TRUE);
}

TEST ("/jobs/newest-load")
{
  g_autoptr (GObject) owner = g_object_new (G_TYPE_OBJECT, NULL);
  g_autoptr (CyanJobs) jobs = cyan_jobs_new (owner);

  n_ended = n_dropped = 0;
  start (jobs, CYAN_JOB_LOAD, endless);
  start (jobs, CYAN_JOB_LOAD, quick);
  iterate_until_ended (2);
  g_assert_cmpuint (n_ended, ==, 1);
  g_assert_cmpuint (n_dropped, ==, 1);
  g_assert_null (cyan_jobs_get (jobs, CYAN_JOB_LOAD));
}

/* Nobody waits for a load that was cancelled, but for what cleans up behind itself. */
TEST ("/jobs/cancel")
{
  g_autoptr (GObject) owner = g_object_new (G_TYPE_OBJECT, NULL);
  g_autoptr (CyanJobs) jobs = cyan_jobs_new (owner);

  n_ended = n_dropped = 0;
  start (jobs, CYAN_JOB_LOAD, endless);
  start (jobs, CYAN_JOB_EXPORT, endless);
  cyan_jobs_cancel (jobs, CYAN_JOB_LOAD);
  cyan_jobs_cancel (jobs, CYAN_JOB_EXPORT);
  g_assert_null (cyan_jobs_get (jobs, CYAN_JOB_LOAD));
  g_assert_nonnull (cyan_jobs_get (jobs, CYAN_JOB_EXPORT));
  iterate_until_ended (2);
  g_assert_cmpuint (n_ended, ==, 1);
  g_assert_cmpuint (n_dropped, ==, 1);
  g_assert_null (cyan_jobs_get (jobs, CYAN_JOB_EXPORT));
}

/* The owner goes first. */
TEST ("/jobs/owner")
{
  GObject *owner = g_object_new (G_TYPE_OBJECT, NULL);
  CyanJobs *jobs = cyan_jobs_new (owner);

  n_ended = n_dropped = 0;
  start (jobs, CYAN_JOB_SAVE, quick);
  g_object_unref (owner);
  g_object_unref (jobs);
  iterate_until_ended (1);
  g_assert_cmpuint (n_dropped, ==, 1);
}

static gboolean
is_shown (CyanJobs *jobs, CyanJobProgress *progress)
{
  return cyan_jobs_get_progress (jobs, progress) && progress->is_long && progress->what != NULL;
}

TEST ("/jobs/progress")
{
  g_autoptr (GObject) owner = g_object_new (G_TYPE_OBJECT, NULL);
  g_autoptr (CyanJobs) jobs = cyan_jobs_new (owner);
  gint64 begin = g_get_monotonic_time ();
  CyanJobProgress progress;

  n_ended = n_dropped = 0;
  g_assert_false (cyan_jobs_get_progress (jobs, &progress));
  start (jobs, CYAN_JOB_EXPORT, endless);
  g_assert_true (cyan_jobs_get_progress (jobs, &progress));
  g_assert_false (progress.is_long);
  while (!is_shown (jobs, &progress))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (g_get_monotonic_time () - begin, >=, CYAN_JOBS_DELAY * 1000);
  g_assert_cmpint (progress.kind, ==, CYAN_JOB_EXPORT);
  g_assert_cmpstr (progress.title, ==, "Title");
  g_assert_cmpstr (progress.what, ==, "Waiting");
  g_assert_cmpfloat (progress.fraction, ==, 0.25);
  cyan_jobs_cancel (jobs, CYAN_JOB_EXPORT);
  iterate_until_ended (1);
  g_assert_false (cyan_jobs_get_progress (jobs, &progress));
}
