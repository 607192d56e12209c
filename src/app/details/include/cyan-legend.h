/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The legend in a corner of the picture.
 */
#pragma once

#include "cyan-scene-widget.h"
#include "cyan-session.h"

#define CYAN_TYPE_LEGEND (cyan_legend_get_type ())
G_DECLARE_FINAL_TYPE (CyanLegend, cyan_legend, CYAN, LEGEND, CyanSceneWidget)

void cyan_legend_set_session (CyanLegend *self, CyanSession *session);
/* The zoom of the picture, for the bars of its scales; to be called when the scale changed, too. */
void cyan_legend_set_zoom (CyanLegend *self, double zoom);
