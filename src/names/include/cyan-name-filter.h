/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Selects functions by name, with regular expressions.  Neither expressions nor names are trusted.
 *
 * An expression may take exponential time on a name.  So the steps for one name and the total time
 * are limited; exceeding a limit is an error, never a guess.
 */
#pragma once

#include <glib.h>

/* A set of expressions; may be used by several threads. */
typedef struct _CyanNameFilter CyanNameFilter;

/* @patterns are Perl-compatible and match anywhere in a name unless anchored; NULL-terminated and
 * copied.  @label, the caller's term for them, precedes error messages.  Fails with
 * CYAN_ERROR_INVALID. */
CyanNameFilter *cyan_name_filter_new (const char *label,
                                      const char *const *patterns,
                                      gboolean ignore_case,
                                      GError **error);
void cyan_name_filter_free (CyanNameFilter *self);

const char *cyan_name_filter_label (const CyanNameFilter *self);

/* The number of expressions, and the text of each. */
guint cyan_name_filter_n_patterns (const CyanNameFilter *self);
const char *cyan_name_filter_pattern (const CyanNameFilter *self, guint pattern);

/* Finds the first expression with a number of at least @from that matches @name, or
 * cyan_name_filter_n_patterns() if none does.  FALSE with CYAN_ERROR_LIMIT if matching takes too
 * long. */
gboolean cyan_name_filter_find (
    const CyanNameFilter *self, const char *name, guint from, guint *pattern, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanNameFilter, cyan_name_filter_free)
