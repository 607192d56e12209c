/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Source text as the compiler sees it, in two forms.
 *
 * The token form of a text is its tokens, each followed by a NUL byte, without comments and white
 * space.  White space with a meaning (Python's indentation, a line end that ends a statement)
 * becomes a mark: NUL, a letter, NUL.  Two texts have the same token form if and only if they have
 * the same tokens.
 *
 * The normal form is made of tokens and marks, too.  It leaves out what formatters change and the
 * language gives no meaning: two texts with the same normal form mean the same.
 */
#pragma once

#include "cyan-language.h"

/* The normal form of a text without NUL bytes, with LF line ends.  In an unknown language, only
 * white space at the ends of lines is dropped.  Free with g_string_free(). */
GString *cyan_code_normalise (CyanLanguage language, const char *text, gsize length);

/* The token form of the same. */
GString *cyan_code_token_form (CyanLanguage language, const char *text, gsize length);

/* For each line of C or C++, from index 1: the first line of the declaration that is still open at
 * the start of that line, or the line itself.  It finds a "static int" on the line above the
 * function's name.  A GArray of guint with an element for every line, preceded by a 0. */
GArray *cyan_code_c_declaration_lines (const char *text, gsize length, gboolean cpp);

/* A logical line of Python: brackets and backslashes join lines; blank and comment lines do not
 * count. */
typedef struct
{
  guint first_line, last_line;
  guint column;
  gboolean is_decorator;
} CyanPythonLine;

/* All logical lines of a file, in order, as a GArray of CyanPythonLine. */
GArray *cyan_code_python_lines (const char *text, gsize length);

/* Whether a byte may be one of a name, in any language. */
static inline gboolean
cyan_code_is_word_byte (char c)
{
  return g_ascii_isalnum (c) || c == '_' || (guchar) c >= 0x80;
}

/* ---- the block around a line, for code that belongs to no definition ---- */

/* Finds the outermost block around @line (from 1) and sets its first and last line, both inclusive.
 * It is one in braces whose head has parentheses, as that of a call has, but neither a type nor a
 * namespace; in Python a compound statement that is not indented.  The head belongs to the block.
 * FALSE if there is none. */
gboolean cyan_code_block_around (CyanLanguage language,
                                 const char *text,
                                 gsize length,
                                 guint line,
                                 guint *first_line,
                                 guint *last_line);

/* Whether compilers of the language put functions into their callers, so that a function may run
 * without a frame of its own. */
gboolean cyan_code_is_inlined (CyanLanguage language);
