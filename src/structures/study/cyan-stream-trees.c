/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-stream-trees.h"

#include <string.h>

#include "cyan-assert.h"

/* Initialises the members that all trees begin with; a CyanCallTree stands for any of them. */
static void
start (gpointer self, gboolean has_counts)
{
  CyanCallTree *tree = self;

  cyan_trie_init (&tree->tree, has_counts);
  cyan_open_calls_init (&tree->open);
}

void
cyan_stream_tree_clear (gpointer self)
{
  CyanCallTree *tree = self;

  cyan_trie_clear (&tree->tree);
  cyan_open_calls_clear (&tree->open);
}

static void
end_open_calls (CyanOpenCalls *open)
{
  cyan_open_calls_clear (open);
  cyan_open_calls_init (open);
}

/* Ends a call that is one number of the stack. */
static void
leave (gpointer taker, guint thread)
{
  cyan_open_calls_pop (cyan_open_calls_of (&((CyanCallTree *) taker)->open, thread));
}

/* ---- the call tree, the calling-context tree ---- */

void
cyan_call_tree_init (CyanCallTree *self, CyanCallTreeKind kind)
{
  start (self, kind == CYAN_CALL_TREE_CONTEXTS);
  self->kind = kind;
}

static void
call_enter (gpointer taker, guint thread, guint32 function)
{
  CyanCallTree *self = taker;
  GArray *open = cyan_open_calls_of (&self->open, thread);
  guint32 caller = cyan_open_calls_top (open, 0), node;

  if (self->kind == CYAN_CALL_TREE_DYNAMIC)
    node = cyan_trie_append (&self->tree, caller, function);
  else
    {
      node = cyan_trie_child (&self->tree, caller, function);
      self->tree.count[node]++;
    }
  g_array_append_val (open, node);
}

const CyanCallTaker cyan_call_tree_taker = { call_enter, leave };

void
cyan_call_tree_prune (const CyanTrie *tree, guint64 limit, CyanTrie *pruned)
{
  g_autofree guint8 *stays = g_new0 (guint8, tree->n_nodes);
  g_autofree guint32 *moved = g_new0 (guint32, tree->n_nodes);

  for (guint32 i = tree->n_nodes; i-- > 1;)
    {
      stays[i] |= tree->count[i] >= limit;
      stays[tree->parent[i]] |= stays[i];
    }
  cyan_trie_init (pruned, TRUE);
  for (guint32 i = 1; i < tree->n_nodes; i++)
    if (stays[i])
      {
        moved[i] = cyan_trie_child (pruned, moved[tree->parent[i]], tree->key[i]);
        pruned->count[moved[i]] = tree->count[i];
      }
  cyan_assert_valid (cyan_trie_check, pruned);
}

/* ---- the uptree ---- */

typedef struct
{
  guint32 caller, function;
} Call;

void
cyan_uptree_init (CyanUptree *self, guint block)
{
  start (self, TRUE);
  self->block = block > 0 ? block : CYAN_UPTREE_BLOCK;
  self->calls = g_array_new (FALSE, FALSE, sizeof (Call));
  self->most_memory = 0;
}

void
cyan_uptree_clear (CyanUptree *self)
{
  cyan_stream_tree_clear (self);
  g_array_unref (self->calls);
}

void
cyan_uptree_finish (CyanUptree *self)
{
  guint32 n_merged = self->merged.n_nodes;
  g_autofree guint32 *node = g_new (guint32, n_merged + self->calls->len);

  g_assert (self->calls->len <= self->block);
  for (guint32 i = 0; i < n_merged; i++)
    node[i] = i;
  for (guint i = 0; i < self->calls->len; i++)
    {
      const Call *call = &g_array_index (self->calls, Call, i);
      guint32 to = cyan_trie_child (&self->merged, node[call->caller], call->function);

      self->merged.count[to]++;
      node[n_merged + i] = to;
    }
  cyan_open_calls_renumber (&self->open, node);
  self->most_memory =
      MAX (self->most_memory, cyan_trie_memory (&self->merged) + self->calls->len * sizeof (Call)
                                  + (n_merged + self->calls->len) * sizeof *node);
  g_array_set_size (self->calls, 0);
}

static void
uptree_enter (gpointer taker, guint thread, guint32 function)
{
  CyanUptree *self = taker;
  GArray *open = cyan_open_calls_of (&self->open, thread);
  guint32 number;
  Call call;

  if (self->calls->len == self->block)
    cyan_uptree_finish (self);
  call = (Call){ cyan_open_calls_top (open, 0), function };
  number = self->merged.n_nodes + self->calls->len;
  g_array_append_val (self->calls, call);
  g_array_append_val (open, number);
}

const CyanCallTaker cyan_uptree_taker = { uptree_enter, leave };

/* ---- the approximate calling-context tree ---- */

void
cyan_sampled_tree_init (CyanSampledTree *self, guint64 every)
{
  g_assert (every > 0);
  start (self, TRUE);
  self->every = every;
  self->n_calls = 0;
}

static void
sampled_enter (gpointer taker, guint thread, guint32 function)
{
  CyanSampledTree *self = taker;
  GArray *open = cyan_open_calls_of (&self->open, thread);
  guint32 node = 0;

  g_array_append_val (open, function);
  if (++self->n_calls % self->every != 0)
    return;
  for (guint i = 0; i < open->len; i++)
    node = cyan_trie_child (&self->tree, node, g_array_index (open, guint32, i));
  self->tree.count[node]++;
}

const CyanCallTaker cyan_sampled_tree_taker = { sampled_enter, leave };

/* ---- the k-slab forest ---- */

void
cyan_slab_forest_init (CyanSlabForest *self, guint k)
{
  start (self, TRUE);
  self->k = k;
}

static void
slab_enter (gpointer taker, guint thread, guint32 function)
{
  CyanSlabForest *self = taker;
  GArray *open = cyan_open_calls_of (&self->open, thread);
  guint depth = open->len / 2;
  gboolean begins_slab = self->k == 0 || depth % self->k == 0;
  guint32 caller[2] = { 0 }, node[2] = { 0 };

  if (depth > 0)
    memcpy (caller, &g_array_index (open, guint32, open->len - 2), sizeof caller);
  node[0] = cyan_trie_child (&self->tree, begins_slab ? 0 : caller[0], function);
  if (self->k > 0 && depth >= self->k)
    node[1] = cyan_trie_child (&self->tree, caller[begins_slab ? 0 : 1], function);
  self->tree.count[node[1] != 0 ? node[1] : node[0]]++;
  g_array_append_vals (open, node, 2);
}

static void
slab_leave (gpointer taker, guint thread)
{
  GArray *open = cyan_open_calls_of (&((CyanSlabForest *) taker)->open, thread);

  g_array_set_size (open, open->len - 2);
}

const CyanCallTaker cyan_slab_forest_taker = { slab_enter, slab_leave };

/* ---- Lossy Counting ---- */

static void
lossy_grow (CyanLossyCounting *self)
{
  if (self->tree.n_allocated == self->n_allocated)
    return;
  self->n_allocated = self->tree.n_allocated;
  self->bound = g_renew (guint64, self->bound, self->n_allocated);
}

void
cyan_lossy_counting_init (CyanLossyCounting *self, guint m)
{
  g_assert (m > 0);
  *self = (CyanLossyCounting){ .m = m, .next = m };
  start (self, TRUE);
  lossy_grow (self);
  self->bound[0] = 0;
}

void
cyan_lossy_counting_clear (CyanLossyCounting *self)
{
  cyan_stream_tree_clear (self);
  g_free (self->bound);
}

/* Removes the nodes with less than @least, callees first, but no open call. */
static void
lossy_prune (CyanLossyCounting *self, guint64 least)
{
  guint32 n_nodes = self->tree.n_nodes;
  g_autofree guint8 *stays = g_new0 (guint8, n_nodes);
  g_autofree guint32 *moved = NULL;

  self->most_memory = MAX (self->most_memory, cyan_trie_memory (&self->tree)
                                                  + self->n_allocated * sizeof *self->bound);
  cyan_open_calls_mark (&self->open, stays);
  for (guint32 i = 1; i < n_nodes; i++)
    stays[i] |= self->tree.count[i] + self->bound[i] >= least;
  moved = cyan_trie_keep (&self->tree, stays);
  for (guint32 i = 1; i < n_nodes; i++)
    if (moved[i] != 0)
      self->bound[moved[i]] = self->bound[i];
  cyan_open_calls_renumber (&self->open, moved);
}

static void
lossy_enter (gpointer taker, guint thread, guint32 function)
{
  CyanLossyCounting *self = taker;
  GArray *open = cyan_open_calls_of (&self->open, thread);
  guint32 n_nodes = self->tree.n_nodes;
  guint32 node = cyan_trie_child (&self->tree, cyan_open_calls_top (open, 0), function);

  lossy_grow (self);
  if (node == n_nodes)
    self->bound[node] = self->floor;
  self->tree.count[node]++;
  g_array_append_val (open, node);
  if (++self->n_calls == self->next)
    {
      self->floor = self->n_calls / self->m;
      lossy_prune (self, self->floor + 1);
      self->next = self->n_calls + MAX (self->m, self->tree.n_nodes);
    }
}

const CyanCallTaker cyan_lossy_counting_taker = { lossy_enter, leave };

void
cyan_lossy_counting_finish (CyanLossyCounting *self, guint64 limit)
{
  end_open_calls (&self->open);
  lossy_prune (self, limit);
}

/* ---- Space-Saving ---- */

/* Makes room for what is known of each node. */
static void
saving_grow (CyanSpaceSaving *self)
{
  guint32 n = self->tree.n_allocated;

  if (n == self->n_allocated)
    return;
  self->counter = g_renew (guint32, self->counter, n);
  memset (self->counter + self->n_allocated, 0, (n - self->n_allocated) * sizeof *self->counter);
  self->n_allocated = n;
}

static void
saving_measure (CyanSpaceSaving *self)
{
  guint64 counter = sizeof *self->counters + sizeof *self->first + sizeof *self->free_runs;
  guint64 bytes = cyan_trie_memory (&self->tree) + self->n_counters * counter
                  + self->n_allocated * sizeof *self->counter;

  self->most_memory = MAX (self->most_memory, bytes);
}

void
cyan_space_saving_init (CyanSpaceSaving *self, guint n_counters)
{
  g_assert (n_counters > 0);
  *self = (CyanSpaceSaving){ .n_counters = n_counters, .next = 2 * n_counters };
  start (self, TRUE);
  self->counters = g_new (CyanCounter, n_counters);
  self->first = g_new (guint32, n_counters);
  self->free_runs = g_new (guint32, n_counters);
  for (guint i = n_counters; i-- > 0;)
    self->free_runs[self->n_free_runs++] = i;
  saving_grow (self);
}

void
cyan_space_saving_clear (CyanSpaceSaving *self)
{
  cyan_stream_tree_clear (self);
  g_free (self->counters);
  g_free (self->first);
  g_free (self->free_runs);
  g_free (self->counter);
}

static void
saving_put (CyanSpaceSaving *self, guint32 at, const CyanCounter *counter)
{
  self->counters[at] = *counter;
  self->counter[counter->node] = at + 1;
}

/* Puts the counter at @at, whose count may be that of the run before it, into its run. */
static void
join_run (CyanSpaceSaving *self, guint32 at)
{
  CyanCounter *counter = &self->counters[at];

  if (at > 0 && counter[-1].count == counter->count)
    {
      counter->run = counter[-1].run;
      return;
    }
  counter->run = self->free_runs[--self->n_free_runs];
  self->first[counter->run] = at;
}

/* Adds 1 to the counter at @at: it becomes the first of its run, and then the last of the run with
 * the next count. */
static void
count_one (CyanSpaceSaving *self, guint32 at)
{
  guint32 run = self->counters[at].run, first = self->first[run];
  CyanCounter counter = self->counters[at];

  if (at != first)
    {
      saving_put (self, at, &self->counters[first]);
      saving_put (self, first, &counter);
    }
  self->counters[first].count++;
  if (first + 1 < self->n_used && self->counters[first + 1].run == run)
    self->first[run] = first + 1;
  else
    self->free_runs[self->n_free_runs++] = run;
  join_run (self, first);
}

/* Monitors @node from now on, instead of a context with the least count if there are enough. */
static void
monitor (CyanSpaceSaving *self, guint32 node)
{
  CyanCounter counter = { .node = node, .count = 1 };
  guint32 at;

  if (self->n_used < self->n_counters)
    {
      at = self->n_used++;
      saving_put (self, at, &counter);
      join_run (self, at);
      return;
    }
  at = self->first[self->counters[self->n_used - 1].run];
  counter = self->counters[at];
  self->counter[counter.node] = 0;
  counter.node = node;
  counter.error = counter.count;
  saving_put (self, at, &counter);
  count_one (self, at);
}

guint64
cyan_space_saving_floor (const CyanSpaceSaving *self)
{
  guint64 floor = self->n_used < self->n_counters ? 0 : self->counters[self->n_used - 1].count;

  g_assert (floor <= self->n_calls / self->n_counters);
  return floor;
}

/* Removes all but the marked nodes and their callers. */
static void
saving_keep (CyanSpaceSaving *self, guint8 *stays)
{
  guint32 n_nodes = self->tree.n_nodes;
  g_autofree guint32 *moved = cyan_trie_keep (&self->tree, stays);

  for (guint32 i = 1; i < n_nodes; i++)
    {
      guint32 counter = self->counter[i];

      /* A node only ever moves to the front. */
      self->counter[i] = 0;
      if (moved[i] == 0)
        continue;
      self->counter[moved[i]] = counter;
      if (counter > 0)
        self->counters[counter - 1].node = moved[i];
    }
  cyan_open_calls_renumber (&self->open, moved);
}

/* Removes the contexts that are no longer monitored, once they are half of the tree. */
static void
saving_keep_small (CyanSpaceSaving *self)
{
  g_autofree guint8 *stays = NULL;

  if (self->tree.n_nodes < self->next)
    return;
  saving_measure (self);
  stays = g_new0 (guint8, self->tree.n_nodes);
  for (guint i = 0; i < self->n_used; i++)
    stays[self->counters[i].node] = TRUE;
  cyan_open_calls_mark (&self->open, stays);
  saving_keep (self, stays);
  self->next = self->tree.n_nodes + MAX (self->tree.n_nodes, self->n_counters);
}

static void
saving_enter (gpointer taker, guint thread, guint32 function)
{
  CyanSpaceSaving *self = taker;
  GArray *open = cyan_open_calls_of (&self->open, thread);
  guint32 node;

  saving_keep_small (self);
  node = cyan_trie_child (&self->tree, cyan_open_calls_top (open, 0), function);
  saving_grow (self);
  if (self->counter[node] > 0)
    count_one (self, self->counter[node] - 1);
  else
    monitor (self, node);
  g_array_append_val (open, node);
  self->n_calls++;
}

const CyanCallTaker cyan_space_saving_taker = { saving_enter, leave };

/* Whether counts fall and sum to all calls, and no error is above its count. */
static gboolean
are_counts_sound (const CyanSpaceSaving *self)
{
  guint64 sum = 0;

  for (guint i = 0; i < self->n_used; i++)
    {
      const CyanCounter *counter = &self->counters[i];

      if (counter->error > counter->count || (i > 0 && counter->count > counter[-1].count))
        return FALSE;
      sum += counter->count;
    }
  return sum == self->n_calls;
}

void
cyan_space_saving_finish (CyanSpaceSaving *self, guint64 limit)
{
  g_autofree guint8 *stays = g_new0 (guint8, self->tree.n_nodes);

  cyan_assert_slow (are_counts_sound (self));
  saving_measure (self);
  end_open_calls (&self->open);
  for (guint i = 0; i < self->n_used; i++)
    if (self->counters[i].count >= limit)
      {
        stays[self->counters[i].node] = TRUE;
        self->tree.count[self->counters[i].node] = self->counters[i].count;
      }
  saving_keep (self, stays);
}
