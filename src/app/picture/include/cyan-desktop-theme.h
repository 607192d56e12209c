/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The theme of the desktop and the size of its text, for everything that is drawn in the window.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-theme.h"

/* Light or dark and contrast are the desktop's, the palette is a setting. */
CyanTheme cyan_desktop_theme (void);

/* How much larger than usual text is on the desktop: 1.5 for large text.  Pictures are drawn larger
 * by it, because their labels are text. */
double cyan_desktop_text_scale (void);

/* Calls @changed with @object, as long as it lives, when the theme, its palette or the text scale is
 * another one. */
void cyan_desktop_theme_follow (gpointer object, GCallback changed);

GdkRGBA cyan_desktop_rgba (CyanColor color, double alpha);

/* Appends a border of @width pixels inside @rect. */
void cyan_desktop_append_border (GtkSnapshot *snapshot,
                                 const graphene_rect_t *rect,
                                 double radius,
                                 double width,
                                 const GdkRGBA *color);
