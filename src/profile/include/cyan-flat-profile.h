/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The flat profile: what each function costs by itself and how often it is called, over all
 * contexts.
 *
 * A pruned tree has one beside it that is exact.  One with a row a function needs little memory.
 */
#pragma once

#include <glib.h>

#include "cyan-sync.h"

typedef struct
{
  CyanRefCount refs;
  guint n_functions;
  guint n_metrics;
  double **self; /* by metric, by function */
  double *calls; /* by function; NAN: unknown */
} CyanFlatProfile;

/* All values are 0. */
CyanFlatProfile *cyan_flat_profile_new (guint n_functions, guint n_metrics);
CyanFlatProfile *cyan_flat_profile_copy (const CyanFlatProfile *self);
CyanFlatProfile *cyan_flat_profile_ref (CyanFlatProfile *self);
void cyan_flat_profile_unref (CyanFlatProfile *self);

/* Adds functions whose values are 0, or drops the last ones; while it has one reference. */
void cyan_flat_profile_resize (CyanFlatProfile *self, guint n_functions);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanFlatProfile, cyan_flat_profile_unref)
