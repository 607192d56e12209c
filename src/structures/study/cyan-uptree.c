/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-uptree.h"

typedef struct
{
  guint32 caller, function;
} Call;

void
cyan_uptree_init (CyanUptree *self, guint block)
{
  cyan_trie_init (&self->merged, TRUE);
  self->block = block > 0 ? block : CYAN_UPTREE_BLOCK;
  self->calls = g_array_new (FALSE, FALSE, sizeof (Call));
  cyan_open_calls_init (&self->open);
  self->most_memory = 0;
}

void
cyan_uptree_clear (CyanUptree *self)
{
  cyan_trie_clear (&self->merged);
  g_array_unref (self->calls);
  cyan_open_calls_clear (&self->open);
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

guint64
cyan_uptree_memory (const CyanUptree *self)
{
  return self->most_memory;
}

static void
enter (gpointer taker, guint thread, guint32 function)
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

static void
leave (gpointer taker, guint thread)
{
  cyan_open_calls_pop (cyan_open_calls_of (&((CyanUptree *) taker)->open, thread));
}

const CyanCallTaker cyan_uptree_taker = { enter, leave };
