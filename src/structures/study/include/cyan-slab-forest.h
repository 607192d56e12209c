/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The k-slab forest, which makes a k-calling-context forest of a stream without the calling-context
 * tree (Ausiello, Demetrescu, Finocchi and Firmani, OOPSLA 2012).
 *
 * Slabs are k levels of the stack.  A call is in the tree of its slab and, from level k on, below the
 * tree of the slab above, so that one of both ends with its last k callers.
 */
#pragma once

#include "cyan-call-tape.h"
#include "cyan-open-calls.h"
#include "cyan-trie.h"

typedef struct
{
  CyanTrie tree;      /* its roots are those of the slabs */
  CyanOpenCalls open; /* two nodes a call: that in its slab, and that below the slab above or 0 */
  guint k;
} CyanSlabForest;

extern const CyanCallTaker cyan_slab_forest_taker;

void cyan_slab_forest_init (CyanSlabForest *self, guint k);
void cyan_slab_forest_clear (CyanSlabForest *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanSlabForest, cyan_slab_forest_clear)
