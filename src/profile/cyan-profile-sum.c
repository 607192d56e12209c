/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Own values that are added without rounding.
 *
 * What a value of a node was rounded by is in further columns, which nearly all builders have none
 * of: the largest part of a sum is in the column of the metric, the others in those of its limbs.
 */
#include <math.h>
#include <string.h>

#include "cyan-exact-sum.h"
#include "cyan-profile-private.h"

static double *
limb (const CyanProfileBuilder *self, guint level, guint metric)
{
  return self->limbs->pdata[level * self->metrics->len + metric];
}

static guint
n_levels (const CyanProfileBuilder *self)
{
  return self->limbs != NULL ? self->limbs->len / self->metrics->len : 0;
}

static void
add_level (CyanProfileBuilder *self)
{
  if (self->limbs == NULL)
    self->limbs = g_ptr_array_new_with_free_func (g_free);
  for (guint m = 0; m < self->metrics->len; m++)
    g_ptr_array_add (self->limbs, g_new0 (double, self->n_allocated));
  cyan_charge_add (&self->charge,
                   sizeof (double) * self->metrics->len * (guint64) self->n_allocated);
}

/* The parts of a value; @top is its largest. */
static CyanExactSum
gather (const CyanProfileBuilder *self, guint metric, CyanNode node, double top)
{
  CyanExactSum sum = { 0 };

  for (guint level = n_levels (self); level-- > 0;)
    if (limb (self, level, metric)[node] != 0)
      sum.parts[sum.n++] = limb (self, level, metric)[node];
  if (top != 0)
    sum.parts[sum.n++] = top;
  return sum;
}

/* The same when a part is left. */
static void
add_to_limbs (CyanProfileBuilder *self, guint metric, CyanNode node, double *top, double value)
{
  CyanExactSum sum = gather (self, metric, node, *top);
  gboolean is_finite = isfinite (*top + value);

  if (is_finite)
    cyan_exact_sum_add (&sum, value);
  while (is_finite && sum.n > 1 + n_levels (self))
    add_level (self);
  *top = !is_finite ? *top + value : sum.n > 0 ? sum.parts[sum.n - 1] : 0;
  for (guint level = 0; level < n_levels (self); level++)
    limb (self, level, metric)[node] =
        is_finite && level + 1 < sum.n ? sum.parts[sum.n - 2 - level] : 0;
}

void
cyan_profile_builder_add_exact (CyanProfileBuilder *self, guint metric, CyanNode node, double value)
{
  double *top = &g_array_index (self->metrics, CyanMetric, metric).self[node], rest;
  double sum = cyan_exact_add (*top, value, &rest);

  g_assert (metric < self->metrics->len && node < self->n_nodes);
  if (rest == 0 && (self->limbs == NULL || limb (self, 0, metric)[node] == 0))
    *top = sum;
  else
    add_to_limbs (self, metric, node, top, value);
}

void
cyan_profile_builder_grow_limbs (CyanProfileBuilder *self, guint n_allocated)
{
  for (guint i = 0; self->limbs != NULL && i < self->limbs->len; i++)
    {
      double *column = g_renew (double, self->limbs->pdata[i], n_allocated);

      memset (column + self->n_allocated, 0, (n_allocated - self->n_allocated) * sizeof (double));
      self->limbs->pdata[i] = column;
    }
}

void
cyan_profile_builder_choose_limbs (CyanProfileBuilder *self, const guint *chosen, guint n)
{
  GPtrArray *limbs;
  guint levels = n_levels (self);

  if (self->limbs == NULL)
    return;
  limbs = g_ptr_array_new_with_free_func (g_free);
  for (guint level = 0; level < levels; level++)
    for (guint m = 0; m < n; m++)
      g_ptr_array_add (
          limbs, g_steal_pointer (&self->limbs->pdata[level * self->metrics->len + chosen[m]]));
  g_ptr_array_unref (self->limbs);
  self->limbs = limbs;
}

void
cyan_profile_builder_settle (CyanProfileBuilder *self)
{
  g_autoptr (GArray) rows = NULL;
  guint n;

  if (self->limbs == NULL)
    return;
  rows = g_array_new (FALSE, FALSE, sizeof (CyanRest));
  for (guint m = 0; m < self->metrics->len; m++)
    for (CyanNode i = 0; i < self->n_nodes; i++)
      {
        double *top = &g_array_index (self->metrics, CyanMetric, m).self[i];
        double values[CYAN_EXACT_SUM_MOST];
        CyanExactSum sum;

        if (limb (self, 0, m)[i] == 0)
          continue;
        sum = gather (self, m, i, *top);
        n = cyan_exact_sum_split (&sum, values);
        *top = values[0];
        for (guint k = 1; k < n; k++)
          {
            const CyanRest row = { i, m, values[k] };

            g_array_append_val (rows, row);
          }
      }
  g_clear_pointer (&self->limbs, g_ptr_array_unref);
  n = rows->len;
  if (n > 0)
    self->rests = cyan_rests_new ((CyanRest *) g_array_steal (rows, NULL), n);
}
