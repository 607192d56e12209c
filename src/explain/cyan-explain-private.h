/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the steps of PARCS and of the ranking share.  Private to this layer.
 */
#pragma once

#include "cyan-parcs-causes.h"
#include "cyan-ranking.h"

/* ---- both ---- */

/* The nodes of both profiles that a merged node stands for.  A moved node has both: its own and the
 * one at the other end of the move. */
typedef struct
{
  CyanNode before;
  CyanNode after;
} CyanBoth;

static inline CyanBoth
cyan_parcs_both (const CyanComparison *comparison, CyanNode node)
{
  const CyanMergedTree *tree = comparison->compared.tree;
  CyanBoth both = { tree->before[node], tree->after[node] };
  CyanNode from = both.before == CYAN_NODE_NONE ? cyan_comparison_moved_from (comparison, node)
                                                : CYAN_NODE_NONE;

  if (from != CYAN_NODE_NONE)
    both.before = tree->before[from];
  return both;
}

/* The self values of a node, in the unit of the difference: shares if the units differ. */
void cyan_parcs_self_values (const CyanComparison *comparison, CyanBoth both, double value[2]);

/* Whether a side may have pruned @node, or a context above it, so that it may be another one there;
 * or whether it holds what was pruned. */
gboolean cyan_parcs_may_be_pruned (const CyanCompared *compared, CyanNode node);

/* The caller of @node that makes more or fewer calls though its own calls did not change alike;
 * CYAN_NODE_NONE if there is none, or if calls are not known. */
CyanNode cyan_parcs_find_caller (const CyanComparison *comparison, CyanNode node);

/* Adds a pair to the suspects, unless it is in the list already or is the pair to read first. */
void cyan_explanation_add_suspect (CyanExplanation *self, guint32 pair);

/* Fills in reason, read, suspects and caller from node, sums and calls.  The reason of a subtree
 * must already be one of added, deleted, modified-above and side-effect. */
void cyan_explanation_find_reason (CyanExplanation *self, const CyanParcs *parcs);

/* ---- code that only moved ----
 *
 * A function was cut up, merged, inlined or renamed.  What a node costs that one side lacks may
 * have been taken from its nearest caller that both sides have, or from nodes below that caller
 * that the other side lacks; a lambda, from another of its caller, which has the same name.  Over
 * all contexts of that caller, as much as was lost and gained cancels out.  If hardly anything is
 * left, code moved, and what is left belongs to nobody; else what is left belongs to those that
 * gained or lost more. */

typedef struct _CyanShifts CyanShifts;

/* Finds the shifts of @comparison, which it borrows.  Functions for which @kinds has a bit of
 * @ignored take no part.  NULL only with CYAN_ERROR_CANCELLED. */
CyanShifts *cyan_shifts_new (const CyanComparison *comparison,
                             const guint8 *kinds,
                             guint8 ignored,
                             const CyanTick *tick,
                             GError **error);
void cyan_shifts_free (CyanShifts *self);

/* Takes out of the self values of @node, before and after, what moved.  FALSE if what is left is no
 * proof of a change: something moved, and the caller's total did not change significantly. */
gboolean cyan_shifts_take_out (const CyanShifts *self, CyanNode node, double value[2]);

/* The shifts, the largest first; g_free() the result. */
CyanShift *cyan_shifts_list (const CyanShifts *self, guint *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanShifts, cyan_shifts_free)

/* ---- what functions are, whose change is whose, which comes first, what speaks for it ---- */

/* Sums that cancel out are zero except for rounding errors. */
#define CYAN_RANKING_ROUNDING 1e-9

/* The properties of a function, whatever its contexts. */
enum
{
  CYAN_RANKING_RUNTIME = 1 << 0,
  CYAN_RANKING_ANONYMOUS = 1 << 1,
  CYAN_RANKING_TOUCHED = 1 << 2, /* modified, new or gone, as the sources show */
  CYAN_RANKING_ENVIRONMENT = 1 << 3,
  CYAN_RANKING_RAN_BEFORE = 1 << 4,
  CYAN_RANKING_RAN_AFTER = 1 << 5,
  CYAN_RANKING_PROVED = 1 << 6,  /* noise does not explain its change */
  CYAN_RANKING_INLINES = 1 << 7, /* calls a modified function that is in no profile */
};

/* By function: what belongs to it. */
typedef struct
{
  double sum;
  double proved;    /* the part of sum that noise does not explain */
  double below;     /* the part of sum that is spent in other functions, which did not change */
  double inlined;   /* the part of sum that may be of a function that is in no profile */
  double uncertain; /* the part of sum that is in uncertain pairs */
  double variance;  /* of sum, by sampling alone */
  double most;      /* largest magnitude of one node's change */
  double total[2];  /* of its outermost contexts, callees included */
  CyanNode node;    /* that of most; CYAN_NODE_NONE: nothing belongs to it */
  CyanNode inside;  /* end of the outermost context that the sweep is in */
} CyanRankingEntry;

/* A function below one of its callers. */
typedef struct
{
  guint32 group;   /* of pairs: a function of one file */
  double self[2];  /* before and after, without what more or fewer calls cost */
  double total[2]; /* before and after, callees included */
} CyanRankingEdge;

/* The part of a node's change that a function gets. */
typedef struct
{
  guint32 function; /* that gets it */
  guint32 other;    /* the pair of functions at which it was measured */
  guint8 kind;      /* CyanBecauseKind: CALLS, COST, ONE_SIDED or BELOW */
  double part;
  double value[2]; /* the part's two self values */
  double calls[2]; /* of the node; 0: not known */
} CyanRankingShare;

typedef struct
{
  const CyanComparison *comparison;
  const CyanCompared *compared;
  const CyanRankingSources *sources;
  gboolean by_inlined; /* what calls a modified function that is in no profile stands for that */
  guint8 *kinds;       /* by function */
  guint32 *maker;      /* by anonymous function: that it is written in; G_MAXUINT32: not known */
  CyanNode *first;     /* by function: its first node, if any function is anonymous */
  CyanNode
      *owner; /* by node: the nearest function at or above it that changed; CYAN_NODE_NONE: none */
  CyanNode *home; /* by node: it or the nearest one above it that is of no runtime; or the root */
  CyanNode
      *caller; /* by node: the nearest home above it that is of another function; or the root */
  CyanNode *common; /* by node: it or the nearest one above it that may own a change; or the root */
  CyanNode *top;    /* by node that owns no change: the topmost such node at or above it */
  double *own;      /* by node that is its own home: its self value and what runtimes take for it */
  guint32 *edge;    /* by node that is its own home: index into edges */
  GArray *edges;    /* of CyanRankingEdge */
  double
      *above[2]; /* by edge: the fraction of a change of the self value, of the total, that is the
                     * caller's, 0...1 */
  CyanRankingEntry *entries; /* by function */
  GArray *shares;            /* of CyanRankingShare */
  double *runs[2];    /* by side: by function and run: what belongs to it; NULL with one run */
  double factor;      /* by which most functions changed: the whole run */
  guint n_touched;    /* functions */
  CyanShifts *shifts; /* what moved: no part of a change */
  CyanRanking *ranking;
} CyanRankingSweep;

static inline guint8
cyan_ranking_kind (const CyanRankingSweep *self, CyanNode node)
{
  return node == CYAN_NODE_ROOT ? 0 : self->kinds[cyan_compared_function (self->compared, node)];
}

static inline gboolean
cyan_ranking_has_both (CyanBoth both)
{
  return both.before != CYAN_NODE_NONE && both.after != CYAN_NODE_NONE;
}

CyanChange cyan_ranking_change (const CyanRankingSweep *self, guint32 pair);
CyanPresence cyan_ranking_presence (const CyanRankingSweep *self, guint32 pair);

/* Fills kinds, n_touched, by_source and factor. */
void cyan_ranking_find_kinds (CyanRankingSweep *self);

/* Fills maker and first.  Needs kinds. */
void cyan_ranking_find_makers (CyanRankingSweep *self);

/* Fills home, caller, common, owner and own; then edges and above. */
void cyan_ranking_find_homes (CyanRankingSweep *self);
void cyan_ranking_find_edges (CyanRankingSweep *self);

/* The node of a function that people read: @node, or the nearest one above it. */
CyanNode cyan_ranking_reader (const CyanRankingSweep *self, CyanNode node);

/* The part of a change that more or fewer calls make, at the mean of the two costs of a call: so
 * both directions of a comparison split alike. */
double
cyan_ranking_part_of_calls (const CyanRankingSweep *self, CyanBoth both, const double value[2]);

/* Whether @node's change counts at another node, its new place. */
gboolean cyan_ranking_moved_away (const CyanRankingSweep *self, CyanNode node, CyanBoth both);

/* Lists the entries that explain something. */
void cyan_ranking_order (CyanRankingSweep *self);

/* Fills role, because and read of all starts. */
void cyan_ranking_find_reasons (CyanRankingSweep *self);
