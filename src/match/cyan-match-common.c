/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Common-tree matching: pairs the children of two partners so that their order is kept.
 *
 * A pair weighs the size of its smaller subtree, which does not depend on noise in times.  Equal
 * known call sites break ties, then the leftmost pair wins.  The heaviest pairing is a chain among
 * the possible pairs of equal names, see cyan-match-chain.h.  The result is exact if names do not
 * repeat among siblings, or if the possible pairs are few.  Otherwise only pairs of about equal
 * index within a name are considered.
 */
#include "cyan-match-common.h"

#include "cyan-assert.h"
#include "cyan-i18n.h"
#include "cyan-match-shared.h"

#define NONE          G_MAXUINT32
#define MAX_PAIRS     65536 /* possible pairs below two partners that are all considered ... */
#define WORK_PER_NODE 16    /* ... unless there are more than this for each node of both trees */

typedef struct
{
  CyanMatching *matching;
  const CyanMatchSide *sides[2];
  const CyanMatchCommonOptions *options;
  CyanNode top[2];
  guint32 *size[2]; /* by node from top on, without excised nodes; NULL: no node is excised */
  GArray *group[2]; /* of CyanNode: children of one name, in sibling order */
  GArray *list[2];  /* of CyanNode */
  GArray *partner;  /* of guint32 */
  GArray *pairs;    /* of guint64: the possible pairs, see cyan_match_key() */
  GArray *numbers;  /* of guint64 */
  GArray *links;    /* of CyanMatchLink */
  guint64 searched; /* possible pairs considered where names repeat */
  guint64 budget;
  guint steps;
  double fraction;
  const CyanTick *tick;
} Common;

/* Position in the children, sorted by name, of two partners. */
typedef struct
{
  CyanNode parent[2];
  CyanNode from[2], to[2]; /* only children in this range are considered */
  guint at[2];
} Groups;

static inline gboolean
is_excised (const Common *self, guint side, CyanNode node)
{
  return self->options->excised[side] != NULL && self->options->excised[side][node];
}

static inline guint32
size_of (const Common *self, guint side, CyanNode node)
{
  return self->size[side] != NULL ? self->size[side][node - self->top[side]]
                                  : self->sides[side]->end[node] - node;
}

static inline guint32
site_of (const Common *self, guint side, CyanNode node)
{
  const guint32 *call_site = self->sides[side]->profile->call_site;

  return call_site != NULL ? call_site[node] : 0;
}

/* A pair's size is in the upper half and its equal call site in the lower, so both add up. */
static inline guint64
value_of (const Common *self, CyanNode x, CyanNode y)
{
  guint32 site = site_of (self, 0, x);

  return (guint64) MIN (size_of (self, 0, x), size_of (self, 1, y)) << 32
         | (site != 0 && site == site_of (self, 1, y));
}

static inline void
pair (Common *self, CyanNode x, CyanNode y)
{
  g_assert (self->matching->after_of[x] == CYAN_NODE_NONE);
  g_assert (self->matching->before_of[y] == CYAN_NODE_NONE);
  self->matching->after_of[x] = y;
  self->matching->before_of[y] = x;
}

static gboolean
work (Common *self, guint steps, GError **error)
{
  self->matching->work += steps;
  self->steps += steps;
  if (self->steps < CYAN_TICK_STRIDE)
    return TRUE;
  self->steps = 0;
  return cyan_tick (self->tick, self->fraction, N_ ("Matching"), error);
}

static guint32 *
count_sizes (const CyanProfile *profile, CyanNode top, const guint8 *excised)
{
  guint n = profile->end[top] - top;
  guint32 *size = g_new (guint32, n);

  for (guint i = 0; i < n; i++)
    size[i] = 1;
  for (guint i = n; i-- > 1;)
    {
      if (excised[top + i])
        size[i] = 0;
      size[profile->parent[top + i] - top] += size[i];
    }
  return size;
}

static Groups
groups_of (const Common *self, CyanNode u, CyanNode v)
{
  Groups groups = { .parent = { u, v } };

  groups.to[0] = self->sides[0]->end[u];
  groups.to[1] = self->sides[1]->end[v];
  return groups;
}

/* Fills group with the next children of one name.  Returns the name, or NONE after the last. */
static guint32
take_group (Common *self, Groups *groups, guint k)
{
  const CyanMatchSide *side = self->sides[k];
  const CyanNode *kids = cyan_match_kids (side, groups->parent[k]);
  guint n = cyan_match_n_kids (side, groups->parent[k]);
  guint i = groups->at[k];
  guint32 name = NONE;

  g_array_set_size (self->group[k], 0);
  for (; i < n && (name == NONE || side->name[kids[i]] == name); i++)
    {
      if (kids[i] < groups->from[k] || kids[i] >= groups->to[k] || is_excised (self, k, kids[i]))
        continue;
      name = side->name[kids[i]];
      g_array_append_val (self->group[k], kids[i]);
    }
  groups->at[k] = i;
  return name;
}

/* Goes to the next name that both sides have.  FALSE after the last. */
static gboolean
next_group (Common *self, Groups *groups)
{
  guint32 x = take_group (self, groups, 0);
  guint32 y = take_group (self, groups, 1);

  while (x != y && x != NONE && y != NONE)
    if (x < y)
      x = take_group (self, groups, 0);
    else
      y = take_group (self, groups, 1);
  return x == y && x != NONE;
}

/* Pairs the k-th nodes of a group, those with equal call sites first. */
static void
add_in_turn (Common *self)
{
  guint n_xs = self->group[0]->len, n_ys = self->group[1]->len;
  const CyanNode *xs = CYAN_MATCH_NODES (self->group[0]), *ys = CYAN_MATCH_NODES (self->group[1]);
  guint32 *partner;

  if (n_xs == 1 && n_ys == 1)
    {
      guint64 key = cyan_match_key (*xs, *ys);

      g_array_append_val (self->pairs, key);
      return;
    }
  g_array_set_size (self->partner, n_xs);
  partner = CYAN_MATCH_NODES (self->partner);
  cyan_match_group (self->sides[0], xs, n_xs, self->sides[1], ys, n_ys, FALSE, partner);
  for (guint i = 0; i < n_xs; i++)
    if (partner[i] != NONE)
      {
        guint64 key = cyan_match_key (xs[i], ys[partner[i]]);

        g_array_append_val (self->pairs, key);
      }
}

/* Upper bound of the weight of a group's pairs: the largest with the largest, and so on. */
static guint64
most_of_group (Common *self)
{
  guint n = MIN (self->group[0]->len, self->group[1]->len);
  guint64 sum = 0;
  guint64 *sizes[2];

  if (self->group[0]->len == 1 && self->group[1]->len == 1)
    return MIN (size_of (self, 0, CYAN_MATCH_NODES (self->group[0])[0]),
                size_of (self, 1, CYAN_MATCH_NODES (self->group[1])[0]));
  g_array_set_size (self->numbers, self->group[0]->len + self->group[1]->len);
  sizes[0] = CYAN_MATCH_KEYS (self->numbers);
  sizes[1] = sizes[0] + self->group[0]->len;
  for (guint k = 0; k < 2; k++)
    {
      for (guint i = 0; i < self->group[k]->len; i++)
        sizes[k][i] = size_of (self, k, CYAN_MATCH_NODES (self->group[k])[i]);
      cyan_match_sort (sizes[k], self->group[k]->len);
    }
  for (guint i = 1; i <= n; i++)
    sum += MIN (sizes[0][self->group[0]->len - i], sizes[1][self->group[1]->len - i]);
  return sum;
}

/* Pairs the heaviest chain among the possible pairs and adds its weight to *@weight. */
static gboolean
pair_chain (Common *self, guint64 *weight, GError **error)
{
  guint n = self->pairs->len;
  guint64 *keys = CYAN_MATCH_KEYS (self->pairs);
  CyanMatchLink *links;
  guint32 head;

  cyan_match_sort (keys, n);
  g_array_set_size (self->links, n);
  links = (CyanMatchLink *) (void *) self->links->data;
  for (guint i = 0; i < n; i++)
    {
      CyanNode x = keys[i] >> 32, y = (CyanNode) keys[i];

      links[i].x = x;
      links[i].y = y;
      links[i].value = value_of (self, x, y);
      links[i].tie = (guint64) self->sides[0]->name[x] << 32
                     | MIN (site_of (self, 0, x), site_of (self, 1, y));
    }
  if (!work (self, n, error)
      || !cyan_match_chain (links, n, &head, self->fraction, self->tick, error))
    return FALSE;
  *weight = head != NONE ? links[head].best >> 32 : 0;
  for (; head != NONE; head = links[head].next)
    pair (self, links[head].x, links[head].y);
  return TRUE;
}

static gboolean
may_trim (const Common *self, CyanNode x, CyanNode y)
{
  return self->sides[0]->name[x] == self->sides[1]->name[y]
         && size_of (self, 0, x) == size_of (self, 1, y)
         && site_of (self, 0, x) == site_of (self, 1, y);
}

/*
 * Pairs equal children at both ends of the lists whose names both sides have, and narrows @groups
 * to the rest.
 *
 * Let the two first children have the same name and size, and equal call sites or none.  Then some
 * best pairing contains this pair: at most one of the two can be paired otherwise, and replacing
 * that pair by this one loses nothing, since a pair never weighs more than either of its nodes.
 * The same holds at the right end.
 */
static void
trim (Common *self, Groups *groups)
{
  Groups all = *groups;
  guint from = 0, left[2];

  for (guint k = 0; k < 2; k++)
    g_array_set_size (self->list[k], 0);
  while (next_group (self, &all))
    for (guint k = 0; k < 2; k++)
      g_array_append_vals (self->list[k], self->group[k]->data, self->group[k]->len);
  for (guint k = 0; k < 2; k++)
    {
      guint n = left[k] = self->list[k]->len;
      CyanNode *nodes = CYAN_MATCH_NODES (self->list[k]);
      guint64 *keys;

      g_array_set_size (self->numbers, n);
      keys = CYAN_MATCH_KEYS (self->numbers);
      for (guint i = 0; i < n; i++)
        keys[i] = nodes[i];
      cyan_match_sort (keys, n);
      for (guint i = 0; i < n; i++)
        nodes[i] = (CyanNode) keys[i];
    }

  for (; from < MIN (left[0], left[1]); from++)
    {
      CyanNode x = CYAN_MATCH_NODES (self->list[0])[from],
               y = CYAN_MATCH_NODES (self->list[1])[from];

      if (!may_trim (self, x, y))
        break;
      pair (self, x, y);
      groups->from[0] = x + 1;
      groups->from[1] = y + 1;
    }
  for (; from < MIN (left[0], left[1]); left[0]--, left[1]--)
    {
      CyanNode x = CYAN_MATCH_NODES (self->list[0])[left[0] - 1],
               y = CYAN_MATCH_NODES (self->list[1])[left[1] - 1];

      if (!may_trim (self, x, y))
        break;
      pair (self, x, y);
      groups->to[0] = x;
      groups->to[1] = y;
    }
}

/* Pairs children whose names repeat: tries all possible pairs, or those of about equal index. */
static gboolean
pair_repeated (Common *self, CyanNode u, CyanNode v, GError **error)
{
  Groups groups = groups_of (self, u, v);
  guint64 possible = 0, most = 0, limit = 0, short_side = 0, weight;
  guint64 band = G_MAXUINT32;
  Groups again;

  trim (self, &groups);
  again = groups;
  while (next_group (self, &again))
    {
      guint64 n_xs = self->group[0]->len, n_ys = self->group[1]->len;

      possible += n_xs * n_ys;
      limit += n_xs + n_ys;
      short_side += MIN (n_xs, n_ys);
      most += most_of_group (self);
    }
  if (short_side == 0)
    return TRUE;
  if (self->searched < self->budget)
    limit = MAX (limit, MAX_PAIRS);
  if (possible > limit)
    band = (limit / short_side - 1) / 2;
  self->searched += MIN (possible, limit);

  g_array_set_size (self->pairs, 0);
  while (next_group (self, &groups))
    {
      guint n_xs = self->group[0]->len, n_ys = self->group[1]->len;

      if (possible > limit)
        add_in_turn (self);
      for (guint i = 0; i < n_xs; i++)
        for (guint j = i > band ? i - (guint) band : 0; j < n_ys && j <= i + band; j++)
          {
            guint64 key = cyan_match_key (CYAN_MATCH_NODES (self->group[0])[i],
                                          CYAN_MATCH_NODES (self->group[1])[j]);

            g_array_append_val (self->pairs, key);
          }
    }
  if (!pair_chain (self, &weight, error))
    return FALSE;
  if (possible > limit && weight < most)
    self->matching->bounded = TRUE;
  return TRUE;
}

/* Definition 2; pairs by name if siblings have no order. */
static gboolean
pair_relaxed (Common *self, CyanNode u, CyanNode v, GError **error)
{
  Groups groups = groups_of (self, u, v);
  gboolean repeated = FALSE, crossing = FALSE;
  guint64 most = 0, weight = 0;
  guint64 *keys;

  g_array_set_size (self->pairs, 0);
  while (next_group (self, &groups))
    {
      add_in_turn (self);
      if (!self->options->ordered)
        continue;
      repeated |= self->group[0]->len > 1 || self->group[1]->len > 1;
      most += most_of_group (self);
    }
  keys = CYAN_MATCH_KEYS (self->pairs);
  if (self->options->ordered)
    {
      cyan_match_sort (keys, self->pairs->len);
      for (guint i = 0; i < self->pairs->len; i++)
        {
          crossing |= i > 0 && (CyanNode) keys[i] < (CyanNode) keys[i - 1];
          weight += value_of (self, keys[i] >> 32, (CyanNode) keys[i]) >> 32;
        }
    }
  if (repeated && (crossing || weight < most))
    return pair_repeated (self, u, v, error);
  if (crossing)
    return pair_chain (self, &weight, error);
  for (guint i = 0; i < self->pairs->len; i++)
    pair (self, keys[i] >> 32, (CyanNode) keys[i]);
  return TRUE;
}

/* The next sibling from @node on that is not excised, or @end. */
static CyanNode
next_left (const Common *self, guint side, CyanNode node, CyanNode end)
{
  while (node < end && is_excised (self, side, node))
    node = self->sides[side]->end[node];
  return node;
}

/* Definition 1. */
static void
pair_strict (Common *self, CyanNode u, CyanNode v)
{
  const CyanNode *x_end = self->sides[0]->end;
  const CyanNode *y_end = self->sides[1]->end;
  CyanNode x = next_left (self, 0, u + 1, x_end[u]);
  CyanNode y = next_left (self, 1, v + 1, y_end[v]);

  while (x < x_end[u] && y < y_end[v])
    {
      if (self->sides[0]->name[x] == self->sides[1]->name[y])
        pair (self, x, y);
      x = next_left (self, 0, x_end[x], x_end[u]);
      y = next_left (self, 1, y_end[y], y_end[v]);
    }
}

static void
clear_common (Common *self)
{
  for (guint k = 0; k < 2; k++)
    {
      g_free (self->size[k]);
      g_array_unref (self->group[k]);
      g_array_unref (self->list[k]);
    }
  g_array_unref (self->partner);
  g_array_unref (self->pairs);
  g_array_unref (self->numbers);
  g_array_unref (self->links);
}

/* In preorder, a node gets its partner before its children are paired. */
static gboolean
match_all (Common *self, GError **error)
{
  const CyanNode *end = self->sides[0]->end;
  CyanNode a = self->top[0];
  CyanNode u = a;

  while (u < end[a])
    {
      CyanNode v = self->matching->after_of[u];
      guint n_kids;

      if (v == CYAN_NODE_NONE || (u != a && is_excised (self, 0, u)))
        {
          u = end[u];
          continue;
        }
      n_kids = cyan_match_n_kids (self->sides[0], u) + cyan_match_n_kids (self->sides[1], v);
      self->fraction = (double) (u - a) / (end[a] - a);
      if (!work (self, 1 + n_kids, error))
        return FALSE;
      if (end[u] == u + 1 || n_kids == 1)
        ;
      else if (self->options->strict && self->options->ordered)
        pair_strict (self, u, v);
      else if (!pair_relaxed (self, u, v, error))
        return FALSE;
      u++;
    }
  return TRUE;
}

static gboolean
is_unmatched (const CyanNode *partner, CyanNode from, CyanNode to)
{
  while (from < to && partner[from] == CYAN_NODE_NONE)
    from++;
  return from >= to;
}

gboolean
cyan_match_common_below (CyanMatching *matching,
                         const CyanMatchSide *before,
                         const CyanMatchSide *after,
                         CyanNode a,
                         CyanNode b,
                         const CyanMatchCommonOptions *options,
                         const CyanTick *tick,
                         GError **error)
{
  Common self = { .matching = matching,
                  .sides = { before, after },
                  .options = options,
                  .top = { a, b },
                  .tick = tick };
  gboolean ok;

  g_assert (a < before->n_nodes && b < after->n_nodes);
  g_assert (matching->after_of[a] == b);
  cyan_assert_slow (is_unmatched (matching->after_of, a + 1, before->end[a])
                    && is_unmatched (matching->before_of, b + 1, after->end[b]));
  for (guint k = 0; k < 2; k++)
    {
      self.budget += (guint64) WORK_PER_NODE * (self.sides[k]->end[self.top[k]] - self.top[k]);
      if (options->excised[k] != NULL)
        self.size[k] = count_sizes (self.sides[k]->profile, self.top[k], options->excised[k]);
      self.group[k] = g_array_new (FALSE, FALSE, sizeof (CyanNode));
      self.list[k] = g_array_new (FALSE, FALSE, sizeof (CyanNode));
    }
  self.partner = g_array_new (FALSE, FALSE, sizeof (guint32));
  self.pairs = g_array_new (FALSE, FALSE, sizeof (guint64));
  self.numbers = g_array_new (FALSE, FALSE, sizeof (guint64));
  self.links = g_array_new (FALSE, FALSE, sizeof (CyanMatchLink));
  ok = match_all (&self, error);
  clear_common (&self);
  return ok;
}
