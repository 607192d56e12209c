/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A set of revisions of a tracker: they are built, then their cells are run in turns. */
#include "cyan-command.h"
#include "cyan-track-private.h"
#include "cyan-worker.h"

/* One that is built. */
typedef struct
{
  guint revision;
  CyanWorkspaceSlot *slot;
  gboolean was_kept; /* it is built already */
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

/* All that is needed before the first build. */
static gboolean
prepare (CyanTracker *self, GError **error)
{
  if (self->workspace != NULL)
    return cyan_tracker_put_environment (self, error);
  self->workspace = cyan_workspace_new (self->plan->repository, error);
  if (self->workspace != NULL)
    self->inputs = cyan_workspace_copy_inputs (self->workspace, self->track, error);
  if (self->inputs == NULL || !cyan_tracker_put_environment (self, error))
    return FALSE;
  if (self->track->isolate && !cyan_command_can_isolate ())
    cyan_tracker_report (self, (CyanTrackerEvent){ .kind = CYAN_TRACKER_NOT_ISOLATED });
  return TRUE;
}

static gboolean
keep_build (CyanTracker *self, Built *built, GError **error)
{
  CyanPlanRevision *revision = self->plan->revisions->pdata[built->revision];
  const CyanBuild *build = &built->build;
  const char *status = cyan_build_status_names[build->status];

  revision->build = build->status;
  if (!cyan_tracker_put_build (self, revision, build, error))
    return FALSE;
  if (build->status != CYAN_BUILD_OK)
    cyan_cells_drop (&self->cells, built->revision);
  cyan_tracker_report (
      self, (CyanTrackerEvent){ .kind = CYAN_TRACKER_BUILT,
                                .commit = revision->commit,
                                .status = status,
                                .log = build->status != CYAN_BUILD_OK ? build->log : NULL,
                                .seconds = build->seconds });
  return TRUE;
}

/* Builds @group, which is empty then. */
static gboolean
build_group (CyanTracker *self, GPtrArray *group, GError **error)
{
  g_autoptr (GPtrArray) builds = g_ptr_array_new ();

  for (guint i = 0; i < group->len; i++)
    g_ptr_array_add (builds, &((Built *) group->pdata[i])->build);
  if (!cyan_workers_run_watched ("build", cyan_build_run, builds->pdata, builds->len,
                                 &self->watched, error))
    return FALSE;
  for (guint i = 0; i < group->len; i++)
    if (!keep_build (self, group->pdata[i], error))
      return FALSE;
  g_ptr_array_set_size (group, 0);
  return TRUE;
}

/* Builds all of @built that are not, some at a time. */
static gboolean
build_all (CyanTracker *self, GArray *built, GError **error)
{
  g_autoptr (GPtrArray) group = g_ptr_array_new ();

  for (guint i = 0; i < built->len; i++)
    {
      Built *one = &g_array_index (built, Built, i);

      if (!one->was_kept)
        g_ptr_array_add (group, one);
      if (group->len >= MAX (1, self->track->jobs) && !build_group (self, group, error))
        return FALSE;
    }
  return group->len == 0 || build_group (self, group, error);
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
                            .padding =
                                (guint) g_rand_int_range (self->cells.random, 0, CYAN_MAX_PADDING),
                            .cpus = (const guint *) cpus->data,
                            .n_cpus = cpus->len,
                            .tick = &self->watched };
}

static gboolean
keep_run (CyanTracker *self, CyanPlanCell *cell, const CyanMeasurement *run, GError **error)
{
  const CyanPlanRevision *revision = self->plan->revisions->pdata[cell->revision];
  gboolean is_wanted;

  if (!cyan_tracker_put_run (self, cell, run, &is_wanted, error))
    return FALSE;
  if (!is_wanted)
    {
      cyan_tracker_report (self, (CyanTrackerEvent){ .kind = CYAN_TRACKER_CLAIM_LOST,
                                                     .commit = revision->commit,
                                                     .benchmark = run->benchmark->name });
      return TRUE;
    }
  cyan_cells_count_run (&self->cells, cell, run->status);
  cyan_tracker_report (self, (CyanTrackerEvent){ .kind = CYAN_TRACKER_RAN,
                                                 .commit = revision->commit,
                                                 .benchmark = run->benchmark->name,
                                                 .status = cyan_run_status_names[run->status],
                                                 .log = run->log,
                                                 .seconds = run->seconds });
  return cyan_tracker_extend_cell (self, cell, error);
}

/* What ran beside a run that cannot be stored is kept with that. */
static void
spool_rest (CyanTracker *self, const guint *cells, const CyanMeasurement *runs, guint n)
{
  for (guint i = 0; i < n && self->spool != NULL; i++)
    {
      g_autofree char *uid = cyan_store_new_uid ();

      cyan_tracker_spool_run (self, self->plan->cells->pdata[cells[i]], &runs[i], uid, NULL);
    }
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
  ok = cyan_workers_run_watched ("run", cyan_measurement_run, group, n, &self->watched, error);
  for (guint i = 0; ok && !warms_up && i < n; i++)
    if (!keep_run (self, self->plan->cells->pdata[cells[i]], &runs[i], error))
      {
        ok = FALSE;
        spool_rest (self, cells + i + 1, runs + i + 1, n - i - 1);
      }
  for (guint i = 0; i < n; i++)
    cyan_measurement_clear (&runs[i]);
  return ok;
}

/* How many of @cells can run at once: those before the first of a revision that one of them has,
 * too. They have its slot, in which only one may run. */
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

/* The cells of the next round: of those of @revisions that are still ours. */
static GArray *
next_round (CyanTracker *self, const GArray *revisions)
{
  g_autoptr (GArray) ours = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < revisions->len; i++)
    if (cyan_tracker_has_claimed (self, g_array_index (revisions, guint, i)))
      g_array_append_vals (ours, &g_array_index (revisions, guint, i), 1);
  return cyan_cells_next (&self->cells, ours);
}

static gboolean
take_turns (CyanTracker *self, const GArray *built, const GArray *revisions, GError **error)
{
  for (guint i = 0; i < self->track->warm_up; i++)
    {
      g_autoptr (GArray) cells = next_round (self, revisions);

      if (!run_round (self, built, cells, TRUE, error))
        return FALSE;
    }
  cyan_cells_begin (&self->cells);
  for (;;)
    {
      g_autoptr (GArray) cells = next_round (self, revisions);

      if (cells->len == 0)
        return TRUE;
      if (!run_round (self, built, cells, FALSE, error))
        return FALSE;
    }
}

/* ---- builds that are kept, for the next time that runs are asked ---- */

/* Keeps the slot of a revision that is built; removes those that are too many. */
static void
keep (CyanTracker *self, guint revision, CyanWorkspaceSlot *slot)
{
  const CyanBuiltRevision kept = { revision, slot };

  if (self->kept == NULL)
    self->kept = g_array_new (FALSE, FALSE, sizeof (CyanBuiltRevision));
  g_array_append_val (self->kept, kept);
  while (self->kept->len > MAX (2, self->track->keep))
    {
      cyan_workspace_slot_free (g_array_index (self->kept, CyanBuiltRevision, 0).slot,
                                self->plan->repository);
      g_array_remove_index (self->kept, 0);
    }
}

/* The slot of @revision, which is no longer kept; NULL: it is not built. */
static CyanWorkspaceSlot *
take_kept (CyanTracker *self, guint revision)
{
  for (guint i = 0; self->kept != NULL && i < self->kept->len; i++)
    {
      const CyanBuiltRevision *kept = &g_array_index (self->kept, CyanBuiltRevision, i);
      CyanWorkspaceSlot *slot = kept->slot;

      if (kept->revision != revision)
        continue;
      g_array_remove_index (self->kept, i);
      return slot;
    }
  return NULL;
}

void
cyan_tracker_build_again (CyanTracker *self, guint revision)
{
  CyanWorkspaceSlot *slot = take_kept (self, revision);

  if (slot != NULL)
    cyan_workspace_slot_free (slot, self->plan->repository);
  self->again = revision;
  self->n_again++;
}

void
cyan_tracker_remove_kept (CyanTracker *self)
{
  for (guint i = 0; self->kept != NULL && i < self->kept->len; i++)
    cyan_workspace_slot_free (g_array_index (self->kept, CyanBuiltRevision, i).slot,
                              self->plan->repository);
  g_clear_pointer (&self->kept, g_array_unref);
}

/* ---- slots ---- */

/* Several revisions at once need a slot each, also if one is reused otherwise; so does a work tree,
 * whose files are not known to the repository. */
static gboolean
reuses (const CyanTracker *self, const GArray *revisions)
{
  const CyanPlanRevision *first = self->plan->revisions->pdata[g_array_index (revisions, guint, 0)];

  return self->track->reuse && revisions->len == 1 && first->commit != self->plan->dirty;
}

/* Letters by which a folder's name is longer for each time that a revision is built again; no
 * multiple of the alignment of stacks. */
#define MORE_LETTERS 7
#define MOST_LETTERS (9 * MORE_LETTERS)

static CyanWorkspaceSlot *
make_slot (CyanTracker *self, const GArray *revisions, guint revision, GError **error)
{
  gboolean is_again = self->n_again > 0 && self->again == revision;
  guint n_letters = is_again ? self->n_again * MORE_LETTERS % (MOST_LETTERS + 1) : 0;
  g_autofree char *letters = g_strnfill (n_letters, 'x');
  g_autofree char *name = g_strdup_printf ("%03u%s", self->n_slots++ % 1000, letters);

  if (!reuses (self, revisions))
    return cyan_workspace_slot_new (self->workspace, name, error);
  if (self->reused == NULL)
    self->reused = cyan_workspace_slot_new (self->workspace, "all", error);
  return self->reused;
}

static gboolean
make_slots (CyanTracker *self, const GArray *revisions, GArray *built, GError **error)
{
  guint jobs = MAX (1, g_get_num_processors () / MAX (1, self->track->jobs));

  for (guint i = 0; i < revisions->len; i++)
    {
      Built one = { .revision = g_array_index (revisions, guint, i) };
      const CyanPlanRevision *revision = self->plan->revisions->pdata[one.revision];

      one.slot = take_kept (self, one.revision);
      one.was_kept = one.slot != NULL;
      if (one.slot == NULL)
        one.slot = make_slot (self, revisions, one.revision, error);
      if (one.slot == NULL)
        return FALSE;
      one.build = (CyanBuild){ .track = self->track,
                               .repository = self->plan->repository,
                               .oid = revision->commit->oid,
                               .slot = one.slot,
                               .jobs = jobs,
                               .tick = &self->watched };
      if (one.slot == self->reused)
        one.build.previous = self->reused_oid;
      g_array_append_val (built, one);
    }
  return TRUE;
}

static void
free_slots (CyanTracker *self, const GArray *built)
{
  for (guint i = 0; i < built->len; i++)
    {
      const Built *one = &g_array_index (built, Built, i);

      if (one->slot != self->reused)
        {
          if (self->cells.is_asked && (one->was_kept || one->build.status == CYAN_BUILD_OK))
            keep (self, one->revision, one->slot);
          else
            cyan_workspace_slot_free (one->slot, self->plan->repository);
          continue;
        }
      g_free (self->reused_oid);
      self->reused_oid = g_strdup (one->build.oid);
    }
}

gboolean
cyan_tracker_measure (CyanTracker *self, const GArray *revisions, GError **error)
{
  g_autoptr (GArray) built = g_array_new (FALSE, FALSE, sizeof (Built));
  gboolean ok;

  g_array_set_clear_func (built, built_clear);
  ok = prepare (self, error) && make_slots (self, revisions, built, error)
       && build_all (self, built, error) && take_turns (self, built, revisions, error);
  free_slots (self, built);
  return ok;
}
