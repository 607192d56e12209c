/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bounds of what is missing.
 *
 * A pruned tree loses no value: what a context had when it was taken out is in the "(cold)" node of
 * an ancestor.  So of any metric, a node lacks at most the sum of those of its ancestors.  For
 * metric 0 the tree itself has a bound for each node, and the floor is one for all contexts
 * outside.
 */
#include "cyan-compared-private.h"

#include <math.h>

#include "cyan-assert.h"
#include "cyan-table.h"

void
cyan_missing_unpair (CyanMatching *matching, const CyanProfile *before, const CyanProfile *after)
{
  guint32 cold[2] = { 0, 0 };

  if (before->pruning.phi > 0)
    cold[0] = cyan_profile_cold_function (before);
  if (after->pruning.phi > 0)
    cold[1] = cyan_profile_cold_function (after);
  for (CyanNode i = 1; i < before->n_nodes; i++)
    {
      CyanNode partner = matching->after_of[i];
      gboolean is_cold = cold[0] != 0 && before->function[i] == cold[0];

      if (partner == CYAN_NODE_NONE
          || is_cold == (cold[1] != 0 && after->function[partner] == cold[1]))
        continue;
      matching->after_of[i] = matching->before_of[partner] = CYAN_NODE_NONE;
      matching->n_pairs--;
    }
  cyan_assert_valid (cyan_matching_check, matching, before, after);
}

/* One side of the comparison.  Nodes that a path with the functions and call sites does not tell
 * apart have one place: the first of them. */
typedef struct
{
  const CyanCompared *compared;
  guint number; /* 0 before, 1 after */
  const CyanComparedSide *side;
  const CyanMetric *metric;
  gboolean is_first;  /* the metric that decided what was pruned */
  double *of_node;    /* by node of the profile: what is missing */
  double anywhere;    /* the largest total of a context that is not there, wherever */
  CyanNode *first;    /* by node: its place */
  guint8 *is_several; /* by place: several nodes have it, or that of a caller */
  double *outside;    /* by place: the largest total of a callee that is not there */
  double *most_total; /* by place: the largest true total of a context there */
  double *most_self;
  CyanTable places; /* by caller and label */
  CyanNode *merged; /* by node: itself in the merged tree */
} Bounds;

/* By node: the value of its "(cold)" callee. */
static double *
pruned_below (const Bounds *self)
{
  const CyanProfile *profile = self->side->profile;
  double *below = g_new0 (double, profile->n_nodes);

  for (CyanNode i = 1; i < profile->n_nodes; i++)
    if (self->side->cold != 0 && profile->function[i] == self->side->cold)
      below[profile->parent[i]] += self->metric->total[i];
  return below;
}

static void
fill_bounds (Bounds *self)
{
  const CyanProfile *profile = self->side->profile;
  g_autofree double *below = pruned_below (self);
  g_autofree double *above = g_new0 (double, profile->n_nodes); /* the sum over all ancestors */

  self->of_node = g_new0 (double, profile->n_nodes);
  self->outside = g_new0 (double, profile->n_nodes);
  self->most_total = g_new0 (double, profile->n_nodes);
  self->most_self = g_new0 (double, profile->n_nodes);
  for (CyanNode i = 0; i < profile->n_nodes; i++)
    {
      CyanNode place = self->first[i];
      double outside;

      if (i > 0)
        above[i] = above[profile->parent[i]] + below[profile->parent[i]];
      self->of_node[i] = above[i];
      if (self->is_first)
        self->of_node[i] = MIN (above[i], cyan_profile_missing (profile, i));
      outside = self->of_node[i] + below[i];
      if (self->is_first)
        outside = MIN (outside, profile->pruning.floor);
      self->outside[place] = MAX (self->outside[place], outside);
      self->most_total[place] =
          MAX (self->most_total[place], self->metric->total[i] + self->of_node[i]);
      self->most_self[place] =
          MAX (self->most_self[place], self->metric->self[i] + self->of_node[i]);
      self->anywhere += self->is_first ? 0 : below[i];
    }
  if (self->is_first)
    self->anywhere = profile->pruning.floor;
}

/* ---- places ---- */

typedef struct
{
  CyanNode caller; /* a place */
  CyanStr label;
  const CyanFunction *function;
  guint32 call_site;
} Callee;

/* @node as a callee of @caller, which may be of the other side. */
static Callee
callee_of (const Bounds *self, CyanNode node, CyanNode caller)
{
  const CyanProfile *profile = self->side->profile;

  return (Callee){ caller, self->side->label[profile->function[node]],
                   cyan_profile_function (profile, node), cyan_profile_call_site (profile, node) };
}

static Callee
callee_at (const Bounds *self, CyanNode node)
{
  return callee_of (self, node, self->first[self->side->profile->parent[node]]);
}

static gboolean
has_name (gconstpointer owner, guint32 node, gconstpointer data)
{
  const Callee there = callee_at (owner, node), *wanted = data;

  return there.caller == wanted->caller && there.label == wanted->label;
}

static gboolean
has_place (gconstpointer owner, guint32 node, gconstpointer data)
{
  const Callee there = callee_at (owner, node), *wanted = data;

  return there.caller == wanted->caller && there.label == wanted->label
         && there.call_site == wanted->call_site && there.function->name == wanted->function->name
         && there.function->module == wanted->function->module
         && there.function->file == wanted->function->file
         && there.function->line == wanted->function->line;
}

static CyanNode
find (const Bounds *self, CyanTableEqual equal, const Callee *wanted)
{
  guint32 hash = cyan_table_hash (&self->places, wanted->caller, wanted->label);
  guint32 found = cyan_table_find (&self->places, hash, equal, self, wanted);

  return found != 0 ? found : CYAN_NODE_NONE;
}

static void
add_place (Bounds *self, CyanNode node)
{
  const Callee callee = callee_at (self, node);

  cyan_table_add (&self->places, cyan_table_hash (&self->places, callee.caller, callee.label),
                  node);
}

static void
find_places (Bounds *self)
{
  const CyanProfile *profile = self->side->profile;

  cyan_table_init (&self->places);
  self->first = g_new0 (CyanNode, profile->n_nodes);
  self->is_several = g_new0 (guint8, profile->n_nodes);
  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      const Callee callee = callee_at (self, i);

      if (cyan_table_make_room (&self->places, i))
        for (CyanNode k = 1; k < i; k++)
          if (self->first[k] == k)
            add_place (self, k);
      self->first[i] = find (self, has_place, &callee);
      if (self->first[i] != CYAN_NODE_NONE)
        self->is_several[self->first[i]] = TRUE;
      else
        {
          self->first[i] = i;
          add_place (self, i);
        }
    }
  for (CyanNode i = 1; i < profile->n_nodes; i++)
    self->is_several[self->first[i]] |= self->is_several[self->first[profile->parent[i]]];
}

static void
bounds_init (Bounds *self, const CyanCompared *compared, guint side)
{
  *self = (Bounds){ .compared = compared,
                    .number = side,
                    .side = &compared->side[side],
                    .metric = cyan_compared_metric (compared, side),
                    .is_first = compared->side[side].metric == 0,
                    .merged = cyan_compared_merged (compared, side) };
  find_places (self);
  fill_bounds (self);
}

static void
bounds_clear (Bounds *self)
{
  cyan_table_clear (&self->places);
  g_free (self->first);
  g_free (self->is_several);
  g_free (self->of_node);
  g_free (self->outside);
  g_free (self->most_total);
  g_free (self->most_self);
  g_free (self->merged);
}

/* ---- bounds of the merged tree ---- */

/* Where a context of the other side is on this one. */
typedef struct
{
  CyanNode node;      /* or CYAN_NODE_NONE */
  CyanNode nearest;   /* it, or else the nearest caller that is there */
  gboolean is_unsure; /* it may be another one, or not be there */
} Place;

/* The node with the label of @node of @other below @caller: its partner @own, unless that has a
 * place of its own there; else one that is not the partner of a sibling. */
static CyanNode
find_by_name (const Bounds *self, const Bounds *other, CyanNode node, CyanNode own, CyanNode caller)
{
  const CyanCompared *compared = self->compared;
  const Callee wanted = callee_of (other, node, caller), there = callee_at (other, node);
  CyanNode found, partner;

  if (own != CYAN_NODE_NONE && has_name (self, own, &wanted))
    {
      const Callee back = callee_of (self, own, there.caller);

      if (find (other, has_place, &back) == CYAN_NODE_NONE)
        return self->first[own];
    }
  found = find (self, has_name, &wanted);
  if (found == CYAN_NODE_NONE)
    return CYAN_NODE_NONE;
  partner = cyan_compared_node (compared, other->number, self->merged[found]);
  return partner != CYAN_NODE_NONE && has_name (other, partner, &there) ? CYAN_NODE_NONE : found;
}

/* The place of @node of @other, whose partner is @own, below @above, the place of its caller. */
static Place
place_below (const Bounds *self, const Bounds *other, CyanNode node, CyanNode own, Place above)
{
  gboolean is_unsure = above.is_unsure || other->is_several[other->first[node]];
  Place place = { CYAN_NODE_NONE, above.nearest, is_unsure };
  Callee wanted;

  if (above.node == CYAN_NODE_NONE)
    return place;
  wanted = callee_of (other, node, above.node);
  place.node = find (self, has_place, &wanted);
  if (place.node == CYAN_NODE_NONE)
    {
      place.node = find_by_name (self, other, node, own, above.node);
      place.is_unsure |=
          place.node != CYAN_NODE_NONE && (own == CYAN_NODE_NONE || place.node != self->first[own]);
    }
  if (place.node != CYAN_NODE_NONE)
    place.nearest = place.node;
  return place;
}

/* The most that a context at @place can truly have.  @there has it of what is there. */
static double
most_at (const Bounds *self, Place place, const double *there)
{
  double most = place.node != CYAN_NODE_NONE ? there[place.node] : self->outside[place.nearest];

  return place.is_unsure ? MAX (most, self->anywhere) : most;
}

/* Pruning changes who is whose partner: that of a context may have been pruned, and it got another
 * one. So its value on this side is not only that of its partner @own, but as large as at its own
 * @path. */
static double
missing_of_own (const Bounds *self, CyanNode own, Place path)
{
  double missing = self->of_node[own];

  if (path.node == own && !path.is_unsure && !self->is_several[own])
    return missing;
  missing = MAX (missing, most_at (self, path, self->most_total) - self->metric->total[own]);
  return MAX (missing, most_at (self, path, self->most_self) - self->metric->self[own]);
}

/* By merged node: what @self may lack of it. */
static double *
merge_bounds (const Bounds *self, const Bounds *other)
{
  const CyanCompared *compared = self->compared;
  double *missing = g_new (double, compared->n_nodes);
  g_autofree Place *matched = g_new0 (Place, compared->n_nodes); /* below the partner of a caller */
  g_autofree Place *path = g_new0 (Place, compared->n_nodes);    /* with the same callers */

  missing[CYAN_NODE_ROOT] = self->of_node[CYAN_NODE_ROOT];
  for (CyanNode i = 1; i < compared->n_nodes; i++)
    {
      CyanNode own = cyan_compared_node (compared, self->number, i);
      CyanNode node = cyan_compared_node (compared, other->number, i);
      CyanNode first = own != CYAN_NODE_NONE ? self->first[own] : CYAN_NODE_NONE;

      matched[i] = path[i] = (Place){ first, first, FALSE };
      if (node != CYAN_NODE_NONE)
        path[i] = place_below (self, other, node, own,
                               path[other->merged[other->side->profile->parent[node]]]);
      if (own != CYAN_NODE_NONE)
        {
          missing[i] = missing_of_own (self, own, path[i]);
          continue;
        }
      matched[i] = place_below (self, other, node, own, matched[compared->tree->parent[i]]);
      missing[i] = MAX (most_at (self, matched[i], self->most_total),
                        most_at (self, path[i], self->most_total));
    }
  return missing;
}

void
cyan_missing_fill (CyanCompared *self)
{
  Bounds bounds[2];
  gboolean is_pruned = FALSE;

  for (guint s = 0; s < 2; s++)
    is_pruned |= self->side[s].profile->pruning.phi > 0;
  if (!is_pruned)
    return;
  for (guint s = 0; s < 2; s++)
    {
      CyanComparedSide *side = &self->side[s];

      if (side->profile->pruning.phi > 0)
        side->cold = cyan_profile_cold_function (side->profile);
      bounds_init (&bounds[s], self, s);
      for (CyanNode i = 0; i < side->profile->n_nodes; i++)
        side->lacks = MAX (side->lacks, bounds[s].of_node[i]);
    }
  for (guint s = 0; s < 2; s++)
    self->missing[s] = merge_bounds (&bounds[s], &bounds[!s]);
  for (guint s = 0; s < 2; s++)
    bounds_clear (&bounds[s]);
}

/* Whether the one-sided @node changed by at least @threshold, whatever the other side lacks. */
static gboolean
is_proved (const CyanCompared *self, CyanNode node, double threshold)
{
  guint lacking = 1 - cyan_compared_side (self, node);
  double there = cyan_compared_total (self, !lacking, node);
  double missing = cyan_compared_missing (self, lacking, node);
  double larger = cyan_compared_larger_total (self);

  /* A node without a value leaves no trace when it is pruned. */
  if (missing == 0)
    return there > 0;
  return cyan_compared_part (there, self->side[!lacking].total)
                 - cyan_compared_part (missing, self->side[lacking].total)
             >= threshold
         && (!self->same_unit || cyan_compared_part (there - missing, larger) >= threshold);
}

void
cyan_missing_mark_unseen (CyanCompared *self, double threshold, guint8 *unseen)
{
  self->below_unseen = g_new0 (guint8, self->n_nodes);
  for (CyanNode i = 1; i < self->n_nodes; i++)
    {
      CyanNode up = self->tree->parent[i];

      self->below_unseen[i] =
          self->below_unseen[up] || (!cyan_compared_is_pair (self, up) && unseen[up]);
      if (!cyan_compared_is_pair (self, i)
          && (self->below_unseen[i] || cyan_compared_is_cold (self, i)
              || !is_proved (self, i, threshold)))
        unseen[i] = TRUE;
    }
}

double
cyan_compared_unproved_value (const CyanCompared *self, CyanNode node, CyanDirection direction)
{
  g_assert (node < self->n_nodes);
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
                                                       : cyan_compared_run (self));
}

void
cyan_compared_change_interval (const CyanCompared *self,
                               CyanNode node,
                               CyanBasis basis,
                               double change[2])
{
  g_assert (node < self->n_nodes);
  const double total[2] = { cyan_compared_total (self, 0, node),
                            cyan_compared_total (self, 1, node) };
  double seen = cyan_compared_change (self, total, basis);

  change[0] = seen - cyan_compared_unproved (self, node, basis, CYAN_DIRECTION_SLOWER);
  change[1] = seen + cyan_compared_unproved (self, node, basis, CYAN_DIRECTION_FASTER);
  g_assert (!(change[0] > change[1]));
}
