/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds and runs one revision several times. */
#include "cyan-calibration.h"

#include <math.h>
#include <string.h>

#include "cyan-assert.h"
#include "cyan-track-private.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-log-error.h"
#include "cyan-statistics.h"

#define N_BUILDS CYAN_CALIBRATION_BUILDS
#define N_RUNS   CYAN_CALIBRATION_RUNS

/* See cyan_group_scatter(). */
G_STATIC_ASSERT (N_BUILDS >= 2 && N_RUNS >= 2);

/* Letters by which each folder's name is longer than the one before; no multiple of the alignment
 * of stacks. */
#define MORE_LETTERS 7

/* Standard errors of a revision that make it a step, and the variance of a median / that of a mean;
 * docs/steps.md. */
#define STEP_ERRORS     3.0
#define MEDIAN_VARIANCE 1.5

const guint cyan_calibration_steps[CYAN_CALIBRATION_N_STEPS] = { 3, 5, 10 };

typedef struct
{
  const CyanTrack *track;
  const CyanTrackerOptions *options;
  const CyanTick *tick;
  CyanWorkspace *workspace;
  GPtrArray *commits; /* of one CyanGitLogCommit */
  GStrv inputs;
  CyanWorkspaceSlot *slots[N_BUILDS];
  GRand *random;
  double *values; /* logs, by benchmark, build and run */
  char **metrics; /* by benchmark */
  guint n_done;
} Calibrator;

static const CyanGitLogCommit *
commit_of (const Calibrator *self)
{
  return self->commits->pdata[0];
}

static void
report (Calibrator *self, CyanTrackerEvent event)
{
  event.commit = commit_of (self);
  event.n_done = self->n_done;
  event.n_wanted = self->track->benchmarks->len * N_BUILDS * N_RUNS;
  if (self->options->say != NULL)
    self->options->say (&event, self->options->say_data);
}

/* Fails with the end of @log. */
static gboolean
fail (const char *what, const char *status, const char *log, GError **error)
{
  g_autofree char *line = cyan_log_error_line (log);

  return cyan_fail (error, CYAN_ERROR_INVALID, "%s: %s: %s", what, status, line);
}

/* ---- builds ---- */

static gboolean
build (Calibrator *self, guint number, GError **error)
{
  g_autofree char *name = g_strnfill (1 + number * MORE_LETTERS, 'x');
  CyanBuild one = { .track = self->track,
                    .repository = self->track->repository,
                    .oid = commit_of (self)->oid,
                    .jobs = g_get_num_processors (),
                    .tick = self->tick };
  const char *status;
  gboolean ok;

  one.slot = self->slots[number] = cyan_workspace_slot_new (self->workspace, name, error);
  if (one.slot == NULL || !cyan_build_run (&one, error))
    return FALSE;
  status = cyan_build_status_names[one.status];
  report (self, (CyanTrackerEvent){
                    .kind = CYAN_TRACKER_BUILT, .status = status, .seconds = one.seconds });
  ok = one.status == CYAN_BUILD_OK || fail (_ ("the build"), status, one.log, error);
  cyan_build_clear (&one);
  return ok;
}

/* ---- runs ---- */

/* The value by which a benchmark is judged, and its metric. */
static double
value_of (const CyanMeasurement *run, const char **metric)
{
  *metric = "wall";
  if (run->benchmark->measure != NULL || run->profile == NULL)
    return run->wall;
  *metric = run->profile->metrics[0].name;
  return run->profile->metrics[0].total[CYAN_NODE_ROOT];
}

static gboolean
keep (Calibrator *self, const CyanMeasurement *run, guint benchmark, guint place, GError **error)
{
  const char *metric, *status = cyan_run_status_names[run->status];
  double value;

  self->n_done++;
  report (self, (CyanTrackerEvent){ .kind = CYAN_TRACKER_RAN,
                                    .benchmark = run->benchmark->name,
                                    .status = status,
                                    .seconds = run->seconds });
  if (run->status != CYAN_RUN_OK)
    return fail (run->benchmark->name, status, run->log, error);
  value = value_of (run, &metric);
  if (!(value > 0))
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: %s is not above 0"), run->benchmark->name,
                      metric);
  if (self->metrics[benchmark] == NULL)
    self->metrics[benchmark] = g_strdup (metric);
  self->values[place] = log (value);
  return TRUE;
}

/* Runs benchmark @cell / N_BUILDS in build @cell % N_BUILDS. */
static gboolean
run (Calibrator *self, guint cell, guint round, gboolean warms_up, GError **error)
{
  guint benchmark = cell / N_BUILDS;
  CyanMeasurement one = { .track = self->track,
                          .benchmark = self->track->benchmarks->pdata[benchmark],
                          .oid = commit_of (self)->oid,
                          .inputs = self->inputs[benchmark],
                          .slot = self->slots[cell % N_BUILDS],
                          .number = round,
                          .padding = (guint) g_rand_int_range (self->random, 0, CYAN_MAX_PADDING),
                          .warms_up = warms_up,
                          .cpus = (const guint *) self->track->cpus->data,
                          .n_cpus = self->track->cpus->len,
                          .tick = self->tick };
  gboolean ok = cyan_measurement_run (&one, error)
                && (warms_up || keep (self, &one, benchmark, cell * N_RUNS + round, error));

  cyan_measurement_clear (&one);
  return ok;
}

static gboolean
run_round (Calibrator *self, guint round, gboolean warms_up, GError **error)
{
  guint n = self->track->benchmarks->len * N_BUILDS;
  g_autofree guint *order = g_new (guint, n);

  for (guint i = 0; i < n; i++)
    order[i] = i;
  cyan_cells_shuffle (order, n, self->random);
  for (guint i = 0; i < n; i++)
    if (!run (self, order[i], round, warms_up, error))
      return FALSE;
  return TRUE;
}

static gboolean
measure (Calibrator *self, GError **error)
{
  for (guint i = 0; i < N_BUILDS; i++)
    if (!build (self, i, error))
      return FALSE;
  for (guint i = 0; i < self->track->warm_up; i++)
    if (!run_round (self, 0, TRUE, error))
      return FALSE;
  for (guint i = 0; i < N_RUNS; i++)
    if (!run_round (self, i, FALSE, error))
      return FALSE;
  return TRUE;
}

/* ---- the result ---- */

static void
calibration_clear (gpointer data)
{
  CyanCalibration *self = data;

  g_free (self->metric);
}

static GArray *
sum_up (const Calibrator *self)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (CyanCalibration));

  g_array_set_clear_func (all, calibration_clear);
  for (guint i = 0; i < self->track->benchmarks->len; i++)
    {
      CyanCalibration one = { .benchmark = self->track->benchmarks->pdata[i],
                              .metric = g_strdup (self->metrics[i]) };

      cyan_group_scatter (self->values + i * N_BUILDS * N_RUNS, N_BUILDS, N_RUNS, &one.run_scatter,
                          &one.build_scatter);
      for (guint j = 0; j < CYAN_CALIBRATION_N_STEPS; j++)
        {
          double variance =
              one.build_scatter * one.build_scatter
              + MEDIAN_VARIANCE * one.run_scatter * one.run_scatter / cyan_calibration_steps[j];

          one.steps[j] = expm1 (STEP_ERRORS * sqrt (variance));
          g_assert (!(one.steps[j] < 0) && (j == 0 || !(one.steps[j] > one.steps[j - 1])));
        }
      g_array_append_val (all, one);
    }
  return all;
}

GArray *
cyan_calibrate (const CyanTrack *track,
                const char *revision,
                const CyanTrackerOptions *options,
                const CyanTick *tick,
                GError **error)
{
  const char *const revisions[] = { revision, NULL };
  Calibrator self = { .track = track, .options = options, .tick = tick };
  GArray *result = NULL;

  cyan_assert_valid (cyan_track_check, track);
  self.commits = cyan_git_log_list (track->repository, revisions, tick, error);
  if (self.commits == NULL)
    return NULL;
  self.random = g_rand_new_with_seed (options->seed != 0 ? options->seed : g_random_int ());
  self.values = g_new (double, track->benchmarks->len *N_BUILDS *N_RUNS);
  self.metrics = g_new0 (char *, track->benchmarks->len + 1);
  cyan_workspace_remove_left ();
  self.workspace = cyan_workspace_new (track->repository, error);
  if (self.workspace != NULL)
    self.inputs = cyan_workspace_copy_inputs (self.workspace, track, error);
  if (self.inputs != NULL && measure (&self, error))
    result = sum_up (&self);
  for (guint i = 0; i < N_BUILDS; i++)
    cyan_workspace_slot_free (self.slots[i], track->repository);
  cyan_workspace_free (self.workspace);
  g_strfreev (self.inputs);
  for (guint i = 0; i < track->benchmarks->len; i++)
    g_free (self.metrics[i]);
  g_free (self.metrics);
  g_free (self.values);
  g_rand_free (self.random);
  g_ptr_array_unref (self.commits);
  return result;
}
