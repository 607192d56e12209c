/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Showing the delta hot paths of a session. */
#include "cyan-session-private.h"

const char *const cyan_hot_kind_names[] = { "slower", "faster", "largest", NULL };

const CyanHotPath *
cyan_session_hot_path (CyanSession *self)
{
  return cyan_hot_choice_path (&self->hot);
}

const GPtrArray *
cyan_session_hot_paths (CyanSession *self)
{
  return self->hot.paths;
}

guint
cyan_session_hot_rank (CyanSession *self)
{
  return self->hot.rank;
}

CyanHotKind
cyan_session_hot_kind (CyanSession *self)
{
  return self->hot.kind;
}

CyanDirection
cyan_session_direction (CyanSession *self)
{
  return cyan_hot_choice_direction (&self->hot);
}

static void
show_path_from (CyanSession *self, CyanNode node)
{
  g_autoptr (CyanHotPath) path = cyan_hot_path_new_to_start (
      self->comparison, node, self->hot.start, cyan_session_direction (self));

  cyan_layout_show_path (self->layout, path);
}

void
cyan_session_show_hot_path (CyanSession *self, CyanNode node)
{
  cyan_session_remember (self);
  if (self->hot.kind == CYAN_HOT_LARGEST)
    {
      CyanHotPath *path =
          cyan_hot_path_new_largest_delta (self->comparison, node, cyan_session_basis (self));

      cyan_layout_reveal (self->layout,
                          g_array_index (path->nodes, CyanNode, path->nodes->len - 1));
      cyan_hot_path_free (path);
    }
  else
    show_path_from (self, node);
  cyan_session_layout_changed (self, node);
}

/* Shows the whole of the path that is drawn now. */
static void
follow_hot_path (CyanSession *self)
{
  const CyanHotPath *path = cyan_session_hot_path (self);

  cyan_layout_reveal (self->layout, g_array_index (path->nodes, CyanNode, path->nodes->len - 1));
  g_object_notify (G_OBJECT (self), "hot-path");
  cyan_session_layout_changed (self, CYAN_NODE_NONE);
}

void
cyan_session_show_nth_hot_path (CyanSession *self, guint rank)
{
  if (rank >= self->hot.paths->len)
    return;
  cyan_session_remember (self);
  self->hot.rank = rank;
  self->selected = cyan_hot_choice_target (&self->hot);
  self->first = CYAN_NODE_NONE;
  cyan_session_admit (self, self->selected);
  cyan_layout_reveal (self->layout, self->selected);
  cyan_layout_keep (self->layout, self->selected);
  g_object_notify (G_OBJECT (self), "selected");
  follow_hot_path (self);
}

void
cyan_session_set_hot_kind (CyanSession *self, CyanHotKind kind)
{
  if (kind == self->hot.kind || self->comparison->compared.single)
    return;
  cyan_session_remember (self);
  self->hot.kind = kind;
  self->hot.rank = 0;
  cyan_hot_choice_find (&self->hot, cyan_session_basis (self));
  /* With what else went the same way around it. */
  if (kind != CYAN_HOT_LARGEST)
    show_path_from (self, cyan_layout_top (self->layout));
  if (self->selected != CYAN_NODE_NONE)
    cyan_layout_reveal (self->layout, self->selected);
  follow_hot_path (self);
}

/* Keeps the kind that the user chose, but not the initial one of the old comparison. */
static void
resume_hot_kind (CyanSession *self, CyanSession *old)
{
  CyanHotKind first = cyan_hot_choice_first_kind (old->comparison);

  if (old->hot.kind == CYAN_HOT_LARGEST)
    cyan_session_set_hot_kind (self, CYAN_HOT_LARGEST);
  else if (old->hot.kind != first)
    cyan_session_set_hot_kind (
        self, cyan_hot_choice_first_kind (self->comparison) == CYAN_HOT_SLOWER ? CYAN_HOT_FASTER
                                                                               : CYAN_HOT_SLOWER);
}

void
cyan_session_resume (CyanSession *self, CyanSession *old, gboolean swapped)
{
  CyanNode node = CYAN_NODE_NONE;

  cyan_session_set_basis (self, cyan_session_basis (old));
  cyan_session_set_sizes (self, old->sizes);
  cyan_layout_set_width (self->layout, cyan_layout_width (old->layout));
  cyan_layout_set_folds (self->layout, cyan_layout_folds (old->layout));
  resume_hot_kind (self, old);
  if (old->selected != CYAN_NODE_NONE)
    node = cyan_session_counterpart (self, old, old->selected, swapped);
  if (node != CYAN_NODE_NONE)
    {
      cyan_layout_reveal (self->layout, node);
      cyan_layout_keep (self->layout, node);
      self->selected = node;
      self->first = old->selected == old->first ? node : CYAN_NODE_NONE;
    }
  cyan_session_adopt_filter (self, old->filter);
  cyan_session_forget_views (self);
}
