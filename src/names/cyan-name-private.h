/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps of normalising a name; shared by cyan-names.c and its helpers. */
#pragma once

#include <glib.h>

/* Limit of the bytes of a mangled symbol that is demangled; real symbols have up to about 2,000. */
#define CYAN_SYMBOL_MAX 4096

/* Demangles a C++ symbol (Itanium ABI) or a Rust symbol (v0 or legacy).  Accepts up to three
 * leading underscores, as on macOS, and trailing clone suffixes or a version.  NULL if @name is no
 * such symbol, would take too long, or would give more than CYAN_STRING_MAX bytes.  The result may
 * not be valid UTF-8.  Caller frees. */
char *cyan_name_demangle (const char *name);

/* Whether [@symbol, @symbol + @length), the text after "_R", follows the grammar of Rust's v0
 * mangling and can be demangled in bounded time. */
gboolean cyan_name_rust_is_harmless (const char *symbol, gsize length);

/* Applies each of the built-in rules once.  Returns the new name, or NULL if no rule changed @name.
 * @name must be valid UTF-8, and so is the result.  Caller frees. */
char *cyan_name_apply_rules (const char *name);

/* Limit of the bytes of a line of a user's file. */
#define CYAN_NAME_LINE_MAX 4096

/* The arrow of such a line: "=>" with white space, or an end of @line, on both sides.  NULL if there
 * is none. */
const char *cyan_name_find_arrow (const char *line);

/* The renames and claims of a user's file. */
typedef struct _CyanNameRenames CyanNameRenames;

CyanNameRenames *cyan_name_renames_new (void);
void cyan_name_renames_free (CyanNameRenames *self);
/* Whether there are no patterns, so that no name changes. */
gboolean cyan_name_renames_is_empty (const CyanNameRenames *self);

/* See cyan_name_rules_claims(). */
const GPtrArray *cyan_name_renames_claims (const CyanNameRenames *self);

/* Like cyan_name_rules_add_renames(); adds nothing if it fails. */
gboolean cyan_name_renames_add (
    CyanNameRenames *self, const char *text, gsize length, const char *path, GError **error);

/* Applies the renames of @side to @name in their order.  NULL with CYAN_ERROR_INVALID if a pattern
 * takes too long or the name becomes too long.  Caller frees. */
char *
cyan_name_renames_apply (const CyanNameRenames *self, guint side, const char *name, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanNameRenames, cyan_name_renames_free)
