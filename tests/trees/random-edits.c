/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edits of code, applied to the tree of its calls. */
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
                                          NULL };

/* Relative frequency of each kind. */
static const guint edit_weights[] = { 3, 1, 3, 2, 2, 2, 1 };

guint64
random_next (guint64 *state)
{
  guint64 z = (*state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)); /* splitmix64 */

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

guint
random_below (guint64 *state, guint n)
{
  return (guint) (random_next (state) % n);
}

double
random_uniform (guint64 *state)
{
  return (double) (random_next (state) >> 11) / 9007199254740992.0;
}

/* Inserts @node below @parent, before its child @behind, or at the end for RANDOM_NONE. */
static void
attach (RandomTree *tree, guint32 node, guint32 parent, guint32 behind)
{
  RandomNode *above = NODE (tree, parent);
  guint32 before = NONE;

  NODE (tree, node)->parent = parent;
  NODE (tree, node)->next = behind;
  if (behind == NONE)
    {
      before = above->last;
      above->last = node;
    }
  else if (above->first != behind)
    {
      for (before = above->first; NODE (tree, before)->next != behind;)
        before = NODE (tree, before)->next;
    }
  if (before == NONE)
    above->first = node;
  else
    NODE (tree, before)->next = node;
}

static void
detach (RandomTree *tree, guint32 node)
{
  guint32 parent = NODE (tree, node)->parent;
  guint32 before = NONE;
  guint32 *link = &NODE (tree, parent)->first;

  while (*link != node)
    {
      before = *link;
      link = &NODE (tree, *link)->next;
    }
  *link = NODE (tree, node)->next;
  if (NODE (tree, parent)->last == node)
    NODE (tree, parent)->last = before;
  NODE (tree, node)->parent = NODE (tree, node)->next = NONE;
}

guint32
random_tree_add (RandomTree *tree, guint32 parent, guint32 name, guint32 site, double self)
{
  RandomNode node = { NONE, NONE, NONE, NONE, name, site, NONE, 0, self };
  guint32 i = tree->len;

  g_array_append_val (tree, node);
  if (parent != NONE)
    attach (tree, i, parent, NONE);
  return i;
}

static guint32
find_child (RandomTree *tree, guint32 parent, guint32 name, guint32 site)
{
  guint32 child = NODE (tree, parent)->first;

  while (child != NONE && (NODE (tree, child)->name != name || NODE (tree, child)->site != site))
    child = NODE (tree, child)->next;
  return child;
}

/* Moves @node below @parent, before @behind or to the end.  A child of the same name and call site
 * absorbs it. */
static void
move_below (RandomTree *tree, guint32 node, guint32 parent, guint32 behind)
{
  g_autoptr (GArray) work = g_array_new (FALSE, FALSE, sizeof (guint32) * 2);
  guint32 job[2] = { node, parent };

  g_array_append_val (work, job);
  while (work->len > 0)
    {
      guint32 *last = (guint32 *) (void *) (work->data + (work->len - 1) * sizeof job);
      guint32 moved = last[0], target = last[1];
      guint32 twin = find_child (tree, target, NODE (tree, moved)->name, NODE (tree, moved)->site);

      g_array_set_size (work, work->len - 1);
      detach (tree, moved);
      if (twin == NONE)
        {
          attach (tree, moved, target, moved == node ? behind : NONE);
          continue;
        }
      NODE (tree, twin)->self += NODE (tree, moved)->self;
      NODE (tree, moved)->merged = twin;
      for (guint32 child = NODE (tree, moved)->first; child != NONE;
           child = NODE (tree, child)->next)
        {
          job[0] = child;
          job[1] = twin;
          g_array_append_val (work, job);
        }
    }
}

static gboolean
has_name (const GArray *names, guint32 name)
{
  for (guint i = 0; i < names->len; i++)
    if (g_array_index (names, guint32, i) == name)
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

/* In @caller, moves the calls of @names below @wrapper.  If @wrapper exists already, this is a move
 * of calls. */
static void
wrap_calls (RandomTree *tree, guint32 caller, const GArray *names, guint32 wrapper, gboolean move)
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
      if (child == above || !has_name (names, NODE (tree, child)->name))
        continue;
      if (above == NONE)
        {
          above = random_tree_add (tree, NONE, wrapper, NODE (tree, child)->site, 1.0);
          attach (tree, above, caller, child);
        }
      NODE (tree, child)->moved |= move;
      move_below (tree, child, above, NONE);
    }
}

/* Replaces @node by its callees. */
static void
inline_call (RandomTree *tree, guint32 node)
{
  guint32 parent = NODE (tree, node)->parent;
  guint32 site = NODE (tree, node)->site;
  guint32 child;

  while ((child = NODE (tree, node)->first) != NONE)
    {
      if (site != 0)
        NODE (tree, child)->site += site * 64;
      move_below (tree, child, parent, node);
    }
  NODE (tree, parent)->self += NODE (tree, node)->self;
  detach (tree, node);
}

static RandomEdit
draw_edit (guint kinds, guint64 *state)
{
  guint sum = 0, at;

  for (guint k = 0; k < RANDOM_N_EDITS; k++)
    sum += kinds & 1u << k ? edit_weights[k] : 0;
  at = random_below (state, sum);
  for (guint k = 0; k < RANDOM_N_EDITS; k++)
    {
      guint weight = kinds & 1u << k ? edit_weights[k] : 0;

      if (at < weight)
        return (RandomEdit) k;
      at -= weight;
    }
  g_assert_not_reached ();
}

static gboolean
calls (RandomTree *tree, guint32 caller, guint32 callee)
{
  for (guint32 i = 1; i < tree->len; i++)
    {
      const RandomNode *node = NODE (tree, i);

      if (node->name == callee && node->parent != NONE && NODE (tree, node->parent)->name == caller)
        return TRUE;
    }
  return FALSE;
}

/* Whether programmers would do that: a recursive function cannot be inlined, a large part of a
 * program is not removed or moved at once, and wrapping calls in an existing callee is a move. */
static gboolean
is_plausible (RandomTree *tree, RandomEdit kind, guint32 caller, guint32 function, guint32 other)
{
  guint n = 0, n_gone = 0;
  guint32 top = NONE, i = 0;

  if (kind == RANDOM_EDIT_WRAP_EXISTING)
    return !calls (tree, caller, other);

  if (kind != RANDOM_EDIT_INLINE && kind != RANDOM_EDIT_REMOVE && kind != RANDOM_EDIT_MOVE)
    return TRUE;
  for (;;)
    {
      const RandomNode *node = NODE (tree, i);

      if (top == NONE && i > 0 && node->name == function
          && NODE (tree, node->parent)->name == caller)
        top = i;
      n++;
      n_gone += top != NONE;
      if (kind == RANDOM_EDIT_INLINE && node->name == function && i > 0
          && NODE (tree, node->parent)->name == function)
        return FALSE;
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
  return kind == RANDOM_EDIT_INLINE || n_gone <= n / LARGE_PART;
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

/* The name of a random node. */
static guint32
draw_name (RandomTree *tree, guint64 *state)
{
  return NODE (tree, draw_node (tree, state))->name;
}

void
random_tree_edit (RandomTree *tree, guint kinds, guint64 *state, guint32 *n_names)
{
  RandomEdit kind = draw_edit (kinds, state);
  guint32 chosen, function, above, caller;
  gboolean fresh = kind == RANDOM_EDIT_WRAP || kind == RANDOM_EDIT_RENAME
                   || (kind == RANDOM_EDIT_ADD && random_below (state, 2) == 0);
  guint32 other = fresh ? (*n_names)++ : 0;
  g_autoptr (GArray) callees = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 n = tree->len, site;

  for (guint attempt = 0; attempt < MAX_ATTEMPTS; attempt++)
    {
      chosen = draw_node (tree, state);
      function = NODE (tree, chosen)->name;
      above = NODE (tree, chosen)->parent;
      caller = NODE (tree, above)->name;
      if (!fresh)
        other = draw_name (tree, state);
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
          wrap_calls (tree, i, callees, other, kind == RANDOM_EDIT_MOVE);
          shift_sites (tree, i, site);
          break;
        case RANDOM_EDIT_INLINE:
          if (name == function && i > 0)
            inline_call (tree, i);
          break;
        case RANDOM_EDIT_RENAME:
          if (name == function)
            NODE (tree, i)->name = other;
          break;
        case RANDOM_EDIT_ADD:
          if (name == function && find_child (tree, i, other, site > 0 ? 999 : 0) == NONE)
            random_tree_add (tree, i, other, site > 0 ? 999 : 0, 3.0);
          break;
        case RANDOM_EDIT_REMOVE:
          if (name != function || NODE (tree, parent)->name != caller)
            break;
          detach (tree, i);
          shift_sites (tree, parent, site);
          break;
        case RANDOM_N_EDITS:
          break;
        }
    }
}

void
random_tree_shuffle (RandomTree *tree, double part, guint64 *state)
{
  g_autoptr (GArray) kids = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < tree->len; i++)
    {
      RandomNode *node = NODE (tree, i);

      if (node->first == node->last || random_uniform (state) >= part)
        continue;
      g_array_set_size (kids, 0);
      for (guint32 child = node->first; child != NONE; child = NODE (tree, child)->next)
        g_array_append_val (kids, child);
      node->first = node->last = NONE;
      for (guint left = kids->len; left > 0; left--)
        {
          guint at = random_below (state, left);
          guint32 child = g_array_index (kids, guint32, at);

          g_array_remove_index_fast (kids, at);
          attach (tree, child, i, NONE);
        }
    }
}
