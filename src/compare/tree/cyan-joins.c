/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contexts that became one, and pairs that are uncertain, in the merged tree. */
#include "cyan-compared-private.h"

#include <stdlib.h>

static int
compare_joins (gconstpointer a, gconstpointer b)
{
  const CyanJoin *x = a, *y = b;

  return (x->node > y->node) - (x->node < y->node);
}

static GArray *
find_joins (const GArray *found, CyanNode *const merged[2])
{
  GArray *joins = g_array_new (FALSE, FALSE, sizeof (CyanJoin));

  for (guint i = 0; i < found->len; i++)
    {
      const CyanMatchJoin *join = &g_array_index (found, CyanMatchJoin, i);
      const CyanJoin added = { merged[join->side][join->node], merged[1 - join->side][join->into] };

      g_array_append_val (joins, added);
    }
  g_array_sort (joins, compare_joins);
  return joins;
}

static int
compare_rivals (gconstpointer a, gconstpointer b)
{
  const CyanRival *x = a, *y = b;

  if (x->node != y->node)
    return x->node < y->node ? -1 : 1;
  return (x->rival > y->rival) - (x->rival < y->rival);
}

static GArray *
find_rivals (const CyanCompared *self, const GArray *found, CyanNode *const merged[2])
{
  GArray *rivals = g_array_new (FALSE, FALSE, sizeof (CyanRival));

  for (guint i = 0; i < found->len; i++)
    {
      const CyanMatchRival *of = &g_array_index (found, CyanMatchRival, i);
      const CyanRival rival = { merged[0][of->node], of->rival != CYAN_NODE_NONE
                                                         ? merged[of->side][of->rival]
                                                         : CYAN_NODE_NONE };

      if (cyan_compared_is_pair (self, rival.node))
        g_array_append_val (rivals, rival);
    }
  g_array_sort (rivals, compare_rivals);
  return rivals;
}

void
cyan_compared_take_doubts (CyanCompared *self, const CyanMatching *matching)
{
  CyanNode *merged[2] = { NULL, NULL }; /* by node of a side: its node in the merged tree */

  for (guint side = 0; side < 2 && matching->joins->len + matching->uncertain->len > 0; side++)
    merged[side] = cyan_compared_merged (self, side);
  self->joins = find_joins (matching->joins, merged);
  self->uncertain = find_rivals (self, matching->uncertain, merged);
  g_free (merged[0]);
  g_free (merged[1]);
}

/* Whether neither chance nor a move explains that @node is one-sided. */
static gboolean
is_unexplained (const CyanCompared *self, CyanNode node)
{
  return !cyan_compared_is_unseen (self, node)
         && cyan_moves_to (self->moves, node) == CYAN_NODE_NONE
         && cyan_moves_from (self->moves, node) == CYAN_NODE_NONE;
}

CyanNode
cyan_compared_joined (const CyanCompared *self, CyanNode node)
{
  const GArray *joins = self->joins;
  const CyanJoin key = { node, CYAN_NODE_NONE }, *join;

  g_assert (node < self->n_nodes);
  if (joins == NULL || joins->len == 0 || !is_unexplained (self, node))
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

gboolean
cyan_compared_is_uncertain (const CyanCompared *self, CyanNode node)
{
  const CyanRival *rivals = self->uncertain != NULL ? (gconstpointer) self->uncertain->data : NULL;
  guint low = 0, n = self->uncertain != NULL ? self->uncertain->len : 0, high = n;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (rivals[middle].node < node)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low < n && rivals[low].node == node; low++)
    if (rivals[low].rival == CYAN_NODE_NONE || is_unexplained (self, rivals[low].rival))
      return TRUE;
  return FALSE;
}

static int
compare_renames (gconstpointer a, gconstpointer b)
{
  const CyanMatchRename *x = a, *y = b;

  if (x->before != y->before)
    return x->before < y->before ? -1 : 1;
  return (x->after > y->after) - (x->after < y->after);
}

gboolean
cyan_compared_is_doubtful (const CyanCompared *self, CyanNode node)
{
  const CyanMatchRename *rename;
  CyanMatchRename key = { 0 };

  if (!cyan_compared_is_pair (self, node))
    return FALSE;
  if (cyan_compared_is_uncertain (self, node))
    return TRUE;
  key.before = cyan_compared_label (self, 0, node);
  key.after = cyan_compared_label (self, 1, node);
  if (key.before == key.after || self->renames->len == 0)
    return FALSE;
  rename = bsearch (&key, self->renames->data, self->renames->len, sizeof key, compare_renames);
  return rename != NULL && rename->doubt != CYAN_MATCH_SURE;
}
