/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds English in what a program says in another language.
 *
 * A word with "qq" in it is a name, which no language changes.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* In the language "qps" each message stands in ⟦⟧, and every word outside of them is English.  In
 * others a word is English if it stands in messages of the source and in no translation, and so is a
 * whole message. */
typedef struct _English English;

/* Makes @language, of which the tests know a catalog, the one that is spoken. */
English *english_new (const char *language);
/* Ends that, too. */
void english_free (English *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (English, english_free)

/* Leaves @name, such as a path or a commit, out of all texts. */
void english_hide (English *self, const char *name);

/* Fails the test if there is English in @text.  @self is an English. */
void english_check (const char *text, const char *where, gpointer self);

G_END_DECLS
