/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-call-tree.h"

#include "cyan-assert.h"

void
cyan_call_tree_init (CyanCallTree *self, CyanCallTreeKind kind)
{
  cyan_trie_init (&self->tree, kind == CYAN_CALL_TREE_CONTEXTS);
  cyan_open_calls_init (&self->open);
  self->kind = kind;
}

void
cyan_call_tree_clear (CyanCallTree *self)
{
  cyan_trie_clear (&self->tree);
  cyan_open_calls_clear (&self->open);
}

static void
enter (gpointer taker, guint thread, guint32 function)
{
  CyanCallTree *self = taker;
  GArray *open = cyan_open_calls_of (&self->open, thread);
  guint32 caller = cyan_open_calls_top (open, 0), node;

  if (self->kind == CYAN_CALL_TREE_DYNAMIC)
    node = cyan_trie_append (&self->tree, caller, function);
  else
    {
      node = cyan_trie_child (&self->tree, caller, function);
      self->tree.count[node]++;
    }
  g_array_append_val (open, node);
}

static void
leave (gpointer taker, guint thread)
{
  cyan_open_calls_pop (cyan_open_calls_of (&((CyanCallTree *) taker)->open, thread));
}

const CyanCallTaker cyan_call_tree_taker = { enter, leave };

void
cyan_call_tree_prune (const CyanTrie *tree, guint64 limit, CyanTrie *pruned)
{
  g_autofree guint8 *stays = g_new0 (guint8, tree->n_nodes);
  g_autofree guint32 *moved = g_new0 (guint32, tree->n_nodes);

  for (guint32 i = tree->n_nodes; i-- > 1;)
    {
      stays[i] |= tree->count[i] >= limit;
      stays[tree->parent[i]] |= stays[i];
    }
  cyan_trie_init (pruned, TRUE);
  for (guint32 i = 1; i < tree->n_nodes; i++)
    if (stays[i])
      {
        moved[i] = cyan_trie_child (pruned, moved[tree->parent[i]], tree->key[i]);
        pruned->count[moved[i]] = tree->count[i];
      }
  cyan_assert_valid (cyan_trie_check, pruned);
}
