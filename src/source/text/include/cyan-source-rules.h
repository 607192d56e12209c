/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rules for both directories and revisions: valid names, size limits, and decoding bytes to text.
 */
#pragma once

#include <glib.h>

/* Larger files are not read; files with more lines are not shown. */
#define CYAN_SOURCE_MAX_BYTES (16 * 1024 * 1024)
#define CYAN_SOURCE_MAX_LINES 200000

/* Limits of a tree that is searched as a whole. */
#define CYAN_SOURCE_MAX_FILES 100000
#define CYAN_SOURCE_MAX_DEPTH 64

/* FALSE for a name with control characters, which would break every line that shows it, and for a
 * name that is not UTF-8. */
gboolean cyan_source_is_plain_name (const char *name);

/* Whether a folder is hidden or belongs to a tool. */
gboolean cyan_source_is_tool_folder (const char *name);

/* The number of "/" in @path. */
guint cyan_source_depth (const char *path);

/* For g_ptr_array_sort() of char *. */
gint cyan_source_compare_paths (gconstpointer a, gconstpointer b);

/* Converts to valid UTF-8 by reading invalid bytes as Latin-1.  Unlike U+FFFD, this keeps different
 * bytes different.  Caller frees. */
char *cyan_source_to_utf8 (const char *bytes, gsize length);

/* A file's text as valid UTF-8 with LF line ends and without a byte order mark, a GRefString.
 * @path is for the message only.  Fails with CYAN_ERROR_LIMIT if it is too large or too long, with
 * CYAN_ERROR_UNSUPPORTED if it is not text. */
char *cyan_source_decode (const char *path, const char *bytes, gsize length, GError **error);

/* Sets the error of cyan_source_decode() for more than CYAN_SOURCE_MAX_BYTES.  Returns FALSE. */
gboolean cyan_source_fail_too_large (const char *path, GError **error);
