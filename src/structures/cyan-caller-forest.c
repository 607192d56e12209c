/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-caller-forest.h"

#include <math.h>

#include "cyan-assert.h"
#include "cyan-trie.h"

typedef struct
{
  CyanCallerForest *forest;
  CyanTrie trie;
  guint32 n_allocated;
} Builder;

/* Makes room for the values of a new node. */
static void
grow (Builder *self)
{
  CyanCallerForest *forest = self->forest;

  if (forest->n_nodes == self->trie.n_nodes)
    return;
  if (self->n_allocated != self->trie.n_allocated)
    for (guint v = 0; v < forest->n_values; v++)
      {
        forest->value[v] = g_renew (double, forest->value[v], self->trie.n_allocated);
        forest->own[v] = g_renew (double, forest->own[v], self->trie.n_allocated);
      }
  self->n_allocated = self->trie.n_allocated;
  for (guint v = 0; v < forest->n_values; v++)
    forest->value[v][forest->n_nodes] = forest->own[v][forest->n_nodes] = 0;
  forest->n_nodes++;
}

/* The innermost caller above @node that all trees of @context have, or 0. */
static guint32
caller_of (const CyanContexts *contexts, guint32 context, guint32 node)
{
  const guint8 *trees = contexts->trees;

  do
    node = contexts->parent[node];
  while (node != 0 && trees != NULL && (trees[context] & ~trees[node]) != 0);
  return node;
}

/* Adds the value of context @node to all sequences that it ends with. */
static void
add_context (
    Builder *self, const CyanContexts *contexts, guint32 node, guint k, const double *const *values)
{
  CyanCallerForest *forest = self->forest;
  guint32 at = 0, up = node;

  for (guint level = 0; up != 0 && level <= k; level++, up = caller_of (contexts, node, up))
    {
      at = cyan_trie_child (&self->trie, at, contexts->key[up]);
      grow (self);
      for (guint v = 0; v < forest->n_values; v++)
        forest->value[v][at] += values[v][node];
    }
  for (guint v = 0; v < forest->n_values; v++)
    forest->own[v][at] += values[v][node];
}

static gboolean
is_context (const CyanContexts *contexts, guint32 node)
{
  return contexts->trees == NULL || contexts->trees[node] != 0;
}

static gboolean
are_in_order (const CyanContexts *contexts)
{
  for (guint32 i = 1; i < contexts->n_nodes; i++)
    if (contexts->parent[i] >= i)
      return FALSE;
  return TRUE;
}

/* Whether each value of a context is in exactly one node's own. */
static gboolean
keeps_sums (const CyanCallerForest *forest,
            const CyanContexts *contexts,
            const double *const *values)
{
  for (guint v = 0; v < forest->n_values; v++)
    {
      double difference = 0, size = 0;

      for (guint32 i = 1; i < contexts->n_nodes; i++)
        if (is_context (contexts, i))
          {
            difference += values[v][i];
            size += fabs (values[v][i]);
          }
      for (guint32 i = 0; i < forest->n_nodes; i++)
        difference -= forest->own[v][i];
      if (fabs (difference) > 1e-9 * size)
        return FALSE;
    }
  return TRUE;
}

CyanCallerForest *
cyan_caller_forest_new (const CyanContexts *contexts,
                        guint k,
                        const double *const *values,
                        guint n_values)
{
  CyanCallerForest *forest = g_new0 (CyanCallerForest, 1);
  Builder builder = { .forest = forest };

  cyan_assert_slow (are_in_order (contexts));
  forest->n_values = n_values;
  forest->value = g_new0 (double *, n_values);
  forest->own = g_new0 (double *, n_values);
  cyan_trie_init (&builder.trie, FALSE);
  grow (&builder);
  for (guint32 i = 1; i < contexts->n_nodes; i++)
    if (is_context (contexts, i))
      add_context (&builder, contexts, i, k, values);
  forest->parent = g_steal_pointer (&builder.trie.parent);
  forest->key = g_steal_pointer (&builder.trie.key);
  cyan_trie_clear (&builder.trie);
  g_assert (forest->n_nodes == builder.trie.n_nodes);
  cyan_assert_slow (keeps_sums (forest, contexts, values));
  return forest;
}

void
cyan_caller_forest_free (CyanCallerForest *self)
{
  if (self == NULL)
    return;
  for (guint v = 0; v < self->n_values; v++)
    {
      g_free (self->value[v]);
      g_free (self->own[v]);
    }
  g_free (self->value);
  g_free (self->own);
  g_free (self->parent);
  g_free (self->key);
  g_free (self);
}
