/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Probabilistic calling contexts (Bond and McKinley, OOPSLA 2007): a number for each context that is
 * the same in all runs and revisions, as it depends on names only.
 */
#pragma once

#include "cyan-trie.h"

G_BEGIN_DECLS

/* The number of a function.  It must never change. */
guint64 cyan_context_id_of_name (const char *name);

/* The number of a call of @function, one of these, in a context: 3 * caller + function mod 2^64; that
 * of the root is 0. */
static inline guint64
cyan_context_id_of_call (guint64 caller, guint64 function)
{
  return 3 * caller + function;
}

/* Those of all nodes of @tree; @functions are by key.  Free with g_free(). */
guint64 *cyan_context_ids (const CyanTrie *tree, const guint64 *functions);

/* How many of @ids are distinct in their low @bits bits.  The root is not counted. */
guint cyan_context_ids_distinct (const guint64 *ids, guint n_ids, guint bits);

G_END_DECLS
