/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tree with its children sorted by name, and the pairing of children of one name. */
#include "cyan-assert.h"
#include "cyan-match-shared.h"
#include "cyan-worker.h"

#include <stdlib.h>
#include <math.h>
#include <string.h>

/* For sides with fewer nodes, a thread costs more than it saves. */
#define MANY 20000

/* Up to this number, children are sorted by insertion; nearly all nodes have fewer. */
#define SMALL 32

typedef struct
{
  CyanMatchSideFunc func;
  gpointer data;
  guint side;
} Call;

static gboolean
call_side (gpointer data, GError **error)
{
  const Call *call = data;

  call->func (call->data, call->side);
  return TRUE;
}

void
cyan_match_both_sides (CyanMatchSideFunc func, gpointer data, guint n_nodes)
{
  Call calls[2] = { { func, data, 0 }, { func, data, 1 } };
  const gpointer both[2] = { &calls[0], &calls[1] };

  if (n_nodes >= MANY)
    cyan_workers_run ("match", call_side, both, 2, NULL);
  else
    for (guint side = 0; side < 2; side++)
      func (data, side);
}

static int
compare_keys (const void *a, const void *b)
{
  guint64 x = *(const guint64 *) a;
  guint64 y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

void
cyan_match_sort (guint64 *keys, gsize n)
{
  gsize sorted = MIN (n, 1);

  while (sorted < n && keys[sorted - 1] <= keys[sorted])
    sorted++;
  if (sorted == n)
    return;
  if (n > SMALL)
    {
      qsort (keys, n, sizeof *keys, compare_keys);
      return;
    }
  for (gsize i = sorted; i < n; i++)
    {
      guint64 key = keys[i];
      gsize at = i;

      for (; at > 0 && keys[at - 1] > key; at--)
        keys[at] = keys[at - 1];
      keys[at] = key;
    }
}

guint
cyan_match_sort_distinct (guint64 *keys, guint n)
{
  guint distinct = 0;

  cyan_match_sort (keys, n);
  for (guint i = 0; i < n; i++)
    if (distinct == 0 || keys[distinct - 1] != keys[i])
      keys[distinct++] = keys[i];
  return distinct;
}

guint
cyan_match_count_common (const guint64 *xs, guint n_xs, const guint64 *ys, guint n_ys)
{
  guint n = 0;

  for (guint i = 0, j = 0; i < n_xs && j < n_ys;)
    {
      gboolean forward = xs[i] <= ys[j], other = ys[j] <= xs[i];

      n += forward && other;
      i += forward;
      j += other;
    }
  return n;
}

/* Sorts @n nodes of one tree by their names, and by number those of one name. */
static void
cyan_match_sort_by_name (const guint32 *name, CyanNode *nodes, guint n)
{
  guint64 small[SMALL];
  g_autofree guint64 *large = n > SMALL ? g_new (guint64, n) : NULL;
  guint64 *keys = large != NULL ? large : small;

  for (guint i = 0; i < n; i++)
    keys[i] = cyan_match_key (name[nodes[i]], nodes[i]);
  cyan_match_sort (keys, n);
  for (guint i = 0; i < n; i++)
    nodes[i] = (CyanNode) keys[i];
}

/* Whether the children of each node are by name, then in sibling order. */
static gboolean
are_kids_in_order (const CyanMatchSide *self)
{
  for (CyanNode i = 0; i < self->n_nodes; i++)
    for (guint32 k = self->first[i]; k < self->first[i + 1]; k++)
      {
        CyanNode kid = self->kids[k], last = k > self->first[i] ? self->kids[k - 1] : kid;

        if (self->parent[kid] != i || self->name[last] > self->name[kid]
            || (last > kid && self->name[last] == self->name[kid]))
          return FALSE;
      }
  return TRUE;
}

void
cyan_match_side_init (CyanMatchSide *self,
                      const CyanProfile *profile,
                      const CyanStr *label,
                      const guint32 *ranks)
{
  g_autofree guint32 *name_of = g_new (guint32, profile->n_functions);

  for (guint f = 0; f < profile->n_functions; f++)
    name_of[f] = ranks[label != NULL ? label[f] : profile->functions[f].name];
  cyan_match_side_init_named (self, profile, name_of);
}

void
cyan_match_side_init_named (CyanMatchSide *self, const CyanProfile *profile, const guint32 *name_of)
{
  guint n = profile->n_nodes;
  guint32 *start;

  self->n_nodes = n;
  self->parent = profile->parent;
  self->end = profile->end;
  self->calls = profile->calls;
  self->profile = profile;
  self->name = g_new (guint32, n);
  self->kids = g_new (CyanNode, n);
  self->first = g_new0 (guint32, (gsize) n + 2);

  /* start[i] moves from where the children of i start to where they end, which is first[i + 1]. */
  start = self->first + 1;
  self->name[0] = name_of[profile->function[0]];
  for (CyanNode i = 1; i < n; i++)
    {
      self->name[i] = name_of[profile->function[i]];
      start[profile->parent[i] + 1]++;
    }
  for (CyanNode i = 1; i <= n; i++)
    start[i] += start[i - 1];
  for (CyanNode i = 1; i < n; i++)
    self->kids[start[profile->parent[i]]++] = i;
  for (CyanNode i = 0; i < n; i++)
    if (self->first[i + 1] - self->first[i] > 1)
      cyan_match_sort_by_name (self->name, self->kids + self->first[i],
                               self->first[i + 1] - self->first[i]);
  g_assert (self->first[n] == n - 1);
  cyan_assert_slow (are_kids_in_order (self));
}

typedef struct
{
  CyanMatchSide *sides;
  const CyanProfile *profiles[2];
  const CyanStr *const *labels;
  const guint32 *ranks;
} Init;

static void
init_side (gpointer data, guint side)
{
  const Init *init = data;

  cyan_match_side_init (&init->sides[side], init->profiles[side], init->labels[side], init->ranks);
}

void
cyan_match_sides_init (CyanMatchSide sides[2],
                       const CyanProfile *before,
                       const CyanProfile *after,
                       const CyanStr *const labels[2],
                       const guint32 *ranks)
{
  Init init = { sides, { before, after }, labels, ranks };

  g_assert (before->strings == after->strings);
  cyan_match_both_sides (init_side, &init, MIN (before->n_nodes, after->n_nodes));
}

void
cyan_match_side_rename (CyanMatchSide *self, const guint32 *new_name)
{
  const CyanNode *parent = self->parent;
  g_autofree guint8 *changed = g_new0 (guint8, self->n_nodes / 8 + 1); /* bits by node */

  for (CyanNode i = 1; i < self->n_nodes; i++)
    if (new_name[self->name[i]] != self->name[i])
      {
        self->name[i] = new_name[self->name[i]];
        changed[parent[i] / 8] |= (guint8) (1 << parent[i] % 8);
      }
  for (CyanNode i = 0; i < self->n_nodes; i++)
    if ((changed[i / 8] >> i % 8 & 1) != 0)
      cyan_match_sort_by_name (self->name, self->kids + self->first[i],
                               self->first[i + 1] - self->first[i]);
  cyan_assert_slow (are_kids_in_order (self));
}

void
cyan_match_side_clear (CyanMatchSide *self)
{
  g_free (self->name);
  g_free (self->kids);
  g_free (self->first);
  memset (self, 0, sizeof *self);
}

/* A key that distinguishes children of one name; 0 if unknown. */
typedef guint32 (*KeyFunc) (const CyanMatchSide *side, CyanNode node);

static guint32
call_site_of (const CyanMatchSide *side, CyanNode node)
{
  return side->profile->call_site != NULL ? side->profile->call_site[node] : 0;
}

static guint32
file_of (const CyanMatchSide *side, CyanNode node)
{
  return cyan_profile_function (side->profile, node)->file;
}

/* File and line of the definition.  On a hash collision two definitions count as equal. */
static guint32
definition_of (const CyanMatchSide *side, CyanNode node)
{
  const CyanFunction *function = cyan_profile_function (side->profile, node);

  return function->line == 0 ? 0
                             : (function->file * 0x9e3779b1u ^ function->line * 0x85ebca6bu) | 1;
}

/* Collects the nodes without a partner whose key is known, sorted by key and then in order.
 * Returns their number. */
static guint
sort_by_key (const CyanMatchSide *side,
             const CyanNode *nodes,
             guint n,
             const guint8 *taken,
             KeyFunc key_of,
             guint64 *keys)
{
  guint n_keys = 0;

  for (guint i = 0; i < n; i++)
    {
      guint32 key = taken[i] ? 0 : key_of (side, nodes[i]);

      if (key != 0)
        keys[n_keys++] = cyan_match_key (key, i);
    }
  cyan_match_sort (keys, n_keys);
  return n_keys;
}

/* The children of one name of two partners, while they are paired. */
typedef struct
{
  const CyanMatchSide *sides[2];
  const CyanNode *nodes[2];
  guint n[2];
  guint8 *taken[2];
  guint64 *keys;    /* large enough for all nodes of both sides */
  guint32 *partner; /* by index of before */
} Group;

/* The calls of a node, or how much is in its subtree. */
static guint64
weight_of (const CyanMatchSide *side, CyanNode node)
{
  guint64 calls = cyan_profile_calls (side->profile, node);

  return calls != CYAN_CALLS_UNKNOWN ? calls : side->profile->end[node] - node;
}

/* Maximum nodes of one key on a side that are assigned by their weights. */
#define ASSIGNED_MAX 64

typedef struct
{
  const CyanMatchSide *side;
  const CyanNode *nodes;
} Weights;

/* The heavier one first, else that which comes first. */
static int
compare_weights (gconstpointer a, gconstpointer b, gpointer data)
{
  const Weights *weights = data;
  guint32 x = (guint32) * (const guint64 *) a, y = (guint32) * (const guint64 *) b;
  guint64 of_x = weight_of (weights->side, weights->nodes[x]);
  guint64 of_y = weight_of (weights->side, weights->nodes[y]);

  if (of_x != of_y)
    return of_x > of_y ? -1 : 1;
  return (x > y) - (x < y);
}

static guint
count_equal (const guint64 *keys, guint n)
{
  guint i = 1;

  while (i < n && keys[i] >> 32 == keys[0] >> 32)
    i++;
  return i;
}

static double
distance (const Group *self, const guint64 *few, const guint64 *many, guint few_side)
{
  double weights[2];

  for (guint i = 0; i < 2; i++)
    {
      guint side = i == 0 ? few_side : 1 - few_side;

      weights[i] = (double) weight_of (self->sides[side],
                                       self->nodes[side][(guint32) * (i == 0 ? few : many)]);
    }
  return fabs (log ((weights[0] + 1) / (weights[1] + 1)));
}

/* Moves those of @many that are nearest to the @n few to the front, in order: the assignment with
 * the least sum of distances of weights.  Both are by weight. */
static void
move_nearest_first (
    const Group *self, const guint64 *few, guint n, guint64 *many, guint m, guint few_side)
{
  gsize width = (gsize) m + 1;
  g_autofree double *cost = g_new0 (double, ((gsize) n + 1) * width);
  g_autofree guint64 *order = g_new (guint64, m);
  guint n_left = m, at = n;

  for (guint i = 1; i <= n; i++)
    for (guint j = i; j <= m; j++)
      {
        double with =
            cost[(i - 1) * width + j - 1] + distance (self, &few[i - 1], &many[j - 1], few_side);

        cost[i * width + j] = j > i ? MIN (with, cost[i * width + j - 1]) : with;
      }
  for (guint j = m; j > 0; j--)
    {
      gboolean is_taken = at == j || (at > 0 && cost[at * width + j] < cost[at * width + j - 1]);

      order[is_taken ? --at : --n_left] = many[j - 1];
    }
  memcpy (many, order, m * sizeof *many);
}

/* Brings nodes of one key into the order in which they are paired, where the sides have different
 * numbers of them: those with similar weights, or, of very many, the heavier ones first. */
static void
order_by_weight (const Group *self, guint64 *const keys[2], const guint n[2])
{
  guint few_side = n[0] < n[1] ? 0 : 1;

  for (guint side = 0; side < 2; side++)
    {
      Weights weights = { self->sides[side], self->nodes[side] };

      g_qsort_with_data (keys[side], (gint) n[side], sizeof **keys, compare_weights, &weights);
    }
  if (n[1 - few_side] <= ASSIGNED_MAX)
    move_nearest_first (self, keys[few_side], n[few_side], keys[1 - few_side], n[1 - few_side],
                        few_side);
}

/* See order_by_weight(). */
static void
order_all_by_weight (const Group *self, guint64 *const keys[2], const guint n[2])
{
  guint at[2] = { 0, 0 };

  while (at[0] < n[0] && at[1] < n[1])
    {
      guint64 *first[] = { keys[0] + at[0], keys[1] + at[1] };
      guint equal[2] = { 0, 0 };

      for (guint side = 0; side < 2; side++)
        if (*first[side] >> 32 <= *first[1 - side] >> 32)
          equal[side] = count_equal (first[side], n[side] - at[side]);
      if (equal[0] > 0 && equal[1] > 0 && equal[0] != equal[1])
        order_by_weight (self, first, equal);
      at[0] += equal[0];
      at[1] += equal[1];
    }
}

/* Pairs the k-th nodes of equal keys, in order or as order_by_weight() says. */
static void
pair_by_key (Group *self, KeyFunc key_of, gboolean by_weight)
{
  guint n_x =
      sort_by_key (self->sides[0], self->nodes[0], self->n[0], self->taken[0], key_of, self->keys);
  guint64 *others = self->keys + n_x;
  guint n_y = n_x == 0 ? 0
                       : sort_by_key (self->sides[1], self->nodes[1], self->n[1], self->taken[1],
                                      key_of, others);

  if (by_weight)
    order_all_by_weight (self, (guint64 *[]){ self->keys, others }, (guint[]){ n_x, n_y });
  for (guint i = 0, j = 0; i < n_x && j < n_y;)
    {
      guint32 x = (guint32) (self->keys[i] >> 32), y = (guint32) (others[j] >> 32);

      if (x == y)
        {
          self->partner[(guint32) self->keys[i]] = (guint32) others[j];
          self->taken[0][(guint32) self->keys[i]] = self->taken[1][(guint32) others[j]] = 1;
        }
      i += x <= y;
      j += y <= x;
    }
}

/* Whether each of @n partners is one of @n_others, and none is that of two. */
static gboolean
are_partners (const guint32 *partner, guint n, guint n_others)
{
  g_autofree guint8 *taken = g_new0 (guint8, (gsize) n_others + 1);

  for (guint i = 0; i < n; i++)
    if (partner[i] != G_MAXUINT32 && (partner[i] >= n_others || taken[partner[i]]++ > 0))
      return FALSE;
  return TRUE;
}

/* Whether the definition is known: then siblings are different functions, in no certain order. */
static guint32
is_defined (const CyanMatchSide *side, CyanNode node)
{
  return definition_of (side, node) != 0;
}

static guint32
any_of (G_GNUC_UNUSED const CyanMatchSide *side, G_GNUC_UNUSED CyanNode node)
{
  return 1;
}

void
cyan_match_group (const CyanMatchSide *before,
                  const CyanNode *xs,
                  guint n_xs,
                  const CyanMatchSide *after,
                  const CyanNode *ys,
                  guint n_ys,
                  gboolean by_place,
                  guint32 *partner)
{
  /* One more than needed, so that no array is a null pointer. */
  g_autofree guint64 *keys = g_new (guint64, (gsize) n_xs + n_ys + 1);
  g_autofree guint8 *taken = g_new0 (guint8, (gsize) n_xs + n_ys + 1);
  Group group = { { before, after },       { xs, ys }, { n_xs, n_ys },
                  { taken, taken + n_xs }, keys,       partner };

  for (guint x = 0; x < n_xs; x++)
    partner[x] = G_MAXUINT32;
  pair_by_key (&group, call_site_of, FALSE);
  pair_by_key (&group, definition_of, FALSE);
  pair_by_key (&group, file_of, TRUE);
  if (!by_place)
    {
      pair_by_key (&group, is_defined, TRUE);
      pair_by_key (&group, any_of, FALSE);
    }
  cyan_assert_slow (are_partners (partner, n_xs, n_ys));
}
