/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A source view that marks changed lines, and changed words in them, behind its text.
 *
 * The marks are drawn instead of using tags: a tag cannot colour empty lines, nor mark lines that
 * are only on the other side.
 */
#pragma once

#include <gtksourceview/gtksource.h>

#include "cyan-line-diff.h"

/* The kind of a changed line: added, removed, or changed on both sides. */
typedef enum
{
  CYAN_LINE_ADDED,
  CYAN_LINE_REMOVED,
  CYAN_LINE_CHANGED,
} CyanLineKind;

CyanLineKind cyan_line_kind (const CyanLineChange *change);
/* Follows the desktop, light or dark; stronger for the current change. */
GdkRGBA cyan_line_kind_color (CyanLineKind kind, gboolean is_current);

#define CYAN_TYPE_MARKED_VIEW (cyan_marked_view_get_type ())
G_DECLARE_FINAL_TYPE (CyanMarkedView, cyan_marked_view, CYAN, MARKED_VIEW, GtkSourceView)

/* Marks the lines of @changes (of CyanLineChange, referenced; NULL: none) on the side before or
 * after; @current is the index of the highlighted change, or -1. */
void cyan_marked_view_set_changes (CyanMarkedView *self,
                                   GArray *changes,
                                   gboolean is_before,
                                   int current);

/* Marks words (of CyanWordMark, by line and start, referenced; NULL: none) more strongly. */
void cyan_marked_view_set_words (CyanMarkedView *self, GArray *words);
/* The colour of marked words; follows the desktop, light or dark. */
GdkRGBA cyan_marked_word_color (void);
