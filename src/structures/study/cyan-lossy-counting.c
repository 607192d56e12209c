/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-lossy-counting.h"

static void
grow (CyanLossyCounting *self)
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
  cyan_trie_init (&self->tree, TRUE);
  cyan_open_calls_init (&self->open);
  grow (self);
  self->bound[0] = 0;
}

void
cyan_lossy_counting_clear (CyanLossyCounting *self)
{
  cyan_trie_clear (&self->tree);
  cyan_open_calls_clear (&self->open);
  g_free (self->bound);
}

/* Removes the nodes with less than @least, callees first, but no open call. */
static void
prune (CyanLossyCounting *self, guint64 least)
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
enter (gpointer taker, guint thread, guint32 function)
{
  CyanLossyCounting *self = taker;
  GArray *open = cyan_open_calls_of (&self->open, thread);
  guint32 n_nodes = self->tree.n_nodes;
  guint32 node = cyan_trie_child (&self->tree, cyan_open_calls_top (open, 0), function);

  grow (self);
  if (node == n_nodes)
    self->bound[node] = self->floor;
  self->tree.count[node]++;
  g_array_append_val (open, node);
  if (++self->n_calls == self->next)
    {
      self->floor = self->n_calls / self->m;
      prune (self, self->floor + 1);
      self->next = self->n_calls + MAX (self->m, self->tree.n_nodes);
    }
}

static void
leave (gpointer taker, guint thread)
{
  cyan_open_calls_pop (cyan_open_calls_of (&((CyanLossyCounting *) taker)->open, thread));
}

const CyanCallTaker cyan_lossy_counting_taker = { enter, leave };

void
cyan_lossy_counting_finish (CyanLossyCounting *self, guint64 limit)
{
  cyan_open_calls_clear (&self->open);
  cyan_open_calls_init (&self->open);
  prune (self, limit);
}
