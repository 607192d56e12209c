/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the lines in which two texts differ. */
#pragma once

#include <glib.h>

/* A group of consecutive lines that differ.  Lines count from 0 in each text.  A count of 0 is an
 * insertion or deletion before that line. */
typedef struct
{
  guint before_start, before_count;
  guint after_start, after_count;
} CyanLineChange;

/* The line diff of two texts (libgit2), in order, as a GArray of CyanLineChange; free with
 * g_array_unref().  NULL with CYAN_ERROR_LIMIT if they are too large to compare. */
GArray *cyan_line_diff (const char *before, const char *after, GError **error);
