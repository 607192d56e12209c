/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariants of the normal form: white space and comments never count, a token always does. */
#pragma once

#include "cyan-code.h"

gboolean code_equal (CyanLanguage language, const char *a, const char *b);

#define ASSERT_SAME(language, a, b) g_assert_true (code_equal (CYAN_LANGUAGE_##language, a, b))
#define ASSERT_DIFFERENT(language, a, b)                                                           \
  g_assert_false (code_equal (CYAN_LANGUAGE_##language, a, b))

/* Checks that @tokens joined by any of @gaps have one form, and that an additional, missing or
 * changed token changes it. */
void code_check_laws (CyanLanguage language,
                      const char *const *tokens,
                      guint n,
                      const char *const *gaps,
                      guint n_gaps);

/* Checks that @text has the same form with @lines between its lines, with its lines indented by
 * @indent, with white space at the ends of lines and without the last line end. */
void code_check_layout (CyanLanguage language,
                        const char *text,
                        const char *const *lines,
                        guint n_lines,
                        const char *indent);

/* Checks that replacing any character of @text except white space changes the form, as does a
 * bracket that is missing or written twice; but a "}" too few or too many may be that of an #if.
 * Of each beginning of @text what is behind it does not count. */
void code_check_characters (CyanLanguage language, const char *text);
