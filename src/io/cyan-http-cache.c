/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cyan-http-cache.h"

#include "cyan-sync.h"

struct _CyanHttpCache
{
  CyanRefCount refs;
  CyanMutex mutex;     /* protects answers */
  GHashTable *answers; /* of GBytes by address */
};

CyanHttpCache *
cyan_http_cache_new (void)
{
  CyanHttpCache *self = g_new0 (CyanHttpCache, 1);

  cyan_ref_count_init (&self->refs);
  cyan_mutex_init (&self->mutex);
  self->answers =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_bytes_unref);
  return self;
}

CYAN_DEFINE_REF (CyanHttpCache, cyan_http_cache)

void
cyan_http_cache_unref (CyanHttpCache *self)
{
  if (!cyan_ref_count_dec (&self->refs))
    return;
  g_hash_table_unref (self->answers);
  cyan_mutex_clear (&self->mutex);
  g_free (self);
}

CyanHttpCache *
cyan_http_cache_without (CyanHttpCache *self, const char *const *addresses)
{
  CyanHttpCache *copy = cyan_http_cache_new ();
  GHashTableIter iter;
  gpointer address, answer;

  cyan_mutex_lock (&self->mutex);
  g_hash_table_iter_init (&iter, self->answers);
  while (g_hash_table_iter_next (&iter, &address, &answer))
    if (!g_strv_contains (addresses, address))
      cyan_http_cache_add (copy, address, g_bytes_ref (answer));
  cyan_mutex_unlock (&self->mutex);
  return copy;
}

GBytes *
cyan_http_cache_find (CyanHttpCache *self, const char *address)
{
  GBytes *answer;

  cyan_mutex_lock (&self->mutex);
  answer = g_hash_table_lookup (self->answers, address);
  cyan_mutex_unlock (&self->mutex);
  return answer;
}

GBytes *
cyan_http_cache_add (CyanHttpCache *self, const char *address, GBytes *answer)
{
  GBytes *kept;

  cyan_mutex_lock (&self->mutex);
  kept = g_hash_table_lookup (self->answers, address);
  if (kept != NULL)
    g_bytes_unref (answer);
  else
    g_hash_table_insert (self->answers, g_strdup (address), kept = answer);
  cyan_mutex_unlock (&self->mutex);
  return kept;
}
