/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The one font of the picture.
 *
 * Letters are neither hinted nor moved to whole pixels, so that a text is as wide at any zoom, on
 * a screen, in a PNG and in a PDF as it was when it was measured.
 */
#pragma once

#include <pango/pango.h>

G_BEGIN_DECLS

/* Families by preference, in the form that both Pango and CSS read. */
#define CYAN_FONT_FAMILIES "Cantarell, sans-serif"

/* Pixels; of names, of what stands below them and in the legend, and of marks. */
#define CYAN_FONT_SIZE_NAME  11.0
#define CYAN_FONT_SIZE_SMALL 10.0
#define CYAN_FONT_SIZE_MARK  9.0

/* From the middle of a line to its baseline, in parts of the font's size. */
#define CYAN_FONT_DROP 0.36

/* A layout for one line.  Free with g_object_unref(). */
PangoLayout *cyan_font_layout_new (void);

/* Sets the text and the font of @size pixels. */
void cyan_font_layout_set (PangoLayout *layout, const char *text, double size, gboolean bold);

/* The width of @text in pixels, rounded up to a tenth. */
double cyan_font_width (PangoLayout *layout, const char *text, double size, gboolean bold);

G_END_DECLS
