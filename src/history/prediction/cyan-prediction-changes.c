/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-prediction-private.h"

#include <string.h>

#include "cyan-name-parts.h"
#include "cyan-source-tree.h"

static void
modification_free (gpointer data)
{
  CyanModification *self = data;

  g_clear_pointer (&self->bodies[0], cyan_code_body_free);
  g_clear_pointer (&self->bodies[1], cyan_code_body_free);
  g_clear_pointer (&self->calls, cyan_code_call_changes_free);
  g_free (self->same_block);
  g_free (self);
}

static void
renamed_clear (gpointer data)
{
  CyanRenamed *self = data;

  g_free (self->names[0]);
  g_free (self->names[1]);
}

void
cyan_prediction_changes_free (CyanPredictionChanges *self)
{
  g_clear_pointer (&self->functions, cyan_function_changes_free);
  g_ptr_array_unref (self->modified);
  g_ptr_array_unref (self->added);
  g_array_unref (self->renamed);
  g_free (self);
}

/* Sets the bodies of one side. */
static gboolean
read_bodies (const GPtrArray *modifications,
             guint side,
             CyanSourceTree *tree,
             const CyanTick *tick,
             GError **error)
{
  for (guint i = 0; i < modifications->len; i++)
    {
      CyanModification *modification = modifications->pdata[i];
      const CyanFunctionChange *function = modification->function;
      CyanSourceFile *file;
      gsize length;
      const char *lines;

      if (function->path[side] == NULL)
        {
          modification->bodies[side] =
              cyan_code_body_new (cyan_language_of_path (function->path[1 - side]), "", 0);
          continue;
        }
      file = cyan_source_tree_get_file (tree, function->path[side], tick, error);
      if (file == NULL || !cyan_source_tree_load_text (tree, file, error))
        return FALSE;
      lines =
          cyan_function_text_lines (&(CyanFunctionText){ .path = file->path,
                                                         .file_text = file->text,
                                                         .first_line = function->first_line[side],
                                                         .last_line = function->last_line[side] },
                                    &length);
      modification->bodies[side] =
          cyan_code_body_new (cyan_language_of_path (file->path), lines, length);
    }
  return TRUE;
}

static gboolean
read_side (const CyanPredictionChanges *self,
           guint side,
           CyanSourceLocation *location,
           const CyanTick *tick,
           GError **error)
{
  CyanSourceTree *tree = cyan_source_location_acquire (location, tick, error);
  gboolean ok;

  if (tree == NULL)
    return FALSE;
  ok = read_bodies (self->modified, side, tree, tick, error)
       && read_bodies (self->added, side, tree, tick, error);
  cyan_source_location_release (location);
  return ok;
}

static char *
last_name (const CyanFunctionChange *function, guint side)
{
  g_auto (CyanNameParts) parts = { 0 };

  cyan_name_parts_init_as (&parts, cyan_naming_of_path (function->path[side]),
                           function->name[side]);
  return g_strdup (cyan_name_parts_last (&parts));
}

static void
sort_changes (CyanPredictionChanges *self)
{
  for (guint i = 0; i < self->functions->changes->len; i++)
    {
      const CyanFunctionChange *function = self->functions->changes->pdata[i];
      CyanModification *modification;

      if (function->fate == CYAN_FUNCTION_RENAMED)
        {
          const CyanRenamed renamed = { { last_name (function, 0), last_name (function, 1) } };

          g_array_append_val (self->renamed, renamed);
        }
      if (function->fate != CYAN_FUNCTION_ADDED
          && (function->path[0] == NULL || function->path[1] == NULL
              || function->change != CYAN_CHANGE_MODIFIED))
        continue;
      modification = g_new0 (CyanModification, 1);
      modification->function = function;
      g_ptr_array_add (function->fate == CYAN_FUNCTION_ADDED ? self->added : self->modified,
                       modification);
    }
}

static void
compare_calls (const GPtrArray *modifications)
{
  for (guint i = 0; i < modifications->len; i++)
    {
      CyanModification *modification = modifications->pdata[i];

      modification->calls =
          cyan_code_call_changes_new (modification->bodies[0], modification->bodies[1]);
      modification->same_block =
          cyan_code_body_match_blocks (modification->bodies[0], modification->bodies[1]);
    }
}

CyanPredictionChanges *
cyan_prediction_changes_new (CyanSourceLocation *before,
                             CyanSourceLocation *after,
                             const CyanTick *tick,
                             GError **error)
{
  g_autoptr (CyanPredictionChanges) self = g_new0 (CyanPredictionChanges, 1);

  self->modified = g_ptr_array_new_with_free_func (modification_free);
  self->added = g_ptr_array_new_with_free_func (modification_free);
  self->renamed = g_array_new (FALSE, FALSE, sizeof (CyanRenamed));
  g_array_set_clear_func (self->renamed, renamed_clear);
  self->functions = cyan_function_changes_new (before, after, FALSE, tick, error);
  if (self->functions == NULL)
    return NULL;
  sort_changes (self);
  if (!read_side (self, 0, before, NULL, error) || !read_side (self, 1, after, NULL, error))
    return NULL;
  compare_calls (self->modified);
  compare_calls (self->added);
  return g_steal_pointer (&self);
}
