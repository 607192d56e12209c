/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-trie.h"

#include "cyan-assert.h"
#include "cyan-error.h"

typedef struct
{
  guint32 parent, key;
} Child;

static gboolean
is_child (gconstpointer owner, guint32 node, gconstpointer data)
{
  const CyanTrie *self = owner;
  const Child *child = data;

  return self->parent[node] == child->parent && self->key[node] == child->key;
}

void
cyan_trie_init (CyanTrie *self, gboolean has_counts)
{
  *self = (CyanTrie){ 0 };
  cyan_table_init (&self->table);
  if (has_counts)
    self->count = g_new (guint64, 1);
  cyan_trie_append (self, 0, 0);
}

void
cyan_trie_clear (CyanTrie *self)
{
  g_free (self->parent);
  g_free (self->key);
  g_free (self->count);
  cyan_table_clear (&self->table);
}

guint32
cyan_trie_append (CyanTrie *self, guint32 parent, guint32 key)
{
  guint32 node = self->n_nodes;

  g_assert (parent < MAX (node, 1));
  if (node == self->n_allocated)
    {
      self->n_allocated = MAX (256, node + node / 2);
      self->parent = g_renew (guint32, self->parent, self->n_allocated);
      self->key = g_renew (guint32, self->key, self->n_allocated);
      if (self->count != NULL)
        self->count = g_renew (guint64, self->count, self->n_allocated);
    }
  self->n_nodes++;
  self->parent[node] = parent;
  self->key[node] = key;
  if (self->count != NULL)
    self->count[node] = 0;
  return node;
}

guint32
cyan_trie_find (const CyanTrie *self, guint32 parent, guint32 key)
{
  const Child child = { parent, key };

  return cyan_table_find (&self->table, cyan_table_hash (&self->table, parent, key), is_child, self,
                          &child);
}

static void
add_to_table (CyanTrie *self, guint32 node)
{
  if (cyan_table_make_room (&self->table, node))
    for (guint32 i = 1; i < node; i++)
      cyan_table_add (&self->table, cyan_table_hash (&self->table, self->parent[i], self->key[i]),
                      i);
  cyan_table_add (&self->table, cyan_table_hash (&self->table, self->parent[node], self->key[node]),
                  node);
}

guint32
cyan_trie_child (CyanTrie *self, guint32 parent, guint32 key)
{
  guint32 node = cyan_trie_find (self, parent, key);

  if (node != 0)
    return node;
  g_assert (self->table.n_used + 1 == self->n_nodes);
  node = cyan_trie_append (self, parent, key);
  add_to_table (self, node);
  return node;
}

guint32 *
cyan_trie_keep (CyanTrie *self, guint8 *stays)
{
  guint32 *moved = g_new0 (guint32, self->n_nodes);
  guint32 n_nodes = self->n_nodes;

  for (guint32 i = n_nodes; i-- > 1;)
    stays[self->parent[i]] |= stays[i];
  cyan_table_empty (&self->table, n_nodes);
  self->n_nodes = 1;
  for (guint32 i = 1; i < n_nodes; i++)
    {
      guint32 node = self->n_nodes;

      if (!stays[i])
        continue;
      moved[i] = node;
      self->parent[node] = moved[self->parent[i]];
      self->key[node] = self->key[i];
      if (self->count != NULL)
        self->count[node] = self->count[i];
      self->n_nodes++;
      add_to_table (self, node);
    }
  cyan_assert_valid (cyan_trie_check, self);
  return moved;
}

guint64
cyan_trie_memory (const CyanTrie *self)
{
  guint64 node = 2 * sizeof (guint32) + (self->count != NULL ? sizeof (guint64) : 0);

  return self->n_allocated * node + cyan_table_memory (&self->table);
}

gboolean
cyan_trie_check (const CyanTrie *self, GError **error)
{
  for (guint32 i = 1; i < self->n_nodes; i++)
    {
      if (self->parent[i] >= i)
        return cyan_fail (error, CYAN_ERROR_INVALID, "node %u: its parent is %u", i,
                          self->parent[i]);
      if (self->table.n_used > 0 && cyan_trie_find (self, self->parent[i], self->key[i]) != i)
        return cyan_fail (error, CYAN_ERROR_INVALID, "node %u is not the child of its parent", i);
    }
  return TRUE;
}
