/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares two bodies as a compiler sees them. */
#pragma once

#include "cyan-change.h"
#include "cyan-function-text.h"

/* Whether two bodies are equal, or only written differently, or differ in what they mean, by the
 * rules of the language of the paths' extensions.  PARCS compares byte code for the same reason. */
CyanChange cyan_function_text_compare (const CyanFunctionText *before,
                                       const CyanFunctionText *after);

/* The same for a renamed function: its own name counts as equal wherever both bodies have it as a
 * token. */
CyanChange cyan_function_text_compare_renamed (const CyanFunctionText *before,
                                               const char *before_name,
                                               const CyanFunctionText *after,
                                               const char *after_name);

/* How the next hashes are made: the meta data CYAN_META_BODY_HASH of profiles that have them.  It
 * changes with the normal form of any language. */
#define CYAN_BODY_HASH_MAKE "cyanotype 2"

/* A 64-bit hash of the normal form of a body, without the function's own name, so that a renamed
 * function keeps its hash; never 0.  Bodies of one language have equal hashes, on every machine, if
 * and only if cyan_function_text_compare_renamed() does not say "modified". */
guint64 cyan_function_text_hash_named (const CyanFunctionText *self, const char *name);

/* The normal form of a body (see cyan-code.h).  If @own_name is not NULL, such tokens are replaced
 * by one that no text contains.  Free with g_string_free(). */
GString *cyan_function_text_normalise (const CyanFunctionText *self, const char *own_name);
/* The same, with tokens that are in @others, a set of char * without "", or NULL, replaced by
 * another one. */
GString *cyan_function_text_normalise_among (const CyanFunctionText *self,
                                             const char *own_name,
                                             GHashTable *others);
/* The lines of a body as they are written, with words that are @own_name replaced in the same way.
 * Free with g_string_free(). */
GString *cyan_function_text_written (const CyanFunctionText *self, const char *own_name);
/* FNV-1a of either form; never 0. */
guint64 cyan_function_text_hash_form (const GString *form);
