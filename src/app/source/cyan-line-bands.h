/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bands between the two sources that tie together what was changed into what.
 */
#pragma once

#include "cyan-source-side.h"

G_BEGIN_DECLS

#define CYAN_TYPE_LINE_BANDS (cyan_line_bands_get_type ())
G_DECLARE_FINAL_TYPE (CyanLineBands, cyan_line_bands, CYAN, LINE_BANDS, GtkWidget)

/* The sides that it stands between; they have to live as long.  It redraws as they scroll. */
void cyan_line_bands_set_sides (CyanLineBands *self, CyanSourceSide *before, CyanSourceSide *after);
/* What to draw, of CyanLineChange, referenced; NULL: nothing.  @current stands out, or -1. */
void cyan_line_bands_set_changes (CyanLineBands *self, GArray *changes, int current);

G_END_DECLS
