/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the same function in the sources of the other version. */
#include "cyan-function-counterpart.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-extents.h"
#include "cyan-function-text.h"
#include "cyan-i18n.h"
#include "cyan-source-tree.h"
#include "cyan-source-location.h"
#include "cyan-tick.h"

/* The data of a function from its own source. */
typedef struct
{
  char *name; /* NULL for a whole file */
  char *scope;
  char *signature;
} Known;

static void
known_clear (Known *self)
{
  g_free (self->name);
  g_free (self->scope);
  g_free (self->signature);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Known, known_clear)

static gboolean
describe (CyanSourceTree *tree,
          const CyanFunctionText *text,
          Known *known,
          const CyanTick *tick,
          GError **error)
{
  const CyanSourceFile *file = cyan_source_tree_get_file (tree, text->path, tick, error);

  if (file == NULL)
    return FALSE;
  for (guint i = 0; i < file->extents->len; i++)
    {
      const CyanExtent *extent = &g_array_index (file->extents, CyanExtent, i);

      if (extent->first_line != text->first_line || extent->last_line != text->last_line)
        continue;
      /* Two on one line: it may be either of them. */
      if (known->name != NULL)
        return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("%s:%u: several functions"), text->path,
                          text->first_line);
      known->name = g_strdup (extent->name);
      known->scope = g_strdup (extent->scope);
      known->signature = g_strdup (extent->signature);
    }
  if (known->name == NULL && text->first_line > 1)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("%s:%u: no function"), text->path,
                      text->first_line);
  return TRUE;
}

static gboolean
fits (const Known *known, const CyanExtent *extent)
{
  return strcmp (known->name, extent->name) == 0 && g_strcmp0 (known->scope, extent->scope) == 0;
}

/* Keeps those with the same parameters if there are any, else all. */
static void
prefer_signature (const Known *known, GArray *found)
{
  guint n_same = 0;

  for (guint i = 0; i < found->len; i++)
    {
      const CyanDefinition *definition = &g_array_index (found, CyanDefinition, i);
      const CyanExtent *extent =
          &g_array_index (definition->file->extents, CyanExtent, definition->extent);

      if (g_strcmp0 (known->signature, extent->signature) == 0)
        g_array_index (found, CyanDefinition, n_same++) = *definition;
    }
  if (n_same > 0)
    g_array_set_size (found, n_same);
}

/* The only one of @definitions that is the known function; sets how many are. */
static CyanFunctionText *
choose (CyanSourceTree *tree,
        const GArray *definitions,
        const Known *known,
        guint *n_found,
        GError **error)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (CyanDefinition));
  const CyanDefinition *only;

  for (guint i = 0; i < definitions->len; i++)
    {
      const CyanDefinition *definition = &g_array_index (definitions, CyanDefinition, i);

      if (fits (known, &g_array_index (definition->file->extents, CyanExtent, definition->extent)))
        g_array_append_val (found, *definition);
    }
  prefer_signature (known, found);
  *n_found = found->len;
  if (found->len != 1)
    return NULL;
  only = &g_array_index (found, CyanDefinition, 0);
  return cyan_source_tree_function_text (
      tree, only->file, &g_array_index (only->file->extents, CyanExtent, only->extent), error);
}

static CyanFunctionText *
find_in_file (
    CyanSourceTree *tree, CyanSourceFile *file, const Known *known, guint *n_found, GError **error)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (CyanDefinition));

  for (guint i = 0; i < file->extents->len; i++)
    g_array_append_vals (all, &(CyanDefinition){ file, i }, 1);
  return choose (tree, all, known, n_found, error);
}

static CyanFunctionText *
find_anywhere (
    CyanSourceTree *tree, const Known *known, guint *n_found, const CyanTick *tick, GError **error)
{
  guint n_unread;
  const GArray *definitions = cyan_source_tree_define (tree, known->name, &n_unread, tick, error);

  return definitions != NULL ? choose (tree, definitions, known, n_found, error) : NULL;
}

static CyanFunctionText *
find (CyanSourceTree *tree,
      const char *path,
      const Known *known,
      const CyanTick *tick,
      GError **error)
{
  g_autoptr (GError) reason = NULL;
  CyanSourceFile *file;
  CyanFunctionText *text = NULL;
  guint n_found = 0;

  file = cyan_source_tree_get_file (tree, path, tick, &reason);
  if (known->name == NULL)
    text = file != NULL ? cyan_source_tree_function_text (tree, file, NULL, &reason) : NULL;
  else if (file != NULL)
    text = find_in_file (tree, file, known, &n_found, &reason);
  if (known->name != NULL && text == NULL && n_found == 0
      && (file != NULL || g_error_matches (reason, CYAN_ERROR, CYAN_ERROR_IO)))
    {
      g_clear_error (&reason);
      text = find_anywhere (tree, known, &n_found, tick, &reason);
    }
  if (text != NULL)
    return text;
  if (reason != NULL)
    g_propagate_error (error, g_steal_pointer (&reason));
  else
    cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("%s: defined %u times"), known->name, n_found);
  return NULL;
}

CyanFunctionText *
cyan_function_counterpart (CyanSourceLocation *own,
                           const CyanFunctionText *text,
                           CyanSourceLocation *other,
                           const CyanTick *tick,
                           GError **error)
{
  g_auto (Known) known = { 0 };
  CyanSourceTree *tree = cyan_source_location_acquire (own, tick, error);
  CyanFunctionText *found;
  gboolean ok;

  if (tree == NULL)
    return NULL;
  ok = describe (tree, text, &known, tick, error);
  cyan_source_location_release (own);
  /* Never hold both trees: another thread may acquire them in the other order. */
  tree = ok ? cyan_source_location_acquire (other, tick, error) : NULL;
  if (tree == NULL)
    return NULL;
  found = find (tree, text->path, &known, tick, error);
  cyan_source_location_release (other);
  return found;
}
