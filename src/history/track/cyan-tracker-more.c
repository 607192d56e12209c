/* SPDX-License-Identifier: GPL-3.0-or-later */
/* More runs of some cells, for those who decide as they go. */
#include "cyan-tracker-private.h"

#include "cyan-i18n.h"

/* Pause while another tracker measures a revision. */
#define PAUSE_US 1000000

/* Waits until nobody else measures @revision. */
static gboolean
claim (CyanTracker *self, guint revision, gboolean *has_told, GError **error)
{
  for (;;)
    {
      gboolean gained;

      if (!cyan_tracker_release_dead (self, error)
          || !cyan_tracker_claim (self, revision, &gained, error))
        return FALSE;
      if (gained)
        return TRUE;
      if (!*has_told)
        cyan_tracker_say (self, (CyanTrackerEvent){ .kind = CYAN_TRACKER_OTHERS_MEASURE });
      *has_told = TRUE;
      if (!cyan_tick (self->tick, 0, N_ ("Waiting"), error))
        return FALSE;
      g_usleep (PAUSE_US);
    }
}

/* The cells of these revisions miss what is asked, and nothing else. */
static void
ask (CyanTracker *self, CyanPlanCell *const *cells, guint n_cells, guint n_runs)
{
  self->is_asked = TRUE;
  self->n_wanted = self->n_done + n_cells * n_runs;
  for (guint i = 0; i < n_cells; i++)
    {
      guint revision = cells[i]->revision;

      for (guint j = self->first_cell[revision]; j < self->first_cell[revision + 1]; j++)
        {
          CyanPlanCell *cell = self->plan->cells->pdata[j];

          cell->n_missing = cell == cells[i] ? n_runs : 0;
        }
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
  gboolean has_told = FALSE;

  g_assert (n_runs > 0);
  self->tick = tick;
  self->thread = g_thread_self ();
  for (guint i = 0; i < n_cells; i++)
    {
      g_assert (cells[i]->revision < self->plan->revisions->len);
      g_assert (cells[i]->benchmark == cells[0]->benchmark);
      if (!claim (self, cells[i]->revision, &has_told, error))
        return FALSE;
      g_array_append_val (revisions, cells[i]->revision);
    }
  ask (self, cells, n_cells, n_runs);
  return cyan_tracker_measure (self, revisions, error)
         && cyan_store_release_claims (self->store, self->owner, error);
}
