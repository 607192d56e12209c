/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loop of a tracker: claim some revisions, measure them, and again. */
#include <math.h>

#include "cyan-assert.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-machine.h"
#include "cyan-track-private.h"

/* Pause while other trackers measure the rest. */
#define PAUSE_US 1000000

/* ---- what the caller sees ---- */

static gboolean
watch (double fraction, const char *what, gpointer data)
{
  CyanTracker *self = data;

  if (g_thread_self () == self->thread)
    cyan_tracker_renew_claims (self);
  return cyan_tick (
      self->tick, self->cells.n_wanted > 0 ? (double) self->cells.n_done / self->cells.n_wanted : 0,
      what, NULL);
}

/* ---- the loop ---- */

/* The first revisions of @candidates that miss a run, at most as many as are kept; nobody else
 * measures them.  *@n_taken is the number of those that others measure, and so are left out. */
static GArray *
choose (CyanTracker *self, const GArray *candidates, guint *n_taken, GError **error)
{
  g_autoptr (GArray) chosen = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GHashTable) taken = cyan_tracker_read_taken (self, error);
  guint keep = self->track->reuse ? 1 : self->track->keep;

  *n_taken = 0;
  if (taken == NULL)
    return NULL;
  for (guint i = 0; i < candidates->len && chosen->len < keep; i++)
    {
      guint revision = g_array_index (candidates, guint, i);

      if (cyan_tracker_is_taken (self, taken, revision))
        {
          ++*n_taken;
          continue;
        }
      if (!cyan_tracker_refresh (self, revision, error))
        return NULL;
      if (cyan_cells_count_missing (&self->cells, revision) > 0)
        g_array_append_val (chosen, revision);
    }
  return g_steal_pointer (&chosen);
}

/* All that miss a run, in the order in which they are measured.  Sets are spread over them: if the
 * machine is slower for one set than for the next, that is scatter everywhere, and not a step
 * between two neighbours. */
static GArray *
list_candidates (const CyanTracker *self)
{
  g_autoptr (GArray) missing = cyan_cells_list_missing (&self->cells);
  GArray *candidates = g_array_new (FALSE, FALSE, sizeof (guint));
  guint keep = self->track->reuse ? 1 : self->track->keep;
  guint n_sets = (missing->len + keep - 1) / keep;

  for (guint first = 0; first < n_sets; first++)
    for (guint i = first; i < missing->len; i += n_sets)
      g_array_append_vals (candidates, &g_array_index (missing, guint, i), 1);
  return candidates;
}

/* The revisions of the next set, which are claimed.  Others may have been faster: then the next
 * ones are tried. */
static GArray *
claim_some (CyanTracker *self, guint *n_taken, GError **error)
{
  for (;;)
    {
      g_autoptr (GArray) candidates = list_candidates (self);
      g_autoptr (GArray) chosen = choose (self, candidates, n_taken, error);
      gboolean is_last = chosen == NULL || chosen->len == 0;

      if (chosen == NULL || !cyan_tracker_claim_missing (self, chosen, error))
        return NULL;
      if (is_last || chosen->len > 0)
        return g_steal_pointer (&chosen);
    }
}

gboolean
cyan_tracker_run (CyanTracker *self, const CyanTick *tick, GError **error)
{
  gboolean was_reported = FALSE;

  self->tick = tick;
  self->thread = g_thread_self ();
  for (guint i = 0; i < self->plan->cells->len; i++)
    if (!cyan_tracker_extend_cell (self, cyan_plan_cell (self->plan, i), error))
      return FALSE;
  while (cyan_tick (tick, 0, N_ ("Measuring"), error))
    {
      guint n_taken;
      g_autoptr (GArray) revisions = claim_some (self, &n_taken, error);

      if (revisions == NULL)
        return FALSE;
      if (revisions->len > 0)
        {
          if (!cyan_tracker_measure (self, revisions, error) || !cyan_tracker_release (self, error))
            return FALSE;
          continue;
        }
      if (n_taken == 0)
        return TRUE;
      if (!was_reported)
        cyan_tracker_report (self, (CyanTrackerEvent){ .kind = CYAN_TRACKER_OTHERS_MEASURE });
      was_reported = TRUE;
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

CyanTracker *
cyan_tracker_new (const CyanTrack *track,
                  CyanPlan *plan,
                  CyanStore *store,
                  const CyanTrackerOptions *options,
                  GError **error)
{
  CyanTracker *self = g_new0 (CyanTracker, 1);

  cyan_assert_valid (cyan_track_check, track);
  g_assert (plan->cells->len % track->benchmarks->len == 0);
  self->track = track;
  self->plan = plan;
  self->store = store;
  self->options = *options;
  self->thread = g_thread_self ();
  self->watched = (CyanTick) CYAN_TICK_INIT (watch, self);
  self->environment = CYAN_STORE_UNKNOWN;
  self->reference = NAN;
  self->seed = options->seed != 0 ? options->seed : g_random_int ();
  cyan_cells_init (&self->cells, track, plan, store, self->seed);
  self->claimed = g_array_new (FALSE, FALSE, sizeof (guint));
  self->lanes = share_processors (track);
  if (g_file_test (track->path, G_FILE_TEST_EXISTS))
    self->spool = g_strconcat (track->path, ".spool", NULL);
  cyan_workspace_remove_left ();
  if (cyan_tracker_store_spool (self, error) && cyan_tracker_put_plan (self, error))
    return self;
  cyan_tracker_free (self);
  return NULL;
}

void
cyan_tracker_free (CyanTracker *self)
{
  if (self == NULL)
    return;
  if (self->owner != NULL)
    cyan_store_release_claims (self->store, self->owner, NULL);
  cyan_tracker_remove_kept (self);
  cyan_workspace_slot_free (self->reused, self->plan->repository);
  g_free (self->reused_oid);
  cyan_workspace_free (self->workspace);
  g_strfreev (self->inputs);
  g_ptr_array_unref (self->lanes);
  g_array_unref (self->claimed);
  cyan_cells_clear (&self->cells);
  g_free (self->owner);
  g_free (self->spool);
  g_free (self);
}

/* ---- more runs of some cells, for those who decide as they go ---- */

/* Pause while another tracker measures a revision. */
#define WAIT_US 1000000

/* Waits until nobody else measures @revision. */
static gboolean
wait_and_claim (CyanTracker *self, guint revision, gboolean *was_reported, GError **error)
{
  for (;;)
    {
      g_autoptr (GHashTable) taken = cyan_tracker_read_taken (self, error);
      g_autoptr (GArray) one = g_array_new (FALSE, FALSE, sizeof (guint));

      if (taken == NULL)
        return FALSE;
      if (!cyan_tracker_is_taken (self, taken, revision))
        g_array_append_val (one, revision);
      if (!cyan_tracker_claim (self, one, error))
        return FALSE;
      if (one->len > 0)
        return TRUE;
      if (!*was_reported)
        cyan_tracker_report (self, (CyanTrackerEvent){ .kind = CYAN_TRACKER_OTHERS_MEASURE });
      *was_reported = TRUE;
      if (!cyan_tick (self->tick, 0, N_ ("Waiting"), error))
        return FALSE;
      g_usleep (WAIT_US);
    }
}

gboolean
cyan_tracker_run_more (CyanTracker *self,
                       CyanPlanCell *const *cells,
                       guint n_cells,
                       guint n_runs,
                       const CyanTick *tick,
                       GError **error)
{
  g_autoptr (GArray) revisions = g_array_new (FALSE, FALSE, sizeof (guint));
  gboolean was_reported = FALSE;

  g_assert (n_runs > 0);
  self->tick = tick;
  self->thread = g_thread_self ();
  for (guint i = 0; i < n_cells; i++)
    {
      g_assert (cells[i]->revision < self->plan->revisions->len);
      g_assert (cells[i]->benchmark == cells[0]->benchmark);
      if (!wait_and_claim (self, cells[i]->revision, &was_reported, error))
        return FALSE;
      g_array_append_val (revisions, cells[i]->revision);
    }
  cyan_cells_ask (&self->cells, cells, n_cells, n_runs);
  return cyan_tracker_measure (self, revisions, error) && cyan_tracker_release (self, error);
}

/* ---- how long it will take ---- */

/* Builds of revisions that miss a run. */
static guint
count_builds (const CyanPlan *plan)
{
  guint n = 0, last = G_MAXUINT;

  for (guint i = 0; i < plan->cells->len; i++)
    {
      const CyanPlanCell *cell = plan->cells->pdata[i];

      if (cell->n_missing > 0 && cell->revision != last)
        {
          last = cell->revision;
          n++;
        }
    }
  return n;
}

gboolean
cyan_tracker_estimate (
    const CyanTrack *track, const CyanPlan *plan, CyanStore *store, double *seconds, GError **error)
{
  double build;

  g_assert (plan->cells->len % track->benchmarks->len == 0);
  *seconds = NAN;
  if (store == NULL || plan->machine_id == CYAN_STORE_UNKNOWN
      || plan->project_id == CYAN_STORE_UNKNOWN)
    return TRUE;
  if (!cyan_store_mean_build_seconds (store, plan->machine_id, plan->recipe, &build, error))
    return FALSE;
  *seconds = build * count_builds (plan) / MAX (1, track->jobs);
  for (guint i = 0; i < track->benchmarks->len; i++)
    {
      const CyanTrackBenchmark *benchmark = track->benchmarks->pdata[i];
      double run;

      if (!cyan_store_mean_run_seconds (store, plan->project_id, benchmark->name, plan->machine_id,
                                        &run, error))
        return FALSE;
      for (guint j = i; j < plan->cells->len; j += track->benchmarks->len)
        {
          const CyanPlanCell *cell = plan->cells->pdata[j];

          if (cell->n_missing > 0)
            *seconds += run * (cell->n_missing + track->warm_up) / MAX (1, track->lanes);
        }
    }
  return TRUE;
}
