/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the words of a source text that may be the names of functions defined in it.
 *
 * This is a filter before ctags, which takes a thousand times as long.  It looks only at the
 * position of a word, and finds too many words rather than too few.
 *
 * C, C++, Java, C#: the word before "(", unless the closing bracket is followed by a token that
 * follows a call (";", ",", ")", an operator).  JavaScript and TypeScript: these too, the word
 * after "function" and "class", and the word before "=" or ":" if a function may follow.  Python:
 * the word after "def" and "class".  Go: after "func" and a receiver.  Rust: after "fn".  Ruby:
 * after "def", "class" and "module".  An operator counts as the word "operator".
 */
#pragma once

#include "cyan-name-parts.h"

typedef void (*CyanWordFunc) (const char *word, gsize length, gpointer data);

/* Calls @func for each such word of @text, which must be NUL-terminated; often several times for
 * the same word. */
void cyan_definition_words (
    CyanNaming naming, const char *text, gsize length, CyanWordFunc func, gpointer data);

/* The word that finds a definition of @identifier: without "~", "?", "!". */
char *cyan_definition_word_of (const char *identifier);
