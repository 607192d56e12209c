/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a directory and a revision have in common: which names count, how much is read, and how
 * bytes become text.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Larger files are not read, longer ones are not shown. */
#define CYAN_SOURCE_MAX_BYTES (16 * 1024 * 1024)
#define CYAN_SOURCE_MAX_LINES 200000

/* Bounds of a tree that is searched as a whole. */
#define CYAN_SOURCE_MAX_FILES 100000
#define CYAN_SOURCE_MAX_DEPTH 64

/* FALSE for a name with control characters, which would break every line that shows it, and for
 * one that is not UTF-8. */
gboolean cyan_source_is_plain_name (const char *name);

/* Whether a folder is hidden or one of a tool. */
gboolean cyan_source_is_tool_folder (const char *name);

/* How many "/" there are in @path. */
guint cyan_source_depth (const char *path);

/* For g_ptr_array_sort() of char *. */
gint cyan_source_compare_paths (gconstpointer a, gconstpointer b);

/* Valid UTF-8 with Latin-1 for every byte that is none: unlike U+FFFD it keeps different bytes
 * different.  Caller frees. */
char *cyan_source_to_utf8 (const char *bytes, gsize length);

/* A file's text as valid UTF-8 with LF line ends and without a byte order mark, a GRefString.
 * @path is for the message only.  Fails with CYAN_ERROR_LIMIT if it is too large or too long, with
 * CYAN_ERROR_UNSUPPORTED if it is no text. */
char *cyan_source_decode (const char *path, const char *bytes, gsize length, GError **error);

/* What cyan_source_decode() says of more than CYAN_SOURCE_MAX_BYTES; returns FALSE. */
gboolean cyan_source_fail_too_large (const char *path, GError **error);

G_END_DECLS
