/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is compared: two recordings laid over each other.
 *
 * Names, partners, the merged tree, pairs of functions, what was moved and what one side may merely
 * have missed.  Immutable once it is made, and then for any thread.
 */
#pragma once

#include "cyan-function-pairs.h"
#include "cyan-moved.h"
#include "cyan-names.h"
#include "cyan-runs.h"

G_BEGIN_DECLS

/**
 * CyanBasis:
 * @CYAN_BASIS_SHARE: heights are differences of shares, as in the paper
 * @CYAN_BASIS_ABSOLUTE: heights are differences of the metric itself, in parts of the larger of
 *   the two runs' totals
 */
typedef enum
{
  CYAN_BASIS_SHARE,
  CYAN_BASIS_ABSOLUTE,
} CyanBasis;

typedef enum
{
  CYAN_DIRECTION_SLOWER,
  CYAN_DIRECTION_FASTER,
} CyanDirection;

/* One side: what ran before, or after. */
typedef struct
{
  CyanProfile *profile; /* owned; the mean of several runs, with normal names */
  guint metric;         /* the one that is compared */
  double total;         /* T, the whole run's, in the metric's unit */
  double period;        /* of one sample, in the metric's unit; 0 for what is not sampled */
  CyanStr *label;       /* by function: its normalised name */
  guint n_runs;         /* 1 unless several files were given */
  double *run_totals;   /* by run: its T */
} CyanComparedSide;

typedef struct
{
  CyanComparedSide side[2]; /* before and after */
  CyanMatchMethod method;
  gboolean strict;    /* of the common tree: PARCS' definition 1 */
  gboolean same_unit; /* whether absolute differences mean anything */
  gboolean has_calls; /* on both sides */
  gboolean bounded;   /* see CyanMatching */
  gboolean unordered; /* a recording knows no order of siblings */
  gboolean single;    /* there is only one recording: before is empty, and nothing is a change */
  guint n_aligned;    /* functions that two recorders named in different ways */

  guint n_nodes;
  CyanMergedTree *tree;
  /* By node: the sum of its children's totals on the side that lacks it, what it would have cost
   * there had it done nothing itself; unused where both sides have it.  Read it through
   * cyan_compared_total(). */
  double *imputed;
  CyanFunctionPairs *pairs;
  guint8
      *not_seen; /* by node: a one-sided node that chance, or a guess of the reader, may explain */
  CyanMoves *moves; /* NULL with a single recording */
} CyanCompared;

/* How two recordings are laid over each other. */
typedef struct
{
  CyanMatchMethod method;
  gboolean strict;
  gboolean single;
  double sample_period;       /* of metric 0 of both sides; 0: as recorded, else guessed */
  double alpha;               /* the chance at which a node counts as not seen, 0...1 */
  const CyanNameRules *names; /* NULL: the built-in rules */
} CyanComparedOptions;

/* Fills @self, which is to be cleared even if this fails, from the runs before and after, which stay
 * as they are: the strings of both, and normal names, stand in a pool of the comparison's own.
 * Fails with CYAN_ERROR_INVALID if a user's rename takes too long, and with CYAN_ERROR_CANCELLED. */
gboolean cyan_compared_init (CyanCompared *self,
                             const CyanRuns *const runs[2],
                             const CyanComparedOptions *options,
                             const CyanTick *tick,
                             GError **error);
void cyan_compared_clear (CyanCompared *self);

/* Whether the parts fit together: every node, pair and move is in range, pairs name the nodes'
 * functions, moves lead both ways.  FALSE with CYAN_ERROR_INVALID. */
gboolean cyan_compared_check (const CyanCompared *self, GError **error);

static inline const CyanMetric *
cyan_compared_metric (const CyanCompared *self, guint side)
{
  return &self->side[side].profile->metrics[self->side[side].metric];
}

/* @node in the tree of @side, 0 before and 1 after, or CYAN_NODE_NONE. */
static inline CyanNode
cyan_compared_node (const CyanCompared *self, guint side, CyanNode node)
{
  return side == 0 ? self->tree->before[node] : self->tree->after[node];
}

/* The total of @node on @side, in its unit; where it did not run, the sum over its children. */
static inline double
cyan_compared_total (const CyanCompared *self, guint side, CyanNode node)
{
  CyanNode own = cyan_compared_node (self, side, node);

  return own != CYAN_NODE_NONE ? cyan_compared_metric (self, side)->total[own]
                               : self->imputed[node];
}

/* What absolute heights and masses are parts of: the larger of the two runs' totals. */
static inline double
cyan_compared_larger_total (const CyanCompared *self)
{
  return MAX (self->side[0].total, self->side[1].total);
}

/* The factor by which a side's values become those of differences: 1, or that of shares where units
 * differ. */
double cyan_compared_factor (const CyanCompared *self, guint side);

/* After's self value less before's, in the unit of differences (the metric's; shares where units
 * differ); an absent node has 0. */
double cyan_compared_self_difference (const CyanCompared *self, CyanNode node);

/* The function of a node, by its number in the pairs. */
static inline guint32
cyan_compared_function (const CyanCompared *self, CyanNode node)
{
  return self->pairs->function[self->pairs->of_node[node]];
}

G_END_DECLS
