/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-slab-forest.h"

#include <string.h>

void
cyan_slab_forest_init (CyanSlabForest *self, guint k)
{
  cyan_trie_init (&self->tree, TRUE);
  cyan_open_calls_init (&self->open);
  self->k = k;
}

void
cyan_slab_forest_clear (CyanSlabForest *self)
{
  cyan_trie_clear (&self->tree);
  cyan_open_calls_clear (&self->open);
}

static void
enter (gpointer taker, guint thread, guint32 function)
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
leave (gpointer taker, guint thread)
{
  GArray *open = cyan_open_calls_of (&((CyanSlabForest *) taker)->open, thread);

  g_array_set_size (open, open->len - 2);
}

const CyanCallTaker cyan_slab_forest_taker = { enter, leave };
