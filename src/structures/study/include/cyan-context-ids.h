/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Probabilistic calling contexts (Bond and McKinley, OOPSLA 2007): a number for each context that
 * is the same in all runs and revisions, as it depends on names only.
 */
#pragma once

#include "cyan-trie.h"

/* The number of a function.  It must never change. */
guint64 cyan_context_id_of_name (const char *name);

/* The numbers of the contexts of all nodes of @tree: that of a call is 3 * caller + function mod
 * 2^64, that of the root 0.  @functions are by key.  Free with g_free(). */
guint64 *cyan_context_ids (const CyanTrie *tree, const guint64 *functions);

/* How many of @ids are distinct in their low @bits bits.  The root is not counted. */
guint cyan_context_ids_distinct (const guint64 *ids, guint n_ids, guint bits);
