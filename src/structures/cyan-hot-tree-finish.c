/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes profiles of hot trees. */
#include "cyan-hot-tree-private.h"

#include "cyan-assert.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-profile-parts.h"

/* The most that each node can have with all below it. */
static double *
sum_totals (const CyanHotTree *self)
{
  const CyanHotValues *first = &self->values[0];
  double *totals = g_new (double, self->n_nodes);

  for (CyanNode i = 0; i < self->n_nodes; i++)
    totals[i] = first->seen[i] + first->rest[i];
  for (CyanNode i = self->n_nodes; i-- > 1;)
    totals[self->nodes[i].parent] += totals[i];
  return totals;
}

void
cyan_hot_tree_finish (CyanHotTree *self, double phi)
{
  CyanHotValues *first = &self->values[0];
  double limit = phi * first->whole;
  g_autofree double *totals = sum_totals (self);
  guint8 *stays = self->kept_nodes;

  g_assert (phi >= 0 && phi <= 1);
  for (guint i = 0; i < self->calls.threads->len; i++)
    g_array_set_size (self->calls.threads->pdata[i], 0);
  stays[CYAN_NODE_ROOT] = TRUE;
  for (CyanNode i = 1; i < self->n_nodes; i++)
    stays[i] = totals[i] + first->birth[i] >= limit;
  /* A node whose callee stays does, too: its total is at least as large, but its birth need not be. */
  for (CyanNode i = self->n_nodes; i-- > 1;)
    if (stays[i])
      stays[self->nodes[i].parent] = TRUE;
    else
      {
        first->floor = MAX (first->floor, totals[i] + first->birth[i]);
        cyan_hot_tree_give_up (self, i);
      }
  cyan_hot_tree_compact (self, stays);
}

static gboolean
freeze_node (const CyanHotTree *self,
             CyanNode node,
             CyanNode *frozen,
             CyanProfileBuilder *builder,
             GError **error)
{
  const CyanHotNode *from = &self->nodes[node];

  frozen[node] = CYAN_NODE_ROOT;
  if (node != CYAN_NODE_ROOT)
    {
      frozen[node] = cyan_profile_builder_append (builder, frozen[from->parent], from->function,
                                                  from->call_site, error);
      if (frozen[node] == CYAN_NODE_NONE)
        return FALSE;
      if (from->calls > 0)
        cyan_profile_builder_add_calls (builder, frozen[node], from->calls);
      cyan_profile_builder_set_missing (builder, frozen[node], self->values[0].birth[node]);
    }
  for (guint m = 0; m < self->n_metrics; m++)
    cyan_profile_builder_add (builder, m, frozen[node], self->values[m].seen[node]);
  return TRUE;
}

static gboolean
has_rest (const CyanHotTree *self, CyanNode node)
{
  for (guint m = 0; m < self->n_metrics; m++)
    if (self->values[m].rest[node] > 0)
      return TRUE;
  return FALSE;
}

gboolean
cyan_hot_tree_freeze (const CyanHotTree *self,
                      double phi,
                      CyanProfileBuilder *builder,
                      GError **error)
{
  g_autofree CyanNode *frozen = g_new (CyanNode, self->n_nodes);
  guint32 function = cyan_profile_part_cold (builder);
  const CyanPruning pruning = { phi, self->kept, self->values[0].floor };

  g_assert (self->n_metrics == cyan_profile_builder_n_metrics (builder));
  if (self->is_negative)
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      _ ("some values are negative: nothing can be pruned"));
  for (CyanNode i = 0; i < self->n_nodes; i++)
    if (!freeze_node (self, i, frozen, builder, error))
      return FALSE;
  for (CyanNode i = 0; i < self->n_nodes; i++)
    {
      CyanNode cold;

      if (!has_rest (self, i))
        continue;
      cold = cyan_profile_builder_append (builder, frozen[i], function, 0, error);
      if (cold == CYAN_NODE_NONE)
        return FALSE;
      for (guint m = 0; m < self->n_metrics; m++)
        cyan_profile_builder_add (builder, m, cold, self->values[m].rest[i]);
    }
  cyan_profile_builder_set_pruning (builder, &pruning);
  cyan_profile_builder_set_flat (builder, cyan_flat_profile_copy (self->flat));
  /* A context that was pruned and came again is behind its siblings. */
  if (self->n_prunings > 0)
    cyan_profile_builder_set_unordered (builder);
  return TRUE;
}
