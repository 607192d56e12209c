/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The approximate calling-context tree: at every n-th call the whole stack is inserted.  A count is
 * that of samples; its n-fold estimates the calls, with a standard error of about sqrt (n calls).
 *
 * The study's algorithm 3 does not keep the stack, so that it makes paths that did not run.
 */
#pragma once

#include "cyan-call-tape.h"
#include "cyan-open-calls.h"
#include "cyan-trie.h"

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
void cyan_sampled_tree_clear (CyanSampledTree *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanSampledTree, cyan_sampled_tree_clear)
