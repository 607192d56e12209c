/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Showing what an older session of the same recordings shows, after they were matched anew.
 *
 * Recorded nodes keep their numbers, so a node is found again on each side.  One that was matched
 * may be two by now, and both are shown.
 */
#include "cyan-session-private.h"

/* From the nodes of one comparison to those of another. */
typedef struct
{
  const CyanComparison *from, *to;
  CyanNode *of[2]; /* by side, by recorded node: the node of to; owned */
} NodeMap;

/* FALSE if the sides have other nodes. */
static gboolean
node_map_init (NodeMap *self, const CyanComparison *from, const CyanComparison *to)
{
  for (guint side = 0; side < 2; side++)
    {
      guint n = to->compared.side[side].profile->n_nodes;

      if (from->compared.side[side].profile->n_nodes != n)
        return FALSE;
    }
  self->from = from;
  self->to = to;
  for (guint side = 0; side < 2; side++)
    self->of[side] = g_new0 (CyanNode, to->compared.side[side].profile->n_nodes);
  for (CyanNode i = 0; i < to->compared.n_nodes; i++)
    for (guint side = 0; side < 2; side++)
      {
        CyanNode own = cyan_compared_node (&to->compared, side, i);

        if (own != CYAN_NODE_NONE)
          self->of[side][own] = i;
      }
  return TRUE;
}

static void
node_map_clear (NodeMap *self)
{
  for (guint side = 0; side < 2; side++)
    g_free (self->of[side]);
}

/* Where @node of @side is now, or CYAN_NODE_NONE. */
static CyanNode
node_map_on_side (const NodeMap *self, guint side, CyanNode node)
{
  CyanNode own = cyan_compared_node (&self->from->compared, side, node);

  return own != CYAN_NODE_NONE ? self->of[side][own] : CYAN_NODE_NONE;
}

/* Of after if it has @node, which may be CYAN_NODE_NONE. */
static CyanNode
node_map_to (const NodeMap *self, CyanNode node)
{
  CyanNode there;

  if (node == CYAN_NODE_NONE)
    return CYAN_NODE_NONE;
  there = node_map_on_side (self, 1, node);
  return there != CYAN_NODE_NONE ? there : node_map_on_side (self, 0, node);
}

/* Marks @node and its callers below @top. */
static void
show_below (const CyanMergedTree *tree, CyanNode top, CyanNode node, guint8 *is_shown)
{
  if (node == CYAN_NODE_NONE || node <= top || node >= tree->end[top])
    return;
  for (; node != top && !is_shown[node]; node = tree->parent[node])
    is_shown[node] = TRUE;
}

/* @old are nodes that do not fold. */
static void
keep_all (const NodeMap *map, const GArray *old, GArray *new)
{
  for (guint i = 0; i < old->len; i++)
    {
      CyanNode node = g_array_index (old, CyanNode, i);
      CyanNode before = node_map_on_side (map, 0, node), after = node_map_on_side (map, 1, node);

      if (before != CYAN_NODE_NONE)
        g_array_append_val (new, before);
      if (after != CYAN_NODE_NONE && after != before)
        g_array_append_val (new, after);
    }
}

/* Replaces *@shown, which may be NULL. */
static void
continue_shown (const NodeMap *map, CyanShownNodes **shown)
{
  const CyanMergedTree *tree = map->to->compared.tree;
  g_autoptr (CyanShownNodes) old = g_steal_pointer (shown);
  g_autofree guint8 *is_shown = NULL;
  CyanShownNodes *new;

  if (old == NULL)
    return;
  *shown = new = cyan_shown_nodes_new ();
  new->fold_threshold = old->fold_threshold;
  new->top = node_map_to (map, old->top);
  is_shown = g_new0 (guint8, tree->n_nodes);
  for (guint i = 0; i < old->below->len; i++)
    for (guint side = 0; side < 2; side++)
      show_below (tree, new->top,
                  node_map_on_side (map, side, g_array_index (old->below, CyanNode, i)), is_shown);
  for (CyanNode i = new->top + 1; i < tree->end[new->top]; i++)
    if (is_shown[i])
      g_array_append_val (new->below, i);
  keep_all (map, old->unfolded, new->unfolded);
  keep_all (map, old->goals, new->goals);
}

gboolean
cyan_session_continue (CyanSession *self, CyanSession *old)
{
  g_autoptr (CyanRequest) nothing = NULL;
  g_autoptr (CyanSessionFile) file = NULL;
  NodeMap map;

  if (!node_map_init (&map, old->comparison, self->comparison))
    return FALSE;
  nothing = cyan_request_new (NULL, NULL);
  file = cyan_session_file_new (nothing, old->comparison);
  cyan_session_save (old, file);
  continue_shown (&map, &file->shown);
  continue_shown (&map, &file->before_focus);
  continue_shown (&map, &file->before_filter);
  file->selected = node_map_to (&map, file->selected);
  file->reads = node_map_to (&map, file->reads);
  cyan_layout_set_folds (self->layout, cyan_layout_folds (old->layout));
  cyan_session_restore (self, file);
  node_map_clear (&map);
  return TRUE;
}
