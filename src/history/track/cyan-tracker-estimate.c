/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long a tracker will take. */
#include <math.h>

#include "cyan-tracker-private.h"

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
