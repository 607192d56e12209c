/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Interned strings.
 *
 * A pool gives every distinct string a dense number in the order of first sight; number 0 is the
 * empty string.  One pool serves both profiles of a comparison, so that names are compared as
 * integers.  What is stored is valid UTF-8 without NUL: other bytes become U+FFFD, and a string
 * longer than CYAN_STRING_MAX is cut and ends in a hash of the whole.
 *
 * A pool is filled by one thread; once filled it may be read by many.
 */
#pragma once

#include "cyan-budget.h"

G_BEGIN_DECLS

/* The number of a string in its pool. */
typedef guint32 CyanStr;

#define CYAN_STR_EMPTY ((CyanStr) 0)

/* Bytes kept of one string. */
#define CYAN_STRING_MAX 65536

typedef struct _CyanStrings CyanStrings;

CyanStrings *cyan_strings_new (void);
CyanStrings *cyan_strings_ref (CyanStrings *self);
void cyan_strings_unref (CyanStrings *self);

/* The pool's memory is charged to @budget until the pool is freed. */
void cyan_strings_set_budget (CyanStrings *self, CyanBudget *budget);

/* The number of [@bytes, @bytes + @length), which is added if it is new.  @length may be -1 for a
 * NUL-terminated string. */
CyanStr cyan_strings_add (CyanStrings *self, const char *bytes, gssize length);

/* The text of @id, owned by the pool, which keeps it in place as long as it lives. */
const char *cyan_strings_get (const CyanStrings *self, CyanStr id);

/* Strings in the pool, the empty one included. */
guint cyan_strings_count (const CyanStrings *self);

/* Strings that had bytes replaced or were cut on their way in. */
guint cyan_strings_n_repaired (const CyanStrings *self);
/* Adds to that number @n strings that were repaired on their way through another pool. */
void cyan_strings_count_repaired (CyanStrings *self, guint n);

/* Adds all of @other and returns the number here of each number there; free with g_free(). */
CyanStr *cyan_strings_absorb (CyanStrings *self, const CyanStrings *other);

/* For each string its place among all of the pool in the order of strcmp(): a total order that no
 * hash and no load order can change.  cyan_strings_count() entries; free with g_free(). */
guint32 *cyan_strings_ranks (const CyanStrings *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanStrings, cyan_strings_unref)

G_END_DECLS
