/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The hot calling-context tree of a stream by Space-Saving (Metwally, Agrawal and El Abbadi, ICDT
 * 2005; on contexts: D'Elia, Demetrescu and Finocchi, PLDI 2011).
 *
 * Of all contexts, a fixed number m is monitored.  A call of another one takes over the counter of
 * the least.  With N calls, and w those of a context:
 *
 *   count - error <= w <= count of a monitored context; all counts sum to N;
 *   w <= the least count <= N / m of any other context.
 *
 * The tree has the monitored contexts and their callers.  A call takes constant time: counters are in
 * an array by falling count, and each run of equal counts knows where it begins.
 */
#pragma once

#include "cyan-call-tape.h"
#include "cyan-open-calls.h"
#include "cyan-trie.h"

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

/* Removes what is neither a context with a count of at least @limit nor a caller of one, and sets the
 * counts of the tree.  Open calls end. */
void cyan_space_saving_finish (CyanSpaceSaving *self, guint64 limit);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanSpaceSaving, cyan_space_saving_clear)
