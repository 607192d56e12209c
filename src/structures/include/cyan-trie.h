/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A growing tree of keys: arrays by node, and the children of a node by their key.
 */
#pragma once

#include "cyan-table.h"

/* Node 0 is the root. */
typedef struct
{
  guint32 n_nodes, n_allocated;
  guint32 *parent; /* parent[i] < i for i > 0 */
  guint32 *key;
  guint64 *count;  /* or NULL */
  CyanTable table; /* nodes by parent and key, if they were made by cyan_trie_child() */
} CyanTrie;

/* A root alone. */
void cyan_trie_init (CyanTrie *self, gboolean has_counts);
void cyan_trie_clear (CyanTrie *self);

/* A new node with the count 0, which cyan_trie_find() does not find. */
guint32 cyan_trie_append (CyanTrie *self, guint32 parent, guint32 key);
/* The child of @parent with @key; 0 if there is none. */
guint32 cyan_trie_find (const CyanTrie *self, guint32 parent, guint32 key);
/* The same, added if there is none.  All nodes of the trie must be made by this. */
guint32 cyan_trie_child (CyanTrie *self, guint32 parent, guint32 key);

/* Removes all nodes but the root, those for which @stays is nonzero, and their ancestors, which it
 * marks in @stays.  Returns the new number of each node, 0 if it was removed; free with
 * g_free(). */
guint32 *cyan_trie_keep (CyanTrie *self, guint8 *stays);

/* Bytes of the arrays and the table. */
guint64 cyan_trie_memory (const CyanTrie *self);

/* Checks what is said above of the arrays and of the table.  FALSE with CYAN_ERROR_INVALID. */
gboolean cyan_trie_check (const CyanTrie *self, GError **error);
