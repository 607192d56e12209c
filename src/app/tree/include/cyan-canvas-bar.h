/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The bar below the canvas: its legend and scale on one line, a button that opens the whole legend,
 * and the zoom, with the actions "page.zoom-*".
 */
#pragma once

#include "cyan-canvas.h"

#define CYAN_TYPE_CANVAS_BAR (cyan_canvas_bar_get_type ())
G_DECLARE_FINAL_TYPE (CyanCanvasBar, cyan_canvas_bar, CYAN, CANVAS_BAR, GtkWidget)

/* To be called once; @canvas is not owned, and lives as long as the bar. */
void cyan_canvas_bar_set_canvas (CyanCanvasBar *self, CyanCanvas *canvas);
/* Whether the line has colours beside the scale. */
void cyan_canvas_bar_show_colours (CyanCanvasBar *self, gboolean shown);
