/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The words of a source text that may be the names of functions defined in it.
 *
 * A filter before ctags, which takes a thousand times as long: it looks only at the position of a
 * word, and gives too many words rather than too few.
 *
 * C, C++, Java, C#: the word before "(" whose closing bracket is not followed by what follows a
 * call (";", ",", ")", an operator).  JavaScript and TypeScript: that too, the word behind
 * "function" and "class", and the word before "=" or ":" where a function may follow.  Python: the
 * word behind "def" and "class".  Go: behind "func" and a receiver.  Rust: behind "fn".  Ruby:
 * behind "def", "class" and "module".  An operator is the word "operator".
 */
#pragma once

#include "cyan-name-parts.h"

G_BEGIN_DECLS

typedef void (*CyanWordFunc) (const char *word, gsize length, gpointer data);

/* Calls @func for each such word of @text, which ends with a NUL byte; often several times for the
 * same. */
void cyan_definition_words (
    CyanNaming naming, const char *text, gsize length, CyanWordFunc func, gpointer data);

/* The word of the above by which a definition of @identifier is found: without "~", "?", "!". */
char *cyan_definition_word_of (const char *identifier);

G_END_DECLS
