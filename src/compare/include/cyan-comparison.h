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
#include "cyan-moved.h"
#include "cyan-names.h"
#include "cyan-runs.h"
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

/**
 * CyanNoise:
 * @CYAN_NOISE_UNKNOWN: one exact run on a side: noise cannot be told
 * @CYAN_NOISE_SAMPLING: one sampled run on a side: what the dice of sampling do, and nothing else
 * @CYAN_NOISE_RUNS: several runs on both sides: what differs from run to run
 */
typedef enum
{
  CYAN_NOISE_UNKNOWN,
  CYAN_NOISE_SAMPLING,
  CYAN_NOISE_RUNS,
} CyanNoise;

/* How much a node changed, and whether that is more than noise. */
typedef struct
{
  guint32 number; /* of the node, or of the function */
  float ratio;    /* after in parts of before; infinite if before is 0 */
  float low;      /* the 95 % interval of the ratio */
  float high;
  float q; /* the share of wrong ones among all that changed as surely as this one, 0...1 */
} CyanEstimate;

/* Estimates of what was tested, by ascending number: what is too small for a test is not there. */
typedef struct
{
  guint n;
  CyanEstimate *at;
} CyanEstimates;

/* The two functions of a node, by index in their profiles.  A node that one side lacks still names
 * that side's function where it ran in another context; G_MAXUINT32: it did not run at all. */
typedef struct
{
  guint32 before;
  guint32 after;
} CyanFunctionPair;

typedef struct
{
  CyanRefCount refs;
  CyanProfile *before; /* owned references */
  CyanProfile *after;
  guint before_metric;
  guint after_metric;
  CyanMatchMethod method;
  gboolean strict;
  double threshold;
  double alpha;

  double before_run;    /* T, in before's unit */
  double after_run;     /* T, in after's unit */
  double before_period; /* of one sample, in before's unit; 0 for what is not sampled */
  double after_period;
  gboolean same_unit; /* whether absolute differences mean anything */
  gboolean has_calls; /* on both sides */
  gboolean bounded;   /* see CyanMatching */
  gboolean unordered; /* a recording knows no order of siblings */
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

  guint8
      *not_seen; /* by node: a one-sided node that chance, or a guess of the reader, may explain */
  guint8 *verdicts; /* by node, packed; read them through cyan_comparison_verdict() */

  guint32 *pair; /* by node: index into pairs */
  guint n_pairs;
  CyanFunctionPair *pairs;   /* distinct */
  guint32 *function_of_pair; /* pairs that differ only in what a recording did not know (line, file)
                              * are one function */
  guint n_functions;

  CyanStr *label[2]; /* by function of before and of after: its normalised name */

  guint n_runs[2]; /* of before and after; 1 each unless several files were given */
  double *runs[2]; /* by run: its T */
  CyanNoise noise; /* what is known of it; the estimates are empty if nothing is */
  /* Of nodes' totals by CyanReading, of nodes' own values, and of functions' own values summed over
   * all of their contexts.  Own values are judged as absolute values if there are several runs, as
   * shares if there is one. */
  CyanEstimates total_estimates[2];
  CyanEstimates self_estimates;
  CyanEstimates function_estimates;

  CyanMoves *moves; /* NULL with a single recording */

  GPtrArray *warnings; /* of char *; those of both profiles too, with their side in front */
  const char *doubt;   /* the one of them that makes the whole comparison doubtful, or NULL */
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

/* What noise says of a node's total; FALSE if it was not tested. */
gboolean cyan_comparison_estimate (const CyanComparison *self,
                                   CyanNode node,
                                   CyanReading reading,
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

/**
 * CyanHotPathKind:
 * @CYAN_HOT_PATH_MASS: along the largest mass, in the comparison's direction
 * @CYAN_HOT_PATH_SLOWER: along the largest mass of what got slower
 * @CYAN_HOT_PATH_FASTER: along the largest mass of what got faster
 * @CYAN_HOT_PATH_DELTA: the paper's, read literally
 */
typedef enum
{
  CYAN_HOT_PATH_MASS,
  CYAN_HOT_PATH_SLOWER,
  CYAN_HOT_PATH_FASTER,
  CYAN_HOT_PATH_DELTA,
} CyanHotPathKind;

/* "mass", "slower", "faster", "delta"; NULL-terminated. */
extern const char *const cyan_hot_path_names[];

/* The path from a node to a leaf along the largest mass.  */
typedef struct
{
  CyanDirection direction;
  double mass;      /* of the culprit itself, in the unit of the difference; 0 without one */
  double share;     /* of the whole tree's mass that the culprit explains, 0...1 */
  GArray *nodes;    /* of CyanNode, from the start downwards; at least the start */
  CyanNode culprit; /* the first node that itself changed as much as all below the next; or NONE */
  CyanNode fork;    /* the first from which less than half goes on into one child; or NONE */
} CyanHotPath;

/* Ends where nothing below changed.  Ties: larger difference of totals, larger total, sibling
 * order.  Free with cyan_hot_path_free(). */
CyanHotPath *
cyan_hot_path_new (const CyanComparison *comparison, CyanNode from, CyanDirection direction);
/* Up to @n paths from @from with different culprits, at least one: first the hot path, then through
 * what else changed most by itself, largest first.  O(n) for small @n.  Free with
 * g_ptr_array_unref(). */
GPtrArray *cyan_hot_paths_new (const CyanComparison *comparison,
                               CyanNode from,
                               CyanDirection direction,
                               guint n);
/* The paper's path, taken literally (section III): each time the child whose height is largest,
 * whatever its sign; culprit and fork are not looked for. */
CyanHotPath *cyan_hot_path_new_largest_delta (const CyanComparison *comparison,
                                              CyanNode from,
                                              CyanReading reading);
/* The one of a kind; its direction is the comparison's unless the kind says otherwise. */
CyanHotPath *cyan_hot_path_new_kind (const CyanComparison *comparison,
                                     CyanNode from,
                                     CyanHotPathKind kind,
                                     CyanReading reading);
void cyan_hot_path_free (CyanHotPath *self);

/* A function that explains a part of the difference by what it does itself. */
typedef struct
{
  guint32 pair;
  guint32 function;
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
