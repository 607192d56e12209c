/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of normalising a name: what stands between cyan-names.c and its helpers. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Bytes of a mangled symbol that is looked at: the longest in the wild have some 2,000. */
#define CYAN_SYMBOL_MAX 4096

/* The readable form of a C++ symbol (Itanium) or a Rust one (v0 or legacy), which may have up to
 * three underscores in front, as on macOS, and clone suffixes or a version behind.  NULL if @name
 * is none, or one that would take long or give more than CYAN_STRING_MAX bytes.  May have bytes
 * that are not UTF-8.  Caller frees. */
char *cyan_name_demangle (const char *name);

/* Whether [@symbol, @symbol + @length), which begins behind "_R", keeps to the grammar of Rust's v0
 * mangling in such a way that demangling it takes no long time. */
gboolean cyan_name_rust_is_harmless (const char *symbol, gsize length);

/* Applies each of the built-in rules once.  Returns what became of @name, or NULL if it stayed as
 * it is.  @name is valid UTF-8, and then so is the result.  Caller frees. */
char *cyan_name_apply_rules (const char *name);

/* The renames of a user's file. */
typedef struct _CyanNameRenames CyanNameRenames;

CyanNameRenames *cyan_name_renames_new (void);
void cyan_name_renames_free (CyanNameRenames *self);
gboolean cyan_name_renames_is_empty (const CyanNameRenames *self);

/* As cyan_name_rules_add_renames(); adds nothing if it fails. */
gboolean cyan_name_renames_add (
    CyanNameRenames *self, const char *text, gsize length, const char *path, GError **error);

/* @name with the renames of @side applied in their order; NULL with CYAN_ERROR_INVALID if one of
 * them takes too long or makes the name too long.  Caller frees. */
char *
cyan_name_renames_apply (const CyanNameRenames *self, guint side, const char *name, GError **error);

G_END_DECLS
