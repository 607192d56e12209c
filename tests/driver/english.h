/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds English in the texts of a program that runs in another language.
 *
 * A word that contains "qq" is a name, which no language translates.
 */
#pragma once

#include <glib.h>

/* In the pseudo language "qps" each message is in ⟦⟧, so every word outside is English.  In other
 * languages a word or a whole message is English if it occurs in the source's messages but in no
 * translation. */
typedef struct _English English;

/* Switches to @language, for which the tests have a catalog. */
English *english_new (const char *language);
/* Frees @self and switches back. */
void english_free (English *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (English, english_free)

/* Ignores @name, such as a path or a commit, in all texts. */
void english_hide (English *self, const char *name);

/* Fails the test if @text contains English.  @self is an English. */
void english_check (const char *text, const char *where, gpointer self);
