/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-hot-tree-private.h"

#include <math.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"

static guint64
node_bytes (const CyanHotTree *self)
{
  return sizeof (CyanHotNode) + 1 + self->n_metrics * 3 * sizeof (double);
}

guint64
cyan_hot_tree_bytes_per_node (guint n_metrics)
{
  const CyanHotTree tree = { .n_metrics = n_metrics };

  g_assert (n_metrics > 0);
  /* Columns grow by a half, and the table of children has two to four numbers a node. */
  return node_bytes (&tree) * 3 / 2 + 4 * sizeof (guint32) + sizeof (CyanNode);
}

static void
charge (CyanHotTree *self)
{
  cyan_charge_set (&self->charge,
                   self->n_allocated * node_bytes (self) + cyan_table_memory (&self->children));
}

static void
grow (CyanHotTree *self)
{
  self->n_allocated = MAX (256, self->n_allocated + self->n_allocated / 2);
  self->nodes = g_renew (CyanHotNode, self->nodes, self->n_allocated);
  self->kept_nodes = g_renew (guint8, self->kept_nodes, self->n_allocated);
  for (guint m = 0; m < self->n_metrics; m++)
    {
      CyanHotValues *values = &self->values[m];

      values->seen = g_renew (double, values->seen, self->n_allocated);
      values->rest = g_renew (double, values->rest, self->n_allocated);
      values->birth = g_renew (double, values->birth, self->n_allocated);
    }
  charge (self);
}

/* ---- children ---- */

static guint32
hash_of (const CyanHotTree *self, const CyanHotNode *node)
{
  return cyan_table_hash (&self->children, (guint64) node->parent << 32 | node->function,
                          node->call_site);
}

static gboolean
is_child (gconstpointer owner, guint32 number, gconstpointer key)
{
  const CyanHotNode *node = &((const CyanHotTree *) owner)->nodes[number], *wanted = key;

  return node->parent == wanted->parent && node->function == wanted->function
         && node->call_site == wanted->call_site;
}

static void
add_to_table (CyanHotTree *self, CyanNode node)
{
  if (cyan_table_make_room (&self->children, node))
    for (CyanNode i = 1; i < node; i++)
      cyan_table_add (&self->children, hash_of (self, &self->nodes[i]), i);
  cyan_table_add (&self->children, hash_of (self, &self->nodes[node]), node);
}

/* A new node; its values are 0. */
static CyanNode
append_node (CyanHotTree *self, const CyanHotNode *node)
{
  CyanNode number = self->n_nodes;

  if (number == self->n_allocated)
    grow (self);
  self->n_nodes++;
  self->nodes[number] = *node;
  for (guint m = 0; m < self->n_metrics; m++)
    {
      CyanHotValues *values = &self->values[m];

      values->seen[number] = values->rest[number] = 0;
      values->birth[number] = values->floor;
    }
  if (number > 0)
    add_to_table (self, number);
  return number;
}

/* The child, or CYAN_NODE_NONE. */
static CyanNode
find_child (const CyanHotTree *self, const CyanHotNode *key)
{
  CyanNode node = cyan_table_find (&self->children, hash_of (self, key), is_child, self, key);

  return node != 0 ? node : CYAN_NODE_NONE;
}

/* ---- pruning ---- */

/* What a node surely or perhaps has, with all below it that is not in the tree. */
static double
most_of (const CyanHotValues *values, CyanNode node)
{
  return values->seen[node] + values->rest[node] + values->birth[node];
}

/* Marks the innermost open calls, so that no open call is taken out. */
static void
mark_open (CyanHotTree *self)
{
  memset (self->kept_nodes, 0, self->n_nodes);
  self->kept_nodes[CYAN_NODE_ROOT] = TRUE;
  cyan_open_calls_mark (&self->calls, self->kept_nodes);
}

void
cyan_hot_tree_give_up (CyanHotTree *self, CyanNode node)
{
  CyanNode parent = self->nodes[node].parent;

  for (guint m = 0; m < self->n_metrics; m++)
    {
      CyanHotValues *values = &self->values[m];

      values->rest[parent] += values->seen[node] + values->rest[node];
      /* The first one is below the limit, which is its floor. */
      if (m > 0)
        values->floor = MAX (values->floor, most_of (values, node));
    }
}

void
cyan_hot_tree_compact (CyanHotTree *self, const guint8 *stays)
{
  CyanNode *moved = g_new (CyanNode, self->n_nodes);
  guint n = 0;

  for (CyanNode i = 0; i < self->n_nodes; i++)
    {
      moved[i] = stays[i] ? n : CYAN_NODE_NONE;
      if (!stays[i])
        continue;
      self->nodes[n] = self->nodes[i];
      if (i > 0)
        self->nodes[n].parent = moved[self->nodes[i].parent];
      for (guint m = 0; m < self->n_metrics; m++)
        {
          CyanHotValues *values = &self->values[m];

          values->seen[n] = values->seen[i];
          values->rest[n] = values->rest[i];
          values->birth[n] = values->birth[i];
        }
      n++;
    }
  cyan_open_calls_renumber (&self->calls, moved);
  g_free (moved);
  self->n_nodes = n;
  cyan_table_empty (&self->children, n);
  for (CyanNode i = 1; i < n; i++)
    {
      if (cyan_table_make_room (&self->children, i))
        for (CyanNode k = 1; k < i; k++)
          cyan_table_add (&self->children, hash_of (self, &self->nodes[k]), k);
      cyan_table_add (&self->children, hash_of (self, &self->nodes[i]), i);
    }
  charge (self);
}

/* Takes out each node that can have at most @limit, callees first. */
static void
prune (CyanHotTree *self, double limit)
{
  guint8 *stays = self->kept_nodes;
  const CyanHotValues *first = &self->values[0];

  self->n_prunings++;
  self->values[0].floor = MAX (first->floor, limit);
  mark_open (self);
  for (CyanNode i = self->n_nodes; i-- > 1;)
    {
      stays[i] |= most_of (first, i) > limit;
      if (stays[i])
        stays[self->nodes[i].parent] = TRUE;
      else
        cyan_hot_tree_give_up (self, i);
    }
  cyan_hot_tree_compact (self, stays);
}

static double
limit_of (const CyanHotTree *self)
{
  double limit = self->kept * self->values[0].whole;

  return self->is_whole ? floor (limit) : limit;
}

/* Calls that may be open.  The other nodes are left so that it does not prune all the time when nearly
 * all calls are open. */
static guint
most_open (const CyanHotTree *self)
{
  return self->max_nodes - self->max_nodes / 16;
}

/* Prunes, and more than epsilon asks for if too many nodes stay. */
static void
make_room (CyanHotTree *self)
{
  prune (self, limit_of (self));
  /* Open calls may be more than half of all: they end some time. */
  while (self->n_nodes > self->max_nodes / 2 && self->kept < 1)
    {
      self->kept = MIN (1, 2 * self->kept);
      prune (self, limit_of (self));
    }
  self->next = MIN (self->n_nodes - 1 + MAX (self->n_nodes - 1, (guint) ceil (1 / self->epsilon)),
                    self->max_nodes - 1);
  self->next = MAX (self->next, self->n_nodes);
  self->is_full = self->n_nodes > most_open (self);
}

/* Prunes if the tree has doubled since it was pruned last. */
static void
keep_small (CyanHotTree *self)
{
  if (self->n_nodes > self->next)
    make_room (self);
}

/* ---- tree ---- */

CyanHotTree *
cyan_hot_tree_new (double epsilon, guint n_metrics, guint max_nodes)
{
  const CyanHotNode root = { .parent = CYAN_NODE_NONE };
  CyanHotTree *self = g_new0 (CyanHotTree, 1);

  g_assert (epsilon >= CYAN_HOT_TREE_LEAST_EPSILON && epsilon <= 1 && n_metrics > 0);
  self->epsilon = self->kept = epsilon;
  self->is_whole = TRUE;
  self->max_nodes = max_nodes > 0 ? MAX (max_nodes, 1000) : CYAN_MAX_NODES;
  self->next = MIN ((guint) ceil (1 / epsilon), self->max_nodes - 1);
  self->n_metrics = n_metrics;
  self->values = g_new0 (CyanHotValues, n_metrics);
  cyan_open_calls_init (&self->calls);
  cyan_table_init (&self->children);
  self->flat = cyan_flat_profile_new (1, n_metrics);
  append_node (self, &root);
  return self;
}

void
cyan_hot_tree_free (CyanHotTree *self)
{
  if (self == NULL)
    return;
  g_free (self->nodes);
  g_free (self->kept_nodes);
  for (guint m = 0; m < self->n_metrics; m++)
    {
      g_free (self->values[m].seen);
      g_free (self->values[m].rest);
      g_free (self->values[m].birth);
    }
  g_free (self->values);
  cyan_table_clear (&self->children);
  cyan_flat_profile_unref (self->flat);
  cyan_open_calls_clear (&self->calls);
  cyan_charge_clear (&self->charge);
  g_free (self);
}

void
cyan_hot_tree_set_budget (CyanHotTree *self, CyanBudget *budget)
{
  cyan_charge_move (&self->charge, budget);
}

/* ---- the stream ---- */

static CyanNode
top_of (CyanHotTree *self, guint thread)
{
  return cyan_open_calls_top (cyan_open_calls_of (&self->calls, thread), CYAN_NODE_ROOT);
}

gboolean
cyan_hot_tree_enter (
    CyanHotTree *self, guint thread, guint32 function, guint32 call_site, GError **error)
{
  GArray *open = cyan_open_calls_of (&self->calls, thread);
  CyanHotNode key = { .function = function, .call_site = call_site };
  CyanNode node;

  keep_small (self);
  /* Some of these calls may have ended. */
  if (self->is_full)
    make_room (self);
  if (self->is_full)
    return cyan_fail_hint (error, CYAN_ERROR_LIMIT, CYAN_HINT_NODE_LIMIT,
                           _ ("more than %'u calls are open at the same time"), most_open (self));
  if (function >= self->flat->n_functions)
    cyan_flat_profile_resize (self->flat, function + function / 2 + 1);
  key.parent = cyan_open_calls_top (open, CYAN_NODE_ROOT);
  node = find_child (self, &key);
  if (node == CYAN_NODE_NONE)
    node = append_node (self, &key);
  g_array_append_val (open, node);
  return TRUE;
}

void
cyan_hot_tree_leave (CyanHotTree *self, guint thread)
{
  cyan_open_calls_pop (cyan_open_calls_of (&self->calls, thread));
}

void
cyan_hot_tree_add (CyanHotTree *self, guint thread, guint metric, double value)
{
  CyanNode node = top_of (self, thread);

  g_assert (metric < self->n_metrics);
  self->values[metric].seen[node] += value;
  self->flat->self[metric][self->nodes[node].function] += value;
  self->values[metric].whole += value;
  self->is_negative |= value < 0;
  if (metric == 0)
    self->is_whole &= value == floor (value);
  keep_small (self);
}

void
cyan_hot_tree_add_calls (CyanHotTree *self, guint thread, guint64 calls)
{
  CyanHotNode *node = &self->nodes[top_of (self, thread)];

  /* The sum saturates below CYAN_CALLS_UNKNOWN. */
  node->calls =
      calls < CYAN_CALLS_UNKNOWN - 1 - node->calls ? node->calls + calls : CYAN_CALLS_UNKNOWN - 1;
  self->flat->calls[node->function] += (double) calls;
}

/* ---- what is known ---- */

guint
cyan_hot_tree_n_nodes (const CyanHotTree *self)
{
  return self->n_nodes;
}

guint
cyan_hot_tree_n_prunings (const CyanHotTree *self)
{
  return self->n_prunings;
}

double
cyan_hot_tree_floor (const CyanHotTree *self, guint metric)
{
  g_assert (metric < self->n_metrics);
  return self->values[metric].floor;
}

CyanHotNode
cyan_hot_tree_node (const CyanHotTree *self, CyanNode node)
{
  g_assert (node < self->n_nodes);
  return self->nodes[node];
}

double
cyan_hot_tree_seen (const CyanHotTree *self, guint metric, CyanNode node)
{
  g_assert (metric < self->n_metrics && node < self->n_nodes);
  return self->values[metric].seen[node];
}

double
cyan_hot_tree_rest (const CyanHotTree *self, guint metric, CyanNode node)
{
  g_assert (metric < self->n_metrics && node < self->n_nodes);
  return self->values[metric].rest[node];
}
