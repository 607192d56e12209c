/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shared by cyan-picture.c, which mirrors, scrolls and draws, and cyan-picture-input.c, which
 * handles the pointer, keys and the menu.
 */
#pragma once

#include "cyan-picture.h"
#include "cyan-scrolling.h"

#define HORIZONTAL GTK_ORIENTATION_HORIZONTAL
#define VERTICAL   GTK_ORIENTATION_VERTICAL

typedef struct
{
  CyanSession *session; /* owned */
  CyanScrolling scrolling;
  gboolean scrolls_itself; /* not the user */

  CyanNode hovered;
  gboolean is_pointed_at; /* the node being selected is under the pointer */
  double pointer[2];      /* its last position; wheel events do not have one */
  double pinch_zoom;      /* zoom when the pinch began */
  GtkWidget *menu;        /* owned as a child; NULL until it is opened */
} CyanPicturePrivate;

CyanPicturePrivate *cyan_picture_private (CyanPicture *self);

void cyan_picture_add_controllers (CyanPicture *self);
gboolean cyan_picture_query_tooltip (
    GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip);
void cyan_picture_remove_menu (CyanPicture *self);
