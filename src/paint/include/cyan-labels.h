/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The font of the picture, and names as they are drawn: on one line, cut to a width, and measured
 * once.
 */
#pragma once

#include <pango/pango.h>

#include "cyan-comparison.h"

/* ---- the font ---- */

/* Glyphs are neither hinted nor moved to whole pixels.  So the width of a text is the same at any
 * zoom, on a screen, in a PNG and in a PDF, as it was when it was measured. */

/* The font family of what is no window, in a syntax that both Pango and CSS read. */
#define CYAN_FONT_FAMILY "sans-serif"

/* Font sizes in pixels: of names; of the text below them and in the legend; of marks. */
#define CYAN_FONT_SIZE_NAME  12.0
#define CYAN_FONT_SIZE_SMALL 11.0
#define CYAN_FONT_SIZE_MARK  11.0

/* Text is at least that large on a screen, or omitted. */
#define CYAN_FONT_LEAST_PX 9.0

/* Distance from the middle of a line to its baseline, as a fraction of the font size. */
#define CYAN_FONT_DROP 0.36

/* Creates a layout for one line in the font of @family; NULL: CYAN_FONT_FAMILY.  Free with
 * g_object_unref(). */
PangoLayout *cyan_font_layout_new (const char *family);

/* Sets the text, and the font with a size of @size pixels. */
void cyan_font_layout_set (PangoLayout *layout, const char *text, double size, gboolean bold);

/* The width of @text in pixels, rounded up to a tenth. */
double cyan_font_width (PangoLayout *layout, const char *text, double size, gboolean bold);

/* ---- names ---- */

/* Height of the line of a name in pixels. */
#define CYAN_LABEL_LINE 13.0

/* Maximum width of a drawn name in pixels. */
#define CYAN_LABEL_MAX_WIDTH 280.0

/* Text sizes of the labels, measured with Pango and cached by name.  cyan_labels_measure() is the
 * CyanMeasureFunc of a layout.  Without a comparison they measure and cut other texts only.  @family
 * is that of cyan_font_layout_new(). */
typedef struct _CyanLabels CyanLabels;
CyanLabels *cyan_labels_new (CyanComparison *comparison, const char *family);
void cyan_labels_free (CyanLabels *self);
void cyan_labels_measure (
    CyanNode node, CyanNode last, guint n_folded, double *width, double *height, gpointer labels);

/* A name ready to be drawn. */
typedef struct
{
  char *text;     /* the short name */
  char *scope;    /* where it belongs, or NULL */
  double regular; /* its width in pixels in CYAN_FONT_SIZE_NAME */
  double bold;
} CyanLabel;

/* The label of @node.  @self owns it and never moves it. */
const CyanLabel *cyan_labels_get (CyanLabels *self, CyanNode node);

/* @name cut at its end so that it is at most @max_width pixels wide, NULL if not even two
 * characters are.  Caller frees. */
char *
cyan_labels_cut (CyanLabels *self, const char *name, double max_width, double size, gboolean bold);

/* @scope, of a label, without its outermost part: a piece of it, or NULL if there is no more. */
const char *cyan_labels_shorter_scope (const char *scope);

/* "main > 3 more > jq_next": what stands in a link for @n_folded nodes from @node down to @last, and
 * the width of that text.  Caller frees. */
char *cyan_labels_link_text (
    CyanLabels *self, CyanNode node, CyanNode last, guint n_folded, double *width);

/* "9 calls".  Caller frees. */
char *cyan_labels_calls_text (guint n);

/* The width in pixels of any text. */
double cyan_labels_width (CyanLabels *self, const char *text, double size, gboolean bold);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CyanLabels, cyan_labels_free)
