/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The answers that servers gave, by address, so that a recording that is read several times is that of one
 * request.  They are kept in files without a name.  Answers are added and never removed; any thread may use a
 * cache.
 */
#pragma once

#include <glib.h>

typedef struct _CyanHttpCache CyanHttpCache;

CyanHttpCache *cyan_http_cache_new (void);
CyanHttpCache *cyan_http_cache_ref (CyanHttpCache *self);
void cyan_http_cache_unref (CyanHttpCache *self);

/* A new cache with the answers of @self but those of the @addresses, NULL-terminated. */
CyanHttpCache *cyan_http_cache_without (CyanHttpCache *self, const char *const *addresses);

/* The answer at @address, owned by the cache, or NULL. */
GBytes *cyan_http_cache_find (CyanHttpCache *self, const char *address);
/* Takes @answer, unless another thread was faster.  Returns the answer that is kept. */
GBytes *cyan_http_cache_add (CyanHttpCache *self, const char *address, GBytes *answer);
