/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A small map of the whole picture with the part that the canvas shows.
 *
 * Clicks, drags and arrow keys move the view of the canvas.
 */
#pragma once

#include "cyan-canvas.h"
#include "cyan-scene-widget.h"

#define CYAN_TYPE_OVERVIEW (cyan_overview_get_type ())
G_DECLARE_FINAL_TYPE (CyanOverview, cyan_overview, CYAN, OVERVIEW, CyanSceneWidget)

/* To be called once; @canvas is not owned, and lives as long as the window of both. */
void cyan_overview_set_canvas (CyanOverview *self, CyanCanvas *canvas);
