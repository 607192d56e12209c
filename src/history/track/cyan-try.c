/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tracker of two revisions. */
#include "cyan-try.h"

#include <sched.h>
#include <string.h>

#include "cyan-assert.h"
#include "cyan-error.h"
#include "cyan-git.h"
#include "cyan-i18n.h"
#include "cyan-log-error.h"
#include "cyan-machine.h"

/* Stands for a definition file in messages. */
#define PATH "cyan try"

void
cyan_try_free (CyanTry *self)
{
  g_clear_pointer (&self->plan, cyan_plan_free);
  g_clear_pointer (&self->track, cyan_track_free);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
  for (guint side = 0; side < 2; side++)
    {
      g_free (self->names[side]);
      g_free (self->commits[side]);
    }
  g_free (self->machine);
  g_free (self->log);
  g_free (self);
}

/* ---- decisions ---- */

static gboolean
find_commits (CyanTry *self, const CyanTryRequest *request, GError **error)
{
  for (guint side = 0; side < 2; side++)
    {
      g_autoptr (CyanGitTree) tree =
          cyan_git_tree_open (request->repository, request->revisions[side], error);

      if (tree == NULL)
        return FALSE;
      self->commits[side] = g_strdup (cyan_git_tree_commit (tree));
      self->names[side] = g_strdup (request->revisions[side]);
    }
  if (strcmp (self->commits[0], self->commits[1]) != 0)
    return TRUE;
  return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s and %s are the same commit %.12s"),
                    request->revisions[0], request->revisions[1], self->commits[0]);
}

static gboolean
find_recorder (CyanTry *self, const CyanTryRequest *request, GError **error)
{
  if (!request->has_recorder)
    return cyan_recorder_choose (request->command, &self->recorder, self->notes, error);
  self->recorder = request->recorder;
  return cyan_recorder_check (request->recorder, error);
}

static gboolean
find_build (CyanTry *self, const CyanTryRequest *request, GError **error)
{
  g_auto (CyanBuildGuess) guess = { 0 };

  if (request->build != NULL)
    {
      self->track->build = *request->build != '\0' ? g_strdup (request->build) : NULL;
      return TRUE;
    }
  if (!cyan_build_guess (request->repository, (const char *const *) self->commits, request->command,
                         &guess, error))
    return FALSE;
  self->because = guess.because;
  self->track->build = g_steal_pointer (&guess.text);
  return TRUE;
}

static void
fill_track (CyanTrack *track, const CyanTryRequest *request)
{
  g_free (track->repository);
  track->repository = g_canonicalize_filename (request->repository, NULL);
  track->build_timeout = request->build_timeout;
  track->min_runs = track->max_runs = request->runs;
  track->keep = 2;
  track->jobs = 2;
}

/* The processors that this program may use, for two at the same time.  Rounds are a b, b a, so that
 * each has each half as often. */
static gboolean
play_duet (CyanTrack *track, GError **error)
{
  cpu_set_t allowed;

  if (sched_getaffinity (0, sizeof allowed, &allowed) != 0)
    CPU_ZERO (&allowed);
  for (guint i = 0; i < CPU_SETSIZE; i++)
    if (CPU_ISSET (i, &allowed))
      g_array_append_val (track->cpus, i);
  track->lanes = 2;
  return track->cpus->len >= 2
         || cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("two processors are needed for a duet"));
}

CyanTry *
cyan_try_new (const CyanTryRequest *request, GError **error)
{
  g_autoptr (CyanTry) self = g_new0 (CyanTry, 1);
  CyanTrackBenchmark *benchmark;

  g_assert (request->runs > 0 && request->runs <= CYAN_TRACK_MAX_RUNS);
  g_assert (request->timeout > 0 && request->build_timeout > 0);
  self->notes = g_ptr_array_new_with_free_func (g_free);
  self->machine = cyan_machine_identity ();
  self->track = cyan_track_new (PATH);
  fill_track (self->track, request);
  benchmark = cyan_track_add_benchmark (self->track, CYAN_TRY_BENCHMARK);
  benchmark->timeout = request->timeout;
  if (!find_commits (self, request, error) || !find_recorder (self, request, error)
      || !find_build (self, request, error) || (request->duet && !play_duet (self->track, error)))
    return NULL;
  benchmark->run = cyan_recorder_run (self->recorder, request->command, error);
  if (benchmark->run == NULL)
    return NULL;
  cyan_assert_valid (cyan_track_check, self->track);
  return g_steal_pointer (&self);
}

/* ---- the runs ---- */

/* Passes events on, and keeps the last output of what failed, by side. */
typedef struct
{
  const CyanTry *self;
  const CyanTrackerOptions *options;
  char *status[2], *log[2];
} Listener;

static void
listener_clear (Listener *self)
{
  for (guint side = 0; side < 2; side++)
    {
      g_clear_pointer (&self->status[side], g_free);
      g_clear_pointer (&self->log[side], g_free);
    }
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Listener, listener_clear)

static void
listen (const CyanTrackerEvent *event, gpointer data)
{
  Listener *self = data;

  if (event->commit != NULL && g_strcmp0 (event->status, "ok") != 0)
    {
      guint side = strcmp (event->commit->oid, self->self->commits[0]) == 0 ? 0 : 1;

      g_free (self->status[side]);
      self->status[side] = g_strdup (event->status);
      g_free (self->log[side]);
      self->log[side] = g_strdup (event->log);
    }
  if (self->options->say != NULL)
    self->options->say (event, self->options->say_data);
}

static CyanPlanCell *
find_cell (const CyanTry *self, guint side)
{
  for (guint i = 0; i < self->plan->cells->len; i++)
    {
      CyanPlanCell *cell = self->plan->cells->pdata[i];
      const CyanPlanRevision *revision = self->plan->revisions->pdata[cell->revision];

      if (strcmp (revision->commit->oid, self->commits[side]) == 0)
        return cell;
    }
  g_assert_not_reached ();
}

/* "REASON (STATUS): LAST LINE"; takes @reason, keeps the log. */
static gboolean
fail_side (CyanTry *self, Listener *listener, guint side, char *reason, GError **error)
{
  g_autofree char *owned = reason, *line = cyan_log_error_line (listener->log[side]);
  const char *status = listener->status[side];

  self->log = g_steal_pointer (&listener->log[side]);
  if (self->log != NULL)
    g_strchomp (self->log);
  return cyan_fail (error, CYAN_ERROR_INVALID, "%.12s: %s (%s)%s%s", self->commits[side], owned,
                    status != NULL ? status : _ ("failed"), *line != '\0' ? ": " : "", line);
}

static gboolean
check_build (CyanTry *self, Listener *listener, guint side, GError **error)
{
  const CyanPlanRevision *revision = self->plan->revisions->pdata[find_cell (self, side)->revision];

  if (revision->build == CYAN_BUILD_NONE || revision->build == CYAN_BUILD_OK)
    return TRUE;
  return fail_side (self, listener, side,
                    g_strdup_printf (_ ("does not build with “%s”"), self->track->build), error);
}

static gboolean
check_runs (CyanTry *self, Listener *listener, guint side, GError **error)
{
  const CyanTrackBenchmark *benchmark = self->track->benchmarks->pdata[0];

  if (find_cell (self, side)->n_ok > 0)
    return TRUE;
  return fail_side (self, listener, side,
                    g_strdup_printf (_ ("no run of “%s” succeeded"), benchmark->run), error);
}

static gboolean
check_all (CyanTry *self, Listener *listener, GError **error)
{
  return check_build (self, listener, 0, error) && check_build (self, listener, 1, error)
         && check_runs (self, listener, 0, error) && check_runs (self, listener, 1, error);
}

/* Both sides run as often from now on, in turns, also if the store has runs of one of them. */
static void
balance (CyanTry *self)
{
  guint n = 0;

  for (guint side = 0; side < 2; side++)
    n = MAX (n, find_cell (self, side)->n_missing);
  for (guint side = 0; side < 2; side++)
    find_cell (self, side)->n_missing = n;
  self->plan->n_missing = 2 * n;
}

gboolean
cyan_try_run (CyanTry *self,
              CyanStore *store,
              const CyanTrackerOptions *options,
              const CyanTick *tick,
              GError **error)
{
  const char *const revisions[] = { self->commits[0], self->commits[1], NULL };
  CyanPlanOptions planning = { self->machine, TRUE, revisions };
  g_auto (Listener) listener = { .self = self, .options = options };
  CyanTrackerOptions listening = *options;
  g_autoptr (CyanTracker) tracker = NULL;

  g_assert (self->plan == NULL);
  listening.say = listen;
  listening.say_data = &listener;
  self->plan = cyan_plan_new (self->track, store, &planning, NULL, error);
  if (self->plan == NULL)
    return FALSE;
  balance (self);
  tracker = cyan_tracker_new (self->track, self->plan, store, &listening, error);
  return tracker != NULL && cyan_tracker_run (tracker, tick, error)
         && check_all (self, &listener, error);
}

/* ---- results ---- */

const char *
cyan_try_definition (const CyanTry *self)
{
  return find_cell (self, 0)->hash;
}

gboolean
cyan_try_save_profiles (
    const CyanTry *self, CyanStore *store, const char *folder, GStrv paths[2], GError **error)
{
  static const char *const sides[] = { "before", "after" };

  for (guint side = 0; side < 2; side++)
    {
      g_autofree char *below = g_build_filename (folder, sides[side], NULL);

      paths[side] = cyan_plan_save_profiles (self->plan, find_cell (self, side), store, below,
                                             self->names[side], error);
      if (paths[side] == NULL)
        return FALSE;
    }
  return TRUE;
}
