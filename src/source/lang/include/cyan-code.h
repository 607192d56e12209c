/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Source text as the compiler sees it: tokens, without comments and white space.
 *
 * The normal form of a text is its tokens, each followed by a NUL byte.  What white space means to
 * a language (a Python indentation, a line end where it ends a statement) is a mark of its own:
 * NUL, a letter, NUL.  Two texts have one normal form if and only if they have the same tokens.
 */
#pragma once

#include "cyan-language.h"

G_BEGIN_DECLS

/* The normal form of a text without NUL bytes, with LF line ends.  In a language that is not known
 * only white space at the ends of lines is left out.  Free with g_string_free(). */
GString *cyan_code_normalise (CyanLanguage language, const char *text, gsize length);

/* The languages' own parts of cyan_code_normalise(); the last is that of all from Go on. */
void cyan_code_normalise_c (const char *text, gsize length, gboolean cpp, GString *out);
void cyan_code_normalise_python (const char *text, gsize length, GString *out);
void
cyan_code_normalise_tokens (CyanLanguage language, const char *text, gsize length, GString *out);

/* For each line of C or C++, from index 1, the first line of the declaration that is still open
 * where that line begins, or the line itself: where "static int" begins that stands above the
 * function's name.  A GArray of guint with an element for every line and a 0 in front. */
GArray *cyan_code_c_declaration_lines (const char *text, gsize length, gboolean cpp);

/* A line as Python counts them: brackets and backslashes join, blank and comment lines are none. */
typedef struct
{
  guint first_line, last_line;
  guint column;
  gboolean is_decorator;
} CyanPythonLine;

/* All of a file's, in order, as a GArray of CyanPythonLine. */
GArray *cyan_code_python_lines (const char *text, gsize length);

G_END_DECLS
