/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Decides whether a comparison passes: whether anything became slower by more than a limit.
 *
 * The limit is a fraction of the absolute total before.  It is the same for all gates.  There are
 * three gates:
 *
 *   total      T after - T before.
 *   node       Total of each node after - before.  An added node is compared with the nodes that
 *              were there before: the matched nodes below it, or the node that it moved from.
 *              A removed node passes.
 *   function   The cost of each selected function: the sum of the totals of its outermost
 *              contexts on a side.  Contexts below another one of the same function do not count,
 *              so that recursion counts once.
 *
 * A faster value never fails.  If noise is known, a change that is not significant passes too:
 *
 *   total      With several runs a side, by a two-sided t-test with pooled variance on the logs of
 *              the runs' totals.  With one run a side the difference itself decides, as sampling
 *              does not change the total of a run.
 *   node       By its estimate (see CyanEstimates); an added node by its self value.
 *   function   The significant changes of its contexts, or of the self value over all contexts,
 *              must exceed the limit by themselves.
 *
 * A comparison that passes with one limit passes with every higher one.
 */
#pragma once

#include "cyan-comparison.h"
#include "cyan-name-filter.h"

typedef enum
{
  CYAN_GATE_TOTAL,
  CYAN_GATE_FUNCTION,
  CYAN_GATE_NODE,
} CyanGateKind;

extern const char *const cyan_gate_kind_names[]; /* "total", "function", "node" */

typedef struct
{
  double limit;                    /* as a fraction of the total before, at least 0 */
  gboolean total;                  /* the gates to use */
  gboolean any_node;               /* the total counts as one of the nodes */
  const CyanNameFilter *functions; /* selects by label, before or after; NULL: none */
  double left_out[2];              /* value that was left out of the totals beforehand */
} CyanGateOptions;

/* A change that a gate compared with the limit. */
typedef struct
{
  CyanGateKind kind;
  CyanNode node;    /* of a function, the context with the largest increase */
  guint32 function; /* its number in the comparison */
  double before;    /* in the metric's unit */
  double after;
  gboolean has_estimate;
  CyanEstimate estimate; /* of the total, q is the p-value of its own test */
  gboolean innermost;    /* no node below it fails */
} CyanGateEntry;

typedef struct
{
  gboolean passed;
  double allowed;      /* the limit, in the metric's unit */
  CyanGateEntry total; /* filled in even if the total is not a gate */
  gboolean by_chance;  /* the total is a gate and above the limit, but not significantly */
  guint n_by_chance;   /* functions and nodes above the limit, but not significantly */
  guint n_functions;   /* selected functions */
  GArray *failures;    /* of CyanGateEntry: the total, functions, nodes without a failing node
                        * below, other nodes; each with the largest change first */
} CyanGateResult;

/* Fails with CYAN_ERROR_MISMATCH if the units differ, with CYAN_ERROR_INVALID if a side has a total
 * of 0 or an expression for functions matches none, and with the errors of cyan_name_filter_find().
 */
CyanGateResult *
cyan_gate_decide (const CyanComparison *comparison, const CyanGateOptions *options, GError **error);
void cyan_gate_result_free (CyanGateResult *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanGateResult, cyan_gate_result_free)
