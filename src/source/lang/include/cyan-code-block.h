/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The block around a line, for code that belongs to no definition. */
#pragma once

#include "cyan-language.h"

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
