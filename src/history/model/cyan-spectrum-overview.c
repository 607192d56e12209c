/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-spectrum-overview.h"

static void
free_contexts (CyanSpectrumContext *contexts, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_free (contexts[i].name);
      g_strfreev (contexts[i].stack);
    }
  g_free (contexts);
}

static void
revision_clear (CyanSpectrumRevision *self)
{
  cyan_evolution_column_clear (&self->commit);
  g_free (self->definition);
  g_free (self->problem);
  for (guint i = 0; i < self->n_runs; i++)
    {
      CyanSpectrumRun *run = &self->runs[i];

      g_free (run->log);
      free_contexts (run->by_total, run->n_by_total);
      free_contexts (run->by_call, run->n_by_call);
    }
  g_free (self->runs);
}

void
cyan_spectrum_overview_free (CyanSpectrumOverview *self)
{
  for (guint i = 0; i < self->n_revisions; i++)
    revision_clear (&self->revisions[i]);
  g_free (self->revisions);
  g_free (self->project);
  g_free (self->benchmark);
  g_free (self->machine);
  g_free (self->metric);
  g_free (self->unit);
  g_free (self);
}

gboolean
cyan_spectrum_revision_is_tested (const CyanSpectrumRevision *self)
{
  return MIN (self->n_base_runs, self->n_new_runs) >= 2;
}

gboolean
cyan_spectrum_revision_has_changed (const CyanSpectrumRevision *self)
{
  return self->n_changed > 0 && !self->is_outlier;
}
