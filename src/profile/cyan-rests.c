/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-rests.h"

#include <math.h>

static int
compare (gconstpointer a, gconstpointer b, gpointer unused)
{
  const CyanRest *left = a, *right = b;

  if (left->node != right->node)
    return left->node < right->node ? -1 : 1;
  if (left->metric != right->metric)
    return left->metric < right->metric ? -1 : 1;
  /* Each is at most half of the last bit of the one before. */
  return fabs (left->value) > fabs (right->value) ? -1 : 1;
}

static void
sort (CyanRests *self)
{
  g_qsort_with_data (self->rows, (gint) self->n, sizeof *self->rows, compare, NULL);
}

CyanRests *
cyan_rests_new (CyanRest *rows, guint n)
{
  CyanRests *self = g_new0 (CyanRests, 1);

  cyan_ref_count_init (&self->refs);
  self->n = n;
  self->rows = rows;
  sort (self);
  return self;
}

void
cyan_rests_renumber (CyanRests *self, const guint32 *nodes)
{
  g_assert (self->refs == 1);
  for (guint i = 0; i < self->n; i++)
    self->rows[i].node = nodes[self->rows[i].node];
  sort (self);
}

CYAN_DEFINE_REF (CyanRests, cyan_rests)

void
cyan_rests_unref (CyanRests *self)
{
  if (!cyan_ref_count_dec (&self->refs))
    return;
  g_free (self->rows);
  g_free (self);
}
