/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One side of the source pane: a heading, and a text or the reason why there is none.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-snippet.h"
#include "cyan-source-costs.h"

#define CYAN_TYPE_SOURCE_SIDE (cyan_source_side_get_type ())
G_DECLARE_FINAL_TYPE (CyanSourceSide, cyan_source_side, CYAN, SOURCE_SIDE, GtkWidget)

/* The name of the side, "before"; for screen readers and the heading. */
void cyan_source_side_set_role (CyanSourceSide *self, const char *role);
/* The version's name in the heading; may be NULL. */
void cyan_source_side_set_version (CyanSourceSide *self, const char *version);

/* Shows @snippet, which is referenced.  @function is its name for the heading if it must be shown,
 * or NULL. */
void cyan_source_side_show (CyanSourceSide *self,
                            const CyanSnippet *snippet,
                            CyanFunctionText *text,
                            const char *function);
/* Shows the reason why there is no text; NULL: an empty side.  With @can_choose, shows a button
 * for choosing other sources. */
void cyan_source_side_show_reason (CyanSourceSide *self, const char *reason, gboolean can_choose);
gboolean cyan_source_side_has_text (CyanSourceSide *self);
/* Sets the absolute path of the file on disk; NULL if there is none. */
void cyan_source_side_set_disk_path (CyanSourceSide *self, const char *path);

/* Shows what the lines cost by themselves beside their numbers; @costs must live until others are
 * shown, NULL: they are not known.  @most: the cost whose bar is as long as can be,
 * in the colour of @verdict; CYAN_VERDICT_UNCHANGED: in grey. */
void cyan_source_side_show_costs (CyanSourceSide *self,
                                  const CyanSourceCosts *costs,
                                  double most,
                                  CyanVerdict verdict);

/* Opens the file at the line of the cursor; FALSE if it is not on disk. */
gboolean cyan_source_side_open_editor (CyanSourceSide *self);
/* Copies the function's text to the clipboard; FALSE if there is none. */
gboolean cyan_source_side_copy_function (CyanSourceSide *self);

/* Marks the changed lines (of CyanLineChange, referenced; NULL: none) and words (of CyanWordMark,
 * likewise) of the side before or after; @current is the index of the highlighted change, or -1. */
void cyan_source_side_mark (
    CyanSourceSide *self, GArray *changes, GArray *words, gboolean is_before, int current);

/* Scrolls @line (from 0) to the position @align of the height, 0 top, 1 bottom.  Scrolls again when
 * the heights of lines become known, unless the user scrolls meanwhile. */
void cyan_source_side_scroll_to (CyanSourceSide *self, guint line, double align);

/* Whether such a scroll is still in progress. */
gboolean cyan_source_side_is_moving (CyanSourceSide *self);

/* The line at @y pixels below the top of the visible part, and the position of a line; fractions
 * are positions within a line. */
double cyan_source_side_line_at (CyanSourceSide *self, double y);
double cyan_source_side_y_of (CyanSourceSide *self, double line);

/* Height of the visible part in pixels. */
int cyan_source_side_page (CyanSourceSide *self);
/* The view, for converting coordinates. */
GtkWidget *cyan_source_side_view (CyanSourceSide *self);
GtkAdjustment *cyan_source_side_vadjustment (CyanSourceSide *self);
GtkAdjustment *cyan_source_side_hadjustment (CyanSourceSide *self);
