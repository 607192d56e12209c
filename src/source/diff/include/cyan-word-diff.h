/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What differs within changed lines.
 *
 * Lines of one change are paired with the lines that they resemble, and the words that only one
 * line of a pair has are marked.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Pairs of words that are compared at most in all, some hundredths of a second's worth; lines beyond
 * that are not told apart. */
#define CYAN_WORD_DIFF_MAX_WORK 4000000

/* Bytes of one line that differ: at least one, whole characters, without the line break. */
typedef struct
{
  guint line; /* from 0 in its text */
  guint start, end;
} CyanWordMark;

/* The marks of both texts, for the changes (of CyanLineChange, as of cyan_line_diff()) that have
 * lines on both sides.  marks[0] is before and marks[1] after: each a new GArray of CyanWordMark by
 * line and start; free with g_array_unref().  A change none of whose lines resemble each other has
 * no marks: all of it differs.  Indentation is marked only where nothing else differs. */
void
cyan_word_diff (const char *before, const char *after, const GArray *changes, GArray *marks[2]);

G_END_DECLS
