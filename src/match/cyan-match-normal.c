/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes normal trees from the top down, a node at a time. */
#include "cyan-match-normal.h"

#include "cyan-match-private.h"

#include <string.h>

/* A node that is still to be numbered. */
typedef struct
{
  CyanNode parent;
  guint32 slot;   /* of kids */
  guint32 member; /* as in CyanMatchNormal */
} Open;

/* Appending to a GArray is a call each time; here there is one for each node. */
typedef struct
{
  guint64 *at;
  guint n, size;
} Keys;

typedef struct
{
  const CyanMatchFunctions *functions;
  CyanMatchNormal *tree;
  Open *stack; /* the next in preorder is the last */
  guint n_stack, stack_size;
  Keys keys; /* name << 32 | node */
  guint32 n_kids;
} Build;

static void
add_key (Build *self, guint32 name, CyanNode node)
{
  if (self->keys.n == self->keys.size)
    {
      self->keys.size = MAX (self->keys.size * 2, 64);
      self->keys.at = g_renew (guint64, self->keys.at, self->keys.size);
    }
  self->keys.at[self->keys.n++] = (guint64) name << 32 | node;
}

/* Adds the recursive calls of @node, which are folded. */
static void
add_folded (Build *self, CyanNode node)
{
  const CyanMatchFunctions *functions = self->functions;
  const guint32 *function = functions->profile->function;
  const CyanNode *end = functions->profile->end;
  guint32 name = functions->name[function[node]];

  for (CyanNode i = node + 1; i < end[node];)
    {
      gboolean is_skipped = functions->is_skipped[function[i]];
      gboolean is_recursive = !is_skipped && functions->name[function[i]] == name;

      if (is_recursive)
        add_key (self, name, i);
      i = is_skipped || is_recursive ? i + 1 : end[i];
    }
}

/* Adds the nearest kept nodes below @member to the keys. */
static void
add_kept_below (Build *self, CyanNode member)
{
  const CyanMatchFunctions *functions = self->functions;
  const guint32 *function = functions->profile->function;
  const CyanNode *end = functions->profile->end;
  guint32 own = functions->name[function[member]];

  for (CyanNode i = member + 1; i < end[member];)
    {
      guint32 f = function[i];

      if (functions->is_skipped[f])
        {
          i++;
          continue;
        }
      if (!functions->is_folded[f])
        add_key (self, functions->name[f], i);
      else if (functions->name[f] != own)
        {
          add_key (self, functions->name[f], i);
          add_folded (self, i);
        }
      i = end[i];
    }
}

/* The end of the keys of one name from @start on. */
static inline guint
name_end (const Keys *keys, guint start)
{
  guint end = start + 1;

  while (end < keys->n && keys->at[end] >> 32 == keys->at[start] >> 32)
    end++;
  return end;
}

/* One node of the profile, or a list of several. */
static guint32
take_members (Build *self, guint from, guint to)
{
  GArray *several = self->tree->several;
  guint32 index = several->len, n = to - from;

  if (n == 1)
    return (CyanNode) self->keys.at[from];
  g_array_append_val (several, n);
  for (guint i = from; i < to; i++)
    {
      CyanNode node = (CyanNode) self->keys.at[i];

      g_array_append_val (several, node);
    }
  return CYAN_MATCH_SEVERAL | index;
}

/* Opens a node for each name among the keys, so that the first name is numbered first. */
static void
open_kids (Build *self, CyanNode parent)
{
  guint n_kids = 0;
  Open *kid;

  cyan_match_sort (self->keys.at, self->keys.n);
  for (guint i = 0; i < self->keys.n; i = name_end (&self->keys, i))
    n_kids++;
  if (self->stack_size - self->n_stack < n_kids)
    {
      self->stack_size = (self->n_stack + n_kids) * 2;
      self->stack = g_renew (Open, self->stack, self->stack_size);
    }
  self->n_stack += n_kids;
  kid = self->stack + self->n_stack;
  for (guint i = 0, end; i < self->keys.n; i = end)
    {
      end = name_end (&self->keys, i);
      *--kid = (Open){ parent, self->n_kids++, take_members (self, i, end) };
    }
}

static void
sum_members (const CyanMatchFunctions *functions,
             CyanMatchNormal *tree,
             CyanNode node,
             const CyanNode *members,
             guint n)
{
  const guint64 *calls = functions->profile->calls;
  CyanNode end = 0; /* of the last member that is below no other */

  tree->total[node] = 0;
  for (guint i = 0; i < n; i++)
    if (members[i] >= end)
      {
        tree->total[node] += functions->total[members[i]];
        end = functions->profile->end[members[i]];
      }
  if (tree->calls == NULL)
    return;
  tree->calls[node] = 0;
  for (guint i = 0; i < n; i++)
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
  const CyanProfile *profile = functions->profile;
  CyanMatchNormal *tree = self->tree;
  Open next = { CYAN_NODE_NONE, 0, CYAN_NODE_ROOT };
  guint32 n = 0;

  for (gboolean more = TRUE; more;)
    {
      CyanNode node = n++;
      const CyanNode *members;
      guint n_members;

      tree->parent[node] = next.parent;
      tree->member[node] = next.member;
      members = cyan_match_members (tree, node, &n_members);
      tree->side.name[node] = functions->name[profile->function[members[0]]];
      if (node != CYAN_NODE_ROOT)
        tree->side.kids[next.slot] = node;
      sum_members (functions, tree, node, members, n_members);
      tree->side.first[node] = self->n_kids;
      self->keys.n = 0;
      for (guint i = 0; i < n_members; i++)
        add_kept_below (self, members[i]);
      if (self->keys.n > 0)
        open_kids (self, node);
      more = self->n_stack > 0;
      if (more)
        next = self->stack[--self->n_stack];
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
  self->member = g_new (guint32, n);
  self->several = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->side = (CyanMatchSide){ .name = g_new (guint32, n),
                                .first = g_new (guint32, (gsize) n + 1),
                                .kids = g_new (CyanNode, n) };
  build (&made);
  g_free (made.stack);
  g_free (made.keys.at);
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
  g_free (self->member);
  if (self->several != NULL)
    g_array_unref (self->several);
  cyan_match_side_clear (&self->side);
  memset (self, 0, sizeof *self);
}
