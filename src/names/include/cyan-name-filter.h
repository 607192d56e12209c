/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Functions chosen by what their names look like: regular expressions that somebody typed, on names
 * that anybody may have written.
 *
 * An expression may take exponential time on a name.  Steps for one name and time in all are
 * bounded, and what goes beyond is an error, never a guess.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A set of expressions; for one or several threads. */
typedef struct _CyanNameFilter CyanNameFilter;

/* @patterns are Perl-compatible, found anywhere in a name unless they are anchored; NULL-terminated
 * and copied.  @label, what the caller calls them, stands in front of errors.  Fails with
 * CYAN_ERROR_INVALID. */
CyanNameFilter *
cyan_name_filter_new (const char *label, const char *const *patterns, GError **error);
void cyan_name_filter_free (CyanNameFilter *self);

const char *cyan_name_filter_label (const CyanNameFilter *self);

/* The number of expressions, and each as it was given. */
guint cyan_name_filter_n_patterns (const CyanNameFilter *self);
const char *cyan_name_filter_pattern (const CyanNameFilter *self, guint pattern);

/* The first expression at or behind number @from that is found in @name;
 * cyan_name_filter_n_patterns() if there is none.  FALSE with CYAN_ERROR_LIMIT if that takes too
 * long. */
gboolean cyan_name_filter_find (
    const CyanNameFilter *self, const char *name, guint from, guint *pattern, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanNameFilter, cyan_name_filter_free)

G_END_DECLS
