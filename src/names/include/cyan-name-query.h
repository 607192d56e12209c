/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a person types to find a function by its name.
 *
 * A text matches a name that contains it, without regard to case.  It also matches if its words
 * begin words of the name in the same order, where words in between may be left out: "fE" and "f_e"
 * find find_entry, findEntry and find::last::Entry.  In a text every capital letter begins a word.
 *
 * Neither texts nor names are trusted: a regular expression has the limits of a CyanNameFilter.
 */
#pragma once

#include <glib.h>

/* May be used by several threads. */
typedef struct _CyanNameQuery CyanNameQuery;

/* @text is copied; @is_regex: it is a Perl-compatible regular expression that matches anywhere and
 * ignores case.  Fails with CYAN_ERROR_INVALID, in one line, if it is not a valid one. */
CyanNameQuery *cyan_name_query_new (const char *text, gboolean is_regex, GError **error);
void cyan_name_query_free (CyanNameQuery *self);

/* Sets @matches.  FALSE with CYAN_ERROR_LIMIT if a regular expression takes too long. */
gboolean cyan_name_query_match (const CyanNameQuery *self,
                                const char *name,
                                gboolean *matches,
                                GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanNameQuery, cyan_name_query_free)
