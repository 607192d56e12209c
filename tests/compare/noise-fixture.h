/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of noise ask a comparison. */
#pragma once

#include "comparison-fixture.h"

#include "cyan-noise.h"

static inline gboolean
shows_a_node (const CyanComparison *self)
{
  for (CyanNode i = 0; i < self->compared.n_nodes; i++)
    for (guint basis = 0; basis < 2; basis++)
      if (cyan_comparison_verdict (self, i, (CyanBasis) basis) != CYAN_VERDICT_UNCHANGED)
        return TRUE;
  return FALSE;
}

static inline gboolean
shows_a_function (const CyanComparison *self)
{
  for (guint32 f = 0; f < self->compared.pairs->n_functions; f++)
    if (cyan_noise_function_changed (&self->noise, &self->compared, f))
      return TRUE;
  return FALSE;
}

/* The number of the function with this name. */
static inline guint32
find_function (const CyanComparison *self, const char *name)
{
  return self->compared.pairs->function[self->compared.pairs->of_node[find (self, name)]];
}
