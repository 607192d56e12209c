/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hosts of a profile as runs. */
#include "cyan-runs.h"

#include <math.h>

#include "cyan-sample-period.h"

static float **
columns_new (guint n_runs, guint n_nodes)
{
  float **columns = g_new (float *, n_runs);

  for (guint r = 0; r < n_runs; r++)
    columns[r] = g_new0 (float, n_nodes);
  return columns;
}

static void
fill (CyanRuns *self, const CyanHosts *hosts)
{
  const double *own = hosts->self[self->metric];

  for (CyanNode node = 0; node < hosts->n_nodes; node++)
    for (gsize i = hosts->first[node]; i < hosts->first[node + 1]; i++)
      {
        guint32 host = hosts->host[i];

        self->self[host][node] = cyan_single ((double) self->self[host][node] + own[i]);
        self->totals[host] += own[i];
        if (self->calls != NULL && node != CYAN_NODE_ROOT && cyan_hosts_is_first (hosts, node, i))
          self->calls[host][node] =
              hosts->calls[i] != CYAN_CALLS_UNKNOWN ? (float) hosts->calls[i] : NAN;
      }
}

CyanRuns *
cyan_runs_of_hosts (const CyanRuns *self, CyanBudget *budget, GError **error)
{
  CyanHosts *hosts = self->hosts;
  const CyanProfile *whole = self->mean;
  guint n = hosts->n_hosts;
  guint64 columns = 1 + (hosts->calls != NULL ? 1 : 0);
  CyanRuns *runs;

  g_assert (self->n_runs == 1 && hosts != NULL && n > 1);
  if (!cyan_budget_check (budget, columns * n * whole->n_nodes * sizeof (float), error))
    return NULL;
  runs = g_new0 (CyanRuns, 1);
  cyan_ref_count_init (&runs->refs);
  runs->mean = cyan_profile_mean (whole, n);
  /* Counts of samples stay counts. */
  if (whole->recording == CYAN_RECORDING_SAMPLED && whole->period == 0
      && cyan_may_be_samples (whole->metrics[0].unit))
    runs->mean->period = 1.0 / n;
  runs->metric = self->metric;
  runs->n_runs = n;
  runs->hosts = cyan_hosts_ref (hosts);
  runs->totals = g_new0 (double, n);
  runs->self = columns_new (n, whole->n_nodes);
  if (hosts->calls != NULL)
    runs->calls = columns_new (n, whole->n_nodes);
  fill (runs, hosts);
  return runs;
}
