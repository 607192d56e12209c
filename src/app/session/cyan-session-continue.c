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
} Way;

/* FALSE if the sides have other nodes. */
static gboolean
way_init (Way *self, const CyanComparison *from, const CyanComparison *to)
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
way_clear (Way *self)
{
  for (guint side = 0; side < 2; side++)
    g_free (self->of[side]);
}

/* Where @node of @side is now, or CYAN_NODE_NONE. */
static CyanNode
way_on_side (const Way *self, guint side, CyanNode node)
{
  CyanNode own = cyan_compared_node (&self->from->compared, side, node);

  return own != CYAN_NODE_NONE ? self->of[side][own] : CYAN_NODE_NONE;
}

/* Of after if it has @node, which may be CYAN_NODE_NONE. */
static CyanNode
way_to (const Way *self, CyanNode node)
{
  CyanNode there;

  if (node == CYAN_NODE_NONE)
    return CYAN_NODE_NONE;
  there = way_on_side (self, 1, node);
  return there != CYAN_NODE_NONE ? there : way_on_side (self, 0, node);
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
keep_all (const Way *way, const GArray *old, GArray *new)
{
  for (guint i = 0; i < old->len; i++)
    {
      CyanNode node = g_array_index (old, CyanNode, i);
      CyanNode before = way_on_side (way, 0, node), after = way_on_side (way, 1, node);

      if (before != CYAN_NODE_NONE)
        g_array_append_val (new, before);
      if (after != CYAN_NODE_NONE && after != before)
        g_array_append_val (new, after);
    }
}

/* Replaces *@shown, which may be NULL. */
static void
continue_shown (const Way *way, CyanShownNodes **shown)
{
  const CyanMergedTree *tree = way->to->compared.tree;
  g_autoptr (CyanShownNodes) old = g_steal_pointer (shown);
  g_autofree guint8 *is_shown = NULL;
  CyanShownNodes *new;

  if (old == NULL)
    return;
  *shown = new = cyan_shown_nodes_new ();
  new->fold_threshold = old->fold_threshold;
  new->top = way_to (way, old->top);
  is_shown = g_new0 (guint8, tree->n_nodes);
  for (guint i = 0; i < old->below->len; i++)
    for (guint side = 0; side < 2; side++)
      show_below (tree, new->top, way_on_side (way, side, g_array_index (old->below, CyanNode, i)),
                  is_shown);
  for (CyanNode i = new->top + 1; i < tree->end[new->top]; i++)
    if (is_shown[i])
      g_array_append_val (new->below, i);
  keep_all (way, old->unfolded, new->unfolded);
  keep_all (way, old->goals, new->goals);
}

gboolean
cyan_session_continue (CyanSession *self, CyanSession *old)
{
  g_autoptr (CyanRequest) nothing = NULL;
  g_autoptr (CyanSessionFile) file = NULL;
  Way way;

  if (!way_init (&way, old->comparison, self->comparison))
    return FALSE;
  nothing = cyan_request_new (NULL, NULL);
  file = cyan_session_file_new (nothing, old->comparison);
  cyan_session_save (old, file);
  continue_shown (&way, &file->shown);
  continue_shown (&way, &file->before_focus);
  continue_shown (&way, &file->before_filter);
  file->selected = way_to (&way, file->selected);
  file->reads = way_to (&way, file->reads);
  cyan_layout_set_folds (self->layout, cyan_layout_folds (old->layout));
  cyan_session_restore (self, file);
  way_clear (&way);
  return TRUE;
}
