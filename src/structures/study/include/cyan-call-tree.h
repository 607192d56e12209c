/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The dynamic call tree, with a node for each call, and the calling-context tree, in which the nodes
 * of equal paths are one.
 */
#pragma once

#include "cyan-call-tape.h"
#include "cyan-open-calls.h"
#include "cyan-trie.h"

typedef enum
{
  CYAN_CALL_TREE_DYNAMIC,  /* 8 bytes a call */
  CYAN_CALL_TREE_CONTEXTS, /* counts are calls */
} CyanCallTreeKind;

/* Functions are keys. */
typedef struct
{
  CyanTrie tree;
  CyanOpenCalls open; /* nodes */
  CyanCallTreeKind kind;
} CyanCallTree;

extern const CyanCallTaker cyan_call_tree_taker;

void cyan_call_tree_init (CyanCallTree *self, CyanCallTreeKind kind);
void cyan_call_tree_clear (CyanCallTree *self);

/* A copy of @tree without the contexts that are neither hot, their count at least @limit, nor called
 * by hot ones: the exact hot calling-context tree. */
void cyan_call_tree_prune (const CyanTrie *tree, guint64 limit, CyanTrie *pruned);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanCallTree, cyan_call_tree_clear)
