/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The cached data of the files of a location.
 *
 * A search by file reads only that file.  A search by name alone reads the words of all files once,
 * and tags those that may define the name.
 */
#include "cyan-source-tree.h"

#include <string.h>

#include "cyan-ctags.h"
#include "cyan-error.h"
#include "cyan-extents.h"
#include "cyan-i18n.h"
#include "cyan-find-private.h"
#include "cyan-text.h"

/* Maximum bytes of texts that are kept; further texts are read again when needed. */
#define MAX_KEPT_BYTES (64 * 1024 * 1024)
/* Milliseconds of reading between two offers to let other threads go first. */
#define YIELD_MS 10

/* The definitions of an identifier. */
typedef struct
{
  GArray *definitions; /* of CyanDefinition */
  guint n_unread;      /* files that contain it and could not be tagged */
} Defined;

struct _CyanSourceTree
{
  CyanSourceFiles *store;
  CyanCtags *ctags;
  GHashTable *files;       /* path -> CyanSourceFile */
  gsize kept_bytes;        /* of their texts */
  GPtrArray *listing;      /* of paths; NULL until needed */
  GHashTable *by_basename; /* last part of a path -> GPtrArray of paths of the listing */
  GHashTable *resolved;    /* file as profiles name it -> GPtrArray of paths */
  CyanPathMap *map;
  CyanWordIndex *words;
  guint n_scanned;     /* files of the listing that were added to the index, or that could not be
                        * read */
  guint n_unreadable;  /* those that could not be read */
  GHashTable *defined; /* identifier -> Defined */
  void (*yield) (gpointer data);
  gpointer yield_data;
};

static void
source_file_free (gpointer data)
{
  CyanSourceFile *self = data;

  g_clear_pointer (&self->text, g_ref_string_release);
  g_clear_pointer (&self->extents, g_array_unref);
  g_clear_error (&self->error);
  g_free (self->path);
  g_free (self);
}

static void
defined_free (gpointer data)
{
  Defined *self = data;

  g_array_unref (self->definitions);
  g_free (self);
}

CyanSourceTree *
cyan_source_tree_open (const char *path, GError **error)
{
  CyanSourceFiles *store = cyan_source_files_open (path, error);
  CyanSourceTree *self;

  if (store == NULL)
    return NULL;
  self = g_new0 (CyanSourceTree, 1);
  self->store = store;
  self->ctags = cyan_ctags_new (CYAN_CTAGS_TIMEOUT_MS);
  self->files = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, source_file_free);
  self->resolved =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  self->defined = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, defined_free);
  self->map = cyan_path_map_new ();
  self->words = cyan_word_index_new ();
  return self;
}

void
cyan_source_tree_free (CyanSourceTree *self)
{
  g_hash_table_unref (self->defined);
  cyan_path_map_free (self->map);
  cyan_word_index_free (self->words);
  g_clear_pointer (&self->by_basename, g_hash_table_unref);
  g_clear_pointer (&self->listing, g_ptr_array_unref);
  g_hash_table_unref (self->resolved);
  g_hash_table_unref (self->files);
  cyan_ctags_free (self->ctags);
  cyan_source_files_free (self->store);
  g_free (self);
}

void
cyan_source_tree_set_ctags_timeout (CyanSourceTree *self, guint timeout_ms)
{
  cyan_ctags_free (self->ctags);
  self->ctags = cyan_ctags_new (timeout_ms);
}

void
cyan_source_tree_set_yield (CyanSourceTree *self, void (*yield) (gpointer data), gpointer data)
{
  self->yield = yield;
  self->yield_data = data;
}

const CyanSourceFiles *
cyan_source_tree_files (const CyanSourceTree *self)
{
  return self->store;
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
  file->text = cyan_source_files_read (self->store, file->path, error);
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
  return cyan_fail (error, CYAN_ERROR_UNSUPPORTED, _ ("%s: has changed since it was first read"),
                    file->path);
}

static CyanSourceFile *
need_file (CyanSourceTree *self, const char *path)
{
  CyanSourceFile *file = g_hash_table_lookup (self->files, path);

  if (file == NULL)
    {
      file = g_new0 (CyanSourceFile, 1);
      file->path = g_strdup (path);
      g_hash_table_insert (self->files, file->path, file);
    }
  return file;
}

static gboolean
take_cached_tags (CyanSourceFile *file, const char *key)
{
  CyanCachedTags tags;

  if (key == NULL || !cyan_tags_cache_look_up (key, &tags))
    return FALSE;
  file->extents = tags.extents;
  file->text_hash = tags.text_hash;
  return TRUE;
}

/* Finds the functions of a file.  FALSE only if cancelled. */
static gboolean
tag_file (CyanSourceTree *self, CyanSourceFile *file, const CyanTick *tick, GError **error)
{
  g_autofree char *id = cyan_source_files_content_id (self->store, file->path);
  g_autofree char *id_key = id != NULL ? cyan_tags_cache_key_of_id (file->path, id) : NULL;
  g_autofree char *key = NULL;
  g_autoptr (GError) reason = NULL;

  if (take_cached_tags (file, id_key) || !cyan_source_tree_load_text (self, file, &file->error))
    return TRUE;
  key = cyan_tags_cache_key_of_text (file->path, file->text, g_ref_string_length (file->text));
  if (!take_cached_tags (file, key))
    file->extents = cyan_extents_find (self->ctags, file->path, file->text,
                                       g_ref_string_length (file->text), tick, &reason);
  if (file->extents != NULL)
    {
      const CyanCachedTags tags = { file->extents, file->text_hash };

      cyan_tags_cache_keep (key, &tags);
      if (id_key != NULL)
        cyan_tags_cache_keep (id_key, &tags);
      return TRUE;
    }
  if (!cyan_error_goes_on (&reason, error))
    return FALSE;
  /* A missing ctags is not an error of this file, so the message has no file name. */
  if (cyan_ctags_problem (self->ctags) != NULL)
    file->error = g_steal_pointer (&reason);
  else
    file->error = g_error_new (reason->domain, reason->code, "%s: %s", file->path, reason->message);
  return TRUE;
}

CyanSourceFile *
cyan_source_tree_get_file (CyanSourceTree *self,
                           const char *path,
                           const CyanTick *tick,
                           GError **error)
{
  CyanSourceFile *file = need_file (self, path);

  if (file->extents == NULL && file->error == NULL && !tag_file (self, file, tick, error))
    return NULL;
  if (file->error == NULL)
    return file;
  if (error != NULL)
    *error = g_error_copy (file->error);
  return NULL;
}

gboolean
cyan_source_tree_is_tagged (const CyanSourceTree *self, const char *path)
{
  const CyanSourceFile *file = g_hash_table_lookup (self->files, path);

  return file != NULL && (file->extents != NULL || file->error != NULL);
}

static gboolean
need_listing (CyanSourceTree *self, const CyanTick *tick, GError **error)
{
  if (self->listing != NULL)
    return TRUE;
  self->listing = cyan_source_files_list (self->store, tick, error);
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

/* Adds the words of a file to the index; keeps the text if it may define an announced name. */
static void
scan_file (CyanSourceTree *self, guint number)
{
  const char *path = g_ptr_array_index (self->listing, number);
  CyanSourceFile *file = g_hash_table_lookup (self->files, path);
  g_autoptr (GRefString) text = file != NULL && file->text != NULL
                                    ? g_ref_string_acquire (file->text)
                                    : cyan_source_files_read (self->store, path, NULL);

  if (text == NULL)
    {
      self->n_unreadable++;
      return;
    }
  if (cyan_word_index_add (self->words, number, cyan_naming_of_path (path), text,
                           g_ref_string_length (text))
      && self->kept_bytes < MAX_KEPT_BYTES / 2)
    {
      file = need_file (self, path);
      if (file->text == NULL && file->extents == NULL)
        {
          file->text = g_ref_string_acquire (text);
          file->text_hash = g_str_hash (text);
          self->kept_bytes += g_ref_string_length (text);
        }
    }
}

/* Continues where it was interrupted; another thread may have continued meanwhile. */
static gboolean
need_words (CyanSourceTree *self, const CyanTick *tick, GError **error)
{
  gint64 last = g_get_monotonic_time ();

  if (!need_listing (self, tick, error))
    return FALSE;
  while (self->n_scanned < self->listing->len)
    {
      if (!cyan_tick (tick, (double) self->n_scanned / self->listing->len, N_ ("Reading sources"),
                      error))
        return FALSE;
      scan_file (self, self->n_scanned);
      if (++self->n_scanned == self->listing->len)
        cyan_word_index_finish (self->words);
      else if (self->yield != NULL
               && g_get_monotonic_time () - last > YIELD_MS * G_TIME_SPAN_MILLISECOND)
        {
          self->yield (self->yield_data);
          last = g_get_monotonic_time ();
        }
    }
  return TRUE;
}

const GPtrArray *
cyan_source_tree_list (CyanSourceTree *self, const CyanTick *tick, GError **error)
{
  return need_listing (self, tick, error) ? self->listing : NULL;
}

char *
cyan_source_tree_content_id (CyanSourceTree *self, const char *path)
{
  return cyan_source_files_content_id (self->store, path);
}

gboolean
cyan_source_tree_same_file (CyanSourceTree *self, CyanSourceTree *other, const char *path)
{
  g_autofree char *id = cyan_source_files_content_id (self->store, path);
  g_autofree char *other_id = cyan_source_files_content_id (other->store, path);
  g_autoptr (GRefString) text = NULL, other_text = NULL;

  if (id != NULL && other_id != NULL)
    return strcmp (id, other_id) == 0;
  text = cyan_source_files_read (self->store, path, NULL);
  other_text = text != NULL ? cyan_source_files_read (other->store, path, NULL) : NULL;
  return other_text != NULL && strcmp (text, other_text) == 0;
}

void
cyan_source_tree_expect (CyanSourceTree *self, const char *identifier)
{
  cyan_word_index_expect (self->words, identifier);
}

/* Searches the files that may define @identifier.  NULL if cancelled, or if there is no ctags. */
static Defined *
look_for (CyanSourceTree *self, const char *identifier, const CyanTick *tick, GError **error)
{
  g_autoptr (GArray) numbers = cyan_word_index_find (self->words, identifier);
  g_autoptr (GArray) definitions = g_array_new (FALSE, FALSE, sizeof (CyanDefinition));
  guint n_unread = 0;
  Defined *defined;

  for (guint i = 0; i < numbers->len; i++)
    {
      const char *path = g_ptr_array_index (self->listing, g_array_index (numbers, guint, i));
      g_autoptr (GError) reason = NULL;
      CyanSourceFile *file;

      if (!cyan_tick (tick, (double) i / numbers->len, N_ ("Reading sources"), error))
        return NULL;
      file = cyan_source_tree_get_file (self, path, tick, &reason);
      if (file == NULL
          && (cyan_error_is_cancelled (reason) || cyan_ctags_problem (self->ctags) != NULL))
        {
          g_propagate_error (error, g_steal_pointer (&reason));
          return NULL;
        }
      n_unread += file == NULL;
      for (guint e = 0; file != NULL && e < file->extents->len; e++)
        if (strcmp (g_array_index (file->extents, CyanExtent, e).name, identifier) == 0)
          g_array_append_vals (definitions, &(CyanDefinition){ file, e }, 1);
    }
  defined = g_new (Defined, 1);
  *defined = (Defined){ g_steal_pointer (&definitions), n_unread };
  return defined;
}

const GArray *
cyan_source_tree_define (CyanSourceTree *self,
                         const char *identifier,
                         guint *n_unread,
                         const CyanTick *tick,
                         GError **error)
{
  const CyanTick scan = cyan_tick_slice (tick, 0, 0.5), tag = cyan_tick_slice (tick, 0.5, 1);
  Defined *defined = g_hash_table_lookup (self->defined, identifier);

  if (defined == NULL)
    {
      if (!need_words (self, &scan, error))
        return NULL;
      defined = look_for (self, identifier, &tag, error);
      if (defined == NULL)
        return NULL;
      g_hash_table_insert (self->defined, g_strdup (identifier), defined);
    }
  *n_unread = self->n_unreadable + defined->n_unread;
  return defined->definitions;
}

gboolean
cyan_source_tree_map (CyanSourceTree *self, const char *from, const char *to, GError **error)
{
  const char *root = cyan_source_files_real_path (self->store);
  g_autoptr (GPtrArray) steps = NULL;
  g_autofree char *joined = NULL;

  if (from[strspn (from, "/\\")] == '\0' && strcmp (from, "/") != 0)
    return cyan_fail (error, CYAN_ERROR_INVALID, _ ("a path map needs something before its \"=\""));
  if (to[0] == '/')
    {
      gsize length = root != NULL ? strlen (root) : 0;

      if (root == NULL || strncmp (to, root, length) != 0
          || (to[length] != '/' && to[length] != '\0'))
        {
          g_autofree char *shown = cyan_text_for_label (to, 200);

          return cyan_fail (error, CYAN_ERROR_INVALID, _ ("%s: not in %s"), shown,
                            cyan_source_files_label (self->store));
        }
      to += length;
    }
  steps = cyan_path_split (to);
  joined = cyan_path_join (steps, 0);
  cyan_path_map_add (self->map, from, joined);
  g_hash_table_remove_all (self->resolved);
  return TRUE;
}

/* The path that a map gives for the file, if it exists. */
static char *
resolve_mapped (CyanSourceTree *self, const char *file)
{
  g_autofree char *mapped = cyan_path_map_apply (self->map, file);
  g_autoptr (GPtrArray) steps = mapped != NULL ? cyan_path_split (mapped) : NULL;
  g_autofree char *path = steps != NULL && steps->len > 0 ? cyan_path_join (steps, 0) : NULL;

  return path != NULL && cyan_source_files_has (self->store, path) ? g_steal_pointer (&path) : NULL;
}

const GPtrArray *
cyan_source_tree_resolve (CyanSourceTree *self,
                          const char *recorded,
                          const CyanTick *tick,
                          GError **error)
{
  const char *root = cyan_source_files_real_path (self->store);
  g_autofree char *plain = NULL;
  const char *file;
  char *mapped;
  GPtrArray *paths = g_hash_table_lookup (self->resolved, recorded);
  g_autoptr (GPtrArray) steps = NULL;
  GPtrArray *same_name = NULL;
  guint best = 0;
  gboolean certain = FALSE;

  if (paths != NULL)
    return paths;
  plain = cyan_path_of_recorded (recorded);
  file = plain;
  paths = g_ptr_array_new_with_free_func (g_free);
  mapped = resolve_mapped (self, file);
  if (mapped != NULL)
    {
      g_ptr_array_add (paths, mapped);
      g_hash_table_insert (self->resolved, g_strdup (recorded), paths);
      return paths;
    }
  if (root != NULL && g_str_has_prefix (file, root) && file[strlen (root)] == '/')
    {
      file += strlen (root) + 1;
      certain = TRUE;
    }
  steps = cyan_path_split (file);
  for (guint i = 0; i < steps->len && best == 0; i++)
    {
      g_autofree char *tail = cyan_path_join (steps, i);

      if (cyan_source_files_has (self->store, tail))
        {
          best = steps->len - i;
          certain = best == steps->len && (certain || file[0] != '/');
          g_ptr_array_add (paths, g_steal_pointer (&tail));
        }
    }

  if (!certain && steps->len > 0)
    {
      if (!need_listing (self, tick, error))
        {
          g_ptr_array_unref (paths);
          return NULL;
        }
      same_name =
          g_hash_table_lookup (self->by_basename, g_ptr_array_index (steps, steps->len - 1));
    }
  for (guint i = 0; same_name != NULL && i < same_name->len; i++)
    {
      const char *path = g_ptr_array_index (same_name, i);
      guint common = cyan_path_common_tail (steps, path);

      if (common > best)
        g_ptr_array_set_size (paths, 0);
      best = MAX (best, common);
      if (common == best && !g_ptr_array_find_with_equal_func (paths, path, g_str_equal, NULL))
        g_ptr_array_add (paths, g_strdup (path));
    }
  g_hash_table_insert (self->resolved, g_strdup (recorded), paths);
  return paths;
}

gboolean
cyan_source_tree_is_whole (CyanSourceTree *self, const char *recorded, const char *path)
{
  g_autofree char *file = cyan_path_of_recorded (recorded);
  g_autofree char *mapped = resolve_mapped (self, file);
  g_autoptr (GPtrArray) steps = cyan_path_split (file), own = cyan_path_split (path);
  guint common = cyan_path_common_tail (steps, path);

  return g_strcmp0 (mapped, path) == 0 || common == steps->len || common == own->len;
}

CyanFunctionText *
cyan_source_tree_function_text (CyanSourceTree *self,
                                CyanSourceFile *file,
                                const CyanExtent *extent,
                                GError **error)
{
  CyanFunctionText *text;
  guint n_lines = 1;

  if (!cyan_source_tree_load_text (self, file, error))
    return NULL;
  for (const char *at = file->text; extent == NULL && (at = strchr (at, '\n')) != NULL; at++)
    n_lines += at[1] != '\0';
  text = cyan_function_text_new (file->path, g_ref_string_acquire (file->text),
                                 extent != NULL ? extent->first_line : 1,
                                 extent != NULL ? extent->last_line : n_lines);
  if (extent != NULL)
    text->name = extent->scope != NULL ? g_strconcat (extent->scope, ".", extent->name, NULL)
                                       : g_strdup (extent->name);
  return text;
}
