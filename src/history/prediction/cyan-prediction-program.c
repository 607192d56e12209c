/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-prediction-private.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-i18n.h"
#include "cyan-source-tree.h"

/* The functions of one content of a file. */
typedef struct
{
  GPtrArray *functions; /* of CyanProgramFunction; NULL: it could not be read */
} Content;

struct _CyanProgramFiles
{
  GHashTable *contents; /* id and ending of the path -> Content */
};

static void
function_free (gpointer data)
{
  CyanProgramFunction *self = data;

  g_free (self->name);
  cyan_code_body_free (self->body);
  g_free (self);
}

static void
content_free (gpointer data)
{
  Content *self = data;

  g_clear_pointer (&self->functions, g_ptr_array_unref);
  g_free (self);
}

CyanProgramFiles *
cyan_program_files_new (void)
{
  CyanProgramFiles *self = g_new (CyanProgramFiles, 1);

  self->contents = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, content_free);
  return self;
}

void
cyan_program_files_free (CyanProgramFiles *self)
{
  g_hash_table_unref (self->contents);
  g_free (self);
}

void
cyan_program_free (CyanProgram *self)
{
  g_ptr_array_unref (self->functions);
  g_ptr_array_unref (self->paths);
  g_hash_table_unref (self->named);
  g_hash_table_unref (self->callers);
  g_free (self);
}

const GArray *
cyan_program_find (const CyanProgram *self, const char *name)
{
  return g_hash_table_lookup (self->named, name);
}

const GArray *
cyan_program_callers (const CyanProgram *self, const char *name)
{
  return g_hash_table_lookup (self->callers, name);
}

/* ---- reading ---- */

static void
add_function (GPtrArray *functions, const CyanSourceFile *file, const CyanExtent *extent)
{
  const CyanFunctionText text = { .path = file->path,
                                  .file_text = file->text,
                                  .first_line = extent->first_line,
                                  .last_line = extent->last_line };
  CyanProgramFunction *function = g_new (CyanProgramFunction, 1);
  gsize length;
  const char *lines = cyan_function_text_lines (&text, &length);

  function->name = g_strdup (extent->name);
  function->body = cyan_code_body_new (cyan_language_of_path (file->path), lines, length);
  g_ptr_array_add (functions, function);
}

/* NULL with @error only if cancelled. */
static Content *
read_content (CyanSourceTree *tree, const char *path, const CyanTick *tick, GError **error)
{
  g_autoptr (GError) reason = NULL;
  CyanSourceFile *file = cyan_source_tree_get_file (tree, path, tick, &reason);
  Content *content;

  if (file != NULL && !cyan_source_tree_load_text (tree, file, &reason))
    file = NULL;
  if (cyan_error_is_cancelled (reason))
    {
      g_propagate_error (error, g_steal_pointer (&reason));
      return NULL;
    }
  content = g_new0 (Content, 1);
  if (file == NULL)
    return content;
  content->functions = g_ptr_array_new_with_free_func (function_free);
  for (guint i = 0; i < file->extents->len; i++)
    {
      const CyanExtent *extent = &g_array_index (file->extents, CyanExtent, i);

      if (!extent->is_class)
        add_function (content->functions, file, extent);
    }
  return content;
}

static const Content *
get_content (CyanProgramFiles *self,
             CyanSourceTree *tree,
             const char *path,
             const CyanTick *tick,
             GError **error)
{
  g_autofree char *id = cyan_source_tree_content_id (tree, path);
  const char *ending = strrchr (path, '.');
  /* Without an id, nothing is known to be equal. */
  g_autofree char *key = id != NULL ? g_strconcat (id, ending != NULL ? ending : "", NULL)
                                    : g_strdup_printf ("%u", g_hash_table_size (self->contents));
  Content *content = g_hash_table_lookup (self->contents, key);

  if (content != NULL)
    return content;
  content = read_content (tree, path, tick, error);
  if (content != NULL)
    g_hash_table_insert (self->contents, g_steal_pointer (&key), content);
  return content;
}

/* ---- a revision ---- */

/* The array of @name, made if it is not there. */
static GArray *
get_array (GHashTable *arrays, const char *name, guint size)
{
  GArray *array = g_hash_table_lookup (arrays, name);

  if (array == NULL)
    {
      array = g_array_new (FALSE, FALSE, size);
      g_hash_table_insert (arrays, (gpointer) name, array);
    }
  return array;
}

static void
add_calls (CyanProgram *self, const CyanCodeBody *body)
{
  CyanProgramSite site = { .function = self->functions->len };

  for (guint i = 0; i < body->calls->len; i++)
    {
      const CyanCodeCall *call = &g_array_index (body->calls, CyanCodeCall, i);

      site.block = call->block;
      g_array_append_val (get_array (self->callers, call->name, sizeof site), site);
    }
}

static void
add_content (CyanProgram *self, const char *path, const Content *content)
{
  for (guint i = 0; content->functions != NULL && i < content->functions->len; i++)
    {
      CyanProgramFunction *function = content->functions->pdata[i];
      guint number = self->functions->len;

      g_array_append_val (get_array (self->named, function->name, sizeof number), number);
      add_calls (self, function->body);
      g_ptr_array_add (self->functions, function);
      g_ptr_array_add (self->paths, g_strdup (path));
    }
}

static gboolean
add_all (CyanProgram *self,
         CyanProgramFiles *files,
         CyanSourceTree *tree,
         const CyanTick *tick,
         GError **error)
{
  const GPtrArray *paths = cyan_source_tree_list (tree, tick, error);

  if (paths == NULL)
    return FALSE;
  for (guint i = 0; i < paths->len; i++)
    {
      const Content *content;

      if (!cyan_tick (tick, (double) i / paths->len, N_ ("Reading sources"), error))
        return FALSE;
      content = get_content (files, tree, paths->pdata[i], NULL, error);
      if (content == NULL)
        return FALSE;
      add_content (self, paths->pdata[i], content);
    }
  return TRUE;
}

CyanProgram *
cyan_program_new (CyanProgramFiles *files,
                  CyanSourceLocation *location,
                  const CyanTick *tick,
                  GError **error)
{
  g_autoptr (CyanProgram) self = g_new0 (CyanProgram, 1);
  CyanSourceTree *tree = cyan_source_location_acquire (location, tick, error);
  gboolean ok;

  self->functions = g_ptr_array_new ();
  self->paths = g_ptr_array_new_with_free_func (g_free);
  self->named =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_array_unref);
  self->callers =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_array_unref);
  if (tree == NULL)
    return NULL;
  ok = add_all (self, files, tree, tick, error);
  cyan_source_location_release (location);
  return ok ? g_steal_pointer (&self) : NULL;
}
