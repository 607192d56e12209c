/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The heading of one side of the source pane: version, file and lines, and buttons.  These activate
 * the actions side.open-editor, side.copy-function and side.copy-location of an enclosing widget.
 */
#pragma once

#include <gtk/gtk.h>

#include "cyan-excerpt.h"

#define CYAN_TYPE_SIDE_HEADING (cyan_side_heading_get_type ())
G_DECLARE_FINAL_TYPE (CyanSideHeading, cyan_side_heading, CYAN, SIDE_HEADING, GtkBox)

/* "before". */
void cyan_side_heading_set_role (CyanSideHeading *self, const char *role);
/* The name of the version; may be NULL. */
void cyan_side_heading_set_version (CyanSideHeading *self, const char *version);
/* Sets the text below the heading; NULL: none.  @function is the name of the function if it must be
 * shown, or NULL. */
void
cyan_side_heading_show (CyanSideHeading *self, const CyanExcerpt *excerpt, const char *function);
/* The reason why the file cannot be opened; NULL if it can. */
void cyan_side_heading_set_no_editor (CyanSideHeading *self, const char *why);
/* Role, file and lines, for screen readers.  Caller frees. */
char *cyan_side_heading_words (CyanSideHeading *self);
