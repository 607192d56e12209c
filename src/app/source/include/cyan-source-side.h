/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One side of the source pane: a heading, and a text or the reason why there is none.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-excerpt.h"

G_BEGIN_DECLS

#define CYAN_TYPE_SOURCE_SIDE (cyan_source_side_get_type ())
G_DECLARE_FINAL_TYPE (CyanSourceSide, cyan_source_side, CYAN, SOURCE_SIDE, GtkWidget)

/* What this side is, "before"; said to screen readers and in the heading. */
void cyan_source_side_set_role (CyanSourceSide *self, const char *role);
/* The version's name in the heading; may be NULL. */
void cyan_source_side_set_version (CyanSourceSide *self, const char *version);

/* Shows an excerpt of @text, which is referenced.  @function is its name for the heading where
 * that needs saying, or NULL. */
void cyan_source_side_show (CyanSourceSide *self,
                            const CyanExcerpt *excerpt,
                            CyanFunctionText *text,
                            const char *function);
/* Shows why there is no text; NULL: nothing at all.  With a button for other sources, if
 * @offer_sources. */
void
cyan_source_side_show_reason (CyanSourceSide *self, const char *reason, gboolean offer_sources);
gboolean cyan_source_side_has_text (CyanSourceSide *self);
/* Where the file that is shown is on disk, absolute; NULL: nowhere, for the reason @why_not. */
void cyan_source_side_set_disk_path (CyanSourceSide *self, const char *path, const char *why_not);

/* Opens the file at the line of the cursor; FALSE if it is not on disk. */
gboolean cyan_source_side_open_editor (CyanSourceSide *self);
/* Puts the function's text on the clipboard; FALSE if there is none. */
gboolean cyan_source_side_copy_function (CyanSourceSide *self);

/* Marks the changed lines (of CyanLineChange, referenced; NULL: none) and words (of CyanWordMark,
 * likewise) of the side that is before or after; @current is the index of the change that stands
 * out, or -1. */
void cyan_source_side_mark (
    CyanSourceSide *self, GArray *changes, GArray *words, gboolean is_before, int current);

/* Scrolls so that @line (from 0) stands at @align of the height, 0 top, 1 bottom; once more as the
 * heights of lines become known, unless somebody scrolls meanwhile. */
void cyan_source_side_scroll_to (CyanSourceSide *self, guint line, double align);

/* Whether such a scroll is still under way. */
gboolean cyan_source_side_is_moving (CyanSourceSide *self);

/* The line at @y pixels below the upper end of what is seen, and where a line is there; fractions
 * are places within a line. */
double cyan_source_side_line_at (CyanSourceSide *self, double y);
double cyan_source_side_y_of (CyanSourceSide *self, double line);

/* Pixels that are seen of the text. */
int cyan_source_side_page (CyanSourceSide *self);
/* The view, for coordinates. */
GtkWidget *cyan_source_side_view (CyanSourceSide *self);
GtkAdjustment *cyan_source_side_vadjustment (CyanSourceSide *self);
GtkAdjustment *cyan_source_side_hadjustment (CyanSourceSide *self);

G_END_DECLS
