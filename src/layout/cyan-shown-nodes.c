/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A saved set of shown nodes, taken apart and put together again. */
#include "cyan-shown-nodes.h"

#include "cyan-assert.h"
#include "cyan-layout-private.h"

#include <string.h>

CyanShownNodes *
cyan_shown_nodes_new (void)
{
  CyanShownNodes *self = g_new0 (CyanShownNodes, 1);

  self->top = CYAN_NODE_ROOT;
  self->below = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  self->unfolded = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  self->goals = g_array_new (FALSE, FALSE, sizeof (CyanNode));
  return self;
}

void
cyan_shown_nodes_free (CyanShownNodes *self)
{
  g_array_unref (self->below);
  g_array_unref (self->unfolded);
  g_array_unref (self->goals);
  g_free (self);
}

CyanShownNodes *
cyan_shown_nodes_from_saved (GBytes *saved)
{
  gsize size;
  const guint32 *words = g_bytes_get_data (saved, &size);
  gsize n = size / sizeof *words, at = CYAN_SAVED_HEAD;
  CyanShownNodes *self;

  if (n <= CYAN_SAVED_HEAD || words[0] != CYAN_SAVED_MAGIC
      || words[2] > (n - CYAN_SAVED_HEAD - 1) / 2)
    return NULL;
  self = cyan_shown_nodes_new ();
  memcpy (&self->fold_threshold, words + 3, sizeof (double));
  for (guint i = 0; i < words[2]; i++, at += 2)
    g_array_append_val (words[at + 1] == CYAN_KEPT_GOAL ? self->goals : self->unfolded, words[at]);
  self->top = words[at++];
  for (; at < n; at++)
    if (words[at] != self->top)
      g_array_append_val (self->below, words[at]);
  return self;
}

static void
append_kept (GArray *words, const GArray *nodes, CyanKept why)
{
  for (guint i = 0; i < nodes->len; i++)
    {
      const guint32 kept[] = { g_array_index (nodes, CyanNode, i), why };

      g_array_append_vals (words, kept, G_N_ELEMENTS (kept));
    }
}

static gboolean
are_ascending (const GArray *nodes, guint n_nodes)
{
  for (guint i = 0; i < nodes->len; i++)
    {
      CyanNode node = g_array_index (nodes, CyanNode, i);

      if (node >= n_nodes || (i > 0 && node < g_array_index (nodes, CyanNode, i - 1)))
        return FALSE;
    }
  return TRUE;
}

GBytes *
cyan_shown_nodes_to_saved (const CyanShownNodes *self, const CyanComparison *comparison)
{
  const guint32 head[] = { CYAN_SAVED_MAGIC, comparison->compared.n_nodes,
                           self->unfolded->len + self->goals->len };
  GArray *words = g_array_new (FALSE, FALSE, sizeof (guint32));
  gsize size;

  g_assert (self->top < comparison->compared.n_nodes);
  cyan_assert_slow (are_ascending (self->below, comparison->compared.n_nodes));
  g_array_append_vals (words, head, G_N_ELEMENTS (head));
  g_array_append_vals (words, &self->fold_threshold, sizeof (double) / sizeof (guint32));
  append_kept (words, self->unfolded, CYAN_KEPT_UNFOLDED);
  append_kept (words, self->goals, CYAN_KEPT_GOAL);
  g_array_append_val (words, self->top);
  if (self->below->len > 0)
    g_array_append_vals (words, self->below->data, self->below->len);
  size = words->len * sizeof (guint32);
  return g_bytes_new_take (g_array_free (words, FALSE), size);
}
