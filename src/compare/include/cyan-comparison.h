/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A comparison: heights, widths and verdicts of the nodes of the merged tree.
 *
 * The formulas are those of the performance evolution blueprint (Sandoval Alcocer et al., VISSOFT
 * 2013, section III), with its two misprints corrected, see docs/blueprint.md.  T is the total of a
 * side, E a node's share of it, Ex its calls; 1 is before and 2 is after:
 *
 *   height of a matched node   H = E2 - E1
 *             of an added one  H = E2 - sum of E1 over its children, where the E1 of an added
 *                              child is in turn the sum over its own children (a leaf: 0)
 *             of a removed one H = E1 - sum of E2 over its children, likewise
 * Absolutely, H = (T2_n - T1_n) / T1 of every node n, where the total of a side that lacks it is the
 * sum over its children: heights of children and the change of the own value add up.
 *
 *   width of a matched node    W = ln (|Ex2 - Ex1| + 1)
 *            of an added one   W = ln (|Ex2 - Ex1 of its parent| + 1), 0 for an added parent
 *            of a removed one  W = ln (|Ex1 - Ex2 of its parent| + 1)
 *
 * A comparison is immutable and may be read from many threads.
 */
#pragma once

#include "cyan-compared.h"
#include "cyan-host-spread.h"
#include "cyan-noise.h"
#include "cyan-sync.h"

/* Which sides have a node. */
typedef enum
{
  CYAN_STATUS_MATCHED,
  CYAN_STATUS_RENAMED, /* matched, with a different name */
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

extern const char *const cyan_basis_names[];   /* "share", "absolute" */
extern const char *const cyan_status_names[];  /* "matched", "renamed", "added", "removed" */
extern const char *const cyan_verdict_names[]; /* "unchanged", "slower", ..., marked by N_() */

typedef struct
{
  CyanRefCount refs;
  CyanRuns *runs[2];     /* owned; before and after, with the values of each run */
  CyanCompared compared; /* profiles, merged tree, functions, moves */
  CyanNoise noise;       /* estimates: which changes are significant */
  /* By side, by node of its tree: the totals on its hosts, in the compared metric; NULL: unknown. */
  CyanHostSpread *spreads[2];
  double threshold; /* a node with a smaller |H| is unchanged; as a fraction of T */

  /* By node: the sums of the self deltas in its subtree that rose (slower) and that fell (faster).
   * Both are at least 0, in the unit of differences (the metric's unit; shares if the units
   * differ).  If noise is known, only significant self deltas count. */
  float *slower_delta;
  float *faster_delta;

  guint8 *verdicts; /* by node, packed; read them through cyan_comparison_verdict() */

  GPtrArray *warnings; /* of char *; those of the profiles start with their side */
  const char *doubt;   /* the warning that makes the whole comparison doubtful, or NULL */
} CyanComparison;

/* Compares two profiles, which do not change.  Both may be the same profile.  Fails with
 * CYAN_ERROR_MISMATCH if a profile lacks the metric of @options, and with CYAN_ERROR_CANCELLED. */
CyanComparison *cyan_comparison_new (CyanProfile *before,
                                     CyanProfile *after,
                                     const CyanCompareOptions *options,
                                     const CyanTick *tick,
                                     GError **error);
/* The same for several runs a side.  Same errors. */
CyanComparison *cyan_comparison_new_runs (CyanRuns *before,
                                          CyanRuns *after,
                                          const CyanCompareOptions *options,
                                          const CyanTick *tick,
                                          GError **error);
/* Shows one profile as a plain tree, until there is another to compare it with: heights are its
 * shares, widths its calls, and every verdict is unchanged.  Same errors. */
CyanComparison *cyan_comparison_new_single (CyanProfile *profile,
                                            const CyanCompareOptions *options,
                                            const CyanTick *tick,
                                            GError **error);
CyanComparison *cyan_comparison_ref (CyanComparison *self);
void cyan_comparison_unref (CyanComparison *self);

/* Runs cyan_compared_check(), and checks that estimates ascend and are in range, that each delta is
 * at least the sum of its children's, and that the doubt is a warning.  FALSE with
 * CYAN_ERROR_INVALID. */
gboolean cyan_comparison_check (const CyanComparison *self, GError **error);

/* The label: the name after, or before if the node was removed; a word for the root.  Do not free.
 */
const char *cyan_comparison_name (const CyanComparison *self, CyanNode node);
/* The other name of a renamed node, else NULL. */
const char *cyan_comparison_old_name (const CyanComparison *self, CyanNode node);
/* The name in the recording, before normalisation: of after if it has the node. */
const char *cyan_comparison_raw_name (const CyanComparison *self, CyanNode node);
/* The node's function: of after if it has the node. */
const CyanFunction *cyan_comparison_function (const CyanComparison *self, CyanNode node);
const char *cyan_comparison_string (const CyanComparison *self, CyanStr id);

/* The function of a pair, and its label: of after if it has the function.  Owned by the comparison.
 */
const CyanFunction *cyan_comparison_pair_function (const CyanComparison *self, guint32 pair);
const char *cyan_comparison_pair_label (const CyanComparison *self, guint32 pair);

CyanStatus cyan_comparison_status (const CyanComparison *self, CyanNode node);
CyanVerdict cyan_comparison_verdict (const CyanComparison *self, CyanNode node, CyanBasis basis);

/* How much the total of @node changed, negative if it fell: a fraction of 1 for shares, else in the
 * metric's unit, 0 if the units differ.  As in H, the total of a side that lacks the node is the
 * sum over its children. */
double cyan_comparison_change (const CyanComparison *self, CyanNode node, CyanBasis basis);
/* H, signed, as a fraction of 1.  In shares it is the paper's, whose sign has no meaning for added
 * and removed nodes; absolutely it is cyan_comparison_change() as a fraction of
 * cyan_compared_run(). */
double cyan_comparison_height (const CyanComparison *self, CyanNode node, CyanBasis basis);
/* The change of a node, as cyan_comparison_part_text() says it.  For a single profile, the share
 * without a sign.  Caller frees. */
char *cyan_comparison_height_text (const CyanComparison *self, CyanNode node, CyanBasis basis);
/* A change of any totals as a fraction, see cyan_compared_change(): of shares in points, "+9.3 pp";
 * of values in percent of the run before, "−3.2 %", or, where there is no such percentage, in the
 * unit, "−3.2 kB".  Caller frees. */
char *cyan_comparison_part_text (const CyanComparison *self, double part, CyanBasis basis);
/* The same of a change in the unit of differences.  Caller frees. */
char *cyan_comparison_delta_text (const CyanComparison *self, double delta);
/* W, at least 0.  FALSE and 0 if a side that counts does not know its calls. */
gboolean cyan_comparison_width (const CyanComparison *self, CyanNode node, double *width);

/* Whether share and absolute value changed in opposite directions: the share rose only because the
 * rest shrank, or the reverse.  Its verdict by shares is unchanged.  FALSE
 * if @basis is absolute, and for different units. */
gboolean cyan_comparison_share_only (const CyanComparison *self, CyanNode node, CyanBasis basis);

/* How much the node's own time changed, noise left out, as a fraction of cyan_compared_run(), at
 * least 0; of a single recording, its own time in parts of the run. */
double cyan_comparison_self_change (const CyanComparison *self, CyanNode node);

/* By node, into @sum: how much the own values of its subtree rose (slower), or fell (faster), noise
 * left out, at least 0: in the unit of differences, or in shares.  Many small changes may be
 * significant only in the total of a caller; the sum of the caller is then the change of that. */
void cyan_comparison_sum_changes (const CyanComparison *self,
                                  CyanBasis basis,
                                  CyanDirection direction,
                                  double *sum);

/* The estimate of a node's total; FALSE if it was not tested. */
gboolean cyan_comparison_estimate (const CyanComparison *self,
                                   CyanNode node,
                                   CyanBasis basis,
                                   CyanEstimate *estimate);
/* cyan_noise_text() of this comparison.  Caller frees. */
char *cyan_comparison_noise_text (const CyanComparison *self);

/* The node to which a removed node moved, and the node from which an added node moved;
 * CYAN_NODE_NONE if there is no move. */
CyanNode cyan_comparison_moved_to (const CyanComparison *self, CyanNode node);
CyanNode cyan_comparison_moved_from (const CyanComparison *self, CyanNode node);

/* The values of a node on one side. */
typedef struct
{
  gboolean present;
  guint64 calls; /* CYAN_CALLS_UNKNOWN if unknown or absent */
  double total;  /* 0 if absent */
  double self;
  double share; /* total / T */
  /* How much larger the true total may be; 0 unless the tree was pruned.  If the node is absent,
   * the largest total that it may have had. */
  double missing;
  CyanHostSpread spread; /* over the hosts, of a context; n is 0 if that is not known, or absent */
} CyanSide;

/* The names of the hosts of @side, by number; NULL: they are not known. */
static inline const char *const *
cyan_comparison_hosts (const CyanComparison *self, guint side)
{
  const CyanHosts *hosts = self->runs[side]->hosts;

  return hosts != NULL ? (const char *const *) hosts->names : NULL;
}

void cyan_comparison_sides (const CyanComparison *self,
                            CyanNode node,
                            CyanSide *before,
                            CyanSide *after);

/* "at most 0.002 % missing": what is missing of @node on the side that lacks more, in parts of its
 * run; NULL if nothing is.  Caller frees. */
char *cyan_comparison_missing_text (const CyanComparison *self, CyanNode node);

/* How many nodes have each status, the root left out. */
typedef struct
{
  guint of[CYAN_STATUS_REMOVED + 1]; /* by CyanStatus; added and removed: known to be */
  guint unseen;    /* one-sided, perhaps by chance or pruning: see cyan_compared_is_unseen() */
  guint uncertain; /* of those matched and renamed: see cyan_compared_is_uncertain() */
  double uncertain_share; /* of the run that these take without callees, on the side where each
                           * takes more, 0...1 */
} CyanStatusCounts;

CyanStatusCounts cyan_comparison_count (const CyanComparison *self);
/* "12 matches are uncertain (0.3 % of the run)"; NULL if none is.  Caller frees. */
char *cyan_comparison_uncertain_text (const CyanStatusCounts *counts);

/* The unit of the compared metric of before. */
const char *cyan_comparison_unit (const CyanComparison *self);

/* The direction to show first: slower, unless T fell by more than the threshold. */
CyanDirection cyan_comparison_direction (const CyanComparison *self);

/* "942 ms to 1.91 s, +102 %"; with several runs a side the 95 % interval stands behind it, "(+98 % to
 * +106 %)"; "942 ms to 951 ms, within noise (−1.2 % to +3.1 %)"; only the two totals if the units
 * differ; the total of a single profile.  Caller frees. */
char *cyan_comparison_verdict_text (const CyanComparison *self);
/* The same as an answer: "382 ms → 69.7 ms, 5.5 times as fast"; from a factor of two on in times,
 * else in percent of the run before.  Caller frees. */
char *cyan_comparison_answer_text (const CyanComparison *self);

/* "+102 %", of the totals of the run.  If values are negative, increases and decreases cancel out
 * in a total, which is then no base of a ratio: their difference, "-90 kB".  Caller frees. */
char *cyan_comparison_total_change_text (const CyanComparison *self);

/* A sentence without its full stop that names the trees inferred from a call graph; NULL if there
 * are none.  Caller frees. */
char *cyan_comparison_inferred_text (const CyanComparison *self);

/* The basis to show first.  Absolute where both sides have one unit of which the run before has a
 * percentage, and which counts more than samples, whose number hangs on how long the recorder
 * ran. */
CyanBasis cyan_comparison_basis_auto (const CyanComparison *self);

/* The topmost node of the picture: the synthetic root, or its only child. */
CyanNode cyan_comparison_top (const CyanComparison *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanComparison, cyan_comparison_unref)
