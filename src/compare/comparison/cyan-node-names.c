/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names of nodes: going through the children of every named node once.
 *
 * Children are counted by name as they are passed, so that a node with a million children takes no
 * longer than they do.
 */
#include "cyan-node-names.h"

#include "cyan-number.h"

/* How many children of one parent have each name, by CyanStr. */
typedef struct
{
  GHashTable *ids; /* names, to their CyanStr + 1 */
  guint32 *count;
  guint32 *parent; /* for which count is valid */
} Counter;

static void
counter_init (Counter *self, const CyanStrings *strings)
{
  guint n = cyan_strings_count (strings);

  self->ids = g_hash_table_new (g_str_hash, g_str_equal);
  self->count = g_new0 (guint32, n);
  self->parent = g_new (guint32, n);
  for (CyanStr id = 0; id < n; id++)
    {
      self->parent[id] = G_MAXUINT32;
      g_hash_table_insert (self->ids, (gpointer) cyan_strings_get (strings, id),
                           GUINT_TO_POINTER (id + 1));
    }
}

static void
counter_clear (Counter *self)
{
  g_hash_table_unref (self->ids);
  g_free (self->count);
  g_free (self->parent);
}

/* Passes a child of the node with index @parent.  FALSE if nobody asks for its name. */
static gboolean
counter_pass (Counter *self, guint32 parent, const char *name, CyanStr *id, guint32 *ordinal)
{
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (self->ids, name));

  if (found == 0)
    return FALSE;
  *id = found - 1;
  if (self->parent[*id] != parent)
    {
      self->parent[*id] = parent;
      self->count[*id] = 0;
    }
  *ordinal = self->count[*id]++;
  return TRUE;
}

CyanNodeNames *
cyan_node_names_new (void)
{
  CyanNodeNames *self = g_new (CyanNodeNames, 1);
  const CyanNodeName root = { 0 };

  self->strings = cyan_strings_new ();
  self->nodes = g_array_new (FALSE, FALSE, sizeof (CyanNodeName));
  g_array_append_val (self->nodes, root);
  return self;
}

void
cyan_node_names_free (CyanNodeNames *self)
{
  cyan_strings_unref (self->strings);
  g_array_unref (self->nodes);
  g_free (self);
}

/* ---- naming ---- */

/* @nodes, the root, and all nodes between them, ascending. */
static GArray *
with_ancestors (const CyanComparison *comparison, const GArray *nodes)
{
  const CyanNode *parent = comparison->compared.tree->parent;
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  GArray *all = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  const CyanNode root = CYAN_NODE_ROOT;

  g_array_append_val (all, root);
  for (guint i = 0; i < nodes->len; i++)
    {
      CyanNode node = g_array_index (nodes, CyanNode, i);

      g_assert (node < comparison->compared.n_nodes);
      for (; node != root && g_hash_table_add (seen, GUINT_TO_POINTER (node)); node = parent[node])
        g_array_append_val (all, node);
    }
  g_array_sort (all, cyan_compare_uint32);
  return all;
}

static CyanNodeName *
name_at (const CyanNodeNames *self, guint index)
{
  return &g_array_index (self->nodes, CyanNodeName, index);
}

static void
count_ordinals (CyanNodeNames *self, const CyanComparison *comparison, GArray *named)
{
  const CyanMergedTree *tree = comparison->compared.tree;
  g_autofree guint32 *n_children = g_new0 (guint32, named->len);
  Counter counter;

  for (guint i = 1; i < named->len; i++)
    n_children[name_at (self, i)->parent]++;
  counter_init (&counter, self->strings);
  for (guint i = 0; i < named->len; i++)
    {
      CyanNode node = g_array_index (named, CyanNode, i);
      guint left = n_children[i];

      for (CyanNode child = node + 1; left > 0; child = tree->end[child])
        {
          CyanStr id;
          guint32 ordinal;
          guint at;

          if (!counter_pass (&counter, i, cyan_comparison_raw_name (comparison, child), &id,
                             &ordinal)
              || !g_array_binary_search (named, &child, cyan_compare_uint32, &at))
            continue;
          name_at (self, at)->ordinal = ordinal;
          left--;
        }
    }
  counter_clear (&counter);
}

CyanNodeNames *
cyan_node_names_of (const CyanComparison *comparison, const GArray *nodes, GArray **named)
{
  CyanNodeNames *self = cyan_node_names_new ();
  GArray *all = with_ancestors (comparison, nodes);

  for (guint i = 1; i < all->len; i++)
    {
      CyanNode node = g_array_index (all, CyanNode, i);
      CyanNodeName name = { 0 };
      gboolean is_named = g_array_binary_search (all, &comparison->compared.tree->parent[node],
                                                 cyan_compare_uint32, &name.parent);

      g_assert (is_named && name.parent < i);
      name.name = cyan_strings_add (self->strings, cyan_comparison_raw_name (comparison, node), -1);
      g_array_append_val (self->nodes, name);
    }
  count_ordinals (self, comparison, all);
  *named = all;
  return self;
}

/* ---- finding ---- */

/* A name with its index, to be found by its first three numbers. */
typedef struct
{
  CyanNodeName name;
  guint index;
} Wanted;

static int
compare_wanted (gconstpointer a, gconstpointer b)
{
  const CyanNodeName *one = a, *other = b;

  if (one->parent != other->parent)
    return one->parent < other->parent ? -1 : 1;
  if (one->name != other->name)
    return one->name < other->name ? -1 : 1;
  return one->ordinal < other->ordinal ? -1 : one->ordinal > other->ordinal;
}

CyanNode *
cyan_node_names_find (const CyanNodeNames *self, const CyanComparison *comparison)
{
  const CyanMergedTree *tree = comparison->compared.tree;
  CyanNode *found = g_new (CyanNode, self->nodes->len);
  g_autoptr (GArray) wanted = g_array_sized_new (FALSE, FALSE, sizeof (Wanted), self->nodes->len);
  g_autofree guint32 *left = g_new0 (guint32, self->nodes->len);
  Counter counter;

  found[0] = CYAN_NODE_ROOT;
  for (guint i = 1; i < self->nodes->len; i++)
    {
      const Wanted want = { *name_at (self, i), i };

      g_assert (want.name.parent < i);
      found[i] = CYAN_NODE_NONE;
      left[want.name.parent]++;
      g_array_append_val (wanted, want);
    }
  g_array_sort (wanted, compare_wanted);
  counter_init (&counter, self->strings);
  /* A parent comes before its children, so it is found by then. */
  for (guint i = 0; i < self->nodes->len; i++)
    {
      CyanNode node = found[i];

      if (node == CYAN_NODE_NONE)
        continue;
      for (CyanNode child = node + 1; left[i] > 0 && child < tree->end[node];
           child = tree->end[child])
        {
          Wanted want = { { .parent = i }, 0 };
          guint at;

          if (!counter_pass (&counter, i, cyan_comparison_raw_name (comparison, child),
                             &want.name.name, &want.name.ordinal)
              || !g_array_binary_search (wanted, &want, compare_wanted, &at))
            continue;
          found[g_array_index (wanted, Wanted, at).index] = child;
          left[i]--;
        }
    }
  counter_clear (&counter);
  return found;
}
