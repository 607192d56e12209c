/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The hot calling-context tree of a stream by Lossy Counting (Manku and Motwani, VLDB 2002; on
 * contexts: D'Elia, Demetrescu and Finocchi, PLDI 2011).
 *
 * A context counts its calls since it was made; its bound is what it may have had before.  Every m
 * calls, or as many as the tree has nodes if these are more, leaves with count + bound <= N / m are
 * removed.  With w the calls of a context:
 *
 *   count <= w <= count + bound of a node; w <= N / m of any other context.
 */
#pragma once

#include "cyan-call-tape.h"
#include "cyan-open-calls.h"
#include "cyan-trie.h"

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

/* Removes what is neither a context with count + bound of at least @limit nor a caller of one.  Open
 * calls end. */
void cyan_lossy_counting_finish (CyanLossyCounting *self, guint64 limit);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanLossyCounting, cyan_lossy_counting_clear)
