/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-trie.h"

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

guint32
cyan_trie_child (CyanTrie *self, guint32 parent, guint32 key)
{
  guint32 node = cyan_trie_find (self, parent, key);

  if (node != 0)
    return node;
  node = cyan_trie_append (self, parent, key);
  if (cyan_table_make_room (&self->table, node))
    for (guint32 i = 1; i < node; i++)
      cyan_table_add (&self->table, cyan_table_hash (&self->table, self->parent[i], self->key[i]),
                      i);
  cyan_table_add (&self->table, cyan_table_hash (&self->table, parent, key), node);
  return node;
}
