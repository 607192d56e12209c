/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trees of calls: adding, moving, merging and inlining nodes. */
#include "random-edits.h"

#define NONE RANDOM_NONE
#define NODE RANDOM_NODE

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

void
random_tree_attach (RandomTree *tree, guint32 node, guint32 parent, guint32 behind)
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

void
random_tree_detach (RandomTree *tree, guint32 node)
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
  RandomNode node = { .parent = NONE,
                      .first = NONE,
                      .last = NONE,
                      .next = NONE,
                      .name = name,
                      .site = site,
                      .merged = NONE,
                      .self = self };
  guint32 i = tree->len;

  g_array_append_val (tree, node);
  if (parent != NONE)
    random_tree_attach (tree, i, parent, NONE);
  return i;
}

guint32
random_tree_find_child (RandomTree *tree, guint32 parent, guint32 name, guint32 site)
{
  guint32 child = NODE (tree, parent)->first;

  while (child != NONE && (NODE (tree, child)->name != name || NODE (tree, child)->site != site))
    child = NODE (tree, child)->next;
  return child;
}

void
random_tree_move (RandomTree *tree, guint32 node, guint32 parent, guint32 behind)
{
  g_autoptr (GArray) work = g_array_new (FALSE, FALSE, sizeof (guint32) * 2);
  guint32 job[2] = { node, parent };

  g_array_append_val (work, job);
  while (work->len > 0)
    {
      guint32 *last = (guint32 *) (void *) (work->data + (work->len - 1) * sizeof job);
      guint32 moved = last[0], target = last[1];
      guint32 twin;

      g_array_set_size (work, work->len - 1);
      random_tree_detach (tree, moved);
      twin =
          random_tree_find_child (tree, target, NODE (tree, moved)->name, NODE (tree, moved)->site);
      if (twin == NONE)
        {
          random_tree_attach (tree, moved, target, moved == node ? behind : NONE);
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

void
random_tree_inline (RandomTree *tree, guint32 node)
{
  guint32 parent = NODE (tree, node)->parent;
  guint32 behind = NODE (tree, node)->next;
  guint32 site = NODE (tree, node)->site;
  guint32 child;

  random_tree_detach (tree, node);
  NODE (tree, node)->inlined = TRUE;
  while ((child = NODE (tree, node)->first) != NONE)
    {
      if (site != 0)
        NODE (tree, child)->site += site * 64;
      random_tree_move (tree, child, parent, behind);
    }
  NODE (tree, parent)->self += NODE (tree, node)->self;
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
          random_tree_attach (tree, child, i, NONE);
        }
    }
}
