/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contexts that became one, in the merged tree. */
#include "cyan-compared-private.h"

#include <stdlib.h>

static int
compare_joins (gconstpointer a, gconstpointer b)
{
  const CyanJoin *x = a, *y = b;

  return (x->node > y->node) - (x->node < y->node);
}

GArray *
cyan_compared_joins_new (const CyanCompared *self, const CyanMatching *matching)
{
  GArray *joins = g_array_new (FALSE, FALSE, sizeof (CyanJoin));
  CyanNode *merged[2] = { NULL, NULL }; /* by node of a side: its node in the merged tree */

  if (matching->joins->len == 0)
    return joins;
  for (guint s = 0; s < 2; s++)
    {
      merged[s] = g_new0 (CyanNode, self->side[s].profile->n_nodes);
      for (CyanNode i = 0; i < self->tree->n_nodes; i++)
        if (cyan_compared_node (self, s, i) != CYAN_NODE_NONE)
          merged[s][cyan_compared_node (self, s, i)] = i;
    }
  for (guint i = 0; i < matching->joins->len; i++)
    {
      const CyanMatchJoin *join = &g_array_index (matching->joins, CyanMatchJoin, i);
      const CyanJoin added = { merged[join->side][join->node], merged[1 - join->side][join->into] };

      g_array_append_val (joins, added);
    }
  g_array_sort (joins, compare_joins);
  g_free (merged[0]);
  g_free (merged[1]);
  return joins;
}

CyanNode
cyan_compared_joined (const CyanCompared *self, CyanNode node)
{
  const GArray *joins = self->joins;
  const CyanJoin key = { node, CYAN_NODE_NONE }, *join;

  g_assert (node < self->n_nodes);
  if (joins == NULL || joins->len == 0 || cyan_compared_is_unseen (self, node)
      || cyan_moves_to (self->moves, node) != CYAN_NODE_NONE
      || cyan_moves_from (self->moves, node) != CYAN_NODE_NONE)
    return CYAN_NODE_NONE;
  join = bsearch (&key, joins->data, joins->len, sizeof key, compare_joins);
  return join != NULL ? join->into : CYAN_NODE_NONE;
}

guint
cyan_compared_parts (const CyanCompared *self, CyanNode node, guint side, double *total)
{
  const GArray *joins = self->joins;
  guint n = 0;

  *total = 0;
  for (guint i = 0; joins != NULL && i < joins->len; i++)
    {
      const CyanJoin *join = &g_array_index (joins, CyanJoin, i);

      if (join->into != node || cyan_compared_node (self, side, join->node) == CYAN_NODE_NONE
          || cyan_compared_joined (self, join->node) == CYAN_NODE_NONE)
        continue;
      n++;
      *total += cyan_compared_total (self, side, join->node);
    }
  return n;
}
