/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Trees that are made of a stream of calls, each by a taker.  Keys are functions.
 *
 * All begin with their tree and the open calls of each thread, which are nodes unless said
 * otherwise. Counts are calls unless said otherwise.
 */
#pragma once

#include "cyan-call-tape.h"
#include "cyan-open-calls.h"
#include "cyan-trie.h"

/* Clears those that hold nothing else. */
void cyan_stream_tree_clear (gpointer self);

/* ---- the call tree, the calling-context tree ---- */

typedef enum
{
  CYAN_CALL_TREE_DYNAMIC,  /* a node for each call, 8 bytes each, without counts */
  CYAN_CALL_TREE_CONTEXTS, /* the nodes of equal paths are one */
} CyanCallTreeKind;

typedef struct
{
  CyanTrie tree;
  CyanOpenCalls open;
  CyanCallTreeKind kind;
} CyanCallTree;

extern const CyanCallTaker cyan_call_tree_taker;

void cyan_call_tree_init (CyanCallTree *self, CyanCallTreeKind kind);

/* A copy of @tree without the contexts that are neither hot, their count at least @limit, nor
 * called by hot ones: the exact hot calling-context tree. */
void cyan_call_tree_prune (const CyanTrie *tree, guint64 limit, CyanTrie *pruned);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanCallTree, cyan_stream_tree_clear)

/*
 * ---- the calling-context uptree ----
 *
 * Of Bond et al. (OOPSLA 2013): each call appends its function and its caller, nothing is looked
 * up; a collector then merges nodes of equal function and caller, callers first.  The merged tree
 * is the calling-context tree without its ways down.  Calls are collected in blocks, and each full
 * block is merged.
 */

/* Calls of a block. */
#define CYAN_UPTREE_BLOCK (1u << 20)

typedef struct
{
  CyanTrie merged;
  CyanOpenCalls open; /* numbers of calls: that of nodes merged + the index in the block */
  guint block;        /* at most so many calls in a block */
  GArray *calls;      /* the block: pairs of guint32, caller and function */
  guint64 most_memory;
} CyanUptree;

extern const CyanCallTaker cyan_uptree_taker;

/* @block: 0 means CYAN_UPTREE_BLOCK. */
void cyan_uptree_init (CyanUptree *self, guint block);
void cyan_uptree_clear (CyanUptree *self);
/* Merges the last block; most_memory is known then. */
void cyan_uptree_finish (CyanUptree *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanUptree, cyan_uptree_clear)

/*
 * ---- the approximate calling-context tree ----
 *
 * At every n-th call the whole stack is inserted.  A count is that of samples; its n-fold estimates
 * the calls, with a standard error of about sqrt (n calls).  The study's algorithm 3 does not keep
 * the stack, so that it makes paths that did not run.
 */
typedef struct
{
  CyanTrie tree;
  CyanOpenCalls open; /* functions */
  guint64 every;
  guint64 n_calls;
} CyanSampledTree;

extern const CyanCallTaker cyan_sampled_tree_taker;

/* @every is at least 1. */
void cyan_sampled_tree_init (CyanSampledTree *self, guint64 every);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanSampledTree, cyan_stream_tree_clear)

/*
 * ---- the k-slab forest ----
 *
 * It makes a k-calling-context forest of a stream without the calling-context tree (Ausiello,
 * Demetrescu, Finocchi and Firmani, OOPSLA 2012).  Slabs are k levels of the stack.  A call is in
 * the tree of its slab and, from level k on, below the tree of the slab above, so that one of both
 * ends with its last k callers.
 */
typedef struct
{
  CyanTrie tree;      /* its roots are those of the slabs */
  CyanOpenCalls open; /* two nodes a call: that in its slab, and that below the slab above or 0 */
  guint k;
} CyanSlabForest;

extern const CyanCallTaker cyan_slab_forest_taker;

void cyan_slab_forest_init (CyanSlabForest *self, guint k);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanSlabForest, cyan_stream_tree_clear)

/*
 * ---- the hot calling-context tree by Lossy Counting ----
 *
 * Manku and Motwani, VLDB 2002; on contexts: D'Elia, Demetrescu and Finocchi, PLDI 2011.  A context
 * counts its calls since it was made; its bound is what it may have had before.  Every m calls, or
 * as many as the tree has nodes if these are more, leaves with count + bound <= N / m are removed.
 * With w the calls of a context:
 *
 *   count <= w <= count + bound of a node; w <= N / m of any other context.
 */
typedef struct
{
  CyanTrie tree;
  CyanOpenCalls open;
  guint64 *bound; /* by node */
  guint32 n_allocated;
  guint64 n_calls, next; /* next: the calls at which it is pruned */
  guint64 floor;         /* N / m when it was pruned last */
  guint m;
  guint64 most_memory;
} CyanLossyCounting;

extern const CyanCallTaker cyan_lossy_counting_taker;

/* @m is at least 1. */
void cyan_lossy_counting_init (CyanLossyCounting *self, guint m);
void cyan_lossy_counting_clear (CyanLossyCounting *self);

/* Removes what is neither a context with count + bound of at least @limit nor a caller of one.
 * Open calls end. */
void cyan_lossy_counting_finish (CyanLossyCounting *self, guint64 limit);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanLossyCounting, cyan_lossy_counting_clear)

/*
 * ---- the hot calling-context tree by Space-Saving ----
 *
 * Metwally, Agrawal and El Abbadi, ICDT 2005; on contexts: D'Elia, Demetrescu and Finocchi, PLDI
 * 2011. Of all contexts, a fixed number m is monitored.  A call of another one takes over the
 * counter of the least.  With N calls, and w those of a context:
 *
 *   count - error <= w <= count of a monitored context; all counts sum to N;
 *   w <= the least count <= N / m of any other context.
 *
 * The tree has the monitored contexts and their callers.  A call takes constant time: counters are
 * in an array by falling count, and each run of equal counts knows where it begins.
 */
typedef struct
{
  guint32 node;
  guint32 run;
  guint64 count, error;
} CyanCounter;

typedef struct
{
  CyanTrie tree; /* while calls come, also with some contexts that are no longer monitored */
  CyanOpenCalls open;
  guint64 n_calls;

  guint n_counters, n_used;
  CyanCounter *counters; /* by falling count */
  guint32 *first;        /* by run, the counter that it begins with */
  guint32 *free_runs;    /* the runs that are empty */
  guint n_free_runs;
  guint32 *counter; /* by node: its counter + 1, or 0 */
  guint32 n_allocated;
  guint32 next; /* the tree is pruned when it has so many nodes */
  guint64 most_memory;
} CyanSpaceSaving;

extern const CyanCallTaker cyan_space_saving_taker;

/* @n_counters is at least 1. */
void cyan_space_saving_init (CyanSpaceSaving *self, guint n_counters);
void cyan_space_saving_clear (CyanSpaceSaving *self);

/* The least count, or 0 while counters are free. */
guint64 cyan_space_saving_floor (const CyanSpaceSaving *self);

/* Removes what is neither a context with a count of at least @limit nor a caller of one, and sets
 * the counts of the tree.  Open calls end. */
void cyan_space_saving_finish (CyanSpaceSaving *self, guint64 limit);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanSpaceSaving, cyan_space_saving_clear)
