/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The legend of a picture: a strip below it, for pictures that leave no room for a card.
 */
#pragma once

#include "cyan-picture.h"
#include "cyan-scene-widget.h"

#define CYAN_TYPE_PICTURE_LEGEND (cyan_picture_legend_get_type ())
G_DECLARE_FINAL_TYPE (CyanPictureLegend, cyan_picture_legend, CYAN, PICTURE_LEGEND, CyanSceneWidget)

/* Explains @picture from now on; its class has new_legend. */
void cyan_picture_legend_set_picture (CyanPictureLegend *self, CyanPicture *picture);
