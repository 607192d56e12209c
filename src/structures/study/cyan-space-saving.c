/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-space-saving.h"

#include "cyan-assert.h"

#include <string.h>

/* Makes room for what is known of each node. */
static void
grow (CyanSpaceSaving *self)
{
  guint32 n = self->tree.n_allocated;

  if (n == self->n_allocated)
    return;
  self->counter = g_renew (guint32, self->counter, n);
  memset (self->counter + self->n_allocated, 0, (n - self->n_allocated) * sizeof *self->counter);
  self->n_allocated = n;
}

static void
measure (CyanSpaceSaving *self)
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
  cyan_trie_init (&self->tree, TRUE);
  cyan_open_calls_init (&self->open);
  self->counters = g_new (CyanCounter, n_counters);
  self->first = g_new (guint32, n_counters);
  self->free_runs = g_new (guint32, n_counters);
  for (guint i = n_counters; i-- > 0;)
    self->free_runs[self->n_free_runs++] = i;
  grow (self);
}

void
cyan_space_saving_clear (CyanSpaceSaving *self)
{
  cyan_trie_clear (&self->tree);
  cyan_open_calls_clear (&self->open);
  g_free (self->counters);
  g_free (self->first);
  g_free (self->free_runs);
  g_free (self->counter);
}

/* ---- counters ---- */

static void
put (CyanSpaceSaving *self, guint32 at, const CyanCounter *counter)
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

/* Adds 1 to the counter at @at: it becomes the first of its run, and then the last of the run with the
 * next count. */
static void
count_one (CyanSpaceSaving *self, guint32 at)
{
  guint32 run = self->counters[at].run, first = self->first[run];
  CyanCounter counter = self->counters[at];

  if (at != first)
    {
      put (self, at, &self->counters[first]);
      put (self, first, &counter);
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
      put (self, at, &counter);
      join_run (self, at);
      return;
    }
  at = self->first[self->counters[self->n_used - 1].run];
  counter = self->counters[at];
  self->counter[counter.node] = 0;
  counter.node = node;
  counter.error = counter.count;
  put (self, at, &counter);
  count_one (self, at);
}

guint64
cyan_space_saving_floor (const CyanSpaceSaving *self)
{
  guint64 floor = self->n_used < self->n_counters ? 0 : self->counters[self->n_used - 1].count;

  g_assert (floor <= self->n_calls / self->n_counters);
  return floor;
}

/* ---- the tree ---- */

/* Removes all but the marked nodes and their callers. */
static void
keep (CyanSpaceSaving *self, guint8 *stays)
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
keep_small (CyanSpaceSaving *self)
{
  g_autofree guint8 *stays = NULL;

  if (self->tree.n_nodes < self->next)
    return;
  measure (self);
  stays = g_new0 (guint8, self->tree.n_nodes);
  for (guint i = 0; i < self->n_used; i++)
    stays[self->counters[i].node] = TRUE;
  cyan_open_calls_mark (&self->open, stays);
  keep (self, stays);
  self->next = self->tree.n_nodes + MAX (self->tree.n_nodes, self->n_counters);
}

static void
enter (gpointer taker, guint thread, guint32 function)
{
  CyanSpaceSaving *self = taker;
  GArray *open = cyan_open_calls_of (&self->open, thread);
  guint32 node;

  keep_small (self);
  node = cyan_trie_child (&self->tree, cyan_open_calls_top (open, 0), function);
  grow (self);
  if (self->counter[node] > 0)
    count_one (self, self->counter[node] - 1);
  else
    monitor (self, node);
  g_array_append_val (open, node);
  self->n_calls++;
}

static void
leave (gpointer taker, guint thread)
{
  cyan_open_calls_pop (cyan_open_calls_of (&((CyanSpaceSaving *) taker)->open, thread));
}

const CyanCallTaker cyan_space_saving_taker = { enter, leave };

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
  measure (self);
  cyan_open_calls_clear (&self->open);
  cyan_open_calls_init (&self->open);
  for (guint i = 0; i < self->n_used; i++)
    if (self->counters[i].count >= limit)
      {
        stays[self->counters[i].node] = TRUE;
        self->tree.count[self->counters[i].node] = self->counters[i].count;
      }
  keep (self, stays);
}
