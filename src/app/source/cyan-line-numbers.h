/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The gutter of the source pane: the line numbers in the file, and a sign for each change, since
 * not everybody can see the colours.
 */
#pragma once

#include <gtksourceview/gtksource.h>

#define CYAN_TYPE_LINE_NUMBERS (cyan_line_numbers_get_type ())
G_DECLARE_FINAL_TYPE (
    CyanLineNumbers, cyan_line_numbers, CYAN, LINE_NUMBERS, GtkSourceGutterRendererText)

GtkSourceGutterRenderer *cyan_line_numbers_new (void);

/* Sets @n_lines lines, the first with the number @first, and removes all signs. */
void cyan_line_numbers_set_range (CyanLineNumbers *self, guint first, guint n_lines);
/* Sets the sign of @count lines from @line (from 0) on: '+', '-', '~', or 0. */
void cyan_line_numbers_set_sign (CyanLineNumbers *self, guint line, guint count, char sign);
