/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The legend of the blueprint: all of it as a list, or its colours and its scale on a line.
 */
#pragma once

#include "cyan-scene-widget.h"
#include "cyan-session.h"

#define CYAN_TYPE_LEGEND (cyan_legend_get_type ())
G_DECLARE_FINAL_TYPE (CyanLegend, cyan_legend, CYAN, LEGEND, CyanSceneWidget)

void cyan_legend_set_session (CyanLegend *self, CyanSession *session);
/* The zoom of the picture, for the bars of its scales; to be called when the scale changed, too. */
void cyan_legend_set_zoom (CyanLegend *self, double zoom);
/* To be called before it is shown. */
void cyan_legend_set_is_line (CyanLegend *self);
/* Whether a line has colours beside its scale. */
void cyan_legend_show_colours (CyanLegend *self, gboolean shown);

/* Pixels of a line, with text of the usual size. */
#define CYAN_LEGEND_LINE_HEIGHT 28
