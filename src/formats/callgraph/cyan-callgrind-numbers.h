/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers in a callgrind file. */
#pragma once

#include <glib.h>

/* Reads one token at *@at and moves *@at past it and the spaces that follow. */
gboolean cyan_callgrind_next_token (const char **at, const char **token, gsize *length);

/* Parses a number without sign, decimal or hexadecimal. */
gboolean cyan_callgrind_parse_number (const char *text, gsize length, guint64 *value);

/* Parses a position, absolute or relative to @last.  Returns NULL, or a static text that says why
 * it cannot be parsed. */
const char *
cyan_callgrind_parse_position (const char *text, gsize length, guint64 last, guint64 *value);
