/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values of literals, in a form without NUL bytes. */
#pragma once

#include <glib.h>

/* Appends the value of a number: "0x" and hexadecimal digits for an integer, "." and the shortest
 * text for a float, "j" before it for an imaginary one.  FALSE if it is no number of Python 3. */
gboolean cyan_python_number (const char *text, gsize length, GString *out);

/* Appends what a part of a literal stands for, in UTF-8 or, with @is_bytes, as bytes.  Bytes 0 and 1
 * become 1 and a digit; a character by its name remains a name, since its code depends on the
 * version of Unicode.  FALSE if an escape is wrong. */
gboolean cyan_python_text (
    const char *text, const char *end, gboolean is_raw, gboolean is_bytes, GString *out);
