/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds members of a JSON document from its first bytes.
 */
#pragma once

#include <glib.h>

/* Finds which of the @n_paths, at most 32, occur in the document that starts with [@head, @head +
 * @length), which may be cut anywhere.  Bit i is set for @paths[i].  A path is that of a key, such
 * as "meta", "shared.frames" or "nodes[].callFrame", at most 4 brackets deep.  Returns 0 if the
 * head is not an object. */
guint32 cyan_json_sniff (const char *head, gsize length, const char *const *paths, guint n_paths);
