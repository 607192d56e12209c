/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers in a callgrind file. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One token of the numbers at *@at, which moves behind it and its spaces. */
gboolean cyan_callgrind_next_token (const char **at, const char **token, gsize *length);

/* A number without sign, decimal or hexadecimal. */
gboolean cyan_callgrind_parse_number (const char *text, gsize length, guint64 *value);

/* A position that may be given by its distance to @last.  NULL, or the reason why it cannot be. */
const char *
cyan_callgrind_parse_position (const char *text, gsize length, guint64 last, guint64 *value);

G_END_DECLS
