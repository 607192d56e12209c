/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the merged tree says: heights, widths, verdicts.
 *
 * Formulas are those of the performance evolution blueprint (Sandoval Alcocer et al., VISSOFT
 * 2013, section III), with its two misprints put right, see docs/blueprint.md.  T is the whole
 * run's total, E a node's share of it, Ex its calls; 1 is before and 2 is after:
 *
 *   height of a matched node   H = E2 - E1
 *             of an added one  H = E2 - sum of E1 over its children, where the E1 of an added
 *                              child is in turn the sum over its own children (a leaf: 0)
 *             of a removed one H = E1 - sum of E2 over its children, likewise
 *   width of a matched node    W = ln (|Ex2 - Ex1| + 1)
 *            of an added one   W = ln (|Ex2 - Ex1 of its parent| + 1), 0 for a parent that is new
 *            of a removed one  W = ln (|Ex1 - Ex2 of its parent| + 1)
 *
 * A comparison is immutable and may be read from many threads.
 */
#pragma once

#include "cyan-merged.h"

G_BEGIN_DECLS

/* What one side lacks. */
typedef enum
{
  CYAN_STATUS_MATCHED,
  CYAN_STATUS_RENAMED, /* matched, with another name */
  CYAN_STATUS_ADDED,
  CYAN_STATUS_REMOVED,
} CyanStatus;

typedef enum
{
  CYAN_VERDICT_UNCHANGED,
  CYAN_VERDICT_SLOWER,
  CYAN_VERDICT_FASTER,
  CYAN_VERDICT_ADDED,
  CYAN_VERDICT_REMOVED,
} CyanVerdict;

/**
 * CyanReading:
 * @CYAN_READING_SHARE: heights are differences of shares, as in the paper
 * @CYAN_READING_ABSOLUTE: heights are differences of the metric itself, in parts of the larger of
 *   the two runs' totals
 */
typedef enum
{
  CYAN_READING_SHARE,
  CYAN_READING_ABSOLUTE,
} CyanReading;

typedef enum
{
  CYAN_DIRECTION_SLOWER,
  CYAN_DIRECTION_FASTER,
} CyanDirection;

extern const char *const cyan_status_names[];  /* "matched", "renamed", "added", "removed" */
extern const char *const cyan_verdict_names[]; /* "unchanged", "slower", "faster", ... */

typedef struct
{
  CyanMatchMethod method;
  const char *metric; /* by name; NULL: each profile's first */
  double threshold;   /* |H| below which nothing changed, in parts of the run */
} CyanCompareOptions;

#define CYAN_COMPARE_OPTIONS_INIT                                                                  \
  {                                                                                                \
    CYAN_MATCH_CONTEXT, NULL, 0.005                                                                \
  }

/* The two functions of a node, by index in their profiles.  A node that one side lacks still names
 * that side's function where it ran in another context; G_MAXUINT32: it did not run at all. */
typedef struct
{
  guint32 before;
  guint32 after;
} CyanFunctionPair;

typedef struct
{
  gatomicrefcount refs;
  CyanProfile *before; /* owned references */
  CyanProfile *after;
  guint before_metric;
  guint after_metric;
  CyanMatchMethod method;
  double threshold;

  double before_run;    /* T, in before's unit */
  double after_run;     /* T, in after's unit */
  double before_period; /* of one sample, in before's unit; 0 for what is not sampled */
  double after_period;
  gboolean same_unit; /* whether absolute differences mean anything */
  gboolean has_calls; /* on both sides */
  gboolean bounded;   /* see CyanMatching */
  gboolean single;    /* there is only one recording: before is empty, and nothing is a change */

  guint n_nodes;
  CyanMergedTree *tree;

  /* By node: the sum of its children's totals on the side that lacks it, what it would have cost
   * there had it done nothing itself; unused where both sides have it.  Read it through
   * cyan_comparison_before_total() and cyan_comparison_after_total(). */
  double *imputed;

  /* By node: how much its subtree got slower and faster, in the unit of the difference (the
   * metric's; shares where units differ): sums over the subtree of what each node's self value
   * rose or fell beyond what sampling noise explains.  ALGORITHMS: signed self-delta mass. */
  float *slower_mass;
  float *faster_mass;

  guint8 *not_seen; /* by node: a one-sided node of sampled data that chance may explain */

  guint32 *pair; /* by node: index into pairs */
  guint n_pairs;
  CyanFunctionPair *pairs; /* distinct */

  GPtrArray *warnings; /* of char *; those of both profiles too, with their side in front */
} CyanComparison;

/* The total of @node before, in before's unit; where it did not run, the sum over its children. */
static inline double
cyan_comparison_before_total (const CyanComparison *self, CyanNode node)
{
  CyanNode before = self->tree->before[node];

  return before != CYAN_NODE_NONE ? self->before->metrics[self->before_metric].total[before]
                                  : self->imputed[node];
}

/* The same after, in after's unit. */
static inline double
cyan_comparison_after_total (const CyanComparison *self, CyanNode node)
{
  CyanNode after = self->tree->after[node];

  return after != CYAN_NODE_NONE ? self->after->metrics[self->after_metric].total[after]
                                 : self->imputed[node];
}

/* What absolute heights and masses are parts of: the larger of the two runs' totals. */
static inline double
cyan_comparison_larger_run (const CyanComparison *self)
{
  return MAX (self->before_run, self->after_run);
}

/* Compares two profiles, whose strings are moved into one pool: they must not be in use elsewhere
 * yet, unless they share their pool already.  Both may be the same profile.  Fails with
 * CYAN_ERROR_MISMATCH if the metric asked for is not in both, and with CYAN_ERROR_CANCELLED. */
CyanComparison *cyan_comparison_new (CyanProfile *before,
                                     CyanProfile *after,
                                     const CyanCompareOptions *options,
                                     const CyanTick *tick,
                                     GError **error);
/* One profile as a plain tree, until there is another to compare it with: heights are its shares,
 * widths its calls, every verdict is unchanged.  Fails likewise. */
CyanComparison *cyan_comparison_new_single (CyanProfile *profile,
                                            const CyanCompareOptions *options,
                                            const CyanTick *tick,
                                            GError **error);
CyanComparison *cyan_comparison_ref (CyanComparison *self);
void cyan_comparison_unref (CyanComparison *self);

/* The label: the name after, before if it was removed.  Owned by the pool. */
const char *cyan_comparison_name (const CyanComparison *self, CyanNode node);
/* The other name of a renamed node, else NULL. */
const char *cyan_comparison_old_name (const CyanComparison *self, CyanNode node);
/* What the profile knows of the node's function: of after's if there is one. */
const CyanFunction *cyan_comparison_function (const CyanComparison *self, CyanNode node);
const char *cyan_comparison_string (const CyanComparison *self, CyanStr id);

CyanStatus cyan_comparison_status (const CyanComparison *self, CyanNode node);
CyanVerdict
cyan_comparison_verdict (const CyanComparison *self, CyanNode node, CyanReading reading);

/* H, signed, in parts of 1.  For added and removed nodes the sign says nothing. */
double cyan_comparison_height (const CyanComparison *self, CyanNode node, CyanReading reading);
/* H in words, as a change: "+9.3 %", "−3.2 ms"; of a removed node downwards, of a single recording
 * the share, without a sign.  Caller frees. */
char *cyan_comparison_height_text (const CyanComparison *self, CyanNode node, CyanReading reading);
/* W, at least 0; FALSE and 0 where calls are unknown on a side that counts. */
gboolean cyan_comparison_width (const CyanComparison *self, CyanNode node, double *width);

/* Whether share and absolute value went opposite ways: a share that rose only since the rest
 * shrank, or the reverse.  FALSE for nodes that did not change and for different units. */
gboolean cyan_comparison_share_only (const CyanComparison *self, CyanNode node);

/* One side's numbers of a node. */
typedef struct
{
  gboolean present;
  guint64 calls; /* CYAN_CALLS_UNKNOWN if unknown or absent */
  double total;  /* 0 if absent */
  double self;
  double share; /* total in parts of the run */
} CyanSide;

void cyan_comparison_sides (const CyanComparison *self,
                            CyanNode node,
                            CyanSide *before,
                            CyanSide *after);

/* The unit of the compared metric: before's. */
const char *cyan_comparison_unit (const CyanComparison *self);

/* The direction to look first: slower, unless the run got faster by more than the threshold. */
CyanDirection cyan_comparison_direction (const CyanComparison *self);

/* "942 ms to 1.91 s, +102 %"; with different units the two totals only; of a single recording its
 * total.  Caller frees. */
char *cyan_comparison_verdict_text (const CyanComparison *self);

/* The node that is drawn on top: the synthetic root, or its only child. */
CyanNode cyan_comparison_top (const CyanComparison *self);

/* The path from a node to a leaf along the largest mass.  */
typedef struct
{
  CyanDirection direction;
  GArray *nodes;    /* of CyanNode, from the start downwards; at least the start */
  CyanNode culprit; /* the first node that itself changed as much as all below the next; or NONE */
  CyanNode fork;    /* the first from which less than half goes on into one child; or NONE */
} CyanHotPath;

/* Ends where nothing below changed.  Ties: larger difference of totals, larger total, sibling
 * order.  Free with cyan_hot_path_free(). */
CyanHotPath *
cyan_hot_path_new (const CyanComparison *comparison, CyanNode from, CyanDirection direction);
void cyan_hot_path_free (CyanHotPath *self);

/* A function that explains a part of the difference by what it does itself. */
typedef struct
{
  guint32 pair;
  CyanNode node; /* the context in which it changed most */
  double change; /* of self values over all contexts, positive in the direction asked for */
  double share;  /* of the sum of all positive changes, 0...1 */
} CyanSuspect;

/* The functions that changed most by themselves, largest first, at most @n; free with
 * g_array_unref(). */
GArray *cyan_suspects_new (const CyanComparison *comparison, CyanDirection direction, guint n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanComparison, cyan_comparison_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanHotPath, cyan_hot_path_free)

G_END_DECLS
