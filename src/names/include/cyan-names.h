/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From the names that a compiler or runtime wrote down to what a function is called: the built-in
 * rules and a user's renames.
 *
 * Names are the key of matching and the label of a node, so what differs from build to build is
 * taken out of them first: mangling, hashes, clone suffixes, counters, addresses, numbers of
 * processes, folders of a build.  The raw name stays in the profile; nodes are never merged.
 */
#pragma once

#include "cyan-function.h"

G_BEGIN_DECLS

/* Rules; immutable once they are set up, and then for any thread. */
typedef struct _CyanNameRules CyanNameRules;

/* @normalise: the built-in rules, of which docs/names.md has the list; else none but renames. */
CyanNameRules *cyan_name_rules_new (gboolean normalise);
void cyan_name_rules_free (CyanNameRules *self);

/* Adds the renames of a user's file, whose @text is at most @length bytes: one "PATTERN =>
 * REPLACEMENT" a line, applied in their order after the built-in rules, to one side only if
 * "before:" or "after:" stands in front; empty lines and those that begin with # are skipped. Fails
 * with CYAN_ERROR_INVALID and @path, line and reason. */
gboolean cyan_name_rules_add_renames (
    CyanNameRules *self, const char *text, gsize length, const char *path, GError **error);

/* Whether the built-in rules are on. */
gboolean cyan_name_rules_normalise (const CyanNameRules *self);

/* One name by the built-in rules.  Caller frees. */
char *cyan_name_normalise (const char *name);

/* Gives those of @n @functions that have no normal name yet theirs, interned in their pool @strings:
 * the name by the built-in rules. */
void cyan_names_normalise (CyanFunction *functions, guint n, CyanStrings *strings);

/* By function of @functions, which have normal names, its label, interned in their pool.  @side is
 * 0 for before and 1 for after.  Fails with CYAN_ERROR_INVALID if a user's pattern takes too long.  Free with
 * g_free(). */
CyanStr *cyan_name_rules_labels (const CyanNameRules *self,
                                 guint side,
                                 const CyanFunctions *functions,
                                 GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanNameRules, cyan_name_rules_free)

G_END_DECLS
