/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edits of code that add up between two releases, applied to the tree of its calls. */
#include "random-edits.h"

#define NONE         RANDOM_NONE
#define NODE         RANDOM_NODE
#define NAME         RANDOM_NAME
#define MAX_ATTEMPTS 50

/* What a function does in any of its contexts. */
typedef struct
{
  gboolean has_callees;
  gboolean is_recursive;
} Use;

static gboolean
is_gone (RandomTree *tree, guint32 node)
{
  return node > 0 && NODE (tree, node)->parent == NONE;
}

static Use *
find_uses (RandomTree *tree, guint n_names)
{
  Use *uses = g_new0 (Use, n_names);

  for (guint32 i = 1; i < tree->len; i++)
    {
      const RandomNode *node = NODE (tree, i);

      if (is_gone (tree, i))
        continue;
      uses[node->name].has_callees |= node->first != NONE;
      uses[node->name].is_recursive |= NODE (tree, node->parent)->name == node->name;
    }
  return uses;
}

/* The nodes of a function. */
static GArray *
find_nodes (RandomTree *tree, guint32 function)
{
  GArray *nodes = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 1; i < tree->len; i++)
    if (NODE (tree, i)->name == function && !is_gone (tree, i))
      g_array_append_val (nodes, i);
  return nodes;
}

/* The names of the callers of @nodes, or of their callees. */
static GArray *
find_neighbours (RandomTree *tree, const GArray *nodes, gboolean callees)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint k = 0; k < nodes->len; k++)
    {
      const RandomNode *node = NODE (tree, g_array_index (nodes, guint32, k));
      guint32 other = callees ? node->first : node->parent;

      for (; other != NONE; other = callees ? NODE (tree, other)->next : NONE)
        if (!random_list_has (found, NODE (tree, other)->name))
          g_array_append_val (found, NODE (tree, other)->name);
    }
  return found;
}

/* Leaves a random part of @names, neither nothing nor all.  FALSE if there are fewer than two. */
static gboolean
take_some (GArray *names, guint64 *state)
{
  guint n = names->len;

  if (n < 2)
    return FALSE;
  for (guint left = 1 + random_below (state, n - 1); names->len > left;)
    g_array_remove_index_fast (names, random_below (state, names->len));
  return TRUE;
}

/* A function other than main() that @kind can change, or 0. */
static guint32
draw_function (RandomTree *tree, guint n_names, RandomEdit kind, guint64 *state)
{
  g_autofree Use *uses = find_uses (tree, n_names);

  for (guint attempt = 0; attempt < MAX_ATTEMPTS; attempt++)
    {
      guint32 function = random_tree_draw_name (tree, state);
      const Use *use = &uses[function];

      if (function == 0 || (kind == RANDOM_EDIT_INLINE_PARTLY && use->is_recursive)
          || (kind == RANDOM_EDIT_SPLIT && !use->has_callees)
          || (kind == RANDOM_EDIT_RENAME_LEAF && use->has_callees)
          || (kind == RANDOM_EDIT_RECURSION && !use->is_recursive))
        continue;
      return function;
    }
  return 0;
}

/* Inlines @function into some of its callers. */
static void
inline_partly (RandomTree *tree, guint32 function, guint64 *state)
{
  g_autoptr (GArray) nodes = find_nodes (tree, function);
  g_autoptr (GArray) callers = find_neighbours (tree, nodes, FALSE);

  if (!take_some (callers, state))
    return;
  for (guint k = 0; k < nodes->len; k++)
    {
      guint32 node = g_array_index (nodes, guint32, k);

      if (!is_gone (tree, node)
          && random_list_has (callers, NODE (tree, NODE (tree, node)->parent)->name))
        random_tree_inline (tree, node);
    }
}

/* Moves the calls of @callees from @node to @part, which its caller calls after it. */
static void
split_node (RandomTree *tree, guint32 node, const GArray *callees, guint32 part)
{
  guint32 other = NONE, next;

  for (guint32 child = NODE (tree, node)->first; child != NONE; child = next)
    {
      next = NODE (tree, child)->next;
      if (!random_list_has (callees, NODE (tree, child)->name))
        continue;
      if (other == NONE)
        {
          NODE (tree, node)->self /= 2.0;
          other =
              random_tree_add (tree, NONE, part, NODE (tree, node)->site, NODE (tree, node)->self);
          random_tree_attach (tree, other, NODE (tree, node)->parent, NODE (tree, node)->next);
        }
      NODE (tree, child)->moved = TRUE;
      random_tree_move (tree, child, other, NONE);
    }
}

/* Gives some of the callees of @function to a new one: it calls that, or its callers call both.  If
 * that moved a large part of the program, it calls that. */
static void
split (RandomTree *tree, GArray *names, guint32 function, guint64 *state)
{
  g_autoptr (GArray) nodes = find_nodes (tree, function);
  g_autoptr (GArray) callees = find_neighbours (tree, nodes, TRUE);
  gboolean nested = random_below (state, 2) == 0;
  guint32 part;

  if (!take_some (callees, state))
    return;
  nested |= random_tree_is_large (tree, function, callees);
  part = random_name_add (names, NAME (names, function)->module);
  for (guint k = 0; k < nodes->len; k++)
    if (nested)
      random_tree_wrap (tree, g_array_index (nodes, guint32, k), callees, part, FALSE);
    else
      split_node (tree, g_array_index (nodes, guint32, k), callees, part);
}

static void
rename_leaf (RandomTree *tree, GArray *names, guint32 function)
{
  guint32 other = random_name_add (names, NAME (names, function)->module);

  NAME (names, function)->became = other;
  for (guint32 i = 1; i < tree->len; i++)
    if (NODE (tree, i)->name == function)
      NODE (tree, i)->name = other;
}

/* Gives all functions of a module another prefix, a suffix, or another hash. */
static void
rename_module (RandomTree *tree, GArray *names, guint32 module, gboolean hash, guint64 *state)
{
  guint n = names->len;
  g_autofree guint32 *new_name = g_new0 (guint32, n);
  gboolean suffix = random_below (state, 2) == 0;

  for (guint32 i = 1; i < tree->len; i++)
    {
      RandomNode *node = NODE (tree, i);
      guint32 name = node->name;

      if (name == 0 || NAME (names, name)->module != module)
        continue;
      if (new_name[name] == 0)
        {
          RandomName *other;

          if (hash && NAME (names, name)->hash == 0)
            NAME (names, name)->hash = name;
          new_name[name] = random_name_add_other (names, name);
          other = NAME (names, new_name[name]);
          *(hash     ? &other->hash
            : suffix ? &other->suffix
                     : &other->prefix) = hash ? new_name[name] : n;
        }
      node->name = new_name[name];
    }
}

/* Inlines a recursive function into itself once, or puts a new one around its recursive call. */
static void
change_recursion (RandomTree *tree, GArray *names, guint32 function, guint64 *state)
{
  g_autoptr (GArray) nodes = find_nodes (tree, function);
  g_autoptr (GArray) inlined = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) callees = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (random_below (state, 2) == 0)
    {
      guint32 wrapper = random_name_add (names, NAME (names, function)->module);

      g_array_append_val (callees, function);
      for (guint k = 0; k < nodes->len; k++)
        random_tree_wrap (tree, g_array_index (nodes, guint32, k), callees, wrapper, FALSE);
      return;
    }
  for (guint k = 0; k < nodes->len; k++)
    {
      guint32 node = g_array_index (nodes, guint32, k), up = node;
      guint level = 0;

      while (!is_gone (tree, up) && NODE (tree, NODE (tree, up)->parent)->name == function)
        {
          up = NODE (tree, up)->parent;
          level++;
        }
      if (level % 2 == 1)
        g_array_append_val (inlined, node);
    }
  for (guint k = 0; k < inlined->len; k++)
    if (!is_gone (tree, g_array_index (inlined, guint32, k)))
      random_tree_inline (tree, g_array_index (inlined, guint32, k));
}

/* A function of the same module that neither calls @function nor is called by it, or 0. */
static guint32
draw_other (RandomTree *tree, const GArray *names, guint32 function, guint64 *state)
{
  for (guint attempt = 0; attempt < MAX_ATTEMPTS; attempt++)
    {
      guint32 name = random_tree_draw_name (tree, state);
      g_autoptr (GArray) nodes = NULL;
      g_autoptr (GArray) callees = NULL;

      if (name == 0 || name == function
          || NAME (names, name)->module != NAME (names, function)->module
          || random_tree_calls (tree, function, name) || random_tree_calls (tree, name, function))
        continue;
      nodes = find_nodes (tree, name);
      callees = find_neighbours (tree, nodes, TRUE);
      if (!random_tree_is_large (tree, name, callees))
        return name;
    }
  return 0;
}

/* @function does the work of another one, too, which is gone.  A caller that called both calls it
 * once. */
static void
merge (RandomTree *tree, GArray *names, guint32 function, guint64 *state)
{
  guint32 gone = draw_other (tree, names, function, state);
  g_autoptr (GArray) nodes = find_nodes (tree, gone);

  if (gone == 0)
    return;
  NAME (names, gone)->became = function;
  NAME (names, gone)->merged = TRUE;
  for (guint k = 0; k < nodes->len; k++)
    {
      guint32 i = g_array_index (nodes, guint32, k);
      RandomNode *node = NODE (tree, i);
      gboolean both = !is_gone (tree, i)
                      && random_tree_find_child (tree, node->parent, function, node->site) != NONE;

      node->name = function;
      node->displaced = TRUE;
      if (!both)
        continue;
      for (guint32 child = node->first; child != NONE; child = NODE (tree, child)->next)
        NODE (tree, child)->moved = TRUE;
      random_tree_move (tree, i, node->parent, node->next);
    }
}

void
random_tree_edit_release (RandomTree *tree, GArray *names, RandomEdit kind, guint64 *state)
{
  guint32 function = draw_function (tree, names->len, kind, state);
  guint32 module;

  if (function == 0)
    return;
  module = NAME (names, function)->module;
  switch (kind)
    {
    case RANDOM_EDIT_INLINE_PARTLY:
      inline_partly (tree, function, state);
      break;
    case RANDOM_EDIT_SPLIT:
      split (tree, names, function, state);
      break;
    case RANDOM_EDIT_RENAME_LEAF:
      rename_leaf (tree, names, function);
      break;
    case RANDOM_EDIT_RENAME_MODULE:
    case RANDOM_EDIT_HASHES:
      rename_module (tree, names, module, kind == RANDOM_EDIT_HASHES, state);
      break;
    case RANDOM_EDIT_RECURSION:
      change_recursion (tree, names, function, state);
      break;
    case RANDOM_EDIT_MERGE:
      merge (tree, names, function, state);
      break;
    default:
      g_assert_not_reached ();
    }
}
