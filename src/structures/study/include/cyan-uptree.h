/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The calling-context uptree of Bond et al. (OOPSLA 2013): each call appends its function and its
 * caller, nothing is looked up; a collector then merges nodes of equal function and caller, callers
 * first.  The merged tree is the calling-context tree without its ways down.
 *
 * Calls are collected in blocks, and each full block is merged.
 */
#pragma once

#include "cyan-call-tape.h"
#include "cyan-open-calls.h"
#include "cyan-trie.h"

/* Calls of a block. */
#define CYAN_UPTREE_BLOCK (1u << 20)

typedef struct
{
  CyanTrie merged;
  guint block;   /* at most so many calls in a block */
  GArray *calls; /* the block: pairs of guint32, caller and function; the number of a call is that
                  * of nodes merged + its index */
  CyanOpenCalls open;
  guint64 most_memory;
} CyanUptree;

extern const CyanCallTaker cyan_uptree_taker;

/* @block: 0 means CYAN_UPTREE_BLOCK. */
void cyan_uptree_init (CyanUptree *self, guint block);
void cyan_uptree_clear (CyanUptree *self);
/* Merges the last block. */
void cyan_uptree_finish (CyanUptree *self);
/* The most bytes until then. */
guint64 cyan_uptree_memory (const CyanUptree *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CyanUptree, cyan_uptree_clear)
