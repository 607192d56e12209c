/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A source location: from what a profile knows of a function to its text.
 *
 * One thread works at a time, the others wait and may be cancelled while they do.  Where more than
 * one answer is left there is none: a wrong text is worse than no text.
 */
#include "cyan-source-private.h"

#include <string.h>

#include "cyan-code.h"
#include "cyan-error.h"
#include "cyan-extents.h"
#include "cyan-function-name.h"
#include "cyan-source-tree.h"
#include "cyan-text.h"

/* Candidates that a message names. */
#define MAX_NAMED 4
/* Between two looks at the tick by a thread that waits for another. */
#define WAIT_MS 50

struct _CyanSourceLocation
{
  gatomicrefcount refs;
  CyanSourceTree *tree; /* of whoever has set busy */

  GMutex mutex;
  GCond idle;
  gboolean busy; /* guarded by the mutex */
};

CyanSourceLocation *
cyan_source_location_open (const char *path, GError **error)
{
  CyanSourceTree *tree = cyan_source_tree_open (path, error);
  CyanSourceLocation *self;

  if (tree == NULL)
    return NULL;
  self = g_new0 (CyanSourceLocation, 1);
  g_atomic_ref_count_init (&self->refs);
  g_mutex_init (&self->mutex);
  g_cond_init (&self->idle);
  self->tree = tree;
  return self;
}

void
cyan_source_location_set_ctags_timeout (CyanSourceLocation *self, guint timeout_ms)
{
  cyan_source_tree_set_ctags_timeout (self->tree, timeout_ms);
}

CyanSourceLocation *
cyan_source_location_ref (CyanSourceLocation *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
cyan_source_location_unref (CyanSourceLocation *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  cyan_source_tree_free (self->tree);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->idle);
  g_free (self);
}

static gboolean
acquire (CyanSourceLocation *self, const CyanTick *tick, GError **error)
{
  gboolean going_on = TRUE;

  g_mutex_lock (&self->mutex);
  while (self->busy && going_on)
    if (!g_cond_wait_until (&self->idle, &self->mutex,
                            g_get_monotonic_time () + WAIT_MS * G_TIME_SPAN_MILLISECOND))
      {
        g_mutex_unlock (&self->mutex);
        going_on = cyan_tick (tick, 0, "Reading sources", error);
        g_mutex_lock (&self->mutex);
      }
  if (going_on)
    self->busy = TRUE;
  g_mutex_unlock (&self->mutex);
  return going_on;
}

static void
release (CyanSourceLocation *self)
{
  g_mutex_lock (&self->mutex);
  self->busy = FALSE;
  g_cond_signal (&self->idle);
  g_mutex_unlock (&self->mutex);
}

static gboolean
contains (const CyanExtent *extent, guint line)
{
  return line >= extent->first_line && line <= extent->last_line;
}

/* Adds what in @file the query can mean: a function of that name around the line, and where the
 * name is none that a source has, the innermost function around the line; else the name alone. */
static void
add_from_file (CyanSourceFile *file, const CyanFunctionName *name, guint line, GArray *found)
{
  gboolean around = FALSE;
  CyanNameFit best = CYAN_NAME_SAME_IDENTIFIER;
  guint start = found->len;

  for (guint i = 0; i < file->extents->len; i++)
    {
      const CyanExtent *extent = &g_array_index (file->extents, CyanExtent, i);
      gboolean holds = contains (extent, line);
      CyanNameFit fit;

      if (name->is_opaque && !holds)
        continue;
      fit = name->is_opaque ? best : cyan_function_name_fit (name, extent->name, extent->scope);
      if (fit < best && !(holds && !around && fit > CYAN_NAME_DIFFERS))
        continue;
      if (around && !holds)
        continue;
      /* Extents come by first line: one around the same line that comes later lies inside. */
      if (fit > best || holds)
        g_array_set_size (found, start);
      around = around || holds;
      best = fit;
      g_array_append_vals (found, &(CyanDefinition){ file, i }, 1);
    }
  if (found->len > start || !name->is_anonymous)
    return;
  for (guint i = 0; i < file->extents->len; i++)
    if (contains (&g_array_index (file->extents, CyanExtent, i), line))
      {
        g_array_set_size (found, start);
        g_array_append_vals (found, &(CyanDefinition){ file, i }, 1);
      }
}

static CyanFunctionText *
make_text (CyanSourceLocation *self,
           CyanSourceFile *file,
           guint first_line,
           guint last_line,
           GError **error)
{
  CyanFunctionText *text;

  if (!cyan_source_tree_load_text (self->tree, file, error))
    return NULL;
  text = g_new0 (CyanFunctionText, 1);
  g_atomic_ref_count_init (&text->refs);
  text->path = g_strdup (file->path);
  text->file_text = g_ref_string_acquire (file->text);
  text->first_line = first_line;
  text->last_line = last_line;
  return text;
}

static CyanFunctionText *
make_module_text (CyanSourceLocation *self, CyanSourceFile *file, GError **error)
{
  guint n_lines = 1;

  if (!cyan_source_tree_load_text (self->tree, file, error))
    return NULL;
  for (const char *at = file->text; (at = strchr (at, '\n')) != NULL; at++)
    n_lines += at[1] != '\0';
  return make_text (self, file, 1, n_lines, error);
}

static void
fail_ambiguous (const char *shown, const GArray *found, GError **error)
{
  GString *places = g_string_new (NULL);

  for (guint i = 0; i < MIN (found->len, MAX_NAMED); i++)
    {
      const CyanDefinition *definition = &g_array_index (found, CyanDefinition, i);

      g_string_append_printf (
          places, "%s%s:%u", i > 0 ? ", " : "", definition->file->path,
          g_array_index (definition->file->extents, CyanExtent, definition->extent).line);
    }
  cyan_fail (error, CYAN_ERROR_UNSUPPORTED, "%s: defined %u times: %s%s", shown, found->len,
             places->str, found->len > MAX_NAMED ? ", ..." : "");
  g_string_free (places, TRUE);
}

static CyanFunctionText *
finish (CyanSourceLocation *self, const char *name, const GArray *found, GError **error)
{
  g_autofree char *shown = cyan_text_for_label (name != NULL ? name : "", 80);
  guint n_unread = cyan_source_tree_n_unread (self->tree);

  if (found->len == 1)
    {
      const CyanDefinition *definition = &g_array_index (found, CyanDefinition, 0);
      const CyanExtent *extent =
          &g_array_index (definition->file->extents, CyanExtent, definition->extent);

      return make_text (self, definition->file, extent->first_line, extent->last_line, error);
    }
  if (found->len > 1)
    fail_ambiguous (shown, found, error);
  else if (n_unread > 0)
    cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
               "%s: not in the source folder, where %u of the files could not be read", shown,
               n_unread);
  else
    cyan_fail (error, CYAN_ERROR_UNSUPPORTED, "%s: not in the source folder", shown);
  return NULL;
}

static CyanFunctionText *
find_by_file (CyanSourceLocation *self,
              const CyanFunctionQuery *query,
              const CyanFunctionName *name,
              const CyanTick *tick,
              GError **error)
{
  const GPtrArray *paths = cyan_source_tree_resolve (self->tree, query->file, tick, error);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (CyanDefinition));
  g_autofree char *shown = cyan_text_for_label (query->file, 120);
  g_autofree char *shown_name = cyan_text_for_label (query->name != NULL ? query->name : "", 80);

  if (paths == NULL)
    return NULL;
  if (paths->len == 0)
    {
      cyan_fail (error, CYAN_ERROR_UNSUPPORTED, "%s: not in the source folder", shown);
      return NULL;
    }
  if (name->is_module && paths->len > 1)
    {
      cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                 "%s: can be %u files of the source folder: %s, %s%s", shown, paths->len,
                 (char *) g_ptr_array_index (paths, 0), (char *) g_ptr_array_index (paths, 1),
                 paths->len > 2 ? ", ..." : "");
      return NULL;
    }
  for (guint i = 0; i < paths->len; i++)
    {
      CyanSourceFile *file =
          cyan_source_tree_get_file (self->tree, g_ptr_array_index (paths, i), tick, error);

      if (file == NULL)
        return NULL;
      if (name->is_module)
        return make_module_text (self, file, error);
      add_from_file (file, name, query->line, found);
    }
  if (found->len > 0)
    return finish (self, query->name, found, error);
  cyan_fail (error, CYAN_ERROR_UNSUPPORTED, "%s: no such function in %s", shown_name,
             paths->len == 1 ? (char *) g_ptr_array_index (paths, 0) : shown);
  return NULL;
}

static CyanFunctionText *
find_module (CyanSourceLocation *self,
             const CyanFunctionQuery *query,
             const CyanFunctionName *name,
             const CyanTick *tick,
             GError **error)
{
  g_autofree char *shown = cyan_text_for_label (query->name, 80);
  const GPtrArray *listing;
  const char *only = NULL;
  guint n = 0;
  CyanSourceFile *file;

  listing = cyan_source_tree_list (self->tree, tick, error);
  if (listing == NULL)
    return NULL;
  for (guint i = 0; name->n_module > 0 && i < listing->len; i++)
    {
      const char *path = g_ptr_array_index (listing, i);

      if (cyan_language_of_path (path) == CYAN_LANGUAGE_PYTHON
          && cyan_function_name_fits_path (name, path))
        {
          only = path;
          n++;
        }
    }
  if (n != 1)
    {
      cyan_fail (error, CYAN_ERROR_UNSUPPORTED,
                 n == 0 ? "%s: not in the source folder" : "%s: several files can be this module",
                 shown);
      return NULL;
    }
  file = cyan_source_tree_get_file (self->tree, only, tick, error);
  return file != NULL ? make_module_text (self, file, error) : NULL;
}

/* By name alone the scope must be the same too: "std::sort" is not a project's "sort". */
static CyanFunctionText *
find_by_name (CyanSourceLocation *self,
              const CyanFunctionQuery *query,
              const CyanFunctionName *name,
              const CyanTick *tick,
              GError **error)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (CyanDefinition));
  const GArray *definitions;
  CyanNameFit best = CYAN_NAME_SAME_TAIL;

  if (name->is_opaque)
    return finish (self, query->name, found, error);
  if (name->is_module)
    return find_module (self, query, name, tick, error);
  definitions = cyan_source_tree_define (self->tree, cyan_function_name_last (name), tick, error);
  if (definitions == NULL)
    return NULL;
  for (guint i = 0; i < definitions->len; i++)
    {
      const CyanDefinition *definition = &g_array_index (definitions, CyanDefinition, i);
      const CyanExtent *extent =
          &g_array_index (definition->file->extents, CyanExtent, definition->extent);
      CyanNameFit fit = cyan_function_name_fit (name, extent->name, extent->scope);

      if (fit < best || !cyan_function_name_fits_path (name, definition->file->path))
        continue;
      if (fit > best)
        g_array_set_size (found, 0);
      best = fit;
      g_array_append_val (found, *definition);
    }
  return finish (self, query->name, found, error);
}

CyanFunctionText *
cyan_source_location_find (CyanSourceLocation *self,
                           const CyanFunctionQuery *query,
                           const CyanTick *tick,
                           GError **error)
{
  g_auto (CyanFunctionName) name = { 0 };
  gboolean has_file = query->file != NULL && query->file[0] != '\0' && query->file[0] != '?';
  CyanFunctionText *text;

  if (!acquire (self, tick, error))
    return NULL;
  cyan_function_name_init (&name, query->name);
  text = has_file ? find_by_file (self, query, &name, tick, error)
                  : find_by_name (self, query, &name, tick, error);
  release (self);
  return text;
}

static CyanDefined
count_definitions (const CyanFunctionName *name,
                   const GArray *definitions,
                   guint n_unread,
                   guint *n_definitions)
{
  CyanDefined defined = n_unread > 0 ? CYAN_DEFINED_UNKNOWN : CYAN_DEFINED_NO;

  for (guint i = 0; i < definitions->len; i++)
    {
      const CyanDefinition *definition = &g_array_index (definitions, CyanDefinition, i);
      const CyanExtent *extent =
          &g_array_index (definition->file->extents, CyanExtent, definition->extent);
      CyanNameFit fit = cyan_function_name_fit (name, extent->name, extent->scope);

      if (fit == CYAN_NAME_DIFFERS || !cyan_function_name_fits_path (name, definition->file->path))
        continue;
      if (fit >= CYAN_NAME_SAME_TAIL)
        ++*n_definitions;
      else
        defined = CYAN_DEFINED_UNKNOWN;
    }
  return *n_definitions > 0 ? CYAN_DEFINED_YES : defined;
}

gboolean
cyan_source_location_defines (CyanSourceLocation *self,
                              const char *name,
                              CyanDefined *defined,
                              guint *n_definitions,
                              const CyanTick *tick,
                              GError **error)
{
  g_auto (CyanFunctionName) parsed = { 0 };
  g_autoptr (GError) local = NULL;
  const GArray *definitions;

  *defined = CYAN_DEFINED_UNKNOWN;
  *n_definitions = 0;
  cyan_function_name_init (&parsed, name);
  /* What stands in a function goes where that goes, but is no function of the source itself. */
  if (parsed.is_opaque || parsed.is_module || parsed.is_anonymous)
    return TRUE;
  if (!acquire (self, tick, error))
    return FALSE;
  definitions =
      cyan_source_tree_define (self->tree, cyan_function_name_last (&parsed), tick, &local);
  if (definitions != NULL)
    *defined = count_definitions (&parsed, definitions, cyan_source_tree_n_unread (self->tree),
                                  n_definitions);
  release (self);
  if (local == NULL || !cyan_error_is_cancelled (local))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}
