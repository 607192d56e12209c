/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A source view with changed lines, and changed words in them, behind its text.
 *
 * They are drawn and not tagged: a tag leaves empty lines without colour, and has nothing to say
 * of lines that are not there.
 */
#pragma once

#include <gtksourceview/gtksource.h>

#include "cyan-line-diff.h"

G_BEGIN_DECLS

/* What happened to lines: added, removed, or on both sides. */
typedef enum
{
  CYAN_LINE_ADDED,
  CYAN_LINE_REMOVED,
  CYAN_LINE_CHANGED,
} CyanLineKind;

CyanLineKind cyan_line_kind (const CyanLineChange *change);
/* Follows the desktop, light or dark; stronger for the change that one is at. */
GdkRGBA cyan_line_kind_color (CyanLineKind kind, gboolean is_current);

#define CYAN_TYPE_MARKED_VIEW (cyan_marked_view_get_type ())
G_DECLARE_FINAL_TYPE (CyanMarkedView, cyan_marked_view, CYAN, MARKED_VIEW, GtkSourceView)

/* Marks what @changes (of CyanLineChange, referenced; NULL: nothing) say of the side that is before
 * or after; @current is the index of the one that stands out, or -1. */
void cyan_marked_view_set_changes (CyanMarkedView *self,
                                   GArray *changes,
                                   gboolean is_before,
                                   int current);

/* Marks words (of CyanWordMark, by line and start, referenced; NULL: none) more strongly. */
void cyan_marked_view_set_words (CyanMarkedView *self, GArray *words);
/* Their color; follows the desktop, light or dark. */
GdkRGBA cyan_marked_word_color (void);

G_END_DECLS
