/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The delta hot paths of a session: which there are, and the one that is drawn. */
#include "cyan-hot-path.h"
#include "cyan-session-private.h"

const CyanHotPath *
cyan_session_hot_path (CyanSession *self)
{
  return g_ptr_array_index (self->hot_paths, self->hot_rank);
}

const GPtrArray *
cyan_session_hot_paths (CyanSession *self)
{
  return self->hot_paths;
}

guint
cyan_session_hot_rank (CyanSession *self)
{
  return self->hot_rank;
}

CyanHotKind
cyan_session_hot_kind (CyanSession *self)
{
  return self->hot_kind;
}

CyanDirection
cyan_session_direction (CyanSession *self)
{
  switch (self->hot_kind)
    {
    case CYAN_HOT_SLOWER:
      return CYAN_DIRECTION_SLOWER;
    case CYAN_HOT_FASTER:
      return CYAN_DIRECTION_FASTER;
    case CYAN_HOT_LARGEST:
    default:
      return cyan_comparison_direction (self->comparison);
    }
}

CyanNode
cyan_session_hot_aim (CyanSession *self)
{
  const CyanHotPath *path = cyan_session_hot_path (self);

  if (path->culprit != CYAN_NODE_NONE)
    return path->culprit;
  return g_array_index (path->nodes, CyanNode, path->nodes->len - 1);
}

void
cyan_session_find_hot_paths (CyanSession *self)
{
  CyanNode top = cyan_comparison_top (self->comparison);

  g_clear_pointer (&self->hot_paths, g_ptr_array_unref);
  if (self->hot_kind == CYAN_HOT_LARGEST)
    {
      self->hot_paths = g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_hot_path_free);
      g_ptr_array_add (self->hot_paths, cyan_hot_path_new_largest_delta (
                                            self->comparison, top, cyan_session_reading (self)));
    }
  else
    {
      CyanDirection direction = cyan_session_direction (self);

      if (self->found[direction] == NULL)
        self->found[direction] =
            cyan_hot_paths_new (self->comparison, top, direction, CYAN_SESSION_MAX_HOT_PATHS);
      self->hot_paths = g_ptr_array_ref (self->found[direction]);
    }
}

void
cyan_session_show_hot_path (CyanSession *self, CyanNode node)
{
  cyan_session_remember (self);
  if (self->hot_kind == CYAN_HOT_LARGEST)
    {
      CyanHotPath *path =
          cyan_hot_path_new_largest_delta (self->comparison, node, cyan_session_reading (self));

      cyan_layout_reveal (self->layout,
                          g_array_index (path->nodes, CyanNode, path->nodes->len - 1));
      cyan_hot_path_free (path);
    }
  else
    cyan_layout_show_hot_path (self->layout, node, cyan_session_direction (self));
  cyan_session_layout_changed (self, node);
}

/* Shows the whole of the path that is drawn now, and selects what it leads to. */
static void
follow_hot_path (CyanSession *self)
{
  const CyanHotPath *path = cyan_session_hot_path (self);
  CyanNode end = g_array_index (path->nodes, CyanNode, path->nodes->len - 1);

  cyan_layout_reveal (self->layout, end);
  self->selected = cyan_session_hot_aim (self);
  g_object_notify (G_OBJECT (self), "hot-path");
  g_object_notify (G_OBJECT (self), "selected");
  cyan_session_layout_changed (self, CYAN_NODE_NONE);
}

void
cyan_session_show_nth_hot_path (CyanSession *self, guint rank)
{
  if (rank >= self->hot_paths->len)
    return;
  cyan_session_remember (self);
  self->hot_rank = rank;
  follow_hot_path (self);
}

void
cyan_session_set_hot_kind (CyanSession *self, CyanHotKind kind)
{
  if (kind == self->hot_kind || self->comparison->compared.single)
    return;
  cyan_session_remember (self);
  self->hot_kind = kind;
  self->hot_rank = 0;
  cyan_session_find_hot_paths (self);
  /* With what else went the same way around it. */
  if (kind != CYAN_HOT_LARGEST)
    cyan_layout_show_hot_path (self->layout, cyan_layout_top (self->layout),
                               cyan_session_direction (self));
  follow_hot_path (self);
}

static CyanHotKind
kind_at_start (CyanSession *self)
{
  return cyan_comparison_direction (self->comparison) == CYAN_DIRECTION_SLOWER ? CYAN_HOT_SLOWER
                                                                               : CYAN_HOT_FASTER;
}

/* What somebody chose, not what the old comparison began with. */
static void
resume_hot_kind (CyanSession *self, CyanSession *old)
{
  CyanHotKind first = kind_at_start (old);

  if (old->hot_kind == CYAN_HOT_LARGEST)
    cyan_session_set_hot_kind (self, CYAN_HOT_LARGEST);
  else if (old->hot_kind != first)
    cyan_session_set_hot_kind (self, kind_at_start (self) == CYAN_HOT_SLOWER ? CYAN_HOT_FASTER
                                                                             : CYAN_HOT_SLOWER);
}

void
cyan_session_resume (CyanSession *self, CyanSession *old, gboolean swapped)
{
  CyanNode node = CYAN_NODE_NONE;

  cyan_session_set_reading (self, cyan_session_reading (old));
  resume_hot_kind (self, old);
  if (old->selected != CYAN_NODE_NONE)
    node = cyan_session_counterpart (self, old, old->selected, swapped);
  if (node != CYAN_NODE_NONE)
    {
      cyan_layout_reveal (self->layout, node);
      self->selected = node;
    }
  cyan_session_forget_views (self);
}
