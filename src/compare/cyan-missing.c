/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bounds of what is missing.
 *
 * A pruned tree loses no value: what a context had when it was taken out is in the "(cold)" node of
 * an ancestor.  So of any metric, a node lacks at most the sum of those of its ancestors.  For metric
 * 0 the tree itself has a bound for each node, and the floor is one for all contexts outside.
 */
#include "cyan-missing.h"

#include <math.h>

#include "cyan-table.h"

/* One side of the comparison. */
typedef struct
{
  const CyanProfile *profile;
  const CyanMetric *metric;
  gboolean is_first; /* the metric that decided what was pruned */
  guint32 cold;      /* the function of the nodes that hold what was pruned, or 0 */
  double *of_node;   /* by node of the profile: what is missing */
  double *outside;   /* by node of the profile: the largest total of a callee that is not there */
} Bounds;

/* By node: the value of its "(cold)" callee. */
static double *
pruned_below (const Bounds *self)
{
  double *below = g_new0 (double, self->profile->n_nodes);

  for (CyanNode i = 1; i < self->profile->n_nodes; i++)
    if (self->cold != 0 && self->profile->function[i] == self->cold)
      below[self->profile->parent[i]] += self->metric->total[i];
  return below;
}

static void
fill_bounds (Bounds *self)
{
  const CyanProfile *profile = self->profile;
  g_autofree double *below = pruned_below (self);
  g_autofree double *above = g_new0 (double, profile->n_nodes); /* the sum over all ancestors */

  self->of_node = g_new0 (double, profile->n_nodes);
  self->outside = g_new0 (double, profile->n_nodes);
  for (CyanNode i = 0; i < profile->n_nodes; i++)
    {
      if (i > 0)
        above[i] = above[profile->parent[i]] + below[profile->parent[i]];
      self->of_node[i] = above[i];
      if (self->is_first)
        self->of_node[i] = MIN (above[i], cyan_profile_missing (profile, i));
      self->outside[i] = self->of_node[i] + below[i];
      if (self->is_first)
        self->outside[i] = MIN (self->outside[i], profile->pruning.floor);
    }
}

/* ---- paths ---- */

/* The callees of the nodes of one side by their label. */
typedef struct
{
  const CyanProfile *profile;
  const CyanStr *label;
  CyanTable table;
} Callees;

typedef struct
{
  CyanNode caller;
  CyanStr label;
} Callee;

static Callee
callee_at (const Callees *self, CyanNode node)
{
  return (Callee){ self->profile->parent[node], self->label[self->profile->function[node]] };
}

static gboolean
is_callee (gconstpointer owner, guint32 node, gconstpointer data)
{
  const Callee there = callee_at (owner, node), *wanted = data;

  return there.caller == wanted->caller && there.label == wanted->label;
}

static guint32
hash_of (const Callees *self, Callee callee)
{
  return cyan_table_hash (&self->table, callee.caller, callee.label);
}

static void
callees_init (Callees *self, const CyanComparedSide *side)
{
  *self = (Callees){ .profile = side->profile, .label = side->label };
  cyan_table_init (&self->table);
  for (CyanNode i = 1; i < self->profile->n_nodes; i++)
    {
      if (cyan_table_make_room (&self->table, i))
        for (CyanNode k = 1; k < i; k++)
          cyan_table_add (&self->table, hash_of (self, callee_at (self, k)), k);
      cyan_table_add (&self->table, hash_of (self, callee_at (self, i)), i);
    }
}

static CyanStr
label_of (const CyanCompared *self, CyanNode node)
{
  guint side = self->tree->after[node] != CYAN_NODE_NONE ? 1 : 0;

  return self->side[side]
      .label[self->side[side].profile->function[cyan_compared_node (self, side, node)]];
}

/* By node of @side: its node in the merged tree. */
static CyanNode *
merged_nodes (const CyanCompared *self, guint side)
{
  CyanNode *merged = g_new (CyanNode, self->side[side].profile->n_nodes);

  for (CyanNode i = 0; i < self->n_nodes; i++)
    if (cyan_compared_node (self, side, i) != CYAN_NODE_NONE)
      merged[cyan_compared_node (self, side, i)] = i;
  return merged;
}

/* Whether @side has both nodes as callees of one caller, with one label: they have other call sites. */
static gboolean
are_siblings (const CyanCompared *self, guint side, CyanNode a, CyanNode b)
{
  const CyanComparedSide *there = &self->side[side];
  CyanNode own_a = cyan_compared_node (self, side, a), own_b = cyan_compared_node (self, side, b);

  return own_a != CYAN_NODE_NONE && own_b != CYAN_NODE_NONE
         && there->profile->parent[own_a] == there->profile->parent[own_b]
         && there->label[there->profile->function[own_a]]
                == there->label[there->profile->function[own_b]];
}

/* By merged node: the node of @side at its path, or NONE.  It may be matched in another place. */
static CyanNode *
find_paths (const CyanCompared *self, guint side)
{
  CyanNode *there = g_new (CyanNode, self->n_nodes);
  g_autofree CyanNode *merged = merged_nodes (self, side);
  Callees callees;

  callees_init (&callees, &self->side[side]);
  for (CyanNode i = 0; i < self->n_nodes; i++)
    {
      CyanNode up = self->tree->parent[i];
      Callee wanted;
      guint32 found;

      there[i] = cyan_compared_node (self, side, i);
      if (there[i] != CYAN_NODE_NONE || there[up] == CYAN_NODE_NONE)
        continue;
      wanted = (Callee){ there[up], label_of (self, i) };
      found = cyan_table_find (&callees.table, hash_of (&callees, wanted), is_callee, &callees,
                               &wanted);
      if (found != 0 && !are_siblings (self, !side, i, merged[found]))
        there[i] = found;
    }
  cyan_table_clear (&callees.table);
  return there;
}

/* ---- bounds of the merged tree ---- */

static double *
merge_bounds (const CyanCompared *self, guint side, const Bounds *bounds)
{
  double *missing = g_new (double, self->n_nodes);
  g_autofree CyanNode *there = find_paths (self, side);
  g_autofree CyanNode *nearest = g_new (CyanNode, self->n_nodes); /* itself or a caller, by path */

  for (CyanNode i = 0; i < self->n_nodes; i++)
    {
      nearest[i] = there[i] != CYAN_NODE_NONE ? there[i] : nearest[self->tree->parent[i]];
      if (there[i] == CYAN_NODE_NONE)
        missing[i] = bounds->outside[nearest[i]];
      else if (there[i] == cyan_compared_node (self, side, i))
        missing[i] = bounds->of_node[there[i]];
      else
        missing[i] = bounds->metric->total[there[i]] + bounds->of_node[there[i]];
    }
  return missing;
}

void
cyan_missing_fill (CyanCompared *self)
{
  gboolean is_pruned = FALSE;

  for (guint s = 0; s < 2; s++)
    is_pruned |= self->side[s].profile->pruning.phi > 0;
  for (guint s = 0; s < 2 && is_pruned; s++)
    {
      CyanComparedSide *side = &self->side[s];
      Bounds bounds = { .profile = side->profile,
                        .metric = cyan_compared_metric (self, s),
                        .is_first = side->metric == 0 };

      if (side->profile->pruning.phi > 0)
        side->cold = bounds.cold = cyan_profile_cold_function (side->profile);
      fill_bounds (&bounds);
      self->missing[s] = merge_bounds (self, s, &bounds);
      g_free (bounds.of_node);
      g_free (bounds.outside);
    }
}

/* Whether the one-sided @node changed by at least @threshold, whatever the other side lacks. */
static gboolean
is_proved (const CyanCompared *self, CyanNode node, double threshold)
{
  guint lacking = self->tree->before[node] == CYAN_NODE_NONE ? 0 : 1;
  double there = cyan_compared_total (self, !lacking, node);
  double missing = cyan_compared_missing (self, lacking, node);
  double larger = cyan_compared_larger_total (self);

  if (missing == 0)
    return TRUE;
  return cyan_compared_part (there, self->side[!lacking].total)
                 - cyan_compared_part (missing, self->side[lacking].total)
             >= threshold
         && (!self->same_unit || cyan_compared_part (there - missing, larger) >= threshold);
}

static gboolean
is_one_sided (const CyanCompared *self, CyanNode node)
{
  return self->tree->before[node] == CYAN_NODE_NONE || self->tree->after[node] == CYAN_NODE_NONE;
}

void
cyan_missing_mark_unseen (CyanCompared *self, double threshold, guint8 *unseen)
{
  self->below_unseen = g_new0 (guint8, self->n_nodes);
  for (CyanNode i = 1; i < self->n_nodes; i++)
    {
      CyanNode up = self->tree->parent[i];

      self->below_unseen[i] = self->below_unseen[up] || (is_one_sided (self, up) && unseen[up]);
      if (is_one_sided (self, i)
          && (self->below_unseen[i] || cyan_compared_is_cold (self, i)
              || !is_proved (self, i, threshold)))
        unseen[i] = TRUE;
    }
}

double
cyan_compared_unproved_value (const CyanCompared *self, CyanNode node, CyanDirection direction)
{
  return self->below_unseen != NULL && self->below_unseen[node]
             ? INFINITY
             : cyan_compared_missing (self, direction == CYAN_DIRECTION_SLOWER ? 0 : 1, node);
}

double
cyan_compared_unproved (const CyanCompared *self,
                        CyanNode node,
                        CyanBasis basis,
                        CyanDirection direction)
{
  guint side = direction == CYAN_DIRECTION_SLOWER ? 0 : 1;

  return cyan_compared_part (cyan_compared_unproved_value (self, node, direction),
                             basis == CYAN_BASIS_SHARE ? self->side[side].total
                                                       : cyan_compared_larger_total (self));
}

void
cyan_compared_change_interval (const CyanCompared *self,
                               CyanNode node,
                               CyanBasis basis,
                               double change[2])
{
  const double total[2] = { cyan_compared_total (self, 0, node),
                            cyan_compared_total (self, 1, node) };
  double seen = cyan_compared_change (self, total, basis);

  change[0] = seen - cyan_compared_unproved (self, node, basis, CYAN_DIRECTION_SLOWER);
  change[1] = seen + cyan_compared_unproved (self, node, basis, CYAN_DIRECTION_FASTER);
}

void
cyan_missing_set_mean (CyanProfileBuilder *builder,
                       CyanProfile *const *runs,
                       guint n_runs,
                       const GArray *sums,
                       gboolean is_bounded)
{
  CyanPruning pruning = { 0 };

  for (guint r = 0; r < n_runs; r++)
    {
      pruning.phi = MAX (pruning.phi, runs[r]->pruning.phi);
      pruning.epsilon = MAX (pruning.epsilon, runs[r]->pruning.epsilon);
      pruning.floor += runs[r]->pruning.floor / n_runs;
    }
  /* A run that lacks a context may have pruned as much of it as its floor. */
  for (guint i = 1; i < sums->len; i++)
    {
      double missing = pruning.floor + g_array_index (sums, double, i) / n_runs;

      cyan_profile_builder_set_missing (builder, i, is_bounded ? MAX (missing, 0.0) : G_MAXDOUBLE);
    }
  if (!is_bounded)
    pruning.floor = G_MAXDOUBLE;
  cyan_profile_builder_set_pruning (builder, &pruning);
}
