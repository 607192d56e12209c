/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the words that differ in changed lines.
 *
 * Similar lines of a change are paired, and the words that only one line of a pair has are marked.
 */
#pragma once

#include <glib.h>

/* Limit of the pairs of words compared in all, some hundredths of a second; lines beyond that get
 * no marks. */
#define CYAN_WORD_DIFF_MAX_WORK 4000000

/* Bytes of one line that differ: at least one, whole characters, without the line break. */
typedef struct
{
  guint line; /* from 0 in its text */
  guint start, end;
} CyanWordMark;

/* The marks of both texts, for the changes that have lines on both sides; @changes are from
 * cyan_line_diff().  marks[0] is before and marks[1] after: each a new GArray of CyanWordMark,
 * sorted by line and start; free with g_array_unref().  A change without similar lines has no
 * marks: all of it differs.  Indentation is marked only if nothing else differs. */
void
cyan_word_diff (const char *before, const char *after, const GArray *changes, GArray *marks[2]);
