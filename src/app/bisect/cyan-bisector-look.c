/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks in a thread what a bisection will do. */
#include "cyan-bisector.h"

#include <math.h>

#include "cyan-bisect.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-machine.h"
#include "cyan-task.h"

/* Runs of a visit, on average: from docs/bisect.md. */
#define RUNS_OF_VISIT 8

void
cyan_bisector_outlook_free (CyanBisectorOutlook *self)
{
  g_free (self->build);
  g_free (self->run);
  g_free (self->measure);
  g_free (self);
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
  g_autofree char *machine =
      track->machine != NULL ? g_strdup (track->machine) : cyan_machine_identity ();
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
  g_autoptr (CyanBisectorOutlook) self = g_new0 (CyanBisectorOutlook, 1);
  const CyanBisectOptions defaults = CYAN_BISECT_OPTIONS_INIT;
  const CyanTrackBenchmark *benchmark;

  if (track == NULL)
    return NULL;
  benchmark = cyan_track_find_benchmark (track, request->benchmark);
  if (benchmark == NULL)
    {
      cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s has no benchmark “%s”"), track->path,
                 request->benchmark);
      return NULL;
    }
  self->build = g_strdup (track->build);
  self->run = g_strdup (benchmark->run);
  self->measure = g_strdup (benchmark->measure);
  self->budget = defaults.budget;
  self->n_revisions = count_revisions (track->repository, request, tick, error);
  if (self->n_revisions == 0)
    return NULL;
  self->n_builds = MIN (self->n_revisions, 2 + (guint) ceil (log2 (self->n_revisions)));
  self->n_runs = RUNS_OF_VISIT * self->n_builds;
  return estimate (self, track, request, tick, error) ? g_steal_pointer (&self) : NULL;
}

void
cyan_bisector_look_async (const CyanBisectorRequest *request,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data)
{
  cyan_task_run (g_task_new (NULL, cancellable, callback, user_data), look_in_thread,
                 cyan_bisector_request_copy (request), (GDestroyNotify) cyan_bisector_request_free,
                 (GDestroyNotify) cyan_bisector_outlook_free, NULL, NULL);
}

CyanBisectorOutlook *
cyan_bisector_look_finish (GAsyncResult *result, GError **error)
{
  return cyan_task_finish (result, error);
}
