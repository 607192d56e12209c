/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Verdicts by node.
 *
 * A byte holds a CyanVerdict for each basis, VERDICT_BITS each from the lowest bit on, and above
 * them whether only the share changed.
 */
#include "cyan-verdicts.h"

#include "cyan-i18n.h"

#include <math.h>

#define VERDICT_BITS 3
#define VERDICT_MASK ((1 << VERDICT_BITS) - 1)
#define SHARE_ONLY   (1 << (2 * VERDICT_BITS))

G_STATIC_ASSERT (CYAN_VERDICT_REMOVED <= VERDICT_MASK);
G_STATIC_ASSERT (SHARE_ONLY <= G_MAXUINT8);

/* A sweep over the nodes, with the next estimate of each basis. */
typedef struct
{
  const CyanComparison *comparison;
  guint next[2];
} Sweep;

/* If noise is known, a value that is too small for a test may be noise too. */
static gboolean
may_be_noise (Sweep *sweep, CyanNode node, CyanBasis basis)
{
  const CyanComparison *comparison = sweep->comparison;
  const CyanEstimates *estimates = &comparison->noise.totals[basis];
  guint *next = &sweep->next[basis];

  if (cyan_noise_counts_all (&comparison->noise))
    return FALSE;
  while (*next < estimates->n && estimates->at[*next].number < node)
    ++*next;
  return *next == estimates->n || estimates->at[*next].number != node
         || estimates->at[*next].q > comparison->noise.alpha;
}

/* The verdict of a node that both sides have, with these totals. */
static CyanVerdict
verdict_of (Sweep *sweep, CyanNode node, CyanBasis basis, const double total[2])
{
  const CyanComparison *comparison = sweep->comparison;
  double change = cyan_compared_change (&comparison->compared, total, basis);
  double unproved =
      cyan_compared_unproved (&comparison->compared, node, basis,
                              change > 0 ? CYAN_DIRECTION_SLOWER : CYAN_DIRECTION_FASTER);

  if (change == 0 || fabs (change) - unproved < comparison->threshold
      || may_be_noise (sweep, node, basis))
    return CYAN_VERDICT_UNCHANGED;
  return change > 0 ? CYAN_VERDICT_SLOWER : CYAN_VERDICT_FASTER;
}

static guint8
pack (CyanVerdict of_share, CyanVerdict of_value, gboolean share_only)
{
  return (guint8) (of_share << (CYAN_BASIS_SHARE * VERDICT_BITS)
                   | of_value << (CYAN_BASIS_ABSOLUTE * VERDICT_BITS)
                   | (share_only ? SHARE_ONLY : 0));
}

static guint8
verdicts_of (Sweep *sweep, CyanNode node)
{
  const CyanCompared *compared = &sweep->comparison->compared;
  const CyanNode before = compared->tree->before[node], after = compared->tree->after[node];
  CyanVerdict of_share, of_value;
  gboolean share_only;
  double total[2], change[2];

  if (before == CYAN_NODE_NONE || after == CYAN_NODE_NONE)
    {
      CyanVerdict one_sided = cyan_compared_is_unseen (compared, node) ? CYAN_VERDICT_UNCHANGED
                              : before == CYAN_NODE_NONE               ? CYAN_VERDICT_ADDED
                                                                       : CYAN_VERDICT_REMOVED;

      return pack (one_sided, one_sided, FALSE);
    }
  if (cyan_compared_is_cold (compared, node))
    return pack (CYAN_VERDICT_UNCHANGED, CYAN_VERDICT_UNCHANGED, FALSE);
  total[0] = cyan_compared_metric (compared, 0)->total[before];
  total[1] = cyan_compared_metric (compared, 1)->total[after];
  cyan_compared_change_interval (compared, node, CYAN_BASIS_ABSOLUTE, change);
  of_share = verdict_of (sweep, node, CYAN_BASIS_SHARE, total);
  of_value = verdict_of (sweep, node, CYAN_BASIS_ABSOLUTE, total);
  share_only = compared->same_unit
               && ((of_share == CYAN_VERDICT_SLOWER && change[1] <= 0)
                   || (of_share == CYAN_VERDICT_FASTER && change[0] >= 0));
  return pack (share_only ? CYAN_VERDICT_UNCHANGED : of_share, of_value, share_only);
}

gboolean
cyan_verdicts_fill (CyanComparison *self, const CyanTick *tick, GError **error)
{
  Sweep sweep = { self, { 0, 0 } };

  /* Zero means unchanged, which all nodes of a single profile stay. */
  self->verdicts = g_new0 (guint8, self->compared.n_nodes);
  for (CyanNode i = 0; i < self->compared.n_nodes && !self->compared.single; i++)
    {
      if (i % CYAN_TICK_STRIDE == 0
          && !cyan_tick (tick, (double) i / self->compared.n_nodes, N_ ("Comparing"), error))
        return FALSE;
      self->verdicts[i] = verdicts_of (&sweep, i);
    }
  return TRUE;
}

CyanVerdict
cyan_comparison_verdict (const CyanComparison *self, CyanNode node, CyanBasis basis)
{
  g_assert (node < self->compared.n_nodes);
  return (CyanVerdict) (self->verdicts[node] >> (basis * VERDICT_BITS) & VERDICT_MASK);
}

gboolean
cyan_comparison_share_only (const CyanComparison *self, CyanNode node, CyanBasis basis)
{
  g_assert (node < self->compared.n_nodes);
  return basis == CYAN_BASIS_SHARE && (self->verdicts[node] & SHARE_ONLY) != 0;
}
