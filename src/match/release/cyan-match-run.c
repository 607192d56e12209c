/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run: normal trees, the search by context with the present names, and its pairs mapped
 * back. */
#include "cyan-match-release.h"

#include <string.h>

/* ---- normal trees, from the top down, a node at a time ---- */

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
  self->keys.at[self->keys.n++] = cyan_match_key (name, node);
}

static inline gboolean
is_skipped (const CyanMatchFunctions *functions, CyanNode node)
{
  return functions->is_skipped[functions->profile->function[node]]
         || (functions->is_passed != NULL && functions->is_passed[node]);
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
      gboolean is_through = is_skipped (functions, i);
      gboolean is_recursive = !is_through && functions->name[function[i]] == name;

      if (is_recursive)
        add_key (self, name, i);
      i = is_through || is_recursive ? i + 1 : end[i];
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

      if (is_skipped (functions, i))
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
  for (guint i = 0; i < self->keys.n; i = cyan_match_keys_end (self->keys.at, self->keys.n, i))
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
      end = cyan_match_keys_end (self->keys.at, self->keys.n, i);
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
    n += !is_skipped (functions, i);
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

/* Linear, but for sorting siblings. */
static void
normal_init (CyanMatchNormal *self, const CyanMatchFunctions *functions)
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

static void
normal_clear (CyanMatchNormal *self)
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

/* ---- the run ---- */

static void
init_functions (CyanMatchFunctions *self, const CyanProfile *profile, const double *total)
{
  self->profile = profile;
  self->total = total;
  self->name = g_new (guint32, profile->n_functions);
  self->is_used = g_new0 (guint8, profile->n_functions);
  self->is_inner = g_new0 (guint8, profile->n_functions);
  self->is_skipped = g_new0 (guint8, profile->n_functions);
  self->is_folded = g_new0 (guint8, profile->n_functions);
  for (CyanNode i = 0; i < profile->n_nodes; i++)
    {
      self->is_used[profile->function[i]] = TRUE;
      if (profile->end[i] > i + 1)
        self->is_inner[profile->function[i]] = TRUE;
    }
}

static void
clear_functions (CyanMatchFunctions *self)
{
  g_free (self->name);
  g_free (self->is_used);
  g_free (self->is_inner);
  g_free (self->is_skipped);
  g_free (self->is_folded);
}

void
cyan_match_release_name_functions (CyanMatchRelease *self)
{
  memset (self->sides, 0, self->names->n);
  memset (self->is_inner, 0, self->names->n);
  memset (self->renamed.is_closed, 0, self->names->n);
  for (guint side = 0; side < 2; side++)
    {
      CyanMatchFunctions *functions = &self->functions[side];

      for (guint32 name = 0; name < self->names->n; name++)
        if (cyan_match_names_is_closed (self->names, side, name))
          self->renamed.is_closed[self->map[side][name]] |= (guint8) (1 << side);
      for (guint f = 0; f < functions->profile->n_functions; f++)
        {
          guint32 name = functions->name[f] = self->map[side][self->base[side][f]];

          if (functions->is_used[f])
            self->sides[name] |= (guint8) (1 << side);
          if (functions->is_inner[f])
            self->is_inner[name] = TRUE;
        }
    }
}

/* None between unrelated programs.  Leaves are not: there is nothing to see. */
gboolean
cyan_match_release_find_skipped (CyanMatchRelease *self, guint side)
{
  CyanMatchFunctions *functions = &self->functions[side];
  gboolean any = FALSE;

  for (guint f = 1; f < functions->profile->n_functions; f++)
    {
      guint32 name = functions->name[f];

      functions->is_skipped[f] =
          !self->is_plain && self->sides[name] == 1 << side && self->is_inner[name]
          && !cyan_match_names_is_closed (self->names, side, self->base[side][f]);
      functions->is_folded[f] = !self->is_plain && self->is_folded[name];
      any |= (functions->is_skipped[f] || functions->is_folded[f]) && functions->is_used[f];
    }
  return any;
}

void
cyan_match_run_clear (CyanMatchRun *run)
{
  for (guint side = 0; side < 2; side++)
    {
      g_clear_pointer (&run->partner[side], g_free);
      g_clear_pointer (&run->group[side], g_free);
    }
}

typedef struct
{
  CyanMatchRelease *self;
  CyanMatchNormal normals[2];
  CyanMatchSide sides[2];
} Trees;

static void
make_normal (gpointer data, guint side)
{
  Trees *trees = data;

  normal_init (&trees->normals[side], &trees->self->functions[side]);
}

static void
make_side (gpointer data, guint side)
{
  Trees *trees = data;
  const CyanMatchFunctions *functions = &trees->self->functions[side];

  cyan_match_side_init_named (&trees->sides[side], functions->profile, functions->name);
}

guint64
cyan_match_run_score (const CyanMatchRelease *self, const CyanMatchRun *run)
{
  const CyanProfile *before = self->functions[0].profile, *after = self->functions[1].profile;
  guint64 score = 0;

  for (CyanNode a = 1; a < before->n_nodes; a++)
    {
      CyanNode b = run->partner[0][a];

      if (b != CYAN_NODE_NONE)
        score += CYAN_MATCH_PAIR_SCORE (run->partner[0][before->parent[a]] != after->parent[b]);
    }
  return score;
}

/* @partner is that of the normal trees. */
static void
set_groups (const CyanMatchNormal *normals, const CyanNode *partner, CyanMatchRun *run)
{
  for (CyanNode u = 0; u < normals[0].side.n_nodes; u++)
    for (guint side = 0; side < 2 && partner[u] != CYAN_NODE_NONE; side++)
      {
        guint n;
        const CyanNode *members =
            cyan_match_members (&normals[side], side == 0 ? u : partner[u], &n);

        for (guint i = 0; i < n; i++)
          run->group[side][members[i]] = u;
      }
}

gboolean
cyan_match_run_once (CyanMatchRelease *self,
                     CyanMatchRun *run,
                     const CyanTick *tick,
                     GError **error)
{
  guint n_nodes[2] = { self->functions[0].profile->n_nodes, self->functions[1].profile->n_nodes };
  Trees trees = { .self = self };
  CyanMatchSearch search = { .names = &self->renamed };
  gboolean any_skipped = FALSE, ok;

  cyan_match_release_name_functions (self);
  for (guint side = 0; side < 2; side++)
    any_skipped |=
        cyan_match_release_find_skipped (self, side) || self->functions[side].is_passed != NULL;
  cyan_match_both_sides (any_skipped ? make_normal : make_side, &trees,
                         MIN (n_nodes[0], n_nodes[1]));
  for (guint side = 0; side < 2; side++)
    {
      search.sides[side] = any_skipped ? &trees.normals[side].side : &trees.sides[side];
      search.total[side] = any_skipped ? trees.normals[side].total : self->functions[side].total;
      search.partner[side] = cyan_match_new_unmatched (search.sides[side]->n_nodes);
    }
  ok = cyan_match_context (&search, tick, error);
  *run = (CyanMatchRun){ .per_total = { search.per_total[0], search.per_total[1] },
                         .work = search.work,
                         .bounded = search.bounded };
  for (guint side = 0; side < 2; side++)
    run->partner[side] = any_skipped ? cyan_match_new_unmatched (n_nodes[side])
                                     : g_steal_pointer (&search.partner[side]);
  if (ok && any_skipped)
    {
      cyan_match_pair_members (trees.normals, self->functions, search.partner[0], run);
      for (guint side = 0; side < 2; side++)
        run->group[side] = cyan_match_new_unmatched (n_nodes[side]);
      set_groups (trees.normals, search.partner[0], run);
      cyan_match_complete (self->functions, run);
    }
  if (ok)
    run->score = cyan_match_run_score (self, run);
  for (guint side = 0; side < 2; side++)
    {
      g_free (search.partner[side]);
      normal_clear (&trees.normals[side]);
      cyan_match_side_clear (&trees.sides[side]);
    }
  self->n_runs++;
  return ok;
}

gboolean
cyan_match_run_settle (const CyanMatchRelease *self, CyanMatchRun *run)
{
  const CyanMatchElection leaves = cyan_match_release_election (self);

  if (run->is_settled)
    return run->any_dropped;
  run->is_settled = TRUE;
  if (!self->is_unrelated)
    cyan_match_pair_leaves (&leaves, self->functions, run);
  run->any_dropped = cyan_match_repair (self->functions, run) > 0;
  return run->any_dropped;
}

void
cyan_match_release_init (CyanMatchRelease *self,
                         const CyanMatchNames *names,
                         const CyanProfile *before,
                         const CyanProfile *after,
                         const CyanMatchOptions *options)
{
  self->names = names;
  self->renamed = *names;
  self->renamed.is_closed = g_new0 (guint8, names->n);
  self->options = options;
  self->base_sides = g_new0 (guint8, names->n);
  self->sides = g_new0 (guint8, names->n);
  self->is_inner = g_new0 (guint8, names->n);
  self->is_target = g_new0 (guint8, names->n);
  self->is_folded = g_new0 (guint8, names->n);
  self->refused = g_array_new (FALSE, FALSE, sizeof (guint64));
  for (guint side = 0; side < 2; side++)
    {
      const CyanProfile *profile = side == 0 ? before : after;

      init_functions (&self->functions[side], profile,
                      profile->metrics[options->metric[side]].total);
      self->base[side] = g_new (guint32, profile->n_functions);
      self->map[side] = g_new (guint32, names->n);
      for (guint32 name = 0; name < names->n; name++)
        self->map[side][name] = name;
      for (guint f = 0; f < profile->n_functions; f++)
        {
          self->base[side][f] = names->rank[names->label[side][f]];
          if (self->functions[side].is_used[f])
            self->base_sides[self->base[side][f]] |= (guint8) (1 << side);
        }
    }
}

void
cyan_match_release_clear (CyanMatchRelease *self)
{
  for (guint side = 0; side < 2; side++)
    {
      clear_functions (&self->functions[side]);
      g_free (self->base[side]);
      g_free (self->map[side]);
    }
  g_free (self->renamed.is_closed);
  g_free (self->base_sides);
  g_free (self->sides);
  g_free (self->is_inner);
  g_free (self->is_target);
  g_free (self->is_folded);
  g_array_unref (self->refused);
}
