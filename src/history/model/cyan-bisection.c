/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-bisection.h"

const char *const cyan_bisection_state_names[CYAN_N_BISECTION_STATES] = {
  "running", "found", "no-difference", "budget", "not-measured",
};

const char *const cyan_prior_kind_names[CYAN_N_PRIOR_KINDS] = {
  "even",
  "suspect",
  "risky",
  "no-sources",
};

const double cyan_prior_kind_weights[CYAN_N_PRIOR_KINDS] = { 1, 10, 10, 0.01 };

static void
clear_revision (CyanBisectionRevision *revision)
{
  cyan_evolution_column_clear (&revision->commit);
  g_free (revision->because);
  g_free (revision->values);
}

void
cyan_bisection_free (CyanBisection *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_revisions; i++)
    clear_revision (&self->revisions[i]);
  for (guint i = 0; i < self->n_steps; i++)
    g_free (self->steps[i].set);
  g_free (self->revisions);
  g_free (self->steps);
  g_free (self->project);
  g_free (self->benchmark);
  g_free (self->definition);
  g_free (self->machine);
  g_free (self->metric);
  g_free (self->unit);
  g_free (self->said);
  g_free (self);
}

static CyanBisectionRevision
copy_revision (const CyanBisectionRevision *revision)
{
  CyanBisectionRevision copy = *revision;

  copy.commit = cyan_evolution_column_copy (&revision->commit);
  copy.because = g_strdup (revision->because);
  copy.values = g_memdup2 (revision->values, revision->n_values * sizeof (double));
  return copy;
}

CyanBisection *
cyan_bisection_copy (const CyanBisection *self)
{
  CyanBisection *copy = g_new (CyanBisection, 1);

  *copy = *self;
  copy->project = g_strdup (self->project);
  copy->benchmark = g_strdup (self->benchmark);
  copy->definition = g_strdup (self->definition);
  copy->machine = g_strdup (self->machine);
  copy->metric = g_strdup (self->metric);
  copy->unit = g_strdup (self->unit);
  copy->said = g_strdup (self->said);
  copy->revisions = g_new (CyanBisectionRevision, self->n_revisions);
  for (guint i = 0; i < self->n_revisions; i++)
    copy->revisions[i] = copy_revision (&self->revisions[i]);
  copy->steps = g_memdup2 (self->steps, self->n_steps * sizeof *self->steps);
  for (guint i = 0; i < self->n_steps; i++)
    copy->steps[i].set =
        g_memdup2 (self->steps[i].set, self->steps[i].n_set * sizeof *self->steps[i].set);
  return copy;
}
