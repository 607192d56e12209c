/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The font of the picture.
 *
 * Glyphs are neither hinted nor moved to whole pixels.  So the width of a text is the same at any
 * zoom, on a screen, in a PNG and in a PDF, as it was when it was measured.
 */
#pragma once

#include <pango/pango.h>

/* Font families by preference, in a syntax that both Pango and CSS read. */
#define CYAN_FONT_FAMILIES "Cantarell, sans-serif"

/* Font sizes in pixels: of names; of the text below them and in the legend; of marks. */
#define CYAN_FONT_SIZE_NAME  11.0
#define CYAN_FONT_SIZE_SMALL 10.0
#define CYAN_FONT_SIZE_MARK  9.0

/* Distance from the middle of a line to its baseline, as a fraction of the font size. */
#define CYAN_FONT_DROP 0.36

/* Creates a layout for one line.  Free with g_object_unref(). */
PangoLayout *cyan_font_layout_new (void);

/* Sets the text, and the font with a size of @size pixels. */
void cyan_font_layout_set (PangoLayout *layout, const char *text, double size, gboolean bold);

/* The width of @text in pixels, rounded up to a tenth. */
double cyan_font_width (PangoLayout *layout, const char *text, double size, gboolean bold);
