/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs as if they had been recorded for longer or shorter. */
#include "cyan-runs.h"

static float **
scale_columns (float *const *columns, guint n_runs, guint n_nodes, double factor)
{
  float **scaled;

  if (columns == NULL)
    return NULL;
  scaled = g_new (float *, n_runs);
  for (guint r = 0; r < n_runs; r++)
    {
      scaled[r] = g_new (float, n_nodes);
      for (guint i = 0; i < n_nodes; i++)
        scaled[r][i] = cyan_single (columns[r][i] * factor);
    }
  return scaled;
}

CyanRuns *
cyan_runs_scale (const CyanRuns *self, double factor, const char *note)
{
  CyanRuns *scaled = g_new (CyanRuns, 1);
  g_autoptr (CyanProfile) mean = cyan_profile_scale (self->mean, factor);
  g_autoptr (GPtrArray) notes = g_ptr_array_new ();

  g_ptr_array_add (notes, (gpointer) note);
  *scaled = (CyanRuns){
    .mean = cyan_profile_with_warnings (mean, notes),
    .metric = self->metric,
    .n_runs = self->n_runs,
    .totals = g_new (double, self->n_runs),
    .self = scale_columns (self->self, self->n_runs, self->mean->n_nodes, factor),
    .calls = scale_columns (self->calls, self->n_runs, self->mean->n_nodes, factor),
  };
  if (self->hosts != NULL)
    scaled->hosts = cyan_hosts_scale (self->hosts, factor);
  cyan_ref_count_init (&scaled->refs);
  for (guint r = 0; r < self->n_runs; r++)
    scaled->totals[r] = self->totals[r] * factor;
  return scaled;
}
