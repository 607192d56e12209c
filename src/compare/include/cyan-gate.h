/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whether a comparison passes: what may not get slower by more than a limit.
 *
 * The limit is a part of the absolute total before, for all gates alike.  Three things can be held
 * against it:
 *
 *   the total     T after less T before;
 *   each node     its total after less its total before.  A node that was added is held against
 * what stood there before: the nodes below it that were matched, or the node it was moved from; one
 * that no longer runs passes; functions     those whose name is asked for, each by its cost: the
 * sum of the totals of its outermost contexts on a side, those that no other context of the same
 * function stands above, so that recursion counts once.
 *
 * What got faster never fails.  Where noise is known, only what is more than noise fails:
 *
 *   the total, with several runs a side, by a two-sided t-test with pooled variance on the logs of
 * the runs' totals; a sampled run's total is no matter of chance, so with one run a side the plain
 *   difference decides;
 *   a node by its estimate (see CyanEstimates), and one that was added by what it does itself;
 *   a function by those of its contexts that changed by more than noise, which alone must exceed
 * the limit, or by its own time over all contexts, likewise.
 *
 * A higher limit never fails what a lower one passed.
 */
#pragma once

#include "cyan-comparison.h"
#include "cyan-name-filter.h"

G_BEGIN_DECLS

typedef enum
{
  CYAN_GATE_TOTAL,
  CYAN_GATE_FUNCTION,
  CYAN_GATE_NODE,
} CyanGateKind;

extern const char *const cyan_gate_kind_names[]; /* "total", "function", "node" */

typedef struct
{
  double limit;                    /* in parts of the total before, at least 0 */
  gboolean total;                  /* these gates */
  gboolean any_node;               /* the total is one of the nodes */
  const CyanNameFilter *functions; /* by label, before or after; NULL: none */
  double left_out[2];              /* what was left out of the totals beforehand */
} CyanGateOptions;

/* One thing that was held against the limit. */
typedef struct
{
  CyanGateKind kind;
  CyanNode node;    /* of a function the context that grew most */
  guint32 function; /* of the comparison */
  double before;    /* in its unit */
  double after;
  gboolean has_estimate;
  CyanEstimate estimate; /* of the total, q is the p of its own test */
  gboolean innermost;    /* no node below it fails */
} CyanGateEntry;

typedef struct
{
  gboolean passed;
  double allowed;      /* the limit in the metric's unit */
  CyanGateEntry total; /* also where it is not a gate */
  gboolean by_chance;  /* the total is a gate, and above the limit, but by no more than noise */
  guint n_by_chance;   /* functions and nodes likewise */
  guint n_functions;   /* that were asked for */
  GArray *failures;    /* of CyanGateEntry: the total, functions, nodes without a failing one below,
                        * other nodes; each the largest change first */
} CyanGateResult;

/* Fails with CYAN_ERROR_MISMATCH if the units differ, with CYAN_ERROR_INVALID if nothing was
 * measured on a side or if an expression for functions finds none, and as cyan_name_filter_find()
 * does. */
CyanGateResult *
cyan_gate_decide (const CyanComparison *comparison, const CyanGateOptions *options, GError **error);
void cyan_gate_result_free (CyanGateResult *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanGateResult, cyan_gate_result_free)

G_END_DECLS
