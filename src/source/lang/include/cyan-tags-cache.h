/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What ctags found in texts, kept by content: a file that is the same on both sides is tagged once.
 *
 * One for the whole process, since two locations know nothing of each other; bounded; for any
 * number of threads.  Only what was found is kept, no failures.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Bytes of all that is kept: beyond that it is all dropped. */
#define CYAN_TAGS_CACHE_MAX_BYTES (64 * 1024 * 1024)

typedef struct
{
  GArray *extents; /* of CyanExtent; never changed once it is here; owned */
  guint text_hash; /* of the text it was found in */
} CyanCachedTags;

/* The key for a text, or for what stands for its content (see cyan_source_files_content_id()).
 * Only the extension of @path counts.  Free with g_free(). */
char *cyan_tags_cache_key_of_text (const char *path, const char *text, gsize length);
char *cyan_tags_cache_key_of_id (const char *path, const char *content_id);

/* FALSE if there is nothing; *@found's array is the caller's to unref. */
gboolean cyan_tags_cache_look_up (const char *key, CyanCachedTags *found);
/* Keeps a reference to @tags' array. */
void cyan_tags_cache_keep (const char *key, const CyanCachedTags *tags);
void cyan_tags_cache_drop (void);

G_END_DECLS
