/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Interned strings.
 *
 * A pool numbers its distinct strings in the order in which they are added; number 0 is the empty
 * string.  Both profiles of a comparison share one pool, so that names are compared as integers.
 * Stored strings are valid UTF-8 without NUL: other bytes become U+FFFD.  A string longer than
 * CYAN_STRING_MAX is cut and ends in a hash of the whole.
 *
 * One thread fills a pool; after that many threads may read it.
 */
#pragma once

#include "cyan-budget.h"

/* The number of a string in its pool. */
typedef guint32 CyanStr;

#define CYAN_STR_EMPTY ((CyanStr) 0)

/* Maximum bytes of a stored string. */
#define CYAN_STRING_MAX 65536

typedef struct _CyanStrings CyanStrings;

CyanStrings *cyan_strings_new (void);
CyanStrings *cyan_strings_ref (CyanStrings *self);
void cyan_strings_unref (CyanStrings *self);

/* The pool's memory is charged to @budget until the pool is freed. */
void cyan_strings_set_budget (CyanStrings *self, CyanBudget *budget);

/* The number of [@bytes, @bytes + @length); adds it if it is new.  @length may be -1 for a
 * NUL-terminated string. */
CyanStr cyan_strings_add (CyanStrings *self, const char *bytes, gssize length);

/* The text of @id.  The pool owns it and never moves it. */
const char *cyan_strings_get (const CyanStrings *self, CyanStr id);

/* The number of strings in the pool, including the empty one. */
guint cyan_strings_count (const CyanStrings *self);

/* The number of strings that were cut or had bytes replaced when they were added. */
guint cyan_strings_n_repaired (const CyanStrings *self);
/* Adds @n to that number, for strings that were repaired in another pool. */
void cyan_strings_count_repaired (CyanStrings *self, guint n);

/* Adds all strings of @other.  Returns, for each number there, the number here; free with g_free().
 */
CyanStr *cyan_strings_absorb (CyanStrings *self, const CyanStrings *other);

/* The rank of each string in the order of strcmp(), which does not depend on hashes or on the order
 * of adding.  cyan_strings_count() entries; free with g_free(). */
guint32 *cyan_strings_ranks (const CyanStrings *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanStrings, cyan_strings_unref)
