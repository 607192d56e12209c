/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The bar below a picture: its legend and scale on one line, a button that opens the whole legend,
 * and the zoom, with the actions "page.zoom-*".
 */
#pragma once

#include "cyan-picture.h"

#define CYAN_TYPE_PICTURE_BAR (cyan_picture_bar_get_type ())
G_DECLARE_FINAL_TYPE (CyanPictureBar, cyan_picture_bar, CYAN, PICTURE_BAR, GtkWidget)

/* To be called once; @picture is not owned, and lives as long as the bar.  One that cannot be zoomed
 * has no buttons for it. */
void cyan_picture_bar_set_picture (CyanPictureBar *self, CyanPicture *picture);
/* Whether the line has colours beside the scale. */
void cyan_picture_bar_show_colours (CyanPictureBar *self, gboolean shown);
