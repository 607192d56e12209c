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

#include "cyan-compared.h"
#include "cyan-noise.h"
#include "cyan-sync.h"

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

extern const char *const cyan_status_names[];  /* "matched", "renamed", "added", "removed" */
extern const char *const cyan_verdict_names[]; /* "unchanged", "slower", "faster", ... */

typedef struct
{
  CyanMatchMethod method;
  gboolean strict;      /* of the common tree: PARCS' definition 1 */
  const char *metric;   /* by name; NULL: each profile's first */
  double threshold;     /* |H| below which nothing changed, in parts of the run */
  double alpha;         /* share of wrong verdicts among those that call a node changed, 0...1 */
  double sample_period; /* of metric 0 of both sides; 0: as recorded, else guessed */
  CyanNameRules *names; /* borrowed; NULL: the built-in rules */
} CyanCompareOptions;

#define CYAN_COMPARE_OPTIONS_INIT                                                                  \
  {                                                                                                \
    .method = CYAN_MATCH_CONTEXT, .threshold = 0.005, .alpha = 0.05                                \
  }

typedef struct
{
  CyanRefCount refs;
  CyanCompared compared; /* recordings, merged tree, functions, moves */
  CyanNoise noise;       /* what chance may explain of it */
  double threshold;      /* |H| below which nothing changed, in parts of the run */

  /* By node: how much its subtree got slower and faster, in the unit of the difference (the
   * metric's; shares where units differ): sums over the subtree of what each node's self value
   * rose or fell beyond what sampling noise explains.  ALGORITHMS: signed self-delta mass. */
  float *slower_mass;
  float *faster_mass;

  guint8 *verdicts; /* by node, packed; read them through cyan_comparison_verdict() */

  GPtrArray *warnings; /* of char *; those of both profiles too, with their side in front */
  const char *doubt;   /* the one of them that makes the whole comparison doubtful, or NULL */
} CyanComparison;

/* Compares two profiles, which stay as they are.  Both may be the same profile.  Fails with
 * CYAN_ERROR_MISMATCH if the metric asked for is not in both, and with CYAN_ERROR_CANCELLED. */
CyanComparison *cyan_comparison_new (CyanProfile *before,
                                     CyanProfile *after,
                                     const CyanCompareOptions *options,
                                     const CyanTick *tick,
                                     GError **error);
/* The same for several runs a side.  Fails likewise. */
CyanComparison *cyan_comparison_new_runs (CyanRuns *before,
                                          CyanRuns *after,
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

/* cyan_compared_check(), and that estimates ascend and are of something, that a mass is at least the
 * sum of its children's, and that the doubt is a warning.  FALSE with CYAN_ERROR_INVALID. */
gboolean cyan_comparison_check (const CyanComparison *self, GError **error);

/* The label: the name after, before if it was removed.  Owned by the pool. */
const char *cyan_comparison_name (const CyanComparison *self, CyanNode node);
/* The other name of a renamed node, else NULL. */
const char *cyan_comparison_old_name (const CyanComparison *self, CyanNode node);
/* The name that the recording has for it, before any rule touched it: after's if it ran there. */
const char *cyan_comparison_raw_name (const CyanComparison *self, CyanNode node);
/* What the profile knows of the node's function: of after's if there is one. */
const CyanFunction *cyan_comparison_function (const CyanComparison *self, CyanNode node);
const char *cyan_comparison_string (const CyanComparison *self, CyanStr id);

/* What is known of a pair of functions, and its label: after's if there is one.  Owned by the
 * comparison. */
const CyanFunction *cyan_comparison_pair_function (const CyanComparison *self, guint32 pair);
const char *cyan_comparison_pair_label (const CyanComparison *self, guint32 pair);

CyanStatus cyan_comparison_status (const CyanComparison *self, CyanNode node);
CyanVerdict cyan_comparison_verdict (const CyanComparison *self, CyanNode node, CyanBasis basis);

/* H, signed, in parts of 1.  For added and removed nodes the sign says nothing. */
double cyan_comparison_height (const CyanComparison *self, CyanNode node, CyanBasis basis);
/* H in words, as a change: "+9.3 %", "−3.2 ms"; of a removed node downwards, of a single recording
 * the share, without a sign.  Caller frees. */
char *cyan_comparison_height_text (const CyanComparison *self, CyanNode node, CyanBasis basis);
/* W, at least 0; FALSE and 0 where calls are unknown on a side that counts. */
gboolean cyan_comparison_width (const CyanComparison *self, CyanNode node, double *width);

/* Whether share and absolute value went opposite ways: a share that rose only since the rest
 * shrank, or the reverse.  FALSE for nodes that did not change and for different units. */
gboolean cyan_comparison_share_only (const CyanComparison *self, CyanNode node);

/* What noise says of a node's total; FALSE if it was not tested. */
gboolean cyan_comparison_estimate (const CyanComparison *self,
                                   CyanNode node,
                                   CyanBasis basis,
                                   CyanEstimate *estimate);
/* In plain words what is known of noise: "1 exact run a side: noise cannot be told", "5 and 5
 * runs",
 * ....  Caller frees. */
char *cyan_comparison_noise_text (const CyanComparison *self);

/* Where a removed node went, and where an added one came from; CYAN_NODE_NONE if it was not moved.
 */
CyanNode cyan_comparison_moved_to (const CyanComparison *self, CyanNode node);
CyanNode cyan_comparison_moved_from (const CyanComparison *self, CyanNode node);

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

/* One sentence, without its full stop, that says which trees are inferred from a call graph; NULL
 * if none is.  Caller frees. */
char *cyan_comparison_inferred_text (const CyanComparison *self);

/* The node that is drawn on top: the synthetic root, or its only child. */
CyanNode cyan_comparison_top (const CyanComparison *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanComparison, cyan_comparison_unref)

G_END_DECLS
