/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is compared: two profiles and their merged tree.
 *
 * It also holds the pairs of functions, the moves, and the one-sided nodes that sampling may have
 * missed on the other side.  It is immutable once made, and any thread may then read it.
 */
#pragma once

#include <math.h>

#include "cyan-function-pairs.h"
#include "cyan-moved.h"
#include "cyan-names.h"
#include "cyan-runs.h"

G_BEGIN_DECLS

/**
 * CyanBasis:
 * @CYAN_BASIS_SHARE: heights are differences of shares, as in the paper
 * @CYAN_BASIS_ABSOLUTE: heights are differences of the metric itself, as a fraction of the larger
 * of
 *   the two totals
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

/* One side, before or after. */
typedef struct
{
  CyanProfile *profile; /* owned; the mean of the runs, with normalised names */
  guint metric;         /* the compared metric */
  double total;         /* T, the total of the whole profile, in the metric's unit */
  double period;        /* of one sample of the mean, in the metric's unit; 0 if not sampled */
  double found_period;  /* the same, whatever period was given: cyan_sample_period() */
  CyanStr *label;       /* by function: its normalised name */
  guint n_runs;         /* 1 unless several files were given */
  double *run_totals;   /* by run: its T */
} CyanComparedSide;

typedef struct
{
  CyanComparedSide side[2]; /* before and after */
  CyanMatchMethod method;
  gboolean strict;    /* common tree only: PARCS' definition 1 */
  gboolean same_unit; /* FALSE: only shares are comparable */
  gboolean has_calls; /* both sides know calls */
  gboolean bounded;   /* see CyanMatching */
  gboolean unordered; /* a profile does not know the order of siblings */
  gboolean single;    /* one profile only: before is empty, and no node is changed */
  guint n_aligned;    /* functions whose names were written differently by the two recorders and
                       * were aligned */

  guint n_nodes;
  CyanMergedTree *tree;
  /* By node: the sum of its children's totals on the side that lacks it, which is its total there
   * with a self value of 0.  Unused for nodes that both sides have; see cyan_compared_total(). */
  double *imputed;
  CyanFunctionPairs *pairs;
  guint8 *unseen;   /* a bit a node, see cyan_compared_is_unseen() */
  CyanMoves *moves; /* NULL with a single profile */
} CyanCompared;

/* How two profiles are merged. */
typedef struct
{
  CyanMatchMethod method;
  gboolean strict;
  gboolean single;
  double sample_period;       /* of metric 0 of both sides; 0: the recorded or else the guessed
                               * period */
  double alpha;               /* a node is unseen if chance explains it with at least this, 0...1 */
  const CyanNameRules *names; /* NULL: the built-in rules */
} CyanComparedOptions;

/* Fills @self from the runs before and after.  The runs do not change: strings and normalised names
 * are copied to a new pool.  Call cyan_compared_clear() even if this fails.  Fails with
 * CYAN_ERROR_INVALID if a user's rename takes too long, and with CYAN_ERROR_CANCELLED. */
gboolean cyan_compared_init (CyanCompared *self,
                             const CyanRuns *const runs[2],
                             const CyanComparedOptions *options,
                             const CyanTick *tick,
                             GError **error);
void cyan_compared_clear (CyanCompared *self);

/* Checks that the parts are consistent: every node, pair and move is in range, pairs name the
 * nodes' functions, and moves are linked both ways.  FALSE with CYAN_ERROR_INVALID. */
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

/* Whether only one side has @node, and chance or inference may explain that. */
static inline gboolean
cyan_compared_is_unseen (const CyanCompared *self, CyanNode node)
{
  return (self->unseen[node / 8] >> node % 8 & 1) != 0;
}

/* The total of @node on @side, in that side's unit.  If that side lacks the node, the sum over its
 * children. */
static inline double
cyan_compared_total (const CyanCompared *self, guint side, CyanNode node)
{
  CyanNode own = cyan_compared_node (self, side, node);

  return own != CYAN_NODE_NONE ? cyan_compared_metric (self, side)->total[own]
                               : self->imputed[node];
}

/* @value as a fraction of @total; 0 if @total is 0. */
static inline double
cyan_compared_part (double value, double total)
{
  return total > 0 && isfinite (total) ? value / total : 0;
}

/* The larger of the two totals; absolute heights and deltas are fractions of it. */
static inline double
cyan_compared_larger_total (const CyanCompared *self)
{
  return MAX (self->side[0].total, self->side[1].total);
}

/* The change from total[0] before to total[1] after, as a fraction of the run: of shares, or of
 * values.  The latter is 0 if the units differ. */
static inline double
cyan_compared_change (const CyanCompared *self, const double total[2], CyanBasis basis)
{
  if (basis == CYAN_BASIS_SHARE)
    return cyan_compared_part (total[1], self->side[1].total)
           - cyan_compared_part (total[0], self->side[0].total);
  return self->same_unit
             ? cyan_compared_part (total[1] - total[0], cyan_compared_larger_total (self))
             : 0;
}

/* Factor that converts values of a side to the unit of differences: 1, or 1 / T if the units
 * differ. */
double cyan_compared_factor (const CyanCompared *self, guint side);

/* Self value after - before, in the unit of differences (the metric's unit; shares if the units
 * differ).  An absent node has the value 0. */
double cyan_compared_self_difference (const CyanCompared *self, CyanNode node);

/* The number of a node's function among the pairs. */
static inline guint32
cyan_compared_function (const CyanCompared *self, CyanNode node)
{
  return self->pairs->function[self->pairs->of_node[node]];
}

G_END_DECLS
