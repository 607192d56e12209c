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
#include "cyan-statistics.h"

/**
 * CyanBasis:
 * @CYAN_BASIS_SHARE: heights are differences of shares, as in the paper
 * @CYAN_BASIS_ABSOLUTE: heights are differences of the metric itself, as a fraction of the run
 *   before
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
  double sum;           /* the total of the whole profile, in the metric's unit, with its sign */
  double total;         /* T, what shares are of: the same, or the sum of the magnitudes of all own
                         * values if some are negative */
  double period;        /* of one sample of the mean, in the metric's unit; 0 if not sampled */
  double found_period;  /* the same, whatever period was given: cyan_sample_period() */
  CyanStr *label;       /* by function: its normalised name */
  guint n_runs;         /* 1 unless several files were given, or one that knows its hosts */
  gboolean are_hosts;   /* the runs are the hosts of one profile */
  double *run_totals;   /* by run: its T */
  guint32 cold;         /* the function of the nodes that hold what was pruned, or 0 */
  double lacks;         /* the most that is missing of a node of its tree, in the metric's unit */
} CyanComparedSide;

/* A node that one side lacks, and the one that its time is in on that side: two contexts became
 * one, or one became two.  Both are of the merged tree. */
typedef struct
{
  CyanNode node;
  CyanNode into;
} CyanJoin;

/* A node of both sides, and a one-sided one that fits nearly as well as the one or the other of its
 * two; or CYAN_NODE_NONE, if it is of a thin rename. */
typedef struct
{
  CyanNode node;
  CyanNode rival;
} CyanRival;

/* When the runs of both sides were measured, as far as that is known. */
typedef struct
{
  gboolean apart;  /* not in turns: the machine may have changed in between */
  double gap;      /* seconds between the sides; 0: only some of their runs are apart */
  double variance; /* of the difference of the means of both sides' logs that is expected of runs so
                    * far apart if the program is the same; unless df is 0 */
  double df;       /* degrees of freedom of this estimate; 0: the variance is not known */
  guint n_pairs;   /* the i-th runs of both sides were measured right after each other, and these
                    * are all runs; 0: they were not */
} CyanVisits;

typedef struct
{
  CyanComparedSide side[2]; /* before and after */
  CyanVisits visits;
  CyanMatchMethod method;
  gboolean strict;    /* common tree only: PARCS' definition 1 */
  gboolean same_unit; /* FALSE: only shares are comparable */
  gboolean has_calls; /* both sides know calls */
  gboolean bounded;   /* see CyanMatching */
  gboolean stopped;   /* see CyanMatching */
  gboolean in_files;  /* sources were compared within files only, see CyanMatchEvidence */
  gboolean unordered; /* a profile does not know the order of siblings */
  gboolean single;    /* one profile only: before is empty, and no node is changed */
  guint n_aligned;    /* functions whose names were written differently by the two recorders and
                       * were aligned */

  guint n_nodes;
  CyanMergedTree *tree;
  /* By node: the sum of its children's totals on the side that lacks it, which is its total there
   * with a self value of 0.  Unused for nodes that both sides have; see cyan_compared_total(). */
  double *imputed;
  /* By side, by node: how much larger its true total may be than cyan_compared_total(), in the
   * side's unit, since a tree was pruned while it was recorded.  Of a node that the side lacks, it
   * is the largest true total that this context can have there.  NULL: nothing was pruned. */
  double *missing[2];
  /* By node: whether a one-sided node above it is unseen.  The other side may have pruned a part of
   * this node with it, so no change is proved.  NULL: nothing was pruned. */
  guint8 *below_unseen;
  CyanFunctionPairs *pairs;
  GArray *renames;   /* of CyanMatchRename, see CyanMatching */
  GPtrArray *claims; /* of CyanNameClaim: those that were given */
  guint8 *unseen;    /* a bit a node, see cyan_compared_is_unseen() */
  CyanMoves *moves;  /* NULL with a single profile */
  GArray *joins;     /* of CyanJoin, by node; see CyanMatching */
  GArray *uncertain; /* of CyanRival, by node; see CyanMatching */
} CyanCompared;

/* How to compare. */
typedef struct
{
  CyanMatchMethod method;
  gboolean strict;      /* common tree only: PARCS' definition 1 */
  const char *metric;   /* its name; NULL: the first metric of each profile */
  double threshold;     /* a node with a smaller |H| is unchanged; as a fraction of T */
  double alpha;         /* accepted false discovery rate among changed nodes, 0...1 */
  double sample_period; /* of metric 0 of both sides; 0: the recorded or else the guessed period */
  CyanNameRules *names; /* borrowed; NULL: the built-in rules */
  const GPtrArray *claims;           /* of CyanNameClaim, borrowed; NULL: none */
  const CyanMatchEvidence *evidence; /* borrowed; NULL: none */
  CyanVisits visits;                 /* of the runs; all 0: not known */
} CyanCompareOptions;

#define CYAN_COMPARE_OPTIONS_INIT                                                                  \
  {                                                                                                \
    .method = CYAN_MATCH_CONTEXT, .threshold = 0.005, .alpha = CYAN_ALPHA                          \
  }

/* Fills @self from the runs before and after, of which the former are empty if @single.  The runs
 * do not change: strings and normalised names are copied to a new pool.  What a pruned tree must
 * prove of a one-sided node is the threshold, and chance explains a node with at least alpha of
 * @options.  Call cyan_compared_clear() even if this fails.  Fails with CYAN_ERROR_INVALID if a
 * user's rename takes too long, and with CYAN_ERROR_CANCELLED. */
gboolean cyan_compared_init (CyanCompared *self,
                             const CyanRuns *const runs[2],
                             gboolean single,
                             const CyanCompareOptions *options,
                             const CyanTick *tick,
                             GError **error);
void cyan_compared_clear (CyanCompared *self);

/* The node that has the time of a one-sided node on the side that lacks it, since two contexts
 * became one, or one became two; CYAN_NODE_NONE if that is not so, if it moved, or if chance may
 * explain that it is one-sided. */
CyanNode cyan_compared_joined (const CyanCompared *self, CyanNode node);
/* How many nodes that only @side has are part of @node on the other side.  Their total, in the
 * side's unit, goes to @total. */
guint cyan_compared_parts (const CyanCompared *self, CyanNode node, guint side, double *total);

/* Whether both sides have @node, but it is uncertain that these are the same: another one fits
 * nearly as well, and neither chance nor a move explains that it is one-sided; or hardly anything
 * speaks for the new name. */
gboolean cyan_compared_is_uncertain (const CyanCompared *self, CyanNode node);
/* Whether @node is uncertain, or renamed by a rename that is only possible (cyan-confidence.h) by
 * its contexts: its change has no colour. */
gboolean cyan_compared_is_doubtful (const CyanCompared *self, CyanNode node);

/* Checks that the parts are consistent: every node, pair and move is in range, pairs name the
 * nodes' functions, and moves are linked both ways.  FALSE with CYAN_ERROR_INVALID. */
gboolean cyan_compared_check (const CyanCompared *self, GError **error);

/* By node of @side: its node in the merged tree, which has all of them.  g_free. */
CyanNode *cyan_compared_merged (const CyanCompared *self, guint side);

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

/* The side that has @node: before, if both have it. */
static inline guint
cyan_compared_side (const CyanCompared *self, CyanNode node)
{
  return self->tree->before[node] == CYAN_NODE_NONE ? 1 : 0;
}

/* Whether both sides have @node. */
static inline gboolean
cyan_compared_is_pair (const CyanCompared *self, CyanNode node)
{
  return self->tree->before[node] != CYAN_NODE_NONE && self->tree->after[node] != CYAN_NODE_NONE;
}

/* The self value of @node on @side, in that side's unit; 0 if it lacks the node. */
static inline double
cyan_compared_self (const CyanCompared *self, guint side, CyanNode node)
{
  CyanNode own = cyan_compared_node (self, side, node);

  return own != CYAN_NODE_NONE ? cyan_compared_metric (self, side)->self[own] : 0;
}

/* The label of @node on @side, which has it. */
static inline CyanStr
cyan_compared_label (const CyanCompared *self, guint side, CyanNode node)
{
  const CyanComparedSide *there = &self->side[side];

  return there->label[there->profile->function[cyan_compared_node (self, side, node)]];
}

/* Whether only one side has @node, and chance, inference or pruning may explain that. */
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

/* How much larger the true total of @node on @side may be; see self->missing. */
static inline double
cyan_compared_missing (const CyanCompared *self, guint side, CyanNode node)
{
  return self->missing[side] != NULL ? self->missing[side][node] : 0;
}

/* Whether a tree was pruned, so that totals are intervals. */
static inline gboolean
cyan_compared_is_pruned (const CyanCompared *self)
{
  return self->missing[0] != NULL || self->missing[1] != NULL;
}

/* Whether @node holds what was pruned below its caller: contexts that need not be the same on both
 * sides. */
static inline gboolean
cyan_compared_is_cold (const CyanCompared *self, CyanNode node)
{
  for (guint side = 0; side < 2; side++)
    {
      CyanNode own = cyan_compared_node (self, side, node);

      if (own != CYAN_NODE_NONE && self->side[side].cold != 0
          && self->side[side].profile->function[own] == self->side[side].cold)
        return TRUE;
    }
  return FALSE;
}

/* @value as a fraction of @total; 0 if @total is 0. */
static inline double
cyan_compared_part (double value, double total)
{
  return total > 0 && isfinite (total) ? value / total : 0;
}

/* The larger of the two totals, whichever side it is of. */
static inline double
cyan_compared_larger_total (const CyanCompared *self)
{
  return MAX (self->side[0].total, self->side[1].total);
}

/* The denominator of absolute changes: the total before.  If that is 0, or so small that a fraction
 * of it would be infinite, the larger total, so that pictures still have a scale. */
static inline double
cyan_compared_run (const CyanCompared *self)
{
  double before = self->side[0].total, larger = cyan_compared_larger_total (self);

  return before > 0 && larger / before <= (double) FLT_MAX ? before : larger;
}

/* Whether an absolute change is a percentage of the run before: the units are the same, that run
 * has a cost, and no value is negative, which would let increases and decreases cancel out in
 * totals. */
static inline gboolean
cyan_compared_has_percent (const CyanCompared *self)
{
  const CyanComparedSide *side = self->side;

  return self->same_unit && side[0].total > 0 && cyan_compared_run (self) == side[0].total
         && side[0].sum == side[0].total && side[1].sum == side[1].total;
}

/* The change from total[0] before to total[1] after: of shares, as a fraction of 1; or of values,
 * as a fraction of cyan_compared_run().  The latter is 0 if the units differ. */
static inline double
cyan_compared_change (const CyanCompared *self, const double total[2], CyanBasis basis)
{
  if (basis == CYAN_BASIS_SHARE)
    return cyan_compared_part (total[1], self->side[1].total)
           - cyan_compared_part (total[0], self->side[0].total);
  return self->same_unit ? cyan_compared_part (total[1] - total[0], cyan_compared_run (self)) : 0;
}

/* The amount by which a change of @node in @direction may be too large: what is missing on the side
 * that has less, in that side's unit.  Infinite below unseen nodes. */
double
cyan_compared_unproved_value (const CyanCompared *self, CyanNode node, CyanDirection direction);
/* The same for cyan_compared_change(), as a fraction. */
double cyan_compared_unproved (const CyanCompared *self,
                               CyanNode node,
                               CyanBasis basis,
                               CyanDirection direction);
/* The least and the largest change that the totals of @node can truly have. */
void cyan_compared_change_interval (const CyanCompared *self,
                                    CyanNode node,
                                    CyanBasis basis,
                                    double change[2]);

/* Factor that converts values of a side to the unit of differences: 1, or 1 / T if the units
 * differ. */
double cyan_compared_factor (const CyanCompared *self, guint side);

/* A change in the unit of differences (the metric's unit; shares if the units differ), as a
 * fraction like that of cyan_compared_change(): absolute if the units are the same, else of
 * shares. */
static inline double
cyan_compared_delta_part (const CyanCompared *self, double delta)
{
  return cyan_compared_part (delta, self->same_unit ? cyan_compared_run (self) : 1);
}

/* Self value after - before, in the unit of differences (the metric's unit; shares if the units
 * differ).  An absent node has the value 0. */
double cyan_compared_self_difference (const CyanCompared *self, CyanNode node);

/* By number of function: its self value on @side over all contexts, in that side's unit.  It is
 * exact for a pruned tree, too, if that has a flat profile.  Free with g_free(). */
double *cyan_compared_function_values (const CyanCompared *self, guint side);

/* The number of a node's function among the pairs. */
static inline guint32
cyan_compared_function (const CyanCompared *self, CyanNode node)
{
  return self->pairs->function[self->pairs->of_node[node]];
}
