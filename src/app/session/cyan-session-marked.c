/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two functions that somebody may say are the same: the marked node and the selected one. */
#include "cyan-session-private.h"

CyanNode
cyan_session_marked (CyanSession *self)
{
  return self->marked;
}

void
cyan_session_mark (CyanSession *self, CyanNode node)
{
  if (self->marked == node)
    return;
  self->marked = node;
  g_object_notify (G_OBJECT (self), "marked");
}

/* The label of @node's function on @side, or NULL. */
static const char *
label_of (const CyanComparison *comparison, guint side, CyanNode node)
{
  const CyanComparedSide *of = &comparison->compared.side[side];
  CyanNode own = cyan_compared_node (&comparison->compared, side, node);

  return own != CYAN_NODE_NONE
             ? cyan_comparison_string (comparison, of->label[of->profile->function[own]])
             : NULL;
}

/* @a as the one of before and @b as the one of after. */
static gboolean
is_pair (const CyanComparison *comparison, CyanNode a, CyanNode b)
{
  return label_of (comparison, 0, a) != NULL && label_of (comparison, 1, b) != NULL;
}

gboolean
cyan_session_get_claimed_pair (CyanSession *self, const char **before, const char **after)
{
  const CyanComparison *comparison = self->comparison;
  CyanNode a = self->marked, b = self->selected;

  if (comparison->compared.single || a == CYAN_NODE_NONE || b == CYAN_NODE_NONE || a == b
      || a == CYAN_NODE_ROOT || b == CYAN_NODE_ROOT
      || cyan_comparison_status (comparison, a) == CYAN_STATUS_MATCHED
      || cyan_comparison_status (comparison, b) == CYAN_STATUS_MATCHED)
    return FALSE;
  /* Of two renamed functions either could be meant. */
  if (is_pair (comparison, a, b) == is_pair (comparison, b, a))
    return FALSE;
  *before = label_of (comparison, 0, is_pair (comparison, a, b) ? a : b);
  *after = label_of (comparison, 1, is_pair (comparison, a, b) ? b : a);
  return g_strcmp0 (*before, *after) != 0;
}
