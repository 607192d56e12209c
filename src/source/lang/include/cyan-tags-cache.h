/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A cache of the extents of texts, by content: a file that is the same on both sides is tagged
 * once.
 *
 * There is one for the whole process, since locations do not know each other.  Its size is limited;
 * any number of threads may use it.  Failures are not cached.
 */
#pragma once

#include <glib.h>

/* Maximum bytes of the cache; beyond that, all entries are dropped. */
#define CYAN_TAGS_CACHE_MAX_BYTES (64 * 1024 * 1024)

typedef struct
{
  GArray *extents; /* of CyanExtent; owned; must not be changed after it was added */
  guint text_hash; /* of the tagged text */
} CyanCachedTags;

/* The key of a text, or of an id of its content (see cyan_source_files_content_id()).  Only the
 * extension of @path counts.  Free with g_free(). */
char *cyan_tags_cache_key_of_text (const char *path, const char *text, gsize length);
char *cyan_tags_cache_key_of_id (const char *path, const char *content_id);

/* FALSE if there is no entry.  The caller unrefs the array of *@found. */
gboolean cyan_tags_cache_look_up (const char *key, CyanCachedTags *found);
/* Adds an entry; references the array of @tags. */
void cyan_tags_cache_keep (const char *key, const CyanCachedTags *tags);
void cyan_tags_cache_drop (void);
