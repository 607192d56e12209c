/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Normalises function names, by the built-in rules and by a user's renames.
 *
 * Names are the key of matching and the label of a node.  So the parts that differ between builds
 * are removed first: mangling, hashes, clone suffixes, counters, addresses, process numbers, build
 * folders.  The raw name stays in the profile; nodes are never merged.
 */
#pragma once

#include "cyan-function.h"
#include "cyan-name-claims.h"

/* Rules; immutable after setup, and then usable by any thread. */
typedef struct _CyanNameRules CyanNameRules;

/* @normalise: use the built-in rules, which docs/names.md lists; FALSE: renames only. */
CyanNameRules *cyan_name_rules_new (gboolean normalise);
void cyan_name_rules_free (CyanNameRules *self);

/* Adds the renames of a user's file, whose @text has at most @length bytes.  Each line is "PATTERN
 * => REPLACEMENT".  Renames apply in their order, after the built-in rules, and only to one side if
 * the line starts with "before:" or "after:".  Lines that start with "same:" or "not:" are claims.
 * Empty lines and lines that start with # are skipped.  Fails with CYAN_ERROR_INVALID and a message
 * of @path, line and reason. */
gboolean cyan_name_rules_add_renames (
    CyanNameRules *self, const char *text, gsize length, const char *path, GError **error);

/* The claims of the files about functions: a list of CyanNameClaim, which may be empty.  Owned by
 * @self.  Of claims that contradict each other, only the last is in it. */
const GPtrArray *cyan_name_rules_claims (const CyanNameRules *self);

/* Whether the built-in rules are on. */
gboolean cyan_name_rules_normalise (const CyanNameRules *self);

/* Normalises one name by the built-in rules.  Caller frees. */
char *cyan_name_normalise (const char *name);

/* The function that a mangled C++ or Rust symbol stands for, as perf prints it: without parameters
 * and without the suffix of a clone.  NULL if @symbol is not mangled.  Caller frees. */
char *cyan_name_of_symbol (const char *symbol);

/* Demangles a C++ symbol (Itanium ABI) or a Rust symbol (v0 or legacy).  Accepts up to three
 * leading underscores, as on macOS, and trailing clone suffixes or a version.  NULL if @name is no
 * such symbol, would take too long, or would give more than CYAN_STRING_MAX bytes.  The result may
 * not be valid UTF-8.  Caller frees. */
char *cyan_name_demangle (const char *name);

/* Sets the normal name of each of @n @functions that has none yet, interned in their pool @strings.
 */
void cyan_names_normalise (CyanFunction *functions, guint n, CyanStrings *strings);

/* Computes the label of each function, interned in the pool of @functions; their normal names must
 * be set.  @side is 0 for before and 1 for after.  Fails with CYAN_ERROR_INVALID if a user's
 * pattern takes too long.  Free with g_free(). */
CyanStr *cyan_name_rules_labels (const CyanNameRules *self,
                                 guint side,
                                 const CyanFunctions *functions,
                                 GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanNameRules, cyan_name_rules_free)
