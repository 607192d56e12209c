/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bands between the two sources that connect the changed lines of both sides.
 */
#pragma once

#include "cyan-source-side.h"

#define CYAN_TYPE_LINE_BANDS (cyan_line_bands_get_type ())
G_DECLARE_FINAL_TYPE (CyanLineBands, cyan_line_bands, CYAN, LINE_BANDS, GtkWidget)

/* Sets the sides to the left and right, which must live as long as the bands.  Redraws when they
 * scroll. */
void cyan_line_bands_set_sides (CyanLineBands *self, CyanSourceSide *before, CyanSourceSide *after);
/* Sets the changes to draw, of CyanLineChange, referenced; NULL: none.  Highlights the change
 * @current; -1: none. */
void cyan_line_bands_set_changes (CyanLineBands *self, GArray *changes, int current);
