/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-merge-hosts.h"

#include "cyan-merge-metrics.h"

typedef struct
{
  CyanHostCells *cells;
  const guint *metrics;
  guint n_metrics;
  double *values; /* by metric of the builder */
} Cells;

/* Adds a cell of @node, whose values are those at @i in the columns of the part. */
static void
add_cell (Cells *self, CyanNode node, guint32 host, guint64 calls, double *const *columns, gsize i)
{
  for (guint m = 0; m < self->n_metrics; m++)
    self->values[m] = self->metrics[m] != CYAN_MERGE_NO_METRIC ? columns[self->metrics[m]][i] : 0;
  cyan_host_cells_add (self->cells, node, host, calls, self->values);
}

static void
add_known (Cells *self, const CyanHosts *hosts, const CyanNode *nodes)
{
  g_autofree guint32 *numbers = g_new (guint32, hosts->n_hosts);

  for (guint h = 0; h < hosts->n_hosts; h++)
    numbers[h] = cyan_host_cells_host (self->cells, hosts->names[h]);
  for (CyanNode node = 0; node < hosts->n_nodes; node++)
    for (gsize i = hosts->first[node]; i < hosts->first[node + 1]; i++)
      add_cell (self, nodes[node], numbers[hosts->host[i]],
                hosts->calls != NULL ? hosts->calls[i] : CYAN_CALLS_UNKNOWN, hosts->self, i);
}

/* Adds what the values of the part were rounded by. */
static void
add_rests (Cells *self, const CyanProfile *part, guint32 host, const CyanNode *nodes)
{
  const CyanRests *rests = part->rests;

  for (guint i = 0; rests != NULL && i < rests->n; i++)
    {
      const CyanRest *rest = &rests->rows[i];
      gboolean has_calls = cyan_profile_calls (part, rest->node) != CYAN_CALLS_UNKNOWN;
      gboolean is_kept = FALSE;

      for (guint m = 0; m < self->n_metrics; m++)
        {
          self->values[m] = self->metrics[m] == rest->metric ? rest->value : 0;
          is_kept |= self->values[m] != 0;
        }
      if (is_kept)
        cyan_host_cells_add (self->cells, nodes[rest->node], host,
                             has_calls ? 0 : CYAN_CALLS_UNKNOWN, self->values);
    }
}

void
cyan_merge_hosts_add (CyanProfileBuilder *builder,
                      const CyanProfile *part,
                      const char *host,
                      const CyanNode *nodes,
                      const guint *metrics)
{
  guint n = cyan_profile_builder_n_metrics (builder);
  g_autofree double *values = g_new (double, n);
  Cells self = { cyan_profile_builder_hosts (builder), metrics, n, values };
  g_autofree double **columns = NULL;
  guint32 number;

  if (part->hosts != NULL)
    {
      add_known (&self, part->hosts, nodes);
      return;
    }
  number = cyan_host_cells_host (self.cells, host);
  columns = g_new (double *, part->n_metrics);
  for (guint m = 0; m < part->n_metrics; m++)
    columns[m] = part->metrics[m].self;
  for (CyanNode node = 1; node < part->n_nodes; node++)
    add_cell (&self, nodes[node], number, cyan_profile_calls (part, node), columns, node);
  add_rests (&self, part, number, nodes);
}
