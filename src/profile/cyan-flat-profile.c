/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-flat-profile.h"

#include <math.h>
#include <string.h>

#include "cyan-profile.h"

CyanFlatProfile *
cyan_flat_profile_new (guint n_functions, guint n_metrics)
{
  CyanFlatProfile *self = g_new0 (CyanFlatProfile, 1);

  cyan_ref_count_init (&self->refs);
  self->n_metrics = n_metrics;
  self->self = g_new0 (double *, n_metrics);
  cyan_flat_profile_resize (self, n_functions);
  return self;
}

CyanFlatProfile *
cyan_flat_profile_copy (const CyanFlatProfile *self)
{
  CyanFlatProfile *copy = cyan_flat_profile_new (self->n_functions, self->n_metrics);

  for (guint m = 0; m < self->n_metrics; m++)
    memcpy (copy->self[m], self->self[m], self->n_functions * sizeof (double));
  memcpy (copy->calls, self->calls, self->n_functions * sizeof (double));
  return copy;
}

CyanFlatProfile *
cyan_flat_profile_ref (CyanFlatProfile *self)
{
  cyan_ref_count_inc (&self->refs);
  return self;
}

void
cyan_flat_profile_unref (CyanFlatProfile *self)
{
  if (!cyan_ref_count_dec (&self->refs))
    return;
  for (guint m = 0; m < self->n_metrics; m++)
    g_free (self->self[m]);
  g_free (self->self);
  g_free (self->calls);
  g_free (self);
}

static double *
resize (double *values, guint from, guint to)
{
  values = g_renew (double, values, to);
  if (to > from)
    memset (values + from, 0, (to - from) * sizeof *values);
  return values;
}

void
cyan_flat_profile_resize (CyanFlatProfile *self, guint n_functions)
{
  g_assert (self->refs == 1);
  for (guint m = 0; m < self->n_metrics; m++)
    self->self[m] = resize (self->self[m], self->n_functions, n_functions);
  self->calls = resize (self->calls, self->n_functions, n_functions);
  self->n_functions = n_functions;
}

static void
add_flat (CyanFlatProfile *self,
          const CyanFlatProfile *flat,
          const guint32 *functions,
          const guint *metrics,
          double weight)
{
  for (guint f = 0; f < flat->n_functions; f++)
    {
      guint32 to = functions[f];

      for (guint m = 0; m < self->n_metrics; m++)
        self->self[m][to] += weight * flat->self[metrics != NULL ? metrics[m] : m][f];
      self->calls[to] += weight * flat->calls[f];
    }
}

static void
add_nodes (CyanFlatProfile *self,
           const CyanProfile *profile,
           const guint32 *functions,
           const guint *metrics,
           double weight)
{
  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      guint32 to = functions[profile->function[i]];
      guint64 calls = cyan_profile_calls (profile, i);

      for (guint m = 0; m < self->n_metrics; m++)
        self->self[m][to] += weight * profile->metrics[metrics != NULL ? metrics[m] : m].self[i];
      self->calls[to] += calls != CYAN_CALLS_UNKNOWN ? weight * (double) calls : NAN;
    }
}

gboolean
cyan_flat_profile_add (CyanFlatProfile *self,
                       const CyanProfile *profile,
                       const guint32 *functions,
                       const guint *metrics,
                       double weight)
{
  guint n_functions = self->n_functions;

  g_assert (metrics != NULL || self->n_metrics <= profile->n_metrics);
  if (profile->flat == NULL && profile->pruning.phi > 0)
    return FALSE;
  for (guint f = 0; f < profile->n_functions; f++)
    n_functions = MAX (n_functions, functions[f] + 1);
  cyan_flat_profile_resize (self, n_functions);
  if (profile->flat != NULL)
    add_flat (self, profile->flat, functions, metrics, weight);
  else
    add_nodes (self, profile, functions, metrics, weight);
  return TRUE;
}
