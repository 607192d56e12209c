/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which members a JSON document has, as far as its beginning shows.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Which of the @n_paths, at most 32, stand in the document that begins with [@head, @head +
 * @length), which may be cut anywhere: bit i for @paths[i].  A path is that of a key, such as
 * "meta", "shared.frames" or "nodes[].callFrame", at most 4 brackets deep.  0 where the head is not
 * an object's. */
guint32 cyan_json_sniff (const char *head, gsize length, const char *const *paths, guint n_paths);

G_END_DECLS
