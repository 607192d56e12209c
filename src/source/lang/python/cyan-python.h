/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Python as its own parser sees it, and its tokens and lines. */
#pragma once

#include <glib.h>

/* Appends the normal form of a text, which may be indented.  Of a class or a module, the bodies of
 * functions are left out.  Two texts have the same one if and only if Python 3.12 makes the same
 * syntax tree of them (ast.dump), but for characters given by name in a literal: "\N{DASH}" differs
 * from the character.  FALSE, with nothing appended, if it is not Python 3 or is nested too
 * deeply. */
gboolean cyan_python_form (const char *text, gsize length, GString *out);

/* The token form of a text: see cyan-code.h. */
void cyan_python_token_form (const char *text, gsize length, GString *out);
