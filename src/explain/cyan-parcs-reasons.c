/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds why something explains a difference, and which functions to read: modified functions around
 * it, and callers. */
#include "cyan-explain-private.h"

#include <math.h>

#define NONE G_MAXUINT32

/* Ratios of calls that differ by less than this count as equal. */
#define SAME_RATIO 0.05
/* Limit of the callers that are searched for the one with more calls. */
#define MAX_CALLERS 64

const char *const cyan_reason_names[] = {
  "modified",       "added",       "deleted", "modified-above",
  "modified-below", "side-effect", "unknown", NULL,
};

G_STATIC_ASSERT (G_N_ELEMENTS (cyan_reason_names) == CYAN_REASON_UNKNOWN + 2);

void
cyan_explanation_add_suspect (CyanExplanation *self, guint32 pair)
{
  if (pair == self->read || self->n_suspects == CYAN_MAX_SUSPECTS)
    return;
  for (guint i = 0; i < self->n_suspects; i++)
    if (self->suspects[i] == pair)
      return;
  self->suspects[self->n_suspects++] = pair;
}

static void
add_suspects (CyanExplanation *self, const GArray *pairs)
{
  for (guint i = 0; i < pairs->len; i++)
    {
      guint32 pair = g_array_index (pairs, guint32, i);

      if (self->read == NONE)
        self->read = pair;
      else
        cyan_explanation_add_suspect (self, pair);
    }
}

/* The modified functions above a node of the merged tree. */
static GArray *
modified_above (const CyanParcs *parcs, CyanNode node, CyanCause cause)
{
  const CyanMergedTree *tree = parcs->comparison->compared.tree;
  CyanNode after = tree->after[node];

  return cyan_parcs_suspects (parcs, after != CYAN_NODE_NONE ? 1 : 0,
                              after != CYAN_NODE_NONE ? after : tree->before[node], cause,
                              CYAN_MAX_SUSPECTS);
}

static guint32
modified_callee (const CyanParcs *parcs, CyanNode node)
{
  const CyanMergedTree *tree = parcs->comparison->compared.tree;

  for (CyanNode kid = node + 1; kid < tree->end[node]; kid = tree->end[kid])
    if (cyan_parcs_change (parcs, kid) == CYAN_CHANGE_MODIFIED)
      return parcs->comparison->compared.pairs->of_node[kid];
  return NONE;
}

/* The change of a node's number of calls, as a ratio; 0 if unknown or if a side lacks the node. */
static double
call_ratio (const CyanComparison *comparison, CyanNode node)
{
  CyanBoth both = cyan_parcs_both (comparison, node);
  guint64 before, after;

  if (both.before == CYAN_NODE_NONE || both.after == CYAN_NODE_NONE)
    return 0;
  before = cyan_profile_calls (comparison->compared.side[0].profile, both.before);
  after = cyan_profile_calls (comparison->compared.side[1].profile, both.after);
  if (before == CYAN_CALLS_UNKNOWN || after == CYAN_CALLS_UNKNOWN || before == 0)
    return 0;
  return (double) after / (double) before;
}

static gboolean
same_ratio (double a, double b)
{
  return fabs (a - b) <= SAME_RATIO * MAX (a, b);
}

CyanNode
cyan_parcs_find_caller (const CyanComparison *comparison, CyanNode node)
{
  double ratio = call_ratio (comparison, node);
  CyanNode at = comparison->compared.tree->parent[node];

  if (ratio <= 0 || same_ratio (ratio, 1))
    return CYAN_NODE_NONE;
  for (guint i = 0; i < MAX_CALLERS && at != CYAN_NODE_ROOT; i++)
    {
      double above = call_ratio (comparison, at);

      if (above <= 0 && cyan_comparison_status (comparison, at) >= CYAN_STATUS_ADDED)
        ; /* A wrapper has no calls before to compare with. */
      else if (above <= 0)
        return CYAN_NODE_NONE;
      else if (!same_ratio (ratio, above))
        return at;
      at = comparison->compared.tree->parent[at];
    }
  return CYAN_NODE_NONE;
}

/* Whether more or fewer calls are the larger part of a difference of weights. */
static gboolean
is_by_calls (const CyanExplanation *explanation)
{
  const guint64 *n = explanation->calls;
  double calls, each;

  if (n[0] == CYAN_CALLS_UNKNOWN || n[1] == CYAN_CALLS_UNKNOWN || n[0] == 0 || n[1] == 0
      || explanation->before <= 0 || explanation->after <= 0)
    return FALSE;
  calls = log ((double) n[1] / (double) n[0]);
  each = log (explanation->after / explanation->before) - calls;
  return calls * explanation->change > 0 && fabs (calls) > fabs (each);
}

static void
explain_subtrees (const CyanParcs *parcs, CyanExplanation *self)
{
  static const CyanCause causes[] = {
    [CYAN_REASON_ADDED] = CYAN_CAUSE_ADDED,
    [CYAN_REASON_DELETED] = CYAN_CAUSE_DELETED,
    [CYAN_REASON_MODIFIED_ABOVE] = CYAN_CAUSE_MODIFIED,
    [CYAN_REASON_SIDE_EFFECT] = CYAN_CAUSE_SIDE_EFFECT,
  };
  g_autoptr (GArray) suspects = modified_above (parcs, self->node, causes[self->reason]);

  /* New code is the first thing to read. */
  if (self->reason == CYAN_REASON_ADDED
      || (self->reason == CYAN_REASON_SIDE_EFFECT
          && cyan_parcs_change (parcs, self->node) == CYAN_CHANGE_MODIFIED))
    self->read = self->pair;
  add_suspects (self, suspects);
  if (self->reason == CYAN_REASON_SIDE_EFFECT && self->read == NONE && !self->source_known)
    {
      const CyanComparison *comparison = parcs->comparison;
      CyanNode caller = self->side == 0
                            ? comparison->compared.side[0]
                                  .profile->parent[comparison->compared.tree->before[self->node]]
                            : comparison->compared.side[1]
                                  .profile->parent[comparison->compared.tree->after[self->node]];

      /* The caller decides whether it is called. */
      self->reason = CYAN_REASON_UNKNOWN;
      if (caller != CYAN_NODE_ROOT)
        self->read = comparison->compared.pairs->of_node[parcs->merged_of[self->side][caller]];
    }
}

static void
explain_weights (const CyanParcs *parcs, CyanExplanation *self)
{
  CyanChange change = cyan_parcs_change (parcs, self->node);
  g_autoptr (GArray) above = modified_above (parcs, self->node, CYAN_CAUSE_MODIFIED);
  guint32 callee = modified_callee (parcs, self->node);
  CyanNode caller = parcs->comparison->compared.tree->parent[self->node];

  self->source_known = change != CYAN_CHANGE_UNKNOWN;
  self->by_calls = is_by_calls (self);
  self->caller = cyan_parcs_find_caller (parcs->comparison, self->node);
  /* A callee cannot change how often its caller is called. */
  if (self->by_calls)
    callee = NONE;
  if (change == CYAN_CHANGE_MODIFIED)
    {
      self->reason = CYAN_REASON_MODIFIED;
      self->read = self->pair;
    }
  else if (above->len > 0
           && (callee == NONE || cyan_parcs_change (parcs, caller) == CYAN_CHANGE_MODIFIED))
    self->reason = CYAN_REASON_MODIFIED_ABOVE;
  else if (callee != NONE)
    {
      self->reason = CYAN_REASON_MODIFIED_BELOW;
      self->read = callee;
    }
  else if (change != CYAN_CHANGE_UNKNOWN)
    self->reason = CYAN_REASON_SIDE_EFFECT;
  else
    {
      self->reason = CYAN_REASON_UNKNOWN;
      self->read = self->by_calls && self->caller != CYAN_NODE_NONE
                       ? parcs->comparison->compared.pairs->of_node[self->caller]
                       : self->pair;
      cyan_explanation_add_suspect (self, self->pair);
    }
  add_suspects (self, above);
  if (callee != NONE)
    cyan_explanation_add_suspect (self, callee);
}

void
cyan_explanation_find_reason (CyanExplanation *self, const CyanParcs *parcs)
{
  if (self->structural)
    explain_subtrees (parcs, self);
  else
    explain_weights (parcs, self);
}
