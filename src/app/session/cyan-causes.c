/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ranking and the explanations of a comparison. */
#include "cyan-causes.h"

#include "cyan-hot-path.h"
#include "cyan-session.h"

CyanCauses *
cyan_causes_new (CyanComparison *comparison,
                 CyanSourceSnapshot *known,
                 const CyanTick *tick,
                 GError **error)
{
  const CyanRankingSources sources = cyan_source_snapshot_for_ranking (known);
  g_autoptr (CyanCauses) self = g_new0 (CyanCauses, 1);

  self->known = cyan_source_snapshot_ref (known);
  self->ranking = cyan_ranking_new (comparison, &sources, tick, error);
  if (self->ranking == NULL)
    return NULL;
  self->hot_paths = cyan_hot_paths_new (
      comparison, cyan_comparison_top (comparison), cyan_ranking_start (self->ranking),
      cyan_comparison_direction (comparison), CYAN_SESSION_MAX_HOT_PATHS);
  self->parcs = cyan_parcs_new (comparison, known->changes, known->presence,
                                comparison->compared.strict, tick, error);
  if (self->parcs == NULL)
    return NULL;
  self->explanations = cyan_explanations_new (self->parcs, tick, error);
  return self->explanations != NULL ? g_steal_pointer (&self) : NULL;
}

void
cyan_causes_free (CyanCauses *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->ranking, cyan_ranking_free);
  g_clear_pointer (&self->hot_paths, g_ptr_array_unref);
  g_clear_pointer (&self->explanations, cyan_explanations_free);
  g_clear_pointer (&self->parcs, cyan_parcs_free);
  g_clear_pointer (&self->known, cyan_source_snapshot_unref);
  g_free (self);
}

const CyanExplanation *
cyan_causes_of (const CyanCauses *self, CyanNode node)
{
  guint32 index = self->explanations->of_node[node];

  return index != G_MAXUINT32 ? &self->explanations->at[index] : NULL;
}

const CyanStart *
cyan_start_of (const CyanRanking *ranking, const CyanComparison *comparison, CyanNode node)
{
  const CyanCompared *compared = &comparison->compared;

  for (guint i = 0; node != CYAN_NODE_ROOT && i < ranking->n; i++)
    if (cyan_compared_function (compared, ranking->at[i].node)
        == cyan_compared_function (compared, node))
      return &ranking->at[i];
  return NULL;
}

CyanNode
cyan_causes_nearest (const CyanCauses *self, CyanNode node, guint32 pair)
{
  const CyanCompared *compared = &self->parcs->comparison->compared;
  const CyanMergedTree *tree = compared->tree;
  const guint32 *of_node = compared->pairs->of_node;

  for (CyanNode up = node; up != CYAN_NODE_ROOT; up = tree->parent[up])
    if (of_node[up] == pair)
      return up;
  for (CyanNode below = node + 1; below < tree->end[node]; below++)
    if (of_node[below] == pair)
      return below;
  for (CyanNode any = 1; any < compared->n_nodes; any++)
    if (of_node[any] == pair)
      return any;
  return CYAN_NODE_NONE;
}
