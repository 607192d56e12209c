/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The legend of a picture: all of it as a list, or its colours and its scale on a line.
 */
#pragma once

#include "cyan-picture.h"
#include "cyan-scene-widget.h"

#define CYAN_TYPE_PICTURE_LEGEND (cyan_picture_legend_get_type ())
G_DECLARE_FINAL_TYPE (CyanPictureLegend, cyan_picture_legend, CYAN, PICTURE_LEGEND, CyanSceneWidget)

/* Explains @picture from now on, or nothing if it is NULL; its class has new_legend. */
void cyan_picture_legend_set_picture (CyanPictureLegend *self, CyanPicture *picture);
/* To be called before it is shown. */
void cyan_picture_legend_set_is_line (CyanPictureLegend *self);
/* Whether a line has colours beside its scale. */
void cyan_picture_legend_show_colours (CyanPictureLegend *self, gboolean shown);

/* Pixels of a line, with text of the usual size. */
#define CYAN_LEGEND_LINE_HEIGHT 28
