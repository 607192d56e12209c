/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the functions that changed between two source locations.
 *
 * This file reads the functions of both sides; cyan-function-pairing.c pairs them.
 */
#include "cyan-function-changes.h"

#include <string.h>

#include "cyan-error.h"
#include "cyan-extents.h"
#include "cyan-change-private.h"
#include "cyan-function-compare.h"
#include "cyan-function-text.h"
#include "cyan-i18n.h"
#include "cyan-source-tree.h"
#include "cyan-source-location.h"
#include "cyan-tick.h"

const char *const cyan_function_fate_names[] = {
  "added", "deleted", "modified", "renamed", "moved", "reformatted", "unmodified", NULL,
};

typedef struct
{
  GPtrArray *sides[2]; /* of CyanKnownFunction, sorted by path and line */
  const char *labels[2];
  guint n_read; /* number of files */
  CyanFunctionChanges *result;
} Search;

static void
function_free (gpointer data)
{
  CyanKnownFunction *self = data;

  g_free (self->path);
  g_free (self->name);
  g_free (self->signature);
  g_clear_pointer (&self->likeness, cyan_likeness_free);
  g_free (self);
}

static void
change_free (gpointer data)
{
  CyanFunctionChange *self = data;

  for (guint side = 0; side < 2; side++)
    {
      g_free (self->name[side]);
      g_free (self->path[side]);
    }
  g_free (self);
}

void
cyan_function_changes_free (CyanFunctionChanges *self)
{
  g_ptr_array_unref (self->changes);
  g_ptr_array_unref (self->unread);
  g_free (self);
}

/* ctags numbers functions without a name, so their names do not identify them. */
static gboolean
is_anonymous (const char *name)
{
  return g_str_has_prefix (name, "__anon") || g_str_has_prefix (name, "anonymousFunction")
         || g_str_has_prefix (name, "AnonymousFunction");
}

/* Appends a scope without the numbers that ctags gives to anonymous namespaces. */
static void
append_scope (GString *out, const char *scope)
{
  for (const char *at = scope; *at != '\0';)
    {
      gboolean starts = at == scope || !(g_ascii_isalnum (at[-1]) || at[-1] == '_');

      if (!starts || !g_str_has_prefix (at, "__anon"))
        {
          g_string_append_c (out, *at++);
          continue;
        }
      g_string_append (out, "(anonymous)");
      while (g_ascii_isalnum (*at) || *at == '_')
        at++;
    }
}

static char *
qualified_name (const char *path, const CyanExtent *extent)
{
  GString *name = g_string_new (NULL);

  if (extent->scope != NULL && extent->scope[0] != '\0')
    {
      append_scope (name, extent->scope);
      g_string_append (name, cyan_extents_separator (cyan_language_of_path (path)));
    }
  g_string_append (name, extent->name);
  return g_string_free (name, FALSE);
}

static void
add_function (GPtrArray *functions, const CyanSourceFile *file, const CyanExtent *extent)
{
  const CyanFunctionText text = {
    .path = file->path,
    .file_text = file->text,
    .first_line = extent->first_line,
    .last_line = extent->last_line,
  };
  CyanKnownFunction *function = g_new0 (CyanKnownFunction, 1);
  g_autoptr (GString) normal = cyan_function_text_normalise (&text, extent->name);
  g_autoptr (GString) written = cyan_function_text_written (&text, extent->name);

  function->path = g_strdup (file->path);
  function->name = qualified_name (file->path, extent);
  function->signature = g_strdup (extent->signature != NULL ? extent->signature : "");
  function->first_line = extent->first_line;
  function->last_line = extent->last_line;
  function->hash = cyan_function_text_hash_form (normal);
  function->hash_written = cyan_function_text_hash_form (written);
  function->likeness = cyan_likeness_new (normal->str, normal->len);
  g_ptr_array_add (functions, function);
}

/* Loads the file's text and functions.  Records an error in the result.  FALSE only if cancelled.
 */
static gboolean
read_file (Search *self,
           guint side,
           CyanSourceTree *tree,
           const char *path,
           CyanSourceFile **file,
           const CyanTick *tick,
           GError **error)
{
  g_autoptr (GError) reason = NULL;

  *file = cyan_source_tree_get_file (tree, path, tick, &reason);
  if (*file != NULL && cyan_source_tree_load_text (tree, *file, &reason))
    {
      self->n_read++;
      return TRUE;
    }
  *file = NULL;
  if (!cyan_error_goes_on (&reason, error))
    return FALSE;
  g_ptr_array_add (self->result->unread,
                   g_strdup_printf ("%s: %s", self->labels[side], reason->message));
  return TRUE;
}

static void
add_functions (Search *self, guint side, const CyanSourceFile *file)
{
  for (guint i = 0; i < file->extents->len; i++)
    {
      const CyanExtent *extent = &g_array_index (file->extents, CyanExtent, i);

      if (!extent->is_class && !is_anonymous (extent->name))
        add_function (self->sides[side], file, extent);
    }
}

/* Adds the functions of a path on the sides that have it.  If one of the files cannot be read,
 * neither counts, since its functions would seem to be added or deleted. */
static gboolean
add_path (Search *self,
          CyanSourceTree *const *trees,
          const char *path,
          const gboolean *is_there,
          const CyanTick *tick,
          GError **error)
{
  CyanSourceFile *files[2] = { NULL, NULL };
  gboolean all = TRUE;

  for (guint side = 0; side < 2; side++)
    {
      if (is_there[side] && !read_file (self, side, trees[side], path, &files[side], tick, error))
        return FALSE;
      all = all && (files[side] != NULL || !is_there[side]);
    }
  for (guint side = 0; side < 2 && all; side++)
    if (files[side] != NULL)
      add_functions (self, side, files[side]);
  return TRUE;
}

/* Collects the functions of all files except those that are equal on both sides. */
static gboolean
collect (Search *self,
         CyanSourceTree *const *trees,
         gboolean with_unmodified,
         const CyanTick *tick,
         GError **error)
{
  const GPtrArray *lists[2];
  guint at[2] = { 0, 0 };

  for (guint side = 0; side < 2; side++)
    {
      lists[side] = cyan_source_tree_list (trees[side], tick, error);
      if (lists[side] == NULL)
        return FALSE;
    }
  while (at[0] < lists[0]->len || at[1] < lists[1]->len)
    {
      const char *paths[2];
      gboolean is_there[2];
      int order;

      for (guint side = 0; side < 2; side++)
        paths[side] =
            at[side] < lists[side]->len ? g_ptr_array_index (lists[side], at[side]) : NULL;
      order = paths[0] == NULL ? 1 : paths[1] == NULL ? -1 : strcmp (paths[0], paths[1]);
      if (!cyan_tick (tick, (double) (at[0] + at[1]) / (lists[0]->len + lists[1]->len),
                      N_ ("Reading sources"), error))
        return FALSE;
      at[0] += order <= 0;
      at[1] += order >= 0;
      if (order == 0 && cyan_source_tree_same_file (trees[0], trees[1], paths[0]))
        {
          self->result->n_equal_files++;
          if (!with_unmodified)
            continue;
        }
      is_there[0] = order <= 0;
      is_there[1] = order >= 0;
      if (!add_path (self, trees, paths[order <= 0 ? 0 : 1], is_there, tick, error))
        return FALSE;
    }
  /* Nothing could be read, as without ctags: the cause is not a single file. */
  if (self->n_read == 0 && self->result->unread->len > 0)
    return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, "%s",
                      (const char *) g_ptr_array_index (self->result->unread, 0));
  return TRUE;
}

static gint
compare_changes (gconstpointer a, gconstpointer b)
{
  const CyanFunctionChange *x = *(const CyanFunctionChange *const *) a;
  const CyanFunctionChange *y = *(const CyanFunctionChange *const *) b;
  guint i = x->path[1] != NULL, j = y->path[1] != NULL;
  int order = strcmp (x->path[i], y->path[j]);

  if (order != 0)
    return order;
  if (x->first_line[i] != y->first_line[j])
    return x->first_line[i] < y->first_line[j] ? -1 : 1;
  order = strcmp (x->name[i], y->name[j]);
  return order != 0 ? order : (int) i - (int) j;
}

static void
finish (Search *self, gboolean with_unmodified)
{
  GPtrArray *changes = self->result->changes;
  guint n = 0;

  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < self->sides[side]->len; i++)
      {
        CyanKnownFunction *function = g_ptr_array_index (self->sides[side], i);

        if (function->change == NULL)
          cyan_function_pairs_add (changes, side == 0 ? CYAN_FUNCTION_DELETED : CYAN_FUNCTION_ADDED,
                                   side == 0 ? function : NULL, side == 1 ? function : NULL);
      }
  for (guint i = 0; i < changes->len; i++)
    {
      CyanFunctionChange *change = g_ptr_array_index (changes, i);
      gboolean unmodified = change->fate == CYAN_FUNCTION_UNMODIFIED;
      gboolean reformatted = change->fate == CYAN_FUNCTION_REFORMATTED;

      self->result->n_unmodified += unmodified;
      self->result->n_reformatted += reformatted;
      if ((unmodified || reformatted) && !with_unmodified)
        change_free (change);
      else
        changes->pdata[n++] = change;
    }
  g_ptr_array_set_free_func (changes, NULL);
  g_ptr_array_set_size (changes, (gint) n);
  g_ptr_array_set_free_func (changes, change_free);
  g_ptr_array_sort (changes, compare_changes);
}

/* The same location on both sides cannot be acquired twice. */
static gboolean
read_both (Search *self,
           CyanSourceLocation *before,
           CyanSourceLocation *after,
           gboolean with_unmodified,
           const CyanTick *tick,
           GError **error)
{
  CyanSourceTree *trees[2] = { NULL, NULL };
  gboolean ok;

  trees[0] = cyan_source_location_acquire (before, tick, error);
  if (trees[0] == NULL)
    return FALSE;
  trees[1] = after == before ? trees[0] : cyan_source_location_acquire (after, tick, error);
  ok = trees[1] != NULL && collect (self, trees, with_unmodified, tick, error);
  if (trees[1] != NULL && after != before)
    cyan_source_location_release (after);
  cyan_source_location_release (before);
  return ok;
}

CyanFunctionChanges *
cyan_function_changes_new (CyanSourceLocation *before,
                           CyanSourceLocation *after,
                           gboolean with_unmodified,
                           const CyanTick *tick,
                           GError **error)
{
  const CyanTick reading = cyan_tick_slice (tick, 0, 0.9),
                 comparing = cyan_tick_slice (tick, 0.9, 1);
  Search search = {
    .sides = { g_ptr_array_new_with_free_func (function_free),
               g_ptr_array_new_with_free_func (function_free) },
    .labels = { cyan_source_location_label (before), cyan_source_location_label (after) },
    .result = g_new0 (CyanFunctionChanges, 1),
  };
  gboolean ok;

  search.result->changes = g_ptr_array_new_with_free_func (change_free);
  search.result->unread = g_ptr_array_new_with_free_func (g_free);
  ok = read_both (&search, before, after, with_unmodified, &reading, error)
       && cyan_function_pairs_find (search.sides, search.result->changes, &comparing, error);
  if (ok)
    finish (&search, with_unmodified);
  g_ptr_array_unref (search.sides[0]);
  g_ptr_array_unref (search.sides[1]);
  if (!ok)
    g_clear_pointer (&search.result, cyan_function_changes_free);
  return search.result;
}
