/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is above and below the unmatched nodes of a merged tree. */
#include "cyan-edits-private.h"

#include "cyan-worker.h"

/* Marks the unmatched nodes of @side whose function is also that of a matched node near above or
 * below them. */
static guint8 *
find_levels (const CyanCompared *compared, guint side)
{
  const CyanProfile *profile = compared->side[side].profile;
  const CyanStr *label = compared->side[side].label;
  g_autofree guint8 *is_matched = g_new0 (guint8, profile->n_nodes);
  guint8 *level = g_new0 (guint8, profile->n_nodes);

  for (CyanNode i = 0; i < compared->n_nodes; i++)
    if (cyan_compared_is_pair (compared, i))
      is_matched[cyan_compared_node (compared, side, i)] = TRUE;
  for (CyanNode i = 1; i < profile->n_nodes; i++)
    {
      CyanNode up = profile->parent[i];

      for (guint k = 0; k < CYAN_EDITS_NEAR && up != CYAN_NODE_ROOT; k++, up = profile->parent[up])
        if (is_matched[i] != is_matched[up]
            && label[profile->function[up]] == label[profile->function[i]])
          level[is_matched[i] ? up : i] = TRUE;
    }
  return level;
}

/* A CyanWorkFunc. */
static gboolean
mark_levels (gpointer data, G_GNUC_UNUSED GError **error)
{
  CyanEditsShape *self = data;

  for (guint side = 0; side < 2; side++)
    self->level[side] = find_levels (self->compared, side);
  return TRUE;
}

static CyanNode *
find_callers (const CyanCompared *self)
{
  CyanNode *caller = g_new0 (CyanNode, self->n_nodes);

  for (CyanNode i = 1; i < self->n_nodes; i++)
    {
      CyanNode up = self->tree->parent[i];

      caller[i] = cyan_compared_is_pair (self, up) ? up : caller[up];
    }
  return caller;
}

static guint32 *
count_below (const CyanCompared *self)
{
  guint32 *n_below = g_new0 (guint32, self->n_nodes);

  for (CyanNode i = self->n_nodes; i-- > 1;)
    {
      CyanNode up = self->tree->parent[i];

      if (!cyan_compared_is_pair (self, up))
        n_below[up] += cyan_compared_is_pair (self, i) ? 1 : n_below[i];
    }
  return n_below;
}

void
cyan_edits_shape_init (CyanEditsShape *self, const CyanCompared *compared)
{
  CyanWorker levels = { .func = NULL };

  *self = (CyanEditsShape){ .compared = compared };
  cyan_worker_start (&levels, "levels", mark_levels, self);
  self->n_below = count_below (compared);
  self->caller = find_callers (compared);
  self->replaced = cyan_edits_find_replaced (compared, self->n_below);
  cyan_edits_replace_leaves (compared, self->n_below, self->replaced);
  cyan_worker_join (&levels, NULL);
}

void
cyan_edits_shape_clear (CyanEditsShape *self)
{
  for (guint side = 0; side < 2; side++)
    g_free (self->level[side]);
  g_free (self->n_below);
  g_free (self->caller);
  g_free (self->replaced);
}
