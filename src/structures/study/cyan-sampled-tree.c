/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-sampled-tree.h"

void
cyan_sampled_tree_init (CyanSampledTree *self, guint64 every)
{
  g_assert (every > 0);
  cyan_trie_init (&self->tree, TRUE);
  cyan_open_calls_init (&self->open);
  self->every = every;
  self->n_calls = 0;
}

void
cyan_sampled_tree_clear (CyanSampledTree *self)
{
  cyan_trie_clear (&self->tree);
  cyan_open_calls_clear (&self->open);
}

static void
enter (gpointer taker, guint thread, guint32 function)
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

static void
leave (gpointer taker, guint thread)
{
  cyan_open_calls_pop (cyan_open_calls_of (&((CyanSampledTree *) taker)->open, thread));
}

const CyanCallTaker cyan_sampled_tree_taker = { enter, leave };
