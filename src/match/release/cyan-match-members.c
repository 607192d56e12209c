/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From pairs of nodes of the normal trees to pairs of nodes of the profiles, and to those that
 * these left alone. */
#include "cyan-match-release.h"

#include "cyan-table.h"

#include <string.h>

#define MAX_MEMBERS 16    /* of one name on each side that are compared with each other */
#define MAX_GAP     17    /* nodes above each other in a gap that are looked at */
#define MAX_FREE    16384 /* nodes of a gap that are looked at */
#define MAX_MADE    64    /* pairs in a gap at once */
#define GOLDEN      G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) /* 2^64 divided by the golden ratio */

typedef struct
{
  CyanNode node[2];
  guint64 score;
} Candidate;

typedef struct
{
  const CyanMatchNormal *normals;
  const CyanMatchFunctions *functions;
  CyanMatchRun *run;
  CyanNode *above[2];  /* by node: 1 + its nearest paired ancestor; 0: not known yet */
  GArray *keys[2];     /* of guint64: nearest paired ancestor, as a node of before << 32 | member */
  GArray *children[2]; /* of CyanNode */
  GArray *candidates;  /* of Candidate */
} Members;

/* The nearest paired ancestor of a member of a pair that is paired now.  All pairs above it have
 * been made. */
static CyanNode
paired_above (Members *self, guint side, CyanNode node)
{
  const CyanNode *parent = self->functions[side].profile->parent;
  const CyanNode *partner = self->run->partner[side];
  CyanNode *above = self->above[side];
  CyanNode at = parent[node], found;

  while (partner[at] == CYAN_NODE_NONE && above[at] == 0)
    at = parent[at];
  found = partner[at] != CYAN_NODE_NONE ? at : above[at] - 1;
  for (CyanNode i = parent[node]; i != at; i = parent[i])
    above[i] = found + 1;
  return found;
}

/* Collects the members of @node with their nearest paired ancestors. */
static void
collect (Members *self, guint side, CyanNode node)
{
  const CyanMatchNormal *tree = &self->normals[side];
  guint n;
  const CyanNode *members = cyan_match_members (tree, node, &n);

  g_array_set_size (self->keys[side], 0);
  for (guint i = 0; i < n; i++)
    {
      CyanNode above = paired_above (self, side, members[i]);
      guint64 key = cyan_match_key (side == 0 ? above : self->run->partner[1][above], members[i]);

      g_array_append_val (self->keys[side], key);
    }
  cyan_match_sort (CYAN_MATCH_KEYS (self->keys[side]), self->keys[side]->len);
}

static int
compare_candidates (gconstpointer a, gconstpointer b)
{
  const Candidate *x = a, *y = b;
  guint64 x_sum = (guint64) x->node[0] + x->node[1], y_sum = (guint64) y->node[0] + y->node[1];

  if (x->score != y->score)
    return x->score > y->score ? -1 : 1;
  if (x_sum != y_sum)
    return x_sum < y_sum ? -1 : 1;
  return (MIN (x->node[0], x->node[1]) > MIN (y->node[0], y->node[1]))
         - (MIN (x->node[0], x->node[1]) < MIN (y->node[0], y->node[1]));
}

/* Collects the members that are children of their nearest paired ancestor. */
static guint
take_children (Members *self, guint side, const guint64 *keys, guint n)
{
  const CyanNode *parent = self->functions[side].profile->parent;

  g_array_set_size (self->children[side], 0);
  for (guint i = 0; i < n; i++)
    {
      CyanNode node = (CyanNode) keys[i];

      if (self->run->partner[side][parent[node]] != CYAN_NODE_NONE)
        g_array_append_val (self->children[side], node);
    }
  return self->children[side]->len;
}

/* Pairs children of partners: call sites and definitions tell them apart. */
static void
pair_children (Members *self, const guint64 *xs, guint n_xs, const guint64 *ys, guint n_ys)
{
  guint n = take_children (self, 0, xs, n_xs), m = take_children (self, 1, ys, n_ys);
  const CyanNode *as = CYAN_MATCH_NODES (self->children[0]);
  const CyanNode *bs = CYAN_MATCH_NODES (self->children[1]);
  const CyanMatchSide sides[2] = { { .profile = self->functions[0].profile },
                                   { .profile = self->functions[1].profile } };
  g_autofree guint32 *partner = NULL;

  if (n == 0 || m == 0)
    return;
  partner = g_new (guint32, n);
  cyan_match_group (&sides[0], as, n, &sides[1], bs, m, TRUE, partner);
  for (guint i = 0; i < n; i++)
    if (partner[i] != G_MAXUINT32)
      cyan_match_run_pair (self->run, as[i], bs[partner[i]]);
}

/* A node that is compared with several of the other side. */
typedef struct
{
  CyanNode node;
  double size;   /* nodes of the subtree */
  double weight; /* see cyan_match_run_weight() */
  guint64 below; /* the sum of the pairs below it, see Complete; 0: not asked for */
  gboolean has_gap;
} Choice;

/* Describes the first nodes of @keys.  Returns their number. */
static guint
take_choices (const CyanMatchFunctions *functions,
              const CyanMatchRun *run,
              guint side,
              const guint64 *sums,
              const guint64 *keys,
              guint n,
              Choice *choices)
{
  const CyanProfile *profile = functions[side].profile;

  n = MIN (n, MAX_MEMBERS);
  for (guint i = 0; i < n; i++)
    {
      CyanNode node = (CyanNode) keys[i];

      choices[i] =
          (Choice){ .node = node,
                    .size = profile->end[node] - node,
                    .weight = (double) cyan_match_run_weight (functions, run, side, node),
                    .below = sums != NULL ? sums[profile->end[node]] - sums[node] : 0,
                    .has_gap = run->partner[side][profile->parent[node]] == CYAN_NODE_NONE };
    }
  return n;
}

/* How many nodes of two subtrees may be the same, by their sizes and weights; less if unmatched
 * nodes lie between them and their nearest paired ancestors. */
static guint64
score (const Choice *a, const Choice *b)
{
  double more = MAX (a->weight, b->weight), fewer = MIN (a->size, b->size);
  double fraction = more > 0 ? MIN (a->weight, b->weight) / more : 1.0;
  double common = fewer * fewer / MAX (a->size, b->size) * fraction;

  return (guint64) (common * CYAN_MATCH_PAIR_SCORE (a->has_gap || b->has_gap) * 1024);
}

/* Adds each pair of the first nodes of @xs and @ys to @candidates, if below both are the same
 * pairs.  @sums is as in Complete, or has NULL: what is below does not matter. */
static void
add_candidates (const CyanMatchFunctions *functions,
                const CyanMatchRun *run,
                guint64 *const *sums,
                const guint64 *xs,
                guint n_xs,
                const guint64 *ys,
                guint n_ys,
                GArray *candidates)
{
  Choice as[MAX_MEMBERS], bs[MAX_MEMBERS];
  guint n_as = take_choices (functions, run, 0, sums[0], xs, n_xs, as);
  guint n_bs = take_choices (functions, run, 1, sums[1], ys, n_ys, bs);
  guint n = candidates->len;

  g_array_set_size (candidates, n + n_as * n_bs);
  for (guint i = 0; i < n_as; i++)
    for (guint j = 0; j < n_bs; j++)
      if (as[i].below == bs[j].below)
        g_array_index (candidates, Candidate, n++) =
            (Candidate){ { as[i].node, bs[j].node }, score (&as[i], &bs[j]) };
  g_array_set_size (candidates, n);
}

static gboolean
is_recursive (const Members *self, guint side, CyanNode member)
{
  const CyanMatchFunctions *functions = &self->functions[side];

  return functions->is_folded[functions->profile->function[member]];
}

/* 1: @y is below @x; -1: above; 0: neither. */
static int
relation (const CyanProfile *profile, CyanNode x, CyanNode y)
{
  return y > x && y < profile->end[x] ? 1 : x > y && x < profile->end[y] ? -1 : 0;
}

/* Whether neither is the other, nor above it. */
static gboolean
are_apart (const CyanProfile *profile, CyanNode x, CyanNode y)
{
  return x >= profile->end[y] || y >= profile->end[x];
}

/* Whether a pair lies above and below the same pairs of its group on both sides. */
static gboolean
keeps_order (const Members *self, const Candidate *candidate, const guint64 *xs, guint n_xs)
{
  for (guint i = 0; i < n_xs; i++)
    {
      CyanNode a = (CyanNode) xs[i], b = self->run->partner[0][a];

      if (b != CYAN_NODE_NONE
          && relation (self->functions[0].profile, candidate->node[0], a)
                 != relation (self->functions[1].profile, candidate->node[1], b))
        return FALSE;
    }
  return TRUE;
}

/* Pairs @n_xs nodes and @n_ys nodes whose nearest paired ancestors are partners: first the children
 * of those, then of the rest those that may have most in common. */
static void
pair_group (Members *self, const guint64 *xs, guint n_xs, const guint64 *ys, guint n_ys)
{
  gboolean is_folded = is_recursive (self, 0, (CyanNode) *xs);

  if (n_xs == 1 && n_ys == 1)
    {
      cyan_match_run_pair (self->run, (CyanNode) *xs, (CyanNode) *ys);
      return;
    }
  pair_children (self, xs, n_xs, ys, n_ys);
  g_array_set_size (self->candidates, 0);
  add_candidates (self->functions, self->run, (guint64 *[]){ NULL, NULL }, xs, n_xs, ys, n_ys,
                  self->candidates);
  g_array_sort (self->candidates, compare_candidates);
  for (guint i = 0; i < self->candidates->len; i++)
    {
      const Candidate *candidate = &g_array_index (self->candidates, Candidate, i);

      if (self->run->partner[0][candidate->node[0]] == CYAN_NODE_NONE
          && self->run->partner[1][candidate->node[1]] == CYAN_NODE_NONE
          && (!is_folded || keeps_order (self, candidate, xs, n_xs)))
        cyan_match_run_pair (self->run, candidate->node[0], candidate->node[1]);
    }
}

/* Members of a folded recursion are above each other.  Once they are paired, what is known of the
 * nodes above them is out of date. */
static void
forget_above (Members *self, guint side)
{
  const CyanNode *parent = self->functions[side].profile->parent;
  const CyanNode *partner = self->run->partner[side];
  CyanNode *above = self->above[side];

  for (guint k = 0; k < self->keys[side]->len; k++)
    {
      CyanNode i = (CyanNode) g_array_index (self->keys[side], guint64, k);

      do
        {
          above[i] = 0;
          i = parent[i];
        }
      while (partner[i] == CYAN_NODE_NONE && above[i] != 0);
    }
}

static void
pair_all (Members *self, CyanNode u, CyanNode v)
{
  const guint64 *xs, *ys;
  guint n_xs, n_ys;

  collect (self, 0, u);
  collect (self, 1, v);
  xs = CYAN_MATCH_KEYS (self->keys[0]);
  ys = CYAN_MATCH_KEYS (self->keys[1]);
  n_xs = self->keys[0]->len;
  n_ys = self->keys[1]->len;
  for (guint i = 0, j = 0; i < n_xs && j < n_ys;)
    {
      guint i_end = cyan_match_keys_end (xs, n_xs, i), j_end = cyan_match_keys_end (ys, n_ys, j);

      if (xs[i] >> 32 == ys[j] >> 32)
        pair_group (self, xs + i, i_end - i, ys + j, j_end - j);
      if (xs[i] >> 32 <= ys[j] >> 32)
        {
          j = xs[i] >> 32 == ys[j] >> 32 ? j_end : j;
          i = i_end;
        }
      else
        j = j_end;
    }
  for (guint side = 0; side < 2; side++)
    if (is_recursive (self, side, (CyanNode) g_array_index (self->keys[side], guint64, 0)))
      forget_above (self, side);
}

void
cyan_match_pair_members (const CyanMatchNormal *normals,
                         const CyanMatchFunctions *functions,
                         const CyanNode *partner,
                         CyanMatchRun *run)
{
  Members self = { .normals = normals, .functions = functions, .run = run };

  for (guint side = 0; side < 2; side++)
    {
      gsize size = functions[side].profile->n_nodes * sizeof (CyanNode);

      self.above[side] = g_new0 (CyanNode, functions[side].profile->n_nodes);
      memset (run->partner[side], 0xff, size);
      self.keys[side] = g_array_new (FALSE, FALSE, sizeof (guint64));
      self.children[side] = g_array_new (FALSE, FALSE, sizeof (CyanNode));
    }
  self.candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));
  cyan_match_run_pair (run, CYAN_NODE_ROOT, CYAN_NODE_ROOT);
  for (CyanNode u = 1; u < normals[0].side.n_nodes; u++)
    {
      CyanNode v = partner[u];

      if (v == CYAN_NODE_NONE)
        continue;
      if (((normals[0].member[u] | normals[1].member[v]) & CYAN_MATCH_SEVERAL) == 0)
        {
          CyanNode a = normals[0].member[u], b = normals[1].member[v];

          if (run->partner[0][paired_above (&self, 0, a)] == paired_above (&self, 1, b))
            cyan_match_run_pair (run, a, b);
        }
      else
        pair_all (&self, u, v);
    }
  for (guint side = 0; side < 2; side++)
    {
      g_free (self.above[side]);
      g_array_unref (self.keys[side]);
      g_array_unref (self.children[side]);
    }
  g_array_unref (self.candidates);
}

/* ---- children that were left alone ---- */

typedef struct
{
  const CyanMatchFunctions *functions;
  CyanMatchRun *run;
  guint64 *sums[2];    /* by node: of the numbers of the pairs before it in preorder; n_nodes + 1
                       * entries */
  guint8 *has_free[2]; /* by node: a child had no partner */
  GArray *open;        /* of CyanNode */
  GArray *keys[2];     /* of guint64: name << 32 | node, of the free nodes below a pair */
  GArray *candidates;  /* of Candidate */
  guint n_made;
} Complete;

/* A number of a pair that looks random, so that equal sums are of equal pairs, but for chance. */
static guint64
pair_number (CyanNode before)
{
  return cyan_table_fold (cyan_table_fold (before + G_GUINT64_CONSTANT (1), GOLDEN), GOLDEN);
}

/* Sums the pairs of one side, and notes where nodes are free.  What this pass adds is below nodes
 * that it paired, so once is enough. */
static void
sum_pairs (gpointer data, guint side)
{
  Complete *self = data;
  const CyanProfile *profile = self->functions[side].profile;
  const CyanNode *partner = self->run->partner[side];
  guint64 *sums = self->sums[side] = g_new (guint64, (gsize) profile->n_nodes + 1);
  guint8 *has_free = self->has_free[side] = g_new0 (guint8, profile->n_nodes);

  sums[0] = 0;
  for (CyanNode i = 0; i < profile->n_nodes; i++)
    {
      gboolean is_paired = partner[i] != CYAN_NODE_NONE;

      sums[i + 1] = sums[i] + (is_paired ? pair_number (side == 0 ? i : partner[i]) : 0);
      if (!is_paired)
        has_free[profile->parent[i]] = TRUE;
    }
}

/* Collects nodes without a partner between @node and the paired nodes below it, the nearest
 * first. */
static void
collect_free (Complete *self, guint side, CyanNode node)
{
  const CyanMatchFunctions *functions = &self->functions[side];
  const CyanNode *end = functions->profile->end;
  GArray *open = self->open;
  guint depth = 0, level_end = 1;

  g_array_set_size (self->keys[side], 0);
  g_array_set_size (open, 0);
  g_array_append_val (open, node);
  for (guint k = 0; k < open->len && open->len <= MAX_FREE; k++)
    {
      CyanNode above = g_array_index (open, CyanNode, k);

      if (k == level_end)
        {
          level_end = open->len;
          if (++depth == MAX_GAP)
            break;
        }
      for (CyanNode i = above + 1; i < end[above] && open->len <= MAX_FREE; i = end[i])
        if (self->run->partner[side][i] == CYAN_NODE_NONE)
          {
            guint32 name = functions->name[functions->profile->function[i]];
            guint64 key = cyan_match_key (name, i);

            g_array_append_val (open, i);
            g_array_append_val (self->keys[side], key);
          }
    }
  cyan_match_sort (CYAN_MATCH_KEYS (self->keys[side]), self->keys[side]->len);
}

/* Removes the best candidate, and all that have a node above, below or in it. */
static Candidate
take_best (Complete *self)
{
  Candidate *all = (Candidate *) (void *) self->candidates->data, best = all[0];
  guint n = 0;

  for (guint i = 1; i < self->candidates->len; i++)
    if (all[i].score > best.score
        || (all[i].score == best.score && compare_candidates (&all[i], &best) < 0))
      best = all[i];
  for (guint i = 0; i < self->candidates->len; i++)
    if (are_apart (self->functions[0].profile, all[i].node[0], best.node[0])
        && are_apart (self->functions[1].profile, all[i].node[1], best.node[1]))
      all[n++] = all[i];
  g_array_set_size (self->candidates, n);
  return best;
}

static void
pair_free (Complete *self, CyanNode a, CyanNode b)
{
  const guint64 *xs, *ys;
  guint n_xs, n_ys;

  collect_free (self, 0, a);
  collect_free (self, 1, b);
  xs = CYAN_MATCH_KEYS (self->keys[0]);
  ys = CYAN_MATCH_KEYS (self->keys[1]);
  n_xs = self->keys[0]->len;
  n_ys = self->keys[1]->len;
  g_array_set_size (self->candidates, 0);
  for (guint i = 0, j = 0; i < n_xs && j < n_ys;)
    {
      guint32 x = (guint32) (xs[i] >> 32), y = (guint32) (ys[j] >> 32);
      guint i_end = cyan_match_keys_end (xs, n_xs, i), j_end = cyan_match_keys_end (ys, n_ys, j);

      if (x == y)
        add_candidates (self->functions, self->run, self->sums, xs + i, i_end - i, ys + j,
                        j_end - j, self->candidates);
      i = x <= y ? i_end : i;
      j = y <= x ? j_end : j;
    }
  for (guint n = 0; n < MAX_MADE && self->candidates->len > 0; n++)
    {
      Candidate best = take_best (self);

      cyan_match_run_pair (self->run, best.node[0], best.node[1]);
      self->n_made++;
    }
}

guint
cyan_match_complete (const CyanMatchFunctions *functions, CyanMatchRun *run)
{
  guint n_nodes[2] = { functions[0].profile->n_nodes, functions[1].profile->n_nodes };
  Complete self = { .functions = functions, .run = run };

  self.open = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  self.candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));
  for (guint side = 0; side < 2; side++)
    self.keys[side] = g_array_new (FALSE, FALSE, sizeof (guint64));
  cyan_match_both_sides (sum_pairs, &self, MIN (n_nodes[0], n_nodes[1]));
  for (CyanNode a = 0; a < n_nodes[0]; a++)
    if (self.has_free[0][a] && run->partner[0][a] != CYAN_NODE_NONE
        && self.has_free[1][run->partner[0][a]])
      pair_free (&self, a, run->partner[0][a]);
  for (guint side = 0; side < 2; side++)
    {
      g_free (self.sums[side]);
      g_free (self.has_free[side]);
      g_array_unref (self.keys[side]);
    }
  g_array_unref (self.open);
  g_array_unref (self.candidates);
  return self.n_made;
}
