/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The gutter of the source pane: the numbers that lines have in their file, and what happened to
 * them as a sign, since colour alone is not seen by everybody.
 */
#pragma once

#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

#define CYAN_TYPE_LINE_NUMBERS (cyan_line_numbers_get_type ())
G_DECLARE_FINAL_TYPE (
    CyanLineNumbers, cyan_line_numbers, CYAN, LINE_NUMBERS, GtkSourceGutterRendererText)

GtkSourceGutterRenderer *cyan_line_numbers_new (void);

/* The first of @n_lines is number @first; all signs are taken away. */
void cyan_line_numbers_set_range (CyanLineNumbers *self, guint first, guint n_lines);
/* The sign of @count lines from @line (from 0) on: '+', '-', '~', or 0. */
void cyan_line_numbers_set_sign (CyanLineNumbers *self, guint line, guint count, char sign);

G_END_DECLS
