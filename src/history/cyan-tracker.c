/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loop of a tracker: claim some revisions, build them, run their cells in turns. */
#include "cyan-tracker-private.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "cyan-build.h"
#include "cyan-command.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-machine.h"
#include "cyan-worker.h"

/* The environment gets this much longer at most: more than a page, so that the stack of a program
 * begins anywhere in it. */
#define MAX_PADDING 4096

/* Pause while other trackers measure the rest. */
#define PAUSE_US 1000000

/* ---- what the caller sees ---- */

void
cyan_tracker_say (const CyanTracker *self, CyanTrackerEvent event)
{
  event.n_done = self->n_done;
  event.n_wanted = self->n_wanted;
  if (self->options.say != NULL)
    self->options.say (&event, self->options.say_data);
}

static gboolean
watch (double fraction, const char *what, gpointer data)
{
  CyanTracker *self = data;

  if (g_thread_self () == self->thread)
    cyan_tracker_renew_claims (self);
  return cyan_tick (self->tick, self->n_wanted > 0 ? (double) self->n_done / self->n_wanted : 0,
                    what, NULL);
}

/* ---- a set of revisions ---- */

/* One that is built. */
typedef struct
{
  guint revision;
  CyanSlot *slot;
  CyanBuild build;
} Built;

static void
built_clear (gpointer data)
{
  Built *self = data;

  cyan_build_clear (&self->build);
}

static Built *
find_built (const GArray *built, guint revision)
{
  for (guint i = 0; i < built->len; i++)
    if (g_array_index (built, Built, i).revision == revision)
      return &g_array_index (built, Built, i);
  g_assert_not_reached ();
}

/* Copies the inputs, once. */
static gboolean
copy_inputs (CyanTracker *self, GError **error)
{
  guint n = self->track->benchmarks->len;

  self->inputs = g_new0 (char *, n + 1);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("inputs-%04u", i);

      self->inputs[i] = g_build_filename (self->workspace->path, name, NULL);
      if (g_mkdir (self->inputs[i], 0700) != 0)
        return cyan_fail (error, CYAN_ERROR_IO, "%s: %s", self->inputs[i], g_strerror (errno));
      if (!cyan_inputs_copy (self->track->benchmarks->pdata[i], self->inputs[i], error))
        return FALSE;
    }
  return TRUE;
}

/* All that is needed before the first build. */
static gboolean
prepare (CyanTracker *self, GError **error)
{
  if (self->workspace != NULL)
    return TRUE;
  self->workspace = cyan_workspace_new (self->plan->repository, error);
  if (self->workspace == NULL || !copy_inputs (self, error)
      || !cyan_tracker_put_session (self, error))
    return FALSE;
  if (self->track->isolate && !cyan_command_can_isolate ())
    cyan_tracker_say (self, (CyanTrackerEvent){ .kind = CYAN_TRACKER_NOT_ISOLATED });
  return TRUE;
}

/* A revision that does not build gets no run. */
static void
drop_cells (CyanTracker *self, guint revision)
{
  for (guint i = self->first_cell[revision]; i < self->first_cell[revision + 1]; i++)
    {
      CyanPlanCell *cell = self->plan->cells->pdata[i];

      self->n_wanted -= cell->n_missing;
      cell->n_missing = 0;
    }
}

static gboolean
keep_build (CyanTracker *self, Built *built, GError **error)
{
  CyanPlanRevision *revision = self->plan->revisions->pdata[built->revision];
  const CyanBuild *build = &built->build;
  const char *status = cyan_build_status_names[build->status];

  revision->build = build->status;
  if (!cyan_tracker_put_build (self, revision, status, build->seconds, build->log, error))
    return FALSE;
  if (build->status != CYAN_BUILD_OK)
    drop_cells (self, built->revision);
  cyan_tracker_say (self,
                    (CyanTrackerEvent){ .kind = CYAN_TRACKER_BUILT,
                                        .commit = revision->commit,
                                        .status = status,
                                        .log = build->status != CYAN_BUILD_OK ? build->log : NULL,
                                        .seconds = build->seconds });
  return TRUE;
}

/* Builds all of @built, some at a time. */
static gboolean
build_all (CyanTracker *self, GArray *built, GError **error)
{
  guint at_once = MAX (1, self->track->jobs);

  for (guint i = 0; i < built->len; i += at_once)
    {
      g_autoptr (GPtrArray) group = g_ptr_array_new ();

      for (guint j = i; j < MIN (i + at_once, built->len); j++)
        g_ptr_array_add (group, &g_array_index (built, Built, j).build);
      if (!cyan_workers_run ("build", cyan_build_run, group->pdata, group->len, error))
        return FALSE;
      for (guint j = i; j < MIN (i + at_once, built->len); j++)
        if (!keep_build (self, &g_array_index (built, Built, j), error))
          return FALSE;
    }
  return TRUE;
}

/* ---- runs ---- */

static CyanMeasurement
make_measurement (CyanTracker *self, const GArray *built, const CyanPlanCell *cell, guint lane)
{
  const CyanPlanRevision *revision = self->plan->revisions->pdata[cell->revision];
  const GArray *cpus = g_ptr_array_index (self->lanes, lane);

  return (CyanMeasurement){ .track = self->track,
                            .benchmark = self->track->benchmarks->pdata[cell->benchmark],
                            .oid = revision->commit->oid,
                            .inputs = self->inputs[cell->benchmark],
                            .slot = find_built (built, cell->revision)->slot,
                            .number = (gint64) cell->n_ok + cell->n_failed,
                            .padding = (guint) g_rand_int_range (self->random, 0, MAX_PADDING),
                            .cpus = (const guint *) cpus->data,
                            .n_cpus = cpus->len,
                            .tick = &self->watched };
}

static gboolean
keep_run (CyanTracker *self, CyanPlanCell *cell, const CyanMeasurement *run, GError **error)
{
  const CyanPlanRevision *revision = self->plan->revisions->pdata[cell->revision];

  if (!cyan_tracker_put_run (self, cell, run, error))
    return FALSE;
  if (run->status == CYAN_RUN_OK)
    cell->n_ok++;
  else if (run->status != CYAN_RUN_LOST)
    cell->n_failed++;
  cell->n_missing--;
  self->n_done++;
  cyan_tracker_say (self, (CyanTrackerEvent){ .kind = CYAN_TRACKER_RAN,
                                              .commit = revision->commit,
                                              .benchmark = run->benchmark->name,
                                              .status = cyan_run_status_names[run->status],
                                              .log = run->log,
                                              .seconds = run->seconds });
  return cyan_turns_extend (self, cell, error);
}

/* Runs each of @cells once, a lane each, and stores the runs unless they warm up. */
static gboolean
run_at_once (CyanTracker *self,
             const GArray *built,
             const guint *cells,
             guint n,
             gboolean warms_up,
             GError **error)
{
  g_autofree CyanMeasurement *runs = g_new (CyanMeasurement, n);
  g_autofree gpointer *group = g_new (gpointer, n);
  gboolean ok;

  for (guint i = 0; i < n; i++)
    {
      runs[i] = make_measurement (self, built, self->plan->cells->pdata[cells[i]], i);
      runs[i].warms_up = warms_up;
      group[i] = &runs[i];
    }
  ok = cyan_workers_run ("run", cyan_measurement_run, group, n, error);
  for (guint i = 0; ok && !warms_up && i < n; i++)
    ok = keep_run (self, self->plan->cells->pdata[cells[i]], &runs[i], error);
  for (guint i = 0; i < n; i++)
    cyan_measurement_clear (&runs[i]);
  return ok;
}

/* Whether two of the cells have the same slot, in which only one may run. */
static guint
count_lanes (const CyanTracker *self, const guint *cells, guint n)
{
  for (guint i = 1; i < n; i++)
    for (guint j = 0; j < i; j++)
      {
        const CyanPlanCell *a = self->plan->cells->pdata[cells[i]];
        const CyanPlanCell *b = self->plan->cells->pdata[cells[j]];

        if (a->revision == b->revision)
          return i;
      }
  return n;
}

static gboolean
run_round (
    CyanTracker *self, const GArray *built, const GArray *cells, gboolean warms_up, GError **error)
{
  const guint *all = (const guint *) cells->data;
  guint n;

  for (guint i = 0; i < cells->len; i += n)
    {
      n = count_lanes (self, all + i, MIN (self->lanes->len, cells->len - i));
      if (!run_at_once (self, built, all + i, n, warms_up, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
take_turns (CyanTracker *self, const GArray *built, const GArray *revisions, GError **error)
{
  for (guint i = 0; i < self->track->warm_up; i++)
    {
      g_autoptr (GArray) cells = cyan_turns_next (self, revisions);

      if (!run_round (self, built, cells, TRUE, error))
        return FALSE;
    }
  for (;;)
    {
      g_autoptr (GArray) cells = cyan_turns_next (self, revisions);

      if (cells->len == 0)
        return TRUE;
      if (!run_round (self, built, cells, FALSE, error))
        return FALSE;
    }
}

/* ---- the loop ---- */

static gboolean
make_slots (CyanTracker *self, const GArray *revisions, GArray *built, GError **error)
{
  guint jobs = MAX (1, g_get_num_processors () / MAX (1, self->track->jobs));

  for (guint i = 0; i < revisions->len; i++)
    {
      Built one = { .revision = g_array_index (revisions, guint, i) };
      const CyanPlanRevision *revision = self->plan->revisions->pdata[one.revision];

      one.slot = cyan_slot_new (self->workspace, i, error);
      if (one.slot == NULL)
        return FALSE;
      one.build = (CyanBuild){ .track = self->track,
                               .repository = self->plan->repository,
                               .oid = revision->commit->oid,
                               .slot = one.slot,
                               .jobs = jobs,
                               .tick = &self->watched };
      g_array_append_val (built, one);
    }
  return TRUE;
}

gboolean
cyan_tracker_measure (CyanTracker *self, const GArray *revisions, GError **error)
{
  g_autoptr (GArray) built = g_array_new (FALSE, FALSE, sizeof (Built));
  gboolean ok;

  g_array_set_clear_func (built, built_clear);
  ok = prepare (self, error) && make_slots (self, revisions, built, error)
       && build_all (self, built, error) && take_turns (self, built, revisions, error);
  for (guint i = 0; i < built->len; i++)
    cyan_slot_free (g_array_index (built, Built, i).slot, self->plan->repository);
  return ok;
}

static guint
count_missing (const CyanTracker *self, guint revision)
{
  guint n = 0;

  for (guint i = self->first_cell[revision]; i < self->first_cell[revision + 1]; i++)
    n += ((const CyanPlanCell *) self->plan->cells->pdata[i])->n_missing;
  return n;
}

/* Asks the store what there is of @revision by now. */
static gboolean
refresh (CyanTracker *self, guint revision, GError **error)
{
  for (guint i = self->first_cell[revision]; i < self->first_cell[revision + 1]; i++)
    if (!cyan_tracker_refresh_cell (self, self->plan->cells->pdata[i], error)
        || !cyan_turns_extend (self, self->plan->cells->pdata[i], error))
      return FALSE;
  return TRUE;
}

/* The newest revisions that miss a run and that nobody else measures, at most as many as are kept.
 * *@n_claimed is the number of those that are left out. */
static GArray *
claim_some (CyanTracker *self, guint *n_claimed, GError **error)
{
  g_autoptr (GArray) revisions = g_array_new (FALSE, FALSE, sizeof (guint));
  guint keep = self->track->reuse ? 1 : self->track->keep;

  *n_claimed = 0;
  for (guint i = self->plan->revisions->len; i-- > 0 && revisions->len < keep;)
    {
      gboolean gained = FALSE;

      if (count_missing (self, i) == 0)
        continue;
      if (!cyan_tracker_claim (self, i, &gained, error) || !refresh (self, i, error))
        return NULL;
      if (count_missing (self, i) == 0)
        continue;
      if (gained)
        g_array_append_val (revisions, i);
      else
        ++*n_claimed;
    }
  return g_steal_pointer (&revisions);
}

gboolean
cyan_tracker_run (CyanTracker *self, const CyanTick *tick, GError **error)
{
  gboolean has_told = FALSE;

  self->tick = tick;
  self->thread = g_thread_self ();
  for (guint i = 0; i < self->plan->cells->len; i++)
    if (!cyan_turns_extend (self, self->plan->cells->pdata[i], error))
      return FALSE;
  while (cyan_tick (tick, 0, N_ ("Measuring"), error))
    {
      guint n_claimed;
      g_autoptr (GArray) revisions = NULL;

      if (!cyan_tracker_release_dead (self, error))
        return FALSE;
      revisions = claim_some (self, &n_claimed, error);
      if (revisions == NULL)
        return FALSE;
      if (revisions->len > 0)
        {
          if (!cyan_tracker_measure (self, revisions, error)
              || !cyan_store_release_claims (self->store, self->owner, error))
            return FALSE;
          continue;
        }
      if (n_claimed == 0)
        return TRUE;
      if (!has_told)
        cyan_tracker_say (self, (CyanTrackerEvent){ .kind = CYAN_TRACKER_OTHERS_MEASURE });
      has_told = TRUE;
      g_usleep (PAUSE_US);
    }
  return FALSE;
}

/* ---- new and free ---- */

/* The processors of each lane; without `cpus` and with one lane all, which is none. */
static GPtrArray *
share_processors (const CyanTrack *track)
{
  GPtrArray *lanes = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  guint n_lanes = MAX (1, track->lanes);
  guint n = track->cpus->len > 0 ? track->cpus->len : n_lanes > 1 ? g_get_num_processors () : 0;

  for (guint i = 0; i < n_lanes; i++)
    {
      GArray *lane = g_array_new (FALSE, FALSE, sizeof (guint));

      for (guint j = i * n / n_lanes; j < (i + 1) * n / n_lanes; j++)
        {
          guint cpu = track->cpus->len > 0 ? g_array_index (track->cpus, guint, j) : j;

          g_array_append_val (lane, cpu);
        }
      g_ptr_array_add (lanes, lane);
    }
  return lanes;
}

/* The cells of revision i are those from [i] to [i + 1] - 1. */
static guint *
index_cells (const CyanPlan *plan)
{
  guint *first = g_new0 (guint, plan->revisions->len + 1), cell = 0;

  for (guint i = 0; i <= plan->revisions->len; i++)
    {
      while (cell < plan->cells->len && ((CyanPlanCell *) plan->cells->pdata[cell])->revision < i)
        cell++;
      first[i] = cell;
    }
  return first;
}

CyanTracker *
cyan_tracker_new (const CyanTrack *track,
                  CyanPlan *plan,
                  CyanStore *store,
                  const CyanTrackerOptions *options,
                  GError **error)
{
  CyanTracker *self = g_new0 (CyanTracker, 1);

  self->track = track;
  self->plan = plan;
  self->store = store;
  self->options = *options;
  self->thread = g_thread_self ();
  self->watched = (CyanTick) CYAN_TICK_INIT (watch, self);
  self->session = CYAN_STORE_UNKNOWN;
  self->seed = options->seed != 0 ? options->seed : g_random_int ();
  self->random = g_rand_new_with_seed (self->seed);
  self->owner = cyan_machine_process ();
  self->lanes = share_processors (track);
  self->first_cell = index_cells (plan);
  self->n_wanted = plan->n_missing;
  if (cyan_tracker_put_plan (self, error))
    return self;
  cyan_tracker_free (self);
  return NULL;
}

void
cyan_tracker_free (CyanTracker *self)
{
  if (self == NULL)
    return;
  cyan_store_release_claims (self->store, self->owner, NULL);
  cyan_workspace_free (self->workspace);
  g_strfreev (self->inputs);
  g_ptr_array_unref (self->lanes);
  g_free (self->first_cell);
  g_rand_free (self->random);
  g_free (self->owner);
  g_free (self);
}
