/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Leaves the time of some functions out of a profile, with all that they call. */
#include "cyan-profile.h"

#include <string.h>

void
cyan_profile_leave_out (CyanProfile *self, const guint8 *functions)
{
  for (CyanNode i = 1; i < self->n_nodes;)
    {
      CyanNode end = self->end[i];

      if (!functions[self->function[i]])
        {
          i++;
          continue;
        }
      for (guint m = 0; m < self->n_metrics; m++)
        memset (self->metrics[m].self + i, 0, (end - i) * sizeof (double));
      i = end;
    }
  for (guint m = 0; m < self->n_metrics; m++)
    {
      CyanMetric *metric = &self->metrics[m];

      memcpy (metric->total, metric->self, self->n_nodes * sizeof (double));
      for (CyanNode i = self->n_nodes; i-- > 1;)
        metric->total[self->parent[i]] += metric->total[i];
    }
}
