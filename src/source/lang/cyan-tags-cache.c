/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cached extents by extension and content. */

#include <string.h>

#include "cyan-extents.h"
#include "cyan-sync.h"

static CyanMutex mutex = CYAN_MUTEX_INIT; /* protects all variables below */
static GHashTable *cache;
static gsize kept_bytes;

static const char *
extension_of (const char *path)
{
  const char *slash = strrchr (path, '/');
  const char *dot = strrchr (slash != NULL ? slash : path, '.');

  return dot != NULL ? dot : "";
}

char *
cyan_tags_cache_key_of_text (const char *path, const char *text, gsize length)
{
  g_autofree char *sum =
      g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) text, length);

  return g_strconcat (sum, extension_of (path), NULL);
}

char *
cyan_tags_cache_key_of_id (const char *path, const char *content_id)
{
  return g_strconcat ("id:", content_id, extension_of (path), NULL);
}

static void
cached_tags_free (gpointer data)
{
  CyanCachedTags *self = data;

  g_array_unref (self->extents);
  g_free (self);
}

static gsize
size_of_string (const char *text)
{
  return text != NULL ? strlen (text) + 16 : 0;
}

static gsize
size_of (const GArray *extents)
{
  gsize size = 256 + extents->len * sizeof (CyanExtent);

  for (guint i = 0; i < extents->len; i++)
    {
      const CyanExtent *extent = &g_array_index (extents, CyanExtent, i);

      size += size_of_string (extent->name) + size_of_string (extent->scope)
              + size_of_string (extent->signature);
    }
  return size;
}

gboolean
cyan_tags_cache_look_up (const char *key, CyanCachedTags *found)
{
  const CyanCachedTags *tags;

  cyan_mutex_lock (&mutex);
  tags = cache != NULL ? g_hash_table_lookup (cache, key) : NULL;
  if (tags != NULL)
    *found = (CyanCachedTags){ g_array_ref (tags->extents), tags->text_hash };
  cyan_mutex_unlock (&mutex);
  return tags != NULL;
}

static void
drop (void)
{
  g_clear_pointer (&cache, g_hash_table_unref);
  kept_bytes = 0;
}

void
cyan_tags_cache_keep (const char *key, const CyanCachedTags *tags)
{
  gsize size = size_of (tags->extents);
  CyanCachedTags *copy;

  if (size > CYAN_TAGS_CACHE_MAX_BYTES)
    return;
  cyan_mutex_lock (&mutex);
  if (kept_bytes + size > CYAN_TAGS_CACHE_MAX_BYTES)
    drop ();
  if (cache == NULL)
    cache = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, cached_tags_free);
  if (!g_hash_table_contains (cache, key))
    {
      copy = g_new (CyanCachedTags, 1);
      *copy = (CyanCachedTags){ g_array_ref (tags->extents), tags->text_hash };
      g_hash_table_insert (cache, g_strdup (key), copy);
      kept_bytes += size;
    }
  cyan_mutex_unlock (&mutex);
}

void
cyan_tags_cache_drop (void)
{
  cyan_mutex_lock (&mutex);
  drop ();
  cyan_mutex_unlock (&mutex);
}
