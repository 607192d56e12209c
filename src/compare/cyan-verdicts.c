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

/* A sweep over the nodes, with the next estimate of each basis. */
typedef struct
{
  const CyanComparison *comparison;
  guint next[2];
} Sweep;

/* Where noise is known, what is too small for a test may be noise too. */
static gboolean
may_be_noise (Sweep *sweep, CyanNode node, CyanBasis basis)
{
  const CyanComparison *comparison = sweep->comparison;
  const CyanEstimates *estimates = &comparison->noise.totals[basis];
  guint *next = &sweep->next[basis];

  if (comparison->noise.kind == CYAN_NOISE_UNKNOWN)
    return FALSE;
  while (*next < estimates->n && estimates->at[*next].number < node)
    ++*next;
  return *next == estimates->n || estimates->at[*next].number != node
         || estimates->at[*next].q > comparison->noise.alpha;
}

static CyanVerdict
verdict_of (Sweep *sweep, CyanNode node, CyanBasis basis)
{
  const CyanComparison *comparison = sweep->comparison;
  double height;

  switch (cyan_comparison_status (comparison, node))
    {
    case CYAN_STATUS_ADDED:
      return comparison->compared.unseen[node] ? CYAN_VERDICT_UNCHANGED : CYAN_VERDICT_ADDED;
    case CYAN_STATUS_REMOVED:
      return comparison->compared.unseen[node] ? CYAN_VERDICT_UNCHANGED : CYAN_VERDICT_REMOVED;
    case CYAN_STATUS_MATCHED:
    case CYAN_STATUS_RENAMED:
    default:
      break;
    }
  height = cyan_comparison_height (comparison, node, basis);
  if (height == 0 || fabs (height) < comparison->threshold || may_be_noise (sweep, node, basis))
    return CYAN_VERDICT_UNCHANGED;
  return height > 0 ? CYAN_VERDICT_SLOWER : CYAN_VERDICT_FASTER;
}

static gboolean
is_share_only (const CyanComparison *comparison, CyanNode node, CyanVerdict of_share)
{
  double difference = cyan_compared_total (&comparison->compared, 1, node)
                      - cyan_compared_total (&comparison->compared, 0, node);

  return comparison->compared.same_unit
         && ((of_share == CYAN_VERDICT_SLOWER && difference <= 0)
             || (of_share == CYAN_VERDICT_FASTER && difference >= 0));
}

gboolean
cyan_verdicts_fill (CyanComparison *self, const CyanTick *tick, GError **error)
{
  Sweep sweep = { self, { 0, 0 } };

  /* All zero is unchanged, which a single recording stays. */
  self->verdicts = g_new0 (guint8, self->compared.n_nodes);
  for (CyanNode i = 0; i < self->compared.n_nodes && !self->compared.single; i++)
    {
      CyanVerdict of_share = verdict_of (&sweep, i, CYAN_BASIS_SHARE);
      CyanVerdict of_value = verdict_of (&sweep, i, CYAN_BASIS_ABSOLUTE);

      if (i % CYAN_TICK_STRIDE == 0
          && !cyan_tick (tick, (double) i / self->compared.n_nodes, N_ ("Comparing"), error))
        return FALSE;
      self->verdicts[i] = (guint8) (of_share << (CYAN_BASIS_SHARE * VERDICT_BITS)
                                    | of_value << (CYAN_BASIS_ABSOLUTE * VERDICT_BITS)
                                    | (is_share_only (self, i, of_share) ? SHARE_ONLY : 0));
    }
  return TRUE;
}

CyanVerdict
cyan_comparison_verdict (const CyanComparison *self, CyanNode node, CyanBasis basis)
{
  return (CyanVerdict) (self->verdicts[node] >> (basis * VERDICT_BITS) & VERDICT_MASK);
}

gboolean
cyan_comparison_share_only (const CyanComparison *self, CyanNode node)
{
  return (self->verdicts[node] & SHARE_ONLY) != 0;
}
