/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Laws of the normal form: white space and comments never count, a token always does. */
#pragma once

#include "cyan-code.h"

gboolean code_equal (CyanLanguage language, const char *a, const char *b);

#define ASSERT_SAME(language, a, b) g_assert_true (code_equal (CYAN_LANGUAGE_##language, a, b))
#define ASSERT_DIFFERENT(language, a, b)                                                           \
  g_assert_false (code_equal (CYAN_LANGUAGE_##language, a, b))

/* @tokens with any of @gaps between them are the same text; with one more, one less or another one
 * they are not. */
void code_check_laws (CyanLanguage language,
                      const char *const *tokens,
                      guint n,
                      const char *const *gaps,
                      guint n_gaps);

/* @text has the same form with @lines between any two of its lines, with its lines indented by
 * @indent, with white space at their ends and without a line end at its end. */
void code_check_layout (CyanLanguage language,
                        const char *text,
                        const char *const *lines,
                        guint n_lines,
                        const char *indent);

/* Any character of @text but white space that is put in another's place changes the form: all of
 * them are part of some token. */
void code_check_characters (CyanLanguage language, const char *text);
