/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is known of the files of a location.
 *
 * A question by file needs that file; a question by name alone needs all of them once.
 */
#include "cyan-source-tree.h"

#include <string.h>

#include "cyan-ctags.h"
#include "cyan-error.h"
#include "cyan-extents.h"
#include "cyan-source-directory.h"

/* Texts are kept up to this sum and read again after that. */
#define MAX_KEPT_BYTES (64 * 1024 * 1024)
/* Parts of a path that count, from its end. */
#define MAX_PATH_PARTS 64

struct _CyanSourceTree
{
  CyanSourceDirectory *directory;
  CyanCtags *ctags;
  GHashTable *files;       /* path -> CyanSourceFile */
  gsize kept_bytes;        /* of their texts */
  GPtrArray *listing;      /* of paths; NULL until needed */
  GHashTable *by_basename; /* last part of a path -> GPtrArray of paths of the listing */
  GHashTable *resolved;    /* file as profiles name it -> GPtrArray of paths */
  GHashTable *index;       /* identifier -> GArray of CyanDefinition; NULL until needed */
  GArray *nothing;         /* what an identifier has that is not in the index */
  guint n_unread;          /* files that the index lacks */
};

static void
source_file_free (gpointer data)
{
  CyanSourceFile *self = data;

  g_clear_pointer (&self->text, g_ref_string_release);
  g_clear_pointer (&self->extents, g_array_unref);
  g_clear_error (&self->trouble);
  g_free (self->path);
  g_free (self);
}

CyanSourceTree *
cyan_source_tree_open (const char *path, GError **error)
{
  CyanSourceDirectory *directory = cyan_source_directory_open (path, error);
  CyanSourceTree *self;

  if (directory == NULL)
    return NULL;
  self = g_new0 (CyanSourceTree, 1);
  self->directory = directory;
  self->ctags = cyan_ctags_new (CYAN_CTAGS_TIMEOUT_MS);
  self->files = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, source_file_free);
  self->resolved =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  self->nothing = g_array_new (FALSE, FALSE, sizeof (CyanDefinition));
  return self;
}

void
cyan_source_tree_free (CyanSourceTree *self)
{
  g_clear_pointer (&self->index, g_hash_table_unref);
  g_clear_pointer (&self->by_basename, g_hash_table_unref);
  g_clear_pointer (&self->listing, g_ptr_array_unref);
  g_hash_table_unref (self->resolved);
  g_hash_table_unref (self->files);
  g_array_unref (self->nothing);
  cyan_ctags_free (self->ctags);
  cyan_source_directory_free (self->directory);
  g_free (self);
}

void
cyan_source_tree_set_ctags_timeout (CyanSourceTree *self, guint timeout_ms)
{
  cyan_ctags_free (self->ctags);
  self->ctags = cyan_ctags_new (timeout_ms);
}

guint
cyan_source_tree_n_unread (const CyanSourceTree *self)
{
  return self->n_unread;
}

static void
drop_texts (CyanSourceTree *self)
{
  GHashTableIter iter;
  gpointer file;

  g_hash_table_iter_init (&iter, self->files);
  while (g_hash_table_iter_next (&iter, NULL, &file))
    g_clear_pointer (&((CyanSourceFile *) file)->text, g_ref_string_release);
  self->kept_bytes = 0;
}

gboolean
cyan_source_tree_load_text (CyanSourceTree *self, CyanSourceFile *file, GError **error)
{
  if (file->text != NULL)
    return TRUE;
  if (self->kept_bytes > MAX_KEPT_BYTES)
    drop_texts (self);
  file->text = cyan_source_directory_read (self->directory, file->path, error);
  if (file->text == NULL)
    return FALSE;
  self->kept_bytes += g_ref_string_length (file->text);
  if (file->extents == NULL)
    {
      file->text_hash = g_str_hash (file->text);
      return TRUE;
    }
  if (file->text_hash == g_str_hash (file->text))
    return TRUE;
  g_clear_pointer (&file->text, g_ref_string_release);
  return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, "%s: has changed since it was first read",
                    file->path);
}

CyanSourceFile *
cyan_source_tree_get_file (CyanSourceTree *self,
                           const char *path,
                           const CyanTick *tick,
                           GError **error)
{
  CyanSourceFile *file = g_hash_table_lookup (self->files, path);
  g_autoptr (GError) reason = NULL;

  if (file == NULL)
    {
      file = g_new0 (CyanSourceFile, 1);
      file->path = g_strdup (path);
      g_hash_table_insert (self->files, file->path, file);
    }
  if (file->extents == NULL && file->trouble == NULL
      && cyan_source_tree_load_text (self, file, &file->trouble))
    {
      file->extents = cyan_extents_find (self->ctags, path, file->text,
                                         g_ref_string_length (file->text), tick, &reason);
      if (file->extents == NULL && cyan_error_is_cancelled (reason))
        {
          g_propagate_error (error, g_steal_pointer (&reason));
          return NULL;
        }
      /* That there is no ctags at all is not the file's fault, and needs no file's name. */
      if (file->extents == NULL && cyan_ctags_trouble (self->ctags) != NULL)
        file->trouble = g_steal_pointer (&reason);
      else if (file->extents == NULL)
        file->trouble = g_error_new (reason->domain, reason->code, "%s: %s", path, reason->message);
    }
  if (file->trouble == NULL)
    return file;
  if (error != NULL)
    *error = g_error_copy (file->trouble);
  return NULL;
}

static gboolean
need_listing (CyanSourceTree *self, const CyanTick *tick, GError **error)
{
  if (self->listing != NULL)
    return TRUE;
  self->listing = cyan_source_directory_list (self->directory, tick, error);
  if (self->listing == NULL)
    return FALSE;
  self->by_basename =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_ptr_array_unref);
  for (guint i = 0; i < self->listing->len; i++)
    {
      char *path = g_ptr_array_index (self->listing, i);
      char *slash = strrchr (path, '/');
      char *basename = slash != NULL ? slash + 1 : path;
      GPtrArray *paths = g_hash_table_lookup (self->by_basename, basename);

      if (paths == NULL)
        {
          paths = g_ptr_array_new ();
          g_hash_table_insert (self->by_basename, basename, paths);
        }
      g_ptr_array_add (paths, path);
    }
  return TRUE;
}

static gboolean
need_index (CyanSourceTree *self, const CyanTick *tick, GError **error)
{
  g_autoptr (GHashTable) index = NULL;

  if (self->index != NULL)
    return TRUE;
  if (!need_listing (self, tick, error))
    return FALSE;
  self->n_unread = 0;
  index = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_array_unref);
  for (guint i = 0; i < self->listing->len; i++)
    {
      const char *path = g_ptr_array_index (self->listing, i);
      g_autoptr (GError) reason = NULL;
      CyanSourceFile *file;

      if (!cyan_tick (tick, (double) i / self->listing->len, "Reading sources", error))
        return FALSE;
      file = cyan_source_tree_get_file (self, path, tick, &reason);
      if (file == NULL
          && (cyan_error_is_cancelled (reason) || cyan_ctags_trouble (self->ctags) != NULL))
        {
          g_propagate_error (error, g_steal_pointer (&reason));
          return FALSE;
        }
      self->n_unread += file == NULL;
      for (guint e = 0; file != NULL && e < file->extents->len; e++)
        {
          char *name = g_array_index (file->extents, CyanExtent, e).name;
          GArray *definitions = g_hash_table_lookup (index, name);
          CyanDefinition definition = { file, e };

          if (definitions == NULL)
            {
              definitions = g_array_new (FALSE, FALSE, sizeof (CyanDefinition));
              g_hash_table_insert (index, name, definitions);
            }
          g_array_append_val (definitions, definition);
        }
    }
  self->index = g_steal_pointer (&index);
  return TRUE;
}

const GPtrArray *
cyan_source_tree_list (CyanSourceTree *self, const CyanTick *tick, GError **error)
{
  return need_listing (self, tick, error) ? self->listing : NULL;
}

const GArray *
cyan_source_tree_define (CyanSourceTree *self,
                         const char *identifier,
                         const CyanTick *tick,
                         GError **error)
{
  const GArray *definitions;

  if (!need_index (self, tick, error))
    return NULL;
  definitions = g_hash_table_lookup (self->index, identifier);
  return definitions != NULL ? definitions : self->nothing;
}

/* The parts of a path as a compiler or interpreter recorded it, without "." and "..".  None where
 * it has control characters: no file with such a name is shown. */
static GPtrArray *
split_path (const char *path)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) steps = g_strsplit_set (path, strchr (path, '/') != NULL ? "/" : "/\\", -1);

  for (const char *at = path; *at != '\0'; at++)
    if (g_ascii_iscntrl (*at))
      return parts;
  for (guint i = 0; steps[i] != NULL; i++)
    if (strcmp (steps[i], "..") == 0)
      g_ptr_array_set_size (parts, MAX ((gint) parts->len - 1, 0));
    else if (steps[i][0] != '\0' && strcmp (steps[i], ".") != 0)
      g_ptr_array_add (parts, g_strdup (steps[i]));
  if (parts->len > MAX_PATH_PARTS)
    g_ptr_array_remove_range (parts, 0, parts->len - MAX_PATH_PARTS);
  return parts;
}

static char *
join_tail (const GPtrArray *parts, guint first)
{
  GString *path = g_string_new (NULL);

  for (guint i = first; i < parts->len; i++)
    {
      if (i > first)
        g_string_append_c (path, '/');
      g_string_append (path, g_ptr_array_index (parts, i));
    }
  return g_string_free (path, FALSE);
}

/* How many parts at the end of @parts and @path are the same. */
static guint
count_common_tail (const GPtrArray *parts, const char *path)
{
  g_auto (GStrv) steps = g_strsplit (path, "/", -1);
  guint n_steps = g_strv_length (steps);
  guint n = 0;

  while (n < parts->len && n < n_steps
         && strcmp (g_ptr_array_index (parts, parts->len - 1 - n), steps[n_steps - 1 - n]) == 0)
    n++;
  return n;
}

const GPtrArray *
cyan_source_tree_resolve (CyanSourceTree *self,
                          const char *file,
                          const CyanTick *tick,
                          GError **error)
{
  const char *root = cyan_source_directory_real_path (self->directory);
  const char *key = file;
  GPtrArray *paths = g_hash_table_lookup (self->resolved, key);
  g_autoptr (GPtrArray) parts = NULL;
  GPtrArray *same_name = NULL;
  guint best = 0;
  gboolean certain = FALSE;

  if (paths != NULL)
    return paths;
  if (root != NULL && g_str_has_prefix (file, root) && file[strlen (root)] == '/')
    {
      file += strlen (root) + 1;
      certain = TRUE;
    }
  parts = split_path (file);
  paths = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < parts->len && best == 0; i++)
    {
      g_autofree char *tail = join_tail (parts, i);

      if (cyan_source_directory_has (self->directory, tail))
        {
          best = parts->len - i;
          certain = best == parts->len && (certain || file[0] != '/');
          g_ptr_array_add (paths, g_steal_pointer (&tail));
        }
    }

  if (!certain && parts->len > 0)
    {
      if (!need_listing (self, tick, error))
        {
          g_ptr_array_unref (paths);
          return NULL;
        }
      same_name =
          g_hash_table_lookup (self->by_basename, g_ptr_array_index (parts, parts->len - 1));
    }
  for (guint i = 0; same_name != NULL && i < same_name->len; i++)
    {
      const char *path = g_ptr_array_index (same_name, i);
      guint common = count_common_tail (parts, path);

      if (common > best)
        g_ptr_array_set_size (paths, 0);
      best = MAX (best, common);
      if (common == best && !g_ptr_array_find_with_equal_func (paths, path, g_str_equal, NULL))
        g_ptr_array_add (paths, g_strdup (path));
    }
  g_hash_table_insert (self->resolved, g_strdup (key), paths);
  return paths;
}
