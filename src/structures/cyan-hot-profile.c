/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-hot-profile.h"

#include <string.h>

#include "cyan-assert.h"
#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-profile-parts.h"

#define NONE CYAN_NODE_NONE

typedef struct
{
  const CyanProfile *profile;
  double limit;
  double floor;
  guint32 *functions; /* of the builder, by function of the profile */
  guint32 cold;       /* the function of what is pruned */
  guint8 *stays;
  CyanNode *moved; /* by node: itself in the builder, or the nearest caller that stays */
  double *rest;    /* by metric and node: what is pruned below it */
  CyanProfileBuilder *builder;
} Pruning;

/* Whether @node has what was pruned before. */
static gboolean
is_cold (const Pruning *self, CyanNode node)
{
  return self->functions[self->profile->function[node]] == self->cold;
}

/* Chooses the nodes that stay; the largest that does not is the floor. */
static gboolean
choose (Pruning *self, const CyanTick *tick, GError **error)
{
  const CyanProfile *profile = self->profile;
  const CyanMetric *metric = &profile->metrics[0];
  g_autofree guint8 *idle = cyan_profile_idle_functions (profile);

  self->floor = profile->pruning.floor;
  self->stays[CYAN_NODE_ROOT] = TRUE;
  for (CyanNode i = profile->n_nodes; i-- > 1;)
    {
      double most = metric->total[i] + cyan_profile_missing (profile, i);

      if (!cyan_tick_step (tick, profile->n_nodes - i, profile->n_nodes, N_ ("Pruning"), error))
        return FALSE;
      for (guint m = 0; m < profile->n_metrics; m++)
        if (profile->metrics[m].self[i] < 0)
          return cyan_fail (error, CYAN_ERROR_INVALID,
                            _ ("some values are negative: nothing can be pruned"));
      if (is_cold (self, i))
        continue;
      /* A node whose callee stays does, too, whatever may be missing of it.  Idle time is no work:
       * it is not mixed with the rest. */
      self->stays[i] |= most >= self->limit || idle[profile->function[i]];
      if (self->stays[i])
        self->stays[profile->parent[i]] = TRUE;
      else
        self->floor = MAX (self->floor, most);
    }
  return TRUE;
}

static void
add_values (Pruning *self, CyanNode node)
{
  const CyanProfile *profile = self->profile;
  CyanNode to = self->moved[node];

  for (guint m = 0; m < profile->n_metrics; m++)
    if (self->stays[node])
      cyan_profile_builder_add (self->builder, m, to, profile->metrics[m].self[node]);
    else
      self->rest[(gsize) m * profile->n_nodes + to] += profile->metrics[m].self[node];
}

static gboolean
copy_node (Pruning *self, CyanNode node, GError **error)
{
  const CyanProfile *profile = self->profile;
  CyanNode parent = self->moved[profile->parent[node]], added;
  guint64 calls = cyan_profile_calls (profile, node);

  self->moved[node] = parent;
  if (!self->stays[node])
    return TRUE;
  added =
      cyan_profile_builder_append (self->builder, parent, self->functions[profile->function[node]],
                                   cyan_profile_call_site (profile, node), error);
  if (added == NONE)
    return FALSE;
  if (calls != CYAN_CALLS_UNKNOWN)
    cyan_profile_builder_add_calls (self->builder, added, calls);
  cyan_profile_builder_set_missing (self->builder, added, cyan_profile_missing (profile, node));
  self->moved[node] = added;
  return TRUE;
}

/* Adds what was pruned below @node, a node of the builder. */
static gboolean
add_rest (Pruning *self, CyanNode node, CyanNode *cold, GError **error)
{
  const CyanProfile *profile = self->profile;
  gboolean has_rest = FALSE;
  CyanNode added;

  for (guint m = 0; m < profile->n_metrics; m++)
    has_rest |= self->rest[(gsize) m * profile->n_nodes + node] != 0;
  if (!has_rest)
    return TRUE;
  added = cyan_profile_builder_append (self->builder, node, self->cold, 0, error);
  if (added == NONE)
    return FALSE;
  for (guint m = 0; m < profile->n_metrics; m++)
    cyan_profile_builder_add (self->builder, m, added,
                              self->rest[(gsize) m * profile->n_nodes + node]);
  *cold = added;
  return TRUE;
}

/* Gives the hosts' values to the nodes that have those of the profile: @cold, by node of the builder,
 * has what was pruned below it. */
static void
copy_hosts (Pruning *self, const CyanNode *cold)
{
  for (CyanNode i = 1; i < self->profile->n_nodes; i++)
    {
      CyanNode to = self->stays[i] ? self->moved[i] : cold[self->moved[i]];

      if (to != NONE)
        cyan_profile_builder_copy_hosts (self->builder, self->profile, i, to);
    }
}

static gboolean
copy_nodes (Pruning *self, GError **error)
{
  g_autofree CyanNode *cold = NULL;
  guint n;

  self->moved[CYAN_NODE_ROOT] = CYAN_NODE_ROOT;
  add_values (self, CYAN_NODE_ROOT);
  for (CyanNode i = 1; i < self->profile->n_nodes; i++)
    {
      if (!copy_node (self, i, error))
        return FALSE;
      add_values (self, i);
    }
  n = cyan_profile_builder_n_nodes (self->builder);
  cold = g_new (CyanNode, n);
  for (CyanNode i = 0; i < n; i++)
    {
      cold[i] = NONE;
      if (!add_rest (self, i, &cold[i], error))
        return FALSE;
    }
  copy_hosts (self, cold);
  return TRUE;
}

CyanProfile *
cyan_hot_profile_new (const CyanProfile *profile,
                      double phi,
                      CyanBudget *budget,
                      const CyanTick *tick,
                      GError **error)
{
  g_autofree guint32 *functions = NULL;
  g_autoptr (CyanProfileBuilder) builder = cyan_profile_part_builder (profile, &functions);
  g_autofree guint8 *stays = g_new0 (guint8, profile->n_nodes);
  g_autofree CyanNode *moved = g_new (CyanNode, profile->n_nodes);
  g_autofree double *rest = g_new0 (double, (gsize) profile->n_metrics * profile->n_nodes);
  CyanPruning pruning = { phi, profile->pruning.epsilon };
  CyanProfile *pruned;
  Pruning self = {
    .profile = profile,
    .limit = phi * profile->metrics[0].total[CYAN_NODE_ROOT],
    .stays = stays,
    .moved = moved,
    .rest = rest,
    .builder = builder,
  };

  g_assert (phi >= 0 && phi <= 1);
  cyan_profile_builder_set_budget (builder, budget);
  self.functions = functions;
  self.cold = cyan_profile_part_cold (builder);
  if (!choose (&self, tick, error) || !copy_nodes (&self, error))
    return NULL;
  pruning.floor = self.floor;
  cyan_profile_builder_set_pruning (builder, &pruning);
  cyan_profile_part_keep_flat (profile, functions, builder);
  pruned = cyan_profile_builder_finish (builder);
  cyan_assert_slow (cyan_profile_part_keeps_totals (profile, pruned));
  return pruned;
}
