/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Choosing one of several names. */
#pragma once

#include "cyan-error.h"
#include "cyan-store-query.h"

/* An oid in text for people: not all digits of it.  Caller frees. */
char *cyan_store_short_oid (const char *oid);

/* Adds @name, borrowed, unless it is there. */
void cyan_store_add_name (GPtrArray *names, const char *name);

/* @names in one line: those that resemble @wanted first, or in their order if it is NULL; not too
 * many.  Caller frees. */
char *cyan_store_list_near (const GPtrArray *names, const char *wanted);

/* Sets *@index to that of @wanted in @names; if @wanted is NULL, there must be only one.  With
 * @prefix, the beginning of exactly one name is enough.  Fails with CYAN_ERROR_INVALID if there is
 * none, saying @none; with CYAN_ERROR_MISMATCH and @hint if there are several, saying @several. */
gboolean cyan_store_choose (const CyanStore *self,
                            const GPtrArray *names,
                            const char *wanted,
                            gboolean prefix,
                            const char *none,
                            const char *several,
                            CyanHint hint,
                            guint *index,
                            GError **error);
