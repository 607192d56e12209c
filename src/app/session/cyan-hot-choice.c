/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The available delta hot paths, and the one that is drawn. */
#include "cyan-hot-choice.h"

CyanHotKind
cyan_hot_choice_first_kind (const CyanComparison *comparison)
{
  return cyan_comparison_direction (comparison) == CYAN_DIRECTION_SLOWER ? CYAN_HOT_SLOWER
                                                                         : CYAN_HOT_FASTER;
}

void
cyan_hot_choice_init (CyanHotChoice *self,
                      const CyanComparison *comparison,
                      CyanNode start,
                      GPtrArray *const *found)
{
  *self = (CyanHotChoice){ .comparison = comparison,
                           .start = start,
                           .kind = cyan_hot_choice_first_kind (comparison) };
  for (guint direction = 0; found != NULL && direction < 2; direction++)
    self->found[direction] = g_ptr_array_ref (found[direction]);
}

void
cyan_hot_choice_clear (CyanHotChoice *self)
{
  g_clear_pointer (&self->paths, g_ptr_array_unref);
  for (guint direction = 0; direction < 2; direction++)
    g_clear_pointer (&self->found[direction], g_ptr_array_unref);
}

CyanDirection
cyan_hot_choice_direction (const CyanHotChoice *self)
{
  switch (self->kind)
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

void
cyan_hot_choice_find (CyanHotChoice *self, CyanBasis basis)
{
  CyanNode top = cyan_comparison_top (self->comparison);
  CyanDirection direction = cyan_hot_choice_direction (self);

  g_clear_pointer (&self->paths, g_ptr_array_unref);
  if (self->kind == CYAN_HOT_LARGEST)
    {
      self->paths = g_ptr_array_new_with_free_func ((GDestroyNotify) cyan_hot_path_free);
      g_ptr_array_add (self->paths, cyan_hot_path_new_largest_delta (self->comparison, top, basis));
      return;
    }
  if (self->found[direction] == NULL)
    self->found[direction] = cyan_hot_paths_new (self->comparison, top, self->start, direction,
                                                 CYAN_SESSION_MAX_HOT_PATHS);
  self->paths = g_ptr_array_ref (self->found[direction]);
}

void
cyan_hot_choice_set_start (CyanHotChoice *self, CyanNode start, GPtrArray *paths)
{
  GPtrArray **found = &self->found[cyan_comparison_direction (self->comparison)];
  gboolean is_drawn = self->paths == *found && self->rank == 0;

  self->start = start;
  g_ptr_array_ref (paths);
  g_clear_pointer (found, g_ptr_array_unref);
  *found = paths;
  if (!is_drawn)
    return;
  g_ptr_array_unref (self->paths);
  self->paths = g_ptr_array_ref (paths);
}

const CyanHotPath *
cyan_hot_choice_first_path (const CyanHotChoice *self)
{
  return g_ptr_array_index (self->found[cyan_comparison_direction (self->comparison)], 0);
}

const CyanHotPath *
cyan_hot_choice_path (const CyanHotChoice *self)
{
  return g_ptr_array_index (self->paths, self->rank);
}

CyanNode
cyan_hot_choice_target (const CyanHotChoice *self)
{
  const CyanHotPath *path = cyan_hot_choice_path (self);

  if (path->goal != CYAN_NODE_NONE)
    return path->goal;
  return g_array_index (path->nodes, CyanNode, path->nodes->len - 1);
}
