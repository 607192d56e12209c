/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks in a thread what a bisection will do, bisects in another one, and carries what is known to
 * the main loop. */
#include "cyan-bisector.h"

#include <math.h>

#include "config.h"
#include "cyan-bisect.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-sync.h"

/* Runs of a visit, on average: from docs/bisect.md. */
#define RUNS_OF_VISIT 8

/* ---- the request ---- */

CyanBisectorRequest *
cyan_bisector_request_copy (const CyanBisectorRequest *self)
{
  CyanBisectorRequest *copy = g_new (CyanBisectorRequest, 1);

  copy->store = g_strdup (self->store);
  copy->definition = g_strdup (self->definition);
  copy->benchmark = g_strdup (self->benchmark);
  copy->metric = g_strdup (self->metric);
  copy->good = g_strdup (self->good);
  copy->bad = g_strdup (self->bad);
  copy->agreed = g_strdup (self->agreed);
  return copy;
}

void
cyan_bisector_request_free (CyanBisectorRequest *self)
{
  if (self == NULL)
    return;
  g_free (self->store);
  g_free (self->definition);
  g_free (self->benchmark);
  g_free (self->metric);
  g_free (self->good);
  g_free (self->bad);
  g_free (self->agreed);
  g_free (self);
}

/* ---- looking ---- */

static const CyanTrackBenchmark *
find_benchmark (const CyanTrack *track, const CyanBisectorRequest *request, GError **error)
{
  const CyanTrackBenchmark *benchmark = cyan_track_find_benchmark (track, request->benchmark);

  if (benchmark == NULL)
    cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s has no benchmark “%s”"), track->path,
               request->benchmark);
  return benchmark;
}

/* Caller frees. */
static char *
list_commands (const CyanTrack *track, const CyanTrackBenchmark *benchmark)
{
  return g_strdup_printf ("build=%s\nrun=%s\nmeasure=%s", track->build != NULL ? track->build : "",
                          benchmark->run != NULL ? benchmark->run : "",
                          benchmark->measure != NULL ? benchmark->measure : "");
}

/* First parents from one end to the other, whichever is the older one; 0 with @error. */
static guint
count_revisions (const char *repository,
                 const CyanBisectorRequest *request,
                 const CyanTick *tick,
                 GError **error)
{
  const char *const ends[] = { request->good, request->bad };

  for (guint older = 0; older < 2; older++)
    {
      const CyanGitRange range = { .tip = ends[1 - older], .start = ends[older] };
      g_autoptr (GPtrArray) commits = cyan_git_log_range (repository, &range, tick, error);

      if (commits == NULL)
        return 0;
      if (commits->len > 0)
        return commits->len + 1;
    }
  cyan_fail (error, CYAN_ERROR_INVALID, _ ("there is no revision between these two"));
  return 0;
}

/* Sets the time from what the store has of both ends. */
static gboolean
estimate (CyanBisectorOutlook *self,
          const CyanTrack *track,
          const CyanBisectorRequest *request,
          const CyanTick *tick,
          GError **error)
{
  const char *const ends[] = { request->good, request->bad, NULL };
  g_autoptr (CyanStore) store = cyan_store_open (request->store, CYAN_STORE_READ, error);
  g_autofree char *machine = cyan_track_machine (track);
  const CyanPlanOptions options = { .machine = machine, .revisions = ends };
  g_autoptr (CyanPlan) plan = NULL;
  double build, run;

  self->seconds = NAN;
  if (store == NULL)
    return FALSE;
  plan = cyan_plan_new (track, store, &options, tick, error);
  if (plan == NULL)
    return FALSE;
  if (plan->project_id == CYAN_STORE_UNKNOWN || plan->machine_id == CYAN_STORE_UNKNOWN)
    return TRUE;
  if (!cyan_store_mean_build_seconds (store, plan->machine_id, plan->recipe, &build, error)
      || !cyan_store_mean_run_seconds (store, plan->project_id, request->benchmark,
                                       plan->machine_id, &run, error))
    return FALSE;
  self->seconds = self->n_builds * (isnan (build) ? 0 : build) + self->n_runs * run;
  return TRUE;
}

static gpointer
look_in_thread (gpointer data, const CyanTick *tick, GError **error)
{
  const CyanBisectorRequest *request = data;
  g_autoptr (CyanTrack) track = cyan_track_load (request->definition, error);
  g_autoptr (CyanBisectorOutlook) self = cyan_job_new (CyanBisectorOutlook);
  const CyanBisectOptions defaults = CYAN_BISECT_OPTIONS_INIT;
  const CyanTrackBenchmark *benchmark;

  if (track == NULL)
    return NULL;
  benchmark = find_benchmark (track, request, error);
  if (benchmark == NULL)
    return NULL;
  self->commands = cyan_job_keep (self, list_commands (track, benchmark), g_free);
  self->build = cyan_job_dup (self, track->build);
  self->run = cyan_job_dup (self, benchmark->run);
  self->measure = cyan_job_dup (self, benchmark->measure);
  self->budget = defaults.budget;
  self->n_revisions = count_revisions (track->repository, request, tick, error);
  if (self->n_revisions == 0)
    return NULL;
  self->n_builds = MIN (self->n_revisions, 2 + (guint) ceil (log2 (self->n_revisions)));
  self->n_runs = RUNS_OF_VISIT * self->n_builds;
  return estimate (self, track, request, tick, error) ? g_steal_pointer (&self) : NULL;
}

void
cyan_bisector_look_async (const CyanBisectorRequest *request, const CyanTaskCaller *caller)
{
  cyan_task_run (cyan_task_new (caller), look_in_thread, cyan_bisector_request_copy (request),
                 (GDestroyNotify) cyan_bisector_request_free, cyan_job_free);
}

/* ---- bisecting ---- */

typedef struct
{
  CyanBisectorRequest *request;
  GTask *task; /* borrowed: it holds this */
  CyanBisectorFunc show;
  gpointer data;
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
    job->show (latest, job->data);
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

/* The file may have been written again since its commands were shown. */
static gboolean
is_agreed (const CyanTrack *track, const CyanBisectorRequest *request, GError **error)
{
  const CyanTrackBenchmark *benchmark = find_benchmark (track, request, error);
  g_autofree char *commands = benchmark != NULL ? list_commands (track, benchmark) : NULL;

  if (commands == NULL)
    return FALSE;
  return g_strcmp0 (commands, request->agreed) == 0
         || cyan_fail (error, CYAN_ERROR_MISMATCH,
                       _ ("%s has changed since its commands were shown"), track->path);
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

  if (track == NULL || !is_agreed (track, request, error))
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
                     CyanBisectorFunc show,
                     const CyanTaskCaller *caller)
{
  GTask *task = cyan_task_new (caller);
  Job *job = g_new0 (Job, 1);

  job->request = cyan_bisector_request_copy (request);
  job->task = task;
  job->show = show;
  job->data = caller->progress_data;
  cyan_mutex_init (&job->mutex);
  g_application_hold (g_application_get_default ());
  cyan_task_run (task, bisect_in_thread, job, job_free, (GDestroyNotify) cyan_bisection_free);
}

CyanBisection *
cyan_bisector_finish (GAsyncResult *result, GError **error)
{
  Job *job = cyan_task_data (result);

  job->has_finished = TRUE;
  g_application_release (g_application_get_default ());
  return cyan_task_finish (result, error);
}
