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

CYAN_DEFINE_REF (CyanFlatProfile, cyan_flat_profile)

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
