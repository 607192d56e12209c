/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-hot-tree.h"

#include <math.h>
#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-profile-parts.h"

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

/* An upper bound of a node's value, with all below it that is not in the tree. */
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

/* Adds all that @node has to the rest of its caller. */
static void
give_up (CyanHotTree *self, CyanNode node)
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

/* Moves the nodes that stay together, in their order. */
static void
compact (CyanHotTree *self, const guint8 *stays)
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
    add_to_table (self, i);
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
        give_up (self, i);
    }
  compact (self, stays);
}

static double
limit_of (const CyanHotTree *self)
{
  double limit = self->kept * self->values[0].whole;

  return self->is_whole ? floor (limit) : limit;
}

/* Calls that may be open.  The other nodes are left so that it does not prune all the time when
 * nearly all calls are open. */
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

/* ---- the end ---- */

/* The most that each node can have with all below it. */
static double *
sum_totals (const CyanHotTree *self)
{
  const CyanHotValues *first = &self->values[0];
  double *totals = g_new (double, self->n_nodes);

  for (CyanNode i = 0; i < self->n_nodes; i++)
    totals[i] = first->seen[i] + first->rest[i];
  for (CyanNode i = self->n_nodes; i-- > 1;)
    totals[self->nodes[i].parent] += totals[i];
  return totals;
}

void
cyan_hot_tree_finish (CyanHotTree *self, double phi)
{
  CyanHotValues *first = &self->values[0];
  double limit = phi * first->whole;
  g_autofree double *totals = sum_totals (self);
  guint8 *stays = self->kept_nodes;

  g_assert (phi >= 0 && phi <= 1);
  for (guint i = 0; i < self->calls.threads->len; i++)
    g_array_set_size (self->calls.threads->pdata[i], 0);
  stays[CYAN_NODE_ROOT] = TRUE;
  for (CyanNode i = 1; i < self->n_nodes; i++)
    stays[i] = totals[i] + first->birth[i] >= limit;
  /* A node whose callee stays does, too: its total is at least as large, but its birth need not
   * be. */
  for (CyanNode i = self->n_nodes; i-- > 1;)
    if (stays[i])
      stays[self->nodes[i].parent] = TRUE;
    else
      {
        first->floor = MAX (first->floor, totals[i] + first->birth[i]);
        give_up (self, i);
      }
  compact (self, stays);
}

static gboolean
freeze_node (const CyanHotTree *self,
             CyanNode node,
             CyanNode *frozen,
             CyanProfileBuilder *builder,
             GError **error)
{
  const CyanHotNode *from = &self->nodes[node];

  frozen[node] = CYAN_NODE_ROOT;
  if (node != CYAN_NODE_ROOT)
    {
      frozen[node] = cyan_profile_builder_append (builder, frozen[from->parent], from->function,
                                                  from->call_site, error);
      if (frozen[node] == CYAN_NODE_NONE)
        return FALSE;
      if (from->calls > 0)
        cyan_profile_builder_add_calls (builder, frozen[node], from->calls);
      cyan_profile_builder_set_missing (builder, frozen[node], self->values[0].birth[node]);
    }
  for (guint m = 0; m < self->n_metrics; m++)
    cyan_profile_builder_add (builder, m, frozen[node], self->values[m].seen[node]);
  return TRUE;
}

static gboolean
has_rest (const CyanHotTree *self, CyanNode node)
{
  for (guint m = 0; m < self->n_metrics; m++)
    if (self->values[m].rest[node] > 0)
      return TRUE;
  return FALSE;
}

gboolean
cyan_hot_tree_freeze (const CyanHotTree *self,
                      double phi,
                      CyanProfileBuilder *builder,
                      GError **error)
{
  g_autofree CyanNode *frozen = g_new (CyanNode, self->n_nodes);
  guint32 function = cyan_profile_part_cold (builder);
  const CyanPruning pruning = { phi, self->kept, self->values[0].floor };

  g_assert (self->n_metrics == cyan_profile_builder_n_metrics (builder));
  if (self->is_negative)
    return cyan_fail (error, CYAN_ERROR_INVALID,
                      _ ("some values are negative: nothing can be pruned"));
  for (CyanNode i = 0; i < self->n_nodes; i++)
    if (!freeze_node (self, i, frozen, builder, error))
      return FALSE;
  for (CyanNode i = 0; i < self->n_nodes; i++)
    {
      CyanNode cold;

      if (!has_rest (self, i))
        continue;
      cold = cyan_profile_builder_append (builder, frozen[i], function, 0, error);
      if (cold == CYAN_NODE_NONE)
        return FALSE;
      for (guint m = 0; m < self->n_metrics; m++)
        cyan_profile_builder_add (builder, m, cold, self->values[m].rest[i]);
    }
  cyan_profile_builder_set_pruning (builder, &pruning);
  cyan_profile_builder_set_flat (builder, cyan_flat_profile_copy (self->flat));
  /* A context that was pruned and came again is behind its siblings. */
  if (self->n_prunings > 0)
    cyan_profile_builder_set_unordered (builder);
  return TRUE;
}
