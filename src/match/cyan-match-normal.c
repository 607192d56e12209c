/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes normal trees from the top down, a node at a time. */
#include "cyan-match-normal.h"

#include "cyan-match-private.h"

#include <string.h>

/* A node that is still to be numbered. */
typedef struct
{
  CyanNode parent;
  guint32 slot; /* of kids */
  guint32 first_member;
  guint32 n_members;
} Open;

typedef struct
{
  const CyanMatchFunctions *functions;
  CyanMatchNormal *tree;
  GArray *stack; /* of Open; the next in preorder is the last */
  GArray *keys;  /* of guint64: name << 32 | node */
  guint32 n_kids, n_members;
} Build;

/* Appends the recursive calls of @node, which are folded. */
static void
add_folded (const CyanMatchFunctions *functions, CyanNode node, GArray *keys)
{
  const guint32 *function = functions->profile->function;
  const CyanNode *end = functions->profile->end;
  guint32 name = functions->name[function[node]];

  for (CyanNode i = node + 1; i < end[node];)
    {
      guint64 key = (guint64) name << 32 | i;
      gboolean is_skipped = functions->is_skipped[function[i]];
      gboolean is_recursive = !is_skipped && functions->name[function[i]] == name;

      if (is_recursive)
        g_array_append_val (keys, key);
      i = is_skipped || is_recursive ? i + 1 : end[i];
    }
}

void
cyan_match_add_kept_below (const CyanMatchFunctions *functions, CyanNode node, GArray *keys)
{
  const guint32 *function = functions->profile->function;
  const CyanNode *end = functions->profile->end;
  guint32 own = functions->name[function[node]];

  for (CyanNode i = node + 1; i < end[node];)
    {
      guint32 f = function[i];
      guint64 key = (guint64) functions->name[f] << 32 | i;

      if (functions->is_skipped[f])
        {
          i++;
          continue;
        }
      if (!functions->is_folded[f] || functions->name[f] != own)
        g_array_append_val (keys, key);
      if (functions->is_folded[f] && functions->name[f] != own)
        add_folded (functions, i, keys);
      i = end[i];
    }
}

/* Opens a node for each name among the keys, so that the first name is numbered first. */
static void
open_kids (Build *self, CyanNode parent)
{
  const guint64 *keys = (const guint64 *) (const void *) self->keys->data;
  guint n = self->keys->len, n_open = self->stack->len, n_kids = 0;
  Open *opened;

  cyan_match_sort ((guint64 *) (void *) self->keys->data, n);
  for (guint i = 0; i < n; i++)
    {
      self->tree->members[self->n_members] = (CyanNode) keys[i];
      if (i > 0 && keys[i] >> 32 == keys[i - 1] >> 32)
        g_array_index (self->stack, Open, self->stack->len - 1).n_members++;
      else
        {
          const Open kid = { parent, self->n_kids + n_kids++, self->n_members, 1 };

          g_array_append_val (self->stack, kid);
        }
      self->n_members++;
    }
  self->n_kids += n_kids;
  opened = &g_array_index (self->stack, Open, n_open);
  for (guint i = 0; i < n_kids / 2; i++)
    {
      Open kid = opened[i];

      opened[i] = opened[n_kids - 1 - i];
      opened[n_kids - 1 - i] = kid;
    }
}

static void
sum_members (const CyanMatchFunctions *functions, CyanMatchNormal *tree, CyanNode node)
{
  const CyanNode *members = cyan_match_members (tree, node);
  const guint64 *calls = functions->profile->calls;
  CyanNode end = 0; /* of the last member that is below no other */

  tree->total[node] = 0;
  for (guint i = 0; i < tree->n_members[node]; i++)
    if (members[i] >= end)
      {
        tree->total[node] += functions->total[members[i]];
        end = functions->profile->end[members[i]];
      }
  if (tree->calls == NULL)
    return;
  tree->calls[node] = 0;
  for (guint i = 0; i < tree->n_members[node]; i++)
    if (calls[members[i]] == CYAN_CALLS_UNKNOWN || tree->calls[node] == CYAN_CALLS_UNKNOWN)
      tree->calls[node] = CYAN_CALLS_UNKNOWN;
    else
      tree->calls[node] += calls[members[i]];
}

/* The number of nodes, if none are merged, and so an upper bound. */
static guint
count_kept (const CyanMatchFunctions *functions)
{
  guint n = 0;

  for (CyanNode i = 0; i < functions->profile->n_nodes; i++)
    n += !functions->is_skipped[functions->profile->function[i]];
  return n;
}

static void
build (Build *self)
{
  const CyanMatchFunctions *functions = self->functions;
  CyanMatchNormal *tree = self->tree;
  Open next = { CYAN_NODE_NONE, 0, 0, 1 };
  guint32 n = 0;

  tree->members[self->n_members++] = CYAN_NODE_ROOT;
  g_array_append_val (self->stack, next);
  while (self->stack->len > 0)
    {
      CyanNode node = n++;

      next = g_array_index (self->stack, Open, self->stack->len - 1);
      g_array_set_size (self->stack, self->stack->len - 1);
      tree->parent[node] = next.parent;
      tree->first_member[node] = next.first_member;
      tree->n_members[node] = next.n_members;
      tree->side.name[node] =
          functions->name[functions->profile->function[tree->members[next.first_member]]];
      if (node != CYAN_NODE_ROOT)
        tree->side.kids[next.slot] = node;
      sum_members (functions, tree, node);
      tree->side.first[node] = self->n_kids;
      g_array_set_size (self->keys, 0);
      for (guint i = 0; i < next.n_members; i++)
        cyan_match_add_kept_below (functions, tree->members[next.first_member + i], self->keys);
      if (self->keys->len > 0)
        open_kids (self, node);
    }
  tree->side.first[n] = self->n_kids;
  tree->side.n_nodes = n;
}

static void
set_ends (CyanMatchNormal *tree)
{
  for (CyanNode i = 0; i < tree->side.n_nodes; i++)
    tree->end[i] = i + 1;
  for (CyanNode i = tree->side.n_nodes; i-- > 1;)
    tree->end[tree->parent[i]] = MAX (tree->end[tree->parent[i]], tree->end[i]);
}

void
cyan_match_normal_init (CyanMatchNormal *self, const CyanMatchFunctions *functions)
{
  guint n = count_kept (functions);
  Build made = { .functions = functions, .tree = self };

  self->parent = g_new (CyanNode, n);
  self->end = g_new (CyanNode, n);
  self->calls = functions->profile->calls != NULL ? g_new (guint64, n) : NULL;
  self->total = g_new (double, n);
  self->first_member = g_new (guint32, n);
  self->n_members = g_new (guint32, n);
  self->members = g_new (CyanNode, n);
  self->side = (CyanMatchSide){ .name = g_new (guint32, n),
                                .first = g_new (guint32, (gsize) n + 1),
                                .kids = g_new (CyanNode, n) };
  made.stack = g_array_new (FALSE, FALSE, sizeof (Open));
  made.keys = g_array_new (FALSE, FALSE, sizeof (guint64));
  build (&made);
  g_array_unref (made.stack);
  g_array_unref (made.keys);
  set_ends (self);
  self->side.parent = self->parent;
  self->side.end = self->end;
  self->side.calls = self->calls;
  /* No two siblings have one name. */
  self->side.profile = NULL;
}

void
cyan_match_normal_clear (CyanMatchNormal *self)
{
  g_free (self->parent);
  g_free (self->end);
  g_free (self->calls);
  g_free (self->total);
  g_free (self->first_member);
  g_free (self->n_members);
  g_free (self->members);
  cyan_match_side_clear (&self->side);
  memset (self, 0, sizeof *self);
}
