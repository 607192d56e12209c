/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edits of code as commits make them, applied to the tree of its calls. */
#include "random-edits.h"

#define NONE         RANDOM_NONE
#define NODE         RANDOM_NODE
#define LARGE_PART   4 /* the divisor: a quarter */
#define MAX_ATTEMPTS 50
#define NEAR_ROOT    4 /* levels among which half of the edits are made */

const char *const random_edit_names[] = { "wrap in a new function",
                                          "wrap in an existing function",
                                          "inline",
                                          "rename",
                                          "add a call",
                                          "remove a call",
                                          "move a call",
                                          "inline at some callers",
                                          "split",
                                          "rename a leaf",
                                          "rename a module",
                                          "change the hashes of a module",
                                          "change a recursion",
                                          "merge",
                                          NULL };

/* Relative frequencies of the kinds that commits make, and of all. */
static const guint commit_weights[] = { 3, 1, 3, 2, 2, 2, 1 };
static const guint release_weights[] = { 15, 5, 15, 10, 10, 10, 5, 10, 5, 5, 1, 1, 5, 5 };

gboolean
random_list_has (const GArray *list, guint32 name)
{
  for (guint i = 0; i < list->len; i++)
    if (g_array_index (list, guint32, i) == name)
      return TRUE;
  return FALSE;
}

/* Calls after an edit in the text of a caller move down by a line. */
static void
shift_sites (RandomTree *tree, guint32 caller, guint32 site)
{
  if (site == 0)
    return;
  for (guint32 child = NODE (tree, caller)->first; child != NONE; child = NODE (tree, child)->next)
    if (NODE (tree, child)->site > site)
      NODE (tree, child)->site += 3;
}

void
random_tree_wrap (
    RandomTree *tree, guint32 caller, const GArray *names, guint32 wrapper, gboolean move)
{
  guint32 above = NONE, next;

  for (guint32 child = NODE (tree, caller)->first; child != NONE && above == NONE;
       child = NODE (tree, child)->next)
    if (NODE (tree, child)->name == wrapper)
      above = child;
  if (above == NONE && move)
    return;
  move = above != NONE;
  for (guint32 child = NODE (tree, caller)->first; child != NONE; child = next)
    {
      next = NODE (tree, child)->next;
      if (child == above || !random_list_has (names, NODE (tree, child)->name))
        continue;
      if (above == NONE)
        {
          above = random_tree_add (tree, NONE, wrapper, NODE (tree, child)->site, 1.0);
          random_tree_attach (tree, above, caller, child);
          NODE (tree, above)->wrapper = TRUE;
        }
      NODE (tree, child)->moved |= move;
      random_tree_move (tree, child, above, NONE);
    }
}

static RandomEdit
draw_edit (guint kinds, guint64 *state)
{
  const guint *weights = kinds >> RANDOM_N_COMMIT_EDITS != 0 ? release_weights : commit_weights;
  guint sum = 0, at, k = 0;

  for (guint i = 0; i < RANDOM_N_EDITS; i++)
    sum += kinds & 1u << i ? weights[i] : 0;
  at = random_below (state, sum);
  while (!(kinds & 1u << k) || at >= weights[k])
    {
      at -= kinds & 1u << k ? weights[k] : 0;
      k++;
    }
  return (RandomEdit) k;
}

gboolean
random_tree_calls (RandomTree *tree, guint32 caller, guint32 callee)
{
  for (guint32 i = 1; i < tree->len; i++)
    {
      const RandomNode *node = NODE (tree, i);

      if (node->name == callee && node->parent != NONE && NODE (tree, node->parent)->name == caller)
        return TRUE;
    }
  return FALSE;
}

gboolean
random_tree_is_large (RandomTree *tree, guint32 caller, const GArray *callees)
{
  guint n = 0, n_below = 0;
  guint32 top = NONE, i = 0;

  for (;;)
    {
      const RandomNode *node = NODE (tree, i);

      if (top == NONE && i > 0 && NODE (tree, node->parent)->name == caller
          && random_list_has (callees, node->name))
        top = i;
      n++;
      n_below += top != NONE;
      if (node->first != NONE)
        {
          i = node->first;
          continue;
        }
      while (i != 0 && NODE (tree, i)->next == NONE)
        {
          top = i == top ? NONE : top;
          i = NODE (tree, i)->parent;
        }
      if (i == 0)
        break;
      top = i == top ? NONE : top;
      i = NODE (tree, i)->next;
    }
  return n_below > n / LARGE_PART;
}

/* Whether programmers would do that: a recursive function cannot be inlined, a large part of a
 * program is not removed or moved at once, and wrapping calls in an existing callee is a move. */
static gboolean
is_plausible (RandomTree *tree, RandomEdit kind, guint32 caller, guint32 function, guint32 other)
{
  g_autoptr (GArray) callees = NULL;

  if (kind == RANDOM_EDIT_WRAP_EXISTING)
    return !random_tree_calls (tree, caller, other);
  if (kind == RANDOM_EDIT_INLINE)
    return !random_tree_calls (tree, function, function);
  if (kind != RANDOM_EDIT_REMOVE && kind != RANDOM_EDIT_MOVE)
    return TRUE;
  callees = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (callees, function);
  return !random_tree_is_large (tree, caller, callees);
}

/* A random node other than the root; half of the time within NEAR_ROOT levels of it. */
static guint32
draw_node (RandomTree *tree, guint64 *state)
{
  g_autoptr (GArray) near_root = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 node = 0;
  guint from = 0;

  if (random_below (state, 2) == 0 || NODE (tree, 0)->first == NONE)
    {
      while (node == 0 || NODE (tree, node)->parent == NONE)
        node = 1 + random_below (state, tree->len - 1);
      return node;
    }
  for (guint level = 0; level < NEAR_ROOT; level++)
    {
      guint to = near_root->len;

      if (level == 0)
        for (guint32 child = NODE (tree, 0)->first; child != NONE; child = NODE (tree, child)->next)
          g_array_append_val (near_root, child);
      for (guint i = from; i < to; i++)
        for (guint32 child = NODE (tree, g_array_index (near_root, guint32, i))->first;
             child != NONE; child = NODE (tree, child)->next)
          g_array_append_val (near_root, child);
      from = to;
    }
  return g_array_index (near_root, guint32, random_below (state, near_root->len));
}

guint32
random_tree_draw_name (RandomTree *tree, guint64 *state)
{
  return NODE (tree, draw_node (tree, state))->name;
}

/* Makes an edit of one of the kinds that commits make. */
static void
make_commit_edit (RandomTree *tree, GArray *names, RandomEdit kind, guint64 *state)
{
  guint32 chosen, function, above, caller;
  gboolean fresh = kind == RANDOM_EDIT_WRAP || kind == RANDOM_EDIT_RENAME
                   || (kind == RANDOM_EDIT_ADD && random_below (state, 2) == 0);
  guint32 other = fresh ? random_name_add (names, 0) : 0;
  g_autoptr (GArray) callees = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 n = tree->len, site;

  for (guint attempt = 0; attempt < MAX_ATTEMPTS; attempt++)
    {
      chosen = draw_node (tree, state);
      function = NODE (tree, chosen)->name;
      above = NODE (tree, chosen)->parent;
      caller = NODE (tree, above)->name;
      if (!fresh)
        other = random_tree_draw_name (tree, state);
      if (is_plausible (tree, kind, caller, function, other))
        break;
    }
  site = NODE (tree, chosen)->site;
  g_array_append_val (callees, function);
  for (guint32 child = NODE (tree, above)->first; child != NONE; child = NODE (tree, child)->next)
    {
      guint32 name = NODE (tree, child)->name;

      if (kind == RANDOM_EDIT_MOVE && name != function)
        other = name;
      if ((kind == RANDOM_EDIT_WRAP || kind == RANDOM_EDIT_WRAP_EXISTING) && name != other
          && random_below (state, 3) == 0)
        g_array_append_val (callees, name);
    }
  if (other == function || function == 0)
    return;
  if (fresh)
    RANDOM_NAME (names, other)->module = RANDOM_NAME (names, function)->module;
  if (kind == RANDOM_EDIT_RENAME)
    RANDOM_NAME (names, function)->became = other;

  for (guint32 i = 0; i < n; i++)
    {
      guint32 name = NODE (tree, i)->name;
      guint32 parent = NODE (tree, i)->parent;

      if (i > 0 && parent == NONE)
        continue;
      switch (kind)
        {
        case RANDOM_EDIT_WRAP:
        case RANDOM_EDIT_WRAP_EXISTING:
        case RANDOM_EDIT_MOVE:
          if (name != caller)
            break;
          random_tree_wrap (tree, i, callees, other, kind == RANDOM_EDIT_MOVE);
          shift_sites (tree, i, site);
          break;
        case RANDOM_EDIT_INLINE:
          if (name == function && i > 0)
            random_tree_inline (tree, i);
          break;
        case RANDOM_EDIT_RENAME:
          if (name == function)
            NODE (tree, i)->name = other;
          break;
        case RANDOM_EDIT_ADD:
          if (name == function
              && random_tree_find_child (tree, i, other, site > 0 ? 999 : 0) == NONE)
            random_tree_add (tree, i, other, site > 0 ? 999 : 0, 3.0);
          break;
        case RANDOM_EDIT_REMOVE:
          if (name != function || NODE (tree, parent)->name != caller)
            break;
          random_tree_detach (tree, i);
          shift_sites (tree, parent, site);
          break;
        default:
          g_assert_not_reached ();
        }
    }
}

/* Notes an edit of @kind at the nodes that it changed. */
static void
mark_changed (RandomTree *tree, const RandomTree *old, RandomEdit kind)
{
  for (guint32 i = 0; i < tree->len; i++)
    {
      RandomNode *node = NODE (tree, i);
      const RandomNode *was = i < old->len ? &g_array_index (old, RandomNode, i) : NULL;

      if (was == NULL || was->parent != node->parent || was->name != node->name
          || was->merged != node->merged)
        node->edits |= 1u << kind;
    }
}

void
random_tree_edit (RandomTree *tree, GArray *names, guint kinds, guint64 *state)
{
  RandomEdit kind = draw_edit (kinds, state);
  g_autoptr (GArray) old = g_array_copy (tree);

  if (kind < RANDOM_N_COMMIT_EDITS)
    make_commit_edit (tree, names, kind, state);
  else
    random_tree_edit_release (tree, names, kind, state);
  mark_changed (tree, old, kind);
}
