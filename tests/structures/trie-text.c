/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trie-text.h"

/* The children of all nodes, as first child and next sibling; 0: none. */
typedef struct
{
  guint32 *first, *next;
} Children;

static void
children_init (Children *self, const CyanTrie *tree)
{
  self->first = g_new0 (guint32, tree->n_nodes);
  self->next = g_new0 (guint32, tree->n_nodes);
  for (guint32 i = tree->n_nodes; i-- > 1;)
    {
      self->next[i] = self->first[tree->parent[i]];
      self->first[tree->parent[i]] = i;
    }
}

static void
children_clear (Children *self)
{
  g_free (self->first);
  g_free (self->next);
}

char *
cyan_trie_to_text (const CyanTrie *tree, char mark, CyanKeyName name, gpointer data)
{
  GString *text = g_string_new (NULL);
  Children children;
  guint32 node;

  children_init (&children, tree);
  for (node = children.first[0]; node != 0;)
    {
      g_string_append (text, name (tree->key[node], data));
      if (tree->count != NULL && tree->count[node] > 0)
        g_string_append_printf (text, "%c%" G_GUINT64_FORMAT, mark, tree->count[node]);
      if (children.first[node] != 0)
        {
          g_string_append_c (text, '(');
          node = children.first[node];
          continue;
        }
      for (; node != 0 && children.next[node] == 0; node = tree->parent[node])
        if (tree->parent[node] != 0)
          g_string_append_c (text, ')');
      node = children.next[node];
      if (node != 0)
        g_string_append_c (text, ' ');
    }
  children_clear (&children);
  return g_string_free (text, FALSE);
}

char *
cyan_trie_to_uptree_text (const CyanTrie *tree, CyanKeyName name, gpointer data)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 1; i < tree->n_nodes; i++)
    g_string_append_printf (text, "%s%u:%s^%u*%" G_GUINT64_FORMAT, i > 1 ? " " : "", i,
                            name (tree->key[i], data), tree->parent[i],
                            tree->count != NULL ? tree->count[i] : 1);
  return g_string_free (text, FALSE);
}
