/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-caller-forest.h"

#include "cyan-table.h"

typedef struct
{
  CyanCallerForest *forest;
  guint n_allocated;
  CyanTable table; /* nodes by parent and key */
} Builder;

typedef struct
{
  guint32 parent, key;
} Child;

static guint32
hash_of (const Builder *self, guint32 parent, guint32 key)
{
  return cyan_table_hash (&self->table, parent, key);
}

static gboolean
is_child (gconstpointer owner, guint32 node, gconstpointer data)
{
  const CyanCallerForest *forest = ((const Builder *) owner)->forest;
  const Child *child = data;

  return forest->parent[node] == child->parent && forest->key[node] == child->key;
}

static void
grow (Builder *self)
{
  CyanCallerForest *forest = self->forest;
  guint n = MAX (256, self->n_allocated * 2);

  self->n_allocated = n;
  forest->parent = g_renew (guint32, forest->parent, n);
  forest->key = g_renew (guint32, forest->key, n);
  for (guint v = 0; v < forest->n_values; v++)
    {
      forest->value[v] = g_renew (double, forest->value[v], n);
      forest->own[v] = g_renew (double, forest->own[v], n);
    }
}

static guint32
append (Builder *self, guint32 parent, guint32 key)
{
  CyanCallerForest *forest = self->forest;
  guint32 node = forest->n_nodes;

  if (node == self->n_allocated)
    grow (self);
  forest->n_nodes++;
  forest->parent[node] = parent;
  forest->key[node] = key;
  for (guint v = 0; v < forest->n_values; v++)
    forest->value[v][node] = forest->own[v][node] = 0;
  return node;
}

static guint32
child_of (Builder *self, guint32 parent, guint32 key)
{
  const Child child = { parent, key };
  guint32 node =
      cyan_table_find (&self->table, hash_of (self, parent, key), is_child, self, &child);

  if (node != 0)
    return node;
  node = append (self, parent, key);
  if (cyan_table_make_room (&self->table, node))
    for (guint32 i = 1; i < node; i++)
      cyan_table_add (&self->table, hash_of (self, self->forest->parent[i], self->forest->key[i]),
                      i);
  cyan_table_add (&self->table, hash_of (self, parent, key), node);
  return node;
}

/* The innermost caller that is there, or 0. */
static guint32
caller_of (const CyanContexts *contexts, guint32 node)
{
  do
    node = contexts->parent[node];
  while (node != 0 && contexts->is_there != NULL && !contexts->is_there[node]);
  return node;
}

/* Adds the value of context @node to all sequences that it ends with. */
static void
add_context (
    Builder *self, const CyanContexts *contexts, guint32 node, guint k, const double *const *values)
{
  CyanCallerForest *forest = self->forest;
  guint32 at = 0, up = node;

  for (guint level = 0; up != 0 && level <= k; level++, up = caller_of (contexts, up))
    {
      at = child_of (self, at, contexts->key[up]);
      for (guint v = 0; v < forest->n_values; v++)
        forest->value[v][at] += values[v][node];
    }
  for (guint v = 0; v < forest->n_values; v++)
    forest->own[v][at] += values[v][node];
}

CyanCallerForest *
cyan_caller_forest_new (const CyanContexts *contexts,
                        guint k,
                        const double *const *values,
                        guint n_values)
{
  CyanCallerForest *forest = g_new0 (CyanCallerForest, 1);
  Builder builder = { .forest = forest };

  forest->n_values = n_values;
  forest->value = g_new0 (double *, n_values);
  forest->own = g_new0 (double *, n_values);
  cyan_table_init (&builder.table);
  append (&builder, 0, 0);
  for (guint32 i = 1; i < contexts->n_nodes; i++)
    if (contexts->is_there == NULL || contexts->is_there[i])
      add_context (&builder, contexts, i, k, values);
  cyan_table_clear (&builder.table);
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
